use std::fmt;
use std::str::FromStr;

use chance::Chance;
use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::analysis::Action;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::horizon::Horizon;
use crate::keep::{KeepPattern, keeps_of};
use crate::position::Position;
use crate::record::{GameRecord, TurnRecord};
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{Outlook, SolvedGame, TurnValues};

/// A player that is a program.
///
/// The human-like ones overlook things: each looks at every option with a certain probability and takes the
/// best of those it saw, judged by its horizon. That makes the mistakes people make: small ones often, large
/// ones when the good options are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Bot {
    /// Perfect play for the final score.
    #[default]
    Optimal,
    /// Perfect play for the points of each turn.
    Greedy,
    /// Plays for the final score and sees nineteen options in twenty.
    Expert,
    /// Plays for the final score and sees seventeen options in twenty.
    Skilled,
    /// Plays for the turn and sees three options in four.
    Casual,
    /// Plays for the turn and sees every other option.
    Beginner,
}

impl Bot {
    /// All of them, strongest first.
    pub const ALL: [Self; 6] =
        [Self::Optimal, Self::Expert, Self::Skilled, Self::Greedy, Self::Casual, Self::Beginner];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Greedy => "greedy",
            Self::Expert => "expert",
            Self::Skilled => "skilled",
            Self::Casual => "casual",
            Self::Beginner => "beginner",
        }
    }

    /// How far ahead it looks.
    #[must_use]
    pub const fn horizon(self) -> Horizon {
        match self {
            Self::Optimal | Self::Expert | Self::Skilled => Horizon::Game,
            Self::Greedy | Self::Casual | Self::Beginner => Horizon::Turn,
        }
    }

    /// How many options in twenty it looks at.
    const fn sees(self) -> u32 {
        match self {
            Self::Optimal | Self::Greedy => 20,
            Self::Expert => 19,
            Self::Skilled => 17,
            Self::Casual => 15,
            Self::Beginner => 10,
        }
    }

    /// The chance that it looks at an option.
    pub(crate) fn sees_share(self) -> f64 {
        f64::from(self.sees()) / 20.0
    }

    /// Decides what to do with a roll. `turn` must be this position's turn, solved with these rules and this outlook, which
    /// is of this bot's [horizon](Self::horizon): one that looks at its turn alone needs no solved game. What a bot overlooks
    /// comes from `luck`, so the same luck gives the same decision; a bot that overlooks nothing does not touch it.
    ///
    /// # Panics
    ///
    /// Panics if the card is full.
    pub fn decide(
        self,
        rules: Rules,
        outlook: Outlook<'_>,
        position: Position,
        turn: &TurnValues,
        (roll, rolls_left): (DiceConfig, RollsLeft),
        luck: &mut impl Chance,
    ) -> Action {
        let scores = position.open().iter().filter_map(|category| {
            let outcome = position.score(rules, roll, category).ok()?;
            Some((Action::Score(category), f64::from(outcome.points()) + outlook.future(outcome.next)))
        });
        let keeps = if rolls_left == RollsLeft::NONE { &[] } else { keeps_of(roll.to_index()) };
        let whole = roll.to_index().keep_all();
        let keeps = keeps
            .iter()
            .filter(|&&keep| keep != whole)
            .map(|&keep| (Action::Keep(KeepPattern::from_index(keep)), turn.keep_value(keep, rolls_left)));
        let mut best: Option<(Action, f64)> = None;
        let mut unseen: Option<(Action, f64)> = None;
        for option in scores.chain(keeps) {
            let seen = self.sees() == 20 || luck.below(20) < self.sees();
            let place = if seen { &mut best } else { &mut unseen };
            if place.is_none_or(|(_, value)| option.1 > value) {
                *place = Some(option);
            }
        }
        best.or(unseen).map(|(action, _)| action).expect("a card with an open box has an option")
    }

    /// Plays a whole game; the dice come from `dice`, what the bot overlooks from `mind`.
    pub fn play(self, solved: &SolvedGame, dice: &mut impl Chance, mind: &mut impl Chance) -> GameRecord {
        let mut game = GameRecord::new(solved.rules());
        for _ in 0..Category::COUNT {
            let position = game.card().position();
            let turn =
                TurnValues::solve(solved.rules(), position, self.outlook(solved), RollsLeft::AFTER_FIRST);
            let record = self.play_turn(solved, position, &turn, dice, mind);
            game.push(record).expect("a bot chooses among legal options");
        }
        game
    }

    fn play_turn(
        self,
        solved: &SolvedGame,
        position: Position,
        turn: &TurnValues,
        dice: &mut impl Chance,
        mind: &mut impl Chance,
    ) -> TurnRecord {
        let mut left = RollsLeft::AFTER_FIRST;
        let mut rolls = vec![KeepPattern::NOTHING.complete(dice)];
        let mut keeps = Vec::new();
        loop {
            let roll = rolls[rolls.len() - 1];
            match self.decide(solved.rules(), self.outlook(solved), position, turn, (roll, left), mind) {
                Action::Keep(keep) => {
                    keeps.push(keep);
                    rolls.push(keep.complete(dice));
                    left = left.after_roll().expect("keeps are options only while a roll is left");
                }
                Action::Score(category) => {
                    return TurnRecord::new(rolls, keeps, category).expect("kept dice stay as they are");
                }
            }
        }
    }

    /// The turn of a position, as this bot looks at it.
    pub(crate) fn solve_turn(self, solved: &SolvedGame, position: Position, rolls: RollsLeft) -> TurnValues {
        TurnValues::solve(solved.rules(), position, self.outlook(solved), rolls)
    }

    /// Plays a turn to its end from a roll on the table: the last roll, and the box for it.
    pub(crate) fn finish_turn(
        self,
        solved: &SolvedGame,
        position: Position,
        turn: &TurnValues,
        (mut roll, mut left): (DiceConfig, RollsLeft),
        dice: &mut impl Chance,
        mind: &mut impl Chance,
    ) -> (DiceConfig, Category) {
        loop {
            match self.decide(solved.rules(), self.outlook(solved), position, turn, (roll, left), mind) {
                Action::Keep(keep) => {
                    roll = keep.complete(dice);
                    left = left.after_roll().expect("keeps are options only while a roll is left");
                }
                Action::Score(category) => return (roll, category),
            }
        }
    }

    pub(crate) const fn outlook(self, solved: &SolvedGame) -> Outlook<'_> {
        match self.horizon() {
            Horizon::Turn => Outlook::Turn,
            Horizon::Game => Outlook::Game(solved),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Bot {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|bot| bot.name() == text).ok_or_else(|| unknown_bot(text))
    }
}

/// A bot that does not exist.
#[must_use]
pub fn unknown_bot(actual: &str) -> InputError {
    InputError::text("bot", format!("one of {}", Bot::ALL.map(Bot::name).join(", ")), actual)
}

/// A bot whose play is no function of the position.
#[must_use]
pub fn random_bot(actual: Bot) -> InputError {
    let expected = "optimal or greedy: the other bots overlook options by chance";
    InputError::new("bot", expected, actual.name())
}
