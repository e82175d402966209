//! The table as a page uses it, without JavaScript.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use dicee::{
    Bot, Category, DiceSource, DiceeCommand, GameId, GameMode, GameStatus, KeptMask, PlayerId, Settings,
};
use serde_json::Value;
use uuid::Uuid;
use wasm_table::{DiceVerdict, SeatRequest, Session, TableRequest, history};

fn seats(bots: &[Option<Bot>]) -> Vec<SeatRequest> {
    let seat = |(bot, number): (&Option<Bot>, u128)| SeatRequest {
        player_id: PlayerId(Uuid::from_u128(number)),
        bot: *bot,
    };
    bots.iter().zip(1..).map(seat).collect()
}

fn request(bots: &[Option<Bot>], dice: DiceSource) -> TableRequest {
    TableRequest {
        game_id: GameId(Uuid::from_u128(9)),
        mode: if bots.len() == 1 { GameMode::Solo } else { GameMode::Multiplayer },
        players: seats(bots),
        settings: Settings { allow_undo: Some(true), ..Settings::default() },
        dice,
    }
}

fn device() -> SeededChance {
    SeededChance::from_seed(3)
}

fn open(dice: DiceSource) -> Session {
    Session::create(&request(&[None], dice), 1_000, &mut device()).unwrap()
}

/// Plays a turn: one roll, then the first open box.
fn play_turn(session: &mut Session, turn: usize) {
    let roll = DiceeCommand::Roll { kept_mask: None };
    session.submit(0, &format!("roll-{turn}"), &roll, None, 1_000, &mut device()).unwrap();
    let category = Category::ALL[turn];
    let score = DiceeCommand::Score { category };
    session.submit(0, &format!("score-{turn}"), &score, None, 1_000, &mut device()).unwrap();
}

#[test]
fn a_seeded_game_is_played_verified_shared_and_read_back() {
    let mut session = open(DiceSource::Seeded { seed: 7 });
    (0..13).for_each(|turn| play_turn(&mut session, turn));
    let view = session.view(None, None);
    assert_eq!(view.status, GameStatus::Completed);
    assert_eq!(session.verify(), DiceVerdict::Fair { rolls: 13 });
    assert_eq!(session.seed(), Some(7));
    assert_eq!(session.record(0).unwrap().turns.len(), 13);
    assert_eq!(session.record(1), None);
    let link = session.link().unwrap();
    for text in [link.clone(), format!("https://example.org/dicee/replay#{link}"), format!("?{link}#top")] {
        assert_eq!(Session::from_link(&text, 5).unwrap().view(None, None), view, "{text}");
    }
    assert_eq!(Session::from_log(&session.log().unwrap()).unwrap().view(None, None), view);
    assert_eq!(session.view(None, Some(2)).status, GameStatus::Active);
    assert_eq!(session.view(None, Some(0)).status, GameStatus::Waiting);
}

#[test]
fn a_fork_goes_on_with_the_same_dice() {
    let mut session = open(DiceSource::Seeded { seed: 7 });
    (0..3).for_each(|turn| play_turn(&mut session, turn));
    let at = session.version();
    let mut fork = session.fork(at - 2, 1_000).unwrap();
    assert_eq!(fork.version(), at - 2);
    play_turn(&mut fork, 2);
    assert_eq!(fork.view(None, None), session.view(None, None));
    assert_eq!(fork.verify(), DiceVerdict::Fair { rolls: 3 });
}

#[test]
fn real_dice_are_entered_one_face_for_each_die_that_is_rolled() {
    let mut session = open(DiceSource::Table);
    let roll = |kept_mask| DiceeCommand::Roll { kept_mask };
    let first = roll(None);
    for wrong in [&[1, 2, 3, 4][..], &[1, 2, 3, 4, 7], &[0, 1, 2, 3, 4], &[1, 2, 3, 4, 5, 6]] {
        let fault = session.submit(0, "a", &first, Some(wrong), 1, &mut device()).unwrap_err();
        assert_eq!(fault.property("field"), Some("faces"), "{wrong:?}");
    }
    session.submit(0, "a", &first, Some(&[5, 2, 5, 6, 5]), 1, &mut device()).unwrap();
    let kept = KeptMask([true, false, true, false, true]);
    session.submit(0, "b", &roll(Some(kept)), Some(&[1, 4]), 1, &mut device()).unwrap();
    let turn = session.view(None, None).current_turn.unwrap();
    assert_eq!(turn.current_dice.unwrap().pips(), [5, 1, 5, 4, 5]);
    assert_eq!((session.verify(), session.seed()), (DiceVerdict::Unpromised, None));
    let score = DiceeCommand::Score { category: Category::Fives };
    assert!(session.submit(0, "c", &score, Some(&[1]), 1, &mut device()).is_err());
    let mut seeded = open(DiceSource::Seeded { seed: 1 });
    assert!(seeded.submit(0, "a", &first, Some(&[1; 5]), 1, &mut device()).is_err());
}

#[test]
fn refusals_have_a_code_and_a_field_and_change_nothing() {
    let mut session = open(DiceSource::Seeded { seed: 7 });
    let score = DiceeCommand::Score { category: Category::Ones };
    let early = session.submit(0, "a", &score, None, 1, &mut device()).unwrap_err();
    assert_eq!((early.property("code"), early.property("field")), (Some("ERR_INVALID_TURN"), None));
    play_turn(&mut session, 0);
    let before = session.version();
    session.submit(0, "b", &DiceeCommand::Roll { kept_mask: None }, None, 1, &mut device()).unwrap();
    let twice = session.submit(0, "c", &score, None, 1, &mut device()).unwrap_err();
    assert_eq!(
        (twice.property("code"), twice.property("field")),
        (Some("ERR_CATEGORY_SCORED"), Some("category"))
    );
    assert_eq!(session.version(), before + 1);
    let again =
        session.submit(0, "b", &DiceeCommand::Roll { kept_mask: None }, None, 1, &mut device()).unwrap();
    assert!(again.repeated);
}

#[test]
fn seats_are_taken_in_order_and_the_bot_to_move_is_named() {
    let mut bots = request(&[None, Some(Bot::Casual), None], DiceSource::Seeded { seed: 2 });
    let session = Session::create(&bots, 1, &mut device()).unwrap();
    let view = session.view(None, None);
    let seated: Vec<_> =
        view.players.iter().map(|player| (player.player_id.0.as_u128(), player.bot)).collect();
    assert_eq!(seated, [(1, None), (2, Some(Bot::Casual)), (3, None)]);
    let current = view.players.iter().position(|player| player.is_current_player).unwrap();
    assert_eq!(
        session.bot().map(|bot| (usize::from(bot.seat), bot.bot)),
        (current == 1).then_some((1, Bot::Casual))
    );
    bots.players.swap(0, 1);
    assert_eq!(Session::create(&bots, 1, &mut device()).unwrap_err().property("field"), Some("players[0]"));
    bots.players.clear();
    assert_eq!(Session::create(&bots, 1, &mut device()).unwrap_err().property("field"), Some("players"));
    bots.players = seats(&[None]);
    assert_eq!(Session::create(&bots, 1, &mut device()).unwrap_err().property("field"), Some("playerIds"));
}

#[test]
fn damaged_links_and_logs_are_refused() {
    let session = open(DiceSource::Seeded { seed: 7 });
    let link = session.link().unwrap();
    for text in ["", "#", "g=", "g=%%%", &link[..link.len() - 9], "g1=x&g3=y", "\u{0}"] {
        assert_eq!(
            Session::from_link(text, 1).unwrap_err().property("code"),
            Some("ERR_INVALID_LINK"),
            "{text}"
        );
    }
    let log = session.log().unwrap();
    for text in ["", "[1]", &log.replace("\"seed\":7", "\"seed\":8")] {
        assert_eq!(Session::from_log(text).unwrap_err().property("code"), Some("ERR_INVALID_LOG"), "{text}");
    }
}

#[test]
fn the_history_knows_turn_and_roll_of_every_event() {
    let mut session = open(DiceSource::Seeded { seed: 7 });
    play_turn(&mut session, 0);
    session.submit(0, "undo", &DiceeCommand::Undo {}, None, 1, &mut device()).unwrap();
    let score = DiceeCommand::Score { category: Category::Chance };
    session.submit(0, "again", &score, None, 1, &mut device()).unwrap();
    play_turn(&mut session, 1);
    let entries = history(session.events());
    assert_eq!(entries.last().unwrap().version, session.version());
    let seen: Vec<_> = entries.iter().map(|entry| (entry.kind, entry.turn, entry.roll)).collect();
    assert_eq!(
        seen,
        [
            ("game_created", 0, 0),
            ("game_started", 0, 0),
            ("roll", 1, 1),
            ("score", 1, 1),
            ("undo", 2, 0),
            ("score", 1, 1),
            ("roll", 2, 1),
            ("score", 2, 1),
        ]
    );
}

/// The module is built without the exact reader of fractions, which is ten kilobytes of tables.
#[test]
fn no_event_holds_a_fraction() {
    fn is_whole(value: &Value) -> bool {
        match value {
            Value::Number(number) => !number.is_f64(),
            Value::Array(items) => items.iter().all(is_whole),
            Value::Object(fields) => fields.values().all(is_whole),
            Value::Null | Value::Bool(_) | Value::String(_) => true,
        }
    }
    let mut session = open(DiceSource::Seeded { seed: 1 << 53 });
    (0..13).for_each(|turn| play_turn(&mut session, turn));
    assert!(is_whole(&serde_json::from_str(&session.log().unwrap()).unwrap()));
}
