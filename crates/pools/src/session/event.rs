use ledger::{Event, Version};
use serde::Serialize;

use crate::{DiceAsked, DiceSystem, ExtendedTerms, RngContext, Seed};

/// What happened in a [`Session`](crate::Session). Names and shapes are permanent.
// A new field goes into `read_event.rs` too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum SessionEvent {
    /// It began.
    SessionOpened {
        /// The seed of its dice.
        seed: Seed,
    },
    /// It was taken up again: unlocked contexts have fresh dice.
    SessionResumed {
        /// The seed of the fresh dice.
        seed: Seed,
    },
    /// Another system is played by.
    SystemSet {
        /// The dice system.
        system: DiceSystem,
    },
    /// An expression got a name.
    AliasDefined {
        /// The name.
        name: String,
        /// The expression, without other names in it.
        expression: String,
    },
    /// A character has a pool.
    PoolSet {
        /// The character.
        character: String,
        /// What it is called.
        pool: String,
        /// The dice.
        dice: DiceAsked,
    },
    /// A character is forgotten.
    CharacterRemoved {
        /// The character.
        character: String,
    },
    /// A context was entered.
    ContextEntered {
        /// The random context.
        context: RngContext,
    },
    /// The context that was entered last was left.
    ContextLeft {},
    /// An encounter began.
    EncounterBegan {
        /// The seed of its dice.
        seed: Seed,
    },
    /// The dice of a context were locked.
    ContextLocked {
        /// The random context.
        context: RngContext,
        /// To what.
        seed: Seed,
    },
    /// The lock of a context was released.
    ContextReleased {
        /// The random context.
        context: RngContext,
    },
    /// An extended check began.
    CheckStarted {
        /// What it is called, whose it is, and what it sets out to do.
        terms: ExtendedTerms,
    },
    /// An extended check was given up.
    CheckAbandoned {
        /// The check.
        check: String,
    },
    /// Dice were rolled.
    DiceRolled {
        /// What for, and by whose dice.
        throw: Throw,
        /// What it was for; the word before the colon names the context.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// The faces of each roll, in the order they fell.
        faces: Vec<Vec<i64>>,
        /// Words of the context's dice that had been drawn when all had fallen.
        drawn: u64,
    },
    /// The log that is shown was emptied.
    LogCleared {},
}

/// Rolls of one occasion.
// A new field goes into `read_event.rs` too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Throw {
    /// An expression.
    Roll {
        /// Written out.
        expression: String,
        /// Who rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
    },
    /// A check.
    Check {
        /// The dice.
        dice: DiceAsked,
        /// The net successes that were needed.
        difficulty: u32,
        /// Who made it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
    },
    /// A contest.
    Contest {
        /// The dice of who started it.
        initiator: DiceAsked,
        /// The dice of who resisted.
        defender: DiceAsked,
        /// Who started it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// Who resisted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// An attack, and the damage unless it missed.
    Attack {
        /// The dice.
        dice: DiceAsked,
        /// Dice of the damage, before the quality of the hit changes them.
        damage: u32,
        /// What armour takes off.
        armour: u32,
        /// Who attacked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// Who was attacked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// A round of an extended check.
    Round {
        /// The check.
        check: String,
    },
}

impl Event for SessionEvent {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}
