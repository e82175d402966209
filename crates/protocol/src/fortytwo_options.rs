use fortytwo::{HouseRules, Skill};
use serde::{Deserialize, Serialize};

/// What a table of Forty-Two agrees on before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FortyTwoOptions {
    /// How seats without a person are played.
    #[serde(default)]
    pub bots: Skill,
    /// The rules beyond straight 42.
    #[serde(default)]
    pub house: HouseRules,
    /// Seconds for each move of a person; then a bot moves for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<u32>,
}
