use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::keep::KeepPattern;
use crate::record::{GameRecord, TurnRecord};
use crate::rules::Rules;

/// A [`GameRecord`] as it is handed from one program to another. What comes from outside is checked turn by turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRecordData {
    /// The rules.
    pub rules: Rules,
    /// Every finished turn, in order.
    #[serde(deserialize_with = "chance::objects")]
    pub turns: Vec<TurnRecordData>,
}

/// A finished turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnRecordData {
    /// One to three rolls of five faces.
    pub rolls: Vec<[u8; 5]>,
    /// The faces kept between them.
    pub keeps: Vec<Vec<u8>>,
    /// The box it filled.
    pub category: Category,
}

impl From<&GameRecord> for GameRecordData {
    fn from(record: &GameRecord) -> Self {
        let turns = record.turns().iter().map(|turn| TurnRecordData {
            rolls: turn
                .rolls()
                .iter()
                .map(|roll| roll.faces().try_into().expect("a roll has five dice"))
                .collect(),
            keeps: turn.keeps().iter().map(|keep| keep.faces()).collect(),
            category: turn.category(),
        });
        Self { rules: record.rules(), turns: turns.collect() }
    }
}

impl GameRecordData {
    /// The record, if it can have been played.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the turn.
    pub fn record(&self) -> Result<GameRecord, InputError> {
        let mut record = GameRecord::new(self.rules);
        for (turn, place) in self.turns.iter().zip(0..) {
            let field = format!("turns[{place}]");
            let rolls: Result<Vec<_>, _> = turn.rolls.iter().map(DiceConfig::from_dice).collect();
            let keeps: Result<Vec<_>, _> =
                turn.keeps.iter().map(|faces| KeepPattern::from_faces(faces)).collect();
            let (rolls, keeps) =
                (rolls.map_err(|error| error.within(&field))?, keeps.map_err(|error| error.within(&field))?);
            let wrong = |error: crate::TurnError| {
                InputError::new(field.clone(), "a turn that the rules allow", error.to_string())
            };
            let turn = TurnRecord::new(rolls, keeps, turn.category).map_err(wrong)?;
            record.push(turn).map_err(wrong)?;
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_the_way_and_what_cannot_be_is_refused_by_turn() {
        let turn = TurnRecordData {
            rolls: vec![[2, 5, 5, 5, 6], [1, 1, 5, 5, 5]],
            keeps: vec![vec![5, 5, 5]],
            category: Category::FullHouse,
        };
        let data = GameRecordData { rules: Rules::Standard, turns: vec![turn.clone()] };
        assert_eq!(GameRecordData::from(&data.record().unwrap()), data);
        for broken in [
            TurnRecordData { keeps: vec![vec![6]], ..turn.clone() },
            TurnRecordData { rolls: vec![[1, 2, 3, 4, 9]], keeps: vec![], ..turn.clone() },
            turn.clone(),
        ] {
            let data = GameRecordData { rules: Rules::Standard, turns: vec![turn.clone(), broken] };
            assert!(data.record().unwrap_err().field().starts_with("turns[1]"));
        }
    }
}
