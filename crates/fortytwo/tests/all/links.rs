//! Whole games in links, and what becomes of links and logs that were made up.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chance::{Chance as _, SeededChance};
use fortytwo::share::{self, ShareError};
use fortytwo::{
    Bot, BySeat, Command, Event, FortyTwo, HouseRules, Phase, PlayerType, Seat, Skill, TargetMarks,
};
use ledger::{Game as _, Log, Source, Stamp, Upcaster, link};
use proptest::prelude::*;
use serde_json::{Value, json};

const STAMP: Stamp = Stamp { timestamp: 1, source: Source::Client };
const BOTS: BySeat<PlayerType> = BySeat([PlayerType::Ai; 4]);
const PEOPLE: BySeat<PlayerType> = BySeat([PlayerType::Human; 4]);

/// A game of four sensible players, or of four who do anything.
fn played(seed: u32, players: BySeat<PlayerType>, house: HouseRules, wild: bool) -> Log<FortyTwo> {
    let mut log = Log::<FortyTwo>::default();
    let mut luck = SeededChance::from_seed(u64::from(seed));
    let start = Command::StartGame { seed: Some(seed), player_types: Some(players), dealer: None, house };
    log.submit(ledger::Seat(0), "start", None, &start, &mut luck, STAMP).unwrap();
    let mut bot = Bot::new(Skill::Heuristic, 1);
    while log.state().phase() != Phase::GameOver {
        let views = Seat::ALL.map(|seat| log.state().view(Some(seat.into())));
        let command = if wild {
            let moves: Vec<&Command> = views.iter().flat_map(|view| &view.moves).collect();
            moves[luck.below(u32::try_from(moves.len()).unwrap()) as usize].clone()
        } else {
            views.iter().find_map(|view| bot.choose(view)).unwrap()
        };
        let id = log.version().to_string();
        log.submit(command.player().unwrap().into(), &id, None, &command, &mut luck, STAMP).unwrap();
    }
    log
}

fn to(marks: u8, house: HouseRules) -> HouseRules {
    HouseRules { target_marks: TargetMarks::try_from(marks).unwrap(), ..house }
}

fn load(parameters: &[(String, String)]) -> Log<FortyTwo> {
    share::from_link(&parameters.iter().cloned().collect(), STAMP).unwrap()
}

#[test]
fn a_whole_game_to_seven_marks_loads_from_its_link() {
    for seed in 0..20 {
        let log = played(seed, PEOPLE, HouseRules::EVERYTHING, seed % 2 == 0);
        let parts = share::to_link(&log).unwrap();
        let length: usize = parts.iter().map(|(_, value)| value.len()).sum();
        assert!(parts.iter().all(|(_, value)| value.len() <= link::LONGEST));
        assert_eq!(parts.len() > 1, length > link::LONGEST);
        // What docs/forty-two.md promises.
        assert!(length <= 2_400, "seed {seed}: {length} characters for {} events", log.version());
        let loaded = load(&parts);
        assert_eq!(loaded.state(), log.state());
        let ids = |log: &Log<FortyTwo>| log.envelopes().iter().map(|e| e.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&loaded), ids(&log));
        let pasted = format!("https://dicee.example/fortytwo?{}", link::query(&parts));
        assert_eq!(link::parameters(&pasted), parts.iter().cloned().collect());
    }
}

#[test]
fn long_links_are_split_and_put_together_again() {
    let log = played(3, BOTS, to(21, HouseRules::EVERYTHING), false);
    let parts = share::to_link(&log).unwrap();
    assert!(parts.len() > 1, "{} parts", parts.len());
    assert_eq!(parts[0].0, "g1");
    assert_eq!(load(&parts).state(), log.state());
    let mut cut: BTreeMap<String, String> = parts.iter().cloned().collect();
    cut.remove("g1");
    let error = share::from_link(&cut, STAMP).unwrap_err().to_string();
    assert_eq!(error, "the link is incomplete: g1 is missing");
}

#[test]
fn a_running_game_of_several_people_has_no_link() {
    let over = played(3, PEOPLE, to(1, HouseRules::default()), true);
    for version in 1..over.version() {
        let mut log = over.clone();
        log.reset_to(version);
        assert!(matches!(share::to_link(&log), Err(ShareError::Hidden { people: 4 })), "at {version}");
    }
    assert!(share::to_link(&over).is_ok());
    let one = BySeat([PlayerType::Ai, PlayerType::Human, PlayerType::Ai, PlayerType::Ai]);
    let mut own_table = played(3, one, to(1, HouseRules::default()), true);
    own_table.reset_to(40);
    assert_eq!(load(&share::to_link(&own_table).unwrap()).state(), own_table.state());
}

fn admitted(events: Vec<Event>) -> bool {
    Log::<FortyTwo>::from_events(events, "forged", STAMP).is_ok()
}

#[test]
fn a_history_with_an_event_too_few_too_many_or_elsewhere_is_refused() {
    let log = played(8, PEOPLE, to(2, HouseRules::EVERYTHING), true);
    let events: Vec<Event> = log.events().cloned().collect();
    assert!(admitted(events.clone()));
    let agreed = |place: usize| matches!(events[place], Event::PlayerAgreed { .. });
    for place in 0..events.len() - 1 {
        let mut fewer = events.clone();
        fewer.remove(place);
        assert!(!admitted(fewer), "without event {place}, {:?}", events[place]);
        let mut twice = events.clone();
        twice.insert(place, events[place].clone());
        assert!(!admitted(twice), "event {place} twice, {:?}", events[place]);
        let mut swapped = events.clone();
        swapped.swap(place, place + 1);
        // In which order they agree is up to the seats.
        assert_eq!(admitted(swapped), agreed(place) && agreed(place + 1), "events {place} and the next");
    }
}

/// The value with one thing in it changed, in every way that keeps its shape.
fn changed(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            [number + 1, number.wrapping_sub(1)]
                .into_iter()
                .filter(|n| *n < 1 << 40)
                .map(Value::from)
                .collect()
        }
        Value::String(text) => {
            ["6-6", "0-0", "all-tricks", "determined-early", "complete-trick", "score-hand"]
                .into_iter()
                .chain(["30", "M2"])
                .filter(|other| other != text)
                .map(Value::from)
                .collect()
        }
        Value::Array(items) => {
            let one = |place: usize| {
                let with = move |other| {
                    let mut list = items.clone();
                    list[place] = other;
                    Value::from(list)
                };
                changed(&items[place]).into_iter().map(with)
            };
            let mut all: Vec<Value> = (0..items.len()).flat_map(one).collect();
            all.extend((1..items.len()).map(|place| {
                let mut list = items.clone();
                list.swap(0, place);
                Value::from(list)
            }));
            all.into_iter().filter(|other| other != value).collect()
        }
        Value::Object(fields) => {
            let one = |(name, field): (&String, &Value)| {
                let name = name.clone();
                let with = move |other| {
                    let mut object = fields.clone();
                    object.insert(name.clone(), other);
                    Value::from(object)
                };
                changed(field).into_iter().map(with).collect::<Vec<_>>()
            };
            fields.iter().filter(|(name, _)| *name != "type").flat_map(one).collect()
        }
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

#[test]
fn nothing_that_the_rules_decide_can_be_forged() {
    let log = played(8, PEOPLE, to(3, HouseRules::EVERYTHING), false);
    let mut forged = 0;
    for (place, event) in log.events().enumerate() {
        let before = log.state_at(place as u64);
        let Some(due) = before.due() else { continue };
        assert_eq!(due, *event);
        for other in changed(&serde_json::to_value(event).unwrap()) {
            let Ok(other) = serde_json::from_value::<Event>(other) else { continue };
            assert!(!before.admits(&other), "{other:?} instead of {event:?}");
            forged += 1;
        }
    }
    assert!(forged > 150, "{forged}");
}

#[test]
fn nobody_can_act_for_another_seat_or_against_the_rules_in_a_forged_history() {
    let log = played(8, PEOPLE, to(2, HouseRules::EVERYTHING), true);
    for (place, event) in log.events().enumerate().skip(1) {
        let before = log.state_at(place as u64);
        let mut value = serde_json::to_value(event).unwrap();
        let Some(player) = value["player"].as_u64() else { continue };
        for other in (0..4).filter(|other| *other != player) {
            value["player"] = json!(other);
            let other: Event = serde_json::from_value(value.clone()).unwrap();
            let may = matches!(&other, Event::PlayerAgreed { player, action }
                if !before.consensus().has_agreed(*action, *player) && before.plays(*player));
            assert_eq!(before.admits(&other), may, "{other:?} instead of {event:?}");
        }
        if let Event::DominoPlayed { player, .. } = event {
            for domino in fortytwo::Tile::ALL {
                let other = Event::DominoPlayed { player: *player, domino };
                assert_eq!(before.admits(&other), before.valid_tiles(*player).contains(domino));
            }
        }
    }
}

#[test]
fn a_forged_link_says_which_event_cannot_be() {
    let log = played(8, PEOPLE, to(1, HouseRules::default()), true);
    let mut events: Vec<Event> = log.events().cloned().collect();
    let place = events.iter().position(|event| matches!(event, Event::TrickCompleted { .. })).unwrap();
    let Event::TrickCompleted { winner, points } = events[place] else { unreachable!() };
    events[place] = Event::TrickCompleted { winner: winner.left(), points };
    let forged = link::encode(&events).unwrap().into_iter().collect();
    let error = share::from_link(&forged, STAMP).unwrap_err().to_string();
    assert_eq!(error, format!("event {} of the link cannot follow what happened before it", place + 1));
}

/// Links and logs of other shapes than a game has.
fn pack(json: &str) -> BTreeMap<String, String> {
    use base64::Engine as _;
    let bytes = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 6);
    let value = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes);
    BTreeMap::from([("g".to_owned(), value)])
}

#[test]
fn links_that_hold_something_else_are_refused_with_a_reason() {
    for (json, reason) in [
        ("[]", ""),
        (r#"[{"t":"HANDS_DEALT"}]"#, "event 1 of the link: missing field `hands`"),
        (r#"[{"t":"GAME_STARTED","p":{"seed":4294967296}}]"#, "event 1 of the link: seed: invalid value"),
        (r#"[{"t":"RESET"}]"#, "event 1 of the link: unknown variant `RESET`"),
        (r#"{"g":1}"#, "the link holds something else than a game"),
    ] {
        let loaded = share::from_link(&pack(json), STAMP);
        match reason {
            "" => assert_eq!(loaded.unwrap().version(), 0),
            _ => {
                let error = loaded.unwrap_err().to_string();
                assert!(error.starts_with(reason), "{json}: {error}");
            }
        }
    }
}

fn any_event() -> impl Strategy<Value = String> {
    let kinds =
        ["GAME_STARTED", "HANDS_DEALT", "BID_PLACED", "PLAYER_PASSED", "DOMINO_PLAYED", "PLAYER_AGREED"];
    let more = ["REDEAL_INITIATED", "TRUMP_SELECTED", "TRICK_COMPLETED", "MARKS_AWARDED", "AI_DECIDED", "X"];
    let kind = prop::sample::select([kinds, more].concat());
    (kind, 0..6u32, ".{0,6}").prop_map(|(kind, number, text)| {
        let p = json!({ "player": number, "seed": number, "bid": text, "domino": "6-4", "dealer": number,
            "playerTypes": ["ai", "ai", "ai", "ai"], "house": {} });
        let keep: &[&str] = match kind {
            "GAME_STARTED" => &["seed", "dealer", "playerTypes", "house"],
            "PLAYER_PASSED" => &["player"],
            "DOMINO_PLAYED" => &["player", "domino"],
            "BID_PLACED" => &["player", "bid"],
            _ => &[],
        };
        let p: serde_json::Map<_, _> = p
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| keep.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        json!({ "t": kind, "p": p }).to_string()
    })
}

proptest! {
    #[test]
    fn no_bytes_make_the_decoders_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        text in ".{0,200}",
        events in prop::collection::vec(any_event(), 0..12),
    ) {
        use base64::Engine as _;
        let value = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&bytes);
        let _ = share::from_link(&link::parameters(&value), STAMP);
        let _ = share::from_link(&link::parameters(&text), STAMP);
        let _ = Log::<FortyTwo>::from_json(&text, &Upcaster::default());
        let _ = Log::<FortyTwo>::from_json(&String::from_utf8_lossy(&bytes), &Upcaster::default());
        let _ = share::from_link(&pack(&text), STAMP);
        if let Ok(log) = share::from_link(&pack(&format!("[{}]", events.join(","))), STAMP) {
            let _ = log.state().view(Some(ledger::Seat(0)));
            let _ = share::seen(&log, Seat::new(1));
        }
        let _ = serde_json::from_str::<Command>(&text);
    }

    #[test]
    fn a_damaged_link_is_refused_or_another_game_but_never_a_panic(place in 0..200usize, letter in "[A-Za-z0-9_-]") {
        let log = played(1, BOTS, to(1, HouseRules::default()), false);
        let mut parts = share::to_link(&log).unwrap();
        let value = &mut parts[0].1;
        let place = place % value.len();
        value.replace_range(place..=place, &letter);
        let _ = share::from_link(&parts.into_iter().collect(), STAMP);
    }
}
