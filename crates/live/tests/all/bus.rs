//! Hints between nodes over a real Redis, and what becomes of them when it goes away.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ledger::PlayerId;
use live::{
    Bus, BusState, Carrier, LiveMetrics, LiveSettings, NodeHint, RedisSettings, Rooms, SendQueueReader,
    SolvedGames, TableTerms, games, send_queue,
};
use protocol::{ChatLine, Code, GameKind, ServerMessage};
use serde_json::json;
use store::{Directory as _, GameId, Memory, PlayerRecord};
use testbed::{Proxy, RedisServer, eventually};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;
use uuid::Uuid;

use crate::client::{message, open, player, send, watch};

/// A node that notices soon.
fn node(url: impl Into<String>) -> Bus {
    let (timeout, heartbeat) = (Duration::from_millis(250), Duration::from_millis(50));
    Bus::redis(RedisSettings { timeout, heartbeat, ..RedisSettings::at(url) }).unwrap()
}

fn moved(version: u64) -> NodeHint {
    NodeHint::Moved { game: game(), version }
}

fn game() -> GameId {
    "game-1".parse().unwrap()
}

async fn reach(bus: &Bus, state: BusState) {
    eventually("the state", async || (bus.state() == state).then_some(())).await;
}

/// The next hint but [`NodeHint::Missed`].
async fn next(hints: &mut Receiver<NodeHint>) -> NodeHint {
    loop {
        let hint = timeout(Duration::from_secs(30), hints.recv()).await.unwrap().unwrap();
        if hint != NodeHint::Missed {
            return hint;
        }
    }
}

async fn until_missed(hints: &mut Receiver<NodeHint>) {
    while timeout(Duration::from_secs(30), hints.recv()).await.unwrap().unwrap() != NodeHint::Missed {}
}

fn drain(hints: &mut Receiver<NodeHint>) -> Vec<NodeHint> {
    std::iter::from_fn(|| hints.try_recv().ok()).collect()
}

#[tokio::test]
async fn hints_reach_every_other_node_in_order_and_never_their_sender() {
    let redis = RedisServer::start();
    let (one, two, three) = (node(redis.url()), node(redis.url()), node(redis.url()));
    let (mut at_one, mut at_two, mut at_three) = (one.subscribe(), two.subscribe(), three.subscribe());
    for bus in [&one, &two, &three] {
        reach(bus, BusState::Connected).await;
        assert_eq!(bus.degraded_reason(), None);
    }
    let said = [
        moved(1),
        NodeHint::Chat {
            game: game(),
            line: ServerMessage::Chat(ChatLine {
                player_id: "00000000-0000-0000-0000-000000000001".parse().unwrap(),
                display_name: "Ann".into(),
                text: "Grüße \u{1F3B2}".into(),
                timestamp: 5,
            }),
        },
        NodeHint::Presence { game: game(), node: "one".into(), players: vec![], spectators: 3 },
        NodeHint::WhoIsThere { game: game() },
        moved(2),
    ];
    for hint in &said {
        one.publish(hint.clone());
    }
    for hints in [&mut at_two, &mut at_three] {
        for hint in &said {
            assert_eq!(next(hints).await, *hint);
        }
    }
    // What the first one hears after an answer would have come after its own.
    two.publish(moved(3));
    assert_eq!(next(&mut at_one).await, moved(3));
    assert_eq!(next(&mut at_three).await, moved(3));
    assert_eq!(drain(&mut at_two), []);
    assert_eq!((one.counts().sent, one.counts().received, one.counts().dropped), (5, 1, 0));
    assert_eq!(three.counts().received, 6);
}

#[tokio::test]
async fn leagues_with_their_own_prefix_do_not_hear_each_other() {
    let redis = RedisServer::start();
    let league = |prefix: &str| {
        Bus::redis(RedisSettings { prefix: prefix.into(), ..RedisSettings::at(redis.url()) }).unwrap()
    };
    let (ours, theirs, also_ours) = (league("ours:"), league("theirs:"), league("ours:"));
    let mut heard = also_ours.subscribe();
    for bus in [&ours, &theirs, &also_ours] {
        reach(bus, BusState::Connected).await;
    }
    theirs.publish(moved(1));
    theirs.flush(Duration::from_secs(5)).await;
    ours.publish(moved(2));
    assert_eq!(next(&mut heard).await, moved(2));
}

#[tokio::test]
async fn without_redis_publishing_neither_waits_nor_fails_and_when_it_is_back_hints_flow() {
    let redis = RedisServer::start();
    let (one, two) = (node(redis.url()), node(redis.url()));
    let mut hints = two.subscribe();
    reach(&one, BusState::Connected).await;
    reach(&two, BusState::Connected).await;
    one.publish(moved(1));
    assert_eq!(next(&mut hints).await, moved(1));

    redis.stop();
    reach(&one, BusState::Degraded).await;
    reach(&two, BusState::Degraded).await;
    assert!(one.degraded_reason().is_some_and(|reason| !reason.is_empty()));
    let before = Instant::now();
    for version in 0..100_000 {
        one.publish(moved(version));
    }
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    eventually("all are given up", async || (one.counts().dropped >= 100_000).then_some(())).await;
    drain(&mut hints);

    redis.run();
    until_missed(&mut hints).await;
    reach(&one, BusState::Connected).await;
    reach(&two, BusState::Connected).await;
    one.publish(moved(2));
    assert_eq!(next(&mut hints).await, moved(2), "nothing old comes late");
    assert!(one.counts().lost >= 2, "{:?}", one.counts());
}

#[tokio::test]
async fn a_node_that_could_not_publish_tells_the_others_that_they_missed_something() {
    let redis = RedisServer::start();
    let proxy = Proxy::to(redis.addr()).await;
    let (cut_off, other) = (node(format!("redis://{}", proxy.addr())), node(redis.url()));
    reach(&cut_off, BusState::Connected).await;
    reach(&other, BusState::Connected).await;
    let mut hints = other.subscribe();

    proxy.cut().await;
    reach(&cut_off, BusState::Degraded).await;
    cut_off.publish(moved(1));
    eventually("it is given up", async || (cut_off.counts().dropped > 0).then_some(())).await;
    proxy.heal().await;
    // The connection of the other was never lost, so it cannot know by itself.
    until_missed(&mut hints).await;
    assert_eq!(other.counts().lost, 0);
    reach(&cut_off, BusState::Connected).await;
    cut_off.publish(moved(2));
    assert_eq!(next(&mut hints).await, moved(2));
}

#[tokio::test]
async fn a_redis_that_stopped_answering_is_noticed_in_bounded_time() {
    let redis = RedisServer::start();
    let proxy = Proxy::to(redis.addr()).await;
    let (stalled, other) = (node(format!("redis://{}", proxy.addr())), node(redis.url()));
    let mut hints = stalled.subscribe();
    reach(&stalled, BusState::Connected).await;
    reach(&other, BusState::Connected).await;

    let before = Instant::now();
    proxy.stall().await;
    reach(&stalled, BusState::Degraded).await;
    // The heartbeat and the timeout are 300 ms; the rest is for a machine that has other things to do.
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());
    assert!(
        stalled.degraded_reason().unwrap().contains("no answer within 250 ms"),
        "{:?}",
        stalled.degraded_reason()
    );
    let before = Instant::now();
    stalled.publish(moved(1));
    stalled.flush(Duration::from_millis(500)).await;
    assert!(before.elapsed() < Duration::from_secs(3), "{:?}", before.elapsed());

    // Until it listens to nothing any more: a connection that is healed before that has missed nothing.
    eventually("both connections to be given up", async || (stalled.counts().lost >= 2).then_some(())).await;
    drain(&mut hints);
    proxy.heal().await;
    until_missed(&mut hints).await;
    reach(&stalled, BusState::Connected).await;
    other.publish(moved(2));
    assert_eq!(next(&mut hints).await, moved(2));
}

#[tokio::test]
async fn a_node_starts_without_redis_and_finds_it_later() {
    let redis = RedisServer::start();
    redis.stop();
    let bus = node(redis.url());
    let mut hints = bus.subscribe();
    assert_eq!(bus.state(), BusState::Degraded);
    assert!(bus.degraded_reason().is_some());
    redis.run();
    until_missed(&mut hints).await;
    reach(&bus, BusState::Connected).await;
}

#[tokio::test]
async fn what_is_no_hint_is_counted_and_does_no_harm() {
    let redis = RedisServer::start();
    let (one, two) = (node(redis.url()), node(redis.url()));
    let mut hints = two.subscribe();
    reach(&one, BusState::Connected).await;
    reach(&two, BusState::Connected).await;
    let client = redis::Client::open(redis.url()).unwrap();
    let mut stranger = client.get_multiplexed_async_connection().await.unwrap();
    for noise in ["", "hello", "{\"node\":1}", "[[[[[["] {
        let listeners: u32 =
            redis::cmd("PUBLISH").arg("dicee:hints").arg(noise).query_async(&mut stranger).await.unwrap();
        assert_eq!(listeners, 2);
    }
    one.publish(moved(1));
    assert_eq!(next(&mut hints).await, moved(1));
    assert_eq!(two.counts().garbled, 4);
}

#[tokio::test]
async fn an_address_that_makes_no_sense_is_refused_and_never_shows_a_password() {
    for url in ["", "☃", "postgres://dicee:secret@localhost", "redis://:secret@:x", "rediss://:secret@:x"] {
        let error = Bus::redis(RedisSettings::at(url)).unwrap_err();
        let shown = format!("{error} {error:?} {:?}", RedisSettings::at(url));
        assert!(shown.contains("redis://host:6379") && !shown.contains("secret"), "{shown}");
    }
    for url in ["redis://:secret@127.0.0.1:1", "rediss://:secret@localhost"] {
        let bus = Bus::redis(RedisSettings::at(url)).unwrap();
        assert!(!format!("{bus:?}").contains("secret"), "{bus:?}");
    }
}

#[tokio::test]
async fn chat_of_another_node_is_rebuilt_from_what_this_node_knows() {
    let redis = RedisServer::start();
    let (ann, eve) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
    let archive = Arc::new(Memory::default());
    archive.register(PlayerRecord::new(ann, "Ann", [1; 32], 0)).await.unwrap();
    let (here, elsewhere) = (node(redis.url()), node(redis.url()));
    let registry = games(Arc::new(SolvedGames::default()));
    let settings = LiveSettings::new([7; 32]);
    let rooms = Rooms::new(registry, archive, here.clone(), LiveMetrics::default(), settings);
    let rooms = Arc::new(rooms);
    rooms.start();
    let opening = rooms.registry().options_for_strangers(&GameKind::DICEE).unwrap();
    let game = rooms.create_game(ann, opening, live::TableTerms::default()).await.unwrap();
    let (queue, mut reader) = send_queue(1000);
    rooms.watch(&game, Some(ann), 0, queue).await.unwrap();
    reach(&here, BusState::Connected).await;
    reach(&elsewhere, BusState::Connected).await;
    let line = |player_id, text: &str| NodeHint::Chat {
        game: game.clone(),
        line: ServerMessage::Chat(ChatLine {
            player_id,
            display_name: "The Administrator".into(),
            text: text.into(),
            timestamp: 5,
        }),
    };
    // Of somebody who does not sit here, with what turns text around, too long, and no chat at all.
    elsewhere.publish(line(eve, "I am not at this table"));
    elsewhere.publish(line(ann, "turn \u{202e} around"));
    elsewhere.publish(line(ann, &"x".repeat(501)));
    let other = ServerMessage::Authenticated { player_id: eve };
    elsewhere.publish(NodeHint::Chat { game: game.clone(), line: other });
    elsewhere.publish(line(ann, "hello"));
    let heard = timeout(Duration::from_secs(30), async {
        loop {
            let message = reader.recv().await.unwrap();
            let message: ServerMessage = serde_json::from_slice(&message.into_bytes()).unwrap();
            assert!(!matches!(message, ServerMessage::Authenticated { .. }));
            if let ServerMessage::Chat(ChatLine { player_id, display_name, text, timestamp }) = message {
                return (player_id, display_name, text, timestamp);
            }
        }
    });
    let (player, name, text, at) = heard.await.unwrap();
    assert_eq!((player, name.as_str(), text.as_str()), (ann, "Ann", "hello"));
    assert!(at > 5, "at the time of this node");
    rooms.close().await;
}

/// The other nodes, of which nobody listens.
#[derive(Debug)]
struct Elsewhere;

impl Carrier for Elsewhere {
    fn publish(&self, _hint: NodeHint) {}

    fn state(&self) -> BusState {
        BusState::Connected
    }
}

/// What is next told about a guess, a rematch or a position.
async fn told(reader: &mut SendQueueReader) -> ServerMessage {
    loop {
        let message = message(reader).await;
        if matches!(
            message,
            ServerMessage::Predicted { .. } | ServerMessage::Rematch { .. } | ServerMessage::Cursor { .. }
        ) {
            return message;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_another_node_tells_is_checked_against_what_this_node_knows() {
    let archive = Arc::new(Memory::default());
    let [ann, ben, eve] = [1, 2, 3].map(player);
    for (id, name) in [(ann, "Ann"), (ben, "Ben"), (eve, "Eve")] {
        archive.register(PlayerRecord::new(id, name, [1; 32], 0)).await.unwrap();
    }
    let node = |bus| {
        let (registry, archive) = (games(Arc::new(SolvedGames::default())), Arc::clone(&archive));
        Arc::new(Rooms::new(registry, archive, bus, LiveMetrics::default(), LiveSettings::new([7; 32])))
    };
    let (bus, elsewhere) = Bus::over(Arc::new(Elsewhere));
    let rooms = node(bus);
    rooms.start();
    let options = json!({ "mode": "multiplayer" });
    let game = open(&rooms, ann, GameKind::DICEE, options, TableTerms::default()).await;
    for (who, id, command) in [
        (ben, "join", json!({ "type": "join", "playerId": ben })),
        (ann, "start", json!({ "type": "start" })),
    ] {
        send(&rooms, &game, who, id, command).await.unwrap();
    }
    let (_, mut reader) = watch(&rooms, &game, ann).await;
    let tell = |message| elsewhere.send(NodeHint::Relayed { game: game.clone(), message }).unwrap();
    let guess = |player_id, display_name: &str| ServerMessage::Predicted {
        player_id,
        display_name: display_name.into(),
        version: 3,
        category: dicee::Category::Chance,
    };
    let cursor = |player_id, version| ServerMessage::Cursor { player_id, version };
    // No operator closed this table.
    elsewhere.send(NodeHint::Closed { game: game.clone() }).unwrap();
    // A spectator of the other node has the name that is stored; nobody looks back at a game that goes on.
    tell(cursor(ann, 1));
    tell(guess(eve, "The Administrator"));
    assert_eq!(told(&mut reader).await, guess(eve, "Eve"));

    send(&rooms, &game, ben, "abandon", json!({ "type": "abandon" })).await.unwrap();
    let rematch = |player_id, game_id: &GameId, code: &Code| ServerMessage::Rematch {
        game_id: game_id.clone(),
        code: code.clone(),
        player_id,
    };
    let code: Code = "ABCDEF".parse().unwrap();
    // There is no rematch yet, and a position is the host's and one of the game.
    tell(rematch(ben, &"trap".parse().unwrap(), &code));
    for wrong in [cursor(ben, 1), cursor(eve, 1), cursor(ann, 1_000)] {
        tell(wrong);
    }
    tell(cursor(ann, 2));
    assert_eq!(told(&mut reader).await, cursor(ann, 2));
    assert_eq!(rooms.state(&game, None, u64::MAX).await.unwrap().table().rematch, None);
    // Another node opened one: that is where everybody is sent.
    let other = node(Bus::local());
    let table = other.rematch(&game, ben).await.unwrap().table;
    tell(rematch(eve, &table.game_id, &table.code));
    tell(rematch(ben, &"trap".parse().unwrap(), &code));
    assert_eq!(told(&mut reader).await, rematch(ben, &table.game_id, &table.code));
    other.close().await;
    rooms.close().await;
}
