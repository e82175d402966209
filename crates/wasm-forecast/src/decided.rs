use coach::WinCurve;
use dicee::{Dice, GameRecordData, InputError, PlayerId, SolvedGame, WinChance, WinForecaster};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A game of which every finished turn is known.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidedRequest {
    /// The finished turns of two to eight players, in the order in which they play, as `record` of `DiceeTable` gives them.
    #[serde(deserialize_with = "chance::objects")]
    pub records: Vec<GameRecordData>,
}

/// The roll that changed the chance of somebody who won most for the better; while the game runs, anybody's chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidingRoll {
    /// Who rolled: the place in `records`.
    pub player: usize,
    /// Whose chance it changed.
    pub winner: usize,
    /// Which turn of the player, 1 to 13.
    pub turn: u8,
    /// Which roll of the turn, 1 to 3.
    pub roll_number: u8,
    /// What lay on the table.
    pub dice: Dice,
    /// The chance of the winner before the dice fell, if everybody plays for the highest expected score.
    pub before: f64,
    /// That chance after it.
    pub after: f64,
}

impl DecidedRequest {
    /// Follows the game; nothing where no roll was for the better.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn run(&self, solved: &SolvedGame) -> Result<Option<DecidingRoll>, InputError> {
        let count = self.records.len();
        if !(2..=WinChance::PLAYERS).contains(&count) {
            let expected = format!("2 to {} players", WinChance::PLAYERS);
            return Err(InputError::new("records", expected, count as u64));
        }
        let mut players = Vec::with_capacity(count);
        for (place, record) in self.records.iter().enumerate() {
            let checked = solved.expect_rules(record.rules).and_then(|()| record.record());
            let record = checked.map_err(|error| error.within(&format!("records[{place}]")))?;
            players.push((PlayerId(Uuid::from_u128(place as u128)), record));
        }
        let place = |wanted: PlayerId| players.iter().position(|(id, _)| *id == wanted).unwrap_or_default();
        let curve = WinCurve::of_records(&players, &mut WinForecaster::quick(solved));
        let decided = curve.and_then(|curve| curve.decided_by);
        Ok(decided.map(|roll| DecidingRoll {
            player: place(roll.player_id),
            winner: place(roll.winner_id),
            turn: roll.turn,
            roll_number: roll.roll_number,
            dice: roll.dice,
            before: roll.before,
            after: roll.after,
        }))
    }
}
