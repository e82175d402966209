//! The tree of an expression. Every part of it is rolled on its own, so all parts are independent.

use std::fmt;

use crate::faces::Faces;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Number(i64),
    Pool(DicePool),
    Negative(Box<Self>),
    Binary(Operator, Box<Self>, Box<Self>),
    /// 1 if it holds, else 0.
    Compare(Relation, Box<Self>, Box<Self>),
    /// So many of the same, rolled again each time and added up.
    Repeat(u32, Box<Self>),
    Call(Function, Vec<Self>),
    Alias(String, Box<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    /// Rounds down.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
    More,
    Less,
    Equal,
    Unequal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Max,
    Min,
    /// `if(condition, then, else)`: the condition holds when it is not 0.
    If,
}

/// Dice of one kind. What happens to them happens in the order of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DicePool {
    pub(crate) count: u32,
    pub(crate) die: Die,
    pub(crate) reroll: Option<Reroll>,
    /// Lower faces count as this.
    pub(crate) floor: Option<i64>,
    /// Higher faces count as this.
    pub(crate) ceiling: Option<i64>,
    pub(crate) explosion: Option<Explosion>,
    pub(crate) keep: Option<Keep>,
    pub(crate) counting: Option<Counting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Die {
    Sides(u32),
    /// -1, 0 or 1.
    Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) relation: Relation,
    pub(crate) value: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reroll {
    pub(crate) when: Condition,
    /// Otherwise again and again, until the condition no longer holds.
    pub(crate) once: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explosion {
    pub(crate) when: Condition,
    /// The most further rolls that one die may bring.
    pub(crate) cap: u32,
    /// Further rolls are added to the die instead of being dice of their own.
    pub(crate) compound: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keep {
    pub(crate) highest: bool,
    pub(crate) count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    pub(crate) success: Condition,
    /// Successes that count as two.
    pub(crate) double: Option<Condition>,
    pub(crate) against: Option<Against>,
}

/// Dice that count against successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Against {
    pub(crate) when: Condition,
    /// The result is never below 0, and there are fumbles; otherwise it may be negative.
    pub(crate) botch: bool,
}

impl Relation {
    pub(crate) const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::Less => left < right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }
}

impl Condition {
    pub(crate) const fn holds(self, face: i64) -> bool {
        self.relation.holds(face, self.value)
    }
}

impl Die {
    /// The lowest and the highest face.
    pub(crate) fn faces(self) -> std::ops::RangeInclusive<i64> {
        match self {
            Self::Sides(sides) => 1..=i64::from(sides),
            Self::Fate => -1..=1,
        }
    }

    /// How many faces there are.
    pub(crate) const fn sides(self) -> u32 {
        match self {
            Self::Sides(sides) => sides,
            Self::Fate => 3,
        }
    }
}

impl DicePool {
    pub(crate) const fn new(count: u32, die: Die) -> Self {
        Self {
            count,
            die,
            reroll: None,
            floor: None,
            ceiling: None,
            explosion: None,
            keep: None,
            counting: None,
        }
    }

    /// A face as it counts after floor and ceiling.
    pub(crate) fn clamp(&self, face: i64) -> i64 {
        let face = self.floor.map_or(face, |floor| face.max(floor));
        self.ceiling.map_or(face, |ceiling| face.min(ceiling))
    }

    /// Whether a die can show such a face, as it counts. One that compounds can show any.
    pub(crate) fn can_show(&self, wanted: impl Fn(i64) -> bool) -> bool {
        let compounds = self.explosion.is_some_and(|explosion| explosion.compound);
        compounds || self.die.faces().any(|face| wanted(self.clamp(face)))
    }

    /// Whether successes are counted and nothing else is said about them: next to other terms that could be meant as a
    /// comparison of the whole.
    pub(crate) fn is_bare_count(&self) -> bool {
        self.counting.is_some_and(|counting| counting.against.is_none() && counting.double.is_none())
    }

    /// What a die with this face brings: the face, or 2, 1, -1 or 0 where successes are counted.
    pub(crate) fn brings(&self, face: i64) -> i64 {
        self.counting.map_or(face, |counting| counting.brings(face))
    }

    /// The result from what the dice brought.
    pub(crate) fn settle(&self, sum: i64) -> i64 {
        let botches =
            self.counting.and_then(|counting| counting.against).is_some_and(|against| against.botch);
        if botches { sum.max(0) } else { sum }
    }

    /// Success, botch and other faces of a pool that does nothing but count them.
    pub(crate) fn plain_faces(&self) -> Option<Faces> {
        let counting = self.counting?;
        if counting.against.is_some_and(|against| !against.botch) {
            return None;
        }
        let untouched = Self { counting: self.counting, ..Self::new(self.count, self.die) };
        if *self != untouched {
            return None;
        }
        let faces = |brings| {
            let alike = self.die.faces().filter(|&face| counting.brings(face) == brings).count();
            u32::try_from(alike).unwrap_or(u32::MAX)
        };
        Some(Faces { success: faces(1), double: faces(2), botch: faces(-1), neutral: faces(0) })
    }
}

impl Counting {
    pub(crate) fn brings(self, face: i64) -> i64 {
        let against = self.against.is_some_and(|against| against.when.holds(face));
        if self.success.holds(face) {
            if self.double.is_some_and(|double| double.holds(face)) { 2 } else { 1 }
        } else if against {
            -1
        } else {
            0
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::Less => "<",
            Self::Equal => "=",
            Self::Unequal => "!=",
        })
    }
}

/// After a letter that takes a condition an equal sign goes without saying.
struct Short(Condition);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.relation != Relation::Equal {
            write!(f, "{}", self.0.relation)?;
        }
        write!(f, "{}", self.0.value)
    }
}

impl fmt::Display for DicePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.die {
            Die::Sides(sides) => write!(f, "{}d{sides}", self.count)?,
            Die::Fate => write!(f, "{}dF", self.count)?,
        }
        if let Some(Reroll { when, once }) = self.reroll {
            write!(f, "{}{}", if once { "ro" } else { "rr" }, Short(when))?;
        }
        if let Some(floor) = self.floor {
            write!(f, "min{floor}")?;
        }
        if let Some(ceiling) = self.ceiling {
            write!(f, "max{ceiling}")?;
        }
        if let Some(Explosion { when, cap, compound }) = self.explosion {
            write!(f, "{}{}:{cap}", if compound { "!!" } else { "!" }, Short(when))?;
        }
        if let Some(Keep { highest, count }) = self.keep {
            write!(f, "k{}{count}", if highest { 'h' } else { 'l' })?;
        }
        if let Some(Counting { success, double, against }) = self.counting {
            write!(f, "{}{}", success.relation, success.value)?;
            if let Some(Against { when, botch: true }) = against {
                write!(f, "b{}", Short(when))?;
            } else if let Some(Against { when, botch: false }) = against {
                write!(f, "f{}{}", when.relation, when.value)?;
            }
            if let Some(double) = double {
                write!(f, "ds{}", Short(double))?;
            }
        }
        Ok(())
    }
}

impl Node {
    /// The dice that are rolled first, if there are any.
    pub(crate) fn first_pool(&self) -> Option<&DicePool> {
        match self {
            Self::Number(_) => None,
            Self::Pool(pool) => Some(pool),
            Self::Negative(inner) | Self::Repeat(_, inner) | Self::Alias(_, inner) => inner.first_pool(),
            Self::Binary(_, left, right) | Self::Compare(_, left, right) => {
                left.first_pool().or_else(|| right.first_pool())
            }
            Self::Call(_, arguments) => arguments.iter().find_map(Self::first_pool),
        }
    }

    /// The same, to be changed. The names of aliases on the way are dropped: what they stand for is no longer that.
    pub(crate) fn first_pool_mut(&mut self) -> Option<&mut DicePool> {
        while let Self::Alias(_, inner) = self {
            *self = std::mem::replace(&mut **inner, Self::Number(0));
        }
        match self {
            Self::Number(_) | Self::Alias(..) => None,
            Self::Pool(pool) => Some(pool),
            Self::Negative(inner) | Self::Repeat(_, inner) => inner.first_pool_mut(),
            Self::Binary(_, left, right) | Self::Compare(_, left, right) => {
                if left.first_pool().is_some() {
                    left.first_pool_mut()
                } else {
                    right.first_pool_mut()
                }
            }
            Self::Call(_, arguments) => {
                arguments.iter_mut().find(|argument| argument.first_pool().is_some())?.first_pool_mut()
            }
        }
    }

    /// The same with every alias written out.
    pub(crate) fn written_out(&self) -> Self {
        let inside = |node: &Self| Box::new(node.written_out());
        match self {
            Self::Number(_) | Self::Pool(_) => self.clone(),
            Self::Alias(_, inner) => inner.written_out(),
            Self::Negative(inner) => Self::Negative(inside(inner)),
            Self::Repeat(times, inner) => Self::Repeat(*times, inside(inner)),
            Self::Binary(operator, left, right) => Self::Binary(*operator, inside(left), inside(right)),
            Self::Compare(relation, left, right) => Self::Compare(*relation, inside(left), inside(right)),
            Self::Call(function, arguments) => {
                Self::Call(*function, arguments.iter().map(Self::written_out).collect())
            }
        }
    }
}
