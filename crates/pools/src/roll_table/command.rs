use serde::{Deserialize, Serialize};

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
        label: Option<String>,
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
        label: Option<String>,
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
        label: Option<String>,
        /// Whether only this seat sees it, until it is revealed.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Show everybody a hidden roll of one's own.
    Reveal {
        /// Its number.
        roll: u32,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) const fn is_false(flag: &bool) -> bool {
    !*flag
}
