use std::time::Duration;

use super::{Table, config, roll};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use testbed::{Closed, Socket};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(Closed(code)) = socket.hear().await {
            return code;
        }
    }
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye_to_its_sockets() {
    let mut table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    socket.hear().await.unwrap();
    table.stop();
    assert_eq!(closed(&mut socket).await, Some(1001));
    table.running.await.unwrap().unwrap();
}

#[tokio::test]
async fn who_talks_too_much_is_told_to_come_again() {
    let mut config = config();
    config.limit_clients = true;
    let table = Table::with(config).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    for _ in 0..200 {
        // It may be closed before all are said.
        let _ = socket.say(&json!({ "type": "chat", "text": "la" })).await;
    }
    assert_eq!(closed(&mut socket).await, Some(4000));
}

#[tokio::test]
async fn who_pings_too_much_is_told_to_come_again() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let url = format!("ws://{}/api/v1/games/{game}/ws", table.node.addr());
    let connection = TcpStream::connect(table.node.addr()).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(url, connection).await.unwrap();
    // One after the other: a connection that is closed with something unread may lose the reason.
    let ended = async {
        for _ in 0..1_000 {
            socket.send(Message::Ping(Vec::new().into())).await.ok()?;
            loop {
                match socket.next().await?.ok()? {
                    Message::Close(frame) => return frame.map(|frame| u16::from(frame.code)),
                    Message::Pong(_) => break,
                    Message::Text(_) | Message::Binary(_) | Message::Ping(_) | Message::Frame(_) => {}
                }
            }
        }
        None
    };
    let ended = tokio::time::timeout(Duration::from_secs(30), ended).await.expect("it ends");
    assert_eq!(ended, Some(4000));
}

#[tokio::test]
async fn a_state_on_a_socket_is_charged_to_the_same_budget_as_one_over_http() {
    let mut config = config();
    config.limit_clients = true;
    let table = Table::with(config).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    // 120 times a minute; a socket is paced, so several take turns.
    let mut refused = 0;
    for _ in 0..4 {
        let mut socket = Socket::open(table.node, &game, None, 0).await;
        socket.hear_a("state_update").await.unwrap();
        for _ in 0..50 {
            socket.say(&json!({ "type": "resume", "since": 0 })).await.unwrap();
            let answer = loop {
                let message = socket.hear().await.unwrap();
                if message["type"] == "state_update" || message["type"] == "error" {
                    break message;
                }
            };
            if answer["type"] == "error" {
                assert_eq!(answer["errorCode"], "ERR_RATE_LIMIT", "{answer}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
    // A bucket may win a place back meanwhile, never twenty.
    let path = format!("/api/v1/games/{game}");
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(table.node.get(&path).await.unwrap().status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(
        ann.get(table.node, &game, "").await.unwrap().status,
        200,
        "a player has a budget of their own"
    );
}

#[tokio::test]
async fn who_does_not_make_sense_is_answered_and_then_cut() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    for message in [
        json!("hello"),
        json!({ "type": "dance" }),
        json!({ "type": "roll" }),
        json!({ "type": "roll", "requestProbabilities": false, "luck": 6 }),
        json!({ "type": "chat", "text": " " }),
        json!({ "type": "command", "commandId": "", "command": {} }),
    ] {
        socket.say(&message).await.unwrap();
        let error = socket.hear_a("error").await.unwrap();
        assert!(error["errorCode"].as_str().unwrap().starts_with("ERR_"), "{message}: {error}");
        assert!(error["message"].is_string() && error["recoverable"] == false, "{error}");
    }
    for _ in 0..20 {
        let _ = socket.say(&json!(1)).await;
    }
    assert_eq!(closed(&mut socket).await, Some(1008));
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_socket() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    socket.say(&json!({ "type": "chat", "text": "x".repeat(70_000) })).await.unwrap();
    assert_eq!(closed(&mut socket).await, Some(1009));
}

#[tokio::test]
async fn commands_are_acknowledged_or_refused_under_their_names() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    let command = |id: &str, expected: Value, command: Value| json!({ "type": "command", "commandId": id, "expectedVersion": expected, "command": command });
    socket.say(&command("a", json!(2), roll())).await.unwrap();
    let ack = socket.hear_a("ack").await.unwrap();
    assert_eq!((&ack["commandId"], &ack["version"]), (&json!("a"), &json!(3)));
    socket.say(&command("b", json!(2), roll())).await.unwrap();
    let error = socket.hear_a("error").await.unwrap();
    assert_eq!((&error["commandId"], &error["errorCode"]), (&json!("b"), &json!("ERR_CONFLICT")));
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    watching.say(&command("c", Value::Null, roll())).await.unwrap();
    let error = watching.hear_a("error").await.unwrap();
    assert_eq!(error["errorCode"], "ERR_UNAUTHORIZED");
}

#[tokio::test]
async fn players_chat_and_may_be_muted_and_everybody_sees_who_is_there() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    let there = loop {
        let presence = ann_hears.hear_a("presence").await.unwrap();
        if presence["spectators"] == 1 {
            break presence;
        }
    };
    let players = there["players"].as_array().unwrap();
    assert!(players.len() == 2 && players.iter().all(|player| player["connected"] == true), "{there}");
    let chat = |text: &str| json!({ "type": "chat", "text": text });
    ben_hears.say(&chat("hello")).await.unwrap();
    for socket in [&mut ann_hears, &mut ben_hears, &mut watching] {
        let line = socket.hear_a("chat").await.unwrap();
        assert_eq!((&line["displayName"], &line["text"]), (&json!("Ben"), &json!("hello")));
    }
    ann_hears.say(&json!({ "type": "mute", "playerId": ben.id, "muted": true })).await.unwrap();
    ann_hears.say(&chat("one")).await.unwrap();
    assert_eq!(ann_hears.hear_a("chat").await.unwrap()["text"], "one");
    ben_hears.say(&chat("two")).await.unwrap();
    assert_eq!(watching.hear_a("chat").await.unwrap()["text"], "one");
    assert_eq!(watching.hear_a("chat").await.unwrap()["text"], "two");
    ann_hears.say(&chat("three")).await.unwrap();
    assert_eq!(ann_hears.hear_a("chat").await.unwrap()["text"], "three", "two was not wanted");
    watching.say(&chat("boo")).await.unwrap();
    assert_eq!(watching.hear_a("error").await.unwrap()["errorCode"], "ERR_FORBIDDEN");
}

#[tokio::test]
async fn a_spectator_who_sends_a_token_plays_on_the_same_socket() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, None, 0).await;
    assert_eq!(socket.hear_a("state_update").await.unwrap()["gameState"]["you"], Value::Null);
    socket.say(&json!({ "type": "authenticate", "token": "nonsense" })).await.unwrap();
    assert_eq!(socket.hear_a("error").await.unwrap()["errorCode"], "ERR_UNAUTHORIZED");
    socket.say(&json!({ "type": "authenticate", "token": ann.token })).await.unwrap();
    assert_eq!(socket.hear_a("authenticated").await.unwrap()["playerId"], json!(ann.id));
    assert_eq!(socket.hear_a("state_update").await.unwrap()["gameState"]["you"], 0);
    socket.say(&json!({ "type": "command", "commandId": "a", "command": roll() })).await.unwrap();
    assert_eq!(socket.hear_a("ack").await.unwrap()["version"], 3);
}

#[tokio::test]
async fn spectators_do_not_keep_the_players_of_their_address_away() {
    let mut config = config();
    (config.limit_clients, config.max_sockets_per_client) = (true, 2);
    let table = Table::with(config).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut spectators = Vec::new();
    for _ in 0..3 {
        let mut socket = Socket::open(table.node, &game, None, 0).await;
        socket.hear_a("state_update").await.unwrap();
        spectators.push(socket);
    }
    let mut own = Socket::open(table.node, &game, None, 0).await;
    own.say(&json!({ "type": "authenticate", "token": ann.token })).await.unwrap();
    own.hear_a("authenticated").await.unwrap();
    // A heartbeat later.
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(26)).await;
    tokio::time::resume();
    assert_eq!(closed(&mut spectators[2]).await, Some(1013), "there was no room for a third spectator");
    for socket in spectators[..2].iter_mut().chain([&mut own]) {
        socket.say(&json!({ "type": "resume", "since": 0 })).await.unwrap();
        socket.hear_a("state_update").await.unwrap();
    }
}

#[tokio::test]
async fn a_socket_ends_a_while_after_its_token() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut own = Socket::open(table.node, &game, Some(&ann), 0).await;
    let mut page = Socket::open(table.node, &game, None, 0).await;
    page.say(&json!({ "type": "authenticate", "token": ann.token })).await.unwrap();
    page.hear_a("authenticated").await.unwrap();
    own.hear_a("state_update").await.unwrap();
    let mut spectator = Socket::open(table.node, &game, None, 0).await;
    // The hour of a token, its five minutes of grace and a heartbeat.
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(66 * 60)).await;
    tokio::time::resume();
    for socket in [&mut own, &mut page] {
        assert_eq!(closed(socket).await, Some(4001));
    }
    assert_eq!(closed(&mut spectator).await, None, "who has no token is only silent for too long");
}

#[tokio::test]
async fn a_client_that_wants_changes_gets_a_patch_that_leads_to_the_state() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    socket.hear_a("state_update").await.unwrap();
    socket.say(&json!({ "type": "resume", "since": 2, "updates": "changes" })).await.unwrap();
    socket.hear_a("state_update").await.unwrap();
    for (id, command) in [("a", roll()), ("b", json!({ "type": "score", "category": "chance" }))] {
        table.does(&ann, &game, id, command).await;
    }
    for _ in 0..2 {
        assert!(socket.hear_a("state_update").await.unwrap()["changes"].is_object());
    }
    let state = socket.state().unwrap();
    let shown = ann.get(table.node, &game, &format!("?since={}", state.table().version)).await.unwrap();
    assert_eq!(serde_json::to_value(state).unwrap(), shown.expect(200));
}

#[tokio::test]
async fn a_watcher_who_comes_later_takes_no_change_from_the_others() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let wants_changes = async || {
        let mut socket = Socket::open(table.node, &game, None, 0).await;
        socket.hear_a("state_update").await.unwrap();
        socket.say(&json!({ "type": "resume", "since": 2, "updates": "changes" })).await.unwrap();
        let known = socket.hear_a("state_update").await.unwrap()["gameState"].take();
        (socket, known)
    };
    let first = wants_changes().await;
    // Who is there is told by a message of its own, and stands in the state as well.
    let mut own = Socket::open(table.node, &game, Some(&ann), 0).await;
    own.hear_a("state_update").await.unwrap();
    let second = wants_changes().await;
    assert_ne!(first.1["seats"], second.1["seats"], "Ann has come meanwhile");
    table.does(&ann, &game, "a", roll()).await;
    let path = format!("/api/v1/games/{game}?since=3");
    let shown = table.node.get(&path).await.unwrap().expect(200);
    for (mut socket, _) in [first, second] {
        socket.hear_a("state_update").await.unwrap();
        assert_eq!(serde_json::to_value(socket.state().unwrap()).unwrap(), shown);
    }
}

/// Addresses end up in the logs of proxies and in the history of browsers.
#[tokio::test]
async fn a_token_in_the_address_of_a_socket_is_refused_and_not_repeated() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let refused =
        table.node.get(&format!("/api/v1/games/{game}/ws?since=0&token={}", ann.token)).await.unwrap();
    let body = refused.expect(400).to_string();
    assert!(body.contains("token") && body.contains("authenticate") && !body.contains(&ann.token), "{body}");
}

/// What no client sends: frames of chance.
#[tokio::test]
async fn frames_that_make_no_sense_harm_nobody() {
    use chance::{Chance as _, SeededChance};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut luck = SeededChance::from_seed(2026);
    for _ in 0..150 {
        let mut stream = TcpStream::connect(table.node.addr()).await.unwrap();
        let head = format!(
            "GET /api/v1/games/{game}/ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            ann.token
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        let mut bytes = Vec::new();
        for _ in 0..1 + luck.below(6) {
            // A head that is nearly right gets further than noise.
            let opcode = [0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8a, 0x83, 0xf1][luck.below(9) as usize];
            let length = u8::try_from(luck.below(128)).unwrap();
            let masked = if luck.below(8) == 0 { 0 } else { 0x80 };
            bytes.extend([opcode, masked | length]);
            bytes.extend((0..luck.below(200)).map(|_| luck.next_word().to_le_bytes()[0]));
        }
        // The server may have closed it already.
        let _ = stream.write_all(&bytes).await;
    }
    table.does(&ann, &game, "r", roll()).await;
}
