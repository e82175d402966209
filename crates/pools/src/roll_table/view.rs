use serde::{Deserialize, Serialize};

use super::command::TableAlias;
use super::expression_of;
use super::outcome::RollOutcome;
use crate::dice::QUICK_STEPS;
use crate::{
    Aliases, Attack, AttackResult, CheckOdds, ContestOdds, ContestedCheck, CountedRoll, DiceRoll, DiceSystem,
    ExactChance, ExtendedProgress, ExtendedStatus, ExtendedView, Fraction, HitQuality, PoolOdds, RollTable,
    Rolled, RolledPool, Side, SkillCheckResult,
};

/// The last rolls of a table, as one seat or a spectator may see them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableView"))]
pub struct TableView {
    /// The last ones, newest last.
    pub rolls: Vec<TableRoll>,
    /// How many there have been.
    pub rolled: u32,
    /// How many there may still be.
    pub rolls_remaining: u32,
    /// The system of the table; left out where it is the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<Box<DiceSystem>>,
    /// The names that the table gave to expressions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<TableAlias>,
    /// The last extended checks, newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<TableExtended>,
}

/// An extended check of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableExtended"))]
pub struct TableExtended {
    /// Its number, from 1.
    pub check: u32,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Against whom or what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How it stands, and how it will end.
    pub progress: ExtendedView,
}

/// One roll of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableRoll"))]
pub struct TableRoll {
    /// Its number, from 1.
    pub roll: u32,
    /// Who rolled.
    pub seat: u8,
    /// Whether it is hidden: then only its own seat knows more.
    pub hidden: bool,
    /// What it was for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Who acted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Against whom or what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What was rolled; left out for those who may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<TableResult>,
}

/// What was rolled, and what the odds of it were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableResult"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableResult {
    /// An expression.
    Roll(TableRolled),
    /// A check.
    Check(TableCheck),
    /// A contest.
    Contest(TableContest),
    /// An attack.
    Attack(Box<TableAttack>),
    /// A round of an extended check.
    Round(TableRound),
}

/// An expression that was rolled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableRolled"))]
pub struct TableRolled {
    /// In canonical spelling.
    pub expression: String,
    /// The result.
    pub total: i64,
    /// The dice.
    pub pools: Vec<RolledPool>,
    /// The share of lower results and half the share of equal ones. Left out, like the next, where exact odds would
    /// keep the table waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<ExactChance>,
    /// The chance of such a result or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ExactChance>,
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableCheck"))]
pub struct TableCheck {
    /// The roll and its tier.
    #[serde(flatten)]
    pub result: SkillCheckResult,
    /// The chance that there was to succeed.
    pub success: ExactChance,
    /// How the roll ranks among all of that pool.
    pub percentile: ExactChance,
}

/// A contest that was fought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableContest"))]
pub struct TableContest {
    /// The rolls and the outcome.
    #[serde(flatten)]
    pub result: ContestedCheck,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// The chance that the initiator had to win.
    pub initiator_wins: ExactChance,
    /// The chance that the defender had.
    pub defender_wins: ExactChance,
}

/// An attack that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableAttack"))]
pub struct TableAttack {
    /// The rolls, the quality of the hit and the damage.
    #[serde(flatten)]
    pub result: AttackResult,
    /// What armour took off the damage.
    pub armour: u32,
    /// The chance that there was to hit.
    pub hits: ExactChance,
}

/// A round of an extended check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableRound"))]
#[serde(rename_all = "camelCase")]
pub struct TableRound {
    /// The number of the check, from 1.
    pub check: u32,
    /// Which round, from 1.
    pub round: u32,
    /// The dice.
    pub roll: CountedRoll,
    /// Net successes so far.
    pub accumulated: u32,
    /// Net successes to reach.
    pub target_successes: u32,
    /// How the check stood after it.
    pub status: ExtendedStatus,
}

impl TableResult {
    pub(super) fn of(outcome: &RollOutcome) -> Self {
        match outcome {
            RollOutcome::Expression { expression, faces, total } => {
                Self::Roll(TableRolled::of(expression, faces, *total))
            }
            RollOutcome::Check { difficulty, dice, system } => {
                Self::Check(TableCheck::of(*difficulty, dice, system))
            }
            RollOutcome::Contest { initiator, defender, system } => {
                Self::Contest(TableContest::of(initiator, defender, system))
            }
            RollOutcome::Attack { damage, armour, attack, damage_dice, system } => {
                Self::Attack(Box::new(TableAttack::of(*damage, *armour, attack, damage_dice, system)))
            }
            RollOutcome::Round { check, progress, .. } => Self::Round(TableRound::of(*check, progress)),
        }
    }
}

impl TableRolled {
    fn of(text: &str, faces: &[i64], total: i64) -> Self {
        let expression = expression_of(text, &Aliases::default()).ok();
        let rolled = expression.as_ref().and_then(|expression| expression.of_faces(faces));
        let cheap = expression.filter(|known| known.odds_cost().is_ok_and(|cost| cost.steps <= QUICK_STEPS));
        let odds = cheap.and_then(|expression| expression.net_odds().ok());
        let fumble = rolled.as_ref().is_some_and(Rolled::is_fumble);
        Self {
            expression: text.to_owned(),
            total,
            pools: rolled.map(|rolled| rolled.pools).unwrap_or_default(),
            percentile: odds.as_ref().map(|odds| odds.percentile(total, fumble).into()),
            at_least: odds.map(|odds| Fraction::one().minus(&odds.lower(total, fumble)).into()),
        }
    }
}

impl TableCheck {
    fn of(difficulty: u32, dice: &[u8], system: &DiceSystem) -> Self {
        let (odds, roll) = counted(dice, system);
        Self {
            success: CheckOdds::of_pool(&odds, difficulty).success().into(),
            percentile: odds.percentile(&roll).into(),
            result: SkillCheckResult::judge(odds.system(), roll, difficulty),
        }
    }
}

impl TableContest {
    fn of(initiator: &[u8], defender: &[u8], system: &DiceSystem) -> Self {
        let ((first, initiator), (second, defender)) =
            (counted(initiator, system), counted(defender, system));
        let odds = ContestOdds::new(&first, &second);
        let result = ContestedCheck::judge(initiator, defender);
        Self {
            winner: result.outcome.winner(),
            initiator_wins: odds.wins(Side::Initiator).into(),
            defender_wins: odds.wins(Side::Defender).into(),
            result,
        }
    }
}

impl TableAttack {
    fn of(damage: u32, armour: u32, attack: &[u8], damage_dice: &[u8], system: &DiceSystem) -> Self {
        let (odds, roll) = counted(attack, system);
        let quality = HitQuality::of_roll(system, &roll);
        let asked = Attack { pool: pool_size(attack), damage: damage.into(), armour: armour.into() };
        let plan = asked.plan(system).expect("a table rolls fewer dice than an attack may have");
        let damage_roll = (!damage_dice.is_empty()).then(|| DiceRoll::of_faces(system, damage_dice.to_vec()));
        // An attack hits with as many net successes as a glancing hit takes, and no fumble.
        let needed = system.hit_thresholds().glancing_hit;
        Self {
            hits: CheckOdds::of_pool(&odds, needed).success().into(),
            result: plan.result(roll, quality, damage_roll),
            armour,
        }
    }
}

impl TableRound {
    fn of(check: u32, progress: &ExtendedProgress) -> Self {
        let roll = progress.rolls.last().cloned().expect("a round was rolled");
        Self {
            check,
            round: u32::try_from(progress.rolls.len()).unwrap_or(u32::MAX),
            roll,
            accumulated: progress.accumulated,
            target_successes: progress.terms.target(),
            status: progress.status,
        }
    }
}

/// Dice that fell, counted, and the odds of as many.
fn counted(dice: &[u8], system: &DiceSystem) -> (PoolOdds, DiceRoll) {
    let pool = system.pool("pool", pool_size(dice)).expect("a table rolls fewer dice than a pool may have");
    (PoolOdds::new(system, pool), DiceRoll::of_faces(system, dice.to_vec()))
}

fn pool_size(dice: &[u8]) -> i64 {
    i64::try_from(dice.len()).unwrap_or(i64::MAX).min(RollTable::MOST_DICE.into())
}
