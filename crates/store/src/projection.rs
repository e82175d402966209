use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::archive::Store;
use crate::checkpoint::Checkpoint;
use crate::cursor::{Cursor, Recorded};
use crate::error::StoreError;

/// How many events are read at once.
const PAGE: u32 = 500;

/// A long catch-up is saved after so many pages, so that an interruption does not start it over.
const PAGES_BETWEEN_CHECKPOINTS: u32 = 100;

/// A fold over the events of all games, such as a table of results. `Default` is the state before the first event.
///
/// It is stored together with its cursor, so that every event counts once. It can always be deleted and rebuilt from the events.
pub trait Projection: Default + Serialize + DeserializeOwned + Send {
    /// The name of its checkpoint.
    const NAME: &'static str;

    /// Raise it when the fold changes its meaning: a checkpoint of another revision is rebuilt.
    const REVISION: u32;

    /// A text in the stored JSON of every event that matters to the fold; events without it may be left out. Empty if all matter.
    const ONLY: &'static str = "";

    /// Services that the fold needs; `()` if none.
    type Context: ?Sized + Sync;

    /// Folds one event.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if other data that the fold needs cannot be read. The fold ends there, and the next one continues
    /// from the last checkpoint.
    fn apply(&mut self, event: &Recorded, context: &Self::Context) -> Result<(), StoreError>;
}

/// Brings a projection up to date from its checkpoint, and saves it if there were new events.
///
/// # Errors
///
/// [`StoreError`] if the store or the fold fails; the last checkpoint is still valid then.
pub async fn catch_up<P: Projection>(store: &dyn Store, context: &P::Context) -> Result<P, StoreError> {
    // A checkpoint of another revision, or an unreadable one, is rebuilt.
    let kept = store.checkpoint(P::NAME).await?.filter(|kept| kept.revision == P::REVISION);
    let kept = kept.and_then(|kept| Some((serde_json::from_value(kept.state).ok()?, kept.cursor)));
    let (state, cursor) = kept.unwrap_or_else(|| (P::default(), Cursor::START));
    fold(store, state, cursor, context).await
}

/// The saved projection, and a rebuild up to the same event; `None` if nothing was saved in this
/// revision. Nothing is written.
///
/// # Errors
///
/// As every read.
pub async fn compare_with_rebuild<P: Projection>(
    store: &dyn Store,
    context: &P::Context,
) -> Result<Option<(P, P)>, StoreError> {
    let kept = store.checkpoint(P::NAME).await?.filter(|kept| kept.revision == P::REVISION);
    let Some(Checkpoint { cursor: end, state, .. }) = kept else { return Ok(None) };
    let Ok(kept) = serde_json::from_value(state) else { return Ok(None) };
    let (mut rebuilt, mut cursor, mut limit) = (P::default(), Cursor::START, PAGE);
    while cursor < end && limit > 0 {
        let page = store.follow_only(cursor, limit, P::ONLY).await?;
        if page.next > end {
            // A page that would go too far is read again, by halves.
            limit /= 2;
        } else if page.next == cursor {
            break;
        } else {
            page.events.iter().try_for_each(|event| rebuilt.apply(event, context))?;
            cursor = page.next;
        }
    }
    Ok(Some((kept, rebuilt)))
}

async fn fold<P: Projection>(
    store: &dyn Store,
    mut state: P,
    from: Cursor,
    context: &P::Context,
) -> Result<P, StoreError> {
    let (mut cursor, mut saved) = (from, from);
    for pages in 1_u32.. {
        let page = store.follow_only(cursor, PAGE, P::ONLY).await?;
        if page.next == cursor {
            break;
        }
        page.events.iter().try_for_each(|event| state.apply(event, context))?;
        cursor = page.next;
        if pages.is_multiple_of(PAGES_BETWEEN_CHECKPOINTS) {
            store.save_checkpoint(checkpoint(&state, cursor)?).await?;
            saved = cursor;
        }
    }
    if cursor != saved {
        store.save_checkpoint(checkpoint(&state, cursor)?).await?;
    }
    Ok(state)
}

fn checkpoint<P: Projection>(state: &P, cursor: Cursor) -> Result<Checkpoint, StoreError> {
    let state = serde_json::to_value(state)
        .map_err(|error| StoreError::malformed("projection", "something that can be JSON", error))?;
    Ok(Checkpoint { projection: P::NAME.to_owned(), revision: P::REVISION, cursor, state })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::memory::Memory;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Count {
        events: u64,
    }

    impl Projection for Count {
        const NAME: &'static str = "count";
        const REVISION: u32 = 1;

        type Context = ();

        fn apply(&mut self, _: &Recorded, (): &()) -> Result<(), StoreError> {
            self.events += 1;
            Ok(())
        }
    }

    #[tokio::test]
    async fn nothing_is_written_where_nothing_is_new() {
        let store = Memory::default();
        assert_eq!(catch_up::<Count>(&store, &()).await.unwrap(), Count { events: 0 });
        assert_eq!(store.checkpoint(Count::NAME).await.unwrap(), None);
        // Written again it would lose the field that is not its own.
        let state = json!({ "events": 3, "other": true });
        let kept = Checkpoint { state, ..checkpoint(&Count::default(), Cursor::START).unwrap() };
        store.save_checkpoint(kept.clone()).await.unwrap();
        assert_eq!(catch_up::<Count>(&store, &()).await.unwrap(), Count { events: 3 });
        assert_eq!(store.checkpoint(Count::NAME).await.unwrap(), Some(kept));
    }
}
