use fortytwo::{HouseRules, Seat, Skill};
use serde_json::Value;
use wasm_edge::{Fault, read_fields};

/// A game to open: one person in seat 0 and three bots. What is left out is chance, seat 3 as the dealer, straight rules
/// and strong bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "camelCase")
)]
pub struct NewGame {
    /// The seed of the first hand.
    #[cfg_attr(feature = "schema", serde(default))]
    pub seed: Option<u32>,
    /// Who deals it.
    #[cfg_attr(feature = "schema", serde(default))]
    pub dealer: Option<Seat>,
    /// What the table agrees on.
    #[cfg_attr(feature = "schema", serde(default))]
    pub house: HouseRules,
    /// How well the bots play.
    #[cfg_attr(feature = "schema", serde(default))]
    pub skill: Skill,
}

impl NewGame {
    pub(crate) fn read(value: Value) -> Result<Self, Fault> {
        read_fields("request", value, |fields| {
            Ok(Self {
                seed: fields.optional("seed")?,
                dealer: fields.optional("dealer")?,
                house: fields.object_or_default("house")?,
                skill: fields.or_default("skill")?,
            })
        })
    }
}
