//! What people of a [`Crowd`](crate::Crowd) play: how each game is opened, what they do next, which events are their moves.

use dicee::GameMode;
use protocol::{CreateGameRequest, GameKind, GameState, GameStatus, OpenDicee};
use serde_json::{Value, json};

use crate::Player;
use crate::dicee_moves::next_move;

/// A game that one person can play for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pastime {
    /// Dice, alone.
    Dicee,
    /// Forty-Two, against three bots that play at random.
    FortyTwo,
    /// A roll table, alone.
    RollTable,
}

/// What a person does next.
#[derive(Debug)]
pub(crate) enum Next {
    /// Sends this command.
    Command(Value),
    /// Waits for the others.
    Wait,
    /// Opens another game.
    Leave,
}

/// So many rolls are made at one roll table.
const ROLLS: u64 = 40;

impl Pastime {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Dicee, Self::FortyTwo, Self::RollTable];

    /// The request that opens a game of it.
    pub(crate) fn opening(self) -> Value {
        match self {
            Self::Dicee => {
                let options = OpenDicee { mode: Some(GameMode::Solo), ..OpenDicee::default() };
                json!(CreateGameRequest::new(GameKind::DICEE, options))
            }
            Self::FortyTwo => json!({ "kind": "fortytwo", "start": true, "bots": "random" }),
            Self::RollTable => json!({ "kind": "roll_table" }),
        }
    }

    /// What the player does in this state.
    pub(crate) fn next(self, state: &Value, player: &Player) -> Next {
        match self {
            Self::Dicee => next_move(state, player).map_or(Next::Leave, Next::Command),
            Self::FortyTwo => {
                let Ok(GameState::Fortytwo(state)) = serde_json::from_value(state.clone()) else {
                    return Next::Leave;
                };
                match state.view.moves.first() {
                    Some(command) => Next::Command(json!(command)),
                    None if state.table.status == GameStatus::Active => Next::Wait,
                    None => Next::Leave,
                }
            }
            Self::RollTable if state["version"].as_u64() > Some(ROLLS) => Next::Leave,
            Self::RollTable => Next::Command(json!({ "type": "ROLL", "expression": "4d6kh3 + 2" })),
        }
    }

    /// Whether others may change the game between a look at it and the next command.
    pub(crate) const fn has_others(self) -> bool {
        matches!(self, Self::FortyTwo)
    }

    /// Whether an event is a move of the person, who sits in the first seat.
    pub(crate) fn is_move(self, event: &Value) -> bool {
        let kind = |name| event[name].as_str().unwrap_or_default();
        match self {
            Self::Dicee => ["roll", "score"].contains(&kind("eventType")),
            Self::FortyTwo => {
                let moves =
                    ["BID_PLACED", "PLAYER_PASSED", "TRUMP_SELECTED", "DOMINO_PLAYED", "PLAYER_AGREED"];
                event["p"]["player"] == 0 && moves.contains(&kind("t"))
            }
            Self::RollTable => kind("t") == "DICE_ROLLED",
        }
    }
}
