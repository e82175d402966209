//! Values, cards, events and invariants of the contract: each is broken here once to see that it is found.

use crate::common::{multiplayer_game, solo_game};
use dicee::{Category, Outlook, Quality, RollsLeft, Rules, Scorecard, TurnValues};
use ledger::Game as _;
use protocol::contract::{self, Moment, invariants, validate};
use serde_json::json;

use crate::contract::{score, written};

#[test]
fn section_8_values_that_cannot_be_are_refused_with_what_came() {
    assert!(validate::dice(&json!([1, 2, 3, 4, 6])).is_ok());
    for bad in [
        json!([1, 2, 3, 4]),
        json!([1, 2, 3, 4, 7]),
        json!([1, 2, 3, 4, 0]),
        json!([1, 2, 3, 4, 1.5]),
        json!("12345"),
        json!(null),
    ] {
        let violation = validate::dice(&bad).unwrap_err();
        assert!(violation.message.contains(&bad.to_string()), "{violation}");
    }
    assert!(validate::kept_mask(&json!([true, false, true, false, true])).is_ok());
    for bad in [json!([true]), json!([1, 0, 0, 0, 0]), json!([true, false, true, false, null])] {
        assert_eq!(validate::kept_mask(&bad).unwrap_err().rule, "8.1");
    }
}

#[test]
fn section_8_2_cards_that_do_not_add_up_are_refused() {
    let card =
        serde_json::to_value(solo_game(Rules::Standard, 1).state().table().unwrap().players()[0].card())
            .unwrap();
    assert!(validate::scorecard(&card).is_ok());
    for (field, value, rule) in [
        ("upperSubtotal", json!(1), "10.3.2"),
        ("upperBonus", json!(34), "10.3.2"),
        ("upperTotal", json!(500), "10.3.2"),
        ("lowerTotal", json!(500), "10.3.3"),
        ("grandTotal", json!(5), "10.3.4"),
        ("diceeBonus", json!(150), "10.3.5"),
        ("fullHouse", json!(24), "10.3.6"),
        ("smallStraight", json!(15), "10.3.6"),
        ("largeStraight", json!(30), "10.3.6"),
        ("dicee", json!(100), "10.3.6"),
        ("ones", json!(6), "10.3.6"),
        ("chance", json!(4), "10.3.6"),
        ("categoriesRemaining", json!(["ones"]), "9.2.2"),
        ("turnsCompleted", json!(12), "10.4.3"),
        ("grandTotal", json!(-5), "8.2"),
        ("surprise", json!(1), "8.2"),
    ] {
        let mut broken = card.clone();
        broken[field] = value;
        let found = validate::scorecard(&broken).unwrap_err();
        assert!(found.iter().any(|violation| violation.rule == rule), "{field}: {found:?}");
    }
}

#[test]
fn section_8_3_events_that_are_none_are_refused_field_by_field() {
    let now = 1_700_000_010_000;
    let event = serde_json::to_value(&written()[10]).unwrap();
    assert_eq!(validate::event(&event, Some(now)), []);
    for (field, value) in [
        ("id", json!("evt_001")),
        ("id", json!("c232ab00-9414-11ec-b3c8-9f6bdeced846")),
        ("gameId", json!("game-1")),
        ("playerId", json!(7)),
        ("traceId", json!(null)),
        ("eventType", json!("shuffle")),
        ("eventVersion", json!("two")),
        ("eventVersion", json!("9.0.0")),
        ("sequenceNumber", json!(0)),
        ("streamType", json!("private")),
        ("streamType", json!("telemetry")),
        ("eventSource", json!("me")),
        ("turnNumber", json!(14)),
        ("rollNumber", json!(4)),
        ("causalChain", json!(["evt_001"])),
        ("timestamp", json!(now + validate::CLOCK_TOLERANCE_MS + 60_000)),
        ("timestamp", json!("now")),
    ] {
        let mut broken = event.clone();
        broken[field] = value;
        let found = validate::event(&broken, Some(now));
        assert!(found.iter().any(|violation| violation.message.starts_with(field)), "{field}: {found:?}");
    }
    assert!(validate::event(&json!(7), None).len() > 8);
}

#[test]
fn section_8_4_and_10_1_10_2_probability_vectors_hold_what_they_promise() {
    let log = solo_game(Rules::JokerRules, 2);
    for (moment, _) in Moment::all(&log, Outlook::Turn) {
        let vector = moment.advisor().probabilities(0.0);
        assert_eq!(invariants::of_probabilities(&vector), []);
    }
    let vector = Moment::all(&log, Outlook::Turn)[0].0.advisor().probabilities(0.0);
    type Break = fn(&mut dicee::ProbabilityVector);
    let cases: [(&str, Break); 7] = [
        ("10.1.1", |vector| vector.categories.get_mut(&Category::Chance).unwrap().probability = 1.5),
        ("10.1.3", |vector| vector.confidence = 0.9),
        ("10.2.1", |vector| vector.categories.get_mut(&Category::Ones).unwrap().expected_value = -1.0),
        ("10.2.2", |vector| vector.categories.get_mut(&Category::FullHouse).unwrap().expected_value = 12.0),
        ("10.2.2", |vector| vector.categories.get_mut(&Category::Ones).unwrap().future_ev = Some(5.5)),
        ("10.2.3", |vector| vector.categories.get_mut(&Category::Chance).unwrap().expected_value = 30.5),
        ("8.4", |vector| {
            vector.categories.remove(&vector.optimal_category);
        }),
    ];
    for (rule, break_it) in cases {
        let mut broken = vector.clone();
        break_it(&mut broken);
        let found = invariants::of_probabilities(&broken);
        assert!(found.iter().any(|violation| violation.rule == rule), "{rule}: {found:?}");
    }
}

#[test]
fn invariant_10_2_4_more_rolls_are_never_worth_less() {
    for seed in 0..3 {
        for (moment, _) in Moment::all(&solo_game(Rules::Standard, seed), Outlook::Turn) {
            let (analysis, position) = (moment.advisor().analysis(), moment.advisor().position());
            let turn = TurnValues::solve(analysis.rules, position, Outlook::Turn, RollsLeft::AFTER_FIRST);
            let values = [0, 1, 2].map(|rolls| turn.value(analysis.roll, RollsLeft::parse(rolls).unwrap()));
            let more_is_better = values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-9);
            assert!(more_is_better, "{values:?} with no, one and two rolls to come");
        }
    }
}

#[test]
fn invariants_10_4_views_that_cannot_be_are_found() {
    let view = solo_game(Rules::Standard, 1).state().view(None);
    assert_eq!(invariants::of_view(&view), []);
    let mut broken = view.clone();
    broken.players[0].scorecard = Scorecard::default();
    assert_eq!(invariants::of_view(&broken)[0].rule, "10.4.4");
    let log = multiplayer_game(Rules::Standard, 1);
    let running = log.state_at(12).view(None);
    assert_eq!(invariants::of_view(&running), []);
    for (turn, roll, rule) in [(0, 1, "10.4.1"), (14, 1, "10.4.1"), (1, 4, "10.4.2")] {
        let mut broken = running.clone();
        let current = broken.current_turn.as_mut().unwrap();
        (current.turn_number, current.roll_number) = (turn, roll);
        assert_eq!(invariants::of_view(&broken)[0].rule, rule);
    }
}

#[test]
fn invariants_10_5_repeated_ids_and_gaps_are_found() {
    let log = multiplayer_game(Rules::Standard, 1);
    let mut events = contract::events(&log, Outlook::Turn);
    assert_eq!(invariants::of_history(&events, &log), []);
    events[4].base.id = events[5].base.id;
    assert_eq!(invariants::of_history(&events, &log)[0].rule, "10.5.1");
    let mut events = contract::events(&log, Outlook::Turn);
    events.remove(3);
    assert_eq!(invariants::of_history(&events, &log)[0].rule, "10.5.2");
}

#[test]
fn invariants_10_6_grades_that_contradict_their_numbers_are_found() {
    let mut events = written();
    let sound = score(&mut events, 2).clone();
    assert_eq!(invariants::of_decision(&sound), []);
    let negative = contract::ScoreDecision { ev_difference: -1.0, ..sound.clone() };
    assert_eq!(invariants::of_decision(&negative)[0].rule, "10.6.1");
    let other = contract::ScoreDecision { ev_difference: sound.ev_difference + 3.0, ..sound.clone() };
    assert_eq!(invariants::of_decision(&other)[0].rule, "10.6.1");
    let best = contract::ScoreDecision {
        ev_difference: 0.0,
        optimal_ev: sound.expected_value,
        decision_quality: Quality::Good,
        ..sound
    };
    assert_eq!(invariants::of_decision(&best)[0].rule, "10.6.2");
}
