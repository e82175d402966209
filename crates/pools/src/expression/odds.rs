//! The exact odds of a tree. Before anything is counted, an estimate of the steps says whether it is worth beginning.

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::error::Problem;
use super::limits;
use super::tree::{DicePool, Explosion, Function, Keep, Node, Reroll};
use crate::law::Law;
use crate::odds_cost::OddsCost;
use crate::{Fraction, NetOdds, Odds};

/// The exact odds of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionOdds {
    counted: NetOdds,
    has_botches: bool,
}

impl ExpressionOdds {
    /// The distribution of the result.
    #[must_use]
    pub const fn values(&self) -> &Odds {
        self.counted.net()
    }

    /// The result together with the fumbles, of which there are none unless the expression is one pool with botches.
    #[must_use]
    pub const fn counted(&self) -> &NetOdds {
        &self.counted
    }

    /// The chance of a fumble, where the expression is one pool with botches.
    #[must_use]
    pub fn fumble(&self) -> Option<Fraction> {
        self.has_botches.then(|| self.counted.fumble())
    }
}

/// The most steps, each about a nanosecond.
const MOST_WORK: u64 = 500_000_000;
/// The most limbs that a distribution may take.
const MOST_LIMBS: u64 = 8_000_000;
/// What a step costs beside its limbs.
const STEP: u64 = 20;

/// The odds of a tree, and the fumbles of the one pool it is, if it is one.
pub(super) fn odds(root: &Node, pool: Option<&DicePool>) -> Result<ExpressionOdds, Problem> {
    cost(root)?;
    let (net, fumbles) = (values(root), pool.and_then(fumble));
    let has_botches = fumbles.is_some();
    let fumbles = fumbles.unwrap_or_default();
    Ok(ExpressionOdds { counted: NetOdds::new(net, fumbles), has_botches })
}

/// What the odds of a tree take, if they are worth beginning.
pub(super) fn cost(root: &Node) -> Result<OddsCost, Problem> {
    let mut steps = 0;
    let Size { values, bits } = estimate(root, &mut steps)?;
    Ok(OddsCost { steps, values, bits })
}

fn values(node: &Node) -> Odds {
    match node {
        Node::Number(value) => Odds::certain(*value),
        Node::Pool(pool) => pool_law(pool, &|face| pool.brings(face)).odds().map(|&sum| pool.settle(sum)),
        Node::Negative(inner) => values(inner).map(|value| -value),
        Node::Alias(_, inner) => values(inner),
        Node::Binary(operator, left, right) => {
            join(&values(left), &values(right), &|a, b| operator.apply(a, b))
        }
        Node::Compare(relation, left, right) => {
            join(&values(left), &values(right), &|a, b| i64::from(relation.holds(a, b)))
        }
        Node::Repeat(times, body) => {
            let body = values(body);
            Law::new(body.weights().iter().cloned()).power(*times).odds()
        }
        Node::Call(Function::If, arguments) => match arguments.as_slice() {
            [condition, then, otherwise] => {
                let (then, otherwise) = (values(then), values(otherwise));
                let holds = values(condition).map(|&value| i64::from(value != 0));
                holds.then(|&holds| if holds == 1 { then.clone() } else { otherwise.clone() })
            }
            _ => Odds::certain(0),
        },
        Node::Call(function, arguments) => {
            let all: Vec<Odds> = arguments.iter().map(values).collect();
            let first = all.first().cloned().unwrap_or_else(|| Odds::certain(0));
            all.iter()
                .skip(1)
                .fold(first, |so_far, next| join(&so_far, next, &|a, b| function.apply(&[a, b])))
        }
    }
}

/// The odds of what follows from two independent values. Close values are counted in a row, scattered ones in a tree.
fn join(left: &Odds, right: &Odds, to: &dyn Fn(i64, i64) -> i64) -> Odds {
    let pairs = left.weights().len() * right.weights().len();
    let all = || {
        left.weights().iter().flat_map(|(a, weight)| {
            right.weights().iter().map(move |(b, times)| (to(*a, *b), weight * times))
        })
    };
    let results =
        || left.weights().iter().flat_map(|(a, _)| right.weights().iter().map(move |(b, _)| to(*a, *b)));
    let (low, high) = (results().min().unwrap_or(0), results().max().unwrap_or(0));
    let width = usize::try_from(high - low).unwrap_or(usize::MAX);
    if width > 4 * pairs {
        return Odds::from_weights(all());
    }
    let mut row = vec![BigUint::zero(); width + 1];
    for (value, weight) in all() {
        row[usize::try_from(value - low).unwrap_or(0)] += weight;
    }
    Odds::ascending((low..).zip(row))
}

/// The cases of no success among the dice that count, but a botch. They are over the same total as the values: both
/// count the same ways for the dice to fall.
fn fumble(pool: &DicePool) -> Option<BigUint> {
    let counting = pool.counting?;
    counting.against.filter(|against| against.botch)?;
    let none_of = |counts: &dyn Fn(i64) -> bool| {
        let odds = pool_law(pool, &|face| i64::from(counts(face))).odds();
        odds.weight(&0).cloned().unwrap_or_default()
    };
    let no_success = none_of(&|face| counting.brings(face) > 0);
    let all_neutral = none_of(&|face| counting.brings(face) != 0);
    Some(no_success - all_neutral)
}

/// The law of what the dice of a pool bring together.
fn pool_law(pool: &DicePool, brings: &dyn Fn(i64) -> i64) -> Law {
    let faces = faces(pool);
    let one =
        |pairs: Vec<(i64, BigUint)>| Law::new(pairs.into_iter().map(|(face, weight)| (brings(face), weight)));
    match (pool.explosion, pool.keep) {
        (Some(Explosion { compound: false, .. }), _) => {
            chain(&faces, pool.explosion, brings).power(pool.count)
        }
        (_, None) => one(compounded(faces, pool.explosion)).power(pool.count),
        (_, Some(keep)) => kept(&compounded(faces, pool.explosion), pool.count, keep, brings),
    }
}

/// The faces of one die with their cases, after reroll and clamp.
fn faces(pool: &DicePool) -> Vec<(i64, BigUint)> {
    let sides = pool.die.sides();
    let again = |face: i64| pool.reroll.is_some_and(|reroll| reroll.when.holds(face));
    let repeated = u32::try_from(pool.die.faces().filter(|&face| again(face)).count()).unwrap_or(sides);
    let weight = |face: i64| match pool.reroll {
        None => 1,
        // Any face may come second; a face that stays may also come first.
        Some(Reroll { once: true, .. }) => repeated + if again(face) { 0 } else { sides },
        Some(Reroll { once: false, .. }) => u32::from(!again(face)),
    };
    let all = pool.die.faces().map(|face| (pool.clamp(face), BigUint::from(weight(face))));
    let merged = Odds::from_weights(all);
    merged.weights().to_vec()
}

fn compounded(faces: Vec<(i64, BigUint)>, explosion: Option<Explosion>) -> Vec<(i64, BigUint)> {
    if explosion.is_none() {
        return faces;
    }
    chain(&faces, explosion, &|face| face).odds().weights().to_vec()
}

/// What one die brings together with all that explodes from it, up to the cap.
fn chain(faces: &[(i64, BigUint)], explosion: Option<Explosion>, brings: &dyn Fn(i64) -> i64) -> Law {
    let last = Law::new(faces.iter().map(|(face, weight)| (brings(*face), weight.clone())));
    let Some(Explosion { when, cap, .. }) = explosion else { return last };
    let total: BigUint = faces.iter().map(|(_, weight)| weight).sum();
    let (exploding, quiet): (Vec<_>, Vec<_>) = faces.iter().partition(|(face, _)| when.holds(*face));
    let mut law = last;
    // Cases of the rolls that do not happen.
    let mut idle = BigUint::from(1u32);
    for _ in 0..cap {
        idle *= &total;
        let stays = quiet.iter().map(|(face, weight)| (brings(*face), weight * &idle));
        let goes_on = exploding.iter().flat_map(|(face, weight)| {
            let first = brings(*face) + law.low();
            (first..).zip(law.weights()).map(move |(value, cases)| (value, cases * weight))
        });
        law = Law::new(stays.chain(goes_on));
    }
    law
}

/// The law of what the kept dice bring. Faces are dealt with from the best down: `cases[j]` are those where `j` dice
/// show a face so far, by what the kept ones among them bring.
fn kept(faces: &[(i64, BigUint)], count: u32, keep: Keep, brings: &dyn Fn(i64) -> i64) -> Law {
    let count = count as usize;
    let kept = keep.count as usize;
    let mut order: Vec<(i64, &BigUint)> =
        faces.iter().map(|(face, weight)| (brings(*face), weight)).collect();
    if keep.highest {
        order.reverse();
    }
    let lowest = order.iter().map(|(value, _)| *value).min().unwrap_or(0);
    let highest = order.iter().map(|(value, _)| *value).max().unwrap_or(0);
    let step = |value: i64| usize::try_from(value - lowest).unwrap_or(0);
    let width = kept * step(highest) + 1;
    let choose = pascal(count);
    let mut cases = vec![vec![BigUint::zero(); width]; count + 1];
    cases[0][0] = BigUint::from(1u32);
    for (value, weight) in order {
        // From many dice to few, so that every row is still the old one when it is read.
        for placed in (0..=count).rev() {
            let (before, after) = cases.split_at_mut(placed + 1);
            let row = &mut before[placed];
            let mut power = BigUint::from(1u32);
            for (more, target) in after.iter_mut().enumerate().map(|(place, target)| (place + 1, target)) {
                power *= weight;
                let factor = &choose[count - placed][more] * &power;
                let shift = more.min(kept.saturating_sub(placed)) * step(value);
                for (place, ways) in row.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                    target[place + shift] += ways * &factor;
                }
            }
        }
    }
    let base = lowest * i64::from(keep.count);
    Law::new((base..).zip(std::mem::take(&mut cases[count])))
}

/// Binomial coefficients up to `n`.
fn pascal(n: usize) -> Vec<Vec<BigUint>> {
    let mut rows = vec![vec![BigUint::from(1u32)]];
    for row in 1..=n {
        let above: &Vec<BigUint> = &rows[row - 1];
        let entry = |place: usize| match place {
            0 => BigUint::from(1u32),
            place if place == row => BigUint::from(1u32),
            place => &above[place - 1] + &above[place],
        };
        rows.push((0..=row).map(entry).collect());
    }
    rows
}

/// What a distribution takes at most: how many values can happen, and the bits of a weight.
struct Size {
    values: u64,
    bits: u64,
}

impl Size {
    const fn limbs(&self) -> u64 {
        self.bits / 64 + 1
    }
}

/// Adds up the steps, and stops at the first part that is too large.
fn estimate(node: &Node, work: &mut u64) -> Result<Size, Problem> {
    let (low, high) = limits::range(node);
    let width = high.abs_diff(low) + 1;
    let (values, bits, steps) = match node {
        Node::Number(_) => (1, 1, 1),
        Node::Pool(pool) => pool_steps(pool),
        Node::Negative(inner) | Node::Alias(_, inner) => {
            let inner = estimate(inner, work)?;
            (inner.values, inner.bits, inner.values.saturating_mul(inner.limbs() + STEP))
        }
        Node::Repeat(times, body) => {
            let body = estimate(body, work)?;
            let bits = body.bits.saturating_mul((*times).into());
            (width, bits, power_steps(width, body.values, body.bits, bits))
        }
        Node::Binary(_, left, right) | Node::Compare(_, left, right) => {
            let (left, right) = (estimate(left, work)?, estimate(right, work)?);
            join_steps(&left, &right)
        }
        Node::Call(function, arguments) => {
            let mut so_far = Size { values: 1, bits: 1 };
            for argument in arguments {
                let next = estimate(argument, work)?;
                let (mut values, bits, steps) = join_steps(&so_far, &next);
                if *function == Function::If {
                    values = so_far.values.saturating_add(next.values);
                }
                *work = work.saturating_add(steps);
                so_far = Size { values: values.min(width), bits };
            }
            (so_far.values, so_far.bits, 1)
        }
    };
    *work = work.saturating_add(steps);
    let size = Size { values: values.min(width), bits };
    let limbs = size.values.saturating_mul(size.limbs());
    if *work > MOST_WORK || limbs > MOST_LIMBS {
        return Err(Problem::TooMuchWork { limit: MOST_WORK, estimate: (*work).max(limbs) });
    }
    Ok(size)
}

fn join_steps(left: &Size, right: &Size) -> (u64, u64, u64) {
    let pairs = left.values.saturating_mul(right.values);
    let product = left.limbs().saturating_mul(right.limbs());
    // Every pair is one product, and three looks at where it goes; scattered values go through a tree.
    (pairs, left.bits + right.bits, pairs.saturating_mul(product.saturating_add(5 * STEP)))
}

/// A power costs its width times the values of the base, each a product.
fn power_steps(width: u64, values: u64, base_bits: u64, bits: u64) -> u64 {
    let product = (bits / 64 + 1).saturating_mul(base_bits / 64 + 1);
    width.saturating_mul(values).saturating_mul(product.saturating_add(2 * STEP))
}

fn pool_steps(pool: &DicePool) -> (u64, u64, u64) {
    let (low, high) = limits::range(&Node::Pool(pool.clone()));
    let width = high.abs_diff(low) + 1 + u64::from(pool.count);
    let sides = u64::from(pool.die.sides());
    let roll_bits = bits_of(sides) * if pool.reroll.is_some_and(|reroll| reroll.once) { 2 } else { 1 };
    let (die_width, die_bits, chain) = match pool.explosion {
        None => (sides, roll_bits, 0),
        Some(Explosion { when, cap, .. }) => {
            let rolls = u64::from(cap) + 1;
            let exploding = pool.die.faces().filter(|&face| when.holds(pool.clamp(face))).count() as u64;
            let (width, bits) = (sides * rolls, roll_bits * rolls);
            (width, bits, rolls * exploding * width * (bits / 64 + STEP))
        }
    };
    let bits = die_bits.saturating_mul(pool.count.into());
    let counted = pool.counting.is_some();
    let doubled = if pool.counting.is_some_and(|counting| counting.double.is_some()) { 2 } else { 1 };
    // A count brings few values, but an exploding die may bring many counts.
    let brought = match (counted, pool.explosion) {
        (false, _) => die_width,
        (true, Some(Explosion { cap, compound: false, .. })) => doubled * (u64::from(cap) + 2),
        (true, _) => 2 + doubled,
    };
    // Fair dice are counted one after the other where that is less work.
    let fair = *pool == DicePool::new(pool.count, pool.die);
    let brought = if fair { brought.min(pool.count.into()) } else { brought };
    let steps = match pool.keep {
        None => power_steps(width, brought, die_bits, bits),
        Some(keep) => {
            let dice = u64::from(pool.count);
            let rows = dice.saturating_mul(dice + 1) / 2;
            let sums =
                u64::from(keep.count).saturating_mul(if counted { 1 + doubled } else { die_width }) + 1;
            let product = (bits / 128 + 1).saturating_mul(bits / 128 + 1);
            die_width
                .saturating_mul(rows)
                .saturating_mul(sums)
                .saturating_mul(product.saturating_add(2 * STEP))
        }
    };
    // A pool with botches is counted twice more, for its fumbles.
    (width, bits, chain.saturating_add(steps.saturating_mul(if counted { 3 } else { 1 })))
}

const fn bits_of(number: u64) -> u64 {
    64 - number.leading_zeros() as u64
}
