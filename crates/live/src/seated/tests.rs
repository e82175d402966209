use std::sync::Arc;
use std::time::Duration;

use chance::{SeededChance, ServerSeed};
use fortytwo::FortyTwo;
use ledger::{Game as _, Log, PlayerId, Seat, Source, Stamp};
use protocol::{FortyTwoOptions, ServerMessage};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{HintRequest, Hints, Seated, SeatedCommand, SeatedEvent, SeatingEvent, TableGame as _};
use crate::clock::SystemClock;
use crate::context::{Context, NodeContext};
use crate::entropy::OsEntropy;
use crate::game::{
    Asker, Denied, Hosted as _, LateAnswer, NoteCounts, QueryAnswer, Questions as _, Seating as _,
};

type Table = Seated<FortyTwo>;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn send(log: &mut Log<Table>, seat: u8, command: SeatedCommand<fortytwo::Command, FortyTwoOptions>) -> bool {
    let stamp = Stamp { timestamp: 0, source: Source::Client };
    let id = log.version().to_string();
    log.submit(Seat(seat), &id, None, &command, &mut SeededChance::from_seed(1), stamp).is_ok()
}

fn opened() -> Log<Table> {
    let mut log = Log::default();
    let options = FortyTwoOptions::default();
    assert!(send(&mut log, 0, SeatedCommand::Open { host: player(1), options }));
    log
}

/// These words are stored: they are read for ever.
#[test]
fn stored_seating_is_written_as_it_always_was() {
    let mut log = opened();
    assert!(send(&mut log, 2, SeatedCommand::Sit { player: Some(player(2)), seat: None }));
    assert!(send(&mut log, 2, SeatedCommand::Stand));
    let events: Vec<Value> = log.events().map(|event| serde_json::to_value(event).unwrap()).collect();
    let house = json!({
        "nello": false, "splash": false, "plunge": false, "sevens": false, "forcedBid": false, "targetMarks": 7,
    });
    let (first, second) = (player(1).0.to_string(), player(2).0.to_string());
    assert_eq!(
        events,
        [
            json!({
                "type": "TABLE_OPENED", "hostPlayerId": first, "options": { "bots": "strong", "house": house },
            }),
            json!({ "type": "PLAYER_SAT", "playerId": first, "seat": 0 }),
            json!({ "type": "PLAYER_SAT", "playerId": second, "seat": 2 }),
            json!({ "type": "PLAYER_STOOD", "seat": 2 }),
        ]
    );
    let json = log.to_json().unwrap();
    let read = Log::<Table>::from_json(&json, &Table::upcaster()).unwrap();
    assert_eq!(read.envelopes(), log.envelopes());
}

#[test]
fn seating_from_outside_is_judged_by_the_same_rules() {
    let log = opened();
    let sat =
        |number, seat| SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id: player(number), seat });
    let rows = [
        (sat(2, 1), true),
        (sat(2, 0), false),
        (sat(1, 1), true),
        (sat(1, 0), false),
        (sat(2, 4), false),
        (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat: 0 }), true),
        (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat: 1 }), false),
    ];
    for (event, possible) in rows {
        assert_eq!(log.state().admits(&event), possible, "{event:?}");
    }
}

#[test]
fn a_player_may_move_to_a_free_seat_before_the_game_begins() {
    let mut log = opened();
    let sit = |number, seat| SeatedCommand::Sit { player: Some(player(number)), seat: Some(seat) };
    assert!(send(&mut log, 1, sit(2, 1)));
    assert!(!send(&mut log, 1, sit(1, 1)), "somebody sits there");
    assert!(send(&mut log, 2, sit(2, 2)), "across from the host");
    assert!(send(&mut log, 3, sit(1, 3)));
    let seats = log.state().seats.as_ref().unwrap();
    assert_eq!(seats.players, [None, None, Some(player(2)), Some(player(1))]);
    assert_eq!(seats.host, player(1), "who moves stays the host");
    assert_eq!(log.state().free_seats(), 2);
}

#[test]
fn seats_of_a_running_game_are_their_owners() {
    let mut log = opened();
    let commitment = "11".repeat(32);
    let promise = json!({ "type": "COMMIT", "gameId": "game-1", "commitment": commitment });
    let start = serde_json::from_value(json!({ "type": "START_GAME" })).unwrap();
    let prepare = |log: &Log<Table>| {
        let state = log.state();
        state.game.prepare(state.seats.as_ref().unwrap(), Seat(0), &start)
    };
    assert!(prepare(&log).is_err(), "no tile is dealt before the deals are promised");
    assert!(send(&mut log, 0, SeatedCommand::Game(serde_json::from_value(promise).unwrap())));
    let start = prepare(&log).unwrap();
    assert!(send(&mut log, 0, SeatedCommand::Game(start)));
    let sit = |number| SeatedCommand::Sit { player: Some(player(number)), seat: None };
    assert!(!send(&mut log, 1, sit(2)));
    assert_eq!(log.state().free_seats(), 0);
    let bots = |log: &Log<Table>| log.state().seats().iter().filter(|taken| taken.bot.is_some()).count();
    assert_eq!(bots(&log), 3);
    // A player who leaves is played by a bot, and may come back; nobody else sees their tiles.
    assert!(send(&mut log, 0, SeatedCommand::Stand));
    assert_eq!(bots(&log), 4);
    assert!(!send(&mut log, 0, sit(2)));
    assert!(send(&mut log, 0, sit(1)));
    assert_eq!(bots(&log), 3);
}

/// Asks for a hint on seat 0.
fn ask(log: &Log<Table>, memory: &mut Hints) -> Result<QueryAnswer, Denied> {
    let asker = Asker { seat: Some(Seat(0)), player: Some(player(1)), name: "Ann".into() };
    let (clock, entropy, bot_delay) = (Arc::new(SystemClock), Arc::new(OsEntropy), Duration::ZERO);
    let node = NodeContext { clock, entropy, bot_delay, secret_key: [0; 32] };
    let context = Context::new(Arc::new(()), Arc::new(node), ServerSeed::from_bytes([0; 32]));
    Table::answer(log, &asker, HintRequest, memory, NoteCounts::default(), &context)
}

fn play(log: &mut Log<Table>, seat: u8, command: Value) {
    assert!(send(log, seat, SeatedCommand::Game(serde_json::from_value(command).unwrap())));
}

#[test]
fn a_hint_is_computed_once_for_a_position_whatever_the_pace_of_the_table() {
    let (mut log, mut memory) = (opened(), Hints::default());
    play(&mut log, 0, json!({ "type": "START_GAME", "seed": 7 }));
    let Some(LateAnswer(compute)) = ask(&log, &mut memory).unwrap().later else { panic!("it is computed") };
    play(&mut log, 0, json!({ "type": "ENABLE_QUICKPLAY" }));
    assert!(ask(&log, &mut memory).is_err(), "it is being computed");
    let Some(ServerMessage::PlayHint { hint: first, .. }) = compute() else { panic!("no hint") };
    play(&mut log, 0, json!({ "type": "DISABLE_QUICKPLAY" }));
    assert!(send(&mut log, 0, SeatedCommand::Stand));
    assert!(send(&mut log, 0, SeatedCommand::Sit { player: Some(player(1)), seat: None }));
    let QueryAnswer { message, later, .. } = ask(&log, &mut memory).unwrap();
    assert!(later.is_none(), "nothing was played");
    assert_eq!(message, Some(ServerMessage::PlayHint { version: log.version(), hint: first }));
}

#[test]
fn a_hint_that_waited_until_its_seat_asked_for_another_position_is_not_computed() {
    let (mut log, mut memory) = (opened(), Hints::default());
    play(&mut log, 0, json!({ "type": "START_GAME", "seed": 7 }));
    let Some(LateAnswer(old)) = ask(&log, &mut memory).unwrap().later else { panic!("it is computed") };
    play(&mut log, 0, json!({ "type": "REQUEST_REDEAL" }));
    for seat in 1..4 {
        play(&mut log, seat, json!({ "type": "PASS", "player": seat }));
    }
    let Some(LateAnswer(new)) = ask(&log, &mut memory).unwrap().later else { panic!("it is computed") };
    assert_eq!(old(), None);
    assert!(matches!(new(), Some(ServerMessage::PlayHint { version, .. }) if version == log.version()));
}
