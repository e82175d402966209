use std::sync::LazyLock;

use chance::Ratio;

use crate::config::{ConfigIndex, DiceConfig};
use crate::counts::{FIRST_OF_SIZE, index_of, multinomial};
use crate::keep::{KeepIndex, KeepPattern, PartialDice};

/// For every keep, where rolling the other dice can lead, and in how many ways (docs/decisions/transitions.md).
///
/// Only the 4,368 transitions that can happen are stored, as whole numbers of ordered outcomes, so every
/// probability is exact.
///
/// ```
/// use dicee::{DiceConfig, KeepPattern, PartialDice, TransitionTable};
///
/// let table = TransitionTable::global();
/// let partial = PartialDice::from_kept(KeepPattern::from_faces(&[5, 5, 5])?);
/// let target = DiceConfig::from_dice(&[5, 5, 5, 2, 2])?;
/// assert_eq!(table.ratio(partial, target.to_index()).to_string(), "1/36");
/// let fives = table.expected_value(partial, |roll| f64::from(roll.counts()[4]));
/// assert!((fives - (3.0 + 2.0 / 6.0)).abs() < 1e-12);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TransitionTable {
    transitions: Vec<Transition>,
    /// Where the row of each keep begins; one more entry ends the last row.
    starts: Vec<u16>,
}

/// One way a roll can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// All five dice after the roll.
    pub target: ConfigIndex,
    /// In how many of the 6^n ordered outcomes of the n rolled dice.
    pub ways: u16,
}

impl TransitionTable {
    /// How many transitions can happen.
    pub const LEN: usize = 4368;

    /// The table, made on first use.
    #[must_use]
    pub fn global() -> &'static Self {
        static TABLE: LazyLock<TransitionTable> = LazyLock::new(TransitionTable::compute);
        &TABLE
    }

    /// Makes the table.
    #[must_use]
    pub fn compute() -> Self {
        let mut transitions = Vec::with_capacity(Self::LEN);
        let mut starts = Vec::with_capacity(KeepPattern::COUNT + 1);
        let all: Vec<_> = KeepPattern::iter_all().map(KeepPattern::counts).collect();
        for kept in PartialDice::iter_all() {
            starts.push(u16::try_from(transitions.len()).expect("there are 4,368 transitions"));
            let first = usize::from(FIRST_OF_SIZE[kept.to_roll()]);
            let last =
                FIRST_OF_SIZE.get(kept.to_roll() + 1).map_or(KeepPattern::COUNT, |&next| usize::from(next));
            for rolled in &all[first..last] {
                let mut counts = kept.kept().counts();
                for (count, more) in counts.iter_mut().zip(rolled) {
                    *count += more;
                }
                let target = u8::try_from(index_of(&counts) - FIRST_OF_SIZE[5])
                    .ok()
                    .and_then(ConfigIndex::new)
                    .expect("kept and rolled dice are five together");
                let ways = u16::try_from(multinomial(rolled)).expect("at most 120 orders");
                transitions.push(Transition { target, ways });
            }
        }
        starts.push(u16::try_from(transitions.len()).expect("there are 4,368 transitions"));
        Self { transitions, starts }
    }

    /// Every roll that can follow this keep.
    #[must_use]
    pub fn row(&self, keep: KeepIndex) -> &[Transition] {
        let keep = keep.as_usize();
        &self.transitions[usize::from(self.starts[keep])..usize::from(self.starts[keep + 1])]
    }

    /// The exact probability of ending with `target`.
    #[must_use]
    pub fn ratio(&self, partial: PartialDice, target: ConfigIndex) -> Ratio {
        let row = self.row(partial.to_index());
        let ways = row.iter().find(|transition| transition.target == target).map_or(0, |found| found.ways);
        Ratio::new(u64::from(ways), outcomes(partial))
    }

    /// The probability of ending with `target`.
    #[must_use]
    pub fn probability(&self, partial: PartialDice, target: ConfigIndex) -> f64 {
        self.ratio(partial, target).value()
    }

    /// The expectation of `worth` over the rolls that can follow this keep.
    pub fn expected_value(&self, partial: PartialDice, mut worth: impl FnMut(DiceConfig) -> f64) -> f64 {
        let row = self.row(partial.to_index());
        let sum: f64 = row.iter().map(|t| f64::from(t.ways) * worth(DiceConfig::from_index(t.target))).sum();
        sum / outcomes(partial) as f64
    }
}

/// How many ordered outcomes the dice in the cup have.
fn outcomes(partial: PartialDice) -> u64 {
    (0..partial.to_roll()).fold(1, |product, _| product * 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_of_every_row_add_up_to_all_outcomes() {
        let table = TransitionTable::compute();
        assert_eq!(table.transitions.len(), TransitionTable::LEN);
        for partial in PartialDice::iter_all() {
            let ways: u64 = table.row(partial.to_index()).iter().map(|t| u64::from(t.ways)).sum();
            assert_eq!(ways, outcomes(partial), "{}", partial.kept());
        }
    }

    #[test]
    fn keeping_all_dice_changes_nothing() {
        for config in DiceConfig::iter_all() {
            let ratio = TransitionTable::global().ratio(PartialDice::keep_all(config), config.to_index());
            assert_eq!(ratio, Ratio::ONE);
        }
    }

    #[test]
    fn rolling_all_dice_gives_each_roll_by_its_multiplicity() {
        for config in DiceConfig::iter_all() {
            let ratio = TransitionTable::global().ratio(PartialDice::reroll_all(), config.to_index());
            assert_eq!(ratio, Ratio::new(u64::from(config.multiplicity()), 7776));
        }
    }

    #[test]
    fn rows_agree_with_rolling_every_die_by_hand() {
        let table = TransitionTable::global();
        for partial in PartialDice::iter_all().step_by(5) {
            let mut seen = [0u16; 252];
            let kept = partial.kept().faces();
            for outcome in 0..outcomes(partial) {
                let mut dice = kept.clone();
                let mut rest = outcome;
                while dice.len() < 5 {
                    dice.push(u8::try_from(rest % 6 + 1).unwrap());
                    rest /= 6;
                }
                let roll = DiceConfig::from_dice(&dice.try_into().unwrap()).unwrap();
                seen[roll.to_index().as_usize()] += 1;
            }
            for target in ConfigIndex::iter_all() {
                let expected = Ratio::new(u64::from(seen[target.as_usize()]), outcomes(partial));
                assert_eq!(table.ratio(partial, target), expected);
            }
        }
    }

    #[test]
    fn a_roll_without_the_kept_dice_is_impossible() {
        let partial = PartialDice::from_kept(KeepPattern::from_faces(&[6, 6]).unwrap());
        let target = DiceConfig::from_dice(&[1, 2, 3, 4, 6]).unwrap().to_index();
        assert_eq!(TransitionTable::global().ratio(partial, target), Ratio::ZERO);
    }
}
