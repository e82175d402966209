//! What can happen to a file.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sqlx::{Connection as _, Executor as _, SqliteConnection};
use store::{Cursor, Directory as _, PlayerRecord, Sqlite, SqliteSettings, Store as _, StoreError};
use testbed::eventually;
use tokio::task::JoinSet;

use crate::kept::{fill, still_holds};
use store::conformance::sample::{append, events, game};

async fn open(file: &Path) -> Result<Sqlite, StoreError> {
    Sqlite::open(file, SqliteSettings::default()).await
}

/// Runs a statement on the file, past the store.
async fn sql(file: &Path, statement: &'static str) -> SqliteConnection {
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    connection.execute(statement).await.unwrap();
    connection
}

#[tokio::test]
async fn a_file_that_is_opened_again_holds_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    store.append(append("a", 0, "0:create", 3)).await.unwrap();
    store.close().await.unwrap();
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["dicee.db"], "a closed store is one file");
    let store = open(&file).await.unwrap();
    assert_eq!(store.read(&game("a"), 0).await.unwrap(), events(0, "0:create", 3));
    assert!(store.append(append("a", 0, "0:create", 3)).await.unwrap().repeated);
    let met = store.follow(Cursor::START, 10).await.unwrap();
    store.append(append("a", 3, "0:more", 1)).await.unwrap();
    assert_eq!(store.follow(met.next, 10).await.unwrap().events[0].event, events(3, "0:more", 1)[0]);
}

/// Every commit writes some pages to the log: 3,000 of them are more than 32 MiB.
#[tokio::test(flavor = "multi_thread")]
async fn the_write_ahead_log_restarts_while_commits_go_on() {
    const COMMITS: u64 = 3000;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    for version in 0..COMMITS {
        store.append(append("a", version, &format!("0:{version}"), 1)).await.unwrap();
    }
    let log = std::fs::metadata(folder.path().join("dicee.db-wal")).unwrap().len();
    assert!(log < 24 << 20, "the log is {} MiB long", log >> 20);
    store.close().await.unwrap();
    let store = open(&file).await.unwrap();
    assert_eq!(store.read(&game("a"), 0).await.unwrap().len() as u64, COMMITS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_somebody_reads_during_an_erasure_is_cut_off_later_and_no_write_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    let ann = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
    store.register(PlayerRecord::new(ann, "Xanthippe", [7; 32], 1)).await.unwrap();
    let log = folder.path().join("dicee.db-wal");
    let names_her = || String::from_utf8_lossy(&std::fs::read(&log).unwrap()).contains("Xanthippe");
    let reader = sql(&file, "BEGIN; SELECT count(*) FROM people").await;
    let mut erasing = store.erase(ann, 9);
    let playing = async {
        for version in 0..3 {
            store.append(append("a", version, &format!("0:{version}"), 1)).await.unwrap();
        }
    };
    tokio::select! {
        biased;
        _ = &mut erasing => panic!("moves waited for the erasure"),
        () = playing => {}
    }
    assert!(erasing.await.unwrap());
    assert!(names_her(), "a reader keeps the log");
    reader.close().await.unwrap();
    eventually("the log is cut off, though nobody writes", async || (!names_her()).then_some(())).await;
    store.close().await.unwrap();
    assert!(!log.exists(), "a closed store is one file");
}

#[cfg(unix)]
#[tokio::test]
async fn a_new_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |file: &Path| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    store.append(append("a", 0, "0:create", 1)).await.unwrap();
    for name in ["dicee.db", "dicee.db-wal", "dicee.db-shm"] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
    store.close().await.unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    open(&file).await.unwrap().close().await.unwrap();
    assert_eq!(mode(&file), 0o640, "an owner who lets others read it has reasons");
}

#[tokio::test]
async fn a_file_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    sql(&file, "CREATE TABLE recipes (name TEXT)").await.close().await.unwrap();
    let before = std::fs::read(&file).unwrap();
    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Foreign(_)) && error.to_string().contains("other.db"), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    open(&file).await.unwrap().close().await.unwrap();
    sql(&file, "PRAGMA user_version = 99").await.close().await.unwrap();
    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema { found: 99, known: 8 }), "{error}");
    assert!(error.to_string().contains("use the newer program"), "{error}");
}

/// What the migration of a later release adds, in the way of the rule: an older program leaves it out.
const LATER: &str = "
    CREATE TABLE clubs (id TEXT NOT NULL PRIMARY KEY) STRICT;
    ALTER TABLE people ADD COLUMN nickname TEXT;
    ALTER TABLE tables ADD COLUMN club TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN season INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN seal TEXT;
    ALTER TABLE sanctions ADD COLUMN reason TEXT;
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9, 'later', TRUE, x'00', 0);
    PRAGMA user_version = 8009";

#[tokio::test(flavor = "multi_thread")]
async fn this_program_works_on_a_file_to_which_a_later_one_only_added() {
    let folder = tempfile::tempdir().unwrap();
    let number = std::sync::atomic::AtomicU32::new(0);
    store::conformance::check_all(async || {
        let number = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = folder.path().join(format!("{number}.db"));
        open(&file).await.unwrap().close().await.unwrap();
        sql(&file, LATER).await.close().await.unwrap();
        std::sync::Arc::new(open(&file).await.unwrap()) as _
    })
    .await;
    Sqlite::open_to_read(&folder.path().join("0.db")).await.unwrap();
}

#[tokio::test]
async fn a_file_of_the_schema_before_keeps_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    let kept = fill(&store).await;
    store.close().await.unwrap();
    let back = "DROP TABLE keys; DROP TABLE people; DROP TABLE tables; DROP TABLE seats; DROP TABLE blocks; DROP TABLE complaints; DROP TABLE played; DROP TABLE profiles; DROP TABLE practice; DROP TABLE judged; DROP TABLE sanctions; DROP TABLE packs; DROP TABLE _sqlx_migrations; PRAGMA user_version = 1";
    sql(&file, back).await.close().await.unwrap();
    let store = open(&file).await.unwrap();
    still_holds(&store, kept).await;
}

#[tokio::test]
async fn a_migration_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    open(&file).await.unwrap().close().await.unwrap();
    // Schema 1, and the last table of schema 2 is in the way of the migration.
    let back = "DROP TABLE keys; DROP TABLE people; DROP TABLE tables; DROP TABLE seats;
        DROP TABLE _sqlx_migrations; PRAGMA user_version = 1; CREATE TABLE seats (other TEXT)";
    sql(&file, back).await.close().await.unwrap();
    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Database(_)), "{error:?}");
    let mut connection = sql(&file, "SELECT 1").await;
    let made = "SELECT count(*) FROM sqlite_schema WHERE name IN ('keys', 'people', '_sqlx_migrations')";
    let made: i64 = sqlx::query_scalar(made).fetch_one(&mut connection).await.unwrap();
    let version: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await.unwrap();
    assert_eq!((made, version), (0, 1));
}

#[tokio::test]
async fn what_is_no_database_is_called_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    std::fs::write(&file, "This is a letter, and a long one. ".repeat(100)).unwrap();
    let error = open(&file).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)) && error.to_string().contains("dicee.db"), "{error}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("This is a letter"));
}

#[tokio::test]
async fn a_damaged_page_is_noticed_and_nothing_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    open(&file).await.unwrap().close().await.unwrap();
    // What an empty file has says where the tables are, and stays.
    let empty = usize::try_from(std::fs::metadata(&file).unwrap().len()).unwrap();
    let store = open(&file).await.unwrap();
    store.append(append("a", 0, "0:create", 200)).await.unwrap();
    store.close().await.unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[empty..].fill(0xee);
    std::fs::write(&file, bytes).unwrap();
    let store = open(&file).await.unwrap();
    for error in [
        store.read(&game("a"), 0).await.unwrap_err(),
        store.append(append("a", 200, "0:more", 1)).await.unwrap_err(),
        store.append(append("b", 0, "0:create", 1)).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
    }
}

#[tokio::test]
async fn an_event_that_was_tampered_with_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let store = open(&file).await.unwrap();
    store.append(append("a", 0, "0:create", 2)).await.unwrap();
    sql(&file, "UPDATE events SET envelope = '{}' WHERE version = 1").await;
    let error = store.read(&game("a"), 0).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error:?}");
}

#[tokio::test]
async fn a_folder_that_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = open(&folder.path().join("nowhere/dicee.db")).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
    assert!(error.to_string().contains("nowhere/dicee.db"), "{error}");
}

#[tokio::test]
async fn a_full_disk_acknowledges_nothing_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let settings = SqliteSettings { max_bytes: Some(200_000), ..SqliteSettings::default() };
    let store = Sqlite::open(&file, settings).await.unwrap();
    let mut version = 0;
    let error = loop {
        match store.append(append("a", version, &format!("0:{version}"), 10)).await {
            Ok(receipt) => version = receipt.version,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full(_)) && error.is_temporary(), "{error:?}");
    assert!(version > 0);
    assert_eq!(store.read(&game("a"), 0).await.unwrap().len() as u64, version);
    store.close().await.unwrap();
    let store = open(&file).await.unwrap();
    let refused = append("a", version, &format!("0:{version}"), 10);
    assert!(!store.append(refused).await.unwrap().repeated, "there is room again, and it was never stored");
}

#[tokio::test]
async fn a_file_that_another_program_locks_is_busy_until_it_lets_go() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let settings = SqliteSettings { timeout: Duration::from_millis(10), ..SqliteSettings::default() };
    let store = Sqlite::open(&file, settings).await.unwrap();
    let mut other = sql(&file, "BEGIN IMMEDIATE").await;
    let error = store.append(append("a", 0, "0:create", 1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)) && error.is_temporary(), "{error:?}");
    assert_eq!(store.read(&game("a"), 0).await.unwrap(), [], "readers go on");
    other.execute("ROLLBACK").await.unwrap();
    assert!(!store.append(append("a", 0, "0:create", 1)).await.unwrap().repeated);
}

#[tokio::test]
async fn many_who_wait_for_a_locked_file_wait_no_longer_than_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let settings = SqliteSettings { timeout: Duration::from_millis(300), ..SqliteSettings::default() };
    let store = std::sync::Arc::new(Sqlite::open(&file, settings).await.unwrap());
    let _other = sql(&file, "BEGIN IMMEDIATE").await;
    let mut waiting = JoinSet::new();
    for writer in 0..500 {
        let store = store.clone();
        waiting.spawn(async move { store.append(append(&format!("game-{writer}"), 0, "0:create", 1)).await });
    }
    // One after the other they would wait for two minutes and a half.
    let answers = tokio::time::timeout(Duration::from_secs(60), waiting.join_all()).await.unwrap();
    assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Busy(_)))));
}

#[tokio::test]
async fn a_closed_store_is_unavailable() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("dicee.db")).await.unwrap();
    store.close().await.unwrap();
    for error in [
        store.append(append("a", 0, "0:create", 1)).await.unwrap_err(),
        store.read(&game("a"), 0).await.unwrap_err(),
        store.ready().await.unwrap_err(),
        store.close().await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_stores_on_one_file_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let (one, two) = tokio::join!(open(&file), open(&file));
    let stores = [one.unwrap(), two.unwrap()].map(std::sync::Arc::new);
    let mut racing = JoinSet::new();
    for writer in 0..8_usize {
        let store = stores[writer % 2].clone();
        racing.spawn(async move {
            let mut won = 0;
            for version in 0..20 {
                match store.append(append("a", version, &format!("{writer}:{version}"), 1)).await {
                    Ok(_) => won += 1,
                    Err(error) => assert!(matches!(error, StoreError::Conflict { .. }), "{error}"),
                }
            }
            won
        });
    }
    let won: u64 = racing.join_all().await.into_iter().sum();
    let events = stores[0].read(&game("a"), 0).await.unwrap();
    assert_eq!(events.len() as u64, won);
    assert_eq!(events, stores[1].read(&game("a"), 0).await.unwrap());
}

#[tokio::test]
async fn a_backup_made_of_a_running_store_is_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let (file, backup) = (folder.path().join("dicee.db"), folder.path().join("backup.db"));
    let store = open(&file).await.unwrap();
    store.append(append("a", 0, "0:create", 3)).await.unwrap();
    let mut connection = sql(&file, "SELECT 1").await;
    let path = backup.to_str().unwrap();
    sqlx::query("VACUUM INTO ?").bind(path).execute(&mut connection).await.unwrap();
    store.append(append("a", 3, "0:later", 1)).await.unwrap();
    let backup = open(&backup).await.unwrap();
    assert_eq!(backup.read(&game("a"), 0).await.unwrap(), events(0, "0:create", 3));
    assert!(!backup.append(append("a", 3, "0:other", 1)).await.unwrap().repeated);
}

/// Where the child of the next test finds its file.
const CHILD: &str = "DICEE_STORE_OF_CHILD";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_a_killed_process() {
    if let Some(file) = std::env::var_os(CHILD) {
        return write_for_ever(Path::new(&file)).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let name = "sqlite::what_was_acknowledged_survives_a_killed_process";
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, &file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut acknowledged = [0; WRITERS];
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    for _ in 0..400 {
        note_down(&said.next().unwrap().unwrap(), &mut acknowledged);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What it said with its last breath counts too; the last line may be cut off.
    let rest: Vec<_> = said.map_while(Result::ok).collect();
    let whole = rest.len().saturating_sub(1);
    rest[..whole].iter().for_each(|line| note_down(line, &mut acknowledged));

    let store = open(&file).await.unwrap();
    for (writer, version) in acknowledged.into_iter().enumerate() {
        let events = store.read(&game(&format!("game-{writer}")), 0).await.unwrap();
        assert!(version > 0 && events.len() as u64 >= version, "{writer}: {} < {version}", events.len());
        assert_eq!(events.len() % 3, 0, "appends of three events are whole");
        assert!(events.iter().map(|event| event.position).eq(0..events.len() as u64));
    }
    let mut connection = sql(&file, "SELECT 1").await;
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(found, "ok");
}

const WRITERS: usize = 4;

fn note_down(line: &str, acknowledged: &mut [u64; WRITERS]) {
    // Anything else that the child says is not for us.
    if let Some((writer, version)) = line.strip_prefix("stored ").and_then(|line| line.split_once(' ')) {
        acknowledged[writer.parse::<usize>().unwrap()] = version.parse().unwrap();
    }
}

/// The child: appends until it is killed, and says what was acknowledged.
async fn write_for_ever(file: &Path) {
    let store = std::sync::Arc::new(open(file).await.unwrap());
    let mut writing = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writing.spawn(async move {
            let mut version = 0;
            loop {
                let request = append(&format!("game-{writer}"), version, &format!("0:{version}"), 3);
                version = store.append(request).await.unwrap().version;
                eprintln!("stored {writer} {version}");
            }
        });
    }
    writing.join_all().await;
}
