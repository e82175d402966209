use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Store;
use super::cursor::{Cursor, Recorded};
use super::error::StoreError;

/// How many events are read at once.
const PAGE: u32 = 500;

/// A fold over the events of all games, such as a table of results. `Default` is before the first event.
///
/// It is kept together with the place up to which it was folded, so that every event counts once. It can always be
/// thrown away and built again: events are the truth, this is a summary.
pub trait Projection: Default + Serialize + DeserializeOwned + Send {
    /// The name it is kept under.
    const NAME: &'static str;

    /// Counts the meanings of this fold: raised when it changes, what was kept is built anew.
    const REVISION: u32;

    /// Folds one event.
    fn apply(&mut self, event: &Recorded);
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
pub async fn catch_up<P: Projection>(store: &dyn Store) -> Result<P, StoreError> {
    // A summary of another revision, or one that cannot be read, is no loss.
    let kept = store.checkpoint(P::NAME).await?.filter(|kept| kept.revision == P::REVISION);
    let kept = kept.and_then(|kept| Some((serde_json::from_value(kept.state).ok()?, kept.cursor)));
    let (state, cursor) = kept.unwrap_or_else(|| (P::default(), Cursor::START));
    fold(store, state, cursor).await
}

/// Builds a projection from the first event, and keeps it.
///
/// # Errors
///
/// As [`catch_up`].
pub async fn rebuild<P: Projection>(store: &dyn Store) -> Result<P, StoreError> {
    fold(store, P::default(), Cursor::START).await
}

async fn fold<P: Projection>(store: &dyn Store, mut state: P, from: Cursor) -> Result<P, StoreError> {
    let mut cursor = from;
    loop {
        let page = store.follow(cursor, PAGE).await?;
        if page.events.is_empty() {
            break;
        }
        page.events.iter().for_each(|event| state.apply(event));
        cursor = page.next;
    }
    let value = serde_json::to_value(&state)
        .map_err(|error| StoreError::malformed("projection", "something that can be JSON", error))?;
    let projection = P::NAME.to_owned();
    store
        .save_checkpoint(Checkpoint { projection, revision: P::REVISION, cursor, state: value })
        .await
        .map(|()| state)
}
