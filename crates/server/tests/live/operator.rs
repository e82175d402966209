//! What an operator can turn off, close, ban and erase.

use super::{Table, config, roll};
use serde_json::json;
use testbed::{Closed, Player, Reply, Socket};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

async fn table() -> Table {
    let mut config = config();
    config.operator_token = Some(TOKEN.into());
    Table::with(config).await
}

/// What the operator asks for, and gets.
async fn operates(table: &Table, method: &str, path: &str) -> Reply {
    table.node.send(method, &format!("/api/v1/operator/{path}"), Some(TOKEN), None).await.unwrap()
}

/// Two people at a table who play.
async fn two_at_a_table(table: &Table) -> (Player, Player, String) {
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    table.does(&ann, &game, "s", json!({ "type": "start" })).await;
    (ann, ben, game)
}

/// The player to move rolls; seats draw lots for who begins.
async fn somebody_rolls(table: &Table, players: [&Player; 2], game: &str) {
    let turn = table.state(game, None).await["currentTurn"]["playerId"].clone();
    let player = players.into_iter().find(|player| turn == json!(player.id)).unwrap();
    table.does(player, game, "r", roll()).await;
}

/// The code with which a socket was closed.
async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(Closed(code)) = socket.hear().await {
            return code;
        }
    }
}

#[tokio::test]
async fn where_chat_is_off_no_line_reaches_anybody() {
    let mut config = config();
    config.chat = false;
    let table = Table::with(config).await;
    let (ann, ben, game) = two_at_a_table(&table).await;
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    let told = ben_hears.hear_a("chat_history").await.unwrap();
    assert_eq!((&told["enabled"], &told["lines"]), (&json!(false), &json!([])), "who comes is told so");
    ben_hears.say(&json!({ "type": "chat", "text": "hello" })).await.unwrap();
    let error = ben_hears.hear_a("error").await.unwrap();
    assert_eq!(
        (&error["errorCode"], &error["message"]),
        (&json!("ERR_FORBIDDEN"), &json!("chat is off on this server"))
    );
    somebody_rolls(&table, [&ann, &ben], &game).await;
    // The next thing that Ann hears of is the roll.
    loop {
        let heard = ann_hears.hear().await.unwrap();
        assert_ne!(heard["type"], "chat");
        if heard["type"] == "events" {
            break;
        }
    }
}

#[tokio::test]
async fn where_public_tables_are_off_people_meet_by_code_alone() {
    let mut config = config();
    config.public_tables = false;
    let table = Table::with(config).await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let open =
        async |path: &str, body| table.node.send("POST", path, Some(&ann.token), Some(&body)).await.unwrap();
    let public = open("/api/v1/games", json!({ "mode": "multiplayer", "public": true })).await;
    assert_eq!((public.status, public.code()), (403, "ERR_FORBIDDEN"));
    assert_eq!(open("/api/v1/games/quick", json!({ "kind": "dicee" })).await.code(), "ERR_FORBIDDEN");
    let opened = open("/api/v1/games", json!({ "mode": "multiplayer" })).await.expect(201);
    let path = format!("/api/v1/games/code/{}", opened["code"].as_str().unwrap());
    let found = table.node.send("GET", &path, Some(&ben.token), None).await.unwrap().expect(200);
    assert_eq!((&found["canSit"], &found["public"]), (&json!(true), &json!(false)));
    assert_eq!(table.node.get("/api/v1/games").await.unwrap().expect(200)["games"], json!([]));
}

#[tokio::test]
async fn without_the_operators_token_nothing_can_be_done() {
    let table = table().await;
    let (ann, ben, game) = two_at_a_table(&table).await;
    for (method, path) in [
        ("GET", "sanctions".to_owned()),
        ("POST", format!("players/{}/ban", ben.id)),
        ("DELETE", format!("players/{}/ban", ben.id)),
        ("DELETE", format!("players/{}", ben.id)),
        ("POST", format!("games/{game}/close")),
    ] {
        let path = format!("/api/v1/operator/{path}");
        for token in [None, Some(ann.token.as_str()), Some("0123456789abcdef0123456789abcdee")] {
            assert_eq!(table.node.send(method, &path, token, None).await.unwrap().status, 401, "{path}");
        }
    }
    somebody_rolls(&table, [&ann, &ben], &game).await;
}

#[tokio::test]
async fn a_banned_player_leaves_and_does_not_come_back_until_the_ban_is_lifted() {
    let table = table().await;
    let (ann, ben, game) = two_at_a_table(&table).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    let path = format!("players/{}/ban", ben.id);
    for _ in 0..2 {
        assert_eq!(operates(&table, "POST", &path).await.status, 204, "again is fine");
    }
    assert_eq!(closed(&mut ben_hears).await, Some(4001));
    assert_eq!(table.state(&game, Some(&ann)).await["players"][1]["left"], true, "nobody waits for him");
    let refused = table.node.send("GET", "/api/v1/blocks", Some(&ben.token), None).await.unwrap();
    assert_eq!((refused.status, refused.code()), (401, "ERR_UNAUTHORIZED"));
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.contains("the operator banned its player"), "{message}");
    let listed = operates(&table, "GET", "sanctions").await.expect(200);
    assert_eq!((&listed["banned"][0]["playerId"], &listed["closed"]), (&json!(ben.id), &json!([])));
    assert_eq!(listed["banned"][0]["displayName"], "Ben");
    assert_eq!(operates(&table, "DELETE", &path).await.status, 204);
    let back = table.node.send("GET", "/api/v1/blocks", Some(&ben.token), None).await.unwrap();
    assert_eq!(back.status, 200);
    assert_eq!(operates(&table, "GET", "sanctions").await.expect(200)["banned"], json!([]));
    let nobody = "players/00000000-0000-4000-8000-000000000000/ban";
    assert_eq!(operates(&table, "POST", nobody).await.code(), "ERR_PLAYER_NOT_FOUND");
}

#[tokio::test]
async fn a_banned_player_gets_no_token() {
    let table = table().await;
    let new = json!({ "displayName": "Eve" });
    let eve = table.node.send("POST", "/api/v1/players", None, Some(&new)).await.unwrap().expect(201);
    let id = eve["playerId"].as_str().unwrap();
    let secret = json!({ "deviceSecret": eve["deviceSecret"] });
    let asks_for = async |what: &str| {
        let path = format!("/api/v1/players/{id}/{what}");
        table.node.send("POST", &path, None, Some(&secret)).await.unwrap().status
    };
    assert_eq!(asks_for("token").await, 200);
    operates(&table, "POST", &format!("players/{id}/ban")).await;
    assert_eq!(asks_for("token").await, 401);
    assert_eq!(asks_for("secret").await, 401, "a new secret would come with a token");
    operates(&table, "DELETE", &format!("players/{id}/ban")).await;
    assert_eq!(asks_for("token").await, 200, "the secret is the one of before");
}

#[tokio::test]
async fn nobody_plays_at_a_closed_table_and_everybody_can_look_at_what_happened() {
    let table = table().await;
    let (ann, ben, game) = two_at_a_table(&table).await;
    somebody_rolls(&table, [&ann, &ben], &game).await;
    let path = format!("games/{game}/close");
    for _ in 0..2 {
        assert_eq!(operates(&table, "POST", &path).await.status, 204, "again is fine");
    }
    for player in [&ann, &ben] {
        assert_eq!(table.refused(player, &game, roll()).await, (403, "ERR_FORBIDDEN".to_owned()));
        let state = table.state(&game, Some(player)).await;
        assert_eq!(state["status"], "abandoned");
        assert!(state["version"].as_u64().unwrap() > 4);
    }
    let eve = table.player("Eve").await;
    let join = json!({ "type": "join", "playerId": eve.id });
    assert_eq!(table.refused(&eve, &game, join).await.0, 403);
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    ann_hears.say(&json!({ "type": "chat", "text": "hello" })).await.unwrap();
    assert_eq!(ann_hears.hear_a("error").await.unwrap()["message"], "the operator closed this table");
    let listed = operates(&table, "GET", "sanctions").await.expect(200);
    assert_eq!(listed["closed"][0]["gameId"], json!(game));
    let nothing = "games/00000000-0000-4000-8000-000000000000/close";
    assert_eq!(operates(&table, "POST", nothing).await.code(), "ERR_GAME_NOT_FOUND");
}

#[tokio::test]
async fn a_public_table_that_is_closed_is_not_listed() {
    let table = table().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "mode": "multiplayer", "public": true })).await;
    let _here = Socket::open(table.node, &game, Some(&ann), 0).await;
    let listed = async || table.node.get("/api/v1/games").await.unwrap().expect(200)["games"].clone();
    assert_eq!(listed().await[0]["gameId"], json!(game));
    assert_eq!(operates(&table, "POST", &format!("games/{game}/close")).await.status, 204);
    testbed::eventually("the lobby knows", async || (listed().await == json!([])).then_some(())).await;
}

#[tokio::test]
async fn the_operator_erases_a_player_on_request() {
    let table = table().await;
    let (ann, ben, game) = two_at_a_table(&table).await;
    assert_eq!(operates(&table, "DELETE", &format!("players/{}", ben.id)).await.status, 204);
    let state = table.state(&game, Some(&ann)).await;
    assert_eq!(state["seats"][1]["displayName"], "Former player");
    assert_eq!(table.node.send("GET", "/api/v1/blocks", Some(&ben.token), None).await.unwrap().status, 401);
    let again = operates(&table, "DELETE", &format!("players/{}", ben.id)).await;
    assert_eq!(again.status, 204, "what is left of it is done then");
    let nobody = operates(&table, "DELETE", "players/00000000-0000-4000-8000-000000000000").await;
    assert_eq!(nobody.code(), "ERR_PLAYER_NOT_FOUND");
}
