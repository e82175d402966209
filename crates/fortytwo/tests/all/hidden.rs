//! What seats must not know is in nothing that is sent to them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a test names the events that concern it")]

use chance::{Chance as _, SeededChance};
use fortytwo::share;
use fortytwo::{
    BySeat, Command, Event, FortyTwo, HouseRules, Phase, PlayerType, Seat, TargetMarks, Tile, TileSet,
};
use ledger::{Game as _, Log, Source, Stamp};

/// Every tile that is written anywhere in a text.
fn tiles_in(text: &str) -> TileSet {
    let bytes = text.as_bytes();
    let tile = |window: &[u8]| std::str::from_utf8(window).ok().and_then(|text| text.parse::<Tile>().ok());
    bytes.windows(3).filter_map(tile).collect()
}

const VIEWERS: [Option<u8>; 5] = [None, Some(0), Some(1), Some(2), Some(3)];

#[test]
fn no_view_and_no_history_shows_a_tile_that_its_seat_may_not_know() {
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let house = HouseRules { target_marks: TargetMarks::try_from(2).unwrap(), ..HouseRules::EVERYTHING };
    let mut looked = 0;
    for seed in 0..20u32 {
        // A seed with digits that are in nothing else.
        let seed = 3_000_000_017 + seed;
        let mut log = Log::<FortyTwo>::default();
        let mut luck = SeededChance::from_seed(u64::from(seed));
        let mixed = BySeat([PlayerType::Human, PlayerType::Ai, PlayerType::Human, PlayerType::Ai]);
        let mut next = (
            ledger::Seat(0),
            Command::StartGame { seed: Some(seed), player_types: Some(mixed), dealer: None, house },
        );
        // What each seat was dealt in this hand, and in all hands; what was played in this hand, and in all.
        let (mut dealt, mut ever_dealt) = ([TileSet::EMPTY; 4], [TileSet::EMPTY; 4]);
        let (mut played, mut ever_played) = (TileSet::EMPTY, TileSet::EMPTY);
        let mut seeds = vec![seed.to_string()];
        while log.state().phase() != Phase::GameOver {
            let id = log.version().to_string();
            let events = log.submit(next.0, &id, None, &next.1, &mut luck, stamp).unwrap().events;
            for envelope in &log.envelopes()[events] {
                match &envelope.payload {
                    Event::HandsDealt { hands } => {
                        (dealt, played) = (hands.0, TileSet::EMPTY);
                        for (ever, now) in ever_dealt.iter_mut().zip(dealt) {
                            *ever = ever.union(now);
                        }
                    }
                    Event::DominoPlayed { domino, .. } => {
                        (played, ever_played) = (played.with(*domino), ever_played.with(*domino));
                    }
                    Event::RedealInitiated { new_seed, .. } => {
                        seeds.extend(new_seed.map(|seed| seed.to_string()))
                    }
                    _ => {}
                }
            }
            if log.state().phase() == Phase::GameOver {
                break;
            }
            for viewer in VIEWERS {
                let own =
                    |hands: &[TileSet; 4]| viewer.map_or(TileSet::EMPTY, |seat| hands[usize::from(seat)]);
                let view = serde_json::to_string(&log.state().view(viewer.map(ledger::Seat))).unwrap();
                let shown = tiles_in(&view) - own(&dealt) - played;
                assert!(shown.is_empty(), "seed {seed}: {viewer:?} sees {shown} in {view}");
                let history = share::seen(&log, viewer.and_then(Seat::new)).unwrap();
                let history = serde_json::to_string(&history).unwrap();
                let shown = tiles_in(&history) - own(&ever_dealt) - ever_played;
                assert!(shown.is_empty(), "seed {seed}: {viewer:?} sees {shown} in {history}");
                for seed in seeds.iter().filter(|seed| seed.len() > 4) {
                    assert!(!view.contains(seed) && !history.contains(seed), "{viewer:?} sees a seed");
                }
                for envelope in log.envelopes() {
                    assert!(!history.contains(envelope.id.as_str()), "ids tell what they are hashes of");
                }
                looked += 1;
            }
            let moves: Vec<Command> =
                Seat::ALL.into_iter().flat_map(|seat| log.state().moves(seat)).collect();
            let command = moves[luck.below(u32::try_from(moves.len()).unwrap()) as usize].clone();
            // A bot that has made up its mind tells the log, and nobody else.
            let seat = command.player().unwrap();
            let note = Event::AiDecided { player: seat, action: Box::new(command.clone()) };
            if mixed[seat] == PlayerType::Ai && luck.below(4) == 0 {
                let record = Command::Record { event: Box::new(note) };
                let id = format!("note {id}");
                log.submit(seat.into(), &id, None, &record, &mut luck, stamp).unwrap();
                let public = serde_json::to_string(&share::seen(&log, None).unwrap()).unwrap();
                assert!((tiles_in(&public) - ever_played).is_empty(), "{public}");
            }
            next = (seat.into(), command);
        }
        assert_eq!(log.state().view(None).seed, Some(seed));
    }
    assert!(looked > 3_000, "{looked}");
}

#[test]
fn tiles_are_found_wherever_they_are_written() {
    assert_eq!(tiles_in(r#"{"a":["6-4"],"b":"x 0-0"}"#).to_string(), "0-0 6-4");
}

#[test]
fn a_refusal_names_only_the_tiles_of_the_seat_that_asked() {
    let mut log = Log::<FortyTwo>::default();
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let mut luck = SeededChance::from_seed(1);
    let house = HouseRules::default();
    let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
    log.submit(ledger::Seat(0), "s", None, &start, &mut luck, stamp).unwrap();
    for (player, call) in Seat::ALL.into_iter().zip([Some("30"), None, None, None]) {
        let command = match call {
            Some(bid) => Command::PlaceBid { player, bid: bid.parse().unwrap() },
            None => Command::Pass { player },
        };
        log.submit(player.into(), "call", None, &command, &mut luck, stamp).unwrap();
    }
    let trump = Command::SelectTrump { player: Seat::ALL[0], trump: "5".parse().unwrap() };
    log.submit(ledger::Seat(0), "t", None, &trump, &mut luck, stamp).unwrap();
    for player in Seat::ALL {
        for domino in Tile::ALL {
            let command = Command::PlayDomino { player, domino };
            if let Err(refusal) = log.state().decide(player.into(), &command, &mut luck) {
                let shown = tiles_in(&format!("{refusal} {refusal:?}")).without(domino);
                // The debug text of a tile set shows tiles, that of a tile its index.
                assert!((shown - log.state().hands().of_seat(player)).is_empty(), "{refusal}");
            }
        }
    }
}

#[test]
fn nobody_learns_of_a_bots_tiles_by_asking_to_record_its_decisions() {
    let mut log = Log::<FortyTwo>::default();
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let mut luck = SeededChance::from_seed(1);
    let house = HouseRules::default();
    let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
    log.submit(ledger::Seat(0), "s", None, &start, &mut luck, stamp).unwrap();
    let one = Seat::ALL[1];
    let calls = Seat::ALL.map(|player| match player == one {
        true => Command::PlaceBid { player, bid: "30".parse().unwrap() },
        false => Command::Pass { player },
    });
    let trump = Command::SelectTrump { player: one, trump: "5".parse().unwrap() };
    for command in calls.iter().chain([&trump]) {
        let seat = command.player().unwrap().into();
        log.submit(seat, &log.version().to_string(), None, command, &mut luck, stamp).unwrap();
    }
    // It is the turn of a bot; whatever tile is named, the answer is the same.
    let answers = Tile::ALL.map(|domino| {
        let action = Box::new(Command::PlayDomino { player: one, domino });
        let record = Command::Record { event: Box::new(Event::AiDecided { player: one, action }) };
        log.state().decide(ledger::Seat(0), &record, &mut luck).unwrap_err()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}
