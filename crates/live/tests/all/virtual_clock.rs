//! Rooms on a virtual clock: hours of a game pass in milliseconds, and every run is the same.

use std::sync::Arc;
use std::time::Duration;

use live::{
    Bus, LiveMetrics, LiveSettings, Rooms, SeededEntropy, SolvedGames, TableTerms, TokioClock, games,
    send_queue,
};
use protocol::{DiceeState, GameKind, GameState, GameStatus, ServerMessage, StateUpdate};
use serde_json::json;

use crate::client::{message, open, player, send};

/// 2026-01-01.
const START: u64 = 1_767_225_600_000;

fn rooms(seed: u64) -> Arc<Rooms> {
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::new(TokioClock::starting_at(START));
    settings.entropy = Arc::new(SeededEntropy::from_seed(seed));
    settings.bot_delay = Duration::from_secs(20 * 60);
    settings.idle = Duration::from_secs(24 * 60 * 60);
    let solved = Arc::new(SolvedGames::default());
    // Bots that look at this turn only would wait for a solved game on a thread, and so for the real clock.
    solved.solve(dicee::Rules::Standard);
    let archive = Arc::new(store::Memory::default());
    let rooms = Rooms::new(games(solved), archive, Bus::local(), LiveMetrics::default(), settings);
    Arc::new(rooms)
}

fn dicee(state: GameState) -> DiceeState {
    let GameState::Dicee(state) = state else { panic!("not a dice game") };
    *state
}

#[tokio::test(start_paused = true)]
async fn a_game_of_clocks_and_bots_plays_for_hours_in_no_time() {
    let rooms = rooms(1);
    let options = json!({ "bots": ["greedy"], "settings": { "timeLimit": 3600 } });
    let game = open(&rooms, player(1), GameKind::DICEE, options, TableTerms::default()).await;
    let (queue, mut reader) = send_queue(100_000);
    rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
    let began = tokio::time::Instant::now();
    let end = loop {
        let ServerMessage::StateUpdate(StateUpdate::Whole { game_state, timestamp }) =
            message(&mut reader).await
        else {
            continue;
        };
        if game_state.table().status == GameStatus::Completed {
            break timestamp;
        }
    };
    // Thirteen turns of an hour each for the one who never moves, and the turns of the bot at twenty minutes a move.
    let hours = began.elapsed().as_secs() / 3600;
    assert!((18..40).contains(&hours), "{hours} hours");
    assert_eq!(end - START, u64::try_from(began.elapsed().as_millis()).unwrap());
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn putting_dice_aside_again_and_again_wins_no_time() {
    let rooms = rooms(4);
    let options = json!({ "settings": { "timeLimit": 60 } });
    let game = open(&rooms, player(1), GameKind::DICEE, options, TableTerms::default()).await;
    let turn = async || {
        let state = dicee(rooms.state(&game, Some(player(1)), u64::MAX).await.unwrap());
        state.current_turn.unwrap().turn_number
    };
    let began = tokio::time::Instant::now();
    send(&rooms, &game, player(1), "roll", json!({ "type": "roll" })).await.unwrap();
    let mut kept = 0;
    for number in 0..590 {
        let keep = json!({ "type": "keep", "keptMask": [number % 2 == 0, false, false, false, false] });
        match send(&rooms, &game, player(1), &format!("k{number}"), keep).await {
            Ok(_) => kept += 1,
            Err(error) => assert!(error.to_string().contains("at most 60 times in one turn"), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!((turn().await, kept), (1, 60));
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(turn().await, 2, "after {:?} of 60 seconds", began.elapsed());
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn the_same_seed_gives_the_same_game() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let rooms = rooms(5);
        let game = open(
            &rooms,
            player(1),
            GameKind::DICEE,
            json!({ "bots": ["casual"], "start": true }),
            TableTerms::default(),
        )
        .await;
        tokio::time::sleep(Duration::from_secs(6 * 60 * 60)).await;
        let state = dicee(rooms.state(&game, Some(player(1)), 0).await.unwrap());
        let rolls: Vec<String> =
            state.events.iter().map(|event| serde_json::to_string(&event.body).unwrap()).collect();
        games.push((game, state.table.code, rolls));
        rooms.close().await;
    }
    assert_eq!(games[0], games[1]);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_needs_is_unloaded_and_comes_back() {
    let rooms = rooms(2);
    let game = open(&rooms, player(1), GameKind::DICEE, json!({}), TableTerms::default()).await;
    send(&rooms, &game, player(1), "1", json!({ "type": "roll" })).await.unwrap();
    let before = rooms.state(&game, Some(player(1)), 0).await.unwrap();
    tokio::time::sleep(Duration::from_secs(25 * 60 * 60)).await;
    assert_eq!(rooms.active(), 0, "it was unloaded");
    assert_eq!(rooms.state(&game, Some(player(1)), 0).await.unwrap(), before);
    assert_eq!(rooms.active(), 1);
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_over_is_unloaded_soon_and_others_are_not() {
    let rooms = rooms(6);
    let over = open(&rooms, player(1), GameKind::DICEE, json!({}), TableTerms::default()).await;
    let goes_on = open(&rooms, player(2), GameKind::DICEE, json!({}), TableTerms::default()).await;
    for (game, who) in [(&over, player(1)), (&goes_on, player(2))] {
        send(&rooms, game, who, "r", json!({ "type": "roll" })).await.unwrap();
    }
    send(&rooms, &over, player(1), "a", json!({ "type": "abandon" })).await.unwrap();
    let (queue, reader) = send_queue(100);
    let watcher = rooms.watch(&over, Some(player(1)), 0, queue).await.unwrap();
    tokio::time::sleep(Duration::from_secs(10 * 60)).await;
    assert_eq!(rooms.active(), 2, "somebody looks at it");
    rooms.leave(&over, watcher).await;
    drop(reader);
    tokio::time::sleep(Duration::from_secs(40)).await;
    assert_eq!(rooms.active(), 1);
    let before = rooms.state(&over, Some(player(1)), 0).await.unwrap();
    assert_eq!(before.table().status, GameStatus::Abandoned);
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn the_state_comes_before_the_events_and_their_grades() {
    let rooms = rooms(3);
    let game = open(&rooms, player(1), GameKind::DICEE, json!({}), TableTerms::default()).await;
    let (queue, mut reader) = send_queue(100);
    rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
    send(&rooms, &game, player(1), "1", json!({ "type": "roll" })).await.unwrap();
    send(&rooms, &game, player(1), "2", json!({ "type": "score", "category": "chance" })).await.unwrap();
    let mut heard = Vec::new();
    while heard.iter().filter(|name| *name == "events").count() < 2 {
        let message = serde_json::to_value(message(&mut reader).await).unwrap();
        let name = message["type"].as_str().unwrap().to_owned();
        if heard.len() > 2 && name == "state_update" {
            assert_eq!(message["gameState"]["events"], json!([]), "nothing is rendered in front");
        }
        heard.push(name);
    }
    assert_eq!(
        heard,
        [
            "connection_status",
            "state_update",
            "presence",
            "state_update",
            "roll_result",
            "events",
            "state_update",
            "turn_changed",
            "events",
        ]
    );
    rooms.close().await;
}
