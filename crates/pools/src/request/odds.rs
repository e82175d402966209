use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, system};
use crate::{Expression, InputError, OddsQuestion};

/// A question about the odds of any dice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PoolOddsRequest"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OddsRequest {
    /// What to ask about, such as `6d10>=8b1` or `4d6kh3 + 2`.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 1000)))]
    pub expression: String,
    /// A difficulty: the chance to reach it, and where successes are counted the six tiers of a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dc: Option<i64>,
    /// With `dc`, where successes are counted: the fewest dice that reach it with this chance, such as `0.9`, `90%` or
    /// `9/10`.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 100)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// Another expression to compare with.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 1000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versus: Option<String>,
    /// Whether to give the joint distribution of successes and botches of a plain success pool.
    #[serde(default)]
    pub joint: bool,
    /// Whether to say in words what is rolled.
    #[serde(default)]
    pub explain: bool,
    /// Whether to give decimals alone: the exact fractions of many dice are long.
    #[serde(default)]
    pub decimals: bool,
    /// Names for expressions, written `@name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aliases: Option<AliasMap>,
    /// What counts as critical, instead of the built-in system.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::DiceSystem>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Value>,
}

impl OddsRequest {
    /// The question, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(&self) -> Result<OddsQuestion, InputError> {
        let aliases = aliases(self.aliases.as_ref())?;
        let expression = Expression::parse(&self.expression, &aliases)?;
        let versus = self.versus.as_deref().map(|text| Expression::parse(text, &aliases)).transpose();
        let versus = versus.map_err(|error| InputError::from(error).at("versus"))?;
        let chance = self.chance.as_deref().map(str::parse).transpose()?;
        if chance.is_some() && self.dc.is_none() {
            return Err(InputError::new("dc", "a difficulty to look for dice for", "nothing"));
        }
        Ok(OddsQuestion {
            expression,
            system: system(self.system.as_ref())?,
            dc: self.dc,
            chance,
            versus,
            joint: self.joint,
            explain: self.explain,
            decimals: self.decimals,
        })
    }
}
