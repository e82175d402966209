//! Commands from outside, at every moment of a game: the rules refuse or accept them, and what they accept can be read back.

use std::sync::LazyLock;

use chance::SeededChance;
use dicee::DiceeGame;
use fortytwo::FortyTwo;
use fuzz::Target;
use ledger::{Game, Log, Seat, Upcaster};
use pools::{ExtendedCheck, RollTable, Session};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{check, sample};

/// A command, who sends it, and after how many events of the game.
#[derive(Deserialize)]
struct Sent {
    at: u64,
    seat: u8,
    command: Value,
}

fn decide<G: Game<Command: DeserializeOwned>>(input: &[u8], game: &Log<G>) -> String {
    let Ok(Sent { at, seat, command }) = serde_json::from_slice(input) else {
        return "no command".to_owned();
    };
    let command: G::Command = match protocol::read::value(command, "command") {
        Ok(command) => command,
        Err(error) => return error.to_string(),
    };
    let mut state = game.state_at(at % (game.version() + 1));
    match state.decide(Seat(seat), &command, &mut SeededChance::from_seed(at)) {
        Ok(events) => {
            for event in &events {
                assert!(state.admits(event), "what is decided is admitted: {event:?}");
                state.apply(event);
            }
            let stored = json!(events).to_string();
            let read: Vec<G::Event> =
                serde_json::from_str(&stored).expect("what is accepted can be read back");
            assert_eq!(read, events, "and says the same");
            for viewer in [None, Some(Seat(seat))] {
                serde_json::to_string(&state.view(viewer)).expect("a view is JSON");
            }
            format!(
                "ok {}",
                events
                    .iter()
                    .map(|event| format!("{event:?}").split(' ').next().unwrap_or_default().to_owned())
                    .collect::<String>()
            )
        }
        Err(refusal) => refusal.to_string(),
    }
}

fn sent(at: u64, seat: u8, command: Value) -> String {
    json!({ "at": at, "seat": seat, "command": command }).to_string()
}

#[test]
fn fuzz_commands_dicee() {
    static GAME: LazyLock<Log<DiceeGame>> =
        LazyLock::new(|| Log::from_json(sample::DICEE[0], &dicee::upcaster()).unwrap());
    let commands = [
        json!({ "type": "roll", "keptMask": [true, false, true, false, false] }),
        json!({ "type": "keep", "keptMask": [true, false, true, false, false] }),
        json!({ "type": "score", "category": "full_house" }),
        json!({ "type": "undo" }),
        json!({ "type": "mix", "clientSeed": "tiger" }),
        json!({ "type": "start" }),
        json!({
            "type": "create", "gameId": "30000000-0000-4000-8000-000000000007", "gameMode": "solo",
            "playerIds": ["20000000-0000-4000-8000-000000000000"], "settings": {}, "dice": { "source": "seeded", "seed": 6 },
        }),
        json!({ "type": "add_bot", "bot": "expert" }),
        json!({ "type": "abandon" }),
    ];
    let seeds =
        commands.into_iter().zip([2, 3, 4, 5, 0, 1, 0, 1, 9]).map(|(command, at)| sent(at, 0, command));
    let words =
        ["roll", "keep", "score", "undo", "ones", "dicee", "chance", "reveal", "join", "create", "reason"];
    check(Target::new("commands_dicee", |input| decide(input, &GAME)).examples(seeds).words(&words));
}

#[test]
fn fuzz_commands_fortytwo() {
    static GAME: LazyLock<Log<FortyTwo>> = LazyLock::new(|| sample::fortytwo(3, 1));
    let commands = [
        json!({ "type": "PASS", "player": 0 }),
        json!({ "type": "PLACE_BID", "player": 0, "bid": "31" }),
        json!({ "type": "SELECT_TRUMP", "player": 0, "trump": "fives" }),
        json!({ "type": "PLAY_DOMINO", "player": 0, "domino": "6-5" }),
        json!({ "type": "AGREE_TO_ACTION", "player": 0, "action": "COMPLETE_TRICK" }),
        json!({ "type": "START_GAME", "seed": 7, "house": { "nello": true } }),
        json!({ "type": "REQUEST_REDEAL" }),
        json!({ "type": "RECORD", "event": { "type": "AI_THINKING", "player": 1 } }),
        json!({ "type": "ENABLE_QUICKPLAY", "speed": "fast" }),
    ];
    let seeds =
        commands.into_iter().zip([2, 2, 8, 12, 16, 0, 9, 9, 9]).map(|(command, at)| sent(at, 0, command));
    check(
        Target::new("commands_fortytwo", |input| decide(input, &GAME))
            .examples(seeds)
            .words(&["2-marks", "84", "42", "doubles", "COMMIT", "MIX", "REVEAL"]),
    );
}

#[test]
fn fuzz_commands_roll_table() {
    static GAME: LazyLock<Log<RollTable>> =
        LazyLock::new(|| Log::from_json(sample::ROLL_TABLE, &Upcaster::default()).unwrap());
    let commands = [
        json!({ "type": "ROLL", "expression": "4d6kh3 + 2", "label": "Strength" }),
        json!({ "type": "CHECK", "pool": 6, "difficulty": 2 }),
        json!({ "type": "CONTEST", "initiator": 5, "defender": 4 }),
        json!({ "type": "ATTACK", "pool": 5, "damage": 3, "armour": 1 }),
        json!({ "type": "START_CHECK", "terms": { "checkId": "c", "characterId": "m", "skillId": "s", "pool": 5, "targetSuccesses": 8, "maxRounds": 6 } }),
        json!({ "type": "ROLL_ROUND", "check": 1 }),
        json!({ "type": "SET_TABLE", "aliases": [{ "name": "stat", "expression": "4d6kh3" }], "system": {} }),
        json!({ "type": "REVEAL", "roll": 1 }),
    ];
    let seeds = commands.into_iter().zip([0, 1, 2, 3, 4, 5, 6, 7]).map(|(command, at)| sent(at, 0, command));
    check(
        Target::new("commands_roll_table", |input| decide(input, &GAME))
            .examples(seeds)
            .words(&["100d10!", "@stat", "sides", "hidden"]),
    );
}

#[test]
fn fuzz_commands_extended_check() {
    static GAME: LazyLock<Log<ExtendedCheck>> =
        LazyLock::new(|| Log::from_json(sample::EXTENDED, &Upcaster::default()).unwrap());
    let terms = json!({ "checkId": "c1", "characterId": "mira", "skillId": "locks", "pool": 5, "targetSuccesses": 8, "maxRounds": 6 });
    let commands = [
        json!({ "type": "START_EXTENDED_CHECK", "terms": terms }),
        json!({ "type": "ROLL_ROUND" }),
        json!({ "type": "ABANDON" }),
    ];
    let seeds = commands.into_iter().zip([0, 1, 2]).map(|(command, at)| sent(at, 0, command));
    check(
        Target::new("commands_extended_check", |input| decide(input, &GAME))
            .examples(seeds)
            .words(&["START", "ROLL", "CANCEL"]),
    );
}

#[test]
fn fuzz_commands_session() {
    static GAME: LazyLock<Log<Session>> = LazyLock::new(Log::default);
    let commands = [
        json!({ "type": "ROLL", "expression": "2d6!" }),
        json!({ "type": "CHECK", "pool": 6, "difficulty": 2 }),
        json!({ "type": "START", "seed": 42 }),
    ];
    let seeds = commands.into_iter().map(|command| sent(0, 0, command));
    check(Target::new("commands_session", |input| decide(input, &GAME)).examples(seeds));
}
