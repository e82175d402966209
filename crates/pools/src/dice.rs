use std::fmt;

use chance::Chance;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Aliases, DiceRoll, DiceSystem, Expression, InputError, NetOdds, OddsCost, Pool, PoolOdds, RolledPool,
};

/// What is rolled for a check, a contest, a round or an attack: a pool of the system, or any expression.
///
/// JSON has a number of dice, or the expression as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// So many dice of the system.
    Pool(Pool),
    /// An expression; its result is the net successes, whatever it counts.
    Expression(Expression),
}

/// Dice as they are asked for, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceAsked {
    /// So many dice; 0 or less roll as few as the system allows.
    Pool(i64),
    /// An expression.
    Expression(String),
}

/// A roll that was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CountedRoll {
    /// Of a pool.
    Pool(DiceRoll),
    /// Of an expression.
    Expression(ExpressionRoll),
}

/// A rolled expression as a check sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpressionRoll {
    /// The result, which stands for the net successes.
    pub total: i64,
    /// The dice.
    pub pools: Vec<RolledPool>,
    /// Whether it is a fumble: one pool with no success and at least one botch.
    pub is_fumble: bool,
    /// Whether successes were counted and reach the critical number.
    pub is_critical: bool,
}

/// What a check needs to know of a roll.
pub trait Counted {
    /// The net successes, or the result of dice that are added up.
    fn net(&self) -> i64;
    /// Whether it is a fumble.
    fn is_fumble(&self) -> bool;
    /// Whether it is a critical roll.
    fn is_critical(&self) -> bool;
}

/// The most steps of counting for one roll, about half a millisecond: a table that is loaded again counts a hundred.
pub(crate) const QUICK_STEPS: u64 = 500_000;

impl Dice {
    /// Their odds.
    ///
    /// # Errors
    ///
    /// [`InputError`] if they would take too long.
    pub fn odds(&self, system: &DiceSystem) -> Result<NetOdds, InputError> {
        match self {
            Self::Pool(pool) => Ok(PoolOdds::new(system, *pool).counted().clone()),
            Self::Expression(expression) => Ok(expression.net_odds()?),
        }
    }

    /// Their odds, where counting them takes no longer than about half a millisecond.
    pub(crate) fn quick_odds(&self, system: &DiceSystem) -> Option<NetOdds> {
        let cheap = self.cost(system).is_ok_and(|cost| cost.steps <= QUICK_STEPS);
        cheap.then(|| self.odds(system).ok()).flatten()
    }

    /// What the odds take.
    pub(crate) fn cost(&self, system: &DiceSystem) -> Result<OddsCost, InputError> {
        match self {
            Self::Pool(pool) => Ok(system.pool_cost(*pool)),
            Self::Expression(expression) => Ok(expression.odds_cost()?),
        }
    }

    /// Rolls them.
    pub fn roll(&self, system: &DiceSystem, chance: &mut dyn Chance) -> CountedRoll {
        match self {
            Self::Pool(pool) => CountedRoll::Pool(DiceRoll::roll(system, *pool, chance)),
            Self::Expression(expression) => {
                CountedRoll::Expression(ExpressionRoll::of(system, expression, expression.roll(chance)))
            }
        }
    }

    /// Rolls them, and says which faces fell, in their order: [`Self::of_faces`] makes the same roll of them.
    pub fn throw(&self, system: &DiceSystem, chance: &mut dyn Chance) -> (Vec<i64>, CountedRoll) {
        match self {
            Self::Pool(pool) => {
                let roll = DiceRoll::roll(system, *pool, chance);
                (roll.dice.iter().map(|&face| face.into()).collect(), CountedRoll::Pool(roll))
            }
            Self::Expression(expression) => {
                let (faces, rolled) = expression.throw(chance);
                (faces, CountedRoll::Expression(ExpressionRoll::of(system, expression, rolled)))
            }
        }
    }

    /// What faces that have already fallen make; `None` if a roll cannot bring these faces, or not as many.
    #[must_use]
    pub fn of_faces(&self, system: &DiceSystem, faces: &[i64]) -> Option<CountedRoll> {
        match self {
            Self::Pool(pool) => {
                let fits =
                    |face: &i64| u8::try_from(*face).ok().filter(|face| (1..=system.sides()).contains(face));
                let dice: Vec<u8> = faces.iter().map(fits).collect::<Option<_>>()?;
                let complete = dice.len() == pool.dice() as usize;
                complete.then(|| CountedRoll::Pool(DiceRoll::of_faces(system, dice)))
            }
            Self::Expression(expression) => {
                let rolled = expression.of_faces(faces)?;
                Some(CountedRoll::Expression(ExpressionRoll::of(system, expression, rolled)))
            }
        }
    }

    /// The same with one die more; `None` where there cannot be one.
    #[must_use]
    pub fn one_more(&self, system: &DiceSystem) -> Option<Self> {
        match self {
            Self::Pool(pool) if pool.dice() >= Pool::MOST => None,
            Self::Pool(pool) => system.pool("pool", i64::from(pool.dice()) + 1).ok().map(Self::Pool),
            Self::Expression(expression) => {
                expression.with_dice(expression.dice()?.checked_add(1)?).map(Self::Expression)
            }
        }
    }

    /// The most dice of one roll, every repeat and every explosion counted.
    #[must_use]
    pub fn most_dice(&self) -> u64 {
        match self {
            Self::Pool(pool) => pool.dice().into(),
            Self::Expression(expression) => expression.most_dice(),
        }
    }

    /// In canonical spelling: an expression that rolls and counts the same.
    #[must_use]
    pub fn notation(&self, system: &DiceSystem) -> String {
        match self {
            Self::Pool(pool) => system.notation(*pool),
            Self::Expression(expression) => expression.to_string(),
        }
    }
}

impl DiceAsked {
    /// The dice, with so many more.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names this field: too many dice, or an expression that is wrong.
    pub fn resolve(
        &self,
        field: &str,
        system: &DiceSystem,
        aliases: &Aliases,
        modifier: i64,
    ) -> Result<Dice, InputError> {
        match self {
            Self::Pool(dice) => system.pool(field, dice.saturating_add(modifier)).map(Dice::Pool),
            Self::Expression(text) => {
                let expression =
                    Expression::parse(text, aliases).map_err(|error| InputError::from(error).at(field))?;
                if modifier == 0 {
                    return Ok(Dice::Expression(expression));
                }
                let dice = expression.dice().map(|dice| (i64::from(dice) + modifier).max(1));
                let changed = dice.and_then(|dice| expression.with_dice(u32::try_from(dice).ok()?));
                let refuse =
                    || InputError::new("modifier", "a number of dice that the expression can have", modifier);
                changed.map(Dice::Expression).ok_or_else(refuse)
            }
        }
    }
}

impl ExpressionRoll {
    fn of(system: &DiceSystem, expression: &Expression, rolled: crate::Rolled) -> Self {
        let is_fumble = expression.counts_successes() && rolled.is_fumble();
        let critical = i64::from(system.critical_net());
        Self {
            is_critical: expression.counts_successes() && rolled.total >= critical,
            is_fumble,
            total: rolled.total,
            pools: rolled.pools,
        }
    }
}

impl Counted for DiceRoll {
    fn net(&self) -> i64 {
        self.net.into()
    }

    fn is_fumble(&self) -> bool {
        self.is_fumble
    }

    fn is_critical(&self) -> bool {
        self.is_critical
    }
}

impl Counted for CountedRoll {
    fn net(&self) -> i64 {
        match self {
            Self::Pool(roll) => roll.net(),
            Self::Expression(roll) => roll.total,
        }
    }

    fn is_fumble(&self) -> bool {
        match self {
            Self::Pool(roll) => roll.is_fumble,
            Self::Expression(roll) => roll.is_fumble,
        }
    }

    fn is_critical(&self) -> bool {
        match self {
            Self::Pool(roll) => roll.is_critical,
            Self::Expression(roll) => roll.is_critical,
        }
    }
}

impl From<Pool> for Dice {
    fn from(pool: Pool) -> Self {
        Self::Pool(pool)
    }
}

impl fmt::Display for Dice {
    /// `6` or `6d10!10:10>=8b1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pool(pool) => pool.dice().fmt(f),
            Self::Expression(expression) => expression.fmt(f),
        }
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pool(pool) => serializer.serialize_u32(pool.dice()),
            Self::Expression(expression) => serializer.collect_str(expression),
        }
    }
}

impl Default for DiceAsked {
    /// As few dice as the system allows.
    fn default() -> Self {
        Self::Pool(0)
    }
}

impl std::str::FromStr for DiceAsked {
    type Err = std::convert::Infallible;

    /// A whole number is a pool, anything else an expression.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.trim().parse().map_or_else(|_| Self::Expression(text.to_owned()), Self::Pool))
    }
}

impl Serialize for DiceAsked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pool(dice) => serializer.serialize_i64(*dice),
            Self::Expression(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for DiceAsked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = DiceAsked;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of dice, or an expression as text")
            }

            fn visit_i64<E: Error>(self, dice: i64) -> Result<DiceAsked, E> {
                Ok(DiceAsked::Pool(dice))
            }

            fn visit_u64<E: Error>(self, dice: u64) -> Result<DiceAsked, E> {
                Ok(DiceAsked::Pool(i64::try_from(dice).unwrap_or(i64::MAX)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<DiceAsked, E> {
                Ok(DiceAsked::Expression(text.to_owned()))
            }
        }

        deserializer.deserialize_any(Read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;

    #[test]
    fn dice_in_any_spelling_come_back_the_same_from_json() {
        for text in ["000", "06d10>=8b1", "2d6 + 3", "(4d6kh3)"] {
            let dice = Dice::Expression(Expression::parse(text, &Aliases::default()).unwrap());
            let written = serde_json::to_string(&dice).unwrap();
            let read: DiceAsked = serde_json::from_str(&written).unwrap();
            let read = read.resolve("pool", &DiceSystem::standard(), &Aliases::default(), 0).unwrap();
            assert_eq!(read, dice, "{text} became {written}");
        }
    }

    #[test]
    fn a_pool_and_its_notation_roll_and_count_alike() {
        for file in [
            "{}",
            r#"{"successThreshold": 7, "doubleThreshold": 10, "botchValue": null}"#,
            r#"{"sides": 6, "successThreshold": 5, "doubleThreshold": 5}"#,
        ] {
            let system = DiceSystem::from_json(file).unwrap();
            for dice in [1, 2, 7] {
                let pool = Dice::Pool(system.pool("pool", dice).unwrap());
                let written = Expression::parse(&pool.notation(&system), &Aliases::default()).unwrap();
                let written = Dice::Expression(written);
                assert_eq!(pool.odds(&system), written.odds(&system), "{file}, {dice}");
                let (mut first, mut second) = (SeededChance::from_seed(3), SeededChance::from_seed(3));
                for _ in 0..50 {
                    let (faces, roll) = pool.throw(&system, &mut first);
                    let (same, other) = written.throw(&system, &mut second);
                    assert_eq!(faces, same);
                    assert_eq!(
                        (roll.net(), roll.is_fumble(), roll.is_critical()),
                        (other.net(), other.is_fumble(), other.is_critical())
                    );
                    assert_eq!(pool.of_faces(&system, &faces), Some(roll));
                    assert_eq!(written.of_faces(&system, &faces), Some(other));
                }
            }
        }
    }

    #[test]
    fn a_modifier_changes_the_dice_of_an_expression() {
        let system = DiceSystem::standard();
        let asked = DiceAsked::Expression("6d10!10>=8b1".to_owned());
        let dice = asked.resolve("pool", &system, &Aliases::default(), -2).unwrap();
        assert_eq!(dice.to_string(), "4d10!10:10>=8b1");
        let none = DiceAsked::Expression("7".to_owned());
        let refused = none.resolve("pool", &system, &Aliases::default(), 1).unwrap_err();
        assert_eq!(refused.field(), "modifier");
    }
}
