use ledger::PlayerId;
use protocol::{GameId, ServerMessage};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A message from one node to the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NodeHint {
    /// A game has so many events now. A node that knows fewer reads the store.
    Moved {
        /// The game.
        game: GameId,
        /// How many events it has.
        version: u64,
    },
    /// A line of chat at a table, which is not stored.
    Chat {
        /// At which table.
        game: GameId,
        /// The line, as it is shown.
        line: ServerMessage,
    },
    /// A message to everybody at a table that is not stored: where a rematch is, a common position, how a guess
    /// turned out.
    #[serde(rename = "told")]
    Relayed {
        /// At which table.
        game: GameId,
        /// The message.
        message: ServerMessage,
    },
    /// Who is connected to a game through the node that sends this.
    Presence {
        /// The game.
        game: GameId,
        /// Which node.
        node: String,
        /// Players, in no order.
        players: Vec<PlayerId>,
        /// How many spectators.
        spectators: u32,
    },
    /// Asks all nodes for their [`Presence`](Self::Presence).
    WhoIsThere {
        /// At which game.
        game: GameId,
    },
    /// The operator closed a table.
    Closed {
        /// The table of which game.
        game: GameId,
    },
    /// A player was erased or banned: their sockets end.
    Erased {
        /// The player.
        player: PlayerId,
    },
    /// A player was renamed or erased.
    Renamed {
        /// The player.
        player: PlayerId,
    },
    /// A player blocked somebody, or no longer does.
    Blocked {
        /// The player who blocked.
        player: PlayerId,
    },
    /// Any hint may have been lost: re-read everything that is in memory.
    Missed,
}

/// A hint on its way, with the name of the node that sent it.
#[derive(Debug, Serialize, Deserialize)]
struct Message<H> {
    node: Uuid,
    hint: H,
}

/// Longer messages are not read; a line of chat is far below.
const LONGEST: usize = 64 * 1024;

impl NodeHint {
    /// The game it is about; without one it is about all.
    pub(crate) const fn game(&self) -> Option<&GameId> {
        match self {
            Self::Moved { game, .. }
            | Self::Chat { game, .. }
            | Self::Relayed { game, .. }
            | Self::Presence { game, .. }
            | Self::WhoIsThere { game }
            | Self::Closed { game } => Some(game),
            Self::Renamed { .. } | Self::Erased { .. } | Self::Blocked { .. } | Self::Missed => None,
        }
    }

    pub(super) fn write(&self, node: Uuid) -> String {
        serde_json::to_string(&Message { node, hint: self }).expect("hints have only names that are text")
    }

    /// Reads what came; without the sender's name in front nothing is a hint.
    pub(super) fn read(bytes: &[u8]) -> Option<(Uuid, Self)> {
        let readable = (bytes.len() <= LONGEST).then_some(bytes)?;
        let Message { node, hint } = serde_json::from_slice(readable).ok()?;
        Some((node, hint))
    }
}

#[cfg(test)]
mod tests {
    use protocol::ChatLine;
    use serde_json::{Value, json};

    use super::*;

    fn chat(text: &str) -> ServerMessage {
        let (player_id, display_name) = (PlayerId(Uuid::from_u128(1)), "Ann".to_owned());
        ServerMessage::Chat(ChatLine { player_id, display_name, text: text.to_owned(), timestamp: 5 })
    }

    #[test]
    fn fuzz_bus() {
        let run = |bytes: &[u8]| match NodeHint::read(bytes) {
            Some((node, hint)) => {
                let (_, again) =
                    NodeHint::read(hint.write(node).as_bytes()).expect("what is written can be read");
                assert_eq!(again, hint);
                format!("ok {}", json!(hint)["type"].to_string().replace('"', ""))
            }
            None => "no hint".to_owned(),
        };
        let game: GameId = "30000000-0000-4000-8000-000000000007".parse().unwrap();
        let player = PlayerId(Uuid::from_u128(1));
        let hints = [
            NodeHint::Moved { game: game.clone(), version: 7 },
            NodeHint::Chat { game: game.clone(), line: chat("hello") },
            NodeHint::Presence { game, node: "n".to_owned(), players: vec![player], spectators: 2 },
            NodeHint::Erased { player },
            NodeHint::Missed,
        ];
        let seeds = hints.map(|hint| hint.write(Uuid::from_u128(3)));
        let words = ["moved", "chat", "who_is_there", "renamed", "blocked", "state_update", "hint", "node"];
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
        fuzz::Target::new("bus", run).examples(seeds).words(&words).check(corpus);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_reading_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300)) {
            let _ = NodeHint::read(&bytes);
        }

        #[test]
        fn no_text_makes_reading_panic(kind in "[a-z_]{0,12}", rest in ".{0,80}") {
            let text = format!(r#"{{"node":"{}","hint":{{"type":"{kind}","game":"{rest}"}}}}"#, Uuid::nil());
            let _ = NodeHint::read(text.as_bytes());
        }
    }

    #[test]
    fn hints_look_on_the_wire_as_they_always_did() {
        let node = Uuid::nil();
        let game: GameId = "g-1".parse().unwrap();
        let ann = PlayerId(Uuid::from_u128(1));
        for (hint, wire) in [
            (
                NodeHint::Moved { game: game.clone(), version: 7 },
                json!({"type": "moved", "game": "g-1", "version": 7}),
            ),
            (
                NodeHint::Chat { game: game.clone(), line: chat("hi") },
                json!({"type": "chat", "game": "g-1", "line": {
                    "type": "chat", "playerId": ann, "displayName": "Ann", "text": "hi", "timestamp": 5,
                }}),
            ),
            (
                NodeHint::Presence {
                    game: game.clone(),
                    node: "n".into(),
                    players: vec![ann],
                    spectators: 2,
                },
                json!({"type": "presence", "game": "g-1", "node": "n", "players": [ann], "spectators": 2}),
            ),
            (NodeHint::Closed { game: game.clone() }, json!({"type": "closed", "game": "g-1"})),
            (NodeHint::WhoIsThere { game }, json!({"type": "who_is_there", "game": "g-1"})),
            (NodeHint::Renamed { player: ann }, json!({"type": "renamed", "player": ann})),
            (NodeHint::Erased { player: ann }, json!({"type": "erased", "player": ann})),
            (NodeHint::Blocked { player: ann }, json!({"type": "blocked", "player": ann})),
            (NodeHint::Missed, json!({"type": "missed"})),
        ] {
            let written = hint.write(node);
            let expected = json!({"node": node, "hint": wire});
            assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), expected);
            assert_eq!(NodeHint::read(written.as_bytes()), Some((node, hint)));
        }
    }

    /// During a rolling upgrade nodes of both versions share one channel.
    #[test]
    fn a_field_that_a_newer_node_adds_to_a_hint_is_ignored() {
        let (node, game): (_, GameId) = (Uuid::nil(), "g-1".parse().unwrap());
        let ann = PlayerId(Uuid::from_u128(1));
        for hint in [
            NodeHint::Moved { game: game.clone(), version: 7 },
            NodeHint::Chat { game: game.clone(), line: chat("hi") },
            NodeHint::Relayed {
                game: game.clone(),
                message: ServerMessage::Cursor { player_id: ann, version: 3 },
            },
            NodeHint::Presence { game: game.clone(), node: "n".into(), players: vec![ann], spectators: 2 },
            NodeHint::Closed { game: game.clone() },
            NodeHint::WhoIsThere { game },
            NodeHint::Renamed { player: ann },
            NodeHint::Erased { player: ann },
            NodeHint::Blocked { player: ann },
            NodeHint::Missed,
        ] {
            let mut newer: Value = serde_json::from_str(&hint.write(node)).unwrap();
            newer["schema"] = json!("1.1");
            newer["hint"]["laterInvention"] = json!({ "any": ["thing"] });
            for message in ["line", "message"] {
                if let Some(message) = newer["hint"].get_mut(message) {
                    message["laterInvention"] = json!(1);
                }
            }
            assert_eq!(NodeHint::read(newer.to_string().as_bytes()), Some((node, hint)), "{newer}");
        }
    }

    #[test]
    fn what_is_no_hint_is_not_read() {
        let long = NodeHint::Chat { game: "g".parse().unwrap(), line: chat(&"x".repeat(LONGEST)) };
        for wrong in [
            "",
            "{}",
            "\u{0}",
            r#"{"type":"missed"}"#,
            r#"{"node":"me","hint":{"type":"missed"}}"#,
            r#"{"node":"00000000-0000-0000-0000-000000000000","hint":{"type":"later_invention"}}"#,
            r#"{"node":"00000000-0000-0000-0000-000000000000","hint":{"type":"who_is_there","game":"../g"}}"#,
            &long.write(Uuid::nil()),
        ] {
            assert_eq!(NodeHint::read(wrong.as_bytes()), None, "{wrong:.80}");
        }
    }
}
