use serde_json::Value;

use crate::envelope::{Chain, Envelope, EventId};
use crate::log_error::LogError;

/// Checks what can be checked of the events of any game, without its rules: every event is in its place, has the id of its
/// content, names the event before it, and its chain covers all that came before.
///
/// # Errors
///
/// [`LogError::Broken`] with the first event that does not hold.
pub fn check_chain(events: &[Envelope<Value>]) -> Result<(), LogError> {
    let mut last = None;
    events.iter().try_for_each(|event| check_link(event, last.replace(event)))
}

/// Checks one event against the event before it.
pub(crate) fn check_link<E>(event: &Envelope<Value>, last: Option<&Envelope<E>>) -> Result<(), LogError> {
    let expected = last.map_or(0, |last| last.position + 1);
    let position = usize::try_from(expected).unwrap_or(usize::MAX);
    let broken = |problem| Err(LogError::Broken { position, problem });
    if event.position != expected {
        return broken("it is not in its place");
    }
    let id = EventId::of_json(&event.payload, event.position)
        .map_err(|error| LogError::Unreadable { position, error })?;
    if id != event.id {
        return broken("its content was changed: the id does not match");
    }
    if event.causation_id.as_ref() != last.map(|last| &last.id) {
        return broken("it does not follow the event before it");
    }
    let chain = last.map_or(&Chain::default(), |last| &last.chain).next(&id, event.schema_version);
    if chain != event.chain {
        return broken("the history before it was changed: the chain does not match");
    }
    Ok(())
}
