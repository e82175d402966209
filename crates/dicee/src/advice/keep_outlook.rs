use serde::Serialize;

use crate::advice::{AdviceError, Advisor};
use crate::analysis::TurnAnalysis;
use crate::config::DiceConfig;
use crate::input;
use crate::keep::{KeepPattern, PartialDice};
use crate::solver::{Outlook, TurnValues};
use crate::transition::TransitionTable;

/// Every roll that can follow a keep, best first: the map of the next roll.
///
/// ```
/// use dicee::{Advisor, KeepPattern, Outlook, Position, RollsLeft, Rules};
///
/// let one = RollsLeft::parse(1)?;
/// let advisor = Advisor::new(Rules::Standard, Position::START, Outlook::Turn, [5, 2, 5, 6, 5], one)?;
/// let map = advisor.keep_outlook(Outlook::Turn, KeepPattern::from_faces(&[5, 5, 5])?)?;
/// assert_eq!((map.outcomes, map.rolls.len()), (36, 21));
/// assert_eq!(map.rolls[0].dice, [5, 5, 5, 5, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepOutlook {
    /// The dice kept, ascending.
    pub keep: Vec<u8>,
    /// How many ordered outcomes the rolled dice have: 6 for each of them.
    pub outcomes: u32,
    /// What the keep is worth: the mean of the rolls' values.
    pub mean: f64,
    /// At most 252, best first.
    pub rolls: Vec<NextRoll>,
}

/// One roll that can follow a keep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextRoll {
    /// All five dice, ascending.
    pub dice: Vec<u8>,
    /// In how many of the outcomes.
    pub ways: u16,
    /// What it is worth to the best player, within the horizon.
    pub value: f64,
    /// In how many of the outcomes something worth less comes.
    pub below: u32,
}

impl Advisor {
    /// Every roll that can follow keeping these dice. `outlook` is the one that this advisor was made with.
    ///
    /// # Errors
    ///
    /// [`AdviceError`] if no roll is left, the dice are not in the roll, or all five are kept.
    pub fn keep_outlook(&self, outlook: Outlook<'_>, keep: KeepPattern) -> Result<KeepOutlook, AdviceError> {
        let TurnAnalysis { rules, roll, rolls_left, .. } = *self.analysis();
        let Some(after) = rolls_left.after_roll() else { return Err(AdviceError::NoRollLeft { keep }) };
        if !keep.fits(roll) {
            return Err(input::keep_not_in_roll(keep, roll).into());
        }
        if keep.len() == DiceConfig::DICE {
            return Err(AdviceError::KeptAll { roll });
        }
        let turn = TurnValues::solve(rules, self.position(), outlook, rolls_left);
        let row = TransitionTable::global().row(PartialDice::from_kept(keep).to_index());
        let mut rolls: Vec<NextRoll> = row
            .iter()
            .map(|transition| {
                let next = DiceConfig::from_index(transition.target);
                NextRoll {
                    dice: next.faces(),
                    ways: transition.ways,
                    value: turn.value(next, after),
                    below: 0,
                }
            })
            .collect();
        rolls.sort_by(|a, b| b.value.total_cmp(&a.value).then_with(|| b.dice.cmp(&a.dice)));
        let mut below = 0;
        let (mut equal, mut last) = (0, f64::NEG_INFINITY);
        for next in rolls.iter_mut().rev() {
            if next.value > last {
                below += equal;
                (equal, last) = (0, next.value);
            }
            equal += u32::from(next.ways);
            next.below = below;
        }
        Ok(KeepOutlook {
            keep: keep.faces(),
            outcomes: below + equal,
            mean: turn.keep_value(keep.to_index(), rolls_left),
            rolls,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, RollsLeft, Rules};

    fn advisor(dice: [u8; 5], rolls: i64) -> Advisor {
        let rolls = RollsLeft::parse(rolls).unwrap();
        Advisor::new(Rules::Standard, Position::START, Outlook::Turn, dice, rolls).unwrap()
    }

    #[test]
    fn the_mean_of_the_map_is_the_value_of_the_keep() {
        for rolls in [1, 2] {
            let advisor = advisor([5, 2, 5, 6, 1], rolls);
            for keep in KeepPattern::iter_valid_for(advisor.analysis().roll) {
                let Ok(map) = advisor.keep_outlook(Outlook::Turn, keep) else {
                    assert_eq!(keep.len(), 5);
                    continue;
                };
                let ways: u32 = map.rolls.iter().map(|next| u32::from(next.ways)).sum();
                assert_eq!((map.outcomes, ways), (6_u32.pow(5 - u32::try_from(keep.len()).unwrap()), ways));
                let sum: f64 = map.rolls.iter().map(|next| f64::from(next.ways) * next.value).sum();
                assert!((sum / f64::from(ways) - map.mean).abs() < 1e-9, "{keep}");
                assert!(map.rolls.len() <= 252 && map.rolls.is_sorted_by(|a, b| a.value >= b.value));
            }
        }
    }

    #[test]
    fn below_counts_the_outcomes_that_are_worth_less() {
        let map = advisor([5, 2, 5, 6, 5], 1)
            .keep_outlook(Outlook::Turn, KeepPattern::from_faces(&[5, 5, 5]).unwrap())
            .unwrap();
        for next in &map.rolls {
            let below: u32 =
                map.rolls.iter().filter(|o| o.value < next.value).map(|o| u32::from(o.ways)).sum();
            assert_eq!(next.below, below, "{:?}", next.dice);
        }
    }

    #[test]
    fn what_cannot_be_rolled_has_no_map() {
        let keep = |faces: &[u8]| KeepPattern::from_faces(faces).unwrap();
        for (rolls, faces) in [(0, &[5][..]), (1, &[4]), (1, &[1, 2, 5, 5, 6])] {
            let error = advisor([5, 2, 5, 6, 1], rolls).keep_outlook(Outlook::Turn, keep(faces)).unwrap_err();
            assert_eq!(error.field(), "keep");
        }
    }
}
