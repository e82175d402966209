//! What a move costs in the room alone, by the turn: no network, no disk, one thread.
//!
//! `cargo run --release -p live --example move_cost -- 500` plays so many games of dice with one bot, one player and one
//! watcher, and prints the time from the first command of a turn until both sockets were sent everything about the
//! bot's answer, divided by the events of it. It must not grow from the first turn to the last.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement for developers")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use ledger::PlayerId;
use live::{
    Bus, CommandInput, LiveMetrics, LiveSettings, RoomCommand, Rooms, SendQueueReader, SolvedGames,
    TableTerms, WatcherRequest, games, send_queue,
};
use protocol::{GameId, GameKind, UpdateStyle};
use serde_json::{Value, json};
use store::{Memory, Store as _};
use uuid::Uuid;

const BOXES: [&str; 13] = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_kind",
    "four_of_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "dicee",
    "chance",
];

fn main() {
    let count: u32 = std::env::args().nth(1).map_or(200, |count| count.parse().unwrap());
    let changes = std::env::args().nth(2).as_deref() != Some("whole");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(measure(count, changes));
}

async fn measure(count: u32, changes: bool) {
    let solved = Arc::new(SolvedGames::default());
    solved.solve(dicee::Rules::Standard);
    let archive = Arc::new(Memory::default());
    let settings = LiveSettings { bot_delay: Duration::ZERO, ..LiveSettings::new([7; 32]) };
    let rooms =
        Rooms::new(games(solved), Arc::clone(&archive) as _, Bus::local(), LiveMetrics::default(), settings);
    let rooms = Arc::new(rooms);
    rooms.start();
    let mut spent = [(Duration::ZERO, 0_u64); BOXES.len()];
    for number in 0..count {
        let me = PlayerId(Uuid::from_u128(u128::from(number) + 1));
        let options = json!({ "mode": "multiplayer", "bots": ["greedy"], "start": true });
        let options = options.as_object().unwrap().clone();
        let opening = rooms.registry().read_options(&GameKind::DICEE, options).unwrap();
        let game = rooms.create_game(me, opening, TableTerms::default()).await.unwrap();
        let (mine, mut heard) = watch(&rooms, &game, Some(me), changes).await;
        let (_, mut other) = watch(&rooms, &game, None, changes).await;
        let version = async || archive.game(&game).await.unwrap().unwrap().version;
        let mut known = version().await;
        for (turn, name) in BOXES.iter().enumerate() {
            let began = Instant::now();
            for command in [json!({ "type": "roll" }), json!({ "type": "score", "category": name })] {
                let Value::Object(command) = command else { continue };
                let request = RoomCommand::new(Uuid::new_v4().to_string(), CommandInput::Json(command));
                rooms.command(&game, me, request).await.unwrap();
            }
            until_the_bot_has_moved(&mut heard, me).await;
            while other.try_recv().is_some() {}
            let took = began.elapsed();
            let now = version().await;
            spent[turn].0 += took;
            spent[turn].1 += now - known;
            known = now;
        }
        rooms.leave(&game, mine).await;
    }
    println!("turn  µs an event  events");
    for (turn, (took, events)) in spent.iter().enumerate() {
        let each = took.as_secs_f64() * 1e6 / *events as f64;
        println!("{:>4}  {each:>11.1}  {events:>6}", turn + 1);
    }
    rooms.close().await;
}

async fn watch(
    rooms: &Arc<Rooms>,
    game: &GameId,
    player: Option<PlayerId>,
    changes: bool,
) -> (u64, SendQueueReader) {
    let (queue, reader) = send_queue(1000);
    let watcher = rooms.watch(game, player, 0, queue).await.unwrap();
    if changes {
        let request = WatcherRequest::Resume { since: 1000, updates: UpdateStyle::Changes };
        rooms.tell(game, watcher, request).unwrap();
    }
    (watcher, reader)
}

/// Until it is the player's turn again, or the game is over.
async fn until_the_bot_has_moved(heard: &mut SendQueueReader, me: PlayerId) {
    let turn = format!("\"turn_changed\",\"newPlayerId\":\"{me}\"");
    loop {
        let bytes = heard.recv().await.unwrap().into_bytes();
        let text = std::str::from_utf8(&bytes).unwrap();
        if text.contains(&turn) || text.contains("\"seed_revealed\"") {
            return;
        }
    }
}
