//! Extended checks: the rules of the specification, the promises of the ledger, and the odds against playing all
//! cases.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{Chance, SeededChance};
use ledger::conformance::{self, Driver};
use ledger::{Game as _, Log, Seat, Source, Stamp};
use pools::{
    DiceSystem, ExtendedCheck, ExtendedCommand, ExtendedEvent, ExtendedOdds, ExtendedRefusal, ExtendedStatus,
    ExtendedTerms, Fraction,
};

fn terms(pool: i64, target: i64, rounds: i64) -> ExtendedTerms {
    ExtendedTerms::new(&DiceSystem::standard(), pool, target, rounds).unwrap().named(
        "c1",
        "mira",
        "lockpicking",
    )
}

/// A check with these rounds rolled.
fn check(terms: ExtendedTerms, rounds: &[&[u8]]) -> ExtendedCheck {
    let mut check = ExtendedCheck::default();
    check.apply(&ExtendedEvent::ExtendedCheckStarted { seat: 0, terms });
    for dice in rounds {
        check.apply(&ExtendedEvent::ExtendedRoundRolled {
            dice: dice.iter().map(|&face| face.into()).collect(),
        });
    }
    check
}

fn status(check: &ExtendedCheck) -> ExtendedStatus {
    check.progress().unwrap().status
}

#[test]
fn extended_check_accumulates_successes() {
    let check = check(terms(3, 10, 5), &[&[8, 9, 2], &[10, 1, 2], &[8, 8, 8]]);
    let progress = check.progress().unwrap();
    assert_eq!((progress.accumulated, progress.rounds_remaining()), (5, 2));
    assert_eq!(progress.status, ExtendedStatus::InProgress);
}

#[test]
fn extended_check_succeeds_at_the_target() {
    assert_eq!(status(&check(terms(3, 5, 5), &[&[8, 9, 2], &[8, 8, 8]])), ExtendedStatus::Succeeded);
    assert_eq!(
        status(&check(terms(3, 5, 2), &[&[8, 9, 2], &[8, 8, 8]])),
        ExtendedStatus::Succeeded,
        "in the last round"
    );
}

#[test]
fn extended_check_fails_when_rounds_exhausted() {
    assert_eq!(status(&check(terms(3, 6, 2), &[&[8, 9, 2], &[8, 8, 8]])), ExtendedStatus::Failed);
}

#[test]
fn three_consecutive_fumbles_are_a_catastrophic_failure() {
    let fumble: &[u8] = &[1, 2, 3];
    assert_eq!(
        status(&check(terms(3, 5, 9), &[fumble, fumble, fumble])),
        ExtendedStatus::CatastrophicFailure
    );
    let broken = check(terms(3, 5, 9), &[fumble, fumble, &[2, 2, 2], fumble, fumble]);
    assert_eq!(status(&broken), ExtendedStatus::InProgress, "a clean round between them");
    assert_eq!(
        status(&check(terms(3, 5, 3), &[fumble, fumble, fumble])),
        ExtendedStatus::CatastrophicFailure
    );
}

#[test]
fn a_fumble_takes_two_successes_and_never_goes_below_zero() {
    let after = |rounds: &[&[u8]]| check(terms(3, 9, 9), rounds).progress().unwrap().accumulated;
    assert_eq!(after(&[&[8, 9, 10], &[1, 2, 3]]), 1);
    assert_eq!(after(&[&[8, 2, 2], &[1, 2, 3]]), 0);
    assert_eq!(after(&[&[1, 2, 3], &[8, 2, 2]]), 1);
}

#[test]
fn commands_are_refused_with_a_reason() {
    let mut luck = SeededChance::from_seed(1);
    let new = ExtendedCheck::default();
    assert_eq!(
        new.decide(Seat(0), &ExtendedCommand::RollRound {}, &mut luck),
        Err(ExtendedRefusal::NotStarted)
    );
    let running = check(terms(3, 5, 5), &[]);
    let start = ExtendedCommand::StartCheck { terms: terms(3, 5, 5) };
    let refusal = running.decide(Seat(0), &start, &mut luck).unwrap_err();
    assert_eq!(refusal, ExtendedRefusal::Started { check_id: "c1".into() });
    let refusal = running.decide(Seat(2), &ExtendedCommand::RollRound {}, &mut luck).unwrap_err();
    assert_eq!(refusal, ExtendedRefusal::NotYours { owner: 0, seat: 2 });
    let mut given_up = running;
    given_up.apply(&ExtendedEvent::ExtendedCheckAbandoned {});
    let refusal = given_up.decide(Seat(0), &ExtendedCommand::RollRound {}, &mut luck).unwrap_err();
    assert_eq!(refusal, ExtendedRefusal::Over { status: ExtendedStatus::Abandoned });
}

#[test]
fn terms_out_of_range_are_refused_by_name() {
    let refused = |pool, target, rounds| {
        ExtendedTerms::new(&DiceSystem::standard(), pool, target, rounds).unwrap_err().field().to_owned()
    };
    assert_eq!(refused(5000, 1, 1), "pool");
    assert_eq!(refused(5, 0, 1), "target");
    assert_eq!(refused(5, 1, 0), "rounds");
    assert_eq!(refused(5, 1, 1_000_000), "rounds");
}

struct Play;

impl Driver for Play {
    type Game = ExtendedCheck;

    fn start(&self, luck: &mut SeededChance) -> (Seat, ExtendedCommand) {
        let system = DiceSystem::standard().with_critical_on_net(luck.below(4) == 0);
        let number = |luck: &mut SeededChance, most| i64::from(luck.below(most)) + 1;
        let (pool, target, rounds) = (number(luck, 4), number(luck, 6), number(luck, 8));
        let terms = ExtendedTerms::new(&system, pool, target, rounds).unwrap().named("c", "who", "what");
        (Seat(u8::try_from(luck.below(2)).unwrap()), ExtendedCommand::StartCheck { terms })
    }

    fn propose(&self, _: &ExtendedCheck, luck: &mut SeededChance) -> (Seat, ExtendedCommand) {
        let command = match luck.below(20) {
            0 => ExtendedCommand::StartCheck { terms: terms(2, 3, 4) },
            1 => ExtendedCommand::AbandonCheck {},
            _ => ExtendedCommand::RollRound {},
        };
        (Seat(u8::try_from(luck.below(2)).unwrap()), command)
    }

    /// From the view as JSON, counting the faces again: nothing is taken from the game's own bookkeeping.
    fn is_legal(&self, game: &ExtendedCheck, seat: Seat, command: &ExtendedCommand) -> bool {
        let view = serde_json::to_value(game.view(None)).unwrap();
        if view.is_null() {
            return matches!(command, ExtendedCommand::StartCheck { .. });
        }
        let (mut sum, mut fumbles) = (0i64, 0);
        let rolls = view["rolls"].as_array().unwrap();
        for roll in rolls {
            let faces: Vec<u64> =
                roll["dice"].as_array().unwrap().iter().map(|f| f.as_u64().unwrap()).collect();
            let successes = i64::try_from(faces.iter().filter(|&&face| face >= 8).count()).unwrap();
            let botches = i64::try_from(faces.iter().filter(|&&face| face == 1).count()).unwrap();
            if successes == 0 && botches > 0 {
                fumbles += 1;
                sum = (sum - 2).max(0);
            } else {
                fumbles = 0;
                sum += (successes - botches).max(0);
            }
        }
        let abandoned = view["status"] == "abandoned";
        let over = abandoned
            || fumbles == 3
            || sum >= view["terms"]["targetSuccesses"].as_i64().unwrap()
            || rolls.len() as u64 >= view["terms"]["maxRounds"].as_u64().unwrap();
        !matches!(command, ExtendedCommand::StartCheck { .. }) && !over && view["seat"] == seat.0
    }

    fn is_over(&self, game: &ExtendedCheck) -> bool {
        game.progress().is_some_and(|progress| progress.rolls.len() > 20)
    }

    fn check_state(&self, game: &ExtendedCheck) {
        if let Some(progress) = game.progress() {
            assert!(progress.consecutive_fumbles <= 3);
            assert!(progress.rolls.len() <= progress.terms.rounds() as usize);
            let odds = ExtendedOdds::of_progress(progress).unwrap();
            let sum = odds.success().plus(&odds.failed()).plus(&odds.catastrophic());
            assert_eq!(sum, Fraction::one());
        }
    }
}

#[test]
fn an_extended_check_keeps_every_promise_of_the_ledger() {
    conformance::check(&Play, 0..300, 30, &[None, Some(Seat(0))]);
}

#[test]
fn forged_events_are_not_admitted() {
    let running = check(terms(2, 3, 4), &[]);
    for dice in [vec![], vec![1], vec![1, 2, 3], vec![0, 5], vec![11, 5]] {
        assert!(!running.admits(&ExtendedEvent::ExtendedRoundRolled { dice }));
    }
    assert!(running.admits(&ExtendedEvent::ExtendedRoundRolled { dice: vec![10, 1] }));
    let forged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut terms = serde_json::to_value(terms(2, 3, 4)).unwrap();
        change(&mut terms);
        let json = serde_json::json!({"type": "EXTENDED_CHECK_STARTED", "seat": 0, "terms": terms});
        let event: Result<ExtendedEvent, _> = serde_json::from_value(json);
        event.is_ok_and(|event| ExtendedCheck::default().admits(&event))
    };
    assert!(forged(&|_| {}));
    assert!(!forged(&|terms| terms["pool"] = 4_000_000.into()));
    assert!(!forged(&|terms| terms["targetSuccesses"] = 0.into()));
    assert!(!forged(&|terms| terms["maxRounds"] = 0.into()));
    assert!(!forged(&|terms| terms["luck"] = 1.into()));
    assert!(!forged(&|terms| terms["system"] = serde_json::json!({"version": "2.0.0"})));
}

#[test]
fn a_check_is_the_same_check_after_a_restart() {
    let stamp = Stamp { timestamp: 1, source: Source::Server };
    let mut log = Log::<ExtendedCheck>::default();
    let mut luck = SeededChance::from_seed(11);
    let start = ExtendedCommand::StartCheck { terms: terms(5, 8, 6) };
    log.submit(Seat(0), "a", None, &start, &mut luck, stamp).unwrap();
    log.submit(Seat(0), "b", None, &ExtendedCommand::RollRound {}, &mut luck, stamp).unwrap();
    let (json, mut saved) = (log.to_json().unwrap(), SeededChance::restore(luck.save()));
    log.submit(Seat(0), "c", None, &ExtendedCommand::RollRound {}, &mut luck, stamp).unwrap();
    let mut again = Log::<ExtendedCheck>::from_json(&json, &ledger::Upcaster::default()).unwrap();
    again.submit(Seat(0), "c", None, &ExtendedCommand::RollRound {}, &mut saved, stamp).unwrap();
    assert_eq!(again.state(), log.state());
}

/// A whole check as it is stored: names and shapes of events are permanent, so this file never changes.
#[test]
fn the_stored_form_of_a_check_is_pinned() {
    let stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Server };
    let mut log = Log::<ExtendedCheck>::default();
    let mut luck = SeededChance::from_seed(11);
    let rounds = std::iter::repeat_n(ExtendedCommand::RollRound {}, 3);
    let commands = [ExtendedCommand::StartCheck { terms: terms(5, 8, 6) }]
        .into_iter()
        .chain(rounds)
        .chain([ExtendedCommand::AbandonCheck {}]);
    for (command, id) in commands.zip(["a", "b", "c", "d", "e"]) {
        log.submit(Seat(0), id, None, &command, &mut luck, stamp).unwrap();
    }
    let pinned = include_str!("../data/extended-check.json");
    assert_eq!(log.to_json().unwrap(), pinned.trim_end());
    let read = Log::<ExtendedCheck>::from_json(pinned, &ledger::Upcaster::default()).unwrap();
    assert_eq!(read.state(), log.state());
}

/// Success, catastrophe and failure by trying every face of every die in every round.
fn by_hand(check: &ExtendedCheck, outcomes: &mut [i64; 3]) {
    let progress = check.progress().unwrap();
    let place = match progress.status {
        ExtendedStatus::Succeeded => 0,
        ExtendedStatus::CatastrophicFailure => 1,
        ExtendedStatus::Failed | ExtendedStatus::Abandoned => 2,
        ExtendedStatus::InProgress => {
            for first in 1..=10 {
                for second in 1..=10 {
                    let mut next = check.clone();
                    next.apply(&ExtendedEvent::ExtendedRoundRolled { dice: vec![first, second] });
                    by_hand(&next, outcomes);
                }
            }
            return;
        }
    };
    // A check that ends early stands for all rounds that did not happen.
    outcomes[place] += 100i64.pow(progress.rounds_remaining());
}

#[test]
fn odds_agree_with_playing_every_case() {
    for target in [1, 2, 3, 5] {
        let start = check(terms(2, target, 3), &[]);
        let mut outcomes = [0; 3];
        by_hand(&start, &mut outcomes);
        let odds = ExtendedOdds::new(&start.progress().unwrap().terms).unwrap();
        let share = |cases| Fraction::new(cases, 1_000_000);
        let expected = outcomes.map(share);
        assert_eq!([odds.success(), odds.catastrophic(), odds.failed()], expected, "target {target}");
    }
}

#[test]
fn odds_of_a_check_under_way_count_what_is_done() {
    let fumbled = check(terms(2, 5, 3), &[&[1, 2]]);
    let mut outcomes = [0; 3];
    by_hand(&fumbled, &mut outcomes);
    let odds = ExtendedOdds::of_progress(fumbled.progress().unwrap()).unwrap();
    assert_eq!(
        [odds.success(), odds.catastrophic(), odds.failed()],
        outcomes.map(|cases| Fraction::new(cases, 10_000))
    );
    assert_eq!(odds.by_round().iter().map(|round| round.round).collect::<Vec<_>>(), [2, 3]);
    let done = check(terms(2, 1, 3), &[&[8, 8]]);
    assert_eq!(ExtendedOdds::of_progress(done.progress().unwrap()).unwrap().success(), Fraction::one());
}

#[test]
fn the_view_says_what_is_left_and_how_it_will_end() {
    let fumbled = check(terms(2, 5, 3), &[&[1, 2]]);
    let view = serde_json::to_value(fumbled.view(None)).unwrap();
    let odds = ExtendedOdds::of_progress(fumbled.progress().unwrap()).unwrap();
    assert_eq!(view["rounds_remaining"], 2);
    assert_eq!(view["consecutive_fumbles"], 1);
    for (name, share) in
        [("success", odds.success()), ("failed", odds.failed()), ("catastrophic", odds.catastrophic())]
    {
        assert_eq!(view["odds"][name]["fraction"], share.to_string());
        assert_eq!(view["odds"][name]["probability"], share.value());
    }
    let long = check(terms(1000, 10_000, 1000), &[]).view(None).unwrap();
    assert_eq!((long.rounds_remaining, long.odds), (1000, None), "odds that would keep the table waiting");
    assert_eq!(ExtendedCheck::default().view(None), None);
}

#[test]
fn a_check_too_long_for_exact_odds_is_refused_before_any_work() {
    let error = ExtendedOdds::new(&terms(1000, 10_000, 1000)).unwrap_err();
    assert_eq!(error.field(), "rounds");
    assert!(ExtendedOdds::new(&terms(20, 40, 8)).is_ok());
}
