use dicee::Quality;
use serde::Serialize;

use crate::decision::DecisionReport;

/// How good the decisions of a game were.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Accuracy {
    /// How many decisions there were.
    pub decisions: usize,
    /// How many of them were the best there was, as a share from 0 to 1; 1 where nothing was decided yet.
    pub optimal_share: f64,
    /// Points given away, on average over all decisions.
    pub average_loss: f64,
    /// All six grades, best first.
    pub tiers: Vec<TierShare>,
}

/// How many decisions earned one grade.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TierShare {
    /// The grade.
    pub quality: Quality,
    /// How many decisions.
    pub count: usize,
    /// As a share of all decisions, from 0 to 1.
    pub share: f64,
}

const TIERS: [Quality; 6] = [
    Quality::Optimal,
    Quality::Excellent,
    Quality::Good,
    Quality::Acceptable,
    Quality::Suboptimal,
    Quality::Poor,
];

impl Accuracy {
    /// Of what the player decided; what the clock did is left out.
    pub(crate) fn new(decisions: &[DecisionReport]) -> Self {
        let decisions: Vec<&DecisionReport> =
            decisions.iter().filter(|decision| !decision.by_clock).collect();
        let all = decisions.len();
        let share = |count: usize| if all == 0 { 0.0 } else { count as f64 / all as f64 };
        let tiers = TIERS.map(|quality| {
            let count = decisions.iter().filter(|decision| decision.quality == quality).count();
            TierShare { quality, count, share: share(count) }
        });
        let loss: f64 = decisions.iter().map(|decision| decision.loss).sum();
        Self {
            decisions: all,
            optimal_share: if all == 0 { 1.0 } else { tiers[0].share },
            average_loss: if all == 0 { 0.0 } else { loss / all as f64 },
            tiers: tiers.into(),
        }
    }

    /// How many decisions earned this grade.
    #[must_use]
    pub fn count(&self, quality: Quality) -> usize {
        self.tiers.iter().find(|tier| tier.quality == quality).map_or(0, |tier| tier.count)
    }
}
