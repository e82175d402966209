//! A game that is kept: its link and its file say how well the bots play, and its review tells what plays cost.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chance::SeededChance;
use fortytwo::{
    Auction, Bot, BySeat, ByTeam, Command, Contract, DealCheck, Declaration, Event, FortyTwo, GameReview,
    HandRecord, HandReview, HouseRules, Layout, Outcome, Phase, ReviewStudy, Seat, Skill, Solver, Stake,
    Tally, TargetMarks, Tile, TileSet, check_deals, share,
};
use ledger::{Game as _, Log, Source, Stamp, link};

const STAMP: Stamp = Stamp { timestamp: 1, source: Source::Client };

/// A whole game of sensible players.
fn played(seed: u32, marks: u8) -> Log<FortyTwo> {
    let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(u64::from(seed)));
    let target_marks = TargetMarks::try_from(marks).unwrap();
    let house = HouseRules { target_marks, ..HouseRules::default() };
    let start = Command::StartGame { seed: Some(seed), player_types: None, dealer: None, house };
    log.submit(ledger::Seat(0), "start", None, &start, &mut luck, STAMP).unwrap();
    let mut bot = Bot::new(Skill::Heuristic, 1);
    while log.state().phase() != Phase::GameOver {
        let moves = |seat: Seat| bot.choose(&log.state().view(Some(seat.into())));
        let command = Seat::ALL.into_iter().find_map(moves).unwrap();
        let id = log.version().to_string();
        log.submit(command.player().unwrap().into(), &id, None, &command, &mut luck, STAMP).unwrap();
    }
    log
}

#[test]
fn a_link_says_how_well_the_bots_play_unless_they_are_strong() {
    let log = played(4, 1);
    for skill in Skill::ALL {
        let query = share::query(&log, skill, &share::LinkNotes::default()).unwrap();
        assert_eq!(query.contains("bots="), skill != Skill::Strong, "{query}");
        let parameters = link::parameters(&format!("https://dicee.example/fortytwo?{query}"));
        assert_eq!(share::linked_skill(&parameters), Ok(skill));
        assert_eq!(share::from_link(&parameters, STAMP).unwrap().state(), log.state());
    }
    let made_up = BTreeMap::from([("bots".to_owned(), "expert".to_owned())]);
    let error = share::linked_skill(&made_up).unwrap_err().to_string();
    assert_eq!(error, "skill: expected random, heuristic or strong, got \"expert\"");
}

#[test]
fn a_file_says_how_well_the_bots_play_and_a_log_that_does_not_is_read_as_strong() {
    let log = played(4, 1);
    for skill in Skill::ALL {
        let json = share::saved(&log, skill).unwrap();
        let (again, bots) = share::from_saved(&json).unwrap();
        assert_eq!((again.state(), bots), (log.state(), skill));
        assert_eq!(json == log.to_named_json().unwrap(), skill == Skill::Strong);
    }
    let json = share::saved(&log, Skill::Random).unwrap();
    for forged in ["\"expert\"", "7", "null"] {
        let error = share::from_saved(&json.replacen("\"random\"", forged, 1)).unwrap_err().to_string();
        assert!(error.contains("no bot has the skill of this game"), "{forged}: {error}");
    }
    assert!(share::from_saved("no game").is_err());
}

#[test]
fn a_game_with_a_seed_has_nothing_to_prove_about_its_deals() {
    let log = played(4, 2);
    let deals = log.events().filter(|event| matches!(event, Event::HandsDealt { .. })).count() as u64;
    assert!(deals >= 2);
    assert_eq!(check_deals(log.events()), Ok(DealCheck::Seeded { deals }));
}

#[test]
fn the_review_of_a_game_has_every_decided_hand_and_its_outcome() {
    let log = played(4, 3);
    let mut solver = Solver::new();
    let review = GameReview::of_game(log.events(), 0, &mut solver).unwrap();
    let awards: Vec<_> = log
        .events()
        .filter_map(|event| {
            if let Event::MarksAwarded { team, marks } = event { Some((*team, *marks)) } else { None }
        })
        .collect();
    let reviewed: Vec<_> =
        review.hands.iter().map(|hand| hand.contract.award(hand.outcome).unwrap()).collect();
    assert_eq!(reviewed, awards);
    let records = HandRecord::of_game(log.events());
    for (hand, (number, record)) in review.hands.iter().zip(&records) {
        // People count from one.
        assert_eq!((hand.hand, Some(hand.contract)), (number + 1, record.contract));
        assert_eq!(hand.review, HandReview::new(record, &mut solver).unwrap());
        let points = matches!(hand.contract.bid, fortytwo::Bid::Points(_));
        assert_eq!(hand.unit, if points { Stake::Points } else { Stake::Tricks });
        assert_ne!(hand.outcome, Outcome::Live);
    }
}

fn tiles(text: &str) -> TileSet {
    text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
}

/// A nello of the first seat with these tiles, in which the others lead and follow with their lowest.
fn nello(hand: &str) -> HandRecord {
    let first = tiles(hand);
    let rest: Vec<Tile> = (TileSet::ALL - first).iter().collect();
    let part = |from: usize| rest.iter().skip(from).step_by(3).copied().collect::<TileSet>();
    let hands = BySeat([first, part(0), part(1), part(2)]);
    let (bidder, dealer, bid) = (Seat::ALL[0], Seat::ALL[3], "M1".parse().unwrap());
    let auction = [Some(bid), None, None, None].into_iter().fold(Auction::new(dealer), Auction::after);
    let mut layout = Layout::deal(Declaration::Nello, bidder, hands).unwrap();
    let mut plays = Vec::new();
    for _ in 0..3 {
        let tile = layout.legal().first().unwrap();
        plays.push(tile);
        layout = layout.after_play(tile).unwrap();
    }
    let rules = HouseRules { nello: true, ..HouseRules::default() };
    let contract = Some(Contract { bidder, bid, declaration: Declaration::Nello });
    let tally = Tally::default().with_trick(layout.leader().team(), fortytwo::trick_points(&plays));
    HandRecord { rules, marks: ByTeam::default(), dealer, hands, auction, contract, plays, tally }
}

#[test]
fn the_review_of_a_nello_leaves_the_partner_out_and_counts_tricks() {
    // All blanks: nothing that the bidder does can win a trick.
    let sure = HandReview::new(&nello("0-0 1-0 2-0 3-0 4-0 5-0 6-0"), &mut Solver::new()).unwrap();
    assert!(sure.makeable);
    assert_eq!((sure.best, sure.reached), (0, 0));
    let seats: Vec<usize> = sure.plays.iter().map(|play| play.seat.index()).collect();
    assert_eq!(seats, [0, 1, 3]);
    assert_eq!(sure.cost, BySeat([0; 4]));
    // All sixes: the first lead wins, and so does every other.
    let hopeless = HandReview::new(&nello("6-6 6-5 6-4 6-3 6-2 6-1 6-0"), &mut Solver::new()).unwrap();
    assert!(!hopeless.makeable);
    assert!(hopeless.best > 0 && hopeless.reached >= hopeless.best, "{hopeless:?}");
}

#[test]
fn a_record_with_a_play_that_nobody_could_make_has_no_review() {
    let mut record = nello("0-0 1-0 2-0 3-0 4-0 5-0 6-0");
    record.plays[0] = "6-6".parse().unwrap();
    let error = HandReview::new(&record, &mut Solver::new()).unwrap_err().to_string();
    assert_eq!(error, "plays: expected a legal play of seat 0, got 6-6");
    record.contract = None;
    let passed = HandReview::new(&record, &mut Solver::new()).unwrap();
    assert!(passed.plays.is_empty() && !passed.makeable);
    assert!(ReviewStudy::new(0, &record, &mut Solver::new()).unwrap().is_none());
}

#[test]
fn a_view_has_a_contract_from_the_declaration_on() {
    let log = played(4, 1);
    let mut contracts = 0;
    for version in 1..=log.version() {
        let state = log.state_at(version);
        let view = state.view(None);
        assert_eq!(view.contract(), state.contract(), "at {version}");
        let named = matches!(view.phase, Phase::Playing | Phase::Scoring);
        assert!(!named || view.contract().is_some(), "at {version}");
        contracts += u32::from(view.contract().is_some());
    }
    assert!(contracts > 0);
}
