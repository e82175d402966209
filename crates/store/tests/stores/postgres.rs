//! What can happen to a server.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, Executor as _, PgConnection};
use store::{Cursor, Postgres, PostgresSettings, Store as _, StoreError};
use testbed::{PostgresServer, Proxy, eventually};

use crate::kept::{fill, still_holds};
use store::conformance::sample::{append, events, game};

fn impatient() -> PostgresSettings {
    PostgresSettings { connections: 4, timeout: Duration::from_millis(500) }
}

#[tokio::test]
async fn a_follower_waits_for_transactions_that_began_earlier() {
    let server = PostgresServer::start(false);
    let url = server.new_database();
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    store.append(append("a", 0, "0:create", 1)).await.unwrap();
    let start = store.follow(Cursor::START, 10).await.unwrap();
    assert_eq!(start.events.len(), 1);
    // Takes the next position, and takes its time.
    let mut slow = PgConnection::connect(&url).await.unwrap();
    slow.execute("BEGIN").await.unwrap();
    slow.execute(
        "INSERT INTO events (game, version, envelope) SELECT 'a', 1, envelope FROM events WHERE game = 'a'",
    )
    .await
    .unwrap();
    // Takes the position after it, and is done first.
    store.append(append("b", 0, "0:create", 1)).await.unwrap();
    assert_eq!(store.follow(start.next, 10).await.unwrap(), store::Page { events: vec![], next: start.next });
    slow.execute("COMMIT").await.unwrap();
    let page = store.follow(start.next, 10).await.unwrap();
    let games: Vec<_> = page.events.iter().map(|met| met.game.as_str()).collect();
    assert_eq!(games, ["a", "b"]);
}

#[tokio::test]
async fn nodes_that_start_at_once_make_one_schema() {
    let server = PostgresServer::shared();
    let url = server.new_database();
    let connect = || Postgres::connect(&url, PostgresSettings::default());
    let (one, two, three) = tokio::join!(connect(), connect(), connect());
    one.unwrap().append(append("a", 0, "0:create", 2)).await.unwrap();
    assert!(two.unwrap().append(append("a", 0, "0:create", 2)).await.unwrap().repeated);
    assert_eq!(three.unwrap().read(&game("a"), 0).await.unwrap(), events(0, "0:create", 2));
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let server = PostgresServer::shared();
    let url = server.new_database();
    Postgres::connect(&url, impatient()).await.unwrap().close().await.unwrap();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    connection.execute("INSERT INTO schema_version (version) VALUES (99)").await.unwrap();
    let error = Postgres::connect(&url, impatient()).await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema { found: 99, known: 8 }), "{error:?}");
}

/// What the migration of a later release adds, in the way of the rule: an older program leaves it out.
const LATER: &str = "
    CREATE TABLE clubs (id TEXT PRIMARY KEY);
    ALTER TABLE people ADD COLUMN nickname TEXT;
    ALTER TABLE tables ADD COLUMN club TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN season BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE events ADD COLUMN seal TEXT;
    ALTER TABLE sanctions ADD COLUMN reason TEXT;
    INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9, 'later', TRUE, '', 0);
    INSERT INTO schema_version (version, oldest) VALUES (9, 8)";

#[tokio::test(flavor = "multi_thread")]
async fn this_program_works_on_a_database_to_which_a_later_one_only_added() {
    let server = PostgresServer::shared();
    for name in [
        "a_history_comes_back_as_it_was_written",
        "a_repeated_command_gets_its_first_answer",
        "a_follower_misses_nothing_while_others_write",
        "players_are_found_renamed_and_registered_once",
        "open_tables_are_the_public_ones_that_wait_and_have_a_free_seat",
        "a_sanction_holds_until_it_is_lifted",
        "erasing_leaves_nothing_that_was_learned",
    ] {
        let url = server.new_database();
        let older = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
        // The newer node migrates while the older one serves.
        let mut newer = PgConnection::connect(&url).await.unwrap();
        newer.execute(LATER).await.unwrap();
        older.ready().await.unwrap();
        older.close().await.unwrap();
        let restarted = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
        store::conformance::promise(name).check(std::sync::Arc::new(restarted)).await;
    }
}

#[tokio::test]
async fn a_database_of_the_schema_before_keeps_everything() {
    let server = PostgresServer::shared();
    let url = server.new_database();
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    let kept = fill(&store).await;
    store.close().await.unwrap();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    connection
        .execute("DROP TABLE keys, people, tables, seats, blocks, complaints, played, profiles, practice, judged, sanctions, packs, _sqlx_migrations")
        .await
        .unwrap();
    connection.execute("DELETE FROM schema_version WHERE version > 1").await.unwrap();
    let connect = || Postgres::connect(&url, PostgresSettings::default());
    // Two nodes are upgraded at once.
    let (one, two) = tokio::join!(connect(), connect());
    still_holds(&one.unwrap(), kept).await;
    two.unwrap().ready().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_gone_is_unavailable_and_what_was_acknowledged_comes_back_with_it() {
    let server = PostgresServer::start(false);
    let url = server.new_database();
    let store = Postgres::connect(&url, impatient()).await.unwrap();
    store.append(append("a", 0, "0:create", 2)).await.unwrap();
    server.stop();
    for error in [
        store.append(append("a", 2, "0:more", 1)).await.unwrap_err(),
        store.read(&game("a"), 0).await.unwrap_err(),
        store.ready().await.unwrap_err(),
        Postgres::connect(&url, impatient()).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Unavailable { .. }) && error.is_temporary(), "{error:?}");
    }
    server.run();
    eventually("the server is back", async || store.ready().await.ok()).await;
    assert_eq!(store.read(&game("a"), 0).await.unwrap(), events(0, "0:create", 2));
    assert!(store.append(append("a", 0, "0:create", 2)).await.unwrap().repeated);
    assert!(!store.append(append("a", 2, "0:more", 1)).await.unwrap().repeated);
}

#[tokio::test]
async fn a_server_that_hangs_is_noticed_and_then_nobody_waits_for_it() {
    let server = PostgresServer::shared();
    let proxy = Proxy::to(server.addr()).await;
    let url = server.new_database().replace(&server.addr().to_string(), &proxy.addr().to_string());
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    store.append(append("a", 0, "0:create", 2)).await.unwrap();

    proxy.stall().await;
    let before = Instant::now();
    let error = store.append(append("a", 2, "0:more", 1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
    // One second until the probe, one until it fails; the timeout of a statement is 15 s.
    assert!(before.elapsed() < Duration::from_secs(8), "{:?}", before.elapsed());
    let before = Instant::now();
    for _ in 0..100 {
        assert!(matches!(store.read(&game("a"), 0).await, Err(StoreError::Unavailable { .. })));
    }
    assert!(before.elapsed() < Duration::from_secs(1), "{:?}", before.elapsed());

    proxy.heal().await;
    eventually("the server answers again", async || store.ready().await.ok()).await;
    // It was on its way when the server fell silent, and may have arrived; sent again it counts once.
    store.append(append("a", 2, "0:more", 1)).await.unwrap();
    assert!(store.append(append("a", 2, "0:more", 1)).await.unwrap().repeated);
    assert_eq!(store.read(&game("a"), 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn an_address_that_makes_no_sense_is_unavailable_and_never_shows_a_password() {
    let server = PostgresServer::shared();
    let wrong = server.new_database().replace("/test", "/nothing").replace("dicee@", "dicee:secret@");
    for url in [&wrong, "mysql://root@localhost/dicee", "postgres://dicee:secret@127.0.0.1:99999/", "☃"] {
        let error = Postgres::connect(url, impatient()).await.unwrap_err();
        assert!(matches!(error, StoreError::Unavailable { .. }), "{url}: {error:?}");
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    }
}

#[tokio::test]
async fn a_game_that_somebody_locks_is_busy_until_it_is_let_go() {
    let server = PostgresServer::shared();
    let url = server.new_database();
    let store = Postgres::connect(&url, impatient()).await.unwrap();
    store.append(append("a", 0, "0:create", 1)).await.unwrap();
    let mut other = PgConnection::connect(&url).await.unwrap();
    other.execute("BEGIN").await.unwrap();
    other.execute("SELECT FROM games WHERE id = 'a' FOR UPDATE").await.unwrap();
    let error = store.append(append("a", 1, "0:more", 1)).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)) && error.is_temporary(), "{error:?}");
    assert!(!store.append(append("b", 0, "0:create", 1)).await.unwrap().repeated, "other games go on");
    other.execute("ROLLBACK").await.unwrap();
    assert!(!store.append(append("a", 1, "0:more", 1)).await.unwrap().repeated);
}

#[tokio::test]
async fn a_server_that_never_answers_is_unavailable() {
    let mute = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://dicee@{}/dicee", mute.local_addr().unwrap());
    let error = Postgres::connect(&url, impatient()).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
}

#[tokio::test]
async fn events_restored_from_another_server_can_be_followed() {
    let server = PostgresServer::start(false);
    let url = server.new_database();
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    store.append(append("a", 0, "0:create", 3)).await.unwrap();
    store.append(append("b", 0, "0:create", 1)).await.unwrap();
    let checkpoint = store::Checkpoint {
        projection: String::from("census"),
        revision: 1,
        cursor: store.follow(Cursor::START, 2).await.unwrap().next,
        state: serde_json::json!({}),
    };
    store.save_checkpoint(checkpoint).await.unwrap();
    store.close().await.unwrap();
    // As on a server that has seen more than the one where the backup is restored.
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let later = "UPDATE events SET transaction = (transaction::text::bigint + 1000000)::text::xid8";
    connection.execute(later).await.unwrap();

    let restored = server.dump_and_restore(&url);
    let store = Postgres::connect(&restored, PostgresSettings::default()).await.unwrap();
    store.append(append("a", 3, "0:more", 1)).await.unwrap();
    let page = store.follow(Cursor::START, 10).await.unwrap();
    let met: Vec<_> = page.events.iter().map(|met| (met.game.as_str(), met.event.position)).collect();
    assert_eq!(met, [("a", 0), ("a", 1), ("a", 2), ("b", 0), ("a", 3)]);
    assert_eq!(store.checkpoint("census").await.unwrap(), None, "it stood at a place that is gone");
}
