use ledger::{Event, Version};
use serde::{Deserialize, Serialize};

use super::command::is_false;

/// What happened at a [`RollTable`](crate::RollTable). Names and shapes are permanent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum TableEvent {
    /// An expression was rolled.
    DiceRolled {
        /// Who rolled.
        seat: u8,
        /// What, in canonical spelling.
        expression: String,
        /// The faces in the order they fell, those that were rolled again or exploded included.
        faces: Vec<i64>,
        /// The result.
        total: i64,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Whether only that seat sees it.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// A check was made.
    CheckRolled {
        /// Who made it.
        seat: u8,
        /// The net successes that were needed.
        difficulty: u32,
        /// The faces.
        dice: Vec<u8>,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Whether only that seat sees it.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// Both sides of a contest were rolled.
    ContestRolled {
        /// Who rolled.
        seat: u8,
        /// The faces of who started it.
        initiator: Vec<u8>,
        /// The faces of who resisted.
        defender: Vec<u8>,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Whether only that seat sees it.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// A hidden roll was shown to everybody.
    RollRevealed {
        /// Its number, from 1.
        roll: u32,
        /// The roll itself: those who were not told of it before are told now.
        rolled: Box<Self>,
    },
}

impl Event for TableEvent {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}
