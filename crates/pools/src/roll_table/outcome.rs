use std::sync::Arc;

use super::RollTable;
use super::event::TableEvent;
use super::refusal::TableRefusal;
use crate::{DiceSystem, ExtendedProgress};

/// What was rolled, and what it was rolled for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RollOutcome {
    Expression {
        expression: String,
        faces: Vec<i64>,
        total: i64,
    },
    Check {
        difficulty: u32,
        dice: Vec<u8>,
        system: Arc<DiceSystem>,
    },
    Contest {
        initiator: Vec<u8>,
        defender: Vec<u8>,
        system: Arc<DiceSystem>,
    },
    Attack {
        damage: u32,
        armour: u32,
        attack: Vec<u8>,
        damage_dice: Vec<u8>,
        system: Arc<DiceSystem>,
    },
    /// A round of an extended check, and how it stands after it.
    Round {
        check: u32,
        dice: Vec<i64>,
        progress: Box<ExtendedProgress>,
    },
}

/// What the table says about a roll.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) label: Option<String>,
    pub(super) actor: Option<String>,
    pub(super) target: Option<String>,
}

impl Words {
    /// Words that can be shown, without blanks around them.
    pub(super) fn read(
        label: &Option<String>,
        actor: &Option<String>,
        target: &Option<String>,
    ) -> Result<Self, TableRefusal> {
        let read = |field, text: &Option<String>| shown(field, text.as_deref());
        Ok(Self {
            label: read("label", label)?,
            actor: read("actor", actor)?,
            target: read("target", target)?,
        })
    }

    /// Whether these are words as they are kept.
    pub(super) fn fit(label: &Option<String>, actor: &Option<String>, target: &Option<String>) -> bool {
        let read = Self::read(label, actor, target);
        read.is_ok_and(|kept| (&kept.label, &kept.actor, &kept.target) == (label, actor, target))
    }
}

fn shown(field: &'static str, text: Option<&str>) -> Result<Option<String>, TableRefusal> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    let characters = text.chars().count();
    let most = RollTable::LONGEST_LABEL;
    if !(1..=most).contains(&characters) || text.chars().any(char::is_control) {
        return Err(TableRefusal::Words { field, most, actual: characters });
    }
    Ok(Some(text.to_owned()))
}

impl RollOutcome {
    /// The event of such a roll.
    pub(super) fn into_event(self, seat: u8, words: Words, hidden: bool) -> TableEvent {
        let Words { label, actor, target } = words;
        match self {
            Self::Expression { expression, faces, total } => {
                TableEvent::DiceRolled { seat, expression, faces, total, label, actor, target, hidden }
            }
            Self::Check { difficulty, dice, .. } => {
                TableEvent::CheckRolled { seat, difficulty, dice, label, actor, target, hidden }
            }
            Self::Contest { initiator, defender, .. } => {
                TableEvent::ContestRolled { seat, initiator, defender, label, actor, target, hidden }
            }
            Self::Attack { damage, armour, attack, damage_dice, .. } => TableEvent::AttackRolled {
                seat,
                damage,
                armour,
                attack,
                damage_dice,
                label,
                actor,
                target,
                hidden,
            },
            Self::Round { check, dice, .. } => TableEvent::RoundRolled { seat, check, dice },
        }
    }
}
