//! Tables on a virtual clock: who is listed, who is matched, who plays for whom, and how long a game may be.

use std::sync::Arc;
use std::time::Duration;

use ledger::PlayerId;
use live::{
    Bus, CommandInput, LiveMetrics, LiveSettings, RoomCommand, RoomError, Rooms, SeededEntropy,
    SendQueueReader, SolvedGames, TableTerms, TokioClock, WatcherId, WatcherRequest, games,
};
use protocol::{ErrorCode, GameId, GameKind, GameState, ServerMessage};
use serde_json::{Value, json};
use store::{Append, Directory as _, Memory, Store as _};
use tokio::time::sleep;

use crate::client::{message, open, player, send, watch};

/// 2026-01-01.
const START: u64 = 1_767_225_600_000;
const PUBLIC: TableTerms = TableTerms { public: true, coach: true };

fn rooms() -> Arc<Rooms> {
    rooms_over(Arc::default())
}

fn rooms_over(archive: Arc<Memory>) -> Arc<Rooms> {
    let mut settings = LiveSettings::new([7; 32]);
    settings.clock = Arc::new(TokioClock::starting_at(START));
    settings.entropy = Arc::new(SeededEntropy::from_seed(1));
    settings.idle = Duration::from_secs(60 * 60);
    let solved = Arc::new(SolvedGames::default());
    Arc::new(Rooms::new(games(solved), archive, Bus::local(), LiveMetrics::default(), settings))
}

async fn listed(rooms: &Arc<Rooms>) -> Vec<GameId> {
    rooms.open_tables(None, 200).await.unwrap().into_iter().map(|table| table.game).collect()
}

fn multiplayer() -> Value {
    json!({ "mode": "multiplayer" })
}

#[tokio::test(start_paused = true)]
async fn a_table_is_listed_while_its_host_is_there() {
    let rooms = rooms();
    let left = open(&rooms, player(1), GameKind::DICEE, multiplayer(), PUBLIC).await;
    let kept = open(&rooms, player(2), GameKind::DICEE, multiplayer(), PUBLIC).await;
    let (id, _reader) = watch(&rooms, &kept, player(2)).await;
    assert_eq!(listed(&rooms).await.len(), 2);
    sleep(Duration::from_secs(60 * 10)).await;
    assert_eq!(listed(&rooms).await, std::slice::from_ref(&kept), "the host of {left} is gone");
    rooms.leave(&kept, id).await;
    sleep(Duration::from_secs(60 * 3)).await;
    assert_eq!(listed(&rooms).await, []);
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_everybody_left_is_listed_again_when_somebody_sits_down() {
    let rooms = rooms();
    let (ann, ben) = (player(1), player(2));
    let game = open(&rooms, ann, GameKind::FORTYTWO, json!({}), PUBLIC).await;
    let (_, _reader) = watch(&rooms, &game, ann).await;
    send(&rooms, &game, ann, "stand", json!({ "type": "stand" })).await.unwrap();
    sleep(Duration::from_millis(1)).await;
    assert_eq!(listed(&rooms).await, [], "nobody is there");
    send(&rooms, &game, ben, "sit", json!({ "type": "sit", "seat": 1 })).await.unwrap();
    sleep(Duration::from_millis(1)).await;
    assert_eq!(listed(&rooms).await, std::slice::from_ref(&game));
    let (matched, opened) = rooms.quick_match(player(3), GameKind::FORTYTWO, None).await.unwrap();
    assert_eq!((matched, opened), (game, false));
    rooms.close().await;
}

/// What a store holds of these games when the node falls before it lists the last one.
async fn without_last_listing(archive: &Memory, games: &[&GameId]) -> Memory {
    let copy = Memory::default();
    for game in games {
        let events = archive.read(game, 0).await.unwrap();
        for command in events.chunk_by(|one, next| one.correlation_id == next.correlation_id) {
            let (first, key) = (command[0].position, command[0].correlation_id.clone());
            let append = Append::new((*game).clone(), GameKind::DICEE, first, key, command.to_vec());
            copy.append(append.unwrap()).await.unwrap();
        }
        let secret = archive.game_secret(game).await.unwrap().unwrap();
        copy.keep_game_secret(game, secret).await.unwrap();
    }
    for game in &games[..games.len() - 1] {
        copy.open_table(archive.table(game).await.unwrap().unwrap()).await.unwrap();
    }
    copy
}

#[tokio::test(start_paused = true)]
async fn a_rematch_that_was_opened_and_not_listed_is_found_again() {
    let before = Arc::new(Memory::default());
    let rooms = rooms_over(Arc::clone(&before));
    let (ann, ben) = (player(1), player(2));
    let game = open(&rooms, ann, GameKind::DICEE, multiplayer(), PUBLIC).await;
    send(&rooms, &game, ben, "join", json!({ "type": "join", "playerId": ben })).await.unwrap();
    send(&rooms, &game, ann, "start", json!({ "type": "start" })).await.unwrap();
    send(&rooms, &game, ann, "abandon", json!({ "type": "abandon" })).await.unwrap();
    let opened = rooms.rematch(&game, ann).await.unwrap().table.game_id;
    rooms.close().await;

    let after = Arc::new(without_last_listing(&before, &[&game, &opened]).await);
    let rooms = rooms_over(Arc::clone(&after));
    assert_eq!(after.table(&opened).await.unwrap(), None);
    let found = rooms.rematch(&game, ben).await.unwrap();
    assert_eq!(found.table.game_id, opened);
    let entry = after.table(&opened).await.unwrap().unwrap();
    assert_eq!((entry.code, entry.host, entry.public), (found.table.code, ann, true));
    let state = rooms.state(&opened, Some(ben), u64::MAX).await.unwrap();
    assert_eq!(state.table().seats.len(), 2, "both sit at the same table");
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn two_hundred_empty_tables_do_not_capture_a_quick_match() {
    let rooms = rooms();
    let kept = open(&rooms, player(1), GameKind::DICEE, multiplayer(), PUBLIC).await;
    let (_, _reader) = watch(&rooms, &kept, player(1)).await;
    for number in 0..200 {
        open(&rooms, player(1000 + number), GameKind::DICEE, multiplayer(), PUBLIC).await;
    }
    sleep(Duration::from_secs(60 * 3)).await;
    let (game, opened) = rooms.quick_match(player(2), GameKind::DICEE, None).await.unwrap();
    assert_eq!((game, opened), (kept, false));
    rooms.close().await;
}

/// Ann and Ben against two bots, with what each of them hears.
async fn forty_two(rooms: &Arc<Rooms>, options: Value) -> (GameId, [(WatcherId, SendQueueReader); 2]) {
    let (ann, ben) = (player(1), player(2));
    let game = open(rooms, ann, GameKind::FORTYTWO, options, TableTerms::default()).await;
    send(rooms, &game, ben, "sit", json!({ "type": "sit", "seat": 1 })).await.unwrap();
    let sockets = [watch(rooms, &game, ann).await, watch(rooms, &game, ben).await];
    send(rooms, &game, ann, "start", json!({ "type": "START_GAME" })).await.unwrap();
    (game, sockets)
}

/// Moves for Ann until it is Ben's turn, and for how long a bot then waits; `None` if nobody moves for an hour.
async fn waits_for_ben(rooms: &Arc<Rooms>, game: &GameId) -> Option<Duration> {
    let (ann, ben) = (player(1), player(2));
    let moves = async |who: PlayerId| {
        let GameState::Fortytwo(state) = rooms.state(game, Some(who), u64::MAX).await.unwrap() else {
            panic!("not forty-two")
        };
        (state.table.version, state.view.moves)
    };
    for number in 0..200 {
        let (version, of_ben) = moves(ben).await;
        if !of_ben.is_empty() {
            let since = tokio::time::Instant::now();
            while since.elapsed() < Duration::from_secs(60 * 60) {
                if moves(ben).await.0 > version {
                    return Some(since.elapsed());
                }
                sleep(Duration::from_millis(500)).await;
            }
            return None;
        }
        if let Some(first) = moves(ann).await.1.first() {
            let command = serde_json::to_value(first).unwrap();
            send(rooms, game, ann, &format!("m{number}"), command).await.unwrap();
        }
        sleep(Duration::from_millis(800)).await;
    }
    panic!("it was never Ben's turn");
}

#[tokio::test(start_paused = true)]
async fn a_bot_plays_for_somebody_who_is_gone_for_a_minute() {
    let rooms = rooms();
    let (game, [_ann, (ben, _)]) = forty_two(&rooms, json!({ "bots": "random" })).await;
    rooms.leave(&game, ben).await;
    let waited = waits_for_ben(&rooms, &game).await.unwrap();
    assert!(waited <= Duration::from_secs(62), "{waited:?}");
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_stands_in_where_the_table_says_so_or_the_player_is_there() {
    for (options, gone) in
        [(json!({ "bots": "random", "standIn": false }), true), (json!({ "bots": "random" }), false)]
    {
        let rooms = rooms();
        let (game, [_ann, (ben, _reader)]) = forty_two(&rooms, options).await;
        if gone {
            rooms.leave(&game, ben).await;
        }
        assert_eq!(waits_for_ben(&rooms, &game).await, None);
        rooms.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn no_player_can_make_a_game_so_long_that_it_cannot_be_read() {
    let rooms = rooms();
    let game = open(&rooms, player(1), GameKind::DICEE, json!({}), TableTerms::default()).await;
    send(&rooms, &game, player(1), "r", json!({ "type": "roll" })).await.unwrap();
    let keep = |first: bool| json!({ "type": "keep", "keptMask": [first, false, false, false, false] });
    let before = send(&rooms, &game, player(1), "k", keep(true)).await.unwrap();
    let same = send(&rooms, &game, player(1), "k2", keep(true)).await.unwrap();
    assert_eq!(same, before, "nothing happens where nothing changes");
    let mut refused = None;
    for number in 0..6_000 {
        if let Err(error) = send(&rooms, &game, player(1), &format!("n{number}"), keep(number % 2 == 1)).await
        {
            refused = Some((number, error));
            break;
        }
    }
    let (number, error) = refused.unwrap();
    assert!((4_900..5_000).contains(&number), "{number}");
    assert!(matches!(error, RoomError::Refused { code: ErrorCode::Forbidden, .. }), "{error}");
    let version = rooms.state(&game, Some(player(1)), u64::MAX).await.unwrap().table().version;
    sleep(Duration::from_secs(2 * 60 * 60)).await;
    assert_eq!(rooms.active(), 0, "it was unloaded");
    assert_eq!(rooms.state(&game, Some(player(1)), u64::MAX).await.unwrap().table().version, version);
    let request = RoomCommand::new("leave", CommandInput::Leave);
    rooms.command(&game, player(1), request).await.unwrap();
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_watcher_of_an_unloaded_room_speaks_for_nobody_in_the_next() {
    let rooms = rooms();
    let first = open(&rooms, player(1), GameKind::DICEE, json!({}), TableTerms::default()).await;
    let second = open(&rooms, player(2), GameKind::DICEE, json!({}), TableTerms::default()).await;
    let (old, reader) = watch(&rooms, &first, player(1)).await;
    let (other, _other_reader) = watch(&rooms, &second, player(2)).await;
    assert_ne!(old, other, "also in another room");
    drop(reader);
    rooms.leave(&first, old).await;
    sleep(Duration::from_secs(2 * 60 * 60)).await;
    let (new, mut reader) = watch(&rooms, &first, player(1)).await;
    rooms.leave(&first, old).await;
    rooms.tell(&first, new, WatcherRequest::Chat("still here".into())).unwrap();
    loop {
        if matches!(message(&mut reader).await, ServerMessage::Chat(_)) {
            break;
        }
    }
    rooms.close().await;
}
