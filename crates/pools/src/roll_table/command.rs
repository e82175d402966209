use serde::{Deserialize, Serialize};

use crate::{DiceSystem, ExtendedTerms};

/// What may be asked of a [`RollTable`](crate::RollTable), by any seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableCommand"))]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum TableCommand {
    /// Roll an expression.
    Roll {
        /// What to roll, such as `4d6kh3 + 2`.
        expression: String,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        label: Option<String>,
        /// Who acts, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        target: Option<String>,
        /// Whether only this seat sees it, until it is revealed.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Make a check.
    Check {
        /// How many dice; 0 or less roll one.
        pool: i64,
        /// The net successes that are needed.
        difficulty: i64,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        label: Option<String>,
        /// Who acts, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        target: Option<String>,
        /// Whether only this seat sees it, until it is revealed.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Roll both sides of a contest.
    Contest {
        /// Dice of who starts it.
        initiator: i64,
        /// Dice of who resists.
        defender: i64,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        label: Option<String>,
        /// Who acts, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        target: Option<String>,
        /// Whether only this seat sees it, until it is revealed.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Attack: roll to hit and, if it does, for damage.
    Attack {
        /// Dice of the attack; 0 or less roll one.
        pool: i64,
        /// Dice of the damage, before the quality of the hit changes them.
        damage: i64,
        /// What armour takes off the damage.
        #[serde(default)]
        armour: i64,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        label: Option<String>,
        /// Who acts, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        target: Option<String>,
        /// Whether only this seat sees it, until it is revealed.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Begin an extended check, which is rolled round by round. Everybody sees it.
    StartCheck {
        /// What to set out to do; by the system of the table unless they name one.
        #[serde(deserialize_with = "chance::object")]
        terms: Box<ExtendedTerms>,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        label: Option<String>,
        /// Who acts, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = crate::RollTable::LONGEST_LABEL)))]
        target: Option<String>,
    },
    /// Roll the next round of an extended check of one's own.
    RollRound {
        /// Its number, from 1.
        check: u32,
    },
    /// Agree on a system, and on names for expressions. For the host of a live table.
    SetTable {
        /// What differs from the standard system; as it is when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        system: Option<Box<DiceSystem>>,
        /// All names, each of which may use those before it; as they are when left out.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "chance::optional_objects"
        )]
        aliases: Option<Vec<TableAlias>>,
    },
    /// Show everybody a hidden roll of one's own.
    Reveal {
        /// Its number.
        roll: u32,
    },
}

/// A name that a table gave to an expression, written `@name` in others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableAlias"))]
#[serde(deny_unknown_fields)]
pub struct TableAlias {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub expression: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}
