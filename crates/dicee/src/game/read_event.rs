//! Events as they were stored, read again.
//!
//! By hand, because what serde derives for a tagged enum buffers every value it may meet: in a browser module that is a
//! quarter of the download. Unknown kinds and unknown fields are refused, as everywhere.

use chance::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::event::DiceeEvent;
use super::luck::DiceSource;

impl<'de> Deserialize<'de> for DiceeEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(event).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for DiceSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(source).map_err(D::Error::custom)
    }
}

type Read<T> = Result<T, serde_json::Error>;

fn event(mut fields: Fields) -> Read<DiceeEvent> {
    let kind: String = fields.take("eventType")?;
    let event = match kind.as_str() {
        "game_created" => DiceeEvent::GameCreated {
            game_id: fields.take("gameId")?,
            game_mode: fields.take("gameMode")?,
            player_ids: fields.take("playerIds")?,
            host_player_id: fields.take("hostPlayerId")?,
            settings: fields.object("settings")?,
            dice: fields.optional("dice")?.unwrap_or_default(),
        },
        "player_joined" => {
            DiceeEvent::PlayerJoined { player_id: fields.take("playerId")?, bot: fields.optional("bot")? }
        }
        "seed_mixed" => DiceeEvent::SeedMixed {
            player_id: fields.take("playerId")?,
            client_seed: fields.take("clientSeed")?,
        },
        "game_started" => DiceeEvent::GameStarted { turn_order: fields.take("turnOrder")? },
        "roll" => {
            DiceeEvent::Roll { dice_result: fields.take("diceResult")?, kept_mask: fields.take("keptMask")? }
        }
        "keep" => DiceeEvent::Keep { kept_mask: fields.take("keptMask")? },
        "score" => DiceeEvent::Score {
            chosen_category: fields.take("chosenCategory")?,
            points_earned: fields.take("pointsEarned")?,
        },
        "undo" => DiceeEvent::Undo {},
        "error" => DiceeEvent::Error {
            error_code: fields.take("errorCode")?,
            error_message: fields.take("errorMessage")?,
            severity: fields.take("severity")?,
            failed_action: fields.take("failedAction")?,
            recovered: fields.take("recovered")?,
            recovery_action: fields.optional("recoveryAction")?,
        },
        "game_abandoned" => DiceeEvent::GameAbandoned { player_id: fields.take("playerId")? },
        "game_completed" => DiceeEvent::GameCompleted { reason: fields.take("reason")? },
        "seed_revealed" => DiceeEvent::SeedRevealed { server_seed: fields.take("serverSeed")? },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `eventType`"))),
    };
    fields.end(event)
}

fn source(mut fields: Fields) -> Read<DiceSource> {
    let kind: String = fields.take("source")?;
    let source = match kind.as_str() {
        "table" => DiceSource::Table,
        "seeded" => DiceSource::Seeded { seed: fields.take("seed")? },
        "fair" => DiceSource::Fair { commitment: fields.take("commitment")? },
        other => return Err(Error::custom(format_args!("unknown variant `{other}` of `source`"))),
    };
    fields.end(source)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn unknown_kinds_and_fields_and_missing_ones_are_refused() {
        let roll = json!({ "eventType": "roll", "diceResult": [1, 2, 3, 4, 5], "keptMask": [false, false, false, false, false] });
        assert!(serde_json::from_value::<DiceeEvent>(roll.clone()).is_ok());
        for (field, value, says) in [
            ("eventType", json!("rolled"), "unknown variant `rolled`"),
            ("eventType", json!(null), "eventType"),
            ("more", json!(1), "unknown field `more`"),
            ("diceResult", json!([1, 2, 3, 4, 7]), "diceResult"),
            ("keptMask", json!(null), "keptMask"),
        ] {
            let mut broken = roll.clone();
            broken[field] = value;
            let error = serde_json::from_value::<DiceeEvent>(broken).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        let short = json!({ "eventType": "roll", "diceResult": [1, 2, 3, 4, 5] });
        let error = serde_json::from_value::<DiceeEvent>(short).unwrap_err().to_string();
        assert!(error.contains("missing field `keptMask`"), "{error}");
        assert!(serde_json::from_value::<DiceeEvent>(json!([1])).is_err());
        assert!(serde_json::from_value::<DiceSource>(json!({ "source": "seeded" })).is_err());
        let seeded = serde_json::from_value::<DiceSource>(json!({ "source": "seeded", "seed": 7 }));
        assert_eq!(seeded.unwrap(), DiceSource::Seeded { seed: 7 });
    }
}
