//! The lobby: open tables, codes, quick match.

use super::Table;
use serde_json::{Value, json};
use testbed::{Player, Reply, eventually};

#[tokio::test]
async fn open_tables_are_found_by_list_code_and_quick_match() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let twice = table.node.get("/api/v1/games?kind=dicee&kind=fortytwo").await.unwrap();
    assert_eq!((twice.status, &twice.body["error"]["details"]["field"]), (400, &json!("kind")));
    let hidden = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    let game = ann.open(table.node, json!({ "mode": "multiplayer", "public": true })).await;
    let listed = table.node.get("/api/v1/games?kind=dicee").await.unwrap().expect(200);
    let listed = listed["games"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{hidden} is not for everybody");
    assert_eq!((&listed[0]["gameId"], &listed[0]["hostName"]), (&json!(game), &json!("Ann")));
    assert_eq!(listed[0]["freeSeats"], 7);
    let code = listed[0]["code"].as_str().unwrap().to_lowercase();
    let found = table.node.get(&format!("/api/v1/games/code/{code}")).await.unwrap().expect(200);
    assert_eq!(found["gameId"], json!(game));
    let quick = json!({ "kind": "dicee" });
    let reply = table.node.send("POST", "/api/v1/games/quick", Some(&ben.token), Some(&quick)).await.unwrap();
    assert_eq!((reply.status, &reply.body["gameId"]), (200, &json!(game)));
    assert_eq!(reply.body["gameState"]["you"], 1);
    table.does(&ann, &game, "s", json!({ "type": "start" })).await;
    eventually("the lobby to know", async || {
        let listed = table.node.get("/api/v1/games").await.unwrap().expect(200);
        listed["games"].as_array().unwrap().is_empty().then_some(())
    })
    .await;
    let reply = table.node.send("POST", "/api/v1/games/quick", Some(&ben.token), Some(&quick)).await.unwrap();
    assert_eq!(reply.status, 201, "nobody waits: a table is opened for others");
}

#[tokio::test]
async fn a_quick_match_begins_when_its_second_player_sits_down_and_has_a_clock() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let opened = quick(&table, &ann).await.expect(201);
    assert_eq!(
        (&opened["gameState"]["status"], &opened["gameState"]["freeSeats"]),
        (&json!("waiting"), &json!(1))
    );
    let sat = quick(&table, &ben).await.expect(200);
    assert_eq!(sat["gameId"], opened["gameId"]);
    let state = &sat["gameState"];
    assert_eq!((&state["status"], &state["settings"]["timeLimit"]), (&json!("active"), &json!(60)));
}

#[tokio::test]
async fn a_table_for_more_waits_for_its_host_until_its_last_seat_is_taken() {
    let table = Table::open().await;
    let (ann, ben, cid) = (table.player("Ann").await, table.player("Ben").await, table.player("Cid").await);
    let terms = json!({ "mode": "multiplayer", "public": true, "settings": { "seats": 3 } });
    let game = ann.open(table.node, terms).await;
    let second = quick(&table, &ben).await.expect(200);
    assert_eq!((&second["gameId"], &second["gameState"]["status"]), (&json!(game), &json!("waiting")));
    let third = quick(&table, &cid).await.expect(200);
    assert_eq!((&third["gameId"], &third["gameState"]["status"]), (&json!(game), &json!("active")));
}

async fn quick(table: &Table, player: &Player) -> Reply {
    let kind = json!({ "kind": "dicee" });
    table.node.send("POST", "/api/v1/games/quick", Some(&player.token), Some(&kind)).await.unwrap()
}

#[tokio::test]
async fn the_lobby_says_what_is_played_and_a_code_whether_one_can_sit_down() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let terms = json!({ "kind": "fortytwo", "public": true, "coach": false, "house": { "nello": true } });
    let game = ann.open(table.node, terms).await;
    let listed = table.node.get("/api/v1/games").await.unwrap().expect(200)["games"][0].clone();
    let shown =
        [&listed["kind"], &listed["hostPlayerId"], &listed["seats"], &listed["freeSeats"], &listed["coach"]];
    assert_eq!(shown, [&json!("fortytwo"), &json!(ann.id), &json!(4), &json!(3), &json!(false)]);
    assert_eq!(listed["options"]["house"]["nello"], true);
    assert_eq!(listed["options"]["public"], Value::Null, "what every table has is said once");
    let path = format!("/api/v1/games/code/{}", listed["code"].as_str().unwrap());
    let found = table.node.get(&path).await.unwrap().expect(200);
    assert_eq!(
        (&found["status"], &found["you"], &found["canSit"]),
        (&json!("waiting"), &Value::Null, &json!(true))
    );
    let own = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().expect(200);
    assert_eq!((&own["you"], &own["canSit"]), (&json!(0), &json!(false)));
    table.does(&ann, &game, "s", json!({ "type": "START_GAME" })).await;
    let found = table.node.send("GET", &path, Some(&ben.token), None).await.unwrap().expect(200);
    assert_eq!((&found["status"], &found["canSit"]), (&json!("active"), &json!(false)), "it may be watched");
}

#[tokio::test]
async fn a_host_keeps_a_few_open_tables_and_no_more() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let terms = json!({ "mode": "multiplayer", "public": true });
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(ann.open(table.node, terms.clone()).await);
    }
    let reply = table.node.send("POST", "/api/v1/games", Some(&ann.token), Some(&terms)).await.unwrap();
    assert_eq!((reply.status, reply.code()), (409, "ERR_TOO_MANY_TABLES"), "{}", reply.body);
    ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    ben.open(table.node, terms.clone()).await;
    table.does(&ann, &games[0], "a", json!({ "type": "abandon" })).await;
    eventually("room for another", async || {
        let reply = table.node.send("POST", "/api/v1/games", Some(&ann.token), Some(&terms)).await.unwrap();
        (reply.status == 201).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_quick_match_goes_where_most_people_wait() {
    let table = Table::open().await;
    let players = [
        table.player("Ann").await,
        table.player("Ben").await,
        table.player("Cid").await,
        table.player("Dot").await,
    ];
    let [ann, ben, cid, dot] = &players;
    let terms = json!({ "mode": "multiplayer", "public": true });
    let first = ann.open(table.node, terms.clone()).await;
    let second = ben.open(table.node, terms).await;
    table.does(cid, &second, "j", json!({ "type": "join", "playerId": cid.id })).await;
    let matched = eventually("the lobby to know", async || {
        let listed = table.node.get("/api/v1/games").await.unwrap().expect(200);
        (listed["games"][0]["freeSeats"] == 6).then_some(())
    });
    matched.await;
    let reply = quick(&table, dot).await;
    assert_eq!((reply.status, &reply.body["gameId"]), (200, &json!(second)), "not {first}");
}
