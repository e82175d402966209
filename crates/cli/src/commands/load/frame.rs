//! What a game says over its WebSocket, as far as a client has to know it to play and to measure. Everything else is
//! skipped while reading, so that the client takes little of the machine that it measures.

use std::borrow::Cow;

use dicee::ScorecardData;
use dicee::{Dice, GameStatus, PlayerId};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Any message; which fields are there depends on its kind.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame<'a, S> {
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) command_id: Option<Cow<'a, str>>,
    pub(super) version: Option<u64>,
    #[serde(borrow)]
    pub(super) error_code: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(super) recoverable: bool,
    pub(super) game_state: Option<S>,
    /// Of a message that brings events alone.
    #[serde(default)]
    pub(super) events: Vec<IgnoredAny>,
}

/// The state as one who only watches needs it.
#[derive(Debug, Deserialize)]
pub(super) struct Glance {
    pub(super) version: u64,
    pub(super) events: Vec<IgnoredAny>,
}

/// The state as a player needs it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct State {
    pub(super) version: u64,
    pub(super) events: Vec<IgnoredAny>,
    pub(super) status: GameStatus,
    pub(super) you: Option<u8>,
    /// Of the dice game.
    pub(super) current_turn: Option<Turn>,
    #[serde(default)]
    pub(super) players: Vec<Player>,
    /// Of Forty-Two.
    pub(super) view: Option<View>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Turn {
    pub(super) player_id: PlayerId,
    pub(super) turn_number: u8,
    pub(super) roll_number: u8,
    pub(super) current_dice: Option<Dice>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Player {
    pub(super) player_id: PlayerId,
    pub(super) scorecard: ScorecardData,
}

#[derive(Debug, Deserialize)]
pub(super) struct View {
    pub(super) marks: [u8; 2],
    pub(super) moves: Vec<fortytwo::Command>,
}

impl State {
    pub(super) fn is_over(&self) -> bool {
        matches!(self.status, GameStatus::Completed | GameStatus::Abandoned)
    }

    /// How much of the game is played, in percent, as well as can be told.
    pub(super) fn progress(&self) -> u64 {
        if self.is_over() {
            return 100;
        }
        let turns = self.current_turn.as_ref().map(|turn| u64::from(turn.turn_number.max(1) - 1) * 100 / 13);
        let marks = self.view.as_ref().map(|view| u64::from(view.marks[0].max(view.marks[1])) * 100 / 7);
        turns.or(marks).unwrap_or(0).min(99)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_without_what_nobody_needs() {
        let ack = r#"{"type":"ack","commandId":"7","version":12,"repeated":false}"#;
        let ack: Frame<'_, State> = serde_json::from_str(ack).unwrap();
        assert_eq!((&*ack.kind, ack.command_id.as_deref(), ack.version), ("ack", Some("7"), Some(12)));
        let error =
            r#"{"type":"error","errorCode":"ERR_CONFLICT","message":"a \"quote\"","recoverable":true}"#;
        let error: Frame<'_, State> = serde_json::from_str(error).unwrap();
        assert!(error.recoverable && error.error_code.as_deref() == Some("ERR_CONFLICT"));
        let update = r#"{"type":"state_update","gameState":{"version":3,"status":"active","you":0,
            "events":[{"a":1},{"b":[2]}],"view":{"marks":[2,5],"moves":[{"type":"PASS","player":0}]}},"timestamp":1}"#;
        let seen: Frame<'_, State> = serde_json::from_str(update).unwrap();
        let state = seen.game_state.unwrap();
        assert_eq!((state.version, state.events.len(), state.you, state.progress()), (3, 2, Some(0), 71));
        let seen: Frame<'_, Glance> = serde_json::from_str(update).unwrap();
        assert_eq!(seen.game_state.unwrap().events.len(), 2);
        let events = r#"{"type":"events","version":5,"events":[{"a":1},{"b":[2]}]}"#;
        let events: Frame<'_, Glance> = serde_json::from_str(events).unwrap();
        assert_eq!((&*events.kind, events.version, events.events.len()), ("events", Some(5), 2));
    }
}
