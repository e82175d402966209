//! Every rule of the contract holds of what the game writes, and each is broken here once to see that it is found.
#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks at the kinds that it made")]

use crate::common::{self, multiplayer_game, solo_game};
use chance::Chance;
use dicee::{
    Audience, Bot, Category, DiceSource, DiceeCommand, DiceeGame, GameId, GameMode, KeptMask, Outlook,
    PlayerId, Quality, Rules, Scorecard, Settings, SolvedGame,
};
use ledger::{Log, Seat};
use proptest::prelude::*;
use protocol::contract::{
    self, ConfidenceLevel, EventBody, GameEvent, Moment, ReadError, ScorecardData, Stamp, TelemetryBody,
    integrity, validate,
};
use serde_json::{Value, json};
use uuid::Uuid;

pub(crate) fn written() -> Vec<GameEvent> {
    contract::events(&multiplayer_game(Rules::JokerRules, 5), Outlook::Turn)
}

/// The first event of this kind after the `skip` first of it.
fn nth(events: &mut [GameEvent], kind: &str, skip: usize) -> usize {
    let mut places = (0..events.len()).filter(|&place| events[place].body.kind() == kind);
    places.nth(skip).unwrap()
}

/// Breaks a sound history and expects this rule, among others perhaps, to find it.
fn check(rule: &str, break_it: impl FnOnce(&mut Vec<GameEvent>)) {
    let mut events = written();
    assert_eq!(integrity::check(&events), []);
    break_it(&mut events);
    let found = integrity::check(&events);
    assert!(found.iter().any(|violation| violation.rule == rule), "{rule} was not found, but {found:#?}");
}

pub(crate) fn score(events: &mut [GameEvent], skip: usize) -> &mut contract::ScoreDecision {
    let place = nth(events, "score", skip);
    match &mut events[place].body {
        EventBody::Score(score) => score,
        _ => unreachable!("it is a score"),
    }
}

fn roll(events: &mut [GameEvent], place: usize) -> &mut contract::Roll {
    match &mut events[place].body {
        EventBody::Roll(roll) => roll,
        _ => unreachable!("it is a roll"),
    }
}

/// The first reroll.
fn reroll(events: &mut [GameEvent]) -> &mut contract::Roll {
    let place = events.iter().position(
        |event| matches!(&event.body, EventBody::Roll(roll) if roll.roll_type == contract::RollType::Reroll),
    );
    roll(events, place.unwrap())
}

#[test]
fn rule_9_1_1_a_fourth_roll_is_found() {
    check("9.1.1", |events| {
        let place = nth(events, "roll", 0);
        let copies = vec![events[place].clone(); 3];
        events.splice(place..place, copies);
    });
    check("9.1.1", |events| {
        let place = nth(events, "roll", 2);
        events[place].base.roll_number = 3;
    });
}

#[test]
fn rule_9_1_2_a_skipped_or_repeated_turn_is_found() {
    check("9.1.2", |events| {
        let place = nth(events, "score", 4);
        events[place].base.turn_number += 1;
    });
    check("9.1.2", |events| {
        let place = nth(events, "score", 0);
        let twice = events[place].clone();
        events.insert(place, twice);
    });
}

#[test]
fn rule_9_1_3_a_game_that_ends_too_soon_or_not_at_all_is_found() {
    check("9.1.3", |events| {
        let place = nth(events, "score", 20);
        events.remove(place);
    });
    check("9.1.3", |events| {
        let place = nth(events, "game_completed", 0);
        events.remove(place);
    });
    check("9.1.3", |events| {
        let (end, place) = (nth(events, "game_completed", 0), nth(events, "roll", 0));
        let late = events[place].clone();
        events.insert(end + 1, late);
    });
}

#[test]
fn rule_9_2_1_a_box_scored_twice_is_found() {
    check("9.2.1", |events| {
        let (first, player) =
            (score(events, 0).chosen_category, events[nth(&mut events.clone(), "score", 0)].base.player_id);
        let again = events.iter_mut().filter(|event| event.base.player_id == player).filter_map(|event| {
            match &mut event.body {
                EventBody::Score(score) => Some(score),
                _ => None,
            }
        });
        again.skip(1).for_each(|score| score.chosen_category = first);
    });
}

#[test]
fn rule_9_2_2_a_wrong_list_of_open_boxes_is_found() {
    check("9.2.2", |events| {
        score(events, 3).updated_scorecard.categories_remaining.pop();
    });
}

#[test]
fn rule_9_3_1_a_mask_that_cannot_be_is_found() {
    check("9.3.1", |events| {
        let place = nth(events, "roll", 0);
        roll(events, place).kept_mask.0[0] = true;
    });
    check("9.3.1", |events| reroll(events).kept_mask.0 = [true; 5]);
    check("9.3.1", |events| reroll(events).roll_type = contract::RollType::Initial);
}

#[test]
fn rule_9_3_2_a_kept_die_that_changed_is_found() {
    check("9.3.2", |events| {
        let roll = reroll(events);
        roll.kept_mask.0 = [true, true, true, true, false];
        roll.dice_result =
            dicee::Dice::new(roll.pre_roll_dice.unwrap().pips().map(|pips| pips % 6 + 1)).unwrap();
    });
    check("9.3.2", |events| reroll(events).pre_roll_dice = None);
}

#[test]
fn rule_9_4_1_wrong_points_are_found() {
    check("9.4.1", |events| score(events, 0).points_earned += 1);
}

#[test]
fn rules_9_4_2_and_9_4_3_wrong_totals_are_found() {
    check("9.4.2", |events| score(events, 0).updated_scorecard.upper_bonus = 35);
    check("9.4.3", |events| score(events, 0).updated_scorecard.grand_total += 1);
    check("9.4.3", |events| score(events, 5).previous_scorecard = (&Scorecard::default()).into());
    check("9.4.3", |events| {
        let place = nth(events, "game_started", 0);
        let EventBody::GameStarted(started) = &mut events[place].body else { panic!("a start") };
        started.initial_scorecards.values_mut().next().unwrap().grand_total = 9;
    });
    check("9.4.3", |events| {
        let place = nth(events, "game_completed", 0);
        let EventBody::GameCompleted(completed) = &mut events[place].body else { panic!("an end") };
        *completed.final_scores.values_mut().next().unwrap() += 1;
    });
}

#[test]
fn rule_9_5_1_a_cause_that_is_not_there_or_later_is_found() {
    check("9.5.1", |events| {
        let later = events[9].base.id;
        events[4].base.causal_chain = vec![later];
    });
    check("9.5.1", |events| {
        let own = events[4].base.id;
        events[4].base.causal_chain = vec![own];
    });
    check("9.5.1", |events| events[4].base.causal_chain = vec![uuid::Uuid::nil()]);
}

#[test]
fn rule_9_5_2_a_gap_is_found() {
    check("9.5.2", |events| {
        events.remove(0);
    });
    check("9.5.2", |events| events[7].base.sequence_number = 90);
}

#[test]
fn rule_9_6_1_time_that_runs_backwards_is_found() {
    check("9.6.1", |events| events[7].base.timestamp = 5);
}

#[test]
fn a_history_reads_back_as_the_same_game() {
    for rules in Rules::ALL {
        for log in [solo_game(rules, 1), multiplayer_game(rules, 2)] {
            let events = contract::events(&log, Outlook::Turn);
            let read = contract::read(&serde_json::to_string(&events).unwrap()).unwrap();
            assert_eq!(read.log.state(), log.state());
            assert_eq!(read.events, events);
            let ids = |log: &ledger::Log<_>| {
                log.envelopes().iter().map(|e: &ledger::Envelope<_>| e.id.clone()).collect::<Vec<_>>()
            };
            assert_eq!(ids(&read.log), ids(&log));
        }
    }
}

#[test]
fn a_history_that_cannot_be_is_refused_with_the_event() {
    let events: Vec<Value> = written().iter().map(|event| serde_json::to_value(event).unwrap()).collect();
    let read =
        |events: &[Value]| contract::read(&serde_json::to_string(events).unwrap()).unwrap_err().to_string();
    let rolls = events.iter().position(|event| event["eventType"] == "roll").unwrap();
    for (field, value, expected) in [
        ("diceResult", json!([1, 2, 3, 4, 9]), "event 6: faces"),
        ("keptMask", json!([true, false, false, false, false]), "event 6: it cannot follow"),
        ("eventVersion", json!("65535.0.0"), "roll 65535.0.0 cannot be read here"),
        ("streamType", json!("telemetry"), "roll belongs into the stream"),
        ("eventVersion", json!("3.0.0"), "event 6: roll 3.0.0 cannot be read here"),
        ("eventType", json!("dance"), "event 6: dance 2.0.0 cannot be read here"),
        ("gameId", json!("00000000-0000-4000-8000-000000000001"), "gameId: expected"),
        ("playerId", json!("00000000-0000-4000-8000-000000000001"), "playerId: expected"),
        ("turnNumber", json!(2), "turnNumber and rollNumber: expected turn 1 roll 1, got turn 2 roll 1"),
    ] {
        let mut broken = events.clone();
        broken[rolls][field] = value;
        let message = read(&broken);
        let part = expected.trim_start_matches("event 6: faces");
        assert!(message.contains(part), "{field}: {message}");
    }
    assert!(matches!(contract::read("[]"), Err(ReadError::Empty)));
    assert!(matches!(contract::read("{}"), Err(ReadError::Json(_))));
}

#[test]
fn whatever_can_be_computed_is_compared() {
    let log = multiplayer_game(Rules::Standard, 5);
    let computed = contract::events(&log, Outlook::Turn);
    assert_eq!(integrity::against(&computed, &computed), []);
    for (kind, field, value) in [
        ("game_completed", "winnerIds", json!(["00000000-0000-4000-8000-000000000001"])),
        ("game_completed", "totalTurns", json!(99)),
        ("score", "optimalEV", json!(999.0)),
        ("score", "decisionQuality", json!("good")),
        ("roll", "rollType", json!("reroll")),
        ("game_created", "playerId", json!("00000000-0000-4000-8000-000000000001")),
        ("error", "errorMessage", json!("nothing happened")),
    ] {
        let mut events = computed.clone();
        let place = nth(&mut events, kind, 0);
        let mut changed = serde_json::to_value(&events[place]).unwrap();
        changed[field] = value;
        events[place] = serde_json::from_value(changed).unwrap();
        let found = integrity::against(&events, &computed);
        assert!(found.iter().any(|violation| violation.message.starts_with(field)), "{field}: {found:?}");
    }
    // Times and what players thought are not in the history.
    let mut events = computed.clone();
    score(&mut events, 0).time_to_decision += 7;
    score(&mut events, 0).hint_requested = Some(true);
    assert_eq!(integrity::against(&events, &computed), []);
}

#[test]
fn analysis_and_telemetry_in_a_history_are_read_beside_it() {
    let log = solo_game(Rules::Standard, 4);
    let mut entries: Vec<Value> = contract::events(&log, Outlook::Turn)
        .iter()
        .map(|event| serde_json::to_value(event).unwrap())
        .collect();
    let (moment, timestamp) = &Moment::all(&log, Outlook::Turn)[0];
    let stamp = Stamp { sequence_number: 1, timestamp: *timestamp };
    entries.push(serde_json::to_value(moment.analysis(Audience::default(), 0.25, stamp)).unwrap());
    entries.push(serde_json::to_value(moment.hover(Category::Ones, 5, 1, stamp)).unwrap());
    let read = contract::read(&serde_json::to_string(&entries).unwrap()).unwrap();
    assert_eq!((read.analysis.len(), read.telemetry.len(), read.raw.len()), (1, 1, entries.len()));
    assert_eq!(read.log.state(), log.state());
}

#[test]
fn fractions_of_milliseconds_are_read() {
    let events = contract::events(&solo_game(Rules::Standard, 4), Outlook::Turn);
    let json = serde_json::to_string(&events).unwrap();
    let json = json.replace("\"timeToDecision\":1000", "\"timeToDecision\":999.6");
    assert_eq!(contract::read(&json).unwrap().events, events);
}

#[test]
fn analysis_belongs_to_its_roll_and_follows_from_the_game() {
    let log = multiplayer_game(Rules::Standard, 3);
    let events = contract::events(&log, Outlook::Turn);
    let rolls = events.iter().filter_map(|event| match &event.body {
        EventBody::Roll(roll) => Some((event, roll)),
        _ => None,
    });
    let moments = Moment::all(&log, Outlook::Turn);
    assert_eq!(moments.len(), rolls.clone().count());
    for ((event, roll), (moment, timestamp)) in rolls.zip(&moments) {
        let stamp = Stamp { sequence_number: 1, timestamp: *timestamp };
        let analysis = serde_json::to_value(moment.analysis(Audience::default(), 0.0, stamp)).unwrap();
        assert_eq!(roll.analysis_id, None, "a history by itself has no analysis");
        assert_eq!(analysis["sourceEventId"], json!(event.base.id));
        assert_eq!(analysis["causalChain"], json!([event.base.id]));
        assert_eq!(analysis["confidence"], 1.0);
        assert_eq!(validate::event(&analysis, None), []);
    }
    assert!(Moment::now(&log, Outlook::Turn).is_none(), "the game is over");
}

#[test]
fn a_prediction_is_scored_by_its_distance_from_the_truth() {
    let log = solo_game(Rules::Standard, 4);
    let (moment, _) = &Moment::all(&log, Outlook::Turn)[0];
    let stamp = Stamp { sequence_number: 1, timestamp: 0 };
    let truth = moment.advisor().analysis().categories[0].probability.value();
    let category = moment.advisor().analysis().categories[0].category;
    let watching: protocol::PlayerId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
    let event = moment.prediction(watching, category, truth, ConfidenceLevel::High, stamp).unwrap();
    assert_eq!(event.base.player_id, watching, "it is theirs, not of the player whose turn it is");
    let TelemetryBody::Prediction(prediction) = event.body else { panic!("it is a prediction") };
    assert_eq!((prediction.prediction_score, prediction.accuracy_delta), (100.0, 0.0));
    for none in [-0.1, 1.1, f64::NAN] {
        assert!(moment.prediction(watching, category, none, ConfidenceLevel::Low, stamp).is_none());
    }
}

#[test]
fn a_card_is_the_same_after_the_wire() {
    for log in [solo_game(Rules::Standard, 1), multiplayer_game(Rules::ForcedDicee, 2)] {
        for player in log.state().table().unwrap().players() {
            let data: ScorecardData =
                serde_json::from_value(serde_json::to_value(player.card()).unwrap()).unwrap();
            assert_eq!(data.card().unwrap(), *player.card());
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in ".{0,300}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = if bytes.len() % 2 == 0 { text } else { String::from_utf8_lossy(&bytes).into_owned() };
        let _ = contract::read(&text);
    }

    #[test]
    fn a_history_with_any_byte_changed_never_panics(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let events = contract::events(&solo_game(Rules::Standard, 1), Outlook::Turn);
        let mut json = serde_json::to_string(&events).unwrap().into_bytes();
        let place = place.index(json.len());
        json[place] = byte;
        if let Ok(text) = String::from_utf8(json) {
            let _ = contract::read(&text).map(|read| contract::integrity::check(&read.events));
        }
    }
}

/// Dice that fall as they are told to.
struct Told(std::vec::IntoIter<u8>);

impl Chance for Told {
    fn next_word(&mut self) -> u32 {
        0
    }

    fn die(&mut self) -> u8 {
        self.0.next().unwrap()
    }
}

#[test]
fn stopping_early_is_graded_against_rolling_on() {
    let mut log = Log::<DiceeGame>::default();
    let create = DiceeCommand::Create {
        game_id: GameId(Uuid::from_u128(1)),
        game_mode: GameMode::Solo,
        player_ids: vec![PlayerId(Uuid::from_u128(2))],
        settings: Settings::default(),
        dice: DiceSource::Table,
    };
    let score = DiceeCommand::Score { category: Category::Twos };
    let mut luck = Told(vec![3, 2, 2, 2, 2].into_iter());
    let stamp = ledger::Stamp { timestamp: 0, source: ledger::Source::Client };
    for (id, command) in
        [create, DiceeCommand::Start {}, DiceeCommand::Roll { kept_mask: None }, score].iter().enumerate()
    {
        log.submit(Seat(0), &id.to_string(), None, command, &mut luck, stamp).unwrap();
    }
    let solved = SolvedGame::solve_values(Rules::Standard, |_| {});
    let events = contract::events(&log, Outlook::Game(&solved));
    let EventBody::Score(score) = &events.last().unwrap().body else { panic!("it is a score") };
    assert_eq!(score.decision_quality, Quality::Suboptimal);
    assert!((score.ev_difference - 20.23).abs() < 0.005, "{}", score.ev_difference);
    assert_eq!(score.optimal_kept_mask, Some(KeptMask([false, true, true, true, true])));
    assert_eq!(score.optimal_category, Category::Twos, "of all boxes it was the best");
}

#[test]
fn every_grade_of_a_history_is_the_grade_of_the_report() {
    let solved = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    for seed in [3, 5] {
        let log = common::played_by(&solved, Bot::Casual, seed);
        let events = contract::events(&log, Outlook::Game(&solved));
        for (player, record) in dicee::records(log.events()) {
            let report = coach::GameReport::new(&solved, &record).unwrap();
            let written: Vec<(f64, f64, f64, Quality)> = events
                .iter()
                .filter(|event| event.base.player_id == player)
                .filter_map(|event| match &event.body {
                    EventBody::Score(score) => Some((
                        score.expected_value,
                        score.optimal_ev,
                        score.ev_difference,
                        score.decision_quality,
                    )),
                    EventBody::Roll(roll) => Some((
                        roll.expected_value?,
                        roll.optimal_ev?,
                        roll.ev_difference?,
                        roll.decision_quality?,
                    )),
                    _ => None,
                })
                .collect();
            assert_eq!(written.len(), report.decisions.len());
            assert!(!written.is_empty());
            for (written, decided) in written.iter().zip(&report.decisions) {
                assert!((written.0 - decided.value).abs() < 1e-9);
                assert!((written.1 - decided.best_value).abs() < 1e-9);
                assert!((written.2 - decided.loss).abs() < 1e-9);
                assert_eq!(written.3, decided.quality);
            }
        }
    }
}
