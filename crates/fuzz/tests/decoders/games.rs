//! Logs and links of every game. Events are changed, then sealed and packed again: otherwise no change would get past the
//! seal. What is read must survive being written and read again.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use dicee::DiceeGame;
use fortytwo::FortyTwo;
use fuzz::Target;
use ledger::{Chain, Event as _, EventId, Game, Log, Seat, Upcaster, Version, link};
use miniz_oxide::deflate::compress_to_vec;
use pools::{ExtendedCheck, RollTable, Session};
use serde_json::{Map, Value, json};

use crate::{answer, check, sample, text};

/// A list of versions and payloads as a log with its seals; `None` if it is no such list.
fn sealed(input: &str) -> Option<String> {
    let events: Vec<(Version, Value)> = serde_json::from_str(input).ok()?;
    let (mut chain, mut before) = (Chain::default(), None::<EventId>);
    let mut log = Vec::new();
    for (position, (version, payload)) in (0..).zip(events) {
        let id = EventId::of(&payload, position).ok()?;
        chain = chain.next(&id, version);
        let mut envelope = json!({
            "id": id, "idx": position, "timestamp": 1_700_000_000_000_u64, "correlationId": format!("0:c{position}"),
            "stream": "domain", "source": "server", "schemaVersion": version, "chain": chain, "payload": payload,
        });
        if let Some(before) = &before {
            envelope["causationId"] = json!(before);
        }
        before = Some(id);
        log.push(envelope);
    }
    Some(json!(log).to_string())
}

/// Reads a log, and looks at what came of it.
fn read_log<G: Game>(input: &[u8], upcaster: &Upcaster) -> String {
    let Some(stored) = sealed(text(input)) else { return "no list of events".to_owned() };
    let log = match Log::<G>::from_json(&stored, upcaster) {
        Ok(log) => log,
        Err(error) => return error.to_string(),
    };
    let again = Log::<G>::from_json(&log.to_json().unwrap(), upcaster).expect("what was written can be read");
    assert!(again.events().eq(log.events()), "a log survives being written");
    assert_eq!(again.state().view(None), log.state().view(None), "and leads to the same table");
    examine(log.state());
    packed(&log);
    let kinds = log.events().last().map(|event| json!(event)[G::Event::TAG].to_string());
    format!("ok {} {}", kinds.unwrap_or_default().replace('"', ""), log.version().min(6))
}

/// Whether a link of this game leads back to it.
fn packed<G: Game>(log: &Log<G>) {
    let parameters: BTreeMap<String, String> =
        link::encode_game::<G>(log.events()).unwrap().into_iter().collect();
    let events = link::decode_game::<G>(&parameters).expect("a game has a link");
    assert!(log.events().eq(&events), "a link holds the same events");
}

/// Every seat can be shown the table, and somebody who is not at it.
fn examine<G: Game>(state: &G) {
    for viewer in [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(3)), Some(Seat(255))] {
        serde_json::to_string(&state.view(viewer)).expect("a view is JSON");
    }
    assert!(state.due().is_none_or(|due| state.admits(&due)), "what is due is admitted");
}

/// Reads a link whose content is this JSON.
fn read_content<G: Game>(input: &[u8]) -> String {
    let text = URL_SAFE_NO_PAD.encode(compress_to_vec(input, 1));
    read_parameters::<G>(BTreeMap::from([("g".to_owned(), text)]))
}

fn read_parameters<G: Game>(parameters: BTreeMap<String, String>) -> String {
    let whole = link::decode_game::<G>(&parameters);
    // As much as can be read, for a link that was cut off.
    let readable = link::decode_readable::<G>(&parameters);
    let events = match whole {
        Ok(events) => events,
        Err(error) => return format!("{error}; {} readable", readable.events.len().min(3)),
    };
    assert_eq!(readable.events, events, "a whole link is readable as a whole");
    let mut state = G::default();
    for event in &events {
        state.apply(event);
    }
    examine(&state);
    format!("ok {}", events.len().min(6))
}

/// The content of the link of this log.
fn content<G: Game>(log: &Log<G>, events: usize) -> String {
    let pair = |event: &G::Event| {
        let mut payload: Map<String, Value> = serde_json::from_value(json!(event)).unwrap();
        let kind = payload.remove(G::Event::TAG).unwrap();
        json!({ "t": kind, "p": payload })
    };
    let mut pairs = vec![json!({ "t": "$game", "p": { "kind": G::NAME } })];
    pairs.extend(log.events().take(events).map(pair));
    json!(pairs).to_string()
}

fn log_of<G: Game>(stored: &str, upcaster: &Upcaster) -> Log<G> {
    Log::from_json(stored, upcaster).unwrap()
}

#[test]
fn fuzz_log_dicee() {
    let seeds = sample::DICEE.iter().flat_map(|stored| [3, 6, 14].map(|events| sample::bare(stored, events)));
    let words = [
        "game_created",
        "roll",
        "keep",
        "score",
        "undo",
        "seed_mixed",
        "game_abandoned",
        "eventType",
        "1.0.0",
        "1.9.0",
        "2.0.0",
    ];
    check(
        Target::new("log_dicee", |input| read_log::<DiceeGame>(input, &dicee::upcaster()))
            .examples(seeds)
            .words(&words),
    );
}

#[test]
fn fuzz_log_fortytwo() {
    let seeds = [(1, 6), (5, 14), (9, 30)]
        .map(|(seed, events)| sample::bare(&sample::fortytwo(seed, 1).to_json().unwrap(), events));
    let words = [
        "GAME_STARTED",
        "BID_PLACED",
        "PLAYER_PASSED",
        "DOMINO_PLAYED",
        "TRUMP_SELECTED",
        "REDEAL_INITIATED",
        "SEED_COMMITTED",
        "AI_DECIDED",
        "6-6",
        "marks",
    ];
    check(
        Target::new("log_fortytwo", |input| read_log::<FortyTwo>(input, &Upcaster::default()))
            .examples(seeds)
            .words(&words),
    );
}

#[test]
fn fuzz_log_roll_table() {
    let seeds = [3, 6, 16].map(|events| sample::bare(sample::ROLL_TABLE, events));
    let words = [
        "DICE_ROLLED",
        "CHECK_ROLLED",
        "TABLE_SET",
        "ROLL_REVEALED",
        "expression",
        "faces",
        "4d6kh3",
        "@a",
        "hidden",
    ];
    check(
        Target::new("log_roll_table", |input| read_log::<RollTable>(input, &Upcaster::default()))
            .examples(seeds)
            .words(&words),
    );
}

#[test]
fn fuzz_log_extended_check() {
    let seeds = [1, 3, 8].map(|events| sample::bare(sample::EXTENDED, events));
    check(
        Target::new("log_extended_check", |input| read_log::<ExtendedCheck>(input, &Upcaster::default()))
            .examples(seeds),
    );
}

#[test]
fn fuzz_log_session() {
    let begin = r#"[["1.0.0",{"type":"SESSION_STARTED","seed":42}]]"#;
    check(
        Target::new("log_session", |input| read_log::<Session>(input, &Upcaster::default())).example(begin),
    );
}

#[test]
fn fuzz_link_dicee() {
    let log = log_of::<DiceeGame>(sample::DICEE[0], &dicee::upcaster());
    let seeds = [4, 9, 20].map(|events| content(&log, events));
    check(
        Target::new("link_dicee", read_content::<DiceeGame>)
            .examples(seeds)
            .words(&["$game", "roll", "score", "keep"]),
    );
}

#[test]
fn fuzz_link_fortytwo() {
    let seeds = [(2, 8), (3, 30)].map(|(seed, events)| content(&sample::fortytwo(seed, 1), events));
    check(Target::new("link_fortytwo", read_content::<FortyTwo>).examples(seeds).words(&[
        "$game",
        "HANDS_DEALT",
        "DOMINO_PLAYED",
    ]));
}

#[test]
fn fuzz_link_roll_table() {
    let log = log_of::<RollTable>(sample::ROLL_TABLE, &Upcaster::default());
    check(
        Target::new("link_roll_table", read_content::<RollTable>)
            .examples([3, 8].map(|events| content(&log, events))),
    );
}

/// The text of links as people paste it: parameters, letters, packed bytes.
#[test]
fn fuzz_link_text() {
    let run = |input: &[u8]| {
        let pairs = text(input).split('&').filter_map(|pair| pair.split_once('='));
        let parameters: BTreeMap<String, String> =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let played = fortytwo::share::from_link(&parameters, sample::STAMP);
        let played =
            played.map_or_else(|error| error.to_string(), |log| format!("ok {}", log.version().min(6)));
        format!("{} {played}", read_parameters::<DiceeGame>(parameters))
    };
    let link = |parameters: Vec<(String, String)>| {
        parameters.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    let dicee = log_of::<DiceeGame>(sample::DICEE[0], &dicee::upcaster());
    let seeds = [
        link(link::encode_game::<DiceeGame>(dicee.events()).unwrap()),
        link(link::encode_game::<DiceeGame>(dicee.events().take(4)).unwrap()),
        link(link::encode_game::<FortyTwo>(sample::fortytwo(4, 1).events()).unwrap()),
    ];
    check(Target::new("link_text", run).examples(seeds).words(&["g=", "g1=", "g2=", "&"]));
}

/// A log as it lies in a file, seals and all.
#[test]
fn fuzz_log_text() {
    let run = |input: &[u8]| {
        let dicee =
            Log::<DiceeGame>::from_json(text(input), &dicee::upcaster()).map(|log| log.version().min(4));
        let rolls =
            Log::<RollTable>::from_json(text(input), &Upcaster::default()).map(|log| log.version().min(4));
        format!("{} {}", answer(dicee), answer(rolls))
    };
    let short = |stored: &str, events: usize| {
        let stored: Vec<Value> = serde_json::from_str(stored).unwrap();
        json!(stored[..events]).to_string()
    };
    let named = format!(r#"{{"kind":"dicee","events":{}}}"#, short(sample::DICEE[0], 3));
    let seeds = [short(sample::DICEE[0], 5), short(sample::DICEE[3], 8), short(sample::ROLL_TABLE, 4), named];
    check(Target::new("log_text", run).examples(seeds).words(&[
        "kind",
        "events",
        "schemaVersion",
        "payload",
        "idx",
    ]));
}

/// A history in the words of the data contract.
#[test]
fn fuzz_contract() {
    let run = |input: &[u8]| match protocol::contract::read(text(input)) {
        Ok(recording) => format!("ok {}", recording.log.version().min(6)),
        Err(error) => error.to_string(),
    };
    let short = |stored: &str, events: usize| {
        let stored: Vec<Value> = serde_json::from_str(stored).unwrap();
        json!(stored[..events.min(stored.len())]).to_string()
    };
    let golden = [
        include_str!("../../../protocol/tests/golden/contract-current.json"),
        include_str!("../../../protocol/tests/golden/contract-first-schemas.json"),
    ];
    let seeds = golden.iter().flat_map(|stored| [2, 6, 12].map(|events| short(stored, events)));
    check(Target::new("contract", run).examples(seeds).words(&[
        "eventType",
        "previousDice",
        "streamType",
        "analysis",
        "telemetry",
    ]));
}
