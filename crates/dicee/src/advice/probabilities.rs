use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::advice::Advisor;
use crate::category::Category;
use crate::odds::CategoryOdds;
use crate::rolls_left::RollsLeft;

/// What every box that may be scored is worth with a roll (data contract 4.3).
///
/// The horizon plays no part here: each box is looked at by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProbabilityVector {
    /// One entry for each open box that the rules allow for this roll.
    pub categories: BTreeMap<Category, CategoryStatistics>,
    /// The box with the most points if scored now; the first of the card among equals.
    pub optimal_category: Category,
    /// Those points.
    #[serde(rename = "optimalEV")]
    pub optimal_ev: f64,
    /// How the numbers were found.
    pub computation_method: ComputationMethod,
    /// 1: the numbers are exact.
    pub confidence: f64,
    /// Rolls still to come, 0 to 2.
    pub rolls_remaining: u8,
    /// How long it took, as measured by the caller.
    pub computation_time_ms: f64,
    /// Whether the answer was remembered; always false here, because counting is faster.
    pub cache_hit: bool,
}

/// How numbers were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ComputationMethod {
    /// Counted.
    Exact,
    /// Sampled.
    MonteCarlo,
    /// Estimated.
    Heuristic,
}

/// One box with one roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CategoryStatistics {
    /// The chance of scoring more than 0 in it by the end of the turn when every keep is chosen for that.
    pub probability: f64,
    /// Points in the box if scored now.
    pub expected_value: f64,
    /// The same points.
    pub current_score: u8,
    /// Expected points in the box when the rest of the turn is played for them; absent without a roll left.
    #[serde(rename = "futureEV", default, skip_serializing_if = "Option::is_none")]
    pub future_ev: Option<f64>,
    /// How to play for those points; absent without a roll left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reroll_recommendation: Option<RerollRecommendation>,
}

/// How to play for the points of one box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RerollRecommendation {
    /// Whether rolling brings more than scoring now.
    pub should_reroll: bool,
    /// Which dice to keep, in the order in which the dice came; all five where rolling brings nothing.
    pub kept_mask: [bool; 5],
    /// What rolling brings beyond scoring now; never negative.
    pub ev_gain: f64,
}

impl Advisor {
    /// What every box that may be scored is worth with this roll (data contract 4.3).
    #[must_use]
    pub fn probabilities(&self, computation_time_ms: f64) -> ProbabilityVector {
        ProbabilityVector::new(self, computation_time_ms)
    }
}

impl ProbabilityVector {
    fn new(advisor: &Advisor, computation_time_ms: f64) -> Self {
        let analysis = advisor.analysis();
        let (roll, rolls) = (analysis.roll, analysis.rolls_left);
        let mut categories = BTreeMap::new();
        let mut optimal: Option<(Category, u8)> = None;
        for entry in &analysis.categories {
            let (category, Some(score)) = (entry.category, entry.score) else { continue };
            let playing = (rolls > RollsLeft::NONE).then(|| {
                let keep = CategoryOdds::with(analysis.rules, advisor.position(), category, |odds| {
                    odds.best_points_keep(roll, rolls)
                });
                let kept_mask = keep.mask(&advisor.dice()).unwrap_or_default();
                let ev_gain = (entry.expected_score - f64::from(score)).max(0.0);
                RerollRecommendation { should_reroll: kept_mask != [true; 5], kept_mask, ev_gain }
            });
            let statistics = CategoryStatistics {
                probability: entry.probability.value(),
                expected_value: f64::from(score),
                current_score: score,
                future_ev: playing.as_ref().map(|_| entry.expected_score),
                reroll_recommendation: playing,
            };
            categories.insert(category, statistics);
            if optimal.is_none_or(|(_, most)| score > most) {
                optimal = Some((category, score));
            }
        }
        let (optimal_category, points) = optimal.expect("the rules always leave a box to score");
        Self {
            categories,
            optimal_category,
            optimal_ev: f64::from(points),
            computation_method: ComputationMethod::Exact,
            confidence: 1.0,
            rolls_remaining: rolls.get(),
            computation_time_ms,
            cache_hit: false,
        }
    }
}
