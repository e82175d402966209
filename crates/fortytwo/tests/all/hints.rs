//! What a seat is told when it asks for a hint.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{SeededChance, Summary};
use fortytwo::{
    ByTeam, HandStudy, Hint, HouseRules, PlayStudy, Proportion, Seat, Share, Sight, Solver, Tile, TileSet,
    hint_luck, nameable,
};

const ALL_DOUBLES: &str = "0-0 1-1 2-2 3-3 4-4 5-5 6-6";

fn tiles(text: &str) -> TileSet {
    text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
}

/// The first seat after these calls, its own first.
fn after(hand: &str, house: HouseRules, calls: &[&str]) -> Sight {
    let sight = Sight::new(Seat::ALL[0], Seat::ALL[3], tiles(hand)).unwrap();
    let mut sight = sight.at_table(house, ByTeam::default());
    for call in calls {
        sight.hear((*call != "pass").then(|| call.parse().unwrap())).unwrap();
    }
    sight
}

#[test]
fn a_hint_before_the_play_says_how_often_each_bid_is_made_under_each_declaration() {
    let sight = after(ALL_DOUBLES, HouseRules::default(), &[]);
    let hint = Hint::new(&sight, &mut Solver::new()).unwrap().unwrap();
    assert!(hint.plays.is_empty());
    assert_eq!(hint.hand.iter().map(|odds| odds.declaration).collect::<Vec<_>>(), nameable(&sight));
    for odds in &hint.hand {
        assert_eq!(odds.bids.len(), 13);
        // What makes a bid makes every lower one.
        assert!(odds.bids.windows(2).all(|two| two[0].makes.hits >= two[1].makes.hits), "{odds:?}");
        assert!(odds.bids.iter().all(|odds| odds.makes.trials == 45));
    }
    // One of them is the best for each bid, and how often it makes it is counted in new deals.
    for place in 0..13 {
        let best: Vec<&Share> = hint.hand.iter().filter_map(|odds| odds.bids[place].best.as_ref()).collect();
        assert_eq!(best.iter().map(|best| best.trials).collect::<Vec<_>>(), [60], "{place}");
    }
    // With all seven doubles as trumps nothing can be lost, and the interval says how sure the deals are.
    let doubles = &hint.hand[7];
    assert_eq!(doubles.declaration.to_string(), "doubles");
    assert!(doubles.points.is_some_and(|points| (points - 42.0).abs() < 1e-9), "{doubles:?}");
    let all = doubles.bids[12];
    assert_eq!((all.bid.to_string().as_str(), all.makes.hits), ("M1", 45));
    assert!(all.best.is_some_and(|best| best.hits == 60 && best.low > 0.93 && best.low < 0.95), "{all:?}");
}

#[test]
fn a_hint_on_a_play_rates_every_legal_tile_and_the_same_question_gets_the_same_answer() {
    let mut sight = after(ALL_DOUBLES, HouseRules::default(), &["M1", "pass", "pass", "pass"]);
    sight.hear_declaration("doubles".parse().unwrap()).unwrap();
    // All trumps are in one hand: whatever it leads, it takes all seven tricks.
    let hint = Hint::new(&sight, &mut Solver::new()).unwrap().unwrap();
    assert!(hint.hand.is_empty());
    assert_eq!(hint.plays.iter().map(|odds| odds.tile).collect::<TileSet>(), sight.legal());
    for odds in &hint.plays {
        assert_eq!((odds.makes.hits, odds.makes.trials), (120, 120), "{odds:?}");
        assert!((odds.takes - 7.0).abs() < 1e-9, "{odds:?}");
    }
    assert_eq!(Hint::new(&sight, &mut Solver::new()).unwrap(), Some(hint.clone()));
    // It goes to browsers as JSON, and comes back.
    let json = serde_json::to_string(&hint).unwrap();
    assert_eq!(serde_json::from_str::<Hint>(&json).unwrap(), hint);
}

#[test]
fn who_has_nothing_to_choose_gets_no_hint() {
    for calls in [&["30"][..], &["pass", "30", "pass", "pass"], &["pass", "pass", "pass", "pass"]] {
        let sight = after(ALL_DOUBLES, HouseRules::default(), calls);
        assert_eq!(Hint::new(&sight, &mut Solver::new()).unwrap(), None, "{calls:?}");
        let mut study = PlayStudy::new(sight);
        study.add(5, &mut SeededChance::from_seed(1), &mut Solver::new()).unwrap();
        assert!(study.odds().is_empty());
    }
}

#[test]
fn what_may_be_named_depends_on_the_house_and_the_bid_that_won() {
    let straight = "0 1 2 3 4 5 6 doubles none";
    let special = "0 1 2 3 4 5 6 doubles none nello sevens";
    let doubles = "0-0 1-1 2-2 3-3 5-4 5-5 6-5";
    let (plain, every) = (HouseRules::default(), HouseRules::EVERYTHING);
    for (house, calls, named) in [
        (plain, &[][..], straight),
        // Before the end of the auction marks may still be bid.
        (every, &[], special),
        (every, &["30"], special),
        (every, &["30", "pass", "pass", "pass"], straight),
        (every, &["M1", "pass", "pass", "pass"], special),
        (every, &["plunge 4", "pass", "pass", "pass"], straight),
        (plain, &["M1", "pass", "pass", "pass"], straight),
    ] {
        let listed: Vec<String> =
            nameable(&after(doubles, house, calls)).iter().map(ToString::to_string).collect();
        assert_eq!(listed.join(" "), named, "{calls:?}");
    }
}

#[test]
fn where_only_tricks_count_a_hint_tells_no_points() {
    let low = "0-0 1-0 2-0 3-0 4-0 5-0 6-0";
    let sight = after(low, HouseRules::EVERYTHING, &["M1", "pass", "pass", "pass"]);
    let declarations = nameable(&sight);
    let mut study = HandStudy::new(sight.clone(), &declarations[8..]);
    study.add(4, &mut hint_luck(&sight), &mut Solver::new(), || {}).unwrap();
    let rows: Vec<_> = study
        .odds()
        .iter()
        .map(fortytwo::DeclarationOdds::from)
        .map(|odds| (odds.declaration.to_string(), odds.points.is_some(), odds.bids.len()))
        .collect();
    let row = |name: &str, points, bids| (name.to_owned(), points, bids);
    assert_eq!(rows, [row("none", true, 13), row("nello", false, 1), row("sevens", false, 1)]);
    let json = serde_json::to_value(fortytwo::DeclarationOdds::from(&study.odds()[1])).unwrap();
    assert!(json.get("points").is_none(), "{json}");
}

#[test]
fn a_share_has_the_wilson_interval_of_its_trials() {
    let share = |hits, trials| Share::from(Proportion { hits, trials });
    for (hits, trials, low, high) in [
        (0, 0, 0.0, 1.0),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (60, 60, 0.9398, 1.0),
    ] {
        let share = share(hits, trials);
        assert_eq!((share.hits, share.trials), (hits, trials));
        assert!((share.low - low).abs() < 1e-4 && (share.high - high).abs() < 1e-4, "{share:?}");
    }
    // The interval shrinks with the root of the trials.
    let width = |trials| {
        let (low, high) = Proportion { hits: trials / 2, trials }.interval(Summary::Z95);
        high - low
    };
    assert!((width(1_000_000) * 100.0 - width(100)).abs() < 5e-3);
    assert!(Proportion::default().share().abs() < f64::EPSILON);
}
