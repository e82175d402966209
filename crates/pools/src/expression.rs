//! One small language for rolling, odds and explanation: one parser, one tree, three uses.

mod aliases;
mod complete;
mod define;
mod error;
mod explain;
mod limits;
mod odds;
mod parser;
mod pool_parser;
mod roll;
mod spelling;
mod tree;

use std::fmt;

use chance::Chance;

pub use aliases::Aliases;
pub use complete::Completion;
pub use error::{ExpressionError, Problem, Reading};
pub use odds::ExpressionOdds;
pub use roll::{Mark, Rolled, RolledDie, RolledPool};

use serde::{Serialize, Serializer};

use crate::{DiceSystem, NetOdds, OddsCost, PoolOdds};
use tree::{DicePool, Node};

/// An expression such as `6d10>=8b1`, `4d6kh3+2` or `3x(2d6!)`: parsed, within the limits, and ready for each of its
/// three uses. It is shown in its canonical spelling, whatever spelling it was read from.
///
/// ```
/// use chance::SeededChance;
/// use pools::{Aliases, Expression, Fraction};
///
/// let sword = Expression::parse("4d6 k3 + 2", &Aliases::default())?;
/// assert_eq!(sword.to_string(), "4d6kh3 + 2");
/// assert!((5..=20).contains(&sword.roll(&mut SeededChance::from_seed(1)).total));
/// assert_eq!(sword.odds()?.values().probability(&20), Fraction::new(21, 1296));
/// assert!(sword.explain().contains("keep the 3 highest"));
///
/// // What is read differently elsewhere is refused, with both readings.
/// let error = Expression::parse("6d10>8", &Aliases::default()).unwrap_err();
/// assert!(error.to_string().contains("6d10>=8") && error.to_string().contains("6d10>=9"));
/// # Ok::<(), pools::ExpressionError>(())
/// ```
#[derive(Clone, Debug, Eq)]
pub struct Expression {
    text: String,
    root: Node,
}

impl PartialEq for Expression {
    /// Two spellings of the same dice are equal, so that an event written in canonical spelling comes back the same.
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
}

impl Expression {
    /// Parses an expression and checks that it is within the limits for rolling.
    ///
    /// # Errors
    ///
    /// [`ExpressionError`], which points at the place.
    pub fn parse(text: &str, aliases: &Aliases) -> Result<Self, ExpressionError> {
        let root = parser::parse(text, aliases)?;
        limits::check(&root).map_err(|problem| ExpressionError::whole(text, problem))?;
        Ok(Self { text: text.to_owned(), root })
    }

    /// What can be typed next, each of which makes an expression.
    ///
    /// ```
    /// use pools::{Aliases, Expression};
    ///
    /// let ways = Expression::complete("6d", &Aliases::default());
    /// assert_eq!((ways[0].text.as_str(), ways[0].means.as_str()), ("6d10", "ten-sided"));
    /// ```
    #[must_use]
    pub fn complete(text: &str, aliases: &Aliases) -> Vec<Completion> {
        complete::complete(text, aliases)
    }

    /// Whether a text is this expression.
    fn is_same(&self, text: &str, aliases: &Aliases) -> bool {
        parser::parse(text, aliases).is_ok_and(|root| root == self.root)
    }

    /// Rolls it.
    pub fn roll(&self, chance: &mut dyn Chance) -> Rolled {
        self.throw(chance).1
    }

    /// Rolls it, and says which faces fell, in their order: [`Self::of_faces`] makes the same roll of them.
    pub fn throw(&self, chance: &mut dyn Chance) -> (Vec<i64>, Rolled) {
        roll::roll(&self.root, chance)
    }

    /// What faces that have already fallen make: the first face of each die, then what it was rolled again to, then
    /// what exploded from it. `None` if a roll cannot bring these faces, or not as many.
    ///
    /// ```
    /// use pools::{Aliases, Expression};
    ///
    /// let dice = Expression::parse("2d6!", &Aliases::default())?;
    /// assert_eq!(dice.of_faces(&[6, 3, 2]).map(|rolled| rolled.total), Some(11));
    /// assert_eq!(dice.of_faces(&[6, 3]), None);
    /// assert_eq!(dice.of_faces(&[7, 3]), None);
    /// # Ok::<(), pools::ExpressionError>(())
    /// ```
    #[must_use]
    pub fn of_faces(&self, faces: &[i64]) -> Option<Rolled> {
        roll::of_faces(&self.root, faces)
    }

    /// The most dice that one roll can take, every repeat and every explosion counted.
    #[must_use]
    pub fn most_dice(&self) -> u64 {
        limits::rolled(&self.root)
    }

    /// What [`Self::odds`] would take.
    ///
    /// # Errors
    ///
    /// [`Problem::TooMuchWork`] where it would refuse.
    pub fn odds_cost(&self) -> Result<OddsCost, ExpressionError> {
        odds::cost(&self.root).map_err(|problem| ExpressionError::whole(&self.text, problem))
    }

    /// Its exact odds.
    ///
    /// # Errors
    ///
    /// [`Problem::TooMuchWork`] if they would take too long; that is known before any work is done.
    pub fn odds(&self) -> Result<ExpressionOdds, ExpressionError> {
        odds::odds(&self.root, self.pool()).map_err(|problem| ExpressionError::whole(&self.text, problem))
    }

    /// Its odds as a check sees them: the result, and the fumbles where there are any.
    ///
    /// # Errors
    ///
    /// As [`Self::odds`].
    pub fn net_odds(&self) -> Result<NetOdds, ExpressionError> {
        Ok(self.odds()?.counted().clone())
    }

    /// How many dice it rolls first; `None` if it rolls none.
    #[must_use]
    pub fn dice(&self) -> Option<u32> {
        self.root.first_pool().map(|pool| pool.count)
    }

    /// The same with another number of the dice that it rolls first. Dice to keep are at most those. `None` where there
    /// are no dice to change, or the number is out of range.
    ///
    /// ```
    /// use pools::{Aliases, Expression};
    ///
    /// let six = Expression::parse("6d10!10>=8b1", &Aliases::default())?;
    /// assert_eq!(six.with_dice(8).map(|eight| eight.to_string()), Some("8d10!10:10>=8b1".to_owned()));
    /// assert_eq!(six.with_dice(0), None);
    /// # Ok::<(), pools::ExpressionError>(())
    /// ```
    #[must_use]
    pub fn with_dice(&self, dice: u32) -> Option<Self> {
        if !(1..=limits::MOST_DICE).contains(&dice) {
            return None;
        }
        let mut root = self.root.clone();
        let pool = root.first_pool_mut()?;
        pool.count = dice;
        if let Some(keep) = &mut pool.keep {
            keep.count = keep.count.min(dice);
        }
        limits::check(&root).ok()?;
        let text = root.to_string();
        Some(Self { text, root })
    }

    /// The same with every alias written out, so that it means the same where nobody knows the aliases.
    #[must_use]
    pub fn written_out(&self) -> Self {
        let root = self.root.written_out();
        Self { text: root.to_string(), root }
    }

    /// What it does, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        explain::explain(&self.root)
    }

    /// The lowest and the highest result.
    #[must_use]
    pub fn range(&self) -> (i64, i64) {
        limits::range(&self.root)
    }

    /// Whether its result is a number of successes: it is a pool of counted dice, whatever else is done to them.
    #[must_use]
    pub fn counts_successes(&self) -> bool {
        self.pool().is_some_and(|pool| pool.counting.is_some())
    }

    fn pool(&self) -> Option<&DicePool> {
        let mut node = &self.root;
        while let Node::Alias(_, inner) = node {
            node = inner;
        }
        if let Node::Pool(pool) = node { Some(pool) } else { None }
    }

    /// The pool it is, if it is nothing but dice of which successes are counted, with or without botches: then there
    /// are the joint distribution, the value of one more die, and the tiers of a check. How many net successes are
    /// critical is the system's business.
    #[must_use]
    pub fn success_pool(&self, system: &DiceSystem) -> Option<PoolOdds> {
        let pool = self.pool()?;
        pool.plain_faces().map(|faces| PoolOdds::of_faces(system, faces, pool.count))
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root.fmt(f)
    }
}
