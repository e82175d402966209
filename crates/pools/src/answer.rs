//! Whole answers, as `dicee ... --json` prints them and the HTTP API sends them: fractions as text, and the same numbers
//! as decimals under `decimal`. `decimals_only` leaves the fractions out.

mod attack;
mod check;
mod contest;
mod cost;
mod exact;
mod extended;
mod numbers;
mod odds;
mod parse;
mod roll;
mod series;

pub use attack::{AttackAnswer, AttackNumbers};
pub use check::{CheckAnswer, CheckNumbers};
pub use contest::{ContestAnswer, ContestNumbers};
pub use exact::Exact;
pub use extended::{ExtendedAnswer, ExtendedNumbers, RoundNumbers};
pub use numbers::{OneMoreDieNumbers, Seed, Shares};
pub use odds::{
    ComparisonNumbers, JointShare, OddsAnswer, OddsNumbers, OddsQuestion, OddsReport, Quantiles, Reach,
};
pub use parse::{ExpressionFault, ParseAnswer, ParsedExpression};
pub use roll::{RollAnswer, RollNumbers};
pub use series::{SeriesAnswer, SeriesNumbers, SeriesRoll};
