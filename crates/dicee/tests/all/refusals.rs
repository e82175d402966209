//! What a game refuses, in which words and with which code; and what is read out of its history.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use dicee::{
    Category, CategorySet, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, DiceeRefusal, GameId, GameMode,
    Hex, KeptMask, Rules, ScoreRefusal, Settings, TABLE, records, records_of, upcaster,
};
use ledger::{Game as _, Seat, Version};
use serde_json::json;

use crate::common::{Hand, multiplayer_game, player, solo_game};

const HOST: Seat = Seat(0);

#[test]
fn every_refusal_has_the_code_of_the_contract_and_names_the_field_at_fault() {
    use DiceeRefusal::*;
    let invalid = "ERR_INVALID_TURN";
    let allowed = CategorySet::EMPTY.with(Category::Fours);
    let category = Category::Ones;
    for (refusal, code, field) in [
        (NotCreated, "ERR_GAME_NOT_FOUND", None),
        (NotStarted, "ERR_GAME_NOT_STARTED", None),
        (Over, "ERR_GAME_COMPLETED", None),
        (NotYourTurn { current: player(1) }, "ERR_NOT_YOUR_TURN", None),
        (NotSeated { seat: 5 }, "ERR_FORBIDDEN", Some("seat")),
        (WrongSeat { expected: 0, actual: 1 }, "ERR_FORBIDDEN", Some("seat")),
        (NotHost, "ERR_FORBIDDEN", None),
        (NotTable, "ERR_FORBIDDEN", None),
        (Score(ScoreRefusal::AlreadyFilled { category }), "ERR_CATEGORY_SCORED", Some("category")),
        (
            Score(ScoreRefusal::ForcedElsewhere { category, allowed }),
            "ERR_INVALID_CATEGORY",
            Some("category"),
        ),
        (NothingToKeep { actual: KeptMask::ALL }, "ERR_INVALID_DICE", Some("keptMask")),
        (NothingToRoll, "ERR_INVALID_DICE", Some("keptMask")),
        (AlreadyCreated, invalid, None),
        (AlreadyStarted, invalid, None),
        (NotOver, invalid, None),
        (Overtime, invalid, None),
        (Players { expected: "2 to 8".into(), actual: 9 }, invalid, Some("playerIds")),
        (AlreadySeated { player: player(1) }, invalid, Some("playerIds")),
        (TimeLimit { actual: 1 }, invalid, Some("timeLimit")),
        (NoTimeLimit, invalid, None),
        (Seed { field: "clientSeed", expected: "1 to 64 bytes of text" }, invalid, Some("clientSeed")),
        (NoRollLeft, invalid, None),
        (NotRolled, invalid, None),
        (UndoForbidden, invalid, None),
        (NothingToUndo, invalid, None),
    ] {
        assert_eq!((refusal.code(), refusal.field()), (code, field), "{refusal}");
    }
}

#[test]
fn a_game_that_cannot_be_created_so_is_refused_in_these_words() {
    let create = |player_ids: Vec<u128>, settings, dice| DiceeCommand::Create {
        game_id: GameId(uuid::Uuid::from_u128(7)),
        game_mode: GameMode::Multiplayer,
        player_ids: player_ids.into_iter().map(player).collect(),
        settings,
        dice,
    };
    let plain = Settings::default();
    let limit = |seconds| Settings { time_limit: Some(seconds), ..Settings::default() };
    let seed = DiceSource::LARGEST_SEED;
    let words = |seat, command: &DiceeCommand| {
        let mut luck = chance::SeededChance::from_seed(1);
        DiceeGame::default().decide(seat, command, &mut luck).map_err(|refusal| refusal.to_string())
    };
    for (seat, command, expected) in [
        (Seat(1), create(vec![0], plain, DiceSource::Table), "seat 1: expected seat 0"),
        (HOST, create(vec![], plain, DiceSource::Table), "players: expected 2 to 8 for this mode, got 0"),
        (
            HOST,
            create((0..9).collect(), plain, DiceSource::Table),
            "players: expected 2 to 8 for this mode, got 9",
        ),
        (
            HOST,
            create(vec![0, 1, 0], plain, DiceSource::Table),
            "player 20000000-0000-4000-8000-000000000000 is already in this game",
        ),
        (HOST, create(vec![0], limit(4), DiceSource::Table), "timeLimit: expected 5 to 86400 seconds, got 4"),
        (
            HOST,
            create(vec![0], limit(86_401), DiceSource::Table),
            "timeLimit: expected 5 to 86400 seconds, got 86401",
        ),
        (
            HOST,
            create(vec![0], plain, DiceSource::Seeded { seed: seed + 1 }),
            "seed: expected a number up to 2^53",
        ),
    ] {
        assert_eq!(words(seat, &command), Err(expected.to_owned()));
    }
    assert!(words(HOST, &create(vec![0], limit(5), DiceSource::Seeded { seed })).is_ok());
    let mut hand = Hand::new(1);
    hand.create(GameMode::Solo, Rules::Standard, DiceSource::Table);
    let again = hand.try_send(HOST, &create(vec![0], plain, DiceSource::Table)).unwrap_err();
    assert!(again.contains("this game was created before"), "{again}");
}

#[test]
fn only_fair_dice_take_a_seed_of_the_players() {
    for (dice, checkable) in [(DiceSource::Table, false), (DiceSource::Seeded { seed: 3 }, true)] {
        assert_eq!(dice.is_checkable(), checkable);
        assert!(dice.is_kept_by(&Hex([1; 32])), "nothing was promised");
        let mut hand = Hand::new(1);
        hand.create(GameMode::Solo, Rules::Standard, dice);
        let refusal = hand.try_send(HOST, &DiceeCommand::Mix { client_seed: "mine".into() }).unwrap_err();
        assert!(refusal.contains("clientSeed: expected a game with fair dice"), "{refusal}");
    }
    assert!(DiceSource::Fair { commitment: Hex([2; 32]) }.is_checkable());
}

#[test]
fn a_game_without_a_time_limit_does_not_run_out_of_time() {
    let mut hand = Hand::new(1);
    hand.send(
        HOST,
        &serde_json::from_value(json!({
            "type": "create",
            "gameId": "00000000-0000-4000-8000-000000000001",
            "gameMode": "solo",
            "playerIds": ["00000000-0000-4000-8000-000000000002"],
        }))
        .unwrap(),
    );
    hand.send(HOST, &DiceeCommand::Start {});
    let refusal = hand.try_send(TABLE, &DiceeCommand::Expire {}).unwrap_err();
    assert!(refusal.contains("this game has no time limit"), "{refusal}");
}

#[test]
fn a_finished_table_counts_thirteen_turns_and_the_score_of_everybody() {
    let log = solo_game(Rules::Standard, 4);
    let table = log.state().table().unwrap();
    let card = table.players()[0].card();
    assert_eq!(table.turns_played(), 13);
    assert_eq!(table.scores(), [(player(0), card.grand_total())].into());
    let half = log.state_at(log.version() / 2);
    let played = half.table().unwrap().turns_played();
    assert!((1..13).contains(&played), "{played}");
}

#[test]
fn a_turn_that_the_clock_ended_says_so_in_the_record_of_a_log() {
    let log = multiplayer_game(Rules::Standard, 9);
    let (known, unknown) = (records_of(&log), records(log.events()));
    let clocked = |records: &std::collections::BTreeMap<_, dicee::GameRecord>| -> usize {
        records.values().flat_map(dicee::GameRecord::decisions).filter(|decision| decision.by_clock).count()
    };
    assert_eq!((clocked(&known), clocked(&unknown)), (1, 0), "events alone do not say who sent them");
    for (player, record) in &known {
        assert_eq!(record.card(), unknown[player].card());
    }
}

#[test]
fn old_scores_lose_what_can_be_computed() {
    let step = |event| upcaster().upcast("eventType", Version::new(1, 0, 0), event).map(|(_, event)| event);
    let old = json!({
        "eventType": "score",
        "chosenCategory": "chance",
        "pointsEarned": 22,
        "wasOptimal": false,
        "timeToDecide": 900,
    });
    let new = json!({"eventType": "score", "chosenCategory": "chance", "pointsEarned": 22});
    assert_eq!(step(old), Ok(new));
    let boxless = json!({"eventType": "score", "pointsEarned": 22});
    assert_eq!(
        step(boxless).unwrap_err().to_string(),
        "score 1.0.0: chosenCategory is missing or of the wrong type"
    );
}

#[test]
fn a_history_admits_an_error_with_short_plain_texts_and_no_other() {
    let mut hand = Hand::new(1);
    hand.create(GameMode::Solo, Rules::Standard, DiceSource::Table);
    let error = |message: &str, recovery: Option<&str>| -> DiceeEvent {
        let mut event = json!({
            "eventType": "error",
            "errorCode": "ERR_INTERNAL",
            "errorMessage": message,
            "severity": "warning",
            "failedAction": "roll",
            "recovered": true,
        });
        if let Some(recovery) = recovery {
            event["recoveryAction"] = recovery.into();
        }
        serde_json::from_value(event).unwrap()
    };
    let long = "x".repeat(500);
    for (event, admitted) in [
        (error("the dice fell off the table", None), true),
        (error(&long, Some(&long)), true),
        (error(&format!("{long}x"), None), false),
        (error("fell", Some(&format!("{long}x"))), false),
        (error("two\nlines", None), false),
        (error("fell", Some("rolled\u{7}again")), false),
    ] {
        assert_eq!(hand.log.state().admits(&event), admitted, "{event:?}");
        assert!(!DiceeGame::default().admits(&event), "there is no game yet");
    }
    let created = hand.log.events().next().unwrap().clone();
    assert!(DiceeGame::default().admits(&created));
    assert!(!hand.log.state().admits(&created), "a game is created once");
}

#[test]
fn a_source_of_dice_that_does_not_exist_is_not_read() {
    let error = serde_json::from_value::<DiceSource>(json!({"source": "loaded"})).unwrap_err();
    assert_eq!(error.to_string(), "unknown variant `loaded` of `source`");
}
