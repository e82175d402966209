//! Dice pools for role-playing games: rolls, checks, contests, and their exact odds.
//!
//! # The rules
//!
//! A pool is a number of ten-sided dice. Each 8, 9 or 10 is a success, each 1 a botch; net successes are successes less
//! botches, never below 0. No success and at least one botch is a fumble; five net successes are critical. A pool of no
//! dice rolls one.
//!
//! - A **check** needs as many net successes as its difficulty. The margin makes the tier: marginal (0), full (1, 2),
//!   exceptional (3, 4), critical (5 and more); a fumble is a critical failure.
//! - In a **contest** the higher net wins; a side that fumbles loses to one that does not; a tie gives the initiator a
//!   minor advantage.
//! - An **extended check** adds up net successes over rounds; a fumble takes two away, three in a row end it.
//! - An **attack** hits by its net successes: 1 glances (two damage dice fewer), 2 is solid, 3 and 4 strong (one more),
//!   5 critical (twice the dice, past armour). Damage is a sum.
//!
//! # The tour
//!
//! [`DiceSystem`] holds the constants and makes [`Pool`]s; [`DiceRoll`] is a counted roll. [`SeededProvider`] is a generator
//! that can be saved and restored, [`RngContexts`] decides which dice repeat after loading a game, and [`DiceService`]
//! combines them with a [`RollLog`]. [`SkillCheckResult`], [`ContestedCheck`] and [`AttackResult`] evaluate rolls;
//! [`ExtendedCheck`] and [`RollTable`], the shared log of a group, are games on the ledger.
//!
//! Everything has exact odds: [`PoolOdds`] and [`JointOdds`], [`CheckOdds`], [`ContestOdds`], [`ExtendedOdds`],
//! [`AttackOdds`], all made of [`Odds`] and [`Fraction`], which use integers of any size.
//!
//! [`OddsQuestion`], [`RollAnswer`], [`CheckAnswer`], [`ContestAnswer`], [`ExtendedAnswer`] and [`AttackAnswer`] are complete
//! answers as JSON, with an estimate of their time in advance.
//!
//! [`Expression`] is a small language for all other dice: one parser, one tree, three uses.
//!
//! ```
//! use pools::{Aliases, DiceSystem, Expression, Fraction, PoolOdds};
//!
//! let system = DiceSystem::standard();
//! let six = PoolOdds::new(&system, system.pool("pool", 6)?);
//! assert_eq!(six.fumble(), Fraction::new(70_993, 1_000_000));
//!
//! let same = Expression::parse("6d10>=8b1", &Aliases::default())?;
//! assert_eq!(same.odds()?.values(), six.net());
//! # Ok::<(), pools::InputError>(())
//! ```

mod answer;
mod attack;
#[cfg(test)]
mod brute;
mod check;
mod config;
mod contest;
mod contexts;
mod dice;
mod expression;
mod extended;
mod faces;
mod fraction;
pub mod input;
mod joint;
mod law;
mod luck;
mod name_map;
mod net_odds;
mod odds;
mod odds_cost;
mod pool_odds;
mod provider;
mod request;
mod roll;
mod roll_log;
mod roll_table;
#[cfg(feature = "schema")]
mod schema;
mod service;
mod session;
mod system;

pub use answer::{
    AttackAnswer, AttackNumbers, CheckAnswer, CheckNumbers, ComparisonNumbers, ContestAnswer, ContestNumbers,
    Exact, ExpressionFault, ExtendedAnswer, ExtendedNumbers, JointShare, OddsAnswer, OddsNumbers,
    OddsQuestion, OddsReport, OneMoreDieNumbers, ParseAnswer, ParsedExpression, Quantiles, Reach, RollAnswer,
    RollNumbers, RoundNumbers, Seed, SeriesAnswer, SeriesNumbers, SeriesRoll, Shares,
};
pub use attack::{Attack, AttackOdds, AttackPlan, AttackResult, HitQuality};
pub use chance::InputError;
pub use check::{CheckOdds, SkillCheck, SkillCheckResult, SkillOutcome};
pub use config::ConfigError;
pub use contest::{ContestOdds, ContestStanding, ContestedCheck, ContestedOutcome, Side};
pub use contexts::{RngContext, RngContexts, RngRules, SavedContexts, Seeding};
pub use dice::{Counted, CountedRoll, Dice, DiceAsked, ExpressionRoll};
pub use expression::{
    Aliases, Completion, Expression, ExpressionError, ExpressionOdds, Mark, Problem, Reading, Rolled,
    RolledDie, RolledPool,
};
pub use extended::{
    ExtendedCheck, ExtendedCommand, ExtendedEnds, ExtendedEvent, ExtendedOdds, ExtendedProgress,
    ExtendedRefusal, ExtendedStatus, ExtendedTerms, ExtendedView, RoundOdds,
};
pub use fraction::{ExactChance, Fraction};
pub use joint::JointOdds;
pub use luck::{Luck, Ranked};
pub use name_map::NameMap;
pub use net_odds::NetOdds;
pub use odds::{Comparison, Odds};
pub use odds_cost::OddsCost;
pub use pool_odds::{OneMoreDie, PoolOdds};
pub use provider::{SavedProvider, SeededProvider};
pub use request::{
    AliasMap, AttackQuestion, AttackRequest, CheckQuestion, CheckRequest, ContestQuestion, ContestRequest,
    ExtendedQuestion, ExtendedRequest, MatrixAnswer, MatrixRequest, OddsRequest, RollOrSeries, RollQuestion,
    RollRequest, SweepAnswer, SweepRequest, SweepRow,
};
pub use roll::DiceRoll;
pub use roll_log::{RollEntry, RollLog, labels};
pub use roll_table::{
    RollTable, SeatLuck, TableAlias, TableAttack, TableCheck, TableCommand, TableContest, TableEvent,
    TableExtended, TableRefusal, TableReport, TableResult, TableRoll, TableRolled, TableRound, TableView,
    seen,
};
pub use service::DiceService;
pub use session::{
    Session, SessionCheck, SessionCommand, SessionContext, SessionEntry, SessionEvent, SessionLuck,
    SessionRefusal, SessionResult, SessionSide, SessionView, Throw,
};
pub use system::{DiceSystem, Pool, SIDES};
