use serde::Serialize;
use serde_json::Value;

use crate::{DiceAsked, RngContext, Seed};

/// What may be asked of a [`Session`](crate::Session).
// A new field goes into `read_command.rs` too.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum SessionCommand {
    /// Open a new session; its dice come from this seed, or from a fresh one.
    Open {
        /// The seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
    },
    /// Go on with a saved one: locked contexts continue, the others get fresh dice.
    Resume {
        /// The seed of the fresh dice; drawn by chance if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
    },
    /// Play by another system from now on.
    SetSystem {
        /// What differs from the standard.
        #[cfg_attr(feature = "schema", schemars(with = "crate::DiceSystem"))]
        system: Value,
    },
    /// Give an expression a name, written `@name` from now on.
    Define {
        /// The name.
        name: String,
        /// The expression.
        expression: String,
    },
    /// Give a character a pool under a name, or another pool under that name.
    SetPool {
        /// The character.
        character: String,
        /// What it is called, such as `stealth`.
        pool: String,
        /// The dice.
        dice: DiceAsked,
    },
    /// Forget a character.
    RemoveCharacter {
        /// The character.
        character: String,
    },
    /// Enter a context, so that rolls without a label belong to it.
    EnterContext {
        /// The random context.
        context: RngContext,
    },
    /// Leave the context that was entered last.
    LeaveContext {},
    /// Begin an encounter: its dice follow from this seed, or a fresh one, and stay the same when it is played again.
    BeginEncounter {
        /// The seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
    },
    /// Lock the dice of a context to a seed.
    LockContext {
        /// The random context.
        context: RngContext,
        /// The seed; a fresh one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Seed>,
    },
    /// Release the lock.
    ReleaseContext {
        /// The random context.
        context: RngContext,
    },
    /// Roll an expression.
    Roll {
        /// What, such as `4d6kh3 + 2`.
        expression: String,
        /// Who rolls.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// What it is for, such as `Combat:Initiative`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Make a check.
    Check {
        /// Whose roll it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// The name of the character's pool.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<String>,
        /// The dice, instead of a name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<DiceAsked>,
        /// Dice that circumstances add or take away.
        #[serde(default)]
        modifier: i64,
        /// The net successes that are needed.
        dc: i64,
        /// What it is for; `Skill:` and the name of the pool if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Roll both sides of a contest.
    Contest {
        /// Who starts it.
        initiator: Side,
        /// Who resists.
        defender: Side,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Attack.
    Attack {
        /// Whose roll it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// The name of the character's pool.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<String>,
        /// The dice, instead of a name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<DiceAsked>,
        /// Dice of the damage.
        damage: i64,
        /// What armour takes off.
        #[serde(default)]
        armour: i64,
        /// Who is attacked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// What it is for; `Combat:Attack` if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Begin an extended check.
    StartCheck {
        /// What it is called.
        check: String,
        /// Whose roll it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        character: Option<String>,
        /// The name of the character's pool.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pool: Option<String>,
        /// The dice, instead of a name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<DiceAsked>,
        /// Net successes to reach.
        target: i64,
        /// The most rounds.
        rounds: i64,
    },
    /// Roll the next round of an extended check.
    RollRound {
        /// The check.
        check: String,
    },
    /// Give an extended check up.
    AbandonCheck {
        /// The check.
        check: String,
    },
    /// Empty the log that is shown; nothing is undone.
    ClearLog {},
}

/// Dice with whose they are: given as they are, or by the name of a character's pool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SessionSide"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Side {
    /// Whose roll it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// The name of the character's pool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    /// The dice, instead of a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceAsked>,
}

impl Side {
    /// Dice with whose they are.
    pub(super) fn of(character: &Option<String>, pool: &Option<String>, dice: &Option<DiceAsked>) -> Self {
        Self { character: character.clone(), pool: pool.clone(), dice: dice.clone() }
    }
}
