//! Everybody's chance to win: for those who asked, behind the state, and better where it can be.

use std::sync::Arc;
use std::time::Duration;

use dicee::{Bot, Category, Rules};
use live::{
    Bus, LiveMetrics, LiveSettings, Rooms, SeededEntropy, SendQueueReader, SolvedGames, TableTerms,
    WatcherRequest, games, send_queue,
};
use protocol::{ErrorCode, GameId, GameKind, GameState, OpenDicee, ServerMessage, WinChance};
use serde_json::json;

use crate::client::{open, player, send};

fn rooms(solved: Arc<SolvedGames>) -> Arc<Rooms> {
    let mut settings = LiveSettings::new([7; 32]);
    settings.entropy = Arc::new(SeededEntropy::from_seed(9));
    settings.bot_delay = Duration::ZERO;
    let archive = Arc::new(store::Memory::default());
    let registry = games(solved);
    Arc::new(Rooms::new(registry, archive, Bus::local(), LiveMetrics::default(), settings))
}

/// Waits while the bot plays.
async fn until_my_turn(rooms: &Arc<Rooms>, game: &GameId) {
    loop {
        let GameState::Dicee(state) = rooms.state(game, Some(player(1)), 0).await.unwrap() else {
            panic!("not a dice game")
        };
        if state.current_turn.is_some_and(|turn| turn.player_id == player(1)) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

async fn message(reader: &mut SendQueueReader) -> ServerMessage {
    let message = tokio::time::timeout(Duration::from_secs(60), reader.recv()).await;
    serde_json::from_slice(&message.unwrap().unwrap().into_bytes()).unwrap()
}

/// The next forecast for this version or a later one, and whether the state of its version came before it.
async fn forecast(reader: &mut SendQueueReader, version: u64) -> (WinChance, bool) {
    let mut shown = 0;
    loop {
        let message = message(reader).await;
        if let ServerMessage::StateUpdate(update) = message {
            let update = serde_json::to_value(update).unwrap();
            shown = update["gameState"]["version"].as_u64().unwrap();
        } else if let ServerMessage::WinChance(chance) = message
            && chance.version >= version
        {
            let behind = chance.version == shown;
            return (chance, behind);
        }
    }
}

/// Plays a game to its end and looks at every forecast; with the table of all positions from the start on, without it once
/// eight boxes are open.
async fn follow_a_game(with_table: bool) {
    let solved = Arc::new(SolvedGames::default());
    solved.solve(Rules::Classic);
    if with_table {
        // It is made on a thread of its own, on a busy machine for longer than anybody would wait.
        while solved.score_outlook(Rules::Classic).is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let rooms = rooms(solved);
    let options = OpenDicee { bots: Some(vec![Bot::Optimal]), start: Some(true), ..OpenDicee::default() };
    let mut options = serde_json::to_value(options).unwrap();
    options["settings"] = json!({ "rulesVariant": "classic" });
    let game = open(&rooms, player(1), GameKind::DICEE, options, TableTerms::default()).await;
    let (queue, mut asked) = send_queue(1000);
    let asking = rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
    let (queue, mut silent) = send_queue(1000);
    rooms.watch(&game, None, 0, queue).await.unwrap();
    let mut last = 0;
    for (turn, category) in Category::ALL.into_iter().enumerate() {
        let asks = if with_table { 0 } else { 6 };
        if turn == asks {
            rooms.tell(&game, asking, WatcherRequest::Forecasts { wanted: true }).unwrap();
            let (first, _) = forecast(&mut asked, 0).await;
            check(&first);
        }
        until_my_turn(&rooms, &game).await;
        let version =
            send(&rooms, &game, player(1), &format!("r{turn}"), json!({ "type": "roll" })).await.unwrap();
        if turn < asks {
            let score = json!({ "type": "score", "category": category });
            send(&rooms, &game, player(1), &format!("s{turn}"), score).await.unwrap();
            continue;
        }
        let (rolled, behind) = forecast(&mut asked, version).await;
        check(&rolled);
        assert!(behind && rolled.version > last, "behind the state of its version");
        if with_table {
            assert_eq!(
                rolled.exact,
                turn >= 8,
                "five open boxes are looked up exactly, six to eight a moment later"
            );
        } else {
            // The table is being made meanwhile: until it is there, up to eight open boxes are counted exactly at once.
            assert!(rolled.exact || turn < 8, "five open boxes are exact with the table and without");
        }
        last = rolled.version;
        if with_table && (5..8).contains(&turn) {
            let (better, _) = forecast(&mut asked, version).await;
            assert!(better.exact && better.version == last);
            for (better, quick) in better.chances.iter().zip(&rolled.chances) {
                assert!((better.probability - quick.probability).abs() < 0.005, "{better:?} {quick:?}");
            }
        }
        let score = json!({ "type": "score", "category": category });
        send(&rooms, &game, player(1), &format!("s{turn}"), score).await.unwrap();
    }
    let end = loop {
        let (chance, _) = forecast(&mut asked, 0).await;
        if chance.chances.iter().all(|player| [0.0, 0.5, 1.0].contains(&player.probability)) {
            break chance;
        }
    };
    assert!(end.exact);
    rooms.close().await;
    while let Some(text) = silent.recv().await {
        let message: ServerMessage = serde_json::from_slice(&text.into_bytes()).unwrap();
        assert!(!matches!(message, ServerMessage::WinChance(_)), "nobody is told who did not ask");
    }
}

fn check(forecast: &WinChance) {
    assert_eq!(forecast.chances.len(), 2);
    let total: f64 = forecast.chances.iter().map(|player| player.probability).sum();
    assert!((total - 1.0).abs() < 1e-9 && forecast.basis.contains("expected score"));
    for player in &forecast.chances {
        let share = player.alone + player.shared / 2.0;
        assert!((share - player.probability).abs() < 1e-9, "a tie of two is half a win");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_asked_are_told_behind_every_move_and_nobody_else_is() {
    follow_a_game(false).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes the table of all positions: a quarter of a minute"]
async fn chances_are_looked_up_at_once_and_corrected_with_six_to_eight_open_boxes() {
    follow_a_game(true).await;
}

#[tokio::test]
async fn a_game_without_forecasts_says_so() {
    let rooms = rooms(Arc::default());
    let game = open(&rooms, player(1), GameKind::ROLL_TABLE, json!({}), TableTerms::default()).await;
    let (queue, mut reader) = send_queue(100);
    let id = rooms.watch(&game, Some(player(1)), 0, queue).await.unwrap();
    rooms.tell(&game, id, WatcherRequest::Forecasts { wanted: true }).unwrap();
    loop {
        if let ServerMessage::Error(error) = message(&mut reader).await {
            assert_eq!(error.error_code, ErrorCode::InvalidRequest);
            assert_eq!(error.message, "there is no request_win_chance in this game");
            break;
        }
    }
    rooms.close().await;
}
