//! The dice game keeps the promises of the ledger, over random games: legal ones, and ones of mostly illegal commands.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::cast_possible_truncation, reason = "seats and players are few")]

#[path = "../common/random_table.rs"]
mod random_table;

use ledger::{Seat, conformance};
use random_table::RandomTable;

fn table(sense: u32) -> RandomTable {
    RandomTable { sense, check_view: |_| {}, check_history: |_| {} }
}

const VIEWERS: [Option<Seat>; 2] = [None, Some(Seat(0))];

#[test]
fn legal_games_keep_every_promise() {
    conformance::check(&table(10), 0..5_000, 400, &VIEWERS);
}

#[test]
fn more_legal_games_keep_every_promise() {
    conformance::check(&table(10), 5_000..10_000, 400, &VIEWERS);
}

#[test]
fn games_of_illegal_commands_keep_every_promise() {
    conformance::check(&table(3), 10_000..15_000, 150, &VIEWERS);
}

#[test]
fn more_games_of_illegal_commands_keep_every_promise() {
    conformance::check(&table(3), 15_000..20_000, 150, &VIEWERS);
}
