//! A small game, complete with hidden information, that keeps every promise of the ledger; and what becomes of logs
//! and links that were tampered with.
//!
//! The race: two to four seats. Each bets in secret whether the next roll is high, then anyone may roll; a right bet
//! brings a point, and three points win.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chance::{Chance, SeededChance};
use ledger::conformance::{self, Driver};
use ledger::{
    Chain, Envelope, Event, EventId, Game, Log, LogError, PlayerId, Proposed, Scope, Seat, Sender, Source,
    Stamp, Upcaster, Version, check_chain, link,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq)]
struct Race {
    points: Vec<u8>,
    bets: Vec<Option<bool>>,
}

#[derive(Clone, Debug)]
enum Command {
    Start { seats: u8 },
    Bet { high: bool },
    Roll,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
enum Happened {
    RaceStarted { seats: u8 },
    BetPlaced { seat: u8, high: bool },
    DieRolled { face: u8 },
}

#[derive(Debug, PartialEq, thiserror::Error)]
enum Refusal {
    #[error("the race has begun")]
    Begun,
    #[error("the race has not begun")]
    NotBegun,
    #[error("expected two to four seats, got {0}")]
    Seats(u8),
    #[error("seat {0} is not at this table")]
    NoSeat(u8),
    #[error("seat {0} has bet already")]
    HasBet(u8),
    #[error("{0} bets are missing")]
    BetsMissing(usize),
    #[error("the race is over")]
    Over,
}

#[derive(Debug, PartialEq, Serialize)]
struct View {
    points: Vec<u8>,
    bets: Vec<Option<Option<bool>>>,
}

impl Race {
    fn over(&self) -> bool {
        self.points.iter().any(|&points| points >= 3)
    }
}

impl Event for Happened {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}

impl Game for Race {
    const NAME: &'static str = "race";
    type Command = Command;
    type Event = Happened;
    type Refusal = Refusal;
    type View = View;

    fn decide(
        &self,
        seat: Seat,
        command: &Command,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Happened>, Refusal> {
        if let Command::Start { seats } = *command {
            return match (self.points.is_empty(), seats) {
                (false, _) => Err(Refusal::Begun),
                (true, 2..=4) => Ok(vec![Happened::RaceStarted { seats }]),
                (true, _) => Err(Refusal::Seats(seats)),
            };
        }
        if self.points.is_empty() {
            return Err(Refusal::NotBegun);
        }
        if self.over() {
            return Err(Refusal::Over);
        }
        let bet = self.bets.get(usize::from(seat.0)).ok_or(Refusal::NoSeat(seat.0))?;
        match command {
            Command::Bet { .. } if bet.is_some() => Err(Refusal::HasBet(seat.0)),
            Command::Bet { high } => Ok(vec![Happened::BetPlaced { seat: seat.0, high: *high }]),
            Command::Start { .. } | Command::Roll => {
                match self.bets.iter().filter(|bet| bet.is_none()).count() {
                    0 => Ok(vec![Happened::DieRolled { face: chance.die() }]),
                    missing => Err(Refusal::BetsMissing(missing)),
                }
            }
        }
    }

    fn admits(&self, event: &Happened) -> bool {
        match *event {
            Happened::RaceStarted { seats } => self.points.is_empty() && (2..=4).contains(&seats),
            Happened::BetPlaced { seat, .. } => {
                !self.over() && self.bets.get(usize::from(seat)) == Some(&None)
            }
            Happened::DieRolled { face } => {
                !self.points.is_empty() && !self.over() && (1..=6).contains(&face)
            }
        }
    }

    fn apply(&mut self, event: &Happened) {
        match *event {
            Happened::RaceStarted { seats } => {
                self.points = vec![0; usize::from(seats)];
                self.bets = vec![None; usize::from(seats)];
            }
            Happened::BetPlaced { seat, high } => self.bets[usize::from(seat)] = Some(high),
            Happened::DieRolled { face } => {
                for (points, bet) in self.points.iter_mut().zip(&mut self.bets) {
                    *points += u8::from(bet.take() == Some(face > 3));
                }
            }
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        let own = |seat: usize| viewer.is_some_and(|viewer| usize::from(viewer.0) == seat);
        let shown = |(seat, bet): (usize, &Option<bool>)| bet.map(|high| own(seat).then_some(high));
        View { points: self.points.clone(), bets: self.bets.iter().enumerate().map(shown).collect() }
    }
}

struct Play;

impl Driver for Play {
    type Game = Race;

    fn start(&self, luck: &mut SeededChance) -> (Seat, Command) {
        (Seat(0), Command::Start { seats: u8::try_from(luck.below(3)).unwrap() + 2 })
    }

    fn propose(&self, _: &Race, luck: &mut SeededChance) -> (Seat, Command) {
        let command = match luck.below(8) {
            0 => Command::Start { seats: 3 },
            1 | 2 => Command::Roll,
            side => Command::Bet { high: side > 5 },
        };
        (Seat(u8::try_from(luck.below(5)).unwrap()), command)
    }

    fn is_legal(&self, game: &Race, seat: Seat, command: &Command) -> bool {
        let seated = usize::from(seat.0) < game.points.len();
        match command {
            Command::Start { seats } => game.points.is_empty() && (2..=4).contains(seats),
            Command::Bet { .. } => seated && !game.over() && game.bets[usize::from(seat.0)].is_none(),
            Command::Roll => seated && !game.over() && game.bets.iter().all(Option::is_some),
        }
    }

    fn is_over(&self, game: &Race) -> bool {
        game.over()
    }

    fn check_view(&self, game: &Race, viewer: Option<Seat>, view: &View) {
        for (seat, (bet, shown)) in game.bets.iter().zip(&view.bets).enumerate() {
            let own = viewer.is_some_and(|viewer| usize::from(viewer.0) == seat);
            assert_eq!(*shown, bet.map(|high| own.then_some(high)), "{viewer:?} sees the bet of seat {seat}");
        }
    }
}

fn stamp() -> Stamp {
    Stamp { timestamp: 1, source: Source::Server }
}

fn played() -> Log<Race> {
    let mut log = Log::default();
    let mut luck = SeededChance::from_seed(4);
    let mut send = |seat, command: Command| {
        let id = format!("c{}", log.version());
        log.submit(Seat(seat), &id, None, &command, &mut luck, stamp()).unwrap();
    };
    send(0, Command::Start { seats: 2 });
    for _ in 0..2 {
        send(0, Command::Bet { high: true });
        send(1, Command::Bet { high: false });
        send(0, Command::Roll);
    }
    log
}

#[test]
fn a_small_game_keeps_every_promise() {
    conformance::check(&Play, 0..500, 80, &[None, Some(Seat(0)), Some(Seat(3))]);
}

#[test]
fn travelling_back_drops_what_came_after() {
    let mut log = played();
    let middle = log.state_at(3);
    log.reset_to(3);
    assert_eq!((log.state(), log.version()), (&middle, 3));
    // A command that lost its events may be sent again; one that kept them may not count twice.
    let mut luck = SeededChance::from_seed(9);
    let receipt = log.submit(Seat(0), "c3", None, &Command::Roll, &mut luck, stamp()).unwrap();
    assert!(!receipt.repeated);
    let receipt = log.submit(Seat(0), "c1", None, &Command::Bet { high: true }, &mut luck, stamp()).unwrap();
    assert!(receipt.repeated);
    // Another seat's command is another command, whatever its id.
    let receipt = log.submit(Seat(1), "c1", None, &Command::Bet { high: true }, &mut luck, stamp()).unwrap();
    assert!(!receipt.repeated);
}

#[test]
fn a_proposal_changes_nothing_until_it_is_accepted() {
    let mut log = played();
    let (version, state) = (log.version(), log.state().clone());
    let mut luck = SeededChance::from_seed(9);
    let mut bet = |log: &Log<Race>, seat| {
        let command = Command::Bet { high: true };
        log.propose(Seat(seat).into(), "bet", None, &command, &mut luck, stamp()).unwrap()
    };
    let (Proposed::New(mut first), Proposed::New(second)) = (bet(&log, 0), bet(&log, 1)) else {
        panic!("both are new")
    };
    assert_eq!((log.version(), log.state()), (version, &state));
    assert_eq!(first.expected_version(), version);
    assert_eq!((first.key().seat(), first.key().by()), (Some(Seat(0)), Some(Sender::Seat(Seat(0)))));
    let trace = "00000000-0000-0000-0000-00000000000a".parse().unwrap();
    first.trace(trace);
    assert!(first.envelopes().iter().all(|envelope| envelope.trace_id == Some(trace)));
    let stored = first.take_stored();
    let receipt = log.accept(first).unwrap();
    assert_eq!((receipt.version, receipt.repeated), (version + 1, false));
    assert_eq!(serde_json::to_value(&stored[0]).unwrap(), serde_json::to_value(&log.envelopes()[7]).unwrap());
    // The second was made for a history that is no more.
    assert_eq!(log.accept(second), None);
    assert!(matches!(bet(&log, 0), Proposed::Repeated(repeated) if repeated.events == receipt.events));
}

#[test]
fn a_chain_is_checked_without_the_rules_of_the_game() {
    type Stored = Vec<Envelope<serde_json::Value>>;
    type Change<'a> = &'a dyn Fn(&mut Stored);
    let events: Stored = serde_json::from_str(&played().to_json().unwrap()).unwrap();
    check_chain(&events).unwrap();
    check_chain(&[]).unwrap();
    let cases: [(Change<'_>, &str); 4] = [
        (&|events| drop(events.remove(1)), "event 2: it is not in its place"),
        (&|events| events[1].payload["seat"] = 3.into(), "event 2: its content was changed"),
        (&|events| events[2].causation_id = None, "event 3: it does not follow"),
        (&|events| events[2].chain = Chain::default(), "event 3: the history before it was changed"),
    ];
    for (broken, says) in cases {
        let mut changed = events.clone();
        broken(&mut changed);
        let error = check_chain(&changed).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn a_players_command_counts_once_from_whichever_seat_and_after_reading_it_back() {
    let player = "00000000-0000-0000-0000-000000000007".parse::<PlayerId>().unwrap();
    let mut log = played();
    let mut luck = SeededChance::from_seed(9);
    let mut send = |log: &mut Log<Race>, seat| {
        let by = Sender::Player { player, seat: Seat(seat) };
        match log.propose(by, "bet", None, &Command::Bet { high: true }, &mut luck, stamp()).unwrap() {
            Proposed::New(proposal) => log.accept(proposal).unwrap(),
            Proposed::Repeated(receipt) => receipt,
        }
    };
    assert!(!send(&mut log, 0).repeated);
    let mut read = Log::<Race>::from_json(&log.to_json().unwrap(), &Upcaster::default()).unwrap();
    for log in [&mut log, &mut read] {
        assert!(send(log, 1).repeated);
        assert_eq!(log.receipt(Scope::Player(player), "bet").unwrap().events, 7..8);
        assert_eq!(log.receipt(Scope::Seat(Seat(0)), "bet"), None);
    }
}

/// A correctly sealed log of these payloads.
fn sealed(payloads: &[(serde_json::Value, &str)]) -> String {
    let mut chain = ledger::Chain::default();
    let mut last: Option<ledger::EventId> = None;
    let mut envelopes = Vec::new();
    for (place, (payload, schema)) in payloads.iter().enumerate() {
        let id = ledger::EventId::of(payload, place as u64).unwrap();
        chain = chain.next(&id, schema.parse().unwrap());
        envelopes.push(serde_json::json!({
            "id": id, "idx": place, "timestamp": 1, "correlationId": "0:c", "causationId": last, "stream": "domain",
            "source": "server", "schemaVersion": schema, "chain": chain, "payload": payload,
        }));
        last = Some(id);
    }
    serde_json::to_string(&envelopes).unwrap()
}

#[test]
fn forged_but_well_sealed_histories_are_refused_and_never_panic() {
    let read = |payloads: &[(serde_json::Value, &str)]| {
        Log::<Race>::from_json(&sealed(payloads), &Upcaster::default())
    };
    let started = (serde_json::json!({"type": "RACE_STARTED", "seats": 2}), "1.0.0");
    assert!(read(std::slice::from_ref(&started)).is_ok());
    for (payload, schema) in [
        (serde_json::json!({"type": "BET_PLACED", "seat": 9, "high": true}), "1.0.0"),
        (serde_json::json!({"type": "RACE_STARTED", "seats": 200}), "1.0.0"),
        (serde_json::json!({"type": "DIE_ROLLED", "face": 1}), "9.9.9"),
    ] {
        let problem = read(&[started.clone(), (payload, schema)]).unwrap_err().to_string();
        assert!(problem.starts_with("event 2: "), "{problem}");
    }
    let forged = [Happened::BetPlaced { seat: 9, high: true }];
    assert!(Log::<Race>::from_events(forged, "link", stamp()).is_err());
}

#[test]
fn fields_in_another_order_are_kept_as_they_were_written() {
    let started = (serde_json::json!({"seats": 2, "type": "RACE_STARTED"}), "1.0.0");
    let json = sealed(&[started]);
    let log = Log::<Race>::from_json(&json, &Upcaster::default()).unwrap();
    assert!(Log::<Race>::from_json(&log.to_json().unwrap(), &Upcaster::default()).is_ok());
}

#[test]
fn tampering_with_a_log_is_found_and_located() {
    let json = played().to_json().unwrap();
    let tamper = |change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let mut list: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        change(&mut list);
        let text = serde_json::to_string(&list).unwrap();
        Log::<Race>::from_json(&text, &Upcaster::default()).unwrap_err()
    };
    let position = |error: LogError| match error {
        LogError::Broken { position, .. }
        | LogError::Unreadable { position, .. }
        | LogError::Upcast { position, .. } => position,
        error @ (LogError::Json(_) | LogError::TooLong | LogError::OtherGame { .. }) => panic!("{error}"),
    };
    assert_eq!(position(tamper(&|list| list[3]["payload"]["face"] = 6.into())), 3);
    assert_eq!(position(tamper(&|list| list[4]["chain"] = "x".into())), 4);
    assert_eq!(position(tamper(&|list| drop(list.remove(2)))), 2);
    assert_eq!(position(tamper(&|list| list[1]["stream"] = "telemetry".into())), 1);
    assert_eq!(position(tamper(&|list| list[2]["causationId"] = list[0]["id"].clone())), 2);
    assert!(matches!(Log::<Race>::from_json("{}", &Upcaster::default()), Err(LogError::Json(_))));
    let named = played().to_named_json().unwrap();
    assert_eq!(Log::<Race>::from_json(&named, &Upcaster::default()).unwrap().state(), played().state());
    let other = named.replacen("race", "dicee", 1);
    assert!(matches!(
        Log::<Race>::from_json(&other, &Upcaster::default()),
        Err(LogError::OtherGame { expected: "race", .. })
    ));
}

#[test]
fn a_log_of_an_older_schema_is_read_and_written_back_as_it_was() {
    // In schema 0.9 a roll was called THROWN and its face `pips`.
    let old = serde_json::json!({"type": "THROWN", "pips": 5});
    let started = serde_json::json!({"type": "RACE_STARTED", "seats": 2});
    let json = sealed(&[(started, "1.0.0"), (old, "0.9.0")]);
    let upcaster = Upcaster::default().with("THROWN", Version::new(0, 9, 0), |mut stored| {
        let pips = stored.fields.shift_remove("pips").unwrap_or_default();
        stored.fields.insert("face".into(), pips);
        stored.kind = "DIE_ROLLED".into();
        stored.version = Version::new(1, 0, 0);
        Ok(stored)
    });
    let log = Log::<Race>::from_json(&json, &upcaster).unwrap();
    assert_eq!(log.events().last(), Some(&Happened::DieRolled { face: 5 }));
    let again = Log::<Race>::from_json(&log.to_json().unwrap(), &upcaster).unwrap();
    assert_eq!(again.envelopes(), log.envelopes());
    assert!(Log::<Race>::from_json(&json, &Upcaster::default()).is_err());
}

#[test]
fn links_are_split_past_1900_characters_and_put_together_again() {
    let mut luck = SeededChance::from_seed(1);
    let rolled = |_| Happened::BetPlaced { seat: luck.die(), high: luck.die() > 3 };
    let events: Vec<Happened> = (0..6000).map(rolled).collect();
    let parts = link::encode(&events).unwrap();
    assert!(parts.len() > 1);
    assert!(parts.iter().all(|(_, value)| value.len() <= link::LONGEST));
    assert_eq!(parts[0].0, "g1");
    let mut parameters: BTreeMap<_, _> = parts.iter().cloned().collect();
    assert_eq!(link::decode::<Happened>(&parameters).unwrap(), events);
    parameters.remove("g1");
    assert!(matches!(link::decode::<Happened>(&parameters), Err(link::LinkError::MissingPart { part: 1 })));
    let cut: BTreeMap<_, _> = parts[..parts.len() - 1].iter().cloned().collect();
    assert!(matches!(link::decode::<Happened>(&cut), Err(link::LinkError::Packing(_))));
}

#[test]
fn foreign_links_are_refused_with_a_reason() {
    let decode = |name: &str, value: &str| {
        let parameters = BTreeMap::from([(name.to_owned(), value.to_owned())]);
        link::decode::<Happened>(&parameters).unwrap_err().to_string()
    };
    assert!(decode("q", "abc").contains("holds no game"));
    assert!(decode("g", "not base64!").contains("damaged"));
    assert!(decode("g", "AAAA").contains("does not unpack"));
    let pack = |json: &str| {
        use base64::Engine as _;
        let bytes = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 6);
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
    };
    assert!(decode("g", &pack("[1,2]")).contains("something else than a game"));
    assert!(
        decode("g", &pack(r#"[{"t":"DIE_ROLLED","p":{"face":1}},{"t":"CARD_DRAWN"}]"#))
            .starts_with("event 2")
    );
    assert!(decode("g", &pack(&" ".repeat(5 << 20))).contains("at most"));
}

proptest! {
    #[test]
    fn numbers_come_back_from_json_to_the_last_bit(number in -1e300f64..1e300, share in 0.0f64..1.0) {
        for number in [number, share] {
            let text = ledger::to_canonical_json(&number).unwrap();
            prop_assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), number.to_bits());
        }
    }

    #[test]
    fn no_bytes_make_the_decoders_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), text in ".{0,200}") {
        use base64::Engine as _;
        let value = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&bytes);
        let _ = link::decode::<Happened>(&BTreeMap::from([("g".to_owned(), value)]));
        let _ = link::decode::<Happened>(&BTreeMap::from([("g".to_owned(), text.clone()), (text.clone(), text.clone())]));
        let _ = Log::<Race>::from_json(&text, &Upcaster::default());
        let _ = text.parse::<Version>();
    }
}

/// A history of one event, sealed as a program with this schema writes it.
fn sealed_as(payload: &serde_json::Value, version: Version) -> String {
    let id = EventId::of(payload, 0).unwrap();
    let chain = Chain::default().next(&id, version);
    let envelope = serde_json::json!([{
        "id": id, "idx": 0, "timestamp": 5, "correlationId": "0:start", "stream": "domain", "source": "client",
        "schemaVersion": version, "chain": chain, "payload": payload, "addedByALaterProgram": true,
    }]);
    envelope.to_string()
}

#[test]
fn a_newer_minor_schema_is_read_and_kept_and_a_newer_major_is_refused() {
    let newer =
        serde_json::json!({"type": "RACE_STARTED", "seats": 2, "weather": {"rain": true}, "track": 7});
    let read = |version| Log::<Race>::from_json(&sealed_as(&newer, version), &Upcaster::default());
    let log = read(Version::new(1, 1, 0)).unwrap();
    assert_eq!(log.state().points, [0, 0]);
    let written: serde_json::Value = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    assert_eq!(written[0]["payload"], newer, "what this program does not know is kept");
    assert!(Log::<Race>::from_json(&log.to_json().unwrap(), &Upcaster::default()).is_ok());
    assert!(matches!(read(Version::new(2, 0, 0)), Err(LogError::Unreadable { .. })));
    assert!(
        matches!(read(Version::new(1, 0, 0)), Err(LogError::Unreadable { .. })),
        "its schema has no such field"
    );
    let known = serde_json::json!({"type": "RACE_STARTED", "seats": 2});
    let read = |version| Log::<Race>::from_json(&sealed_as(&known, version), &Upcaster::default());
    assert!(read(Version::new(1, 3, 2)).is_ok());
    assert!(matches!(read(Version::new(2, 0, 0)), Err(LogError::Broken { .. })));
    assert!(matches!(read(Version::new(0, 9, 0)), Err(LogError::Broken { .. })));
}
