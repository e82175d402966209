//! The worked cases of the rules: trick winners, legal plays, auctions and scores.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fortytwo::{
    Auction, AuctionEnd, Bid, ByTeam, Contract, Declaration, HouseRules, Outcome, Seat, Tally, Team, Tile,
    TileSet, trick_points,
};
use serde_json::Value;

fn cases(kind: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../cases.json")).unwrap();
    all[kind].as_array().unwrap().clone()
}

fn tiles(list: &Value) -> Vec<Tile> {
    list.as_array().unwrap().iter().map(|tile| tile.as_str().unwrap().parse().unwrap()).collect()
}

fn declaration(case: &Value) -> Declaration {
    case["trump"].as_str().unwrap().parse().unwrap()
}

#[test]
fn tricks_have_their_winners_and_points() {
    for case in cases("tricks") {
        let plays = tiles(&case["plays"]);
        let declaration = declaration(&case);
        assert_eq!(plays.len(), declaration.trick_size(), "{case}");
        let winner = plays[declaration.winner(&plays).unwrap()];
        assert_eq!(case["winner"], winner.to_string(), "{case}");
        assert_eq!(case["points"], trick_points(&plays), "{case}");
    }
}

#[test]
fn hands_have_their_legal_plays() {
    for case in cases("legal") {
        let hand: TileSet = tiles(&case["hand"]).into_iter().collect();
        let lead = case["led"].as_str().unwrap().parse().unwrap();
        let expected: TileSet = tiles(&case["legal"]).into_iter().collect();
        assert_eq!(declaration(&case).legal(Some(lead), hand), expected, "{case}");
    }
}

#[test]
fn auctions_go_as_they_should() {
    for case in cases("auctions") {
        let house: Vec<&str> =
            case["house"].as_array().map_or(vec![], |list| list.iter().filter_map(Value::as_str).collect());
        let rules = HouseRules {
            splash: house.contains(&"splash"),
            plunge: house.contains(&"plunge"),
            ..HouseRules::default()
        };
        let doubles = usize::try_from(case["doubles"].as_u64().unwrap_or(0)).unwrap();
        let dealer = Seat::new(u8::try_from(case["dealer"].as_u64().unwrap()).unwrap()).unwrap();
        let mut auction = Auction::new(dealer);
        let mut refused_at = None;
        for (place, call) in (0u64..).zip(case["bids"].as_array().unwrap()) {
            let accepted = match call.as_str().unwrap() {
                "P" => auction.check_pass(rules).is_ok().then_some(None),
                text => text
                    .parse::<Bid>()
                    .ok()
                    .filter(|bid| auction.check_bid(rules, doubles, *bid).is_ok())
                    .map(Some),
            };
            let Some(call) = accepted else {
                refused_at = Some(place);
                break;
            };
            auction = auction.after(call);
        }
        assert_eq!(case["refused_at"].as_u64(), refused_at, "{case}");
        match auction.end() {
            Some(AuctionEnd::Won { bidder, .. }) => assert_eq!(case["winner"], u8::from(bidder), "{case}"),
            Some(AuctionEnd::AllPassed) => {
                assert_eq!(case["redeal"], true, "{case}");
                assert_eq!(case["next_dealer"], u8::from(dealer.left()), "{case}");
                let first = Auction::new(dealer.left()).next().unwrap();
                assert_eq!(case["first_bidder"], u8::from(first), "{case}");
            }
            None => assert!(refused_at.is_some(), "{case}"),
        }
    }
}

#[test]
fn hands_are_scored_as_they_should() {
    for case in cases("scores") {
        let number = |name: &str| u8::try_from(case[name].as_u64().unwrap_or(0)).unwrap();
        let bidder = Seat::new(number("team")).unwrap();
        let bid: Bid = case["bid"].as_str().unwrap().parse().unwrap();
        let contract = Contract { bidder, bid, declaration: "5".parse().unwrap() };
        let outcome = if let Some(before) = case["before"].as_array() {
            let outcome: Outcome = serde_json::from_value(case["outcome"].clone()).unwrap();
            let (team, marks) = contract.award(outcome).unwrap();
            let mut after = ByTeam([0, 1].map(|team| u8::try_from(before[team].as_u64().unwrap()).unwrap()));
            after[team] += marks;
            assert_eq!(case["after"], serde_json::json!(after), "{case}");
            let over = Team::ALL.into_iter().any(|t| after[t] >= HouseRules::default().target_marks.get());
            assert_eq!(case["game_over"], over, "{case}");
            continue;
        } else {
            contract.outcome(&Tally {
                points: ByTeam([number("bidders"), number("defenders")]),
                tricks: ByTeam([number("bidder_tricks"), number("defender_tricks")]),
            })
        };
        assert_eq!(case["outcome"], serde_json::json!(outcome), "{case}");
        if let Some((team, marks)) = contract.award(outcome) {
            assert_eq!(case["marks"], marks, "{case}");
            let to = if team == bidder.team() { "bidders" } else { "defenders" };
            assert_eq!(case["to"], to, "{case}");
        }
    }
}
