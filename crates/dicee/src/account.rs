use crate::analysis::Action;
use crate::category::Category;
use crate::position::Position;
use crate::record::{Decision, GameRecord};
use crate::rolls_left::RollsLeft;
use crate::solver::{Outlook, SolvedGame, TurnValues};

/// Where the points of a game came from:
/// **score so far + what is still to come = optimum + luck - loss**, exactly.
///
/// Luck is what a roll changed: the value after it less the value before. Loss is what a decision gave away:
/// the best value less the chosen one.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// The expected score of perfect play before the first roll.
    pub optimum: f64,
    /// One entry a roll, in order.
    pub luck: Vec<f64>,
    /// One entry a decision, in order; never negative.
    pub losses: Vec<f64>,
    /// Points on the card.
    pub score: u16,
    /// Expected points still to come; 0 when the game is over.
    pub to_come: f64,
}

impl Account {
    /// Accounts for every roll and decision of a game, finished or not.
    ///
    /// # Panics
    ///
    /// Panics if the solved game has other rules than the game that is played.
    #[must_use]
    pub fn new(solved: &SolvedGame, game: &GameRecord) -> Self {
        assert_eq!(solved.rules(), game.rules(), "the solved game and the game follow the same rules");
        let mut account = Self {
            optimum: solved.expected_score(),
            luck: Vec::with_capacity(3 * Category::COUNT),
            losses: Vec::with_capacity(3 * Category::COUNT),
            score: game.card().grand_total(),
            to_come: solved.value(game.card().position()),
        };
        let decisions = game.decisions();
        for turn in decisions.chunk_by(|a, b| a.turn == b.turn) {
            account.add_turn(solved, turn[0].position, turn);
        }
        account
    }

    fn add_turn(&mut self, solved: &SolvedGame, position: Position, decisions: &[Decision]) {
        let outlook = Outlook::Game(solved);
        let turn = TurnValues::solve(solved.rules(), position, outlook, RollsLeft::AFTER_FIRST);
        let mut before = solved.value(position);
        for decision in decisions {
            let best = turn.value(decision.roll, decision.rolls_left);
            let chosen = match decision.action {
                Action::Keep(keep) => turn.keep_value(keep.to_index(), decision.rolls_left),
                Action::Score(category) => {
                    let outcome = position.score(solved.rules(), decision.roll, category);
                    let outcome = outcome.expect("every turn of a record is legal");
                    f64::from(outcome.points()) + outlook.future(outcome.next)
                }
            };
            self.luck.push(best - before);
            // The best is a maximum over the same numbers; only rounding could make this negative.
            self.losses.push((best - chosen).max(0.0));
            before = chosen;
        }
    }

    /// All luck together.
    #[must_use]
    pub fn total_luck(&self) -> f64 {
        self.luck.iter().fold(0.0, |sum, luck| sum + luck)
    }

    /// All losses together.
    #[must_use]
    pub fn total_loss(&self) -> f64 {
        self.losses.iter().fold(0.0, |sum, loss| sum + loss)
    }
}
