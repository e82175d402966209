use std::collections::BTreeMap;

use serde::Serialize;

use super::ScoreDistribution;
use crate::category::Category;
use crate::position::Position;
use crate::rules::{DiceeBox, Rules};

/// A distribution as it is written down.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DistributionReport {
    /// The rules.
    pub rules: Rules,
    /// Who plays.
    pub policy: String,
    /// The open boxes.
    pub open: Vec<Category>,
    /// The upper subtotal.
    pub upper: u8,
    /// What the Dicee box holds.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub dicee_box: DiceeBox,
    /// The mean of the points still to come.
    pub mean: f64,
    /// Their standard deviation.
    pub standard_deviation: f64,
    /// The fewest points still to come.
    pub lowest: u16,
    /// The most points still to come.
    pub highest: u16,
    /// By percent: the fewest points that are not exceeded with that chance.
    pub quantiles: BTreeMap<u8, u16>,
    /// The chance of at least so many points, for each number asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<PointsChance>,
    /// Every number of points that can come, ascending.
    pub distribution: Vec<PointsChance>,
}

/// A number of points and a chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsChance {
    /// The points.
    pub points: u16,
    /// The chance.
    pub probability: f64,
}

impl DistributionReport {
    /// The percentages of the quantiles.
    pub const PERCENT: [u8; 13] = [1, 5, 10, 20, 25, 30, 40, 50, 60, 75, 90, 95, 99];

    /// Writes a distribution down; `asked` are scores to give the chance of reaching.
    #[must_use]
    pub fn new(
        scores: &ScoreDistribution,
        rules: Rules,
        policy: impl Into<String>,
        position: Position,
        asked: &[u16],
    ) -> Self {
        let points = |(points, probability)| PointsChance { points, probability };
        let at_least = |&points: &u16| PointsChance { points, probability: scores.at_least(points) };
        Self {
            rules,
            policy: policy.into(),
            open: position.open().iter().collect(),
            upper: position.upper(),
            dicee_box: position.dicee_box(),
            mean: scores.mean(),
            standard_deviation: scores.standard_deviation(),
            lowest: scores.lowest(),
            highest: scores.highest(),
            quantiles: Self::PERCENT
                .map(|percent| (percent, scores.quantile(f64::from(percent) / 100.0)))
                .into(),
            at_least: asked.iter().map(at_least).collect(),
            distribution: scores.iter().filter(|(_, chance)| *chance > 0.0).map(points).collect(),
        }
    }
}
