//! The data contract holds of every history that the rules allow, over random games of legal and of mostly illegal
//! commands.
#![allow(clippy::cast_possible_truncation, reason = "seats and players are few")]

#[path = "../../../dicee/tests/common/random_table.rs"]
mod random_table;

use dicee::{DiceeGame, DiceeView, Outlook};
use ledger::{Log, Seat, conformance};
use protocol::contract::{self, integrity, invariants, validate};
use random_table::RandomTable;
use serde_json::Value;

fn check_view(view: &DiceeView) {
    let found = invariants::of_view(view);
    assert!(found.is_empty(), "{found:?} in {view:?}");
}

fn check_history(log: &Log<DiceeGame>) {
    let events = contract::events(log, Outlook::Turn);
    let broken = integrity::check(&events);
    assert!(broken.is_empty(), "{broken:?}");
    let broken = invariants::of_history(&events, log);
    assert!(broken.is_empty(), "{broken:?}");
    // A sample: reading costs more than all other checks together.
    if log.version().is_multiple_of(16) {
        let json = serde_json::to_string(&events).unwrap();
        for event in serde_json::from_str::<Vec<Value>>(&json).unwrap() {
            assert_eq!(validate::event(&event, None), []);
        }
        let read = contract::read(&json).unwrap();
        assert_eq!((read.log.state(), &read.events), (log.state(), &events));
    }
}

const VIEWERS: [Option<Seat>; 2] = [None, Some(Seat(0))];

fn table(sense: u32) -> RandomTable {
    RandomTable { sense, check_view, check_history }
}

#[test]
fn histories_of_legal_games_keep_the_contract() {
    conformance::check(&table(10), 0..1_000, 400, &VIEWERS);
}

#[test]
fn histories_of_games_of_illegal_commands_keep_the_contract() {
    conformance::check(&table(3), 10_000..11_000, 150, &VIEWERS);
}
