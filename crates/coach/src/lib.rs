//! What a game says about how it was played.
//!
//! A [`GameReport`] looks at a [`GameRecord`](dicee::GameRecord), finished or running, with a solved
//! [`SolvedGame`](dicee::SolvedGame) beside it:
//!
//! - [`Totals`]: the score as perfect play, plus luck, less losses; the sum is exact.
//! - [`DecisionReport`]: every roll with its luck, what was done with it ([`Move`]), what was best, and the grade.
//! - [`MistakeReport`]: what cost most, first, with what to do instead and a tip.
//! - [`Accuracy`]: how many decisions earned each grade.
//! - [`Standing`]: the share of games of each bot that the final score beats, from simulated games.
//! - [`WinCurve`]: everybody's chance to win after every roll and decision, and the roll that decided the game.
//!
//! ```no_run
//! use chance::SeededChance;
//! use coach::GameReport;
//! use dicee::{Bot, SolvedGame, Rules};
//!
//! let table = SolvedGame::solve(Rules::Standard);
//! let luck = SeededChance::from_seed(1);
//! let game = Bot::Casual.play(&table, &mut luck.stream(0), &mut luck.stream(1));
//! let report = GameReport::new(&table, &game)?;
//! let totals = &report.totals;
//! let sum = totals.optimum + totals.luck - totals.loss;
//! assert!((f64::from(totals.score) + totals.to_come - sum).abs() < 1e-6);
//! for line in &report.summary {
//!     println!("{line}");
//! }
//! # Ok::<(), dicee::InputError>(())
//! ```

mod accuracy;
mod decision;
mod quantile_table;
mod report;
mod sample;
mod standing;
mod win_curve;

pub use accuracy::{Accuracy, TierShare};
pub use decision::{DecisionReport, MistakeReport, Move, TurnReport};
pub use report::{GameReport, Totals};
pub use standing::{Standing, percentile, standings};
pub use win_curve::{DecidingRoll, WinCurve, WinMoment, WinStep};
