use std::io::{self, Write as _};

use dicee::contract::{self, Violation, integrity, invariants, validate};
use dicee::{DiceCheck, Outlook, check_dice};
use ledger::Game as _;
use serde::Serialize;

use crate::failure::Failure;
use crate::game_file::{self, Loaded, Origin};
use crate::paper::{self, BEST, ERROR};

/// Check that a game was played by the rules, was not changed, and that its dice were fair
#[derive(Debug, clap::Args)]
#[command(
    after_help = "SOURCE is a file that dicee play saved, a list of events, a link ('?g=...'), or - for standard input.

What is checked:
  seals       ids and hash chain of a saved game; events and links have none
  rules       every event can follow the ones before it
  integrity   turns, rolls, boxes, points, totals, causes, order and times (RFC-003 8 and 9)
  invariants  what must hold of every state (RFC-003 10)
  dice        every roll follows from its seeds, where the dice were seeded or promised

Exit code 0: everything holds. 1: something does not. 2: there is no such game.

Examples:
  dicee verify game.json
  dicee verify game.json --json"
)]
pub(crate) struct Args {
    /// The game
    source: String,
}

#[derive(Debug, Serialize)]
struct Report {
    valid: bool,
    events: u64,
    checks: Vec<Check>,
}

#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    result: Outcome,
    detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<Violation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Holds,
    Broken,
    NotApplicable,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let report = match game_file::load(&args.source) {
        Ok(loaded) => check(&loaded),
        // A file that is there but damaged is what this command is for.
        Err(Failure::Input(error)) if error.field() != "source" => Report {
            valid: false,
            events: 0,
            checks: vec![Check {
                name: "history",
                result: Outcome::Broken,
                detail: error.to_string(),
                violations: Vec::new(),
            }],
        },
        Err(other) => return Err(other),
    };
    let valid = report.valid;
    if json {
        paper::print_json(&report)?
    } else {
        print(&report)?
    }
    if valid { Ok(()) } else { Err(Failure::No) }
}

fn check(loaded: &Loaded) -> Report {
    let log = &loaded.log;
    let written = contract::events(log, Outlook::Turn);
    let (seals, events) = match &loaded.origin {
        Origin::Ledger => {
            let detail = format!("{} ids and seals match", log.version());
            (check_that("seals", vec![], detail), &written)
        }
        Origin::Contract(events) => (not_applicable("seals", "a list of events has none"), events),
        Origin::Link => (not_applicable("seals", "a link has none"), &written),
    };
    let mut broken = integrity::check(events);
    for event in events {
        let value = serde_json::to_value(event).unwrap_or_default();
        let found = validate::event(&value, None);
        broken.extend(
            found.into_iter().map(|violation| Violation {
                sequence_number: Some(event.base.sequence_number),
                ..violation
            }),
        );
    }
    let mut unsound = invariants::of_history(events, log);
    for version in 0..=log.version() {
        unsound.extend(invariants::of_view(&log.state_at(version).view(None)));
    }
    let checks = vec![
        seals,
        check_that("rules", vec![], format!("{} events follow from each other", log.version())),
        check_that("integrity", broken, "turns, rolls, boxes, points and order are as they must be".into()),
        check_that("invariants", unsound, "every state is sound".into()),
        dice(loaded),
    ];
    let valid = checks.iter().all(|check| check.result != Outcome::Broken);
    Report { valid, events: log.version(), checks }
}

fn dice(loaded: &Loaded) -> Check {
    match check_dice(loaded.log.events()) {
        Ok(DiceCheck::Fair { rolls }) => {
            check_that("dice", vec![], format!("{rolls} rolls follow from their seeds"))
        }
        Ok(DiceCheck::NotRevealed) => not_applicable("dice", "the seed is promised, but not shown yet"),
        Ok(DiceCheck::Unpromised) => not_applicable("dice", "the table rolled and promised nothing"),
        Err(error) => {
            Check { name: "dice", result: Outcome::Broken, detail: error.to_string(), violations: Vec::new() }
        }
    }
}

fn check_that(name: &'static str, violations: Vec<Violation>, holds: String) -> Check {
    match violations.len() {
        0 => Check { name, result: Outcome::Holds, detail: holds, violations },
        1 => Check { name, result: Outcome::Broken, detail: "1 violation".into(), violations },
        count => Check { name, result: Outcome::Broken, detail: format!("{count} violations"), violations },
    }
}

fn not_applicable(name: &'static str, detail: &str) -> Check {
    Check { name, result: Outcome::NotApplicable, detail: detail.to_owned(), violations: Vec::new() }
}

fn print(report: &Report) -> io::Result<()> {
    let mut out = paper::out();
    for check in &report.checks {
        let (style, word) = match check.result {
            Outcome::Holds => (BEST, "holds"),
            Outcome::Broken => (ERROR, "broken"),
            Outcome::NotApplicable => (paper::FAINT, "-"),
        };
        writeln!(out, "{:<11} {style}{word:<7}{style:#} {}", check.name, check.detail)?;
        for violation in check.violations.iter().take(10) {
            writeln!(out, "              {violation}")?;
        }
        if check.violations.len() > 10 {
            writeln!(out, "              and {} more", check.violations.len() - 10)?;
        }
    }
    if report.valid {
        writeln!(out, "\n{BEST}valid{BEST:#}: {} events", report.events)
    } else {
        writeln!(out, "\n{ERROR}not valid{ERROR:#}")
    }
}
