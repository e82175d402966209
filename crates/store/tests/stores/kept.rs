//! Something of every kind in a store, to see whether it is still there.

use ledger::PlayerId;
use ledger::Stream;
use serde_json::json;
use store::conformance::sample::{append, game};
use store::{Archive, Checkpoint, Cursor, Note, PlayerGame, PlayerRecord, Store, StoredEvent};

fn ann() -> PlayerRecord {
    let id: PlayerId = format!("{:032x}", 1).parse().unwrap();
    PlayerRecord::new(id, "Ann", [7; 32], 1_000)
}

/// What a store holds besides a directory.
#[derive(Debug, PartialEq)]
pub(crate) struct Kept {
    events: Vec<StoredEvent>,
    notes: Vec<Note>,
    checkpoint: Option<Checkpoint>,
}

/// Puts something of every kind into a store.
pub(crate) async fn fill(store: &dyn Store) -> Kept {
    store.append(append("a", 0, "0:create", 3)).await.unwrap();
    store.note(vec![Note::new(game("a"), Stream::Analysis, 5, json!({ "z": 1 })).unwrap()]).await.unwrap();
    let checkpoint = Checkpoint {
        projection: String::from("census"),
        revision: 1,
        cursor: Cursor::START,
        state: json!({ "a": 3 }),
    };
    store.save_checkpoint(checkpoint).await.unwrap();
    kept(store).await
}

async fn kept(store: &dyn Store) -> Kept {
    Kept {
        events: store.read(&game("a"), 0).await.unwrap(),
        notes: store.notes(&game("a"), Stream::Analysis).await.unwrap(),
        checkpoint: store.checkpoint("census").await.unwrap(),
    }
}

/// Whether all of it is still there, and players can register.
pub(crate) async fn still_holds(store: &dyn Archive, before: Kept) {
    assert_eq!(kept(store).await, before);
    assert_eq!((before.events.len(), before.notes.len()), (3, 1));
    assert!(store.append(append("a", 0, "0:create", 3)).await.unwrap().repeated);
    store.register(ann()).await.unwrap();
    store.record_seat(ann().id, &game("a"), 1).await.unwrap();
    assert_eq!(
        store.games_of(ann().id, 10).await.unwrap(),
        [PlayerGame { game: game("a"), kind: "test".parse().unwrap(), at: 1 }]
    );
    store.key("tokens").await.unwrap();
}
