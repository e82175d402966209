//! Backup, restore, examination and the move to PostgreSQL.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use store::conformance::sample::{append, game, sealed};
use store::{
    Append, Archive, Cursor, Directory as _, FileLock, Inventory, JudgedEntry, PlayedEntry, PlayedPlace,
    PlayerRecord, Postgres, PostgresSettings, ProfileSnapshot, Projection, Recorded, Sqlite, SqliteSettings,
    Store as _, StoreError, TableEntry, TableStatus, catch_up, compare_with_rebuild, migrate,
};
use testbed::PostgresServer;

use crate::kept::{fill, still_holds};

async fn open(file: &Path) -> Sqlite {
    Sqlite::open(file, SqliteSettings::default()).await.unwrap()
}

/// Runs SQL on a file as no program of ours would.
async fn meddle(file: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(file).foreign_keys(false);
    let mut connection = options.connect().await.unwrap();
    connection.execute(sql).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_holds_all_that_was_acknowledged_before_and_nothing_by_half() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = Arc::new(open(&file).await);
    let ended = Arc::new(AtomicBool::new(false));
    let (told, acknowledged) = std::sync::mpsc::channel();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (store, ended, told) = (Arc::clone(&store), Arc::clone(&ended), told.clone());
            tokio::spawn(async move {
                let name = format!("game-{writer}");
                let mut version = 0;
                while !ended.load(Ordering::Relaxed) {
                    // Three events at once: a copy must never have one or two of them.
                    store.append(append(&name, version, &format!("0:{version}"), 3)).await.unwrap();
                    version += 3;
                    told.send((writer, version)).unwrap();
                }
            })
        })
        .collect();
    let mut known = BTreeMap::new();
    for round in 0..3 {
        // Something was played, and it goes on.
        let (writer, version) = acknowledged.recv().unwrap();
        known.insert(writer, version);
        known.extend(acknowledged.try_iter());
        let copy = folder.path().join(format!("copy-{round}.db"));
        let inventory = Sqlite::back_up(&file, &copy).await.unwrap();
        let restored = folder.path().join(format!("restored-{round}.db"));
        assert_eq!(Sqlite::restore(&copy, &restored, false).await.unwrap().inventory, inventory);
        let store = open(&restored).await;
        assert_eq!(store.examine().await.unwrap(), []);
        for (writer, version) in &known {
            let name = game(&format!("game-{writer}"));
            let found = store.game(&name).await.unwrap().unwrap().version;
            assert!(found >= *version, "{found} of {version} events in round {round}");
            assert_eq!(found % 3, 0);
            assert_eq!(store.read(&name, 0).await.unwrap().len() as u64, found);
        }
        store.close().await.unwrap();
    }
    ended.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_backup_is_for_its_owner_alone_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("dicee.db"), folder.path().join("copy.db"));
    let store = open(&file).await;
    let kept = fill(&store).await;
    Sqlite::back_up(&file, &copy).await.unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let error = Sqlite::back_up(&file, &copy).await.unwrap_err();
    assert!(matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "target"), "{error:?}");
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().starts_with("copy.db.")), "{names:?}");
    store.close().await.unwrap();
    still_holds(&open(&copy).await, kept).await;
}

#[tokio::test]
async fn a_restore_keeps_the_old_file_and_is_refused_while_a_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("dicee.db"), folder.path().join("copy.db"));
    let store = open(&file).await;
    let kept = fill(&store).await;
    Sqlite::back_up(&file, &copy).await.unwrap();
    store.append(append("later", 0, "0:create", 1)).await.unwrap();
    store.close().await.unwrap();

    let error = Sqlite::restore(&copy, &file, false).await.unwrap_err();
    assert!(matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "target"), "{error:?}");
    let lock = FileLock::try_take(&file).unwrap().unwrap();
    let error = Sqlite::restore(&copy, &file, true).await.unwrap_err();
    assert!(matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "file"), "{error:?}");
    drop(lock);
    let replaced = Sqlite::restore(&copy, &file, true).await.unwrap().replaced.unwrap();
    assert_eq!(open(&file).await.game(&game("later")).await.unwrap(), None);
    still_holds(&open(&file).await, kept).await;
    assert!(open(&replaced).await.game(&game("later")).await.unwrap().is_some());
}

#[tokio::test]
async fn what_is_no_backup_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    drop(open(&at("dicee.db")).await);
    Sqlite::back_up(&at("dicee.db"), &at("copy.db")).await.unwrap();
    let whole = std::fs::read(at("copy.db")).unwrap();
    std::fs::write(at("half.db"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(at("text.db"), "not a database, but long enough to be taken for one at first sight")
        .unwrap();
    std::fs::write(at("empty.db"), "").unwrap();
    std::fs::write(at("live.db"), &whole).unwrap();
    std::fs::write(at("live.db-wal"), "written later").unwrap();
    for name in ["half.db", "text.db", "empty.db", "live.db", "nothing.db"] {
        let error = Sqlite::restore(&at(name), &at("target.db"), false).await.unwrap_err();
        assert!(!at("target.db").exists(), "{name}: {error}");
    }
}

#[tokio::test]
async fn every_planted_defect_is_found() {
    let rows = [
        ("DELETE FROM events WHERE version = 1", "its version is not the number of its events"),
        ("UPDATE games SET version = 4", "its version is not the number of its events"),
        ("UPDATE commands SET version = 2", "its commands do not cover its events"),
        ("UPDATE people SET erased_at = 1, display_name = '', secret_hash = NULL", "seats are still listed"),
        ("UPDATE tables SET kind = 'other'", "is of another kind"),
        (
            "INSERT INTO events (game, version, envelope) VALUES ('nowhere', 0, '{}')",
            "a row refers to nothing in games",
        ),
    ];
    for (sql, problem) in rows {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dicee.db");
        let store = open(&file).await;
        full(&store).await;
        assert_eq!(store.examine().await.unwrap(), []);
        store.close().await.unwrap();
        meddle(&file, sql).await;
        let store = Sqlite::open_to_read(&file).await.unwrap();
        let defects = store.examine().await.unwrap();
        assert!(defects.iter().any(|defect| defect.problem.contains(problem)), "{sql}: {defects:?}");
    }
}

#[tokio::test]
async fn a_damaged_page_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await;
    for number in 0..50 {
        store.append(append(&format!("game-{number}"), 0, "0:create", 5)).await.unwrap();
    }
    store.close().await.unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    // All but the first pages, which hold the schema.
    bytes[60_000..64_000].fill(0x55);
    std::fs::write(&file, bytes).unwrap();
    let store = Sqlite::open_to_read(&file).await.unwrap();
    let defects = store.examine().await.unwrap();
    assert!(!defects.is_empty());
    let error = Sqlite::back_up(&file, &folder.path().join("copy.db")).await.unwrap_err();
    assert!(!folder.path().join("copy.db").exists(), "{error}");
}

#[tokio::test]
async fn a_file_that_is_only_read_refuses_writes_and_is_not_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let writing = open(&file).await;
    let kept = fill(&writing).await;
    let store = Sqlite::open_to_read(&file).await.unwrap();
    let error = store.append(append("b", 0, "0:create", 1)).await.unwrap_err();
    assert!(error.to_string().contains("opened to be read only"), "{error}");
    // What another program writes is seen.
    writing.append(append("b", 0, "0:create", 1)).await.unwrap();
    assert!(store.game(&game("b")).await.unwrap().is_some());
    store.close().await.unwrap();
    still_holds(&writing, kept).await;
    writing.close().await.unwrap();
    meddle(&file, "PRAGMA user_version = 1").await;
    let error = Sqlite::open_to_read(&file).await.unwrap_err();
    assert!(matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "schema"), "{error:?}");
    let missing = Sqlite::open_to_read(&folder.path().join("missing.db")).await.unwrap_err();
    assert!(matches!(missing, StoreError::Unavailable { .. }), "{missing:?}");
}

/// How many events each game has.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Lengths(BTreeMap<String, u64>);

impl Projection for Lengths {
    const NAME: &'static str = "lengths";
    const REVISION: u32 = 1;
    type Context = ();

    fn apply(&mut self, event: &Recorded, (): &()) -> Result<(), StoreError> {
        *self.0.entry(event.game.to_string()).or_default() += 1;
        Ok(())
    }
}

#[tokio::test]
async fn a_projection_is_compared_with_a_rebuild_up_to_the_same_event() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("dicee.db")).await;
    assert_eq!(compare_with_rebuild::<Lengths>(&store, &()).await.unwrap(), None);
    for number in 0..40 {
        store.append(append(&format!("game-{number}"), 0, "0:create", 17)).await.unwrap();
    }
    let kept = catch_up::<Lengths>(&store, &()).await.unwrap();
    // Behind the checkpoint; not part of the comparison.
    store.append(append("later", 0, "0:create", 3)).await.unwrap();
    let (saved, rebuilt) = compare_with_rebuild::<Lengths>(&store, &()).await.unwrap().unwrap();
    assert_eq!((&saved, &rebuilt), (&kept, &kept));
    let mut checkpoint = store.checkpoint("lengths").await.unwrap().unwrap();
    checkpoint.state["game-7"] = 16.into();
    store.save_checkpoint(checkpoint).await.unwrap();
    let (saved, rebuilt) = compare_with_rebuild::<Lengths>(&store, &()).await.unwrap().unwrap();
    assert_ne!(saved, rebuilt);
    assert_eq!(rebuilt, kept);
}

/// A player of this number.
fn player(number: u8) -> PlayerRecord {
    let id: PlayerId = format!("{number:032x}").parse().unwrap();
    PlayerRecord::new(id, format!("Player {number} ☃"), [number; 32], 1_000 + u64::from(number))
}

fn table(name: &str, code: &str, status: TableStatus) -> TableEntry {
    TableEntry {
        game: game(name),
        kind: "test".parse().unwrap(),
        code: code.parse().unwrap(),
        host: player(1).id,
        public: true,
        coach: false,
        seats: 2,
        options: serde_json::Map::new(),
        status,
        free_seats: 1,
        version: 1,
        created_at: 3,
        updated_at: 4,
    }
}

/// Something in every table but that of packed logs.
async fn full(store: &dyn Archive) {
    fill(store).await;
    for number in 1..=4 {
        store.register(player(number)).await.unwrap();
    }
    store.erase(player(4).id, 2_000).await.unwrap();
    store.record_seat(player(1).id, &game("a"), 5).await.unwrap();
    store.set_block(store::Block { player: player(1).id, other: player(2).id }, true).await.unwrap();
    store.set_sanction(store::Sanction::Banned(player(2).id), Some(9)).await.unwrap();
    let complaint = store::Complaint {
        reporter: player(2).id,
        player: player(3).id,
        game: game("a"),
        reason: "name".parse().unwrap(),
        text: "a name with 'quotes'".into(),
        at: 7,
    };
    assert!(store.report(complaint, 5).await.unwrap());
    store.key("tokens").await.unwrap();
    store.open_table(table("a", "ABC234", TableStatus::Waiting)).await.unwrap();
    let place = PlayedPlace { finished_at: 9, game: game("a") };
    let (player, body) = (player(1).id, String::from("{}"));
    let played = PlayedEntry { player, place: place.clone(), uploaded: true, body: body.clone() };
    assert_eq!(store.record_played(vec![played]).await.unwrap(), 1);
    let snapshot = ProfileSnapshot { player, place, revision: 1, folded: 1, body: body.clone() };
    assert!(store.save_snapshot(snapshot).await.unwrap());
    assert!(store.save_practice(player, 0, body.clone()).await.unwrap());
    let place = PlayedPlace { finished_at: 9, game: game("a") };
    let judged = JudgedEntry { player, place, revision: 1, body };
    assert_eq!(store.record_judged(vec![judged]).await.unwrap(), 1);
}

async fn followed(store: &dyn Archive) -> Vec<Recorded> {
    let (mut events, mut cursor) = (Vec::new(), Cursor::START);
    loop {
        let page = store.follow(cursor, 100).await.unwrap();
        if page.events.is_empty() {
            return events;
        }
        cursor = page.next;
        events.extend(page.events);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_moved_to_postgres_holds_the_same_there_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await;
    full(&store).await;
    // More than a page of some tables, and games whose events are mixed.
    for version in 0..30 {
        for name in 0..40 {
            let (name, command) = (format!("game-{name}"), format!("0:{version}"));
            store.append(append(&name, version, &command, 1)).await.unwrap();
        }
    }
    let key = "0:create".parse().unwrap();
    let log = Append::new(game("over"), "test".parse().unwrap(), 0, key, sealed(&[], "0:create", 3));
    store.append(log.unwrap()).await.unwrap();
    store.open_table(table("over", "ABC235", TableStatus::Over)).await.unwrap();
    let lengths = catch_up::<Lengths>(&store, &()).await.unwrap();
    let key = store.key("tokens").await.unwrap();
    let (order, inventory) = (followed(&store).await, store.inventory().await.unwrap());
    let is_filled = |table: &store::RowDigest| table.rows > 0 || table.table == "packs";
    assert!(inventory.tables.iter().all(is_filled), "every table is tried: {inventory:?}");
    // There are none in PostgreSQL, so they are unpacked on the way.
    assert_eq!(store.pack(u64::MAX).await.unwrap(), 1);
    assert_eq!(store.inventory().await.unwrap().rows_of("packs"), 1);
    assert_eq!(store.examine().await.unwrap(), []);

    let server = PostgresServer::shared();
    let url = server.new_database();
    let lock = FileLock::try_take(&file).unwrap().unwrap();
    let error = migrate(&file, &url).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "file"),
        "a server runs: {error:?}"
    );
    drop(lock);
    store.close().await.unwrap();
    assert_eq!(migrate(&file, &url).await.unwrap(), inventory);

    let moved = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    assert_eq!(moved.examine().await.unwrap(), []);
    assert_eq!(followed(&moved).await, order, "followers see the same history");
    assert_eq!(moved.key("tokens").await.unwrap(), key, "tokens stay valid");
    assert_eq!(moved.player(player(1).id).await.unwrap(), Some(player(1)));
    let (saved, rebuilt) = compare_with_rebuild::<Lengths>(&moved, &()).await.unwrap().unwrap();
    assert_eq!((&saved, &rebuilt), (&lengths, &lengths), "projections go on where they were");
    assert!(moved.append(append("a", 0, "0:create", 3)).await.unwrap().repeated);
    moved.append(append("new", 0, "0:create", 2)).await.unwrap();
    assert_eq!(followed(&moved).await.len(), order.len() + 2);
    assert_eq!(catch_up::<Lengths>(&moved, &()).await.unwrap().0["new"], 2);

    let error = migrate(&file, &url).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Malformed(wrong) if wrong.field() == "database"),
        "it is not empty: {error:?}"
    );
    let read_only = Postgres::connect_to_read(&url).await.unwrap();
    assert!(read_only.append(append("b", 0, "0:create", 1)).await.is_err());
    assert!(read_only.game(&game("new")).await.unwrap().is_some());
}

#[tokio::test]
async fn inventories_of_equal_stores_are_equal_and_one_byte_shows() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let inventory = async |file: &Path| -> Inventory {
        Sqlite::open_to_read(file).await.unwrap().inventory().await.unwrap()
    };
    let store = open(&at("dicee.db")).await;
    full(&store).await;
    store.close().await.unwrap();
    Sqlite::back_up(&at("dicee.db"), &at("copy.db")).await.unwrap();
    let before = inventory(&at("dicee.db")).await;
    assert_eq!(before.first_difference(&inventory(&at("copy.db")).await), None);
    meddle(&at("copy.db"), "UPDATE notes SET body = replace(body, '1', '2')").await;
    let difference = before.first_difference(&inventory(&at("copy.db")).await).unwrap();
    assert_eq!(difference, "notes: the content differs");
}
