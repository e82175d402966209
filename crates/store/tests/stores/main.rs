//! The promises of a store, kept by all three; and what can happen to a file or a server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod fixture;
mod kept;
mod measure;
mod operating;
mod postgres;
mod sqlite;

use std::sync::Arc;

use store::{Archive, Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, conformance};
use testbed::PostgresServer;

/// An empty archive, and the folder that must live as long as it does.
type Fresh = (Arc<dyn Archive>, Option<tempfile::TempDir>);

async fn in_memory() -> Fresh {
    (Arc::new(Memory::default()), None)
}

async fn in_a_file() -> Fresh {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("dicee.db"), SqliteSettings::default()).await.unwrap();
    (Arc::new(store), Some(folder))
}

async fn check(promise: &str, (archive, _folder): Fresh) {
    conformance::promise(promise).check(Arc::clone(&archive)).await;
    archive.close().await.unwrap();
}

/// One test for each promise.
macro_rules! tests {
    (events { $($event:ident)* } directory { $($entry:ident)* } learning { $($lesson:ident)* }) => {
        tests!($($event)* $($entry)* $($lesson)*);
    };
    ($($promise:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $promise() {
                crate::check(stringify!($promise), fresh().await).await;
            }
        )*
    };
}

mod memory_keeps_the_promises {
    use crate::in_memory as fresh;
    store::for_each_promise!(tests);
}

mod sqlite_keeps_the_promises {
    use crate::in_a_file as fresh;
    store::for_each_promise!(tests);
}

/// One test for all promises, because every test may be a process of its own and would have to start a server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_the_promises() {
    let server = PostgresServer::shared();
    conformance::check_all(async || {
        let url = server.new_database();
        Arc::new(Postgres::connect(&url, PostgresSettings::default()).await.unwrap()) as _
    })
    .await;
}
