//! What may be asked, as JSON: the same for the HTTP API, the browser and other programs. Each
//! is checked into a plan, which knows how long its answer takes before anything is counted.

mod attack;
mod check;
mod contest;
mod extended;
mod odds;
mod roll;
mod sweep;

use std::collections::BTreeMap;

use serde_json::Value;

pub use attack::{AttackQuestion, AttackRequest};
pub use check::{CheckQuestion, CheckRequest};
pub use contest::{ContestQuestion, ContestRequest};
pub use extended::{ExtendedQuestion, ExtendedRequest};
pub use odds::OddsRequest;
pub use roll::{RollOrSeries, RollQuestion, RollRequest};
pub use sweep::{MatrixAnswer, MatrixRequest, SweepAnswer, SweepRequest, SweepRow};

use crate::{Aliases, DiceSystem, InputError, Seed};

/// Names and the expressions they stand for.
pub type AliasMap = BTreeMap<String, String>;

/// The system that was given as JSON, or the standard one.
fn system(given: Option<&Value>) -> Result<DiceSystem, InputError> {
    let Some(given) = given else { return Ok(DiceSystem::standard()) };
    DiceSystem::from_value(given).map_err(|error| InputError::from(error).within("system"))
}

/// The aliases that were given.
pub(crate) fn aliases(given: Option<&AliasMap>) -> Result<Aliases, InputError> {
    let Some(given) = given else { return Ok(Aliases::default()) };
    Aliases::of_map(given).map_err(|(name, error)| InputError::from(error).at(name).within("aliases"))
}

/// The seed to roll from, if a roll is asked for.
fn seed_if(roll: bool, given: Option<Seed>, fresh: impl FnOnce() -> u64) -> Option<u64> {
    (roll || given.is_some()).then(|| given.map_or_else(fresh, |Seed(seed)| seed))
}
