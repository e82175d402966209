//! What is too large, found out before anything is done.

use super::error::Problem;
use super::spelling::{self, Extent, Names};
use super::tree::{DicePool, Function, Node, Operator};

pub(super) const MOST_CHARACTERS: usize = 1000;
pub(super) const MOST_DEPTH: usize = 50;
/// What is counted against [`MOST_DEPTH`].
pub(super) const LEVELS: &str = "levels of parentheses and repeats";
pub(super) const MOST_NODES: usize = 500;
/// What is counted against [`MOST_NODES`].
pub(super) const TERMS: &str = "numbers, dice, operators and functions";
pub(super) const MOST_ARGUMENTS: usize = 20;
pub(super) const MOST_DICE: u32 = 1000;
pub(super) const MOST_SIDES: u32 = 1000;
pub(super) const MOST_REPEATS: u32 = 100;
pub(super) const MOST_NUMBER: i64 = 1_000_000;
/// Explosions of one die unless said otherwise.
pub(super) const EXPLOSIONS: u32 = 10;
pub(super) const MOST_EXPLOSIONS: u32 = 100;
/// The largest result, up or down.
const MOST_RESULT: i128 = 1_000_000_000_000;
/// The most dice of one roll, every repeat and every explosion counted.
const MOST_ROLLED: u64 = 100_000;

/// Whether an expression may be rolled, and its canonical spelling read again.
pub(super) fn check(node: &Node) -> Result<(), Problem> {
    if nodes(node) > MOST_NODES {
        return Err(Problem::TooLarge { what: TERMS, most: MOST_NODES as u64 });
    }
    if rolled(node) > MOST_ROLLED {
        return Err(Problem::TooLarge {
            what: "dice in one roll, repeats and explosions counted",
            most: MOST_ROLLED,
        });
    }
    for names in [Names::Kept, Names::WrittenOut] {
        let Extent { characters, levels } = spelling::extent(node, names);
        if levels > MOST_DEPTH {
            return Err(Problem::TooLarge { what: LEVELS, most: MOST_DEPTH as u64 });
        }
        if characters > MOST_CHARACTERS {
            let what = "characters in canonical spelling, aliases written out";
            return Err(Problem::TooLarge { what, most: MOST_CHARACTERS as u64 });
        }
    }
    bounds(node).map(|_| ())
}

/// The lowest and the highest result of an expression that was checked.
pub(super) fn range(node: &Node) -> (i64, i64) {
    let clamped = |bound: i128| i64::try_from(bound).unwrap_or(0);
    bounds(node).map_or((0, 0), |(low, high)| (clamped(low), clamped(high)))
}

/// Whether a divisor can be 0, as far as its range tells.
pub(super) fn can_be_zero(node: &Node) -> bool {
    bounds(node).is_ok_and(|(low, high)| low <= 0 && high >= 0)
}

/// How many nodes there are.
pub(super) fn nodes(node: &Node) -> usize {
    1 + children(node).map(nodes).sum::<usize>()
}

fn children(node: &Node) -> impl Iterator<Item = &Node> {
    let (one, two, many): (Option<&Node>, Option<&Node>, &[Node]) = match node {
        Node::Number(_) | Node::Pool(_) => (None, None, &[]),
        Node::Negative(inner) | Node::Repeat(_, inner) | Node::Alias(_, inner) => (Some(inner), None, &[]),
        Node::Binary(_, left, right) | Node::Compare(_, left, right) => (Some(left), Some(right), &[]),
        Node::Call(_, arguments) => (None, None, arguments),
    };
    one.into_iter().chain(two).chain(many)
}

/// The most dice that fall; a number counts as one, so that empty repeats are not free.
pub(super) fn rolled(node: &Node) -> u64 {
    match node {
        Node::Number(_) => 1,
        Node::Pool(pool) => {
            u64::from(pool.count) * pool.explosion.map_or(1, |explosion| u64::from(explosion.cap) + 1)
        }
        Node::Repeat(times, body) => u64::from(*times).saturating_mul(rolled(body)),
        Node::Negative(_) | Node::Alias(..) | Node::Binary(..) | Node::Compare(..) | Node::Call(..) => {
            children(node).fold(0, |sum: u64, child| sum.saturating_add(rolled(child)))
        }
    }
}

type Bounds = (i128, i128);

fn bounds(node: &Node) -> Result<Bounds, Problem> {
    let found = match node {
        Node::Number(value) => (i128::from(*value), i128::from(*value)),
        Node::Pool(pool) => pool_bounds(pool),
        Node::Negative(inner) => {
            let (low, high) = bounds(inner)?;
            (-high, -low)
        }
        Node::Alias(_, inner) => bounds(inner)?,
        Node::Repeat(times, body) => {
            let (low, high) = bounds(body)?;
            (low * i128::from(*times), high * i128::from(*times))
        }
        Node::Compare(_, left, right) => {
            bounds(left)?;
            bounds(right)?;
            (0, 1)
        }
        Node::Binary(operator, left, right) => binary_bounds(*operator, bounds(left)?, bounds(right)?)?,
        Node::Call(function, arguments) => {
            let all: Vec<Bounds> = arguments.iter().map(bounds).collect::<Result<_, _>>()?;
            call_bounds(*function, &all)
        }
    };
    if found.0 < -MOST_RESULT || found.1 > MOST_RESULT {
        let most = u64::try_from(MOST_RESULT).unwrap_or(u64::MAX);
        return Err(Problem::TooLarge { what: "as a result, up or down", most });
    }
    Ok(found)
}

fn binary_bounds(operator: Operator, (a, b): Bounds, (c, d): Bounds) -> Result<Bounds, Problem> {
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let all = [of(a, c), of(a, d), of(b, c), of(b, d)];
        (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
    };
    Ok(match operator {
        Operator::Plus => (a + c, b + d),
        Operator::Minus => (a - d, b - c),
        Operator::Times => corners(&|x, y| x * y),
        Operator::Over if c <= 0 && d >= 0 => return Err(Problem::DivisionByZero),
        Operator::Over => corners(&|x, y| {
            // Both are results, which fit; dividing 128 bits is a kilobyte of a browser module.
            let fit = |bound: i128| i64::try_from(bound).unwrap_or(i64::MAX);
            num_integer::Integer::div_floor(&fit(x), &fit(y)).into()
        }),
    })
}

fn call_bounds(function: Function, all: &[Bounds]) -> Bounds {
    let lows = all.iter().map(|bounds| bounds.0);
    let highs = all.iter().map(|bounds| bounds.1);
    match function {
        Function::Max => (lows.max().unwrap_or(0), highs.max().unwrap_or(0)),
        Function::Min => (lows.min().unwrap_or(0), highs.min().unwrap_or(0)),
        Function::If => (lows.skip(1).min().unwrap_or(0), highs.skip(1).max().unwrap_or(0)),
    }
}

fn pool_bounds(pool: &DicePool) -> Bounds {
    let (low, high) = (*pool.die.faces().start(), *pool.die.faces().end());
    let faces = (pool.clamp(low), pool.clamp(high));
    let rolls = 1 + pool.explosion.map_or(0, |explosion| i128::from(explosion.cap));
    let dice = i128::from(pool.keep.map_or(pool.count, |keep| keep.count));
    // An explosion can pull down only where faces are negative.
    let (low, high) = match pool.counting {
        Some(counting) => {
            (if counting.against.is_some() { -1 } else { 0 }, if counting.double.is_some() { 2 } else { 1 })
        }
        None => (i128::from(faces.0), i128::from(faces.1)),
    };
    let compound_count =
        pool.counting.is_some() && pool.explosion.is_some_and(|explosion| explosion.compound);
    let rolls = if compound_count { 1 } else { rolls };
    let (low, high) = (low.min(low * rolls), high.max(high * rolls));
    let floor = i128::from(pool.settle(i64::MIN));
    ((low * dice).max(floor), high * dice)
}
