use std::collections::BTreeSet;

use serde::Serialize;

use super::outcome::RollOutcome;
use super::{RollTable, expression_of};
use crate::luck::{Luck, Ranked};
use crate::{Aliases, Attack, Dice, DiceRoll, DiceSystem, HitQuality};

/// How lucky the rolls of a table were, as far as everybody may see them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableReport"))]
pub struct TableReport {
    /// All of the last 500 open rolls that rank, together; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// The same for each seat that made one of them.
    pub seats: Vec<SeatLuck>,
}

/// How lucky one seat was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableSeatLuck"))]
pub struct SeatLuck {
    /// The seat.
    pub seat: u8,
    /// Its rolls together.
    pub luck: Luck,
}

/// The most results that a roll may have to count here, so that a full table is reported on within about a second.
const MOST_RESULTS: usize = 2000;

impl RollTable {
    /// How lucky everybody was. Hidden rolls do not count until they are revealed, so everybody is told the same; neither do
    /// dice whose odds would take long.
    #[must_use]
    pub fn report(&self) -> TableReport {
        let numbered = (1u32..).zip(&self.rolls);
        let open: Vec<_> =
            numbered.filter(|(roll, _)| !self.hidden.contains(roll)).map(|(_, entry)| entry).collect();
        let last = &open[open.len().saturating_sub(Luck::MOST)..];
        let ranks: Vec<(u8, Ranked)> =
            last.iter().filter_map(|entry| Some((entry.seat, entry.rank()?))).collect();
        let luck = |seat: Option<u8>| {
            let own = ranks.iter().filter(|(by, _)| seat.is_none_or(|seat| seat == *by));
            Luck::of(own.map(|(_, rank)| rank))
        };
        let seats: BTreeSet<u8> = ranks.iter().map(|(seat, _)| *seat).collect();
        let of_seat = |seat: u8| luck(Some(seat)).map(|luck| SeatLuck { seat, luck });
        TableReport { luck: luck(None), seats: seats.into_iter().filter_map(of_seat).collect() }
    }
}

impl RollOutcome {
    /// How it ranks among all that these dice could have brought; `None` where counting them takes too long.
    pub(super) fn rank(&self) -> Option<Ranked> {
        match self {
            Self::Expression { expression, faces, total } => {
                let expression = expression_of(expression, &Aliases::default()).ok()?;
                let fumble = expression.counts_successes() && expression.of_faces(faces)?.is_fumble();
                let odds = Dice::Expression(expression).quick_odds(&DiceSystem::standard())?;
                let few = odds.net().weights().len() <= MOST_RESULTS;
                few.then(|| Ranked::of_net(&odds, *total, fumble))
            }
            Self::Check { dice, system, .. } => {
                let (dice, roll) = fallen(dice, system)?;
                Some(Ranked::of_roll(&dice.quick_odds(system)?, &roll))
            }
            Self::Contest { initiator, defender, system } => {
                let ((one, first), (other, second)) = (fallen(initiator, system)?, fallen(defender, system)?);
                let odds = (one.quick_odds(system)?, other.quick_odds(system)?);
                Ranked::of_contest((&odds.0, &first), (&odds.1, &second))
            }
            Self::Attack { damage, armour, attack, damage_dice, system } => {
                let (dice, roll) = fallen(attack, system)?;
                let asked = Attack {
                    pool: i64::try_from(attack.len()).ok()?,
                    damage: (*damage).into(),
                    armour: (*armour).into(),
                };
                let plan = asked.plan(system).ok()?;
                // A critical hit has twice the dice.
                if 2 * *damage as usize * usize::from(system.sides()) > MOST_RESULTS {
                    return None;
                }
                let quality = HitQuality::of_roll(system, &roll);
                let damage_roll =
                    (!damage_dice.is_empty()).then(|| DiceRoll::of_faces(system, damage_dice.clone()));
                let result = plan.result(roll, quality, damage_roll);
                Ranked::of_attack(system, &dice.quick_odds(system)?, plan, result.damage)
            }
            Self::Round { progress, .. } => {
                let terms = &progress.terms;
                let odds = terms.dice().quick_odds(terms.system())?;
                Some(Ranked::of_roll(&odds, progress.rolls.last()?))
            }
        }
    }
}

/// Dice of the system that fell so, and what they make.
fn fallen(faces: &[u8], system: &DiceSystem) -> Option<(Dice, DiceRoll)> {
    let pool = system.pool("pool", i64::try_from(faces.len()).ok()?).ok()?;
    Some((Dice::Pool(pool), DiceRoll::of_faces(system, faces.to_vec())))
}
