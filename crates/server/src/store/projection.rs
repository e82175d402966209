use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Store;
use super::cursor::{Cursor, Recorded};
use super::error::StoreError;

/// How many events are read at once.
const PAGE: u32 = 500;

/// After how many pages a long way is kept, so that it need not be gone again from its start.
const PAGES_BETWEEN_CHECKPOINTS: u32 = 100;

/// A fold over the events of all games, such as a table of results. `Default` is before the first event.
///
/// It is kept together with the place up to which it was folded, so that every event counts once. It can always be
/// thrown away and built again: events are the truth, this is a summary.
pub trait Projection: Default + Serialize + DeserializeOwned + Send {
    /// The name it is kept under.
    const NAME: &'static str;

    /// Counts the meanings of this fold: raised when it changes, what was kept is built anew.
    const REVISION: u32;

    /// What it takes to fold, beside the events; `()` if nothing.
    type Tools: ?Sized + Sync;

    /// Folds one event.
    fn apply(&mut self, event: &Recorded, tools: &Self::Tools);
}

/// What a projection had become, and how far it had come.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The name of the projection.
    pub projection: String,
    /// Its revision.
    pub revision: u32,
    /// Everything up to here is in it.
    pub cursor: Cursor,
    /// What it had become.
    pub state: Value,
}

/// Brings a projection up to date, from where it was left, and keeps it.
///
/// # Errors
///
/// [`StoreError`] if the store is in trouble; what was kept before is still good then.
pub async fn catch_up<P: Projection>(store: &dyn Store, tools: &P::Tools) -> Result<P, StoreError> {
    // A summary of another revision, or one that cannot be read, is no loss.
    let kept = store.checkpoint(P::NAME).await?.filter(|kept| kept.revision == P::REVISION);
    let kept = kept.and_then(|kept| Some((serde_json::from_value(kept.state).ok()?, kept.cursor)));
    let (state, cursor) = kept.unwrap_or_else(|| (P::default(), Cursor::START));
    fold(store, state, cursor, tools).await
}

/// Builds a projection from the first event, and keeps it.
///
/// # Errors
///
/// As [`catch_up`].
pub async fn rebuild<P: Projection>(store: &dyn Store, tools: &P::Tools) -> Result<P, StoreError> {
    fold(store, P::default(), Cursor::START, tools).await
}

async fn fold<P: Projection>(
    store: &dyn Store,
    mut state: P,
    from: Cursor,
    tools: &P::Tools,
) -> Result<P, StoreError> {
    let mut cursor = from;
    for pages in 1_u32.. {
        let page = store.follow(cursor, PAGE).await?;
        if page.events.is_empty() {
            break;
        }
        page.events.iter().for_each(|event| state.apply(event, tools));
        cursor = page.next;
        if pages.is_multiple_of(PAGES_BETWEEN_CHECKPOINTS) {
            store.save_checkpoint(checkpoint(&state, cursor)?).await?;
        }
    }
    store.save_checkpoint(checkpoint(&state, cursor)?).await?;
    Ok(state)
}

fn checkpoint<P: Projection>(state: &P, cursor: Cursor) -> Result<Checkpoint, StoreError> {
    let state = serde_json::to_value(state)
        .map_err(|error| StoreError::malformed("projection", "something that can be JSON", error))?;
    Ok(Checkpoint { projection: P::NAME.to_owned(), revision: P::REVISION, cursor, state })
}
