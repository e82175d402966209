//! What every [`Archive`] promises, as tests that any of them can run.
//!
//! A store runs [`check_all`] over fresh, empty archives, or generates one test for each promise with
//! [`for_each_promise!`](crate::for_each_promise). A broken promise panics, as an assertion does.
//!
//! ```
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
//! use std::sync::Arc;
//! use store::{Memory, conformance};
//!
//! conformance::check_all(async || Arc::new(Memory::default()) as _).await;
//! # });
//! ```
#![allow(clippy::unwrap_used, reason = "a broken promise panics")]

mod directory;
mod events;
mod learning;
pub mod sample;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use crate::archive::Archive;

/// A check that runs.
type Checking = Pin<Box<dyn Future<Output = ()> + Send>>;

/// One promise.
#[derive(Clone, Copy)]
pub struct Promise {
    /// Its name, which says what is promised.
    pub name: &'static str,
    check: fn(Arc<dyn Archive>) -> Checking,
}

impl Promise {
    /// Checks it with a fresh, empty archive. Needs a tokio runtime with timers.
    ///
    /// # Panics
    ///
    /// If it is broken.
    pub async fn check(&self, fresh: Arc<dyn Archive>) {
        (self.check)(fresh).await;
    }
}

impl fmt::Debug for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Calls a macro with the names of all promises, so that it can generate one test for each.
#[macro_export]
macro_rules! for_each_promise {
    ($callback:ident) => {
        $callback! {
            events {
                a_history_comes_back_as_it_was_written
                a_wrong_version_is_a_conflict_that_names_the_right_one
                a_repeated_command_gets_its_first_answer
                a_command_without_events_is_remembered
                a_name_belongs_to_one_kind_of_game
                games_are_listed_page_by_page
                of_writers_who_race_for_a_version_one_wins
                the_same_command_sent_by_many_counts_once
                a_follower_misses_nothing_while_others_write
                who_follows_some_events_meets_all_of_them
                notes_are_kept_until_their_time_is_over
                a_projection_goes_on_where_it_was_left
                a_packed_log_is_read_followed_and_continued_as_before
            }
            directory {
                a_key_is_the_same_for_concurrent_callers
                a_game_has_one_secret_for_ever
                players_are_found_renamed_and_registered_once
                an_erased_player_never_has_a_name_or_a_secret_again
                a_code_cannot_be_taken_twice
                of_concurrent_requests_for_a_code_one_succeeds
                open_tables_are_the_public_ones_that_wait_and_have_a_free_seat
                of_one_host_a_few_tables_are_listed_those_that_were_opened_first
                the_fullest_tables_come_first_for_those_who_want_company
                the_newest_version_of_a_game_says_how_its_table_stands
                a_table_that_everybody_left_is_open_again_when_somebody_sits_down
                games_of_a_player_are_listed_newest_first
                erasing_leaves_no_note_and_no_game_of_a_player
                nothing_is_kept_about_somebody_who_was_erased_before
                of_what_is_written_while_somebody_is_erased_nothing_is_left
                a_secret_is_replaced_only_by_who_has_the_old_one
                notes_are_read_page_by_page
                a_block_counts_for_the_one_who_made_it
                complaints_are_kept_once_and_not_without_end
                a_sanction_holds_until_it_is_lifted
                hidden_results_are_remembered_until_the_player_is_erased
            }
            learning {
                played_games_come_in_the_order_in_which_they_ended
                a_game_of_before_removes_the_snapshots_after_it
                a_snapshot_that_missed_a_game_is_not_kept
                snapshots_of_all_players_come_page_by_page
                judged_games_come_in_order_and_a_newer_judgement_replaces_an_older
                practice_is_changed_only_by_who_knows_its_version
                erasing_leaves_nothing_that_was_learned
            }
        }
    };
}

macro_rules! list {
    (events { $($event:ident)* } directory { $($entry:ident)* } learning { $($lesson:ident)* }) => {
        /// All promises.
        pub const PROMISES: &[Promise] = &[
            $(Promise { name: stringify!($event), check: |fresh| Box::pin(events::$event(fresh)) },)*
            $(Promise { name: stringify!($entry), check: |fresh| Box::pin(directory::$entry(fresh)) },)*
            $(Promise { name: stringify!($lesson), check: |fresh| Box::pin(learning::$lesson(fresh)) },)*
        ];
    };
}

for_each_promise!(list);

/// The promise of this name.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn promise(name: &str) -> Promise {
    *PROMISES.iter().find(|promise| promise.name == name).expect("the names come from for_each_promise")
}

/// Checks every promise, each with an archive of its own from `fresh`, and closes it.
///
/// # Panics
///
/// If one is broken; its name is printed first.
pub async fn check_all(fresh: impl AsyncFn() -> Arc<dyn Archive>) {
    for promise in PROMISES {
        eprintln!("{}", promise.name);
        let archive = fresh().await;
        promise.check(Arc::clone(&archive)).await;
        archive.close().await.unwrap();
    }
}
