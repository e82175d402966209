use chance::InputError;
use ledger::PlayerId;
use live::{ALL_SHOWN, CommandInput, RoomCommand, WatcherRequest, is_chat_line};
use protocol::{ClientMessage, CommandId, LONGEST_CHAT};
use serde_json::Value;
use uuid::Uuid;

use crate::error::ApiError;
use crate::parameters::check_version;

/// The largest message that is read, in bytes.
pub(super) const LARGEST: usize = 64 << 10;

/// A message that could be read.
#[derive(Debug)]
pub(super) enum Inbound {
    /// Something to carry out, in order, and what is asked about it afterwards.
    Command { request: RoomCommand, then: Option<ClientMessage> },
    /// The same, for the player who is named alone.
    Join { player: PlayerId, request: RoomCommand },
    /// Something to ask of the room at once.
    Watcher(WatcherRequest),
    /// Who is at the other end.
    Authenticate { token: String },
    /// The same people play again.
    Rematch,
    /// There is nothing to do.
    Nothing,
}

/// Reads a message of any kind.
pub(super) fn read(message: &str) -> Result<Inbound, ApiError> {
    let value: Value =
        serde_json::from_str(message).map_err(|error| ApiError::NotJson { problem: error.to_string() })?;
    // A tagged enum could also be read from a list, which no schema offers.
    if !value.is_object() {
        let actual = protocol::read::shorten(&value.to_string());
        return Err(ApiError::Field(InputError::new("message", "an object", actual)));
    }
    let message: ClientMessage = protocol::read::value(value, "message").map_err(ApiError::Field)?;
    Ok(match message {
        ClientMessage::Authenticate { token } => Inbound::Authenticate { token },
        ClientMessage::Resume { since, updates } => {
            check_version("since", since)?;
            Inbound::Watcher(WatcherRequest::Resume { since, updates })
        }
        ClientMessage::Command { command_id, expected_version, command } => {
            expected_version.map_or(Ok(()), |version| check_version("expectedVersion", version))?;
            let id = command_id.into_string();
            let command = CommandInput::Json(command);
            let request = RoomCommand { expected: expected_version, ..RoomCommand::new(id, command) };
            Inbound::Command { request, then: None }
        }
        ClientMessage::Join { player_id, reconnect: false, .. } => {
            let request = with_new_id(CommandInput::Join { seat: None });
            Inbound::Join { player: player_id, request }
        }
        // A player who was here before has a seat, and the state was sent already.
        ClientMessage::Join { reconnect: true, .. } => Inbound::Nothing,
        ClientMessage::Roll { request_probabilities, .. } => {
            let then = request_probabilities.then(|| message.clone());
            Inbound::Command { request: with_new_id(CommandInput::Message(message)), then }
        }
        ClientMessage::Score { .. } => {
            Inbound::Command { request: with_new_id(CommandInput::Message(message)), then: None }
        }
        ClientMessage::Chat { text } => Inbound::Watcher(WatcherRequest::Chat(line(&text)?)),
        ClientMessage::Mute { player_id, muted } => {
            Inbound::Watcher(WatcherRequest::Mute { player: player_id, muted })
        }
        ClientMessage::Rematch {} => Inbound::Rematch,
        ClientMessage::Cursor { version } => Inbound::Watcher(WatcherRequest::Cursor { version }),
        ClientMessage::RequestWinChance { wanted } => Inbound::Watcher(WatcherRequest::Forecasts { wanted }),
        ClientMessage::RequestHint { .. }
        | ClientMessage::Hover { .. }
        | ClientMessage::Prediction { .. } => Inbound::Watcher(WatcherRequest::Query(message)),
    })
}

/// A command to which its sender gave no id.
fn with_new_id(command: CommandInput) -> RoomCommand {
    RoomCommand::new(Uuid::new_v4().to_string(), command)
}

/// A line of chat, trimmed, without what would break a screen.
fn line(text: &str) -> Result<String, ApiError> {
    let line = text.trim();
    if is_chat_line(line) {
        return Ok(line.to_owned());
    }
    let expected = format!("1 to {LONGEST_CHAT} characters, {ALL_SHOWN}");
    let actual: String = line.chars().take(80).collect();
    Err(ApiError::Field(InputError::new("text", expected, actual)))
}

/// The name of a command, for messages about it.
pub(super) fn command_id(request: &RoomCommand) -> Option<CommandId> {
    request.id.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_message_of_a_game_stays_typed_all_the_way() {
        let roll = r#"{"type":"roll","requestProbabilities":true}"#;
        let Ok(Inbound::Command { request, then: Some(asked) }) = read(roll) else { panic!("not a command") };
        assert!(matches!(request.command, CommandInput::Message(message) if message == asked));
    }

    #[test]
    fn a_list_is_no_message() {
        for message in [r#"["rematch"]"#, r#"["chat","hello"]"#, "[]", "5"] {
            let Err(ApiError::Field(error)) = read(message) else { panic!("{message} was read") };
            assert_eq!((error.field(), error.expected()), ("message", "an object"));
        }
    }

    #[test]
    fn a_version_that_no_game_can_have_is_refused_as_over_http() {
        for (message, field) in [
            (json!({ "type": "resume", "since": (1_u64 << 53) + 1 }), "since"),
            (
                json!({ "type": "command", "commandId": "1", "expectedVersion": u64::MAX, "command": {} }),
                "expectedVersion",
            ),
        ] {
            let refused = read(&message.to_string());
            assert!(matches!(&refused, Err(ApiError::Field(wrong)) if wrong.field() == field), "{refused:?}");
        }
    }

    #[test]
    fn every_join_is_a_command_of_its_own() {
        let player = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
        let join = json!({ "type": "join", "playerId": player, "clientVersion": "1", "reconnect": false });
        let id = || match read(&join.to_string()) {
            Ok(Inbound::Join { request, .. }) => request.id,
            other => panic!("{other:?}"),
        };
        assert_ne!(id(), id(), "a player who stood up may sit down again");
    }

    #[test]
    fn a_line_with_a_direction_character_is_refused_for_what_is_wrong() {
        let refused = read("{\"type\":\"chat\",\"text\":\"a\u{202e}b\"}");
        let Err(ApiError::Field(wrong)) = refused else { panic!("{refused:?}") };
        assert_eq!(
            wrong.expected(),
            "1 to 500 characters, without control, invisible and direction characters"
        );
    }

    #[test]
    fn fuzz_socket() {
        let run = |input: &[u8]| match read(&String::from_utf8_lossy(input)) {
            Ok(inbound) => {
                format!("{inbound:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned()
            }
            Err(refusal) => format!("{refusal:?}").replace('"', ""),
        };
        let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
        let seeds = [
            json!({ "type": "authenticate", "token": "a.b.c" }),
            json!({ "type": "resume", "since": 7, "updates": "patch" }),
            json!({ "type": "command", "commandId": "c", "expectedVersion": 1, "command": { "type": "roll" } }),
            json!({ "type": "join", "playerId": id, "gameId": id, "reconnect": false }),
            json!({ "type": "roll", "keptMask": [true, false, true, false, true], "requestProbabilities": true }),
            json!({ "type": "chat", "text": "hello" }),
            json!({ "type": "mute", "playerId": id, "muted": true }),
            json!({ "type": "hover", "category": "ones", "durationMs": 100 }),
        ];
        let words =
            ["type", "score", "cursor", "rematch", "prediction", "request_hint", "request_win_chance"];
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
        let seeds = seeds.map(|seed| seed.to_string());
        fuzz::Target::new("socket", run).examples(seeds).words(&words).check(corpus);
    }

    proptest! {
        #[test]
        fn no_message_makes_reading_panic(message in ".{0,200}") {
            let _ = read(&message);
        }

        #[test]
        fn no_json_makes_reading_panic(
            kind in prop::sample::select(vec![
                "join", "roll", "score", "command", "chat", "mute", "hover", "resume", "authenticate", "x",
            ]),
            field in "[a-zA-Z]{0,12}",
            number in any::<i64>(),
            words in ".{0,40}",
        ) {
            for value in [json!(number), json!(words), json!([number]), json!({ "type": words }), json!(null)] {
                let message = json!({ "type": kind, field.clone(): value, "command": { "type": words } });
                let _ = read(&message.to_string());
            }
        }
    }
}
