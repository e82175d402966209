//! How fast the stores are. Not a test: it prints, and nothing can fail.

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{Postgres, PostgresSettings, Sqlite, SqliteSettings, Store};
use testbed::PostgresServer;
use tokio::task::JoinSet;

use store::conformance::sample::append;

/// How long each row is measured.
const LONG: Duration = Duration::from_secs(3);

/// `cargo test --release -p store --test stores -- --ignored --nocapture appends_per_second`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, not a test"]
async fn appends_per_second() {
    let folder = tempfile::tempdir().unwrap();
    for (group, writers) in [(1, 1), (1, 128), (128, 16), (128, 128), (128, 512)] {
        let file = folder.path().join(format!("{group}-{writers}.db"));
        let settings = SqliteSettings { group, ..SqliteSettings::default() };
        let store = Arc::new(Sqlite::open(&file, settings).await.unwrap());
        let rate = measure(store.clone(), writers).await;
        eprintln!("SQLite, groups of up to {group:>3}, {writers:>3} writers: {rate:>8.0} appends/s");
        store.close().await.unwrap();
    }
    let server = PostgresServer::start(true);
    for writers in [1, 16, 64] {
        let store = Postgres::connect(&server.new_database(), PostgresSettings::default()).await.unwrap();
        let rate = measure(Arc::new(store), writers).await;
        eprintln!("PostgreSQL, 16 connections,  {writers:>3} writers: {rate:>8.0} appends/s");
    }
}

/// Writers with a game each, one event an append, each waiting for its answer.
async fn measure(store: Arc<dyn Store>, writers: usize) -> f64 {
    let started = Instant::now();
    let mut writing = JoinSet::new();
    for writer in 0..writers {
        let store = store.clone();
        writing.spawn(async move {
            let name = format!("game-{writer}");
            let mut version = 0;
            while started.elapsed() < LONG {
                version =
                    store.append(append(&name, version, &format!("0:{version}"), 1)).await.unwrap().version;
            }
            version
        });
    }
    let appended: u64 = writing.join_all().await.into_iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "a rate of a few digits")]
    let appended = appended as f64;
    appended / started.elapsed().as_secs_f64()
}
