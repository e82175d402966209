//! The table without JavaScript: games, links, forks, what is due, what is handed on for hints and reviews.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{Chance, Hex, SeededChance, ServerSeed};
use fortytwo::{
    Bot, Command, Event, FortyTwo, HandRecord, HouseRules, Phase, PlayStudy, PlayerType, Seat, Sight, Skill,
    Solver, TargetMarks,
};
use ledger::{Game as _, Log, Source, Stamp, link};
use wasm_fortytwo::{CheckedDeals, DueKind, Glance, NewGame, Open, Session};

fn device() -> SeededChance {
    SeededChance::from_seed(1)
}

fn open(seed: u32, skill: Skill) -> Session {
    let request = NewGame { seed: Some(seed), skill, ..NewGame::default() };
    Session::create(&request, 1, &mut device()).unwrap()
}

/// Lets bots and the person, who plays like a bot, go on until `end`.
fn play_until(session: &mut Session, end: impl Fn(&Session) -> bool) {
    while !end(session) {
        let seats: Vec<u8> = session.due().iter().map(|due| due.seat.into()).collect();
        let kinds = session.view(None, None).player_types;
        let person = kinds.iter().find(|(_, kind)| **kind == PlayerType::Human).unwrap().0;
        let seat = seats.first().copied().unwrap_or(person.into());
        let view = session.view(Some(seat), None);
        let command = Bot::new(session.skill(), 0).choose(&view).unwrap();
        let id = session.version().to_string();
        session.submit(seat, &id, &command, 1, &mut device()).unwrap();
    }
}

#[test]
fn a_game_to_seven_marks_fits_its_link_and_is_the_same_when_read_back() {
    for seed in 0..5 {
        let mut session = open(seed, Skill::Heuristic);
        play_until(&mut session, Session::is_over);
        let link = session.link().unwrap();
        assert!(link.len() <= 2_400, "{} characters", link.len());
        assert!(link.ends_with("&bots=heuristic"));
        let read = Session::from_link(&format!("https://dicee.example/42/play#{link}"), 2).unwrap();
        assert_eq!(read.skill(), Skill::Heuristic);
        assert_eq!(read.view(Some(0), None), session.view(Some(0), None));
        assert_eq!(read.history(), session.history());
        assert!(!read.records().is_empty());
    }
}

#[test]
fn a_duplicate_has_the_same_deals_with_the_person_on_the_other_side() {
    let mut session = open(11, Skill::Heuristic);
    play_until(&mut session, |session| session.records().len() == 2);
    let mut again = session.duplicate(true, 5, &mut device()).unwrap();
    assert_eq!((again.hands(None), again.skill()), (session.hands(Some(2)), Skill::Heuristic));
    let people = |session: &Session| session.view(None, None).player_types;
    assert_eq!(people(&session).0.map(|kind| kind == PlayerType::Human), [true, false, false, false]);
    assert_eq!(people(&again).0.map(|kind| kind == PlayerType::Human), [false, true, false, false]);
    play_until(&mut again, |session| session.records().len() == 2);
    let dealt = |session: &Session| session.records().into_iter().map(|(_, hand)| (hand.dealer, hand.hands));
    assert!(dealt(&session).eq(dealt(&again)), "later hands are the same as well");
}

#[test]
fn two_tables_with_the_same_deals_are_compared_by_their_links_alone() {
    let mut first = open(11, Skill::Heuristic);
    assert_eq!(first.comparison(), None, "nobody played these deals before");
    play_until(&mut first, Session::is_over);
    for other_side in [true, false] {
        let sent = first.duplicate(other_side, 5, &mut device()).unwrap().link().unwrap();
        assert!(sent.len() < 400 && sent.contains("&played=0."), "{sent}");
        let mut second = Session::from_link(&sent, 6).unwrap();
        assert_eq!(second.comparison().unwrap().deals, [], "nothing was decided here yet");
        play_until(&mut second, Session::is_over);
        // The link of the second game goes back to the first player.
        let back = Session::from_link(&second.link().unwrap(), 7).unwrap();
        let compared = back.comparison().unwrap();
        assert_eq!((compared.other_side, Some(&compared)), (other_side, second.comparison().as_ref()));
        assert!(!compared.deals.is_empty());
        if !other_side {
            // The same seat, the same bots and the same choices: nothing differs.
            assert!(compared.deals.iter().all(|deal| deal.first == deal.second && deal.lead == 0));
            assert_eq!(compared.deals.len(), first.records().len());
        }
        let wrong = sent.replace("played=0.", "played=9.");
        assert_eq!(Session::from_link(&wrong, 6).unwrap_err().property("code"), Some("ERR_INVALID_LINK"));
    }
}

#[test]
fn a_saved_log_keeps_how_well_the_bots_play() {
    for skill in Skill::ALL {
        let log = open(7, skill).log().unwrap();
        assert_eq!(Session::from_log(&log).unwrap().skill(), skill, "{log}");
    }
    let log = open(7, Skill::Heuristic).log().unwrap();
    for wrong in [log.replacen("heuristic", "clever", 1), log.replacen("\"heuristic\"", "3", 1)] {
        assert_eq!(Session::from_log(&wrong).unwrap_err().property("code"), Some("ERR_INVALID_LOG"));
    }
}

#[test]
fn the_deals_of_a_finished_live_game_are_checked_from_its_link() {
    let secret = ServerSeed::from_bytes([7; 32]);
    let mut log = Log::<FortyTwo>::default();
    let mut bot = Bot::new(Skill::Random, 1);
    let house = HouseRules { target_marks: TargetMarks::try_from(1).unwrap(), ..HouseRules::default() };
    let commitment = Hex(*secret.commitment().as_bytes());
    let mut next = vec![
        Command::StartGame { seed: None, player_types: None, dealer: None, house },
        Command::Mix { player: Seat::ALL[0], client_seed: "my own words".into() },
        Command::Commit { game_id: "game-1".into(), commitment },
    ];
    loop {
        let views = Seat::ALL.map(|seat| log.state().view(Some(seat.into())));
        let command = next.pop().or_else(|| views.iter().find_map(|view| bot.choose(view)));
        let Some(command) = command else { break };
        let seat = command.player().unwrap_or(Seat::ALL[0]).into();
        let (id, stamp) = (log.version().to_string(), Stamp { timestamp: 1, source: Source::Server });
        let mut dealt = log.state().luck(&secret).map(|luck| Box::new(luck) as Box<dyn Chance>);
        let luck = dealt.get_or_insert_with(|| Box::new(device()));
        log.submit(seat, &id, None, &command, luck.as_mut(), stamp).unwrap();
    }
    assert_eq!(log.state().phase(), Phase::GameOver);
    let session = |log: &Log<FortyTwo>| {
        let events: Vec<Event> = log.events().cloned().collect();
        Session::from_link(&link::query(&link::encode_game::<FortyTwo>(&events).unwrap()), 1).unwrap()
    };
    assert_eq!(session(&log).check_deals(), CheckedDeals::Hidden);
    let hidden = session(&log).duplicate(true, 1, &mut device()).unwrap_err();
    assert_eq!(hidden.property("code"), Some("ERR_INVALID_LOG"), "nobody can deal them again yet");
    let reveal = Command::Reveal { server_seed: Hex(secret.reveal()) };
    let stamp = Stamp { timestamp: 1, source: Source::Server };
    log.submit(Seat::ALL[0].into(), "reveal", None, &reveal, &mut device(), stamp).unwrap();
    let deals = log.events().filter(|event| matches!(event, Event::HandsDealt { .. })).count() as u64;
    assert_eq!(session(&log).check_deals(), CheckedDeals::Fair { deals });
    // Its deals can be played again from any seat, with the same texts mixed in.
    let events: Vec<Event> = log.events().cloned().collect();
    let link = link::query(&link::encode_game::<FortyTwo>(&events).unwrap());
    let finished = Session::from_link(&format!("{link}&seat=2"), 1).unwrap();
    assert_eq!(finished.person(), Seat::ALL[2]);
    let sent = finished.duplicate(true, 1, &mut device()).unwrap().link().unwrap();
    assert!(sent.contains("&played=2.") && sent.contains("&secret=0707"), "{sent}");
    let forged = sent.replace("&secret=0707", "&secret=0708");
    assert_eq!(Session::from_link(&forged, 1).unwrap_err().property("code"), Some("ERR_INVALID_LINK"));
    let mut again = Session::from_link(&sent, 1).unwrap();
    assert_eq!((again.person(), again.check_deals()), (Seat::ALL[3], CheckedDeals::Hidden));
    play_until(&mut again, Session::is_over);
    let dealt = |log: &[Event]| -> Vec<Event> {
        log.iter().filter(|event| matches!(event, Event::HandsDealt { .. })).cloned().collect()
    };
    let again_events = link::decode_game::<FortyTwo>(&link::parameters(&again.link().unwrap())).unwrap();
    let (first, second) = (dealt(&events), dealt(&again_events));
    assert!(first.iter().zip(&second).all(|(one, other)| one == other), "the same tiles");
    assert_eq!(again.check_deals(), CheckedDeals::Fair { deals: second.len() as u64 });
    assert!(!again.link().unwrap().contains("secret=") && !again.comparison().unwrap().deals.is_empty());
    assert!(session(&log).duplicate(true, 1, &mut device()).is_ok());
    assert_eq!(open(7, Skill::Random).check_deals(), CheckedDeals::Seeded { deals: 1 });
}

#[test]
fn bots_act_by_themselves_and_a_person_is_waited_for() {
    let mut session = open(2, Skill::Heuristic);
    assert!(session.due().is_empty(), "seat 0 speaks first");
    session.submit(0, "a", &Command::Pass { player: Seat::ALL[0] }, 1, &mut device()).unwrap();
    let [due] = session.due()[..] else { panic!("one bot is due") };
    assert_eq!((due.seat, due.kind, due.delay), (Seat::ALL[1], DueKind::Turn, 600));
    let quick = Command::EnableQuickplay { speed: Some(fortytwo::Speed::Fast) };
    session.submit(0, "b", &quick, 1, &mut device()).unwrap();
    assert_eq!(session.due()[0].delay, 100);
}

#[test]
fn a_fork_can_be_played_on_wherever_the_game_rests() {
    let mut session = open(3, Skill::Heuristic);
    play_until(&mut session, |session| session.version() > 60);
    for entry in session.history().into_iter().filter(|entry| entry.rests) {
        let mut fork = session.fork(entry.version, 2).unwrap();
        assert_eq!(fork.view(Some(0), None), session.view(Some(0), Some(entry.version)));
        play_until(&mut fork, |fork| fork.version() > entry.version);
    }
}

#[test]
fn refusals_have_a_code_and_a_field() {
    let mut session = open(2, Skill::Heuristic);
    let mut refused = |command: Command| {
        let fault = session.submit(0, "x", &command, 1, &mut device()).unwrap_err();
        (fault.property("code").unwrap().to_owned(), fault.property("field").map(str::to_owned))
    };
    let me = Seat::ALL[0];
    let domino = "6-6".parse().unwrap();
    assert_eq!(refused(Command::PlayDomino { player: me, domino }), ("ERR_INVALID_TURN".into(), None));
    let other = Command::Pass { player: Seat::ALL[1] };
    assert_eq!(refused(other), ("ERR_FORBIDDEN".into(), Some("player".into())));
    let marks = Command::PlaceBid { player: me, bid: "M3".parse().unwrap() };
    assert_eq!(refused(marks), ("ERR_INVALID_TURN".into(), Some("bid".into())));
}

#[test]
fn the_codes_of_refusals_are_those_of_the_api() {
    let refusals = [
        fortytwo::Refusal::NotStarted,
        fortytwo::Refusal::AlreadyStarted,
        fortytwo::Refusal::NotYourTable,
        fortytwo::Refusal::NoSeat { seat: 7 },
        fortytwo::Refusal::GameOver { winner: fortytwo::Team::Even },
        fortytwo::Refusal::NotYourTurn { player: Seat::ALL[0], current: None },
        fortytwo::Refusal::SitsOut { player: Seat::ALL[0] },
    ];
    for refusal in refusals {
        let code = serde_json::to_value(protocol::ErrorCode::from(&refusal)).unwrap();
        assert_eq!(code, refusal.code());
    }
}

#[test]
fn hints_know_what_the_seat_knows_and_nothing_else() {
    let request = NewGame { seed: Some(5), house: HouseRules::EVERYTHING, ..NewGame::default() };
    let mut session = Session::create(&request, 1, &mut device()).unwrap();
    play_until(&mut session, |session| {
        let view = session.view(Some(0), None);
        view.phase == Phase::Playing && view.current_player == Some(Seat::ALL[0])
    });
    let sight = Sight::try_from(session.sight(0, None).unwrap()).unwrap();
    let mut study = PlayStudy::new(sight.clone());
    study.add(5, &mut device(), &mut Solver::new()).unwrap();
    assert_eq!(study.odds().len(), sight.legal().len());
    assert!(study.odds().iter().all(|odds| odds.makes.trials == 5));
}

#[test]
fn a_finished_hand_is_handed_on_as_it_was_played() {
    let mut session = open(11, Skill::Heuristic);
    assert_eq!(session.record(0), None);
    play_until(&mut session, |session| session.records().len() == 2);
    for (number, record) in session.records() {
        let told = session.record(number).unwrap();
        assert_eq!(told.number, number);
        assert_eq!(HandRecord::try_from(told), Ok(record));
    }
}

#[test]
fn a_view_as_json_shows_at_a_glance_what_the_table_itself_shows() {
    let request = NewGame { seed: Some(5), house: HouseRules::EVERYTHING, ..NewGame::default() };
    let mut session =
        Session::create(&NewGame { skill: Skill::Heuristic, ..request }, 1, &mut device()).unwrap();
    play_until(&mut session, |session| session.records().len() == 3);
    for version in 0..session.version() {
        for seat in [None, Some(0), Some(3)] {
            let view = session.view(seat, Some(version));
            let json = serde_json::to_value(&view).unwrap();
            let (hand, open) = (view.hand, Open::from(view));
            assert_eq!(Open::read(json).as_ref(), Ok(&open), "seat {seat:?} after {version} events");
            assert_eq!(Glance::of(&open).order.len(), hand.len());
        }
    }
    for (view, field) in [
        (serde_json::json!([]), "view"),
        (serde_json::json!({ "hand": ["7-7"], "trick": [], "tally": {} }), "hand"),
        (serde_json::json!({ "hand": [], "trick": [], "tally": {} }), "tally.points"),
        (serde_json::json!({ "hand": [], "trick": [{ "player": 4 }] }), "trick"),
        (serde_json::json!({ "hand": [], "trick": [] }), "tally"),
    ] {
        assert_eq!(Open::read(view).unwrap_err().property("field"), Some(field));
    }
}

#[test]
fn damaged_links_and_logs_are_refused() {
    let session = open(7, Skill::Strong);
    let link = session.link().unwrap();
    let cut = &link[..link.len() - 9];
    for text in ["", "#", "g=", "g=%%%", cut, "g1=x&g3=y", "\u{0}", &format!("{link}&bots=clever")] {
        let fault = Session::from_link(text, 1).unwrap_err();
        assert_eq!(fault.property("code"), Some("ERR_INVALID_LINK"), "{text}");
    }
    let log = session.log().unwrap();
    assert_eq!(Session::from_log(&log).unwrap().version(), session.version());
    for text in ["", "[1]", &log.replace("\"seed\":7", "\"seed\":8")] {
        assert_eq!(Session::from_log(text).unwrap_err().property("code"), Some("ERR_INVALID_LOG"), "{text}");
    }
}
