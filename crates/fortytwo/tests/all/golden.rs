//! One game of each variant, event by event, to be read as text. Names and shapes of events are permanent: these files
//! must load for ever, to the same ids. `UPDATE_GOLDEN=1 cargo test -p fortytwo` plays the games again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::path::Path;

use chance::SeededChance;
use fortytwo::{
    Bid, Bot, BySeat, Command, Declaration, Event, FortyTwo, HouseRules, Phase, PlayerType, Seat, Skill,
    TargetMarks, View, deal,
};
use ledger::{Game as _, Log, Source, Stamp};

/// A game to one mark; in seat 0 sits somebody who does `wanted` whenever that may be done.
fn game(seed: u32, house: HouseRules, wanted: fn(&Command) -> bool) -> String {
    let house = HouseRules { target_marks: TargetMarks::try_from(1).unwrap(), ..house };
    let mut log = Log::<FortyTwo>::default();
    let mut luck = SeededChance::from_seed(u64::from(seed));
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let mut send = |seat: Seat, command: &Command, log: &mut Log<FortyTwo>| {
        let id = log.version().to_string();
        log.submit(seat.into(), &id, None, command, &mut luck, stamp).unwrap();
    };
    let players = BySeat([PlayerType::Ai; 4]);
    let start = Command::StartGame { seed: Some(seed), player_types: Some(players), dealer: None, house };
    send(Seat::ALL[0], &start, &mut log);
    let mut bot = Bot::new(Skill::Heuristic, 1);
    let mut choose = |view: &View| {
        let wish = view.moves.iter().find(|command| wanted(command) && view.viewer == Some(Seat::ALL[0]));
        wish.cloned().or_else(|| bot.choose(view))
    };
    while log.state().phase() != Phase::GameOver {
        let next = Seat::ALL.into_iter().find_map(|seat| choose(&log.state().view(Some(seat.into()))));
        let command = next.unwrap();
        send(command.player().unwrap(), &command, &mut log);
    }
    told(&log)
}

/// A line an event: place, id, payload; and the seal of the whole.
fn told(log: &Log<FortyTwo>) -> String {
    let mut text = String::new();
    for envelope in log.envelopes() {
        let payload = ledger::to_canonical_json(&envelope.payload).unwrap();
        writeln!(text, "{:>3} {} {payload}", envelope.position, envelope.id).unwrap();
    }
    writeln!(text, "    {}", log.envelopes().last().unwrap().chain.as_str()).unwrap();
    text
}

/// The recorded game still loads, and is the same game.
fn check(name: &str, played: impl FnOnce() -> String, must_contain: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&file, played()).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap();
    assert!(golden.contains(must_contain), "{name} has no {must_contain}");
    let payload = |line: &str| Some(serde_json::from_str(&line[line.find('{')?..]).unwrap());
    let events: Vec<Event> = golden.lines().filter_map(payload).collect();
    let stamp = Stamp { timestamp: 2, source: Source::System };
    let log = Log::<FortyTwo>::from_events(events, name, stamp).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(told(&log), golden, "{name}");
    assert_eq!(log.state().phase(), Phase::GameOver);
}

/// A seed whose first deal gives seat 0 this many doubles.
fn seed_with_doubles(doubles: usize) -> u32 {
    (0..).find(|seed| deal(*seed)[Seat::ALL[0]].doubles() >= doubles).unwrap()
}

#[test]
fn straight_forty_two_is_played_as_ever() {
    check("straight", || game(42, HouseRules::default(), |_| false), "HAND_SCORED");
}

#[test]
fn four_passes_are_dealt_again_as_ever() {
    // A deal that nobody bids on.
    let games = || (0..).map(|seed| game(seed, HouseRules::default(), passes));
    check("redeal", || games().find(|text| text.contains("ALL_PLAYERS_PASSED")).unwrap(), "REDEAL_INITIATED");
}

#[test]
fn special_contracts_are_played_as_ever() {
    let house = HouseRules { nello: true, sevens: true, ..HouseRules::default() };
    let nello = |command: &Command| bids_two_marks(command) || names(command, Declaration::Nello);
    check("nello", || game(9, house, nello), "\"nello\"}");
    let sevens = |command: &Command| bids_two_marks(command) || names(command, Declaration::Sevens);
    check("sevens", || game(9, house, sevens), "\"sevens\"}");
}

#[test]
fn splash_and_plunge_are_played_as_ever() {
    let house = HouseRules { splash: true, plunge: true, ..HouseRules::default() };
    let splash = |command: &Command| matches!(command, Command::PlaceBid { bid: Bid::Splash(_), .. });
    check("splash", || game(seed_with_doubles(3), house, splash), "\"splash 2\"}");
    let plunge = |command: &Command| matches!(command, Command::PlaceBid { bid: Bid::Plunge(_), .. });
    check("plunge", || game(seed_with_doubles(4), house, plunge), "\"plunge 4\"}");
}

#[test]
fn a_forced_dealer_bids_as_ever() {
    let house = HouseRules { forced_bid: true, ..HouseRules::default() };
    // A deal that only the dealer bids on, because somebody must.
    let forced = |text: &String| {
        text.matches("PLAYER_PASSED").count() == 3 && text.contains("\"player\":3,\"bid\":\"30\"")
    };
    check(
        "forced",
        || (0..).map(|seed| game(seed, house, passes)).find(forced).unwrap(),
        "BIDDING_COMPLETED",
    );
}

fn passes(command: &Command) -> bool {
    matches!(command, Command::Pass { .. })
}

fn names(command: &Command, declaration: Declaration) -> bool {
    matches!(command, Command::SelectTrump { trump, .. } if *trump == declaration)
}

fn bids_two_marks(command: &Command) -> bool {
    matches!(command, Command::PlaceBid { bid: Bid::Marks(marks), .. } if marks.get() == 2)
}
