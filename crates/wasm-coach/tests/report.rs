//! A report of a game as the table module hands it over.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use dicee::{DiceeGame, ExplanationDepth, GameRecordData, Rules, SkillLevel, SolvedGame};
use ledger::Log;
use wasm_coach::{ReportRequest, report};

#[test]
fn the_sums_of_a_report_hold_and_what_cannot_be_is_refused() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dicee/tests/golden/solo-standard.json");
    let json = fs::read_to_string(golden).unwrap();
    let log = Log::<DiceeGame>::from_json(&json, &dicee::upcaster()).unwrap();
    let record = GameRecordData::from(dicee::records(log.events()).values().next().unwrap());
    let solved = SolvedGame::solve(Rules::Standard);
    let mut about = ReportRequest { record, level: SkillLevel::Beginner, depth: ExplanationDepth::Standard };
    let found = report(&solved, &about).unwrap();
    let totals = &found.totals;
    assert_eq!(totals.score, 411);
    assert!((f64::from(totals.score) - (totals.optimum + totals.luck - totals.loss)).abs() < 1e-6);
    about.record.turns[3].keeps = vec![vec![1; 5]; 3];
    assert_eq!(report(&solved, &about).unwrap_err().property("field"), Some("record.turns[3]"));
    about.record.turns.clear();
    about.record.rules = Rules::Classic;
    assert_eq!(report(&solved, &about).unwrap_err().property("field"), Some("rules"));
}
