//! The 13-category dice game, exactly.
//!
//! # The rules
//!
//! Thirteen turns, one for each box of the card. A turn is up to three rolls of five dice; between rolls any
//! dice may be kept. Then one open box is filled. The six upper boxes count their own face and bring a bonus
//! of 35 once they hold 63 together; the lower boxes are three and four of a kind (sum of all dice), full
//! house (25), small straight (30), large straight (40), Dicee (five of a kind, 50) and chance (sum). The variants
//! differ in the effect of a further Dicee: see [`Rules`].
//!
//! # How the types meet
//!
//! - Dice: [`Face`], [`DiceConfig`] (252 unordered rolls), [`KeepPattern`] and [`PartialDice`] (462 keeps),
//!   [`TransitionTable`] (what can follow a keep).
//! - The card: [`Category`], [`CategorySet`], [`Rules`] with the one scoring function [`Rules::score`],
//!   [`Scorecard`] with its arithmetic, and [`Position`], the part of a card that decides the future.
//! - Values: [`TurnValues`] solves one turn for an [`Outlook`]; [`SolvedGame`] solves the whole game backwards;
//!   [`TurnAnalysis`] ranks every action of a roll. [`CategoryOdds`] counts exact chances.
//! - Players: [`Bot`] plays, [`GameRecord`] records every roll and decision, [`Quality`] grades a decision, and
//!   [`Account`] splits a score into perfect play, luck and losses.
//! - Texts: [`Advisor`] recommends an action with reasons ([`DecisionRecommendation`]), and explains mistakes
//!   ([`DecisionEvaluation`], [`MistakeKind`]), for an [`Audience`].
//! - The game: [`DiceeGame`] decides [`DiceeCommand`]s into [`DiceeEvent`]s on the ledger and shows a [`DiceeView`];
//!   [`records`] and [`check_dice`] read its history, [`REGISTRY`] lists its kinds of events and [`upcaster`] upcasts old
//!   ones. The crate `protocol` describes its wire format.
//! - Input: [`PositionRequest`] and [`AnalyzeRequest`] are requests from outside, and [`InputError`]
//!   names an invalid field. All other types are valid by construction.
//!
//! Probability is counted in integers; solver values are `f64`, summed in a fixed order, so the same question
//! has the same answer to the last bit on every machine.
//!
//! ```
//! use dicee::{AnalyzeRequest, Outlook, TurnAnalysis};
//!
//! let request = AnalyzeRequest { dice: vec![5, 5, 5, 2, 6], rolls_left: 1, ..AnalyzeRequest::default() };
//! let question = request.resolve()?;
//! let analysis = TurnAnalysis::new(
//!     question.rules,
//!     question.position,
//!     Outlook::Turn,
//!     question.roll,
//!     question.rolls_left,
//! );
//! assert!(analysis.explanation().starts_with("Keep 5 5 5 6 and roll one die"));
//! # Ok::<(), dicee::InputError>(())
//! ```

mod account;
mod advice;
mod analysis;
mod analysis_data;
mod best_reply;
mod bot;
mod branch;
mod card_moment;
mod category;
mod config;
mod counts;
mod dice;
mod distribution;
mod exact;
mod face;
mod game;
mod grade;
mod horizon;
pub mod input;
mod keep;
mod lattice;
pub mod layout;
mod names;
mod odds;
mod policy;
mod policy_map;
mod position;
mod record;
mod record_data;
mod request;
mod rolls_left;
mod rules;
mod scenario;
mod scorecard;
mod scorecard_data;
mod scores;
mod simulate;
mod slots;
mod solver;
mod tally;
mod target;
mod transition;
mod turn_solver;
mod violation;
mod win;

pub use account::Account;
pub use advice::{
    AdviceError, Advisor, Audience, CategoryStatistics, ComputationMethod, DecisionEvaluation,
    DecisionRecommendation, EvaluationFeedback, ExplanationDepth, KeepAlternative, KeepOutlook,
    MistakeCategory, MistakeKind, NextRoll, ProbabilityVector, RecommendedAction, RerollRecommendation,
    ScoreAlternative, SkillLevel, SurveyedOption, TurnSurvey,
};
pub use analysis::{Action, CategoryAnalysis, Choice, KeepRecommendation, TurnAnalysis};
pub use analysis_data::{CategoryAnalysisData, ChoiceData, TurnAnalysisData};
pub use best_reply::BestReply;
pub use bot::Bot;
pub use card_moment::{CardMoment, DistributionRequest, ScenarioRequest, TargetRequest, WinRequest};
pub use category::{Category, CategorySet};
pub use chance::InputError;
pub use config::{ConfigIndex, DiceConfig};
pub use dice::{Dice, KeptMask};
pub use distribution::{DistributionReport, PointsChance, ScoreDistribution, TurnStart};
pub use exact::ExactScore;
pub use face::Face;
pub use game::{
    CompletionReason, DiceCheck, DiceError, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, DiceeRefusal,
    DiceeView, GameId, GameMode, GameStatus, Hex, HexError, Luck, Player, PlayerId, PlayerView, REGISTRY,
    Registered, Rolled, Settings, Severity, TABLE, Table, Turn, TurnPhase, TurnView, can_read, check_dice,
    records, records_by, records_of, registration, upcaster,
};
pub use grade::{Evaluation, Quality};
pub use horizon::Horizon;
pub use keep::{KeepIndex, KeepPattern, PartialDice};
pub use names::{CategoryName, HorizonName, Names, RulesName};
pub use odds::CategoryOdds;
pub use policy::Policy;
pub use policy_map::PolicyMap;
pub use position::{Outcome, Position};
pub use record::{Decision, GameRecord, TurnError, TurnRecord};
pub use record_data::{GameRecordData, TurnRecordData};
pub use request::{AnalyzeRequest, PositionRequest, Question, parse_open};
pub use rolls_left::RollsLeft;
pub use rules::{DiceeBox, Rules, ScoreRefusal, Scored};
pub use scenario::{Counted, Estimate, Scenario, ScenarioAnswer, proportion_interval};
pub use scorecard::{CardError, Scorecard};
pub use scorecard_data::ScorecardData;
pub use simulate::{play_optimal_game, play_optimal_games, play_optimal_turn};
pub use solver::{Outlook, SolveProgress, SolvedGame, SolvedGameError, TurnValues};
pub use tally::Tally;
pub use target::{TargetChances, TargetOption, TargetOptionData, TargetReport};
pub use transition::{Transition, TransitionTable};
pub use turn_solver::{TurnSolver, TurnState};
pub use violation::{Findings, Violation};
pub use win::{
    Contender, KnownScores, ScoreOutlook, WinChance, WinForecast, WinForecaster, largest_gain, win_chances,
    win_chances_of,
};

/// How many dice show each face, ones first.
pub type SixFaces = [u8; 6];
