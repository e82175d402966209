use super::{Table, roll};
use serde_json::{Value, json};

#[tokio::test]
async fn a_player_acts_only_for_their_own_seat() {
    let table = Table::open().await;
    let (ann, eve) = (table.player("Ann").await, table.player("Eve").await);
    let game = ann.open(table.node, json!({})).await;
    let forbidden = (403, "ERR_FORBIDDEN".to_owned());
    assert_eq!(table.refused(&eve, &game, roll()).await, forbidden);
    assert_eq!(table.refused(&eve, &game, json!({ "type": "join", "playerId": ann.id })).await, forbidden);
    let hands = ann.open(table.node, json!({ "kind": "fortytwo", "start": true })).await;
    assert_eq!(table.refused(&eve, &hands, json!({ "type": "PASS", "player": 0 })).await, forbidden);
    assert_eq!(table.refused(&ann, &hands, json!({ "type": "PASS", "player": 1 })).await, forbidden);
}

#[tokio::test]
async fn what_only_the_table_does_no_player_may_do() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "settings": { "timeLimit": 60 } })).await;
    let seed = "00".repeat(32);
    for command in [
        json!({ "type": "expire" }),
        json!({ "type": "reveal", "serverSeed": seed }),
        json!({ "type": "create", "gameId": game, "gameMode": "solo", "playerIds": [ann.id] }),
    ] {
        assert_eq!(table.refused(&ann, &game, command).await, (403, "ERR_FORBIDDEN".into()));
    }
}

#[tokio::test]
async fn without_a_token_nothing_is_done_and_everything_may_be_watched() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let body = json!({ "commandId": "r", "command": roll() });
    let path = format!("/api/v1/games/{game}/commands");
    let reply = table.node.send("POST", &path, None, Some(&body)).await.unwrap();
    assert_eq!((reply.status, reply.code()), (401, "ERR_UNAUTHORIZED"));
    assert_eq!(table.state(&game, None).await["you"], Value::Null);
    let reply = table.node.send("GET", &format!("/api/v1/games/{game}"), Some("bad"), None).await.unwrap();
    assert_eq!(reply.status, 401, "a bad token is no spectator");
}

#[tokio::test]
async fn fields_that_do_not_belong_to_a_game_are_refused() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    for (body, field) in [
        (json!({ "kind": "chess" }), "kind"),
        (json!({ "kind": "fortytwo", "mode": "solo" }), "mode"),
        (json!({ "house": { "nello": true } }), "house"),
        (json!({ "kind": "roll_table", "bots": ["optimal"] }), "bots"),
        (json!({ "bots": ["genius"] }), "bots[0]"),
        (json!({ "mode": "multiplayer", "seed": 5 }), "seed"),
        (json!({ "settings": { "timeLimit": 60, "speed": 1 } }), "settings.speed"),
        (json!({ "colour": "red" }), "colour"),
    ] {
        let reply = table.node.send("POST", "/api/v1/games", Some(&ann.token), Some(&body)).await.unwrap();
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        let found = reply.body["error"]["details"]["field"].as_str().unwrap().to_owned();
        assert_eq!(found, field, "{body}: {}", reply.body);
    }
    let reply = table.node.get("/api/v1/games?limit=0").await.unwrap();
    assert_eq!((reply.status, &reply.body["error"]["details"]["field"]), (400, &json!("limit")));
}

#[tokio::test]
async fn games_that_are_not_there_are_not_found() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    for path in ["", "/events", "/report", "/log"] {
        for game in ["nope", "00000000-0000-0000-0000-000000000000", "a%20b", "%ff"] {
            let reply = ann.get(table.node, game, path).await.unwrap();
            assert_eq!((reply.status, reply.code()), (404, "ERR_GAME_NOT_FOUND"), "{game}{path}");
        }
    }
    let reply = table.node.get("/api/v1/games/code/AAAAAA").await.unwrap();
    assert_eq!(reply.status, 404);
}
