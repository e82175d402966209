use fortytwo::Command;
use serde::Deserialize as _;
use serde_json::Value;
use wasm_edge::Fault;

/// The command that a player at this device sends. Dealing and recording are the table's own.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn command(value: Value) -> Result<Command, Fault> {
    let command =
        Command::deserialize(value).map_err(|error| Fault::of_value("command", &error.to_string()))?;
    match command {
        Command::PlaceBid { .. }
        | Command::Pass { .. }
        | Command::SelectTrump { .. }
        | Command::PlayDomino { .. }
        | Command::AgreeToAction { .. }
        | Command::EnableQuickplay { .. }
        | Command::DisableQuickplay {}
        | Command::RequestRedeal {} => Ok(command),
        Command::Commit { .. }
        | Command::Mix { .. }
        | Command::Reveal { .. }
        | Command::StartGame { .. }
        | Command::Record { .. } => Err(Fault::input("type", NAMES, "a command of the table itself")),
    }
}

const NAMES: &str = "one of PLACE_BID, PASS, SELECT_TRUMP, PLAY_DOMINO, AGREE_TO_ACTION, ENABLE_QUICKPLAY, \
                     DISABLE_QUICKPLAY, REQUEST_REDEAL";

#[cfg(test)]
mod tests {
    use fortytwo::{ConsensusAction, Seat, Speed};
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
            (json!({ "type": "FOLD" }), "type"),
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
