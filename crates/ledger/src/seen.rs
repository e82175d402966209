use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::Event;

/// An event as a viewer may know it: kind and payload, without what is hidden from them. Ids and chains are left out:
/// what is hidden could be found from them by trying all there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenEvent {
    /// The kind, such as `DOMINO_PLAYED`, `PLAYER_SAT` or `ROLL_HIDDEN`.
    pub t: String,
    /// The rest; left out where there is none.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub p: Map<String, Value>,
}

impl SeenEvent {
    /// All of an event, for those from whom nothing of it is hidden.
    ///
    /// # Errors
    ///
    /// If the event cannot be written as JSON.
    pub fn whole<E: Event>(event: &E) -> Result<Self, serde_json::Error> {
        use serde::ser::Error as _;
        let Value::Object(mut p) = serde_json::to_value(event)? else {
            return Err(serde_json::Error::custom("an event serialises as an object"));
        };
        let Some(Value::String(t)) = p.shift_remove(E::TAG) else {
            return Err(serde_json::Error::custom("an event names its kind"));
        };
        Ok(Self { t, p })
    }
}
