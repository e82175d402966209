//! A file that version 0.1 wrote, before migrations were recorded.

use std::path::Path;

use dicee::{DiceeGame, PlayerId};
use ledger::{Chain, EventId, Log};
use serde_json::Value;
use store::conformance::sample::game;
use store::{Cursor, Directory as _, Sqlite, SqliteSettings, Store as _, StoredEvent};

/// The games, players and secrets in the file.
const CONTENTS: &str = include_str!("../fixtures/dicee-0.1.json");

/// A copy, because opening a file changes it.
async fn open_copy(folder: &Path) -> Sqlite {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/dicee-0.1.db");
    let file = folder.join("dicee.db");
    std::fs::copy(fixture, &file).unwrap();
    Sqlite::open(&file, SqliteSettings::default()).await.unwrap()
}

/// Whether each event is in its place with the id of its content, and the chain covers all before it.
fn verify(events: &[StoredEvent]) {
    let mut chain = Chain::default();
    for (event, position) in events.iter().zip(0_u64..) {
        assert_eq!(event.position, position);
        assert_eq!(event.id, EventId::of(&event.payload, position).unwrap());
        chain = chain.next(&event.id, event.schema_version);
        assert_eq!(event.chain, chain);
    }
}

#[tokio::test]
async fn a_file_of_version_0_1_opens_and_its_games_verify() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_copy(folder.path()).await;
    let contents: Value = serde_json::from_str(CONTENTS).unwrap();
    let mut total = 0;
    for (name, kind) in [
        ("dicee", "dicee"),
        ("running_dicee", "dicee"),
        ("fortytwo", "fortytwo"),
        ("roll_table", "roll_table"),
        ("extended_check", "extended_check"),
    ] {
        let id = game(contents[name]["id"].as_str().unwrap());
        let version = contents[name]["version"].as_u64().unwrap();
        let known = store.game(&id).await.unwrap().unwrap();
        assert_eq!((known.kind.as_str(), known.version), (kind, version), "{name}");
        let events = store.read(&id, 0).await.unwrap();
        assert_eq!(events.len() as u64, version, "{name}");
        verify(&events);
        total += events.len();
        if kind == "dicee" {
            let mut log = Log::<DiceeGame>::default();
            log.extend(events, &dicee::upcaster()).unwrap();
            assert_eq!(log.version(), version);
        }
    }
    assert_eq!(store.games(None, 100).await.unwrap().len(), 5);
    let page = store.follow(Cursor::START, 1_000).await.unwrap();
    assert_eq!(page.events.len(), total);
}

#[tokio::test]
async fn the_directory_of_version_0_1_is_kept_and_the_file_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = open_copy(folder.path()).await;
    let contents: Value = serde_json::from_str(CONTENTS).unwrap();
    let player = |id: &Value| id.as_str().unwrap().parse::<PlayerId>().unwrap();
    let ann = player(&contents["players"]["ann"]["id"]);
    assert_eq!(store.player(ann).await.unwrap().unwrap().name(), "Ann");
    assert!(store.player(player(&contents["erased"])).await.unwrap().unwrap().is_erased());
    let games: Vec<_> = store.games_of(ann, 10).await.unwrap();
    assert_eq!(games.len(), 4);
    let table = store.table(&games[0].game).await.unwrap().unwrap();
    assert_eq!(store.table_by_code(&table.code).await.unwrap(), Some(table));
    let key = store.key("tokens").await.unwrap();

    assert!(store.rename(ann, "Anna").await.unwrap());
    store.append(store::conformance::sample::append("new", 0, "0:create", 2)).await.unwrap();
    store.close().await.unwrap();
    let file = folder.path().join("dicee.db");
    let store = Sqlite::open(&file, SqliteSettings::default()).await.unwrap();
    assert_eq!(store.player(ann).await.unwrap().unwrap().name(), "Anna");
    assert_eq!(store.key("tokens").await.unwrap(), key, "issued tokens stay valid");
    assert_eq!(store.games(None, 100).await.unwrap().len(), 6);
}
