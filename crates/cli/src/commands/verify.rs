use std::io::{self, Write as _};

use dicee::{DiceCheck, DiceeGame, DiceeView, GameStatus, Horizon, Outlook, check_dice};
use fortytwo::{DealCheck, FortyTwo, Phase, check_deals};
use ledger::{Game, Log};
use protocol::contract::{
    self, AnalysisBody, EventBody, GameEvent, Violation, integrity, invariants, validate,
};
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::game_file::{self, LoadError, Loaded, Origin, PoolsTable};
use crate::output::{self, BEST, ERROR};
use crate::solved_games::SolverArgs;

/// Check that a game was played by the rules, was not changed, and that its dice were fair
#[derive(Debug, clap::Args)]
#[command(
    after_help = "SOURCE is a saved game of dice, of Texas 42 or of a table of dice pools, a list of events, a link ('?g=...'),
or - for standard input.

What is checked:
  seals       ids and hash chain of a saved game; events and links have none
  rules       every event can follow the ones before it
  integrity   turns, rolls, boxes, points, totals, grades, causes, order, times
  invariants  what must hold of every state
  dice        every roll follows from its seeds, where they are known
  deals       every deal of Texas 42 follows from its seed, or from the secret that
              was promised before the first hand
A file that is not a game fails the check `history`. The hashes do not cover
times and senders, and have no key: to be sure that a log was not rewritten,
compare its chain with one that you kept elsewhere.

Exit code 0: everything holds. 1: something does not. 2: nothing to read.

Examples:
  dicee verify game.json
  dicee verify game.json --json"
)]
pub(crate) struct Args {
    /// The game
    source: String,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    valid: bool,
    events: u64,
    /// Where the game stands: a history that was cut off at its end is a shorter history.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<GameStatus>,
    /// The seal over all of it, to compare with one that was kept elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<String>,
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
    let report = match game_file::load("source", &args.source) {
        Ok(Loaded::Dicee(log, origin)) => check(&log, &origin, &args.solver)?,
        Ok(Loaded::FortyTwo(log, origin, _)) => check_fortytwo(&log, &origin),
        Ok(Loaded::Pools(table)) => check_pools(&table),
        // A file that is there but damaged is what this command is for.
        Err(LoadError::Damaged(error)) => Report {
            valid: false,
            events: 0,
            status: None,
            chain: None,
            checks: vec![Check {
                name: "history",
                result: Outcome::Broken,
                detail: error.to_string(),
                violations: Vec::new(),
            }],
        },
        Err(LoadError::Unreadable(failure)) => return Err(failure),
    };
    let valid = report.valid;
    if json {
        output::print_json(&report)?
    } else {
        print(&report)?
    }
    if valid { Ok(()) } else { Err(Failure::No) }
}

fn check(log: &Log<DiceeGame>, origin: &Origin, solver: &SolverArgs) -> Result<Report, Failure> {
    let written = contract::events(log, Outlook::Turn);
    let events = match origin {
        Origin::Contract(recording) => &recording.events,
        Origin::Ledger | Origin::Live { .. } | Origin::Link => &written,
    };
    let mut broken = integrity::check(events);
    let mut unsound = invariants::of_history(events, log);
    if let Origin::Contract(recording) = origin {
        broken.extend(recording.raw.iter().flat_map(validated));
        broken.extend(integrity::against(events, &written));
        broken.extend(against_game(events, log, solver)?);
        for event in &recording.analysis {
            if let AnalysisBody::AnalysisComputed(analysis) = &event.body {
                unsound.extend(invariants::of_probabilities(&analysis.probabilities));
            }
        }
    }
    let mut game = DiceeGame::default();
    for event in log.events() {
        game.apply(event);
        unsound.extend(invariants::of_view(&game.view(None)));
    }
    let view = log.state().view(None);
    let checks = vec![
        seals(log, origin),
        rules(log),
        check_that("integrity", broken, "turns, rolls, boxes, points and order are as they must be".into()),
        check_that("invariants", unsound, "every state is sound".into()),
        dice(log, &view),
    ];
    Ok(Report::new(log, origin, view.status, checks))
}

/// Every winner and score of Texas 42, and every deal of a seed, was computed again while the game was read.
fn check_fortytwo(log: &Log<FortyTwo>, origin: &Origin) -> Report {
    let status = match log.state().phase() {
        Phase::Waiting => GameStatus::Waiting,
        Phase::Bidding | Phase::TrumpSelection | Phase::Playing | Phase::Scoring => GameStatus::Active,
        Phase::GameOver => GameStatus::Completed,
    };
    let over = status == GameStatus::Completed;
    let broken =
        |detail: String| Check { name: "deals", result: Outcome::Broken, detail, violations: Vec::new() };
    let deals = match check_deals(log.events()) {
        Ok(DealCheck::Seeded { deals }) => {
            check_that("deals", vec![], format!("every deal follows from its seed: {deals}"))
        }
        Ok(DealCheck::Fair { deals }) => {
            check_that("deals", vec![], format!("every deal follows from the promised secret: {deals}"))
        }
        Ok(DealCheck::NotRevealed) if over => {
            broken("the game is over, but the promised secret was never shown".into())
        }
        Ok(DealCheck::NotRevealed) => {
            not_applicable("deals", "the secret is promised, and shown after the game")
        }
        Err(error) => broken(error.to_string()),
    };
    Report::new(log, origin, status, vec![seals(log, origin), rules(log), deals])
}

/// Ids, chain and rules of a table of pools were checked while the log was read; its rolls promise no seed.
fn check_pools(table: &PoolsTable) -> Report {
    let events = table.events;
    let (seals, rules) =
        (format!("{events} ids and seals match"), format!("{events} events follow from each other"));
    let checks = vec![
        check_that("seals", vec![], seals),
        check_that("rules", vec![], rules),
        not_applicable("dice", "the table rolled and promised nothing"),
    ];
    let (status, chain) = (Some(table.status), table.chain.clone());
    Report { valid: true, events, status, chain, checks }
}

impl Report {
    fn new<G: Game>(log: &Log<G>, origin: &Origin, status: GameStatus, checks: Vec<Check>) -> Self {
        let chain = match origin {
            Origin::Ledger => log.envelopes().last().map(|envelope| envelope.chain.as_str().to_owned()),
            Origin::Live { chain, .. } => chain.clone(),
            Origin::Contract(_) | Origin::Link => None,
        };
        Self {
            valid: checks.iter().all(|check| check.result != Outcome::Broken),
            events: log.version(),
            status: Some(status),
            chain,
            checks,
        }
    }
}

/// Ids and chain were checked while the log was read.
fn seals<G: Game>(log: &Log<G>, origin: &Origin) -> Check {
    match origin {
        Origin::Ledger => check_that("seals", vec![], format!("{} ids and seals match", log.version())),
        Origin::Live { events, .. } => {
            check_that("seals", vec![], format!("{events} ids and seals match, those of the seats included"))
        }
        Origin::Contract(_) => not_applicable("seals", "a list of events has none"),
        Origin::Link => not_applicable("seals", "a link has none"),
    }
}

fn rules<G: Game>(log: &Log<G>) -> Check {
    let mut rules = check_that("rules", vec![], format!("{} events follow from each other", log.version()));
    if log.version() == 0 || log.state().due().is_some() {
        rules.result = Outcome::Broken;
        rules.detail =
            if log.version() == 0 { "there is no event" } else { "the end of the game is missing" }.into();
    }
    rules
}

/// Section 8.3 of an event as it came.
fn validated(event: &Value) -> Vec<Violation> {
    let number = event["sequenceNumber"].as_u64();
    let found = validate::event(event, None);
    found.into_iter().map(|violation| Violation { sequence_number: number, ..violation }).collect()
}

/// Grades that look to the end of the game are compared with the solved game.
fn against_game(
    events: &[GameEvent],
    log: &Log<DiceeGame>,
    solver: &SolverArgs,
) -> Result<Vec<Violation>, Failure> {
    let far = |event: &GameEvent| {
        let horizon = if let EventBody::Score(score) = &event.body {
            score.horizon
        } else if let EventBody::Roll(roll) = &event.body {
            roll.horizon
        } else {
            None
        };
        horizon == Some(Horizon::Game)
    };
    let Some(table) = log.state().table().filter(|_| events.iter().any(far)) else { return Ok(Vec::new()) };
    let solved = solver.solved_game(table.rules())?.game;
    let computed = contract::events(log, Outlook::Game(&solved));
    let graded: Vec<GameEvent> = events.iter().filter(|event| far(event)).cloned().collect();
    let computed: Vec<GameEvent> =
        events.iter().zip(computed).filter(|(event, _)| far(event)).map(|(_, c)| c).collect();
    Ok(integrity::against(&graded, &computed))
}

fn dice(log: &Log<DiceeGame>, view: &DiceeView) -> Check {
    match check_dice(log.events()) {
        Ok(DiceCheck::Fair { rolls }) => {
            let detail = match rolls {
                1 => "1 roll follows from its seeds".to_owned(),
                rolls => format!("{rolls} rolls follow from their seeds"),
            };
            check_that("dice", vec![], detail)
        }
        Ok(DiceCheck::NotRevealed)
            if matches!(view.status, GameStatus::Completed | GameStatus::Abandoned) =>
        {
            Check {
                name: "dice",
                result: Outcome::Broken,
                detail: "the game is over, but the promised seed was never shown".into(),
                violations: Vec::new(),
            }
        }
        Ok(DiceCheck::NotRevealed) => {
            not_applicable("dice", "the seed is promised, and shown after the game")
        }
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
    let mut out = output::out();
    for check in &report.checks {
        let (style, word) = match check.result {
            Outcome::Holds => (BEST, "holds"),
            Outcome::Broken => (ERROR, "broken"),
            Outcome::NotApplicable => (output::FAINT, "-"),
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
        let status = match report.status {
            Some(GameStatus::Completed) => "a completed game",
            Some(GameStatus::Abandoned) => "an abandoned game",
            Some(GameStatus::Active) => "a game that goes on",
            Some(GameStatus::Waiting) | None => "a game that has not started",
        };
        writeln!(out, "\n{BEST}valid{BEST:#}: {} events, {status}", report.events)
    } else {
        writeln!(out, "\n{ERROR}not valid{ERROR:#}")
    }
}
