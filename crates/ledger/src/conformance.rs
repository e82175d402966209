//! The promises that every game keeps, as checks that any game can run over its own random games.
//!
//! Give [`check`] a game by way of a [`Driver`]: who may act and with what, legal or not. The suite plays and looks:
//! a command is accepted exactly when it is legal and otherwise changes nothing; replay equals live, to every
//! version; a command sent twice counts once; ids reproduce; a log survives JSON and, event by event, its link; a
//! changed log is refused; and views hide what they must.

use std::collections::BTreeMap;
use std::fmt::Debug;

use chance::{Chance, SeededChance};

use crate::envelope::Source;
use crate::game::Game;
use crate::link;
use crate::log::{Log, Stamp, SubmitError};
use crate::seat::Seat;
use crate::upcast::Upcaster;

/// How the suite plays a game.
pub trait Driver {
    /// The game.
    type Game: Game<Command: Clone + Debug> + PartialEq + Debug;

    /// The command that begins a game, and who sends it.
    fn start(&self, luck: &mut SeededChance) -> (Seat, <Self::Game as Game>::Command);

    /// Some command, legal or not.
    fn propose(&self, game: &Self::Game, luck: &mut SeededChance) -> (Seat, <Self::Game as Game>::Command);

    /// Whether the rules allow this command now: decided by other means than `decide`, or the check is worthless.
    fn is_legal(&self, game: &Self::Game, seat: Seat, command: &<Self::Game as Game>::Command) -> bool;

    /// Whether the game is over.
    fn is_over(&self, game: &Self::Game) -> bool;

    /// Panics if this view shows its viewer what must be hidden. Games without secrets need not check.
    fn check_view(&self, _game: &Self::Game, _viewer: Option<Seat>, _view: &<Self::Game as Game>::View) {}

    /// Panics if the state breaks an invariant of the game.
    fn check_state(&self, _game: &Self::Game) {}

    /// Panics if the history of a whole game breaks an invariant.
    fn check_history(&self, _log: &Log<Self::Game>) {}
}

/// Plays random games of these seeds, of at most `commands` commands each, and checks every promise. At most
/// [`SAMPLE`] seeds are played, evenly spaced; all of them where the variable `DICEE_FULL` is set.
///
/// # Panics
///
/// Panics with the seed of the game and what was broken.
pub fn check<D: Driver>(driver: &D, games: std::ops::Range<u64>, commands: usize, viewers: &[Option<Seat>]) {
    let step =
        if std::env::var_os("DICEE_FULL").is_some() { 1 } else { (games.end - games.start).div_ceil(SAMPLE) };
    for seed in games.step_by(usize::try_from(step.max(1)).unwrap_or(usize::MAX)) {
        let log = play(driver, seed, commands, viewers);
        check_log::<D>(&log, seed);
        driver.check_history(&log);
    }
}

/// The most games that a short run plays.
pub const SAMPLE: u64 = 500;

fn play<D: Driver>(driver: &D, seed: u64, commands: usize, viewers: &[Option<Seat>]) -> Log<D::Game> {
    let mut luck = SeededChance::from_seed(seed);
    let mut dice = luck.stream(1);
    let mut log = Log::<D::Game>::default();
    let mut next = driver.start(&mut luck);
    for number in 0..commands {
        if driver.is_over(log.state()) {
            break;
        }
        let (seat, command) = next;
        if submit(driver, &mut log, seat, &command, &format!("command-{number}"), &mut dice, seed) {
            driver.check_state(log.state());
            for &viewer in viewers {
                driver.check_view(log.state(), viewer, &log.state().view(viewer));
            }
        }
        next = driver.propose(log.state(), &mut luck);
    }
    log
}

/// Whether the command was accepted.
fn submit<D: Driver>(
    driver: &D,
    log: &mut Log<D::Game>,
    seat: Seat,
    command: &<D::Game as Game>::Command,
    id: &str,
    dice: &mut dyn Chance,
    seed: u64,
) -> bool {
    let stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Client };
    let (before, version) = (log.state().clone(), log.version());
    let legal = driver.is_legal(log.state(), seat, command);
    match log.submit(seat, id, Some(version), command, dice, stamp) {
        Ok(receipt) => {
            assert!(legal, "seed {seed}: {command:?} of {seat:?} is illegal, but was accepted");
            check_admission::<D>(&before, log, receipt.events.clone(), seat, command, seed);
            let again = log.submit(seat, id, Some(version), command, dice, stamp);
            let repeated =
                again.unwrap_or_else(|error| panic!("seed {seed}: {command:?} sent again: {error}"));
            assert!(
                repeated.repeated && repeated.events == receipt.events,
                "seed {seed}: {command:?} counted twice"
            );
            let late = log.submit(seat, "late", Some(version + 1_000_000), command, dice, stamp);
            assert!(
                matches!(late, Err(SubmitError::Conflict { .. })),
                "seed {seed}: a conflict went unnoticed"
            );
            true
        }
        Err(SubmitError::Refused(refusal)) => {
            assert!(!legal, "seed {seed}: {command:?} of {seat:?} is legal, but was refused: {refusal}");
            assert!(*log.state() == before, "seed {seed}: a refused {command:?} changed the game");
            assert_eq!(log.version(), version, "seed {seed}: a refused {command:?} was logged");
            false
        }
        Err(other) => panic!("seed {seed}: {command:?}: {other}"),
    }
}

/// What was decided is what is admitted from outside, and between the events of one command, where a log may have been
/// cut off, nothing can be decided that is not.
fn check_admission<D: Driver>(
    before: &D::Game,
    log: &Log<D::Game>,
    events: std::ops::Range<usize>,
    seat: Seat,
    command: &<D::Game as Game>::Command,
    seed: u64,
) {
    let mut state = before.clone();
    let (first, last) = (events.start, events.end);
    for (place, event) in log.events().enumerate().take(last).skip(first) {
        assert!(
            state.admits(event),
            "seed {seed}: {command:?} brought about {event:?}, which is not admitted"
        );
        state.apply(event);
        if place + 1 < last {
            let mut luck = SeededChance::from_seed(seed);
            if let Ok(again) = state.decide(seat, command, &mut luck) {
                let admitted = again.first().is_none_or(|event| state.admits(event));
                assert!(admitted, "seed {seed}: {command:?} in the middle of itself brought about {again:?}");
            }
        }
    }
}

fn check_log<D: Driver>(log: &Log<D::Game>, seed: u64) {
    // Replay equals live.
    assert!(log.state_at(log.version()) == *log.state(), "seed {seed}: replay differs from live play");
    // Ids reproduce, whatever the time and the command.
    let stamp = Stamp { timestamp: 5, source: Source::System };
    let events: Vec<_> = log.events().cloned().collect();
    let rebuilt = Log::<D::Game>::from_events(events.clone(), "again", stamp).expect("events are JSON");
    for (live, again) in log.envelopes().iter().zip(rebuilt.envelopes()) {
        assert_eq!((&live.id, &live.chain), (&again.id, &again.chain), "seed {seed}: ids do not reproduce");
    }
    // A log survives JSON, and a changed one is refused.
    let json = log.to_json().expect("events are JSON");
    let read = Log::<D::Game>::from_json(&json, &Upcaster::default())
        .unwrap_or_else(|error| panic!("seed {seed}: a log did not survive JSON: {error}"));
    assert_eq!(read.envelopes(), log.envelopes(), "seed {seed}: a log changed on its way through JSON");
    assert!(read.state() == log.state(), "seed {seed}: a log from JSON leads elsewhere");
    assert_eq!(read.to_json().expect("events are JSON"), json, "seed {seed}: a log is written differently");
    if log.version() > 1 {
        let mut envelopes: serde_json::Value = serde_json::from_str(&json).expect("it was written as JSON");
        let list = envelopes.as_array_mut().expect("a log is a list");
        list.swap(0, 1);
        let changed = Log::<D::Game>::from_json(&envelopes.to_string(), &Upcaster::default());
        assert!(changed.is_err(), "seed {seed}: a reordered log was accepted");
    }
    // The same envelopes around each other's payloads: only the ids can tell. The same may have happened twice, so take
    // another payload than the first.
    let mut envelopes: serde_json::Value = serde_json::from_str(&json).expect("it was written as JSON");
    let list = envelopes.as_array_mut().expect("a log is a list");
    let other = list.iter().position(|envelope| envelope["payload"] != list[0]["payload"]);
    if let Some(other) = other {
        let (first, second) = (list[0]["payload"].clone(), list[other]["payload"].clone());
        (list[0]["payload"], list[other]["payload"]) = (second, first);
        let changed = Log::<D::Game>::from_json(&envelopes.to_string(), &Upcaster::default());
        assert!(changed.is_err(), "seed {seed}: a log with other payloads was accepted");
    }
    // The link holds the same game.
    let parameters: BTreeMap<_, _> = link::encode(&events).expect("events are JSON").into_iter().collect();
    let shared: Vec<<D::Game as Game>::Event> =
        link::decode(&parameters).unwrap_or_else(|error| panic!("seed {seed}: a link did not load: {error}"));
    assert_eq!(shared, events, "seed {seed}: a link holds another game");
    let parameters = link::encode_game::<D::Game>(&events).expect("events are JSON").into_iter().collect();
    let shared = link::decode_game::<D::Game>(&parameters)
        .unwrap_or_else(|error| panic!("seed {seed}: a short link did not load: {error}"));
    assert_eq!(shared, events, "seed {seed}: a short link holds another game");
}
