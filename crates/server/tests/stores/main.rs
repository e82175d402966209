//! The promises of a store, kept by all three; and what only a file or a server can do wrong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod conformance;
mod events;
mod measure;
mod postgres;
mod sqlite;

use std::sync::Arc;

use server::{Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, Store};
use testbed::PostgresServer;

/// A new and empty store, with what has to live as long as it does.
struct Fresh {
    store: Arc<dyn Store>,
    _folder: Option<tempfile::TempDir>,
    _server: Option<Arc<PostgresServer>>,
}

async fn memory() -> Fresh {
    Fresh { store: Arc::new(Memory::default()), _folder: None, _server: None }
}

async fn sqlite() -> Fresh {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("dicee.db"), SqliteSettings::default()).await.unwrap();
    Fresh { store: Arc::new(store), _folder: Some(folder), _server: None }
}

async fn postgres() -> Fresh {
    let server = PostgresServer::shared();
    let url = server.new_database();
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    Fresh { store: Arc::new(store), _folder: None, _server: Some(server) }
}

/// One test for each promise and store; for PostgreSQL one test for all promises, because every test may be a
/// process of its own, and would have to start a server.
macro_rules! every_store_promises {
    ($($promise:ident)*) => {
        every_store_promises!(@ memory $($promise)*);
        every_store_promises!(@ sqlite $($promise)*);

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres() {
            let _server = testbed::PostgresServer::shared();
            $(
                eprintln!("{}", stringify!($promise));
                let fresh = crate::postgres().await;
                crate::conformance::$promise(fresh.store.clone()).await;
                fresh.store.close().await.unwrap();
            )*
        }
    };
    (@ $store:ident $($promise:ident)*) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $promise() {
                    let fresh = crate::$store().await;
                    crate::conformance::$promise(fresh.store.clone()).await;
                    fresh.store.close().await.unwrap();
                }
            )*
        }
    };
}

mod promises {
    every_store_promises! {
        a_history_comes_back_as_it_was_written
        a_wrong_version_is_a_conflict_that_names_the_right_one
        a_repeated_command_gets_its_first_answer
        a_command_without_events_is_remembered
        a_name_belongs_to_one_kind_of_game
        games_are_listed_page_by_page
        of_writers_who_race_for_a_version_one_wins
        the_same_command_sent_by_many_counts_once
        a_follower_misses_nothing_while_others_write
        notes_are_kept_until_their_time_is_over
        a_projection_goes_on_where_it_was_left
    }
}
