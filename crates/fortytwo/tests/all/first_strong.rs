//! The strong player of the first release, against which today's is measured: it keeps to the rules and is still strong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use fortytwo::{
    Bid, Bot, BySeat, ByTeam, Choice, Declaration, Goal, HandRecord, HouseRules, Moment, Seat, Sight, Skill,
    Solver, Team, Tile, TileSet, Worlds, deal, play_hand,
};

fn tiles(text: &str) -> TileSet {
    text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
}

/// A deal in which the first seat holds these tiles.
fn deal_with(hand: &str) -> BySeat<TileSet> {
    let first = tiles(hand);
    let rest: Vec<Tile> = (TileSet::ALL - first).iter().collect();
    // Every third tile, so that no hand is all of one pip.
    let part = |from: usize| rest.iter().skip(from).step_by(3).copied().collect::<TileSet>();
    BySeat([first, part(0), part(1), part(2)])
}

/// The team of the first seat against sensible players, with this first seat's hand.
fn played(hand: &str, house: HouseRules) -> HandRecord {
    let bot = |seat: Seat| match seat.team() {
        Team::Even => Bot::strong1(1),
        Team::Odd => Bot::new(Skill::Heuristic, 1),
    };
    play_hand(deal_with(hand), Seat::ALL[3], house, &mut BySeat(Seat::ALL.map(bot))).unwrap()
}

/// The winner of the auction, who opened with this bid, before it names something.
fn to_name(hand: &str, bid: &str, house: HouseRules) -> Sight {
    let me = Seat::ALL[0];
    let mut sight = Sight::new(me, Seat::ALL[3], tiles(hand)).unwrap().at_table(house, ByTeam::default());
    sight.hear(Some(bid.parse().unwrap())).unwrap();
    (0..3).for_each(|_| sight.hear(None).unwrap());
    sight
}

#[test]
fn the_first_strong_bids_two_marks_on_a_hand_that_cannot_lose_and_takes_every_trick() {
    let record = played("5-5 6-5 5-4 5-3 5-2 6-6 4-4", HouseRules::EVERYTHING);
    let contract = record.contract.unwrap();
    assert_eq!((contract.bidder, contract.bid), (Seat::ALL[0], "M2".parse::<Bid>().unwrap()));
    assert_eq!(contract.declaration, "5".parse().unwrap());
    assert_eq!(record.tally.tricks, ByTeam([7, 0]));
    assert_eq!(record.award(), Some((Team::Even, 2)));
}

#[test]
fn the_first_strong_names_what_makes_its_bid_most_often() {
    let nello = HouseRules { nello: true, ..HouseRules::default() };
    for (hand, bid, house, named) in [
        ("5-5 6-5 5-4 5-1 5-0 6-6 3-3", "30", HouseRules::default(), "5"),
        ("0-0 1-1 2-2 3-3 4-4 5-5 6-6", "M1", HouseRules::default(), "doubles"),
        ("0-0 1-0 2-0 3-0 4-0 5-0 6-0", "M1", HouseRules::default(), "0"),
        ("1-0 2-0 3-0 2-1 3-1 4-0 0-0", "M1", nello, "nello"),
        // Nello is for marks alone: a hand that bid points names trumps, whatever the house rules allow.
        ("1-0 2-0 3-0 2-1 3-1 4-0 0-0", "30", nello, "0"),
    ] {
        let sight = to_name(hand, bid, house);
        let declaration = Bot::strong1(1).declare(&sight).unwrap();
        assert_eq!(declaration.to_string(), named, "{hand} after {bid}");
    }
}

#[test]
fn the_first_strong_loses_every_trick_of_a_nello_that_cannot_be_set() {
    let hands = deal_with("0-0 1-0 2-0 3-0 4-0 5-0 6-0");
    let house = HouseRules { nello: true, ..HouseRules::default() };
    let me = Seat::ALL[0];
    let mut sight = to_name("0-0 1-0 2-0 3-0 4-0 5-0 6-0", "M1", house);
    sight.hear_declaration(Declaration::Nello).unwrap();
    let (mut bot, mut held) = (Bot::strong1(1), hands);
    while let Some(turn) = sight.player() {
        let lead = sight.table().first().copied();
        let tile = if turn == me {
            bot.play(&sight).unwrap()
        } else {
            // The others get rid of their lowest tiles.
            Declaration::Nello.legal(lead, held[turn]).first().unwrap()
        };
        held[turn] = held[turn].without(tile);
        sight.see(tile).unwrap();
    }
    assert_eq!(sight.tally().tricks, ByTeam([0, 7]));
}

#[test]
fn the_first_strong_beats_random_players_and_the_same_seed_plays_the_same_hand() {
    let first = |seed: u32| {
        let bot = |seat: Seat| match seat.team() {
            Team::Even => Bot::strong1(seed.into()),
            Team::Odd => Bot::new(Skill::Random, seed.into()),
        };
        play_hand(deal(seed), Seat::ALL[3], HouseRules::default(), &mut BySeat(Seat::ALL.map(bot))).unwrap()
    };
    let records = [0, 1, 2].map(first);
    let mut marks = ByTeam([0u8; 2]);
    for (team, worth) in records.iter().filter_map(HandRecord::award) {
        marks[team] += worth;
    }
    assert!(marks[Team::Even] > marks[Team::Odd], "{marks:?}");
    assert_eq!(records[1], first(1));
}

#[test]
fn the_first_strong_never_throws_away_a_contract_that_it_can_see_to_be_decided() {
    let mut solver = Solver::new();
    // Decisions of defenders, and of bidders.
    let mut decided = [0; 2];
    for seed in 0..1_000 {
        let mut bots = BySeat(Seat::ALL.map(|seat| Bot::new(Skill::Heuristic, u8::from(seat).into())));
        let record = play_hand(deal(seed), Seat::ALL[3], HouseRules::default(), &mut bots).unwrap();
        for Moment { sight, choice } in record.moments().unwrap() {
            let (Choice::Play(_), Some(contract)) = (choice, sight.contract()) else { continue };
            let worlds = Worlds::of(&sight).unwrap();
            if sight.legal().len() < 2 || worlds.count() > 400 {
                continue;
            }
            let goal = Goal::of(&contract, sight.tally());
            let ours = contract.bidder.team() == sight.seat().team();
            // In how many worlds each play leads to what the seat wants.
            let mut works: BTreeMap<Tile, u64> = BTreeMap::new();
            for world in worlds.all() {
                for (tile, made) in solver.plays_that_make(&sight.layout(world).unwrap(), goal) {
                    *works.entry(tile).or_default() += u64::from(made == ours);
                }
            }
            if works.values().any(|count| *count == worlds.count()) && works.values().any(|count| *count == 0)
            {
                let played = Bot::strong1(1).play(&sight).unwrap();
                assert!(works[&played] > 0, "seed {seed}: {played} of {works:?}, {sight:?}");
                decided[usize::from(ours)] += 1;
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 5), "{decided:?}");
}
