//! Bots, solved deals and positions without JavaScript.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use fortytwo::{
    Bot, BySeat, Command, Declaration, FortyTwo, HouseRules, JudgedHand, Phase, Seat, Sight, SightData,
    Skill, Solver, TileSet, deal, play_hand,
};
use ledger::{Game as _, Log, Source, Stamp};
use wasm_fortytwo_coach::{
    DealRequest, FortyTwoPlayedHand, PositionRequest, bot_move, insights, solve_deals, solve_position,
};

#[test]
fn judged_hands_that_were_kept_as_json_give_the_profile_of_the_coach() {
    let [me, ..] = Seat::ALL;
    let mut profile = coach::FortyTwoProfile::default();
    let mut kept = Vec::new();
    for seed in 0..4 {
        let mut bots = BySeat(Seat::ALL.map(|seat| {
            let skill = if seat == me { Skill::Random } else { Skill::Heuristic };
            Bot::new(skill, u64::from(seed))
        }));
        let record = play_hand(deal(seed), me, HouseRules::default(), &mut bots).unwrap();
        let judged = JudgedHand::new(seed, &record, me, &mut Solver::new()).unwrap();
        profile.add("game", &judged);
        let hand = serde_json::to_string(&FortyTwoPlayedHand { game: "game".into(), hand: judged }).unwrap();
        kept.push(serde_json::from_str::<FortyTwoPlayedHand>(&hand).unwrap());
    }
    let found = insights(&kept);
    assert_eq!((found.skill, found.patterns), (profile.skill(), profile.patterns()));
    assert!(!found.mistakes.is_empty() && found.set_aside == 0);
    // A mistake shows its position: what was chosen was in the hand, and so was what was better.
    for mistake in &found.mistakes {
        let seen = mistake.seen.as_ref().unwrap();
        for choice in [mistake.chosen, mistake.best] {
            if let fortytwo::Choice::Play(tile) = choice {
                assert!(seen.hand.contains(tile) && seen.trump.is_some(), "{mistake:?}");
            }
        }
    }
}

#[test]
fn a_bot_does_from_what_it_is_told_what_it_does_from_its_view() {
    let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(1));
    let stamp = Stamp { timestamp: 0, source: Source::Engine };
    let house = HouseRules::EVERYTHING;
    let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
    log.submit(Seat::ALL[0].into(), "start", None, &start, &mut luck, stamp).unwrap();
    let mut bots = Skill::ALL.map(|skill| Bot::new(skill, 0));
    let mut compared = 0;
    while log.state().phase() != Phase::GameOver && log.version() < 300 {
        for seat in Seat::ALL {
            let view = log.state().view(Some(seat.into()));
            let Some(mut command) = bots[1].choose(&view) else { continue };
            if !matches!(command, Command::AgreeToAction { .. }) {
                let sight = Sight::try_from(SightData::from(&Sight::try_from(&view).unwrap())).unwrap();
                for bot in &mut bots[..2] {
                    command = bot.choose(&view).unwrap();
                    let moved = serde_json::to_value(bot_move(bot, &sight)).unwrap();
                    assert_eq!(moved, serde_json::to_value(&command).unwrap());
                    compared += 1;
                }
            }
            log.submit(seat.into(), &log.version().to_string(), None, &command, &mut luck, stamp).unwrap();
        }
    }
    assert!(compared > 100, "{compared} choices");
}

#[test]
fn a_deal_is_valued_under_every_declaration() {
    let solved = solve_deals(&DealRequest { hands: deal(42), bidder: Seat::ALL[0] }).unwrap();
    assert_eq!(solved.len(), Declaration::COUNT);
    for one in solved {
        let most = if one.declaration.is_special() { 7 } else { 42 };
        assert!(one.value <= most, "{one:?}");
    }
    let none = DealRequest { hands: BySeat([TileSet::ALL; 4]), bidder: Seat::ALL[0] };
    assert_eq!(solve_deals(&none).unwrap_err().property("field"), Some("hands"));
}

#[test]
fn a_position_with_a_trick_under_way_is_solved_for_the_seat_whose_turn_it_is() {
    let tiles = |text: &str| text.split(' ').map(|tile| tile.parse::<fortytwo::Tile>().unwrap()).collect();
    let position = PositionRequest {
        hands: BySeat(["4-4", "5-1 2-2", "5-0 3-3", "6-6 6-4"].map(tiles)),
        declaration: "5".parse().unwrap(),
        bidder: Seat::ALL[0],
        leader: None,
        trick: vec!["5-5".parse().unwrap()],
    };
    let answer = solve_position(&position).unwrap();
    assert_eq!((answer.turn, answer.plays.len()), (Seat::ALL[1], 1), "fives must be followed");
}
