//! Reports on games, and profiles of players.
//!
//! A [`GameReport`] is made from a [`GameRecord`](dicee::GameRecord), finished or running, and a
//! [`SolvedGame`](dicee::SolvedGame):
//!
//! - [`Totals`]: the score as perfect play, plus luck, minus losses; the sum is exact.
//! - [`DecisionReport`]: every roll with its luck, the chosen [`Move`], the best one, and the grade.
//! - [`MistakeReport`]: a mistake with the better move and a tip; the most expensive comes first.
//! - [`Accuracy`]: how many decisions earned each grade.
//! - [`Standing`]: the share of games of each bot that the final score beats, from exact distributions.
//! - [`WinCurve`]: each player's chance to win after every roll and decision, and the decisive roll.
//!
//! A [`Profile`] describes a player over many games, folded one [`PlayedGame`] at a time:
//!
//! - [`Skill`]: points lost per game, independent of luck, with an interval; level and trend.
//! - [`Patterns`]: how often each kind of mistake was possible and made, and which of them are habits ([`Habit`]).
//! - [`Twin`]: a bot with the same habits. [`Calibration`]: the accuracy of guessed chances. [`Suggestions`]: what to show and
//!   practise next.
//! - Practice: the [`Puzzle`] of a day, [`drill`]s, [`siblings`] of a mistake, the [`Deck`] that repeats mistakes, and twelve
//!   [`LESSONS`]. Each is a [`Situation`] to decide, and [`Situation::grade`] judges the move.
//!
//! With the feature `fortytwo`, a `FortyTwoProfile` does the same for Forty-Two: it folds hands that `fortytwo::JudgedHand`
//! judged by what a seat could know, so that nothing is solved here.
//!
//! ```no_run
//! use chance::SeededChance;
//! use coach::GameReport;
//! use dicee::{Bot, SolvedGame, Rules};
//!
//! let solved = SolvedGame::solve(Rules::Standard);
//! let luck = SeededChance::from_seed(1);
//! let game = Bot::Casual.play(&solved, &mut luck.stream(0), &mut luck.stream(1));
//! let report = GameReport::new(&solved, &game)?;
//! let totals = &report.totals;
//! let sum = totals.optimum + totals.luck - totals.loss;
//! assert!((f64::from(totals.score) + totals.to_come - sum).abs() < 1e-6);
//! for line in &report.summary {
//!     println!("{line}");
//! }
//! # Ok::<(), dicee::InputError>(())
//! ```

mod accuracy;
mod calibration;
mod curve;
mod curves;
mod decision;
#[cfg(feature = "fortytwo")]
mod forty_two;
mod game_line;
mod history;
mod lessons;
mod mistake;
mod noise;
mod patterns;
mod played;
mod practice;
mod profile;
mod rating;
mod report;
mod situation;
mod skill;
mod standing;
mod statistics;
mod suggestions;
mod tally;
mod twin;
mod win_curve;
mod words;

pub use accuracy::{Accuracy, TierShare};
pub use calibration::{Calibration, CalibrationPoint};
pub use decision::{DecisionReport, MistakeReport, Move, TurnReport};
#[cfg(feature = "fortytwo")]
pub use forty_two::{
    FortyTwoHabit, FortyTwoKindCount, FortyTwoMistake, FortyTwoPatterns, FortyTwoProfile, FortyTwoSkill,
    PlayedHand, TableEvent, played_hands,
};
pub use game_line::GameLine;
pub use history::played_games;
pub use lessons::{LESSONS, Lesson, LessonStep, LessonTask};
pub use mistake::Mistake;
pub use patterns::{Habit, KindCount, Patterns};
pub use played::{Moment, Origin, PlayedGame, PlayedGameData, SetAside};
pub use practice::{
    Answer, Day, Deck, DeckCard, DrillRequest, Exercise, OddsQuestion, Puzzle, Tries, drill, siblings,
    training,
};
pub use profile::Profile;
pub use rating::{Direction, Trend};
pub use report::{GameReport, Totals};
pub use situation::{Checked, Situation};
pub use skill::Skill;
pub use standing::{Standing, percentile, standings};
pub use statistics::Interval;
pub use suggestions::{EarnedStats, StatsProfile, Suggestions};
pub use tally::{BoxCount, Count, Phase};
pub use twin::{Twin, play_with};
pub use win_curve::{DecidingRoll, WinCurve, WinMoment, WinStep};
