//! Bots keep to the rules, decide from what they see alone, and the strong one is strong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use fortytwo::{
    Bid, Bot, BySeat, ByTeam, Command, Declaration, Event, FortyTwo, HandInPlay, HandRecord, HandReview,
    HouseRules, Phase, PlayOdds, PlayStudy, Seat, Sight, Skill, Solver, Team, TileSet, Worlds, deal,
    play_hand,
};
use ledger::{Game as _, Log, Source, Stamp};

fn bots(even: Skill, odd: Skill, seed: u64) -> BySeat<Bot> {
    let skills = ByTeam([even, odd]);
    BySeat(Seat::ALL.map(|seat| Bot::new(skills[seat.team()], seed)))
}

#[test]
fn bots_keep_to_the_rules_of_every_house() {
    // `play_hand` refuses what a Sight refuses, and a Sight refuses what the rules do.
    for (rules, seeds) in [(HouseRules::EVERYTHING, 0..300), (HouseRules::default(), 300..500)] {
        for seed in seeds {
            let mut bots = bots(Skill::Heuristic, Skill::Random, seed.into());
            let record = play_hand(deal(seed), Seat::ALL[0], rules, &mut bots).unwrap();
            assert_eq!(record.award().is_some(), record.contract.is_some(), "{record:?}");
        }
    }
    for seed in 0..6 {
        let mut bots = bots(Skill::Strong, Skill::Random, seed.into());
        play_hand(deal(seed), Seat::ALL[2], HouseRules::EVERYTHING, &mut bots).unwrap();
    }
}

fn tiles(text: &str) -> TileSet {
    text.split(' ').map(|tile| tile.parse::<fortytwo::Tile>().unwrap()).collect()
}

/// What the first seat knows before anybody spoke.
fn first_to_speak(hand: &str, house: HouseRules, marks: [u8; 2]) -> Sight {
    Sight::new(Seat::ALL[0], Seat::ALL[3], tiles(hand)).unwrap().at_table(house, ByTeam(marks))
}

#[test]
fn the_strong_bid_what_the_house_allows_and_name_it() {
    let low = "1-0 2-0 3-0 2-1 3-1 4-0 0-0";
    let near = "6-1 5-2 4-3 6-0 5-1 6-2 5-3";
    let nello = HouseRules { nello: true, ..HouseRules::default() };
    let sevens = HouseRules { sevens: true, ..HouseRules::default() };
    for (hand, house, named) in [(low, nello, Declaration::Nello), (near, sevens, Declaration::Sevens)] {
        let mut bot = Bot::new(Skill::Strong, 1);
        let mut sight = first_to_speak(hand, house, [0; 2]);
        let bid = bot.bid(&sight).unwrap();
        assert!(matches!(bid, Bid::Marks(_)), "{bid} for {named}");
        sight.hear(Some(bid)).unwrap();
        (0..3).for_each(|_| sight.hear(None).unwrap());
        assert_eq!(bot.declare(&sight), Some(named));
        // Where the house rules do not allow it, and in the first release, there is no such contract.
        let others = [bot.bid(&first_to_speak(hand, HouseRules::default(), [0; 2])), {
            Bot::strong1(1).bid(&first_to_speak(hand, house, [0; 2]))
        }];
        assert!(others.iter().all(|call| !matches!(call, Some(Bid::Marks(_)))), "{others:?}");
    }
}

#[test]
fn the_strong_bid_no_more_marks_than_the_match_still_needs() {
    // Sure to take every trick, and nobody is left to outbid it: two marks where two are needed, but where one wins the
    // match two would only risk more.
    let (me, sure) = (Seat::ALL[0], tiles("5-5 6-5 5-4 5-3 5-2 6-6 4-4"));
    let bid = |marks| {
        let sight = Sight::new(me, me, sure).unwrap();
        let mut sight = sight.at_table(HouseRules::default(), ByTeam(marks));
        (0..3).for_each(|_| sight.hear(None).unwrap());
        Bot::new(Skill::Strong, 1).bid(&sight).unwrap()
    };
    assert_eq!(bid([0, 0]).marks(), 2);
    assert_eq!(bid([6, 0]).marks(), 1);
}

#[test]
fn the_strong_bid_more_than_they_must_only_while_opponents_can_still_outbid_them() {
    let (me, lowest) = (Seat::ALL[0], "30".parse::<Bid>().unwrap());
    let mut raised = 0;
    for seed in 0..24 {
        let hand = deal(seed)[me];
        let first = Sight::new(me, Seat::ALL[3], hand).unwrap();
        let mut last = Sight::new(me, me, hand).unwrap();
        (0..3).for_each(|_| last.hear(None).unwrap());
        let points =
            |sight: &Sight| Bot::new(Skill::Strong, 1).bid(sight).filter(|bid| matches!(bid, Bid::Points(_)));
        raised += usize::from(points(&first).is_some_and(|bid| bid != lowest));
        assert!(points(&last).is_none_or(|bid| bid == lowest), "deal {seed}: {:?}", points(&last));
    }
    assert!(raised > 0);
}

#[test]
fn a_strong_player_tells_what_it_thinks_of_its_bids() {
    let sight = first_to_speak("5-5 6-5 5-4 5-3 5-2 6-6 4-4", HouseRules::default(), [0; 2]);
    let prospects = Bot::new(Skill::Strong, 1).prospects(&sight);
    let fives = |look: &&fortytwo::Prospect| look.declaration.to_string() == "5";
    let best = prospects.iter().find(fives).unwrap();
    assert!(best.face_up > 0.9 && best.by_thumb > 0.5 && best.chance > 0.8, "{best:?}");
    assert!(
        prospects.iter().all(|look| [look.face_up, look.by_thumb, look.chance].iter().all(|x| *x <= 1.0))
    );
    // Players that do not think have nothing to tell, and nobody has when it is not its turn.
    assert!(Bot::new(Skill::Heuristic, 1).prospects(&sight).is_empty());
    let third = Sight::new(Seat::ALL[2], Seat::ALL[3], sight.hand()).unwrap();
    assert!(Bot::new(Skill::Strong, 1).prospects(&third).is_empty());
}

#[test]
fn a_forced_dealer_says_what_is_best_for_it() {
    let rules = HouseRules { forced_bid: true, nello: true, ..HouseRules::default() };
    let mut sight = Sight::new(Seat::ALL[3], Seat::ALL[3], tiles("1-0 2-0 3-0 2-1 3-1 4-0 0-0")).unwrap();
    sight = sight.at_table(rules, ByTeam::default());
    (0..3).for_each(|_| sight.hear(None).unwrap());
    let bid = Bot::new(Skill::Strong, 1).bid(&sight).unwrap();
    assert!(matches!(bid, Bid::Marks(_)), "{bid} leads to a nello");
    assert_eq!(Bot::strong1(1).bid(&sight), "30".parse().ok());
}

#[test]
fn the_same_seed_and_sight_give_the_same_decision() {
    let play = || {
        let record = play_hand(
            deal(5),
            Seat::ALL[1],
            HouseRules::default(),
            &mut bots(Skill::Strong, Skill::Strong, 9),
        );
        record.unwrap()
    };
    assert_eq!(play(), play());
}

#[test]
fn a_decision_does_not_depend_on_tiles_that_the_seat_cannot_see() {
    // The same sight in two different deals: the bot is given nothing else, so there is nothing else to compare.
    let mut luck = SeededChance::from_seed(4);
    let (me, dealer) = (Seat::ALL[1], Seat::ALL[0]);
    let sight = Sight::new(me, dealer, deal(3)[me]).unwrap();
    let other = Worlds::of(&sight).unwrap().draw(&mut luck);
    assert_ne!(other, deal(3));
    let again = Sight::new(me, dealer, other[me]).unwrap();
    for skill in Skill::ALL {
        assert_eq!(Bot::new(skill, 1).bid(&sight), Bot::new(skill, 1).bid(&again));
    }
}

#[test]
fn bots_play_whole_games_from_their_views() {
    for (house, skill, seed) in [
        (HouseRules::EVERYTHING, Skill::Heuristic, 1),
        (HouseRules::default(), Skill::Heuristic, 2),
        (HouseRules::EVERYTHING, Skill::Random, 3),
    ] {
        let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(seed));
        let stamp = Stamp { timestamp: 0, source: Source::Engine };
        let start = Command::StartGame { seed: Some(7), player_types: None, dealer: None, house };
        log.submit(ledger::Seat(0), "start", None, &start, &mut luck, stamp).unwrap();
        let mut bot = Bot::new(skill, seed);
        while log.state().phase() != Phase::GameOver {
            let views = Seat::ALL.map(|seat| log.state().view(Some(seat.into())));
            let command = views.iter().find_map(|view| bot.choose(view)).unwrap();
            let seat = command.player().unwrap();
            log.submit(seat.into(), &log.version().to_string(), None, &command, &mut luck, stamp).unwrap();
        }
        assert!(bot.choose(&log.state().view(None)).is_none());
    }
}

#[test]
fn the_strong_beat_the_sensible_and_the_sensible_beat_the_random() {
    let marks = |one: Skill, other: Skill, seeds: std::ops::Range<u32>| {
        let mut marks = [0u32; 2];
        for seed in seeds {
            for (even, odd, side) in [(one, other, 0), (other, one, 1)] {
                let mut bots = bots(even, odd, seed.into());
                let record =
                    play_hand(deal(seed), Seat::ALL[(seed % 4) as usize], HouseRules::default(), &mut bots);
                if let Some((team, worth)) = record.unwrap().award() {
                    marks[(team.index() + side) % 2] += u32::from(worth);
                }
            }
        }
        marks
    };
    let [sensible, random] = marks(Skill::Heuristic, Skill::Random, 0..200);
    assert!(sensible > 3 * random, "{sensible} to {random}");
    let [strong, sensible] = marks(Skill::Strong, Skill::Heuristic, 0..12);
    assert!(strong > sensible, "{strong} to {sensible}");
}

#[test]
fn the_costs_of_a_hand_add_up() {
    let mut solver = Solver::new();
    let mut reviewed = 0;
    for seed in 0..40 {
        let mut bots = bots(Skill::Heuristic, Skill::Random, seed.into());
        let record = play_hand(deal(seed), Seat::ALL[0], HouseRules::default(), &mut bots).unwrap();
        let Some(contract) = record.contract else { continue };
        let review = HandReview::new(&record, &mut solver).unwrap();
        assert_eq!(review.plays.len(), record.plays.len());
        let turned = review.plays.iter().filter(|play| play.decisive).count();
        let made = record.award().unwrap().0 == contract.bidder.team();
        assert_eq!(turned % 2 == 1, made != review.makeable, "{record:?}");
        assert!(review.plays.iter().all(|play| !play.decisive || play.cost > 0));
        if record.plays.len() == 28
            && fortytwo::Goal::of(&contract, &record.tally).stake == fortytwo::Stake::Points
        {
            let layout = fortytwo::Layout::deal(contract.declaration, contract.bidder, record.hands).unwrap();
            let best = i32::from(solver.value(&layout, fortytwo::Stake::Points, Team::Even));
            let cost = |team: Team| {
                let seats = Seat::ALL.into_iter().filter(|seat| seat.team() == team);
                seats.map(|seat| i32::from(review.cost[seat])).sum::<i32>()
            };
            assert_eq!(i32::from(record.tally.points[Team::Even]), best - cost(Team::Even) + cost(Team::Odd));
            reviewed += 1;
        }
    }
    assert!(reviewed > 0);
}

#[test]
fn the_hands_of_a_game_are_found_in_its_events() {
    let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(1));
    let stamp = Stamp { timestamp: 1, source: Source::Client };
    let house = HouseRules { nello: true, ..HouseRules::default() };
    let start = Command::StartGame { seed: Some(6), player_types: None, dealer: None, house };
    log.submit(ledger::Seat(0), "start", None, &start, &mut luck, stamp).unwrap();
    let mut bot = Bot::new(Skill::Random, 3);
    while log.state().phase() != Phase::GameOver {
        let next = Seat::ALL.into_iter().find_map(|seat| bot.choose(&log.state().view(Some(seat.into()))));
        let (command, id) = (next.unwrap(), log.version().to_string());
        log.submit(command.player().unwrap().into(), &id, None, &command, &mut luck, stamp).unwrap();
    }
    let records = HandRecord::of_game(log.events());
    let awards = log.events().filter_map(|event| {
        if let Event::MarksAwarded { team, marks } = event { Some((*team, *marks)) } else { None }
    });
    assert_eq!(
        records.iter().map(|(_, record)| record.award().unwrap()).collect::<Vec<_>>(),
        awards.collect::<Vec<_>>()
    );
    assert!(records.iter().all(|(number, _)| *number <= log.state().deck().hand()) && records.len() > 3);
    let mut solver = Solver::new();
    for (_, record) in &records {
        assert_eq!(record.hands.0.iter().map(|hand| hand.len()).sum::<usize>(), 28);
        assert_eq!(HandReview::new(record, &mut solver).unwrap().plays.len(), record.plays.len());
    }
}

fn play_odds(sight: &Sight, luck: &mut SeededChance) -> Vec<PlayOdds> {
    let mut study = PlayStudy::new(sight.clone());
    study.add(10, luck, &mut Solver::new()).unwrap();
    study.odds().to_vec()
}

#[test]
fn odds_of_the_last_trick_are_certain() {
    // Play a hand to the end and ask before the last tile: every world that is left gives the same answer per tile.
    let hands = deal(11);
    let mut sight = Sight::new(Seat::ALL[0], Seat::ALL[3], hands[Seat::ALL[0]]).unwrap();
    sight.hear("30".parse().ok()).unwrap();
    (0..3).for_each(|_| sight.hear(None).unwrap());
    sight.hear_declaration("6".parse().unwrap()).unwrap();
    let mut luck = SeededChance::from_seed(1);
    let odds = play_odds(&sight, &mut luck);
    assert_eq!(odds.len(), 7);
    assert!(odds.iter().all(|odds| odds.makes.trials == 10 && odds.takes.count() == 10));
    let mut held = hands;
    while sight.hand().len() > 1 || sight.player() != Some(Seat::ALL[0]) {
        let turn = sight.player().unwrap();
        let legal: TileSet =
            sight.contract().unwrap().declaration.legal(sight.table().first().copied(), held[turn]);
        let tile = legal.first().unwrap();
        sight.see(tile).unwrap();
        held[turn] = held[turn].without(tile);
    }
    let odds = play_odds(&sight, &mut luck);
    assert_eq!(odds.len(), 1);
    sight.see(odds[0].tile).unwrap();
    assert!(play_odds(&sight, &mut luck).is_empty());
}

#[test]
fn a_bot_says_its_skill_and_only_the_strong_search() {
    let sight = Sight::new(Seat::ALL[0], Seat::ALL[3], tiles("5-5 6-5 5-4 5-1 6-6 3-2 1-0")).unwrap();
    let bots = Skill::ALL.map(|skill| (Bot::new(skill, 1), skill));
    for (mut bot, skill) in bots.into_iter().chain([(Bot::strong1(1), Skill::Strong)]) {
        assert_eq!((bot.skill(), bot.work()), (skill, 0));
        bot.bid(&sight);
        let work = bot.work();
        assert_eq!(work > 0, skill == Skill::Strong, "{skill}: {work}");
    }
}

#[test]
fn a_bot_whose_turn_it_is_not_does_nothing() {
    let third = Seat::ALL[2];
    let mut sight = Sight::new(third, Seat::ALL[3], tiles("5-5 6-5 5-4 5-3 5-2 6-6 4-4")).unwrap();
    for mut bot in Skill::ALL.map(|skill| Bot::new(skill, 1)).into_iter().chain([Bot::strong1(1)]) {
        assert_eq!((bot.bid(&sight), bot.declare(&sight), bot.play(&sight)), (None, None, None));
    }
    // The first seat wins the auction: it names and leads, and not its partner.
    sight.hear("30".parse().ok()).unwrap();
    (0..3).for_each(|_| sight.hear(None).unwrap());
    for mut bot in Skill::ALL.map(|skill| Bot::new(skill, 1)) {
        assert_eq!((bot.declare(&sight), bot.play(&sight)), (None, None));
    }
}

#[test]
fn a_skill_is_read_by_its_name_alone() {
    for skill in Skill::ALL {
        assert_eq!(skill.to_string().parse(), Ok(skill));
    }
    for text in ["", "Strong", "strong1", "expert"] {
        let error = text.parse::<Skill>().unwrap_err().to_string();
        assert_eq!(error, format!("skill: expected random, heuristic or strong, got {text:?}"));
    }
}

#[test]
fn a_hand_in_play_tells_what_happened_so_far() {
    let bots = || BySeat(Seat::ALL.map(|seat| Bot::new(Skill::Heuristic, u8::from(seat).into())));
    let (dealer, house) = (Seat::ALL[0], HouseRules::default());
    let whole = play_hand(deal(7), dealer, house, &mut bots()).unwrap();
    assert!(whole.plays.len() > 4, "{whole:?}");
    let mut hand = HandInPlay::new(deal(7), dealer, house).unwrap();
    let mut bots = bots();
    let mut steps = 0;
    loop {
        let record = hand.record();
        let named = usize::from(record.contract.is_some());
        assert_eq!(record.auction.calls().count() + named + record.plays.len(), steps);
        assert_eq!(record.plays, whole.plays[..record.plays.len()]);
        if !hand.step(&mut bots).unwrap() {
            break;
        }
        steps += 1;
    }
    assert_eq!(*hand.record(), whole);
}

/// The first seat, which has won the auction with one mark.
fn bid_one_mark(hand: &str, house: HouseRules) -> Sight {
    let mut sight = first_to_speak(hand, house, [0; 2]);
    sight.hear("M1".parse().ok()).unwrap();
    (0..3).for_each(|_| sight.hear(None).unwrap());
    sight
}

#[test]
fn a_sensible_player_names_nello_with_low_tiles_and_ducks_while_it_can() {
    let house = HouseRules { nello: true, ..HouseRules::default() };
    let mut bot = Bot::new(Skill::Heuristic, 1);
    // The lowest tiles there are; with one that is higher it would rather name blanks.
    for (hand, named) in [("0-0 1-0 1-1 2-0 2-1 3-0 3-1", "nello"), ("0-0 1-0 1-1 2-0 2-1 3-0 4-0", "0")] {
        let named = Some(named.parse().unwrap());
        assert_eq!(bot.declare(&bid_one_mark(hand, house)), named, "{hand}");
    }
    let mut sight = bid_one_mark("1-0 2-0 3-0 2-1 6-3 4-0 0-0", house);
    sight.hear_declaration(Declaration::Nello).unwrap();
    // The left defender takes the first trick and leads a three, which its partner cannot follow.
    for tile in ["4-0", "6-4", "4-1", "3-2", "5-5"] {
        sight.see(tile.parse().unwrap()).unwrap();
    }
    assert_eq!(sight.legal(), tiles("3-0 6-3"));
    assert_eq!(bot.play(&sight), "3-0".parse().ok());
}
