use ledger::{Chain, EventId, LogError};

use crate::cursor::StoredEvent;

/// Checks what can be checked of the events of any game, without its rules: every event is in its place, has the id of its
/// content, names the event before it, and its chain covers all that came before.
///
/// # Errors
///
/// [`LogError::Broken`] with the first event that does not hold.
pub fn check_chain(events: &[StoredEvent]) -> Result<(), LogError> {
    let mut chain = Chain::default();
    let mut last: Option<&EventId> = None;
    for (position, event) in events.iter().enumerate() {
        let broken = |problem| Err(LogError::Broken { position, problem });
        if event.position != position as u64 {
            return broken("it is not in its place");
        }
        let id = EventId::of(&event.payload, event.position)
            .map_err(|error| LogError::Unreadable { position, error })?;
        if id != event.id {
            return broken("its content was changed: the id does not match");
        }
        if event.causation_id.as_ref() != last {
            return broken("it does not follow the event before it");
        }
        chain = chain.next(&id, event.schema_version);
        if chain != event.chain {
            return broken("the history before it was changed: the chain does not match");
        }
        last = Some(&event.id);
    }
    Ok(())
}
