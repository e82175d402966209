use ledger::{Event, Version};
use serde::{Deserialize, Serialize};

use super::command::{TableAlias, is_false};
use crate::{DiceSystem, ExtendedTerms};

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
        /// Who acted, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
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
        /// Who acted, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
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
        /// Who acted, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// Whether only that seat sees it.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// An attack was made.
    AttackRolled {
        /// Who rolled.
        seat: u8,
        /// Dice of the damage, before the quality of the hit changed them.
        damage: u32,
        /// What armour took off the damage.
        armour: u32,
        /// The faces of the attack.
        attack: Vec<u8>,
        /// The faces of the damage; none for a miss.
        damage_dice: Vec<u8>,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Who acted, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// Whether only that seat sees it.
        #[serde(default, skip_serializing_if = "is_false")]
        hidden: bool,
    },
    /// An extended check began.
    CheckStarted {
        /// Who makes it.
        seat: u8,
        /// What it sets out to do.
        terms: Box<ExtendedTerms>,
        /// What it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Who acted, in the words of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        actor: Option<String>,
        /// Against whom or what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// A round of an extended check was rolled.
    RoundRolled {
        /// Who rolled.
        seat: u8,
        /// The number of the check, from 1.
        check: u32,
        /// The faces in the order they fell.
        dice: Vec<i64>,
    },
    /// The table agreed on a system, or on names for expressions.
    TableSet {
        /// The system; left out where it stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        system: Option<Box<DiceSystem>>,
        /// All names; left out where they stay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aliases: Option<Vec<TableAlias>>,
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
