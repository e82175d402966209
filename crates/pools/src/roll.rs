use chance::Chance;
use serde::{Deserialize, Serialize};

use crate::{DiceSystem, Pool};

/// One roll of a pool, counted.
///
/// ```
/// use pools::{DiceRoll, DiceSystem};
///
/// let roll = DiceRoll::of_faces(&DiceSystem::standard(), vec![8, 10, 1, 5]);
/// assert_eq!((roll.successes, roll.botches, roll.net), (2, 1, 1));
/// assert!(!roll.is_fumble && !roll.is_critical);
/// assert_eq!(roll.raw_total, 24);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceRoll {
    /// The faces in the order they fell.
    pub dice: Vec<u8>,
    /// Dice that show the threshold or more; those that count double are two.
    pub successes: u32,
    /// Dice that show the botch value.
    pub botches: u32,
    /// Successes less botches, never below 0.
    pub net: u32,
    /// No success and at least one botch.
    pub is_fumble: bool,
    /// Net successes that reach the critical number.
    pub is_critical: bool,
    /// The sum of the faces, for damage.
    pub raw_total: u32,
}

impl DiceRoll {
    /// Rolls a pool.
    #[must_use]
    pub fn roll(system: &DiceSystem, pool: Pool, chance: &mut dyn Chance) -> Self {
        Self::of_faces(system, throw(system, pool.dice(), chance))
    }

    /// Counts faces that have already fallen.
    #[must_use]
    pub fn of_faces(system: &DiceSystem, dice: Vec<u8>) -> Self {
        let count = |holds: &dyn Fn(u8) -> bool| {
            u32::try_from(dice.iter().filter(|&&face| holds(face)).count()).unwrap_or(u32::MAX)
        };
        let successes = count(&|face| system.is_success(face)) + count(&|face| system.is_double(face));
        let botches = count(&|face| system.is_botch(face));
        let net = successes.saturating_sub(botches);
        let raw_total = dice.iter().map(|&face| u32::from(face)).sum();
        Self {
            dice,
            successes,
            botches,
            net,
            is_fumble: successes == 0 && botches > 0,
            is_critical: net >= system.critical_net(),
            raw_total,
        }
    }
}

/// So many dice of the system.
pub(crate) fn throw(system: &DiceSystem, dice: u32, chance: &mut dyn Chance) -> Vec<u8> {
    let sides = system.sides();
    (0..dice).map(|_| u8::try_from(chance.below(sides.into()) + 1).unwrap_or(sides)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;

    fn roll(faces: &[u8]) -> DiceRoll {
        DiceRoll::of_faces(&DiceSystem::standard(), faces.to_vec())
    }

    #[test]
    fn roll_returns_correct_number_of_dice_results() {
        let system = DiceSystem::standard();
        let mut luck = SeededChance::from_seed(1);
        for dice in [1, 2, 7, 100] {
            let roll = DiceRoll::roll(&system, system.pool("pool", dice).unwrap(), &mut luck);
            assert_eq!(i64::try_from(roll.dice.len()), Ok(dice));
            assert!(roll.dice.iter().all(|face| (1..=10).contains(face)));
        }
    }

    #[test]
    fn successes_counted_correctly_8_9_10() {
        assert_eq!(roll(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).successes, 3);
        assert_eq!(roll(&[7, 7]).successes, 0);
        assert_eq!(roll(&[8, 8, 8]).successes, 3);
    }

    #[test]
    fn botches_counted_correctly_1() {
        assert_eq!(roll(&[1, 2, 1, 10]).botches, 2);
        assert_eq!(roll(&[2, 10]).botches, 0);
    }

    #[test]
    fn net_successes_are_successes_less_botches() {
        assert_eq!(roll(&[8, 9, 10, 1]).net, 2);
        assert_eq!(roll(&[8, 9, 10, 5]).net, 3);
    }

    #[test]
    fn net_successes_minimum_is_0() {
        assert_eq!(roll(&[8, 1, 1, 1]).net, 0);
        assert_eq!(roll(&[1, 1]).net, 0);
    }

    #[test]
    fn fumble_detected_when_0_successes_and_at_least_1_botch() {
        assert!(roll(&[1, 5, 7]).is_fumble);
        assert!(!roll(&[8, 1, 1]).is_fumble, "one success is enough");
        assert!(!roll(&[2, 5, 7]).is_fumble, "without a botch it is a plain failure");
    }

    #[test]
    fn critical_success_detected_when_net_at_least_5() {
        assert!(roll(&[8, 8, 9, 9, 10]).is_critical);
        assert!(!roll(&[8, 8, 9, 9, 10, 1]).is_critical, "a botch takes one away");
        assert!(roll(&[8, 8, 9, 9, 10, 10, 1]).is_critical);
    }

    #[test]
    fn minimum_pool_enforced_0_rolls_one_die() {
        let system = DiceSystem::standard();
        for asked in [0, -3, i64::MIN] {
            let pool = system.pool("pool", asked).unwrap();
            assert_eq!(DiceRoll::roll(&system, pool, &mut SeededChance::from_seed(3)).dice.len(), 1);
        }
    }

    #[test]
    fn raw_total_is_the_sum_of_the_faces() {
        assert_eq!(roll(&[10, 1, 4]).raw_total, 15);
    }
}
