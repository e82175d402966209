use crate::InputError;
use crate::analysis::TurnAnalysis;
use crate::category::{Category, CategorySet};
use crate::config::{ConfigIndex, DiceConfig};
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::{DiceeBox, Rules};
use crate::solver::{Outlook, TurnValues};

/// A roll in a turn that is judged by itself (docs/decisions/turn-solver.md): no bonus and no history, only open boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The roll.
    pub config: ConfigIndex,
    /// Rolls still to come.
    pub rolls_remaining: RollsLeft,
    /// The open boxes.
    pub available: CategorySet,
}

/// Values of [`TurnState`]s: the best points a turn can be expected to bring.
///
/// One set of open boxes is solved in microseconds and then answers for every roll, so the solver remembers
/// the last set it was asked about and needs no cache beyond that.
///
/// ```
/// use dicee::{Category, CategorySet, DiceConfig, RollsLeft, TurnSolver, TurnState};
///
/// let mut solver = TurnSolver::new();
/// let state = TurnState {
///     config: DiceConfig::from_dice(&[3, 3, 3, 3, 1])?.to_index(),
///     rolls_remaining: RollsLeft::parse(1)?,
///     available: CategorySet::from_slice(&[Category::Dicee]),
/// };
/// assert!((solver.evaluate(state)? - 50.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TurnSolver {
    last: Option<(CategorySet, TurnValues)>,
}

impl TurnSolver {
    /// A solver that has solved nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { last: None }
    }

    /// The expected points of the best play.
    ///
    /// # Errors
    ///
    /// [`InputError`] if no box is open.
    pub fn evaluate(&mut self, state: TurnState) -> Result<f64, InputError> {
        let turn = self.solved(state.available)?;
        Ok(turn.value(DiceConfig::from_index(state.config), state.rolls_remaining))
    }

    /// What every action is worth.
    ///
    /// # Errors
    ///
    /// [`InputError`] if no box is open.
    pub fn analyze(&mut self, state: TurnState) -> Result<TurnAnalysis, InputError> {
        let position = position(state.available)?;
        let roll = DiceConfig::from_index(state.config);
        let turn = self.solved(state.available)?;
        Ok(TurnAnalysis::from_values(RULES, position, Outlook::Turn, roll, state.rolls_remaining, turn))
    }

    fn solved(&mut self, available: CategorySet) -> Result<&TurnValues, InputError> {
        if self.last.as_ref().is_none_or(|(set, _)| *set != available) {
            let turn = TurnValues::solve(RULES, position(available)?, Outlook::Turn, RollsLeft::MAX);
            self.last = Some((available, turn));
        }
        Ok(&self.last.as_ref().expect("solved just now").1)
    }
}

/// Without bonuses in reach, all rules agree.
const RULES: Rules = Rules::Standard;

/// A card with these boxes open on which a turn brings box points alone.
fn position(available: CategorySet) -> Result<Position, InputError> {
    let dicee_box = if available.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Zero };
    Position::new(available, 0, dicee_box)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input;
    use crate::{Action, KeepPattern, PartialDice, TransitionTable};
    use Category::*;
    use proptest::prelude::*;

    fn state(dice: [u8; 5], rolls: i64, open: &[Category]) -> TurnState {
        TurnState {
            config: DiceConfig::from_dice(&dice).unwrap().to_index(),
            rolls_remaining: RollsLeft::parse(rolls).unwrap(),
            available: CategorySet::from_slice(open),
        }
    }

    fn best(dice: [u8; 5], rolls: i64, open: &[Category]) -> Action {
        TurnSolver::default().analyze(state(dice, rolls, open)).unwrap().best.action
    }

    fn keep(faces: &[u8]) -> Action {
        Action::Keep(KeepPattern::from_faces(faces).unwrap())
    }

    #[test]
    fn five_fives_score_the_dicee_at_once() {
        let analysis = TurnSolver::default().analyze(state([5; 5], 2, &[Dicee])).unwrap();
        assert_eq!(analysis.recommended_category(), Some(Dicee));
        assert_eq!(analysis.category_score(), Some(50));
    }

    #[test]
    fn four_threes_are_kept_for_the_dicee() {
        let analysis = TurnSolver::default().analyze(state([3, 3, 3, 3, 1], 2, &[Dicee])).unwrap();
        assert_eq!(analysis.keep_recommendation().unwrap().kept_counts, [0, 0, 4, 0, 0, 0]);
    }

    #[test]
    fn a_straight_draw_keeps_the_run() {
        assert_eq!(best([1, 2, 3, 4, 6], 1, &[LargeStraight]), keep(&[1, 2, 3, 4]));
    }

    #[test]
    fn without_rolls_the_best_box_is_scored() {
        assert_eq!(best([5, 5, 5, 2, 6], 0, &[FullHouse, Fives, Chance]), Action::Score(Chance));
    }

    /// The recursion of docs/decisions/turn-solver.md, with the transition table instead of the lattice.
    fn naive(roll: DiceConfig, rolls: u8, open: CategorySet) -> f64 {
        let stop = open.iter().map(|category| f64::from(category.score(roll))).fold(0.0, f64::max);
        if rolls == 0 {
            return stop;
        }
        let table = TransitionTable::global();
        let mut known = vec![f64::NAN; 252];
        let mut next = |roll: DiceConfig| {
            let place = &mut known[roll.to_index().as_usize()];
            if place.is_nan() {
                *place = naive(roll, rolls - 1, open);
            }
            *place
        };
        KeepPattern::iter_valid_for(roll)
            .map(|keep| table.expected_value(PartialDice::from_kept(keep), &mut next))
            .fold(stop, f64::max)
    }

    fn any_open() -> impl Strategy<Value = CategorySet> {
        (1u16..1 << 13).prop_map(|bits| CategorySet::from_bits(bits).unwrap())
    }

    fn any_state() -> impl Strategy<Value = TurnState> {
        (0u8..252, 0i64..=2, any_open()).prop_map(|(config, rolls, available)| TurnState {
            config: ConfigIndex::new(config).unwrap(),
            rolls_remaining: RollsLeft::parse(rolls).unwrap(),
            available,
        })
    }

    proptest! {
        #[test]
        fn values_lie_between_zero_and_the_best_box(state in any_state()) {
            let value = TurnSolver::default().evaluate(state).unwrap();
            prop_assert!((0.0..=50.0).contains(&value));
        }

        #[test]
        fn more_rolls_never_hurt(state in any_state()) {
            let mut solver = TurnSolver::default();
            let values: Vec<f64> = RollsLeft::iter_all()
                .map(|rolls| solver.evaluate(TurnState { rolls_remaining: rolls, ..state }).unwrap())
                .collect();
            prop_assert!(values.is_sorted_by(|a, b| *a <= b + 1e-12), "{:?}", values);
        }

        #[test]
        fn the_value_is_at_least_the_best_score_now(state in any_state()) {
            let roll = DiceConfig::from_index(state.config);
            let stop = state.available.iter().map(|c| f64::from(c.score(roll))).fold(0.0, f64::max);
            prop_assert!(TurnSolver::default().evaluate(state).unwrap() >= stop - 1e-9);
        }

        #[test]
        fn the_same_question_has_the_same_answer(a in any_state(), b in any_state()) {
            let mut solver = TurnSolver::default();
            let first = solver.analyze(a).unwrap();
            let _ = solver.analyze(b).unwrap();
            prop_assert_eq!(&first, &solver.analyze(a).unwrap());
            prop_assert!((first.expected_value() - solver.evaluate(a).unwrap()).abs() < 1e-12);
        }

        #[test]
        fn one_roll_ahead_equals_the_naive_recursion(config in 0u8..252, open in any_open()) {
            let roll = DiceConfig::from_index(ConfigIndex::new(config).unwrap());
            let state = TurnState { config: roll.to_index(), rolls_remaining: RollsLeft::parse(1).unwrap(), available: open };
            let ours = TurnSolver::default().evaluate(state).unwrap();
            prop_assert!((ours - naive(roll, 1, open)).abs() < 1e-9);
        }
    }

    #[test]
    fn two_rolls_ahead_equal_the_naive_recursion() {
        for (dice, open) in [
            ([1, 1, 2, 5, 6], CategorySet::ALL),
            ([2, 3, 4, 6, 6], CategorySet::from_slice(&[LargeStraight, Sixes, FullHouse])),
            ([4, 4, 5, 5, 1], CategorySet::from_slice(&[FullHouse, Dicee, Ones])),
        ] {
            let roll = DiceConfig::from_dice(&dice).unwrap();
            let state = TurnState {
                config: roll.to_index(),
                rolls_remaining: RollsLeft::AFTER_FIRST,
                available: open,
            };
            let ours = TurnSolver::default().evaluate(state).unwrap();
            assert!((ours - naive(roll, 2, open)).abs() < 1e-9, "{roll} {open}");
        }
    }

    #[test]
    fn a_turn_without_open_boxes_is_refused() {
        assert_eq!(TurnSolver::default().evaluate(state([1; 5], 2, &[])), Err(input::no_open_category()));
    }
}
