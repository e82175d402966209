//! Messages and states, read for the little that a player or a measurement needs. Everything else is skipped, which is
//! much faster than reading a whole [`ServerMessage`](super::ServerMessage): a client that measures a server takes
//! little of the machine that it measures.

use std::borrow::Cow;

use dicee::{GameStatus, PlayerId, ScorecardData, TurnView};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::patch::PatchOperation;

/// Any message of a server; which fields are there depends on its type.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefMessage<'a, S> {
    /// The type, such as `ack`.
    #[serde(rename = "type", borrow)]
    pub kind: Cow<'a, str>,
    /// The command that it is about.
    #[serde(borrow)]
    pub command_id: Option<Cow<'a, str>>,
    /// The version of an `ack`, or of `events`.
    pub version: Option<u64>,
    /// Of an `error`.
    #[serde(borrow)]
    pub error_code: Option<Cow<'a, str>>,
    /// Whether trying again can help.
    #[serde(default)]
    pub recoverable: bool,
    /// The whole state of a `state_update`.
    pub game_state: Option<S>,
    /// What changed, of a `state_update` that tells only that.
    pub changes: Option<BriefChanges>,
    /// Of a message that brings events alone.
    #[serde(default)]
    pub events: Vec<IgnoredAny>,
}

/// What changed, for a client that keeps the state as JSON: [`apply`](super::apply) leads to the next one.
#[derive(Debug, Deserialize)]
pub struct BriefChanges {
    /// The version to which the patch applies.
    pub since: u64,
    /// The version after it.
    pub version: u64,
    /// The events between them, where they come with it.
    pub events: Vec<IgnoredAny>,
    /// How to change the state.
    pub patch: Vec<PatchOperation>,
}

/// The state as one who only watches needs it.
#[derive(Debug, Deserialize)]
pub struct Glance {
    /// How many events there are.
    pub version: u64,
    /// Those that are new.
    pub events: Vec<IgnoredAny>,
}

/// The state as a player needs it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefState {
    /// How many events there are.
    pub version: u64,
    /// Those that are new.
    pub events: Vec<IgnoredAny>,
    /// Where the game stands.
    pub status: GameStatus,
    /// The player's seat.
    pub you: Option<u8>,
    /// Of the dice game: the turn that is going on.
    pub current_turn: Option<TurnView>,
    /// Of the dice game: everybody.
    #[serde(default)]
    pub players: Vec<BriefPlayer>,
    /// Of Forty-Two.
    pub view: Option<BriefView>,
}

/// Somebody at a dice game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BriefPlayer {
    /// The player.
    pub player_id: PlayerId,
    /// Their card.
    pub scorecard: ScorecardData,
}

/// A game of Forty-Two.
#[derive(Debug, Deserialize)]
pub struct BriefView {
    /// The marks of both teams.
    pub marks: [u8; 2],
    /// What the player may do.
    pub moves: Vec<fortytwo::Command>,
}

impl BriefState {
    /// Whether nobody moves any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.status, GameStatus::Completed | GameStatus::Abandoned)
    }
}

#[cfg(test)]
mod tests {
    use fortytwo::{Command, FortyTwo};
    use ledger::{Game as _, SeenEvent};
    use serde_json::json;

    use super::*;
    use crate::{ErrorCode, ErrorMessage, GameState, ServerMessage, ShownEvent, StateChanges, StateUpdate};

    fn state() -> GameState {
        let mut view = FortyTwo::default().view(None);
        view.moves = vec![Command::DisableQuickplay {}];
        let state = json!({
            "kind": "fortytwo", "gameId": "g", "version": 3, "status": "active", "you": 2, "seats": [],
            "freeSeats": 0, "coach": true, "createdAt": "2026-01-01T00:00:00.000Z", "success": true,
            "hostPlayerId": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "options": {}, "view": view,
            "events": [{ "t": "PLAYER_SAT" }, { "t": "GAME_STARTED" }],
        });
        serde_json::from_value(state).unwrap()
    }

    #[test]
    fn every_message_is_read_as_what_it_is() {
        let event = ShownEvent::Seen(SeenEvent { t: "PASS".into(), p: serde_json::Map::new() });
        let update = StateUpdate::Whole { game_state: state(), timestamp: 1 };
        let error = ErrorMessage::new(ErrorCode::Conflict, "a \"quote\"");
        let check = |message: ServerMessage, kind: &str| {
            let text = message.to_json();
            let brief: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
            assert_eq!(brief.kind, kind);
            text
        };
        let ack = ServerMessage::Ack { command_id: "7".parse().unwrap(), version: 12, repeated: false };
        let text = check(ack, "ack");
        let ack: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
        assert_eq!((ack.command_id.as_deref(), ack.version), (Some("7"), Some(12)));
        let text = check(ServerMessage::Events { version: 5, events: vec![event.clone(), event] }, "events");
        let events: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
        assert_eq!((events.version, events.events.len()), (Some(5), 2));
        let text = check(ServerMessage::from(error), "error");
        let error: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
        assert!(error.recoverable && error.error_code.as_deref() == Some("ERR_CONFLICT"));
        let text = check(ServerMessage::StateUpdate(update), "state_update");
        let seen: BriefMessage<'_, BriefState> = serde_json::from_str(&text).unwrap();
        let state = seen.game_state.unwrap();
        assert_eq!((state.version, state.events.len(), state.you), (3, 2, Some(2)));
        assert_eq!(state.view.unwrap().moves, [Command::DisableQuickplay {}]);
        let seen: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
        assert_eq!(seen.game_state.unwrap().events.len(), 2);
        let before = self::state();
        let mut next = json!(before);
        next["version"] = json!(4);
        let changes = StateChanges::between(&before, &serde_json::from_value(next).unwrap());
        let update = ServerMessage::StateUpdate(StateUpdate::Changes { changes, timestamp: 2 });
        let text = check(update, "state_update");
        let seen: BriefMessage<'_, Glance> = serde_json::from_str(&text).unwrap();
        let BriefChanges { since, version, events, patch } = seen.changes.unwrap();
        assert_eq!((since, version, events.len(), patch.len()), (3, 4, 2, 1));
    }
}
