//! The promises of a store, kept by all three; and what only a file or a server can do wrong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod conformance;
mod directory;
mod events;
mod measure;
mod postgres;
mod sqlite;

use std::sync::Arc;

use server::{Directory, Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, Store};
use testbed::PostgresServer;

/// A new and empty store, with what has to live as long as it does.
struct Fresh {
    store: Arc<dyn Store>,
    directory: Arc<dyn Directory>,
    _folder: Option<tempfile::TempDir>,
    _server: Option<Arc<PostgresServer>>,
}

impl Fresh {
    /// What the promises of a store are about.
    fn conformance(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// What the promises of a directory are about; games without a history are not listed.
    fn directory(&self) -> (Arc<dyn Directory>, Arc<dyn Store>) {
        (self.directory.clone(), self.store.clone())
    }
}

async fn memory() -> Fresh {
    let store = Arc::new(Memory::default());
    Fresh { directory: store.clone(), store, _folder: None, _server: None }
}

async fn sqlite() -> Fresh {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("dicee.db"), SqliteSettings::default()).await.unwrap();
    let store = Arc::new(store);
    Fresh { directory: store.clone(), store, _folder: Some(folder), _server: None }
}

async fn postgres() -> Fresh {
    let server = PostgresServer::shared();
    let url = server.new_database();
    let store = Postgres::connect(&url, PostgresSettings::default()).await.unwrap();
    let store = Arc::new(store);
    Fresh { directory: store.clone(), store, _folder: None, _server: Some(server) }
}

/// One test for each promise and store; for PostgreSQL one test for all promises, because every test may be a
/// process of its own, and would have to start a server.
macro_rules! every_store_promises {
    ($suite:ident: $($promise:ident)*) => {
        every_store_promises!(@ memory $suite $($promise)*);
        every_store_promises!(@ sqlite $suite $($promise)*);

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres() {
            let _server = testbed::PostgresServer::shared();
            $(
                eprintln!("{}", stringify!($promise));
                let fresh = crate::postgres().await;
                crate::$suite::$promise(fresh.$suite()).await;
                fresh.store.close().await.unwrap();
            )*
        }
    };
    (@ $store:ident $suite:ident $($promise:ident)*) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $promise() {
                    let fresh = crate::$store().await;
                    crate::$suite::$promise(fresh.$suite()).await;
                    fresh.store.close().await.unwrap();
                }
            )*
        }
    };
}

mod promises {
    every_store_promises! { conformance:
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

mod directory_promises {
    every_store_promises! { directory:
        a_key_is_the_same_for_everybody_who_asks_at_once
        people_are_found_renamed_and_registered_once
        whoever_was_erased_has_no_name_and_no_secret_for_ever
        a_code_cannot_be_taken_twice
        of_those_who_want_a_code_at_once_one_gets_it
        open_tables_are_the_public_ones_that_wait_and_have_a_free_seat
        a_table_only_ever_goes_on
        games_are_listed_for_those_who_sat_down_newest_first
    }
}
