//! The secret of a live game: its own random bytes, the same on every node, and never sent before the end.

use std::sync::Arc;
use std::time::Duration;

use chance::{Hex, SeededChance, ServerSeed};
use dicee::{Category, DiceCheck, DiceSource, DiceeCommand, DiceeEvent, DiceeGame, GameMode, check_dice};
use hmac::{Hmac, KeyInit as _, Mac as _};
use ledger::{Log, PlayerId, Seat, Source, Stamp};
use live::{
    Bus, CommandInput, LiveMetrics, LiveSettings, RoomCommand, Rooms, SeededEntropy, SolvedGames, TableTerms,
    TokioClock, games,
};
use protocol::{GameId, GameKind};
use serde_json::{Value, json};
use store::{Append, Directory as _, Memory, Store as _, StoredEvent};
use uuid::Uuid;

fn node(archive: &Arc<Memory>, key: [u8; 32], entropy: u64) -> Arc<Rooms> {
    let mut settings = LiveSettings::new(key);
    settings.clock = Arc::new(TokioClock::starting_at(1_767_225_600_000));
    settings.entropy = Arc::new(SeededEntropy::from_seed(entropy));
    settings.bot_delay = Duration::ZERO;
    let registry = games(Arc::new(SolvedGames::default()));
    Arc::new(Rooms::new(registry, Arc::clone(archive) as _, Bus::local(), LiveMetrics::default(), settings))
}

fn ann() -> PlayerId {
    PlayerId(Uuid::from_u128(1))
}

async fn create(rooms: &Arc<Rooms>, kind: GameKind) -> GameId {
    let opening = rooms.registry().read_options(&kind, serde_json::Map::new()).unwrap();
    rooms.create_game(ann(), opening, TableTerms::default()).await.unwrap()
}

/// Plays a game of one person to its end, and until its secret is shown; its events.
async fn play(rooms: &Arc<Rooms>, game: &GameId) -> Vec<DiceeEvent> {
    for (number, category) in Category::ALL.into_iter().enumerate() {
        for (what, command) in
            [("roll", json!({ "type": "roll" })), ("score", json!({ "type": "score", "category": category }))]
        {
            let Value::Object(command) = command else { panic!("a command is an object") };
            let request = RoomCommand::new(format!("{what}{number}"), CommandInput::Json(command));
            rooms.command(game, ann(), request).await.unwrap();
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let log = rooms.log(game, Some(ann())).await.unwrap();
    let log = Log::<DiceeGame>::from_json(&log, &dicee::upcaster()).unwrap();
    log.events().cloned().collect()
}

/// What the table promised when it was created.
async fn promised(archive: &Memory, game: &GameId) -> Value {
    let events = archive.read(game, 0).await.unwrap();
    let text = json!(events.iter().map(|event| &event.payload).collect::<Vec<_>>()).to_string();
    let start = text.find("\"commitment\":\"").expect("a promise") + 14;
    json!(text[start..start + 64])
}

fn commitment(secret: [u8; 32]) -> Value {
    json!(Hex(*ServerSeed::from_bytes(secret).commitment().as_bytes()))
}

/// As secrets were made before games had their own.
fn derived(key: [u8; 32], game: &GameId) -> [u8; 32] {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
    mac.update(game.as_str().as_bytes());
    mac.finalize().into_bytes().into()
}

/// Who has the key of the store, from an old backup say, can compute no later deal from the id of its game.
#[tokio::test(start_paused = true)]
async fn the_secret_of_a_live_game_is_random_and_follows_from_no_key() {
    for kind in [GameKind::DICEE, GameKind::FORTYTWO] {
        let archive = Arc::new(Memory::default());
        let rooms = node(&archive, [7; 32], 3);
        let (first, second) = (create(&rooms, kind.clone()).await, create(&rooms, kind).await);
        assert_ne!(promised(&archive, &first).await, commitment(derived([7; 32], &first)));
        let secret = archive.game_secret(&first).await.unwrap().expect("every game has its own");
        assert_eq!(promised(&archive, &first).await, commitment(secret));
        assert_ne!(archive.game_secret(&second).await.unwrap(), Some(secret));
        rooms.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_secret_survives_a_restart_and_a_move_to_another_node() {
    let archive = Arc::new(Memory::default());
    let first = node(&archive, [7; 32], 3);
    let game = create(&first, GameKind::DICEE).await;
    let promise = promised(&archive, &game).await;
    first.close().await;
    // Nothing comes from the key any more: this node has another one.
    let second = node(&archive, [8; 32], 4);
    let events = play(&second, &game).await;
    assert_eq!(check_dice(&events), Ok(DiceCheck::Fair { rolls: 13 }));
    let Some(DiceeEvent::SeedRevealed { server_seed }) = events.last() else { panic!("{:?}", events.last()) };
    assert_eq!(commitment(server_seed.0), promise);
    second.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_promised_a_derived_secret_keeps_its_promise() {
    let (archive, key) = (Arc::new(Memory::default()), [7; 32]);
    let id = Uuid::from_u128(0x3000_0000_0000_4000_8000_0000_0000_0007);
    let game: GameId = id.to_string().parse().unwrap();
    let secret = ServerSeed::from_bytes(derived(key, &game));
    let dice = DiceSource::Fair { commitment: Hex(*secret.commitment().as_bytes()) };
    let create = DiceeCommand::Create {
        game_id: dicee::GameId(id),
        game_mode: GameMode::Solo,
        player_ids: vec![ann()],
        settings: dicee::Settings::default(),
        dice,
    };
    let mut log = Log::<DiceeGame>::default();
    let mut luck = SeededChance::from_seed(1);
    let stamp = Stamp { timestamp: 1_767_225_600_000, source: Source::Server };
    for (number, command) in [create, DiceeCommand::Start {}].iter().enumerate() {
        log.submit(Seat(0), &format!("open-{number}"), None, command, &mut luck, stamp).unwrap();
    }
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    for command in stored.chunk_by(|one, next| one.correlation_id == next.correlation_id) {
        let key = command[0].correlation_id.clone();
        let append =
            Append::new(game.clone(), GameKind::DICEE, command[0].position, key, command.to_vec()).unwrap();
        archive.append(append).await.unwrap();
    }
    let rooms = node(&archive, key, 5);
    let events = play(&rooms, &game).await;
    assert_eq!(check_dice(&events), Ok(DiceCheck::Fair { rolls: 13 }));
    assert!(
        matches!(events.last(), Some(DiceeEvent::SeedRevealed { server_seed }) if server_seed.0 == secret.reveal())
    );
    rooms.close().await;
}
