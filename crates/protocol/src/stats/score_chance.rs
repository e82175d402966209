use std::collections::BTreeMap;

use dicee::Category;
use serde::{Deserialize, Serialize};

use super::exact_probability::ExactProbability;

/// A number of points in a box, and its chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreChance {
    /// The points.
    pub points: u8,
    /// Their chance.
    pub chance: ExactProbability,
}

/// By box, every number of points that it can hold in the end, ascending.
pub type ScoreChances = BTreeMap<Category, Vec<ScoreChance>>;
