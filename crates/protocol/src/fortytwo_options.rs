use fortytwo::{HouseRules, Seat, Skill};
use serde::{Deserialize, Serialize};

use crate::ids::GameId;

/// What a table of Forty-Two agrees on before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Whether a bot plays for a person who is gone for a minute, until they are back.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub stand_in: bool,
    /// The deals are those of a finished game, and not drawn for this table: it is practice. Absent where they are its own.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub same_deals_as: Option<RepeatedDeals>,
}

/// Deals that were played before, at another live table. Who played there knows the tiles of everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedDeals {
    /// The finished game.
    pub game_id: GameId,
    /// Who dealt first there, and deals first here.
    pub dealer: Seat,
}

impl Default for FortyTwoOptions {
    fn default() -> Self {
        let (bots, house) = (Skill::default(), HouseRules::default());
        Self { bots, house, time_limit: None, stand_in: true, same_deals_as: None }
    }
}

const fn yes() -> bool {
    true
}

/// Tables that were stored before there was a choice say nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_yes(stand_in: &bool) -> bool {
    *stand_in
}
