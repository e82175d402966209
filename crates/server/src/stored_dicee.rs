//! The dice game as it is stored, read back.

use dicee::{DiceeEvent, TABLE, upcaster};
use serde_json::Value;
use store::{Recorded, StoredEvent};

/// The events of a dice game, up to date; `None` if one of them cannot be read.
pub(crate) fn dicee_events(stored: &[StoredEvent]) -> Option<Vec<DiceeEvent>> {
    let upcaster = upcaster();
    stored.iter().map(|event| upcaster.read(event).ok()).collect()
}

/// The type of the event with which a dice game ends.
pub(crate) const DICEE_END: &str = "game_completed";

/// Whether a dice game ends with this event.
pub(crate) fn ends_dicee(recorded: &Recorded) -> bool {
    let name = recorded.event.payload.get("eventType").and_then(Value::as_str);
    recorded.kind.as_str() == "dicee" && name == Some(DICEE_END)
}

/// Which events the clock brought about, and no player.
pub(crate) fn by_clock(stored: &[StoredEvent]) -> Vec<bool> {
    stored.iter().map(|event| event.correlation_id.seat() == Some(TABLE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::in_newer_minor_schema;
    use dicee::PlayerId;
    use live::{Outcome, SolvedGames, games};
    use store::TableStatus;
    use uuid::Uuid;

    #[test]
    fn events_of_a_newer_minor_schema_are_read_on_every_path() {
        let golden = include_str!("../../dicee/tests/golden/fair-standard.json");
        let known: Vec<StoredEvent> = serde_json::from_str(golden).unwrap();
        let newer = in_newer_minor_schema(known.clone());
        let (registry, kind) = (games(SolvedGames::default().into()), "dicee".parse().unwrap());
        let winner = PlayerId(Uuid::from_u128(0x2000_0000_0000_4000_8000_0000_0000_0000));
        let outcome = registry.outcome(&kind, &newer, winner);
        assert_eq!(outcome, registry.outcome(&kind, &known, winner));
        assert_ne!(outcome, Outcome::default());
        assert_eq!(dicee_events(&newer), dicee_events(&known));
        assert!(dicee_events(&newer).is_some());
        assert_eq!(registry.replay(&kind, newer.clone()).unwrap().unwrap(), TableStatus::Over);
        let mut broken = newer;
        broken[0].schema_version.major += 1;
        assert_eq!(dicee_events(&broken), None, "a newer major schema means something else");
        assert_eq!(registry.outcome(&kind, &broken, winner), Outcome::default());
    }
}
