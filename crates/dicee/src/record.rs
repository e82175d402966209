use crate::analysis::Action;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::{Rules, ScoreRefusal};
use crate::scorecard::Scorecard;
use thiserror::Error;

/// One player's game, turn by turn: every roll and every decision.
///
/// Invariant: every turn is legal, so the card that the turns lead to always exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    rules: Rules,
    turns: Vec<TurnRecord>,
    card: Scorecard,
}

/// A finished turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    rolls: Vec<DiceConfig>,
    keeps: Vec<KeepPattern>,
    category: Category,
    by_clock: bool,
}

/// A moment of a game at which a player decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The turn, from 0.
    pub turn: usize,
    /// The card before the turn.
    pub position: Position,
    /// The roll in hand.
    pub roll: DiceConfig,
    /// Rolls still to come.
    pub rolls_left: RollsLeft,
    /// What the player did.
    pub action: Action,
    /// Whether the time was over and the table did it: nobody's decision.
    pub by_clock: bool,
}

/// A turn that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnError {
    /// A turn has one to three rolls.
    #[error("rolls: expected one to three, got {actual}")]
    Rolls {
        /// How many came.
        actual: usize,
    },
    /// There must be one keep between each two rolls.
    #[error("keeps: expected {expected}, one between each two rolls, got {actual}")]
    Keeps {
        /// How many there must be.
        expected: usize,
        /// How many came.
        actual: usize,
    },
    /// A kept die was not there before or is gone after.
    #[error("keeps: {keep} is not part of both {before} and {after}")]
    KeepLost {
        /// What was kept.
        keep: KeepPattern,
        /// The roll before.
        before: DiceConfig,
        /// The roll after.
        after: DiceConfig,
    },
    /// Nothing was left to roll.
    #[error("keeps: all five dice of {roll} were kept, so there was nothing to roll")]
    KeptAll {
        /// The roll.
        roll: DiceConfig,
    },
    /// The box cannot be scored.
    #[error("category: {0}")]
    Score(#[from] ScoreRefusal),
}

impl TurnRecord {
    /// A turn from its rolls, what was kept between them, and the box it filled.
    ///
    /// # Errors
    ///
    /// [`TurnError`] if the numbers do not fit or a kept die changed.
    pub fn new(
        rolls: Vec<DiceConfig>,
        keeps: Vec<KeepPattern>,
        category: Category,
    ) -> Result<Self, TurnError> {
        if !(1..=usize::from(RollsLeft::MAX.get())).contains(&rolls.len()) {
            return Err(TurnError::Rolls { actual: rolls.len() });
        }
        if keeps.len() + 1 != rolls.len() {
            return Err(TurnError::Keeps { expected: rolls.len() - 1, actual: keeps.len() });
        }
        for (pair, &keep) in rolls.windows(2).zip(&keeps) {
            let (before, after) = (pair[0], pair[1]);
            if keep.len() == DiceConfig::DICE {
                return Err(TurnError::KeptAll { roll: before });
            }
            if !keep.fits(before) || !keep.fits(after) {
                return Err(TurnError::KeepLost { keep, before, after });
            }
        }
        Ok(Self { rolls, keeps, category, by_clock: false })
    }

    /// The same turn, with its box chosen by the table because the time was over, or not.
    #[must_use]
    pub fn by_clock(self, by_clock: bool) -> Self {
        Self { by_clock, ..self }
    }

    /// The rolls, one to three.
    #[must_use]
    pub fn rolls(&self) -> &[DiceConfig] {
        &self.rolls
    }

    /// What was kept between them.
    #[must_use]
    pub fn keeps(&self) -> &[KeepPattern] {
        &self.keeps
    }

    /// The box it filled.
    #[must_use]
    pub const fn category(&self) -> Category {
        self.category
    }

    /// The roll that was scored.
    #[must_use]
    pub fn last_roll(&self) -> DiceConfig {
        *self.rolls.last().expect("a turn has a roll")
    }
}

impl GameRecord {
    /// A game without turns.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self { rules, turns: Vec::with_capacity(Category::COUNT), card: Scorecard::default() }
    }

    /// Adds a turn.
    ///
    /// # Errors
    ///
    /// [`TurnError::Score`] if the rules forbid the box; the game is then unchanged.
    pub fn push(&mut self, turn: TurnRecord) -> Result<(), TurnError> {
        self.card.score(self.rules, turn.last_roll(), turn.category)?;
        self.turns.push(turn);
        Ok(())
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The turns so far.
    #[must_use]
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// The card they lead to.
    #[must_use]
    pub const fn card(&self) -> &Scorecard {
        &self.card
    }

    /// Every decision, in order.
    #[must_use]
    pub fn decisions(&self) -> Vec<Decision> {
        let mut card = Scorecard::default();
        let mut decisions = Vec::new();
        for (turn, record) in self.turns.iter().enumerate() {
            let position = card.position();
            let actions = record.keeps.iter().map(|&keep| Action::Keep(keep));
            let actions = actions.map(|keep| (keep, false));
            let actions = actions.chain([(Action::Score(record.category), record.by_clock)]);
            let mut rolls_left = RollsLeft::AFTER_FIRST;
            for (&roll, (action, by_clock)) in record.rolls.iter().zip(actions) {
                decisions.push(Decision { turn, position, roll, rolls_left, action, by_clock });
                rolls_left = rolls_left.after_roll().unwrap_or(RollsLeft::NONE);
            }
            card.score(self.rules, record.last_roll(), record.category).expect("every turn was checked");
        }
        decisions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roll(dice: [u8; 5]) -> DiceConfig {
        DiceConfig::from_dice(&dice).unwrap()
    }

    fn keep(faces: &[u8]) -> KeepPattern {
        KeepPattern::from_faces(faces).unwrap()
    }

    #[test]
    fn turns_that_cannot_have_happened_are_refused() {
        let (first, second) = (roll([5, 5, 5, 2, 6]), roll([5, 5, 5, 1, 1]));
        let turn = |rolls: &[DiceConfig], keeps: &[KeepPattern]| {
            TurnRecord::new(rolls.to_vec(), keeps.to_vec(), Category::FullHouse)
        };
        assert!(turn(&[first, second], &[keep(&[5, 5, 5])]).is_ok());
        assert_eq!(turn(&[], &[]), Err(TurnError::Rolls { actual: 0 }));
        assert_eq!(turn(&[first; 4], &[keep(&[5]); 3]), Err(TurnError::Rolls { actual: 4 }));
        assert_eq!(turn(&[first, second], &[]), Err(TurnError::Keeps { expected: 1, actual: 0 }));
        let all = KeepPattern::all_of(first);
        assert_eq!(turn(&[first, first], &[all]), Err(TurnError::KeptAll { roll: first }));
        for lost in [keep(&[6]), keep(&[1, 1]), keep(&[4])] {
            let expected = TurnError::KeepLost { keep: lost, before: first, after: second };
            assert_eq!(turn(&[first, second], &[lost]), Err(expected));
        }
    }

    #[test]
    fn a_turn_the_rules_forbid_changes_nothing() {
        let mut game = GameRecord::new(Rules::Standard);
        let turn = TurnRecord::new(vec![roll([1; 5])], vec![], Category::Ones).unwrap();
        game.push(turn.clone()).unwrap();
        let before = game.clone();
        assert!(game.push(turn).is_err());
        assert_eq!(game, before);
        assert_eq!(game.card().grand_total(), 5);
    }

    #[test]
    fn decisions_are_the_keeps_and_then_the_score() {
        let mut game = GameRecord::new(Rules::Standard);
        let rolls = vec![roll([5, 5, 5, 2, 6]), roll([5, 5, 5, 1, 1])];
        game.push(TurnRecord::new(rolls, vec![keep(&[5, 5, 5])], Category::FullHouse).unwrap()).unwrap();
        let decisions = game.decisions();
        assert_eq!(decisions.len(), 2);
        assert_eq!(decisions[0].action, Action::Keep(keep(&[5, 5, 5])));
        assert_eq!((decisions[0].rolls_left.get(), decisions[1].rolls_left.get()), (2, 1));
        assert_eq!(decisions[1].action, Action::Score(Category::FullHouse));
    }
}
