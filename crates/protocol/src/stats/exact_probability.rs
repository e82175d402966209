use chance::Ratio;
use serde::{Deserialize, Serialize};

/// A counted probability in every form in which people read one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactProbability {
    /// 0 to 1.
    pub value: f64,
    /// `13.9%`
    pub percentage: String,
    /// The reduced fraction: `5/36`.
    pub fraction: String,
    /// `1 in 7.2`
    pub odds: String,
}

impl From<Ratio> for ExactProbability {
    fn from(ratio: Ratio) -> Self {
        Self {
            value: ratio.value(),
            percentage: ratio.percentage(),
            fraction: ratio.to_string(),
            odds: ratio.odds(),
        }
    }
}
