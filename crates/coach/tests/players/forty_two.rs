use std::collections::BTreeSet;

use chance::{Hex, SeededChance, ServerSeed};
use coach::{FortyTwoProfile, PlayedHand, TableEvent, played_hands};
use fortytwo::{
    Bot, BySeat, Command, Event, FortyTwo, HandRecord, HouseRules, JudgedHand, Phase, Seat, Skill, Solver,
    TargetMarks, deal, play_hand,
};
use ledger::{Game as _, Log, Source, Stamp};

/// Hands of each bot.
fn hands() -> u32 {
    if std::env::var_os("DICEE_FULL").is_some() { 200 } else { 10 }
}

/// How a bot plays at seat 0, with sensible ones around it.
fn profile(skill: Skill) -> FortyTwoProfile {
    let [me, ..] = Seat::ALL;
    let mut profile = FortyTwoProfile::default();
    let mut solver = Solver::new();
    for seed in 0..hands() {
        let around = |seat: Seat| if seat == me { skill } else { Skill::Heuristic };
        let mut bots = BySeat(Seat::ALL.map(|seat| Bot::new(around(seat), u64::from(seed))));
        let dealer = Seat::ALL[seed as usize % 4];
        let record = play_hand(deal(seed), dealer, HouseRules::default(), &mut bots).unwrap();
        profile.add("bots", &JudgedHand::new(seed, &record, me, &mut solver).unwrap());
    }
    profile
}

#[test]
fn the_better_a_bot_of_forty_two_the_less_it_gives_away() {
    let mut losses = Vec::new();
    for skill in Skill::ALL {
        let started = std::time::Instant::now();
        let profile = profile(skill);
        let (skills, patterns) = (profile.skill(), profile.patterns());
        let loss = skills.loss_per_hand.unwrap();
        println!(
            "{skill}: {} hands, {:.3} marks a hand ({:.3} to {:.3}), {:.0}% best, level {:?}, {:.1} s",
            skills.hands,
            loss.mean,
            loss.low,
            loss.high,
            100.0 * skills.optimal_share,
            skills.level,
            started.elapsed().as_secs_f64(),
        );
        for kind in &patterns.kinds {
            let habit = patterns.habits.iter().any(|habit| habit.kind == kind.kind);
            let per_hand = kind.total.cost / f64::from(patterns.hands);
            println!(
                "  {}: {} of {}, {per_hand:.3} a hand{}",
                kind.kind,
                kind.total.wrong,
                kind.total.opportunities,
                if habit { ", a habit" } else { "" }
            );
        }
        losses.push(loss.mean);
    }
    let [random, heuristic, strong] = losses[..] else { panic!("three bots") };
    assert!(random > heuristic && random > strong, "{losses:?}");
    // A few hands do not tell the better two apart.
    assert!(hands() < 100 || heuristic > strong, "{losses:?}");
}

/// The events of a game to two marks among heuristic bots; with a promised secret and a chosen seed it is practice.
fn game(practice: bool) -> Vec<Event> {
    let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(1));
    let stamp = Stamp { timestamp: 0, source: Source::Engine };
    let mut submit = |log: &mut Log<FortyTwo>, seat: Seat, command: &Command| {
        let id = log.version().to_string();
        log.submit(seat.into(), &id, None, command, &mut luck, stamp).unwrap();
    };
    if practice {
        let commitment = Hex(*ServerSeed::from_bytes([1; 32]).commitment().as_bytes());
        submit(&mut log, Seat::ALL[0], &Command::Commit { game_id: "practice".to_owned(), commitment });
    }
    let house = HouseRules { target_marks: TargetMarks::try_from(2).unwrap(), ..HouseRules::default() };
    let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
    submit(&mut log, Seat::ALL[0], &start);
    let mut bot = Bot::new(Skill::Heuristic, 1);
    while log.state().phase() != Phase::GameOver {
        let next = Seat::ALL.into_iter().find_map(|seat| bot.choose(&log.state().view(Some(seat.into()))));
        let Some(command) = next else { break };
        submit(&mut log, command.player().unwrap(), &command);
    }
    log.envelopes().iter().map(|envelope| envelope.payload.clone()).collect()
}

#[test]
fn hands_of_a_game_know_in_which_tricks_their_seat_had_help() {
    let me = Seat::ALL[0];
    let events = game(false);
    let plain: Vec<_> = events.iter().map(TableEvent::plain).collect();
    let hands = played_hands(plain.iter().copied(), me);
    let records: Vec<(u32, HandRecord)> = HandRecord::of_game(&events);
    assert!(records.len() >= 2 && hands.iter().all(|hand| hand.aided.is_empty()));
    let of_hand = |PlayedHand { number, record, .. }: PlayedHand| (number, record);
    assert_eq!(hands.iter().cloned().map(of_hand).collect::<Vec<_>>(), records);
    assert_eq!(hands.iter().map(PlayedHand::deal).collect::<BTreeSet<_>>().len(), hands.len());

    // The table chose everything: that is help at what this seat chose, and at nothing that the others did.
    let by_table = plain.iter().map(|&event| TableEvent { by_table: true, ..event });
    let hand = played_hands(by_table, me).remove(0);
    let tricks = u8::try_from(hand.record.plays.len().div_ceil(4)).unwrap();
    assert_eq!(hand.aided, (0..=tricks).collect::<BTreeSet<u8>>());
    let judged = hand.judge(me, &mut Solver::new()).unwrap();
    assert!(judged.choices.is_empty() && judged.aided >= 2, "{judged:?}");

    // A hint is help in the trick before which it was asked for, and nowhere else.
    for (before, trick) in [("BID_PLACED", 0), ("DOMINO_PLAYED", 1), ("TRICK_COMPLETED", 1)] {
        let mut hinted = plain.clone();
        let at = hinted
            .iter()
            .position(|asked| serde_json::to_value(asked.event).unwrap()["type"] == before)
            .unwrap();
        hinted[at].hinted = true;
        let aided: Vec<_> = played_hands(hinted, me).into_iter().flat_map(|hand| hand.aided).collect();
        assert_eq!(aided, [trick], "{before}");
    }
}

#[test]
fn a_game_with_a_chosen_seed_where_deals_were_promised_has_no_hands() {
    let events = game(true);
    assert!(events.len() > 1);
    assert!(played_hands(events.iter().map(TableEvent::plain), Seat::ALL[0]).is_empty());
}
