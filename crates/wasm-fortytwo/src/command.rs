use fortytwo::{Command, ConsensusAction, Seat, Speed};
use serde_json::Value;
use wasm_edge::{Fault, Fields, parsed};

const NAMES: &str = "one of PLACE_BID, PASS, SELECT_TRUMP, PLAY_DOMINO, AGREE_TO_ACTION, ENABLE_QUICKPLAY, \
                     DISABLE_QUICKPLAY, REQUEST_REDEAL";

/// The command of somebody at this device. Starting is part of opening a table.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn command(value: Value) -> Result<Command, Fault> {
    let mut fields = Fields::of("command", value)?;
    let kind = fields.take("type").ok_or_else(|| Fault::input("type", NAMES, "nothing"))?;
    let command = match kind.as_str() {
        Some("PLACE_BID") => {
            let bid = parsed("bid", &fields.require("bid")?)?;
            Command::PlaceBid { player: player(&mut fields)?, bid }
        }
        Some("PASS") => Command::Pass { player: player(&mut fields)? },
        Some("SELECT_TRUMP") => {
            let trump = parsed("trump", &fields.require("trump")?)?;
            Command::SelectTrump { player: player(&mut fields)?, trump }
        }
        Some("PLAY_DOMINO") => {
            let domino = parsed("domino", &fields.require("domino")?)?;
            Command::PlayDomino { player: player(&mut fields)?, domino }
        }
        Some("AGREE_TO_ACTION") => {
            let action = action(&fields.require("action")?)?;
            Command::AgreeToAction { player: player(&mut fields)?, action }
        }
        Some("ENABLE_QUICKPLAY") => Command::EnableQuickplay {
            speed: fields.take("speed").map(|speed| self::speed(&speed)).transpose()?,
        },
        Some("DISABLE_QUICKPLAY") => Command::DisableQuickplay {},
        Some("REQUEST_REDEAL") => Command::RequestRedeal {},
        _ => return Err(Fault::input("type", NAMES, &kind.to_string())),
    };
    fields.end()?;
    Ok(command)
}

fn player(fields: &mut Fields) -> Result<Seat, Fault> {
    fields.number("player")?.ok_or_else(|| Fault::input("player", "a seat from 0 to 3", "nothing"))
}

fn action(value: &Value) -> Result<ConsensusAction, Fault> {
    match value.as_str() {
        Some("complete-trick") => Ok(ConsensusAction::CompleteTrick),
        Some("score-hand") => Ok(ConsensusAction::ScoreHand),
        _ => Err(Fault::input("action", "complete-trick or score-hand", &value.to_string())),
    }
}

fn speed(value: &Value) -> Result<Speed, Fault> {
    match value.as_str() {
        Some("instant") => Ok(Speed::Instant),
        Some("fast") => Ok(Speed::Fast),
        Some("normal") => Ok(Speed::Normal),
        _ => Err(Fault::input("speed", "instant, fast or normal", &value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_command_of_a_player_reads_as_it_is_written() {
        let player = Seat::ALL[2];
        let mut commands = vec![
            Command::Pass { player },
            Command::SelectTrump { player, trump: "doubles".parse().unwrap() },
            Command::PlayDomino { player, domino: "6-4".parse().unwrap() },
            Command::EnableQuickplay { speed: None },
            Command::DisableQuickplay {},
            Command::RequestRedeal {},
        ];
        commands.extend(ConsensusAction::ALL.map(|action| Command::AgreeToAction { player, action }));
        commands.extend(fortytwo::Bid::all().map(|bid| Command::PlaceBid { player, bid }));
        for speed in [Speed::Instant, Speed::Fast, Speed::Normal] {
            commands.push(Command::EnableQuickplay { speed: Some(speed) });
        }
        for written in commands {
            assert_eq!(command(serde_json::to_value(&written).unwrap()), Ok(written));
        }
    }

    #[test]
    fn what_is_no_command_is_refused_by_field() {
        for (value, field) in [
            (json!(7), "command"),
            (json!({}), "type"),
            (json!({ "type": "START_GAME" }), "type"),
            (json!({ "type": "PASS" }), "player"),
            (json!({ "type": "PASS", "player": 4 }), "player"),
            (json!({ "type": "PASS", "player": 1, "bid": "30" }), "bid"),
            (json!({ "type": "PLACE_BID", "player": 1, "bid": "29" }), "bid"),
            (json!({ "type": "PLAY_DOMINO", "player": 1, "domino": "7-6" }), "domino"),
            (json!({ "type": "SELECT_TRUMP", "player": 1, "trump": "7" }), "trump"),
            (json!({ "type": "AGREE_TO_ACTION", "player": 1, "action": "go" }), "action"),
            (json!({ "type": "ENABLE_QUICKPLAY", "speed": "slow" }), "speed"),
        ] {
            assert_eq!(command(value.clone()).unwrap_err().property("field"), Some(field), "{value}");
        }
    }
}
