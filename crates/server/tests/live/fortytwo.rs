use super::{Table, state_when};
use serde_json::{Value, json};
use testbed::{Player, Socket, eventually};

/// No message to a seat holds anything that the seat may not know.
fn check(message: &Value, seat: Option<u64>) {
    let text = message.to_string();
    for secret in
        ["\"seed\":1", "\"seed\":2", "\"seed\":3", "newSeed", "\"hands\"", "\"chain\"", "\"effect\""]
    {
        assert!(!text.contains(secret), "{secret} is told: {text}");
    }
    let state = &message["gameState"];
    if state["status"] == "active" {
        assert_eq!(state["view"]["seed"], Value::Null);
        assert_eq!(state["view"]["viewer"], json!(seat));
        if seat.is_none() {
            assert_eq!(state["view"]["hand"], json!([]));
        }
    }
}

#[tokio::test]
async fn four_seats_play_a_game_and_hear_only_what_is_theirs() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let house = json!({ "targetMarks": 1 });
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "bots": "heuristic", "house": house })).await;
    table.does(&ben, &game, "sit", json!({ "type": "sit", "seat": 2 })).await;
    assert_eq!(table.refused(&ben, &game, json!({ "type": "START_GAME" })).await.1, "ERR_FORBIDDEN");
    let chosen = json!({ "type": "START_GAME", "seed": 5 });
    assert_eq!(table.refused(&ann, &game, chosen).await.0, 400, "a seed tells every hand");
    table.does(&ann, &game, "start", json!({ "type": "START_GAME" })).await;
    let log = ann.get(table.node, &game, "/log").await.unwrap();
    assert_eq!((log.status, log.code()), (403, "ERR_FORBIDDEN"), "the raw log tells every hand");
    let report = ann.get(table.node, &game, "/report").await.unwrap();
    assert_eq!(report.status, 409, "a finished hand leads to the next");
    let watching = tokio::spawn(watch(table.node, game.clone()));
    let players = [(&ann, 0), (&ben, 2)]
        .map(|(player, seat)| tokio::spawn(play(table.node, game.clone(), player.clone(), seat)));
    for playing in players {
        playing.await.unwrap();
    }
    watching.await.unwrap();
    let state = table.state(&game, None).await;
    assert_eq!(state["status"], "completed");
    // The secret follows the end by itself, and then the deals can be checked.
    let shown = eventually("the secret of the deals", async || {
        let state = table.state(&game, None).await;
        state["view"]["serverSeed"].is_string().then_some(state)
    })
    .await;
    assert!(shown["view"]["commitment"].is_string() && shown["view"]["seed"].is_null(), "{}", shown["view"]);
    let report = ben.get(table.node, &game, "/report").await.unwrap().expect(200);
    let hands = report["report"]["hands"].as_array().unwrap();
    assert!(!hands.is_empty());
    for call in hands.iter().flat_map(|hand| hand["calls"].as_array().unwrap()) {
        let both = |option: &Value| option["makes"].is_boolean() && option["known"]["trials"].is_u64();
        assert!(call["options"].as_array().unwrap().iter().all(both), "{call}");
    }
    let again = ann.get(table.node, &game, "/report").await.unwrap().expect(200);
    assert_eq!(again["report"], report["report"], "everybody is given the same report");
    let log = ann.get(table.node, &game, "/log").await.unwrap().expect(200);
    let events: Vec<fortytwo::Event> = log["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| serde_json::from_value(event["payload"].clone()).ok())
        .collect();
    let checked = fortytwo::check_deals(&events);
    assert!(matches!(checked, Ok(fortytwo::DealCheck::Fair { .. })), "{checked:?}");
    let path = format!("/api/v1/games/{game}/link");
    assert_eq!(table.node.get(&path).await.unwrap().code(), "ERR_FORBIDDEN", "the table was not public");
    let shared = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().expect(200);
    let parameters = ledger::link::parameters(shared["link"].as_str().unwrap());
    let events = ledger::link::decode_game::<fortytwo::FortyTwo>(&parameters).unwrap();
    assert!(matches!(fortytwo::check_deals(&events), Ok(fortytwo::DealCheck::Fair { .. })), "and its deals");
}

/// Makes the first legal move whenever there is one.
pub(super) async fn play(node: testbed::Http, game: String, me: Player, seat: u64) {
    let mut socket = Socket::open(node, &game, Some(&me), 0).await;
    let mut asked = 0;
    loop {
        let message = socket.hear().await.unwrap();
        if message["type"] == "error" {
            // An agreement may come after everybody agreed.
            assert!(
                message["errorCode"] == "ERR_INVALID_TURN" || message["errorCode"] == "ERR_NOT_YOUR_TURN"
            );
            continue;
        }
        let state = &message["gameState"];
        if message["type"] != "state_update" {
            continue;
        }
        if state["status"] == "completed" {
            return;
        }
        check(&message, Some(seat));
        let version = state["version"].as_u64().unwrap();
        if let Some(first) = state["view"]["moves"].as_array().and_then(|moves| moves.first())
            && version > asked
        {
            asked = version;
            let command = json!({ "type": "command", "commandId": format!("v{version}"), "command": first });
            socket.say(&command).await.unwrap();
        }
    }
}

async fn watch(node: testbed::Http, game: String) {
    let mut socket = Socket::open(node, &game, None, 0).await;
    state_when(&mut socket, |state| {
        if state["status"] != "completed" {
            check(&json!({ "gameState": state }), None);
        }
        state["status"] == "completed"
    })
    .await;
}

#[tokio::test]
async fn seats_are_taken_once_and_given_up_before_the_start() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    let sit = |seat: u8| json!({ "type": "sit", "seat": seat });
    assert_eq!(table.refused(&ben, &game, sit(0)).await.1, "ERR_INVALID_TURN");
    assert_eq!(table.refused(&ben, &game, sit(4)).await, (400, "ERR_INVALID_REQUEST".into()));
    table.does(&ben, &game, "a", sit(1)).await;
    assert_eq!(table.does(&ben, &game, "a", sit(1)).await["repeated"], true);
    table.does(&ann, &game, "b", json!({ "type": "stand" })).await;
    let state = table.state(&game, Some(&ben)).await;
    assert_eq!((&state["hostPlayerId"], &state["freeSeats"]), (&json!(ben.id), &json!(3)));
    table.does(&ben, &game, "c", json!({ "type": "START_GAME" })).await;
    assert_eq!(table.refused(&ann, &game, sit(0)).await.1, "ERR_INVALID_TURN");
}

#[tokio::test]
async fn a_bot_plays_for_a_player_who_left_until_they_come_back() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let house = json!({ "targetMarks": 1 });
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "bots": "random", "house": house })).await;
    table.does(&ben, &game, "sit", json!({ "type": "sit", "seat": 1 })).await;
    table.does(&ann, &game, "start", json!({ "type": "START_GAME" })).await;
    // Erasing leaves every game.
    let path = format!("/api/v1/players/{}", ben.id);
    assert_eq!(table.node.send("DELETE", &path, Some(&ben.token), None).await.unwrap().status, 204);
    play(table.node, game.clone(), ann.clone(), 0).await;
    assert_eq!(table.state(&game, None).await["status"], "completed");
}

#[tokio::test]
async fn an_emptied_table_belongs_to_the_next_player_who_sits() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    table.does(&ann, &game, "1", json!({ "type": "stand" })).await;
    assert_eq!(table.state(&game, None).await["status"], "abandoned");
    table.does(&ben, &game, "1", json!({ "type": "sit" })).await;
    table.does(&ben, &game, "2", json!({ "type": "START_GAME" })).await;
}

#[tokio::test]
async fn a_table_that_was_left_in_the_middle_gives_no_tile_away() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "public": true })).await;
    table.does(&ann, &game, "start", json!({ "type": "START_GAME" })).await;
    table.does(&ann, &game, "stand", json!({ "type": "stand" })).await;
    assert_eq!(table.state(&game, None).await["status"], "abandoned");
    for what in ["link", "log"] {
        let path = format!("/api/v1/games/{game}/{what}");
        for token in [None, Some(ann.token.as_str())] {
            let reply = table.node.send("GET", &path, token, None).await.unwrap();
            assert_eq!(reply.code(), "ERR_FORBIDDEN", "{what}");
        }
    }
    table.does(&ann, &game, "back", json!({ "type": "sit" })).await;
    assert_eq!(table.state(&game, None).await["status"], "active", "the hand goes on");
}

#[tokio::test]
async fn nobody_can_take_the_names_of_what_bots_do() {
    let table = Table::open().await;
    let (ann, eve) = (table.player("Ann").await, table.player("Eve").await);
    let house = json!({ "targetMarks": 1 });
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "bots": "random", "house": house })).await;
    for number in 4..20 {
        table.does(&eve, &game, &format!("s{number}"), json!({ "type": "sit", "seat": 1 })).await;
        table.does(&eve, &game, &format!("turn-{}", 2 * number), json!({ "type": "stand" })).await;
    }
    table.does(&ann, &game, "start", json!({ "type": "START_GAME" })).await;
    play(table.node, game.clone(), ann.clone(), 0).await;
}

#[tokio::test]
async fn partners_stay_partners_in_a_rematch() {
    let table = Table::open().await;
    let players = [table.player("Ann").await, table.player("Ben").await, table.player("Cid").await];
    let [ann, ben, cid] = &players;
    let house = json!({ "targetMarks": 1 });
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "bots": "random", "house": house })).await;
    table.does(ben, &game, "b", json!({ "type": "sit", "seat": 1 })).await;
    table.does(cid, &game, "c", json!({ "type": "sit", "seat": 3 })).await;
    table.does(ann, &game, "start", json!({ "type": "START_GAME" })).await;
    let playing = [(ann, 0), (ben, 1), (cid, 3)]
        .map(|(player, seat)| tokio::spawn(play(table.node, game.clone(), player.clone(), seat)));
    for player in playing {
        player.await.unwrap();
    }
    // Ben sits opposite Cid before and after.
    for (player, seat) in [(ben, 0), (ann, 3), (cid, 2)] {
        let path = format!("/api/v1/games/{game}/rematch");
        let reply = table.node.send("POST", &path, Some(&player.token), None).await.unwrap().expect(200);
        assert_eq!(reply["gameState"]["you"], seat);
        assert_eq!(reply["gameState"]["options"]["house"]["targetMarks"], 1);
    }
}
