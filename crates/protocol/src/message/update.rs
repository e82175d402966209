use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::patch::{PatchError, PatchOperation, apply, diff};
use crate::state::{GameState, ShownEvent};

/// How a game stands: all of it, or what changed since a version that the client named or was sent last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StateUpdate {
    /// All of it.
    Whole {
        /// The game.
        game_state: GameState,
        /// When, in milliseconds since 1970.
        timestamp: u64,
    },
    /// What changed.
    Changes {
        /// What changed.
        changes: StateChanges,
        /// When, in milliseconds since 1970.
        timestamp: u64,
    },
}

/// What changed between two states of a game, as the same viewer may know them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StateChanges {
    /// The version of the state to which the patch applies. A client that holds another one sends `resume`.
    pub since: u64,
    /// The version after it.
    pub version: u64,
    /// The events between them, as the client may know them.
    pub events: Vec<ShownEvent>,
    /// How to change `gameState`, without its `events`: JSON Patch (RFC 6902) with `add`, `remove` and `replace`.
    pub patch: Vec<PatchOperation>,
}

impl StateChanges {
    /// What leads from one state to another; the events are those of the second.
    #[must_use]
    pub fn between(before: &GameState, after: &GameState) -> Self {
        Self {
            since: before.table().version,
            version: after.table().version,
            events: after.events(),
            patch: diff(&without_events(before), &without_events(after)),
        }
    }

    /// The state after these changes, for clients in Rust; `@dicee/types/patch` does the same in JavaScript. Its `events`
    /// are those that the changes bring.
    ///
    /// # Errors
    ///
    /// [`PatchError`] if the state is not the one that the patch was made for.
    pub fn apply_to(&self, before: &GameState) -> Result<GameState, PatchError> {
        let mut state = without_events(before);
        apply(&mut state, &self.patch)?;
        state["events"] = serde_json::to_value(&self.events).map_err(|_| PatchError::State)?;
        serde_json::from_value(state).map_err(|_| PatchError::State)
    }
}

fn without_events(state: &GameState) -> Value {
    let mut value = serde_json::to_value(state).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.shift_remove("events");
    }
    value
}
