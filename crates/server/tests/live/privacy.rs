//! What is private stays private: reports, logs, erased players, secrets.

use super::{Table, config, roll};
use serde_json::{Value, json};
use server::StoreChoice;
use testbed::{Closed, Player, Socket, eventually};

async fn get(table: &Table, path: &str, player: Option<&Player>) -> (u16, Value) {
    let token = player.map(|player| player.token.as_str());
    let reply = table.node.send("GET", path, token, None).await.unwrap();
    (reply.status, reply.body)
}

#[tokio::test]
async fn the_report_and_the_log_of_a_private_table_are_for_its_players() {
    let table = Table::open().await;
    let (ann, eve) = (table.player("Ann").await, table.player("Eve").await);
    for public in [false, true] {
        let game = ann.open(table.node, json!({ "public": public })).await;
        table.does(&ann, &game, "1", roll()).await;
        for path in ["report", "log"].map(|name| format!("/api/v1/games/{game}/{name}")) {
            // A report waits for the solver.
            eventually("the game is solved", async || {
                (get(&table, &path, Some(&ann)).await.0 == 200).then_some(())
            })
            .await;
            for stranger in [None, Some(&eve)] {
                let (status, body) = get(&table, &path, stranger).await;
                assert_eq!(
                    (status, &body["error"]["code"]),
                    (403, &json!("ERR_FORBIDDEN")),
                    "{path}: {body}"
                );
            }
        }
        table.does(&ann, &game, "2", json!({ "type": "abandon" })).await;
        for path in ["report", "log"].map(|name| format!("/api/v1/games/{game}/{name}")) {
            let (status, body) = get(&table, &path, Some(&eve)).await;
            assert_eq!(status, if public { 200 } else { 403 }, "{path}: {body}");
            assert_eq!(get(&table, &path, Some(&ann)).await.0, 200, "who played may read it for ever");
        }
    }
}

#[tokio::test]
async fn a_player_who_is_erased_is_gone_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.store = StoreChoice::Sqlite(folder.path().join("dicee.db"));
    config.operator_token = Some("operator-operator".into());
    let table = Table::with(config).await;
    let (ann, bob) = (table.player("Xanthippe Quux").await, table.player("Bob").await);
    let game = bob.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ann, &game, "join", json!({ "type": "join", "playerId": ann.id })).await;
    table.does(&bob, &game, "start", json!({ "type": "start" })).await;
    if table.state(&game, Some(&bob)).await["currentTurn"]["playerId"] != ann.id {
        table.does(&bob, &game, "1", roll()).await;
        table.does(&bob, &game, "2", json!({ "type": "score", "category": "chance" })).await;
    }
    // A name that the server itself might have used.
    table.does(&ann, &game, "erased", roll()).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    for _ in 0..20 {
        let look = json!({ "type": "hover", "category": "ones", "hoverStartTime": 1 });
        socket.say(&look).await.unwrap();
    }
    socket.say(&json!({ "type": "request_hint", "explanationDepth": "minimal" })).await.unwrap();
    socket.hear_a("hint").await.unwrap();
    socket.say(&json!({ "type": "chat", "text": "still here" })).await.unwrap();
    socket.hear_a("chat").await.unwrap();
    let path = format!("/api/v1/players/{}/export", ann.id);
    let export = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().expect(200);
    let noted = export["notes"].as_array().unwrap().len();
    assert!(noted >= 2, "there is something to erase: {noted} notes");
    let path = format!("/api/v1/players/{}", ann.id);
    let reply = table.node.send("DELETE", &path, Some(&ann.token), None).await.unwrap();
    assert_eq!(reply.status, 204, "{}", reply.body);
    // Her socket ends, and says nothing more.
    let ended = loop {
        if let Err(Closed(code)) = socket.hear().await {
            break code;
        }
    };
    assert_eq!(ended, Some(4001));
    let state = table.state(&game, Some(&bob)).await;
    let seat = state["players"].as_array().unwrap().iter().find(|seat| seat["playerId"] == ann.id).unwrap();
    assert_eq!((&seat["left"], &seat["displayName"]), (&json!(true), &json!("Former player")), "{state}");
    // Neither the file nor the log beside it holds her name, or a note about her.
    for name in ["dicee.db", "dicee.db-wal"] {
        let bytes = std::fs::read(folder.path().join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("Xanthippe"), "{name} holds her name");
        assert!(
            !text.contains("hint_requested") && !text.contains("\"hover\""),
            "{name} holds notes about her"
        );
    }
}

#[tokio::test]
async fn a_player_who_is_erased_leaves_a_table_that_everybody_had_left_before() {
    let table = Table::open().await;
    let (ann, bob) = (table.player("Ann").await, table.player("Bob").await);
    let game = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    table.does(&ann, &game, "stand", json!({ "type": "stand" })).await;
    table.does(&ann, &game, "sit", json!({ "type": "sit", "seat": 2 })).await;
    let path = format!("/api/v1/players/{}", ann.id);
    let reply = table.node.send("DELETE", &path, Some(&ann.token), None).await.unwrap();
    assert_eq!(reply.status, 204, "{}", reply.body);
    let state = table.state(&game, Some(&bob)).await;
    assert_eq!(state["seats"], json!([]), "{state}");
}

#[tokio::test]
async fn a_player_who_is_erased_leaves_every_game_also_more_than_a_hundred() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let mut games = Vec::new();
    for _ in 0..120 {
        games.push(ann.open(table.node, json!({})).await);
    }
    let path = format!("/api/v1/players/{}", ann.id);
    let reply = table.node.send("DELETE", &path, Some(&ann.token), None).await.unwrap();
    assert_eq!(reply.status, 204, "{}", reply.body);
    for game in games {
        let state = table.state(&game, None).await;
        assert_eq!(state["players"][0]["left"], true, "{state}");
    }
}

#[tokio::test]
async fn a_device_secret_can_be_replaced_and_the_old_one_is_worth_nothing() {
    let table = Table::open().await;
    let register = json!({ "displayName": "Ann" });
    let ann = table.node.send("POST", "/api/v1/players", None, Some(&register)).await.unwrap().expect(201);
    let at = |what: &str| format!("/api/v1/players/{}/{what}", ann["playerId"].as_str().unwrap());
    let old = json!({ "deviceSecret": ann["deviceSecret"] });
    let fresh = table.node.send("POST", &at("secret"), None, Some(&old)).await.unwrap().expect(200);
    assert_ne!(fresh["deviceSecret"], ann["deviceSecret"]);
    for what in ["secret", "token"] {
        let reply = table.node.send("POST", &at(what), None, Some(&old)).await.unwrap();
        assert_eq!(reply.status, 401, "{what}: {}", reply.body);
    }
    let new = json!({ "deviceSecret": fresh["deviceSecret"] });
    let _ = table.node.send("POST", &at("token"), None, Some(&new)).await.unwrap().expect(200);
}

#[tokio::test]
async fn a_second_server_on_one_file_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config();
    config.store = StoreChoice::Sqlite(folder.path().join("dicee.db"));
    let mut first = Table::with(config.clone()).await;
    let error = server::bind(config.clone()).await.unwrap_err().to_string();
    assert!(error.contains("dicee.db is in use by another dicee server"), "{error}");
    first.stop();
    first.running.await.unwrap().unwrap();
    Table::with(config).await;
}

#[tokio::test]
async fn a_class_behind_one_address_registers_and_sits_down_at_once() {
    let mut limited = config();
    limited.limit_clients = true;
    let table = Table::with(limited).await;
    let mut sockets = Vec::new();
    for number in 0..40 {
        let pupil = table.player(&format!("Pupil {number}")).await;
        let game = pupil.open(table.node, json!({})).await;
        assert_eq!(get(&table, &format!("/api/v1/games/{game}"), Some(&pupil)).await.0, 200);
        // Two sockets each, as a page that was loaded again has for a moment.
        for _ in 0..2 {
            let mut socket = Socket::open(table.node, &game, Some(&pupil), 0).await;
            socket.hear_a("state_update").await.unwrap();
            sockets.push(socket);
        }
    }
    assert_eq!(sockets.len(), 80);
}

#[tokio::test]
async fn a_flood_of_hints_is_bounded_and_the_export_stays_small() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    table.does(&ann, &game, "1", roll()).await;
    // Longer in a full run; a socket is paced, so several take turns.
    let sockets = if std::env::var_os("DICEE_FULL").is_some() { 60 } else { 4 };
    for _ in 0..sockets {
        let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
        for number in 0..55 {
            let hint = json!({ "type": "request_hint", "explanationDepth": "detailed" });
            let look = json!({ "type": "hover", "category": "ones", "hoverStartTime": 1 });
            socket.say(if number % 2 == 0 { &hint } else { &look }).await.unwrap();
        }
        socket.say(&json!({ "type": "chat", "text": "done" })).await.unwrap();
        while let Ok(message) = socket.hear().await {
            if message["type"] == "chat" || message["errorCode"] == "ERR_RATE_LIMIT" {
                break;
            }
        }
    }
    let path = format!("/api/v1/players/{}/export", ann.id);
    let export = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().expect(200);
    let notes = export["notes"].as_array().unwrap().len();
    // Ten hints at this roll, each with its analysis, and 500 looks of one player at most.
    assert!((20..=520).contains(&notes), "{notes} notes");
    assert!(export.to_string().len() < 1 << 20);
}
