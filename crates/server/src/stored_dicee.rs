//! The dice game as it is stored, read back.

use dicee::{DiceeEvent, TABLE, upcaster};
use ledger::{Event as _, Upcaster};
use store::StoredEvent;

/// The events of a dice game, up to date; `None` if one of them cannot be read.
pub(crate) fn dicee_events(stored: &[StoredEvent]) -> Option<Vec<DiceeEvent>> {
    let upcaster = upcaster();
    stored.iter().map(|event| dicee_event(&upcaster, event)).collect()
}

/// Which events the clock brought about, and no player.
pub(crate) fn by_clock(stored: &[StoredEvent]) -> Vec<bool> {
    stored.iter().map(|event| event.correlation_id.seat() == Some(TABLE)).collect()
}

/// One event of a dice game.
pub(crate) fn dicee_event(upcaster: &Upcaster, stored: &StoredEvent) -> Option<DiceeEvent> {
    let payload = stored.payload.clone();
    let (_, payload) = upcaster.upcast(DiceeEvent::TAG, stored.schema_version, payload).ok()?;
    serde_json::from_value(payload).ok()
}
