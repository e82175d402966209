//! Tables on a virtual clock: who is listed, who is matched, who plays for whom, and how long a game may be.

use std::sync::Arc;
use std::time::Duration;

use fortytwo::FortyTwo;
use ledger::{Log, PlayerId, Source, Stamp};
use live::{
    Bus, CommandInput, LiveMetrics, LiveSettings, RoomCommand, RoomError, Rooms, Seated, SeatedEvent,
    SeatingEvent, SeededEntropy, SendQueueReader, SolvedGames, TableTerms, TokioClock, WatcherId,
    WatcherRequest, games,
};
use protocol::{ErrorCode, FortyTwoOptions, GameId, GameKind, GameState, ServerMessage};
use serde_json::{Value, json};
use store::{Append, Block, Directory as _, Memory, Store as _, StoredEvent};
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

/// Forty accounts that open five tables each, all of them newer than the one where somebody waits.
#[tokio::test(start_paused = true)]
async fn two_hundred_newer_tables_do_not_capture_a_quick_match_while_they_are_listed() {
    let rooms = rooms();
    let first = open(&rooms, player(1), GameKind::DICEE, multiplayer(), PUBLIC).await;
    sleep(Duration::from_millis(1)).await;
    for number in 0..200 {
        open(&rooms, player(1000 + number / 5), GameKind::DICEE, multiplayer(), PUBLIC).await;
    }
    sleep(Duration::from_millis(1)).await;
    let (matched, opened) = rooms.quick_match(player(2), GameKind::DICEE, None).await.unwrap();
    assert_eq!((&matched, opened), (&first, false), "it waits longest");
    let crowded = open(&rooms, player(3), GameKind::DICEE, multiplayer(), PUBLIC).await;
    for guest in [player(4), player(5)] {
        send(&rooms, &crowded, guest, "join", json!({ "type": "join", "playerId": guest })).await.unwrap();
    }
    sleep(Duration::from_millis(1)).await;
    let (matched, opened) = rooms.quick_match(player(6), GameKind::DICEE, None).await.unwrap();
    assert_eq!((matched, opened), (crowded, false), "most people wait there");
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_quick_match_keeps_those_apart_who_blocked_each_other_also_where_neither_is_the_host() {
    let archive = Arc::new(Memory::default());
    let rooms = rooms_over(Arc::clone(&archive));
    let (ann, ben, eve, dot) = (player(1), player(2), player(3), player(4));
    let game = open(&rooms, ann, GameKind::DICEE, multiplayer(), PUBLIC).await;
    send(&rooms, &game, ben, "join", json!({ "type": "join", "playerId": ben })).await.unwrap();
    sleep(Duration::from_millis(1)).await;
    archive.set_block(Block { player: eve, other: ben }, true).await.unwrap();
    archive.set_block(Block { player: ben, other: dot }, true).await.unwrap();
    let (of_eve, opened) = rooms.quick_match(eve, GameKind::DICEE, None).await.unwrap();
    assert!(opened && of_eve != game, "she blocked somebody who sits there");
    let (matched, _) = rooms.quick_match(dot, GameKind::DICEE, None).await.unwrap();
    assert_eq!(matched, of_eve, "somebody who sits there blocked her");
    let (matched, _) = rooms.quick_match(player(5), GameKind::DICEE, None).await.unwrap();
    assert_eq!(matched, game, "those who wait longest");
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_no_way_to_keep_more_open_tables_than_one_may() {
    let rooms = rooms();
    let (ann, ben) = (player(1), player(2));
    let game = open(&rooms, ann, GameKind::DICEE, multiplayer(), PUBLIC).await;
    send(&rooms, &game, ben, "join", json!({ "type": "join", "playerId": ben })).await.unwrap();
    send(&rooms, &game, ann, "start", json!({ "type": "start" })).await.unwrap();
    send(&rooms, &game, ann, "abandon", json!({ "type": "abandon" })).await.unwrap();
    for _ in 0..5 {
        open(&rooms, ann, GameKind::DICEE, multiplayer(), PUBLIC).await;
    }
    let refused = rooms.rematch(&game, ann).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused { code: ErrorCode::TooManyTables, .. }), "{refused}");
    let table = rooms.rematch(&game, ben).await.unwrap().table;
    assert_eq!(
        rooms.rematch(&game, ann).await.unwrap().table,
        table,
        "a table of somebody else is none of hers"
    );
    rooms.close().await;
}

/// Tables that nobody looks after and tables that everybody left are not listed, so more of them may be opened; then their
/// host comes back to all of them.
#[tokio::test(start_paused = true)]
async fn a_host_who_comes_back_to_many_tables_has_a_few_of_them_listed() {
    let (ann, ben) = (player(1), player(2));
    for stands_up in [false, true] {
        let rooms = rooms();
        let mut games = Vec::new();
        for _ in 0..3 {
            for _ in 0..5 {
                let game = open(&rooms, ann, GameKind::FORTYTWO, json!({}), PUBLIC).await;
                if stands_up {
                    send(&rooms, &game, ann, "stand", json!({ "type": "stand" })).await.unwrap();
                }
                games.push(game);
            }
            if !stands_up {
                sleep(Duration::from_secs(3 * 60)).await;
            }
        }
        sleep(Duration::from_millis(1)).await;
        assert_eq!(listed(&rooms).await, [], "{stands_up}");
        let other = open(&rooms, ben, GameKind::FORTYTWO, json!({}), PUBLIC).await;
        let mut sockets = Vec::new();
        for game in &games {
            sockets.push(watch(&rooms, game, ann).await);
            if stands_up {
                send(&rooms, game, ann, "sit", json!({ "type": "sit" })).await.unwrap();
            }
        }
        sleep(Duration::from_millis(1)).await;
        let listed = listed(&rooms).await;
        assert!(listed.len() == 6 && listed.contains(&other), "{stands_up}: {} tables", listed.len());
        rooms.close().await;
    }
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

/// The message of a command that goes beyond what one may do.
fn forbidden(refused: Result<u64, RoomError>) -> String {
    match refused {
        Err(RoomError::Refused { code: ErrorCode::Forbidden, message, .. }) => message,
        other => panic!("{other:?}"),
    }
}

/// Sends commands until one is refused: how many were not, and why this one is.
async fn until_refused(
    rooms: &Arc<Rooms>,
    game: &GameId,
    who: PlayerId,
    command: impl Fn(usize) -> Value,
) -> (usize, String) {
    for number in 0..6_000 {
        let sent = send(rooms, game, who, &format!("n{number}"), command(number)).await;
        if sent.is_err() {
            return (number, forbidden(sent));
        }
    }
    panic!("nothing is refused");
}

#[tokio::test(start_paused = true)]
async fn no_player_can_make_a_game_so_long_that_it_cannot_be_read() {
    let rooms = rooms();
    let game = open(&rooms, player(1), GameKind::ROLL_TABLE, json!({}), TableTerms::default()).await;
    let set = |count: usize| {
        let aliases = vec![json!({ "name": "hit", "expression": "d20" }); count];
        json!({ "type": "SET_TABLE", "aliases": aliases })
    };
    let before = send(&rooms, &game, player(1), "a", set(1)).await.unwrap();
    let same = send(&rooms, &game, player(1), "b", set(1)).await.unwrap();
    assert_eq!(same, before, "nothing happens where nothing changes");
    let (number, why) = until_refused(&rooms, &game, player(1), |number| set(number % 2)).await;
    assert!((4_900..5_000).contains(&number), "{number}");
    assert!(why.contains("at most 5000 events"), "{why}");
    let version = rooms.state(&game, Some(player(1)), u64::MAX).await.unwrap().table().version;
    sleep(Duration::from_secs(2 * 60 * 60)).await;
    assert_eq!(rooms.active(), 0, "it was unloaded");
    assert_eq!(rooms.state(&game, Some(player(1)), u64::MAX).await.unwrap().table().version, version);
    let request = RoomCommand::new("leave", CommandInput::Leave);
    rooms.command(&game, player(1), request).await.unwrap();
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn no_player_can_make_a_game_so_large_that_it_cannot_be_read() {
    let rooms = rooms();
    let game = open(&rooms, player(1), GameKind::ROLL_TABLE, json!({}), TableTerms::default()).await;
    let set = |number: usize| {
        let expression = format!("{}d6{}", number % 2 + 1, "+0".repeat(98));
        let names = (0..50).map(|place| json!({ "name": format!("name{place}"), "expression": expression }));
        json!({ "type": "SET_TABLE", "aliases": names.collect::<Vec<_>>() })
    };
    let (number, why) = until_refused(&rooms, &game, player(1), set).await;
    assert!((100..200).contains(&number), "{number}");
    assert!(why.contains("at most 2 MB"), "{why}");
    assert!(rooms.log(&game, Some(player(1))).await.unwrap().len() < 2_500_000);
    // What others did is not theirs.
    send(&rooms, &game, player(2), "sit", json!({ "type": "sit" })).await.unwrap();
    let roll = json!({ "type": "ROLL", "expression": "d6" });
    send(&rooms, &game, player(2), "roll", roll).await.unwrap();
    send(&rooms, &game, player(1), "stand", json!({ "type": "stand" })).await.unwrap();
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn one_guest_cannot_use_up_what_all_players_of_a_table_share() {
    let terms = json!({
        "checkId": "c", "characterId": "m", "skillId": "s", "pool": 5, "targetSuccesses": 8, "maxRounds": 6,
    });
    let roll = |_: u8, _| json!({ "type": "ROLL", "expression": "d6" });
    let check = |_: u8, _| json!({ "type": "START_CHECK", "terms": terms });
    let mix = |seat, number| json!({ "type": "MIX", "player": seat, "clientSeed": format!("text {number}") });
    let rows: [(_, &dyn Fn(u8, usize) -> Value, _, _); 3] = [
        (GameKind::ROLL_TABLE, &roll, 500, "500 rolls"),
        (GameKind::ROLL_TABLE, &check, 25, "25 extended checks"),
        (GameKind::FORTYTWO, &mix, 8, "8 texts"),
    ];
    for (kind, command, most, words) in rows {
        let rooms = rooms();
        let (host, guest) = (player(1), player(2));
        let game = open(&rooms, host, kind, json!({}), PUBLIC).await;
        send(&rooms, &game, guest, "sit", json!({ "type": "sit", "seat": 1 })).await.unwrap();
        let (number, why) = until_refused(&rooms, &game, guest, |number| command(1, number)).await;
        assert_eq!(number, most, "{why}");
        assert!(why.contains(words), "{why}");
        for number in 0..=most {
            send(&rooms, &game, host, &format!("h{number}"), command(0, number)).await.unwrap();
        }
        rooms.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_sits_down_at_a_table_without_end() {
    let rooms = rooms();
    let game = open(&rooms, player(1), GameKind::FORTYTWO, json!({}), PUBLIC).await;
    let come_and_go = |number: usize| {
        let command = ["sit", "stand"][number % 2];
        json!({ "type": command })
    };
    let (number, why) = until_refused(&rooms, &game, player(2), come_and_go).await;
    assert_eq!(number, 100, "{why}");
    assert!(why.contains("50 times"), "{why}");
    send(&rooms, &game, player(3), "sit", json!({ "type": "sit" })).await.unwrap();
    rooms.close().await;
}

/// A table of Forty-Two where Ben came and went until there is no room for anything more.
fn full_table(ann: PlayerId, ben: PlayerId) -> Vec<StoredEvent> {
    let sat = |player_id, seat| SeatingEvent::PlayerSat { player_id, seat };
    let opened = SeatingEvent::TableOpened { host_player_id: ann, options: FortyTwoOptions::default() };
    let again = [SeatingEvent::PlayerStood { seat: 1 }, sat(ben, 1)];
    let events = [opened, sat(ann, 0), sat(ben, 1)].into_iter().chain(again.into_iter().cycle().take(99_000));
    let stamp = Stamp { timestamp: START, source: Source::Client };
    let events = events.map(SeatedEvent::Seating);
    let log = Log::<Seated<FortyTwo>>::from_events(events, "0:long", stamp).unwrap();
    serde_json::from_str(&log.to_json().unwrap()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn everybody_can_leave_a_game_that_is_as_long_as_a_game_may_be() {
    let archive = Arc::new(Memory::default());
    let (game, ann, ben): (GameId, _, _) = ("full".parse().unwrap(), player(1), player(2));
    let events = full_table(ann, ben);
    let key = events[0].correlation_id.clone();
    let append = Append::new(game.clone(), GameKind::FORTYTWO, 0, key, events).unwrap();
    archive.append(append).await.unwrap();
    let rooms = rooms_over(archive);
    let refused = send(&rooms, &game, player(3), "sit", json!({ "type": "sit" })).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused { code: ErrorCode::GameCompleted, .. }), "{refused}");
    send(&rooms, &game, ben, "stand", json!({ "type": "stand" })).await.unwrap();
    // Who is erased leaves so.
    rooms.command(&game, ann, RoomCommand::new("leave", CommandInput::Leave)).await.unwrap();
    rooms.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_socket_mutes_as_many_players_as_a_player_can_block() {
    let rooms = rooms();
    let game = open(&rooms, player(1), GameKind::DICEE, multiplayer(), PUBLIC).await;
    let (id, mut reader) = watch(&rooms, &game, player(1)).await;
    let mute = async |number, muted| {
        let request = WatcherRequest::Mute { player: player(number), muted };
        rooms.tell(&game, id, request).unwrap();
        // The room has taken it when it answers what came after it.
        rooms.state(&game, None, u64::MAX).await.unwrap();
    };
    for number in 100..600 {
        mute(number, true).await;
    }
    // One that is muted already, and one for which there is room again.
    mute(107, true).await;
    mute(107, false).await;
    mute(600, true).await;
    let say = |line: &str| rooms.tell(&game, id, WatcherRequest::Chat(line.into())).unwrap();
    say("so far");
    mute(601, true).await;
    say("and then");
    let mut heard: Vec<String> = Vec::new();
    while heard.last().is_none_or(|last| last != "and then") {
        let message = message(&mut reader).await;
        if let ServerMessage::Chat(line) = message {
            heard.push(line.text);
        } else if let ServerMessage::Error(error) = message {
            heard.push(error.message);
        }
    }
    assert_eq!(heard, ["so far", "at most 500 players can be muted on one socket", "and then"]);
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
