//! Blocking, reporting, and looking at a game together.

use super::{Table, config};
use serde_json::{Value, json};
use testbed::{Player, Reply, Socket};

async fn block(table: &Table, who: &Player, other: &Player, blocked: bool) -> Reply {
    let path = format!("/api/v1/players/{}/block", other.id);
    table.node.send("POST", &path, Some(&who.token), Some(&json!({ "blocked": blocked }))).await.unwrap()
}

#[tokio::test]
async fn lines_of_a_blocked_player_reach_none_of_my_sockets() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    let blocked = block(&table, &ann, &ben, true).await.expect(200);
    assert_eq!(blocked["blocked"], json!([{ "playerId": ben.id, "displayName": "Ben" }]));
    let mut later = Socket::open(table.node, &game, Some(&ann), 0).await;
    // Its first state says that it is there.
    later.hear_a("state_update").await.unwrap();
    let chat = |text: &str| json!({ "type": "chat", "text": text });
    ben_hears.say(&chat("one")).await.unwrap();
    assert_eq!(ben_hears.hear_a("chat").await.unwrap()["text"], "one");
    ann_hears.say(&chat("two")).await.unwrap();
    for socket in [&mut ann_hears, &mut later] {
        assert_eq!(socket.hear_a("chat").await.unwrap()["text"], "two", "one was not wanted");
    }
    let listed = table.node.send("GET", "/api/v1/blocks", Some(&ann.token), None).await.unwrap().expect(200);
    assert_eq!(listed, blocked);
    assert_eq!(block(&table, &ann, &ben, false).await.expect(200)["blocked"], json!([]));
    assert_eq!(block(&table, &ann, &ann, true).await.status, 400);
}

#[tokio::test]
async fn who_comes_back_is_told_what_was_said_lately() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    for text in ["one", "two"] {
        ben_hears.say(&json!({ "type": "chat", "text": text })).await.unwrap();
        assert_eq!(ben_hears.hear_a("chat").await.unwrap()["text"], text);
    }
    let texts = |history: &Value| {
        let lines = history["lines"].as_array().unwrap().iter();
        lines.map(|line| line["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    let history = ann_hears.hear_a("chat_history").await.unwrap();
    assert_eq!((texts(&history), &history["enabled"]), (vec!["one".into(), "two".into()], &json!(true)));
    assert_eq!(history["lines"][0]["displayName"], "Ben");
    // A spectator is told the same; and once it is known who they are, nothing of players whom they blocked.
    let _ = block(&table, &ann, &ben, true).await.expect(200);
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    assert_eq!(texts(&watching.hear_a("chat_history").await.unwrap()).len(), 2);
    watching.say(&json!({ "type": "authenticate", "token": ann.token })).await.unwrap();
    assert_eq!(texts(&watching.hear_a("chat_history").await.unwrap()).len(), 0);
}

#[tokio::test]
async fn a_quick_match_keeps_those_apart_who_blocked_each_other() {
    let table = Table::open().await;
    let (ann, ben, cid) = (table.player("Ann").await, table.player("Ben").await, table.player("Cid").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer", "public": true })).await;
    let _ = block(&table, &ann, &ben, true).await.expect(200);
    let _ = block(&table, &cid, &ann, true).await.expect(200);
    let mut opened = Vec::new();
    for player in [&ben, &cid] {
        let kind = json!({ "kind": "dicee" });
        let path = "/api/v1/games/quick";
        let reply = table.node.send("POST", path, Some(&player.token), Some(&kind)).await.unwrap();
        assert_ne!(reply.body["gameId"], json!(game));
        opened.push(reply.status);
    }
    assert_eq!(opened, [201, 200], "Ben opens a table, and Cid sits down at it");
}

#[tokio::test]
async fn a_report_reaches_the_operator_once() {
    let mut config = config();
    config.operator_token = Some("0123456789abcdef0123456789abcdef".into());
    let table = Table::with(config).await;
    let (ann, ben, eve) = (table.player("Ann").await, table.player("Ben").await, table.player("Eve").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    let report = async |who: &Player, about: &Player, body: Value| {
        let path = format!("/api/v1/players/{}/reports", about.id);
        table.node.send("POST", &path, Some(&who.token), Some(&body)).await.unwrap()
    };
    let rude = json!({ "gameId": game, "reason": "chat", "text": "rude" });
    assert_eq!(report(&ann, &ben, rude.clone()).await.expect(200)["kept"], true);
    assert_eq!(report(&ann, &ben, rude.clone()).await.expect(200)["kept"], false, "it is there already");
    assert_eq!(report(&eve, &ben, rude.clone()).await.code(), "ERR_FORBIDDEN", "she does not sit there");
    assert_eq!(report(&ann, &ann, rude).await.code(), "ERR_FORBIDDEN");
    let wrong = json!({ "gameId": game, "reason": "winning" });
    assert_eq!(report(&ann, &ben, wrong).await.body["error"]["details"]["field"], "reason");
    let path = "/api/v1/operator/reports";
    assert_eq!(table.node.send("GET", path, Some(&ann.token), None).await.unwrap().status, 401);
    let token = Some("0123456789abcdef0123456789abcdef");
    let kept = table.node.send("GET", path, token, None).await.unwrap().expect(200);
    let [first] = &kept["reports"].as_array().unwrap()[..] else { panic!("{kept}") };
    assert_eq!((&first["playerId"], &first["displayName"]), (&json!(ben.id), &json!("Ben")));
    assert_eq!((&first["reason"], &first["text"]), (&json!("chat"), &json!("rude")));
}

#[tokio::test]
async fn the_host_moves_everybody_through_a_finished_game() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    table.does(&ann, &game, "s", json!({ "type": "start" })).await;
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    let cursor = |version: u64| json!({ "type": "cursor", "version": version });
    ann_hears.say(&cursor(1)).await.unwrap();
    assert_eq!(ann_hears.hear_a("error").await.unwrap()["errorCode"], "ERR_INVALID_TURN", "it is not over");
    table.does(&ben, &game, "a", json!({ "type": "abandon" })).await;
    ann_hears.say(&cursor(2)).await.unwrap();
    let expected = json!({ "type": "cursor", "playerId": ann.id, "version": 2 });
    assert_eq!(ben_hears.hear_a("cursor").await.unwrap(), expected);
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    assert_eq!(watching.hear_a("cursor").await.unwrap(), expected, "also who comes later");
    ben_hears.say(&cursor(3)).await.unwrap();
    assert_eq!(ben_hears.hear_a("error").await.unwrap()["errorCode"], "ERR_FORBIDDEN", "he is not the host");
    ann_hears.say(&cursor(999)).await.unwrap();
    assert_eq!(ann_hears.hear_a("error").await.unwrap()["errorCode"], "ERR_INVALID_REQUEST");
}
