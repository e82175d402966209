use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, system};
use crate::{ContestOdds, Dice, Expression, InputError, NetOdds, Pool, Side, input};

/// The same question for a range of dice and of difficulties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SweepRequest {
    /// What to ask about; the dice that it rolls first are changed.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 1000)))]
    pub expression: String,
    /// The most dice, from 1 on.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 40)))]
    pub dice: i64,
    /// The difficulties.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 40)))]
    pub dcs: Vec<i64>,
    /// Names for expressions, written `@name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aliases: Option<AliasMap>,
    /// What counts as critical, instead of the built-in system.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::DiceSystem>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Value>,
}

/// The same question for a range of dice and of difficulties, as decimals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepAnswer {
    /// The expression in canonical spelling.
    pub expression: String,
    /// The difficulties.
    pub dcs: Vec<i64>,
    /// A row for each number of dice, as far as that is worth waiting for.
    pub rows: Vec<SweepRow>,
}

/// One number of dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepRow {
    /// How many.
    pub dice: u32,
    /// The mean of the result.
    pub mean: f64,
    /// The chance of a fumble.
    pub fumble: f64,
    /// The chance of a critical roll.
    pub critical: f64,
    /// The chance to reach each difficulty.
    pub success: Vec<f64>,
}

/// Every pool of the system against every other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MatrixRequest {
    /// The most dice of either side, from 1 on.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 20)))]
    pub dice: i64,
    /// What counts, instead of the built-in system.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::DiceSystem>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Value>,
}

/// Every pool against every other, as decimals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatrixAnswer {
    /// The chance of the initiator to win, by its dice, then by those of the defender, from 1 on.
    pub initiator_wins: Vec<Vec<f64>>,
    /// The chance of the defender.
    pub defender_wins: Vec<Vec<f64>>,
}

/// The most steps of counting for all rows, each about a nanosecond.
const MOST_STEPS: u64 = 200_000_000;

impl SweepRequest {
    /// The most dice of a sweep.
    pub const MOST: i64 = 40;

    /// Asks for every number of dice. Rows that would take too long are left out.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn answer(&self) -> Result<SweepAnswer, InputError> {
        let (system, aliases) = (system(self.system.as_ref())?, aliases(self.aliases.as_ref())?);
        let expression = Expression::parse(&self.expression, &aliases)?;
        let most = within("dice", Self::MOST, self.dice)?;
        if self.dcs.is_empty() || self.dcs.len() > 40 {
            return Err(InputError::new("dcs", "1 to 40 difficulties", self.dcs.len()));
        }
        if expression.dice().is_none() {
            return Err(InputError::new(
                "expression",
                "dice whose number can be changed",
                self.expression.as_str(),
            ));
        }
        let (mut rows, mut steps) = (Vec::new(), 0u64);
        for dice in 1..=most {
            let Some(changed) = expression.with_dice(dice) else { break };
            let Ok(cost) = changed.odds_cost() else { break };
            steps = steps.saturating_add(cost.steps);
            if steps > MOST_STEPS {
                break;
            }
            let odds = changed.net_odds()?;
            let critical = if changed.counts_successes() { system.critical_net().into() } else { i64::MAX };
            rows.push(SweepRow {
                dice,
                mean: odds.net().mean().value(),
                fumble: odds.fumble().value(),
                critical: odds.net().at_least(critical).value(),
                success: self.dcs.iter().map(|dc| odds.reaches(*dc).value()).collect(),
            });
        }
        Ok(SweepAnswer { expression: expression.to_string(), dcs: self.dcs.clone(), rows })
    }
}

impl MatrixRequest {
    /// The most dice of either side.
    pub const MOST: i64 = 20;

    /// Asks for every pair of pools.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn answer(&self) -> Result<MatrixAnswer, InputError> {
        let system = system(self.system.as_ref())?;
        let most = within("dice", Self::MOST, self.dice)?;
        let pool = |dice: u32| -> Result<NetOdds, InputError> {
            let pool: Pool = system.pool("dice", dice.into())?;
            Dice::Pool(pool).odds(&system)
        };
        let pools: Vec<NetOdds> = (1..=most).map(pool).collect::<Result<_, _>>()?;
        let contest = |first: &NetOdds, second: &NetOdds| {
            let odds = ContestOdds::of_net(first, second);
            (odds.wins(Side::Initiator).value(), odds.wins(Side::Defender).value())
        };
        let rows: Vec<(Vec<f64>, Vec<f64>)> =
            pools.iter().map(|first| pools.iter().map(|second| contest(first, second)).unzip()).collect();
        let (initiator_wins, defender_wins) = rows.into_iter().unzip();
        Ok(MatrixAnswer { initiator_wins, defender_wins })
    }
}

fn within(field: &str, high: i64, actual: i64) -> Result<u32, InputError> {
    let in_range = u32::try_from(actual).ok().filter(|_| (1..=high).contains(&actual));
    in_range.ok_or_else(|| input::out_of_range(field, 1, high, actual))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_asks_the_same_question_for_every_number_of_dice() {
        let request = SweepRequest {
            expression: "6d10>=8b1".to_owned(),
            dice: 12,
            dcs: vec![0, 1, 2],
            aliases: None,
            system: None,
        };
        let answer = request.answer().unwrap();
        assert_eq!(answer.rows.len(), 12);
        let six = &answer.rows[5];
        assert!(
            (six.success[2] - 0.42039).abs() < 1e-12 && (six.success[0] - (1.0 - six.fumble)).abs() < 1e-12
        );
        let none = SweepRequest { expression: "7".to_owned(), ..request };
        assert_eq!(none.answer().unwrap_err().field(), "expression");
    }

    #[test]
    fn the_matrix_holds_every_contest() {
        let matrix = MatrixRequest { dice: 6, system: None }.answer().unwrap();
        assert!((matrix.initiator_wins[5][3] - 1_194_974_361.0 / 2_500_000_000.0).abs() < 1e-15);
        assert!((matrix.initiator_wins[3][5] - matrix.defender_wins[5][3]).abs() < 1e-15);
        assert_eq!(MatrixRequest { dice: 21, system: None }.answer().unwrap_err().field(), "dice");
    }
}
