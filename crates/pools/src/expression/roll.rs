//! Rolling a tree.

use std::collections::BinaryHeap;
use std::fmt;

use chance::Chance;
use serde::{Deserialize, Serialize};

use super::tree::{Counting, DicePool, Explosion, Function, Keep, Node, Operator, Reroll};

/// A rolled expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// The result.
    pub total: i64,
    /// Every pool in the order it was rolled; a repeated one is here each time.
    pub pools: Vec<RolledPool>,
}

impl Rolled {
    /// Whether it is one pool, and that a fumble.
    #[must_use]
    pub fn is_fumble(&self) -> bool {
        matches!(self.pools.as_slice(), [pool] if pool.is_fumble == Some(true))
    }
}

/// Dice of one kind that were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RolledPool {
    /// The dice in canonical spelling.
    pub notation: String,
    /// How they fell.
    pub dice: Vec<RolledDie>,
    /// What they are worth.
    pub value: i64,
    /// Whether it is a fumble: no success and at least one botch. `None` where there are no botches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_fumble: Option<bool>,
}

/// One die that was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RolledDie {
    /// What it shows; with `!!` its explosions are added.
    pub face: i64,
    /// The face that was rolled first, if it was rolled again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerolled_from: Option<i64>,
    /// Whether it is there because another one exploded.
    #[serde(default, skip_serializing_if = "is_false")]
    pub extra: bool,
    /// Whether it was dropped.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dropped: bool,
    /// What it counts as, where dice are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// What a counted die is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It counts for.
    Success,
    /// It counts for, twice.
    Double,
    /// It counts against.
    Against,
    /// Neither.
    Neutral,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Rolls, and says which faces fell, in their order.
pub(super) fn roll(node: &Node, chance: &mut dyn Chance) -> (Vec<i64>, Rolled) {
    let mut dice = Dice { source: Source::Luck(chance), faces: Vec::new() };
    let rolled = settle(node, &mut dice);
    (dice.faces, rolled)
}

/// What these faces make, if they are what such a roll can bring: not one too many, too few or impossible.
pub(super) fn of_faces(node: &Node, faces: &[i64]) -> Option<Rolled> {
    let mut dice = Dice { source: Source::Recorded { faces, fit: true }, faces: Vec::new() };
    let rolled = settle(node, &mut dice);
    (matches!(dice.source, Source::Recorded { fit: true, .. }) && dice.faces.len() == faces.len())
        .then_some(rolled)
}

/// The dice of one roll: they fall now, or as they once fell.
struct Dice<'a> {
    source: Source<'a>,
    /// What has fallen so far.
    faces: Vec<i64>,
}

enum Source<'a> {
    Luck(&'a mut dyn Chance),
    Recorded { faces: &'a [i64], fit: bool },
}

impl Dice<'_> {
    /// The next face, one of so many; `at` gives each of them, `has` knows them.
    fn fall(&mut self, choices: u32, at: impl Fn(u32) -> i64, has: impl Fn(i64) -> bool) -> i64 {
        let face = match &mut self.source {
            Source::Luck(chance) => at(chance.below(choices)),
            Source::Recorded { faces, fit } => match faces.get(self.faces.len()) {
                Some(&face) if has(face) => face,
                Some(_) | None => {
                    *fit = false;
                    at(0)
                }
            },
        };
        self.faces.push(face);
        face
    }
}

fn settle(node: &Node, dice: &mut Dice<'_>) -> Rolled {
    let mut pools = Vec::new();
    let total = value(node, dice, &mut pools);
    Rolled { total, pools }
}

fn value(node: &Node, falling: &mut Dice<'_>, pools: &mut Vec<RolledPool>) -> i64 {
    match node {
        Node::Number(number) => *number,
        Node::Pool(pool) => {
            let rolled = roll_pool(pool, falling);
            let value = rolled.value;
            pools.push(rolled);
            value
        }
        Node::Negative(inner) => -value(inner, falling, pools),
        Node::Alias(_, inner) => value(inner, falling, pools),
        Node::Binary(operator, left, right) => {
            let left = value(left, falling, pools);
            operator.apply(left, value(right, falling, pools))
        }
        Node::Compare(relation, left, right) => {
            let left = value(left, falling, pools);
            i64::from(relation.holds(left, value(right, falling, pools)))
        }
        Node::Repeat(times, body) => (0..*times).map(|_| value(body, falling, pools)).sum(),
        Node::Call(function, arguments) => {
            let values: Vec<i64> = arguments.iter().map(|argument| value(argument, falling, pools)).collect();
            function.apply(&values)
        }
    }
}

impl Operator {
    /// Both sides were bounded and the divisor is never 0, so nothing overflows.
    pub(super) fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Self::Plus => left + right,
            Self::Minus => left - right,
            Self::Times => left * right,
            Self::Over => num_integer::Integer::div_floor(&left, &right),
        }
    }
}

impl Function {
    pub(super) fn apply(self, values: &[i64]) -> i64 {
        match self {
            Self::Max => values.iter().copied().max().unwrap_or(0),
            Self::Min => values.iter().copied().min().unwrap_or(0),
            Self::If => values.get(if values.first() == Some(&0) { 2 } else { 1 }).copied().unwrap_or(0),
        }
    }
}

fn roll_pool(pool: &DicePool, falling: &mut Dice<'_>) -> RolledPool {
    let mut dice = Vec::new();
    for _ in 0..pool.count {
        roll_die(pool, falling, &mut dice);
    }
    if let Some(keep) = pool.keep {
        drop_others(&mut dice, keep);
    }
    let mut is_fumble = None;
    if let Some(counting) = pool.counting {
        dice.iter_mut().filter(|die| !die.dropped).for_each(|die| die.mark = Some(mark(counting, die.face)));
        let any = |mark| dice.iter().any(|die| die.mark == Some(mark));
        let botches = counting.against.is_some_and(|against| against.botch);
        let succeeds = any(Mark::Success) || any(Mark::Double);
        is_fumble = botches.then(|| !succeeds && any(Mark::Against));
    }
    let sum = dice.iter().filter(|die| !die.dropped).map(|die| pool.brings(die.face)).sum();
    RolledPool { notation: pool.to_string(), dice, value: pool.settle(sum), is_fumble }
}

/// Rolls one die of a pool, with whatever explodes from it.
fn roll_die(pool: &DicePool, falling: &mut Dice<'_>, dice: &mut Vec<RolledDie>) {
    let (face, rerolled_from) = roll_face(pool, falling);
    let first = dice.len();
    dice.push(RolledDie { face, rerolled_from, extra: false, dropped: false, mark: None });
    let Some(Explosion { when, cap, compound }) = pool.explosion else { return };
    let mut last = face;
    for _ in 0..cap {
        if !when.holds(last) {
            return;
        }
        let (face, rerolled_from) = roll_face(pool, falling);
        last = face;
        if compound {
            dice[first].face += face;
        } else {
            dice.push(RolledDie { face, rerolled_from, extra: true, dropped: false, mark: None });
        }
    }
}

/// One face after reroll and clamp, and the face before a reroll.
fn roll_face(pool: &DicePool, falling: &mut Dice<'_>) -> (i64, Option<i64>) {
    let low = *pool.die.faces().start();
    let all = pool.die.faces();
    let first = falling.fall(pool.die.sides(), |place| low + i64::from(place), |face| all.contains(&face));
    let Some(Reroll { when, once }) = pool.reroll.filter(|reroll| reroll.when.holds(first)) else {
        return (pool.clamp(first), None);
    };
    // Rolling until another face shows is the same as one roll of the other faces, and ends for certain.
    let others: Vec<i64> = pool.die.faces().filter(|&face| once || !when.holds(face)).collect();
    let choices = u32::try_from(others.len()).unwrap_or(1).max(1);
    let at = |place: u32| others.get(place as usize).copied().unwrap_or(first);
    let face = falling.fall(choices, at, |face| others.contains(&face));
    (pool.clamp(face), Some(first))
}

fn drop_others(dice: &mut [RolledDie], keep: Keep) {
    let better = |face: i64| if keep.highest { -face } else { face };
    let order: BinaryHeap<(i64, usize)> = dice.iter().map(|die| better(die.face)).zip(0..).collect();
    for (_, place) in order.into_sorted_vec().into_iter().skip(keep.count as usize) {
        dice[place].dropped = true;
    }
}

fn mark(counting: Counting, face: i64) -> Mark {
    match counting.brings(face) {
        1 => Mark::Success,
        2 => Mark::Double,
        -1 => Mark::Against,
        _ => Mark::Neutral,
    }
}

impl fmt::Display for RolledDie {
    /// `8*` is a success, `10**` one that counts double, `1-` counts against, `(3)` was dropped, `2>5` was rolled again,
    /// `+6` exploded from another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dropped {
            f.write_str("(")?;
        }
        if self.extra {
            f.write_str("+")?;
        }
        if let Some(first) = self.rerolled_from {
            write!(f, "{first}>")?;
        }
        write!(f, "{}", self.face)?;
        match self.mark {
            Some(Mark::Success) => f.write_str("*")?,
            Some(Mark::Double) => f.write_str("**")?,
            Some(Mark::Against) => f.write_str("-")?,
            Some(Mark::Neutral) | None => {}
        }
        if self.dropped { f.write_str(")") } else { Ok(()) }
    }
}
