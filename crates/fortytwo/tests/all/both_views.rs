//! A review has both views of every choice: all tiles face up, and what the seat could know.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use fortytwo::{
    Bid, Bot, BySeat, DeclarationReview, GameReview, HandRecord, HouseRules, Moment, PlayStudy, Proportion,
    ReviewStudy, ReviewedHand, Seat, Skill, Solver, deal, hint_luck, play_hand,
};

const DEALS: u32 = 12;

fn played(seed: u32, skill: Skill) -> HandRecord {
    let mut bots = BySeat(Seat::ALL.map(|seat| Bot::new(skill, u64::from(u8::from(seat)))));
    play_hand(deal(seed), Seat::ALL[3], HouseRules::EVERYTHING, &mut bots).unwrap()
}

fn reviewed(record: &HandRecord, deals: u32) -> ReviewedHand {
    let mut solver = Solver::new();
    let mut study = ReviewStudy::new(0, record, &mut solver).unwrap().expect("not all passed");
    assert_eq!(study.total(), record.moments().unwrap().len());
    while deals > 0 && study.step(deals, &mut solver).unwrap() {}
    study.into_hand()
}

#[test]
fn every_call_declaration_and_play_has_both_views() {
    for (seed, skill) in (0..8).zip([Skill::Random, Skill::Heuristic].into_iter().cycle()) {
        let record = played(seed, skill);
        let Some(contract) = record.contract else { continue };
        let hand = reviewed(&record, DEALS);
        assert_eq!(hand.calls.len(), 5, "four calls and the declaration");
        for call in &hand.calls {
            assert!(call.options.len() >= 9, "{call:?}");
            assert!(call.options.iter().all(|option| option.known.is_some_and(|known| known.trials == 12)));
        }
        let named = hand.calls.last().unwrap();
        assert_eq!((named.declaration, named.about), (Some(contract.declaration), Some(contract.bid)));
        let own = named.options.iter().find(|option| option.declaration == contract.declaration).unwrap();
        assert_eq!(own.makes, hand.review.makeable, "seed {seed}: the play begins where the call ended");
        for play in &hand.review.plays {
            let forced = play.legal.len() == 1;
            assert!(play.legal.iter().all(|option| option.known.is_none() == forced), "{play:?}");
        }
    }
}

#[test]
fn what_could_be_known_about_a_play_is_what_a_hint_over_the_same_deals_says() {
    let record = played(3, Skill::Random);
    let (hand, mut solver) = (reviewed(&record, DEALS), Solver::new());
    let moments = record.moments().unwrap();
    let plays = moments.iter().skip(hand.calls.len());
    for (play, Moment { sight, .. }) in hand.review.plays.iter().zip(plays) {
        let mut slow = PlayStudy::new(sight.clone());
        slow.add(DEALS, &mut hint_luck(sight), &mut solver).unwrap();
        for option in play.legal.iter().filter(|_| play.legal.len() > 1) {
            let odds = slow.odds().iter().find(|odds| odds.tile == option.tile).unwrap();
            let defends = play.seat.team() != hand.contract.bidder.team();
            let Proportion { hits, trials } = odds.makes;
            let wins = Proportion { hits: if defends { trials - hits } else { hits }, trials };
            assert_eq!(option.known, Some(wins.into()), "{play:?}");
        }
    }
}

/// The same hand, with the tiles of the two seats that passed after the first call exchanged.
fn exchanged(record: &HandRecord) -> HandRecord {
    let mut other = record.clone();
    let BySeat([_, b, _, d]) = &mut other.hands;
    std::mem::swap(b, d);
    other
}

#[test]
fn what_could_be_known_does_not_depend_on_foreign_tiles_and_what_was_so_does() {
    let known = |hand: &ReviewedHand| -> Vec<_> {
        hand.calls[0].options.iter().map(|option| (option.declaration, option.known)).collect()
    };
    let open = |hand: &ReviewedHand| -> Vec<_> {
        let seen = |option: &DeclarationReview| (option.declaration, option.makes, option.points);
        hand.calls[0].options.iter().map(seen).collect()
    };
    let mut differ = 0;
    for seed in 0..6 {
        let record = played(seed, Skill::Heuristic);
        // The calls are kept, the plays could not all be made with other tiles.
        let cut = |record: HandRecord| HandRecord { plays: Vec::new(), ..record };
        let (one, other) = (cut(record.clone()), cut(exchanged(&record)));
        if record.contract.is_none() {
            continue;
        }
        let (one, other) = (reviewed(&one, DEALS), reviewed(&other, DEALS));
        assert_eq!(known(&one), known(&other), "seed {seed}");
        differ += u32::from(open(&one) != open(&other));
    }
    assert!(differ > 0, "the open view must see who holds what");
}

#[test]
fn a_pass_is_judged_by_the_lowest_bid_that_was_left_and_a_bid_by_itself() {
    let record = (0..40).map(|seed| played(seed, Skill::Heuristic)).find(|record| record.contract.is_some());
    let record = record.unwrap();
    let hand = reviewed(&record, 0);
    let value = |bid: Option<Bid>| bid.map(|bid| bid.value());
    let mut highest = None;
    for call in &hand.calls[..4] {
        assert_eq!(call.bid.or(call.about), call.about);
        assert!(call.bid.is_some() || value(call.about) > value(highest), "{call:?} after {highest:?}");
        assert!(call.options.iter().all(|option| option.known.is_none()), "nothing was looked at");
        highest = call.bid.or(highest);
    }
}

#[test]
fn a_game_without_deals_to_look_at_has_only_what_was_so() {
    assert_eq!(
        GameReview::of_game([], GameReview::DEALS, &mut Solver::new()).unwrap(),
        GameReview::default()
    );
    let record = played(5, Skill::Random);
    let hand = reviewed(&record, 0);
    let text = serde_json::to_string(&hand).unwrap();
    assert!(!text.contains("known") && text.contains("\"calls\"") && text.contains("\"makes\""), "{text}");
}
