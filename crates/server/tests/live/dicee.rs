use super::{Table, config, roll, state_when};
use ledger::{Log, Seat, Source, Stamp};
use serde_json::{Value, json};
use server::StoreChoice;
use store::{Append, Sqlite, SqliteSettings, Store as _};
use testbed::{Player, Socket, eventually};

/// Plays the turns of this player until the game is over.
async fn play(socket: &mut Socket, me: &Player, mut state: Value) -> Value {
    let mut number = 0;
    loop {
        if state["status"] != "active" {
            return state;
        }
        if state["currentTurn"]["playerId"] == me.id.as_str() {
            number += 1;
            let message = if state["currentTurn"]["rollNumber"] == 0 {
                json!({ "type": "roll", "requestProbabilities": false })
            } else {
                let players = state["players"].as_array().unwrap();
                let card = players.iter().find(|player| player["playerId"] == me.id.as_str()).unwrap();
                let category = card["scorecard"]["categoriesRemaining"][0].clone();
                let command = json!({ "type": "score", "category": category });
                json!({ "type": "command", "commandId": format!("c{number}"), "command": command })
            };
            socket.say(&message).await.unwrap();
        }
        let version = state["version"].clone();
        state = state_when(socket, |state| state["version"].as_u64() > version.as_u64()).await;
    }
}

#[tokio::test]
async fn a_whole_game_over_a_socket_can_be_verified_afterwards() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "bots": ["greedy"] })).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    let hello = socket.hear().await.unwrap();
    assert_eq!((&hello["type"], &hello["status"]), (&json!("connection_status"), &json!("connected")));
    let state = state_when(&mut socket, |_| true).await;
    assert_eq!((&state["mode"], &state["you"]), (&json!("multiplayer"), &json!(0)));
    assert_eq!(state["players"][0]["displayName"], "Ann");
    assert_eq!(state["players"][1]["bot"], "greedy");
    let commitment = state["commitment"].clone();
    let over = play(&mut socket, &ann, state).await;
    assert_eq!(over["status"], "completed");
    assert!(over["completedAt"].as_str().unwrap().ends_with('Z'));
    // The secret follows the end by itself.
    let shown = eventually("the seed", async || {
        let state = table.state(&game, None).await;
        state["serverSeed"].is_string().then_some(state)
    })
    .await;
    assert_eq!(shown["commitment"], commitment);
    let log = ann.get(table.node, &game, "/log").await.unwrap().expect(200);
    let log: Log<dicee::DiceeGame> = Log::from_json(&log.to_string(), &dicee::upcaster()).unwrap();
    assert_eq!(log.version(), shown["version"].as_u64().unwrap());
    assert!(matches!(dicee::check_dice(log.events()), Ok(dicee::DiceCheck::Fair { .. })));
    let report = ann.get(table.node, &game, "/report").await.unwrap().expect(200);
    assert_eq!(report["report"]["players"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn everybody_at_a_table_hears_a_roll_its_turn_and_the_state() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    table.does(&ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    table.does(&ann, &game, "s", json!({ "type": "start" })).await;
    let state = state_when(&mut watching, |state| state["status"] == "active").await;
    assert_eq!(state["you"], Value::Null);
    let first = state["currentTurn"]["playerId"].as_str().unwrap().to_owned();
    let (now, then) = if first == ann.id { (&ann, &ben) } else { (&ben, &ann) };
    let told = table.does(now, &game, "r", roll()).await;
    let update = state_when(&mut watching, |state| state["version"] == told["version"]).await;
    assert_eq!(update["events"], json!([]), "the state is shown before anything is rendered");
    let rolled = watching.hear().await.unwrap();
    assert_eq!((&rolled["type"], &rolled["event"]), (&json!("roll_result"), &told["events"][0]));
    let events = watching.hear().await.unwrap();
    assert_eq!((&events["type"], &events["version"]), (&json!("events"), &told["version"]));
    assert_eq!(events["events"], told["events"], "only what is new is told");
    assert_eq!(table.refused(then, &game, roll()).await, (409, "ERR_NOT_YOUR_TURN".into()));
    table.does(now, &game, "c", json!({ "type": "score", "category": "chance" })).await;
    let turn = watching.hear_a("turn_changed").await.unwrap();
    assert_eq!((&turn["newPlayerId"], &turn["turnNumber"]), (&json!(then.id), &json!(1)));
}

#[tokio::test]
async fn a_command_sent_again_is_answered_as_the_first_time() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let first = table.does(&ann, &game, "r", roll()).await;
    let mut again = table.does(&ann, &game, "r", roll()).await;
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    again["repeated"] = json!(false);
    assert_eq!(again, first);
    let events = ann.get(table.node, &game, "/events?since=2").await.unwrap().expect(200);
    assert_eq!(events["events"], first["events"]);
}

#[tokio::test]
async fn who_expects_another_version_is_told_how_the_game_stands() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "seed": 7 })).await;
    let reply = ann.command(table.node, &game, "r", Some(9), &roll()).await.unwrap();
    assert_eq!((reply.status, reply.code()), (409, "ERR_CONFLICT"));
    assert_eq!(reply.body["gameState"]["version"], 2);
    assert_eq!(reply.body["error"]["details"]["expected"], 2);
    let _ = ann.command(table.node, &game, "r", Some(2), &roll()).await.unwrap().expect(200);
}

#[tokio::test]
async fn who_comes_back_hears_what_happened_since() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let told = table.does(&ann, &game, "r", roll()).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 2).await;
    let state = state_when(&mut socket, |_| true).await;
    assert_eq!(state["events"], told["events"]);
    let mut current = Socket::open(table.node, &game, Some(&ann), 3).await;
    assert_eq!(state_when(&mut current, |_| true).await["events"], json!([]));
}

#[tokio::test]
async fn hints_and_analyses_come_to_the_player_who_asked_and_are_noted() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    socket.say(&json!({ "type": "request_hint", "explanationDepth": "minimal" })).await.unwrap();
    assert_eq!(socket.hear_a("error").await.unwrap()["errorCode"], "ERR_INVALID_TURN");
    socket.say(&json!({ "type": "roll", "requestProbabilities": true })).await.unwrap();
    let analysis = socket.hear_a("analysis").await.unwrap();
    assert_eq!(analysis["event"]["streamType"], "analysis");
    let ask = json!({ "type": "request_hint", "explanationDepth": "detailed", "skillLevel": "advanced" });
    socket.say(&ask).await.unwrap();
    let hint = socket.hear_a("hint").await.unwrap();
    assert!(hint["recommendation"]["reasoning"].is_string(), "{hint}");
    assert_eq!(hint["recommendation"]["pedagogyLevel"], "advanced");
    let hover = json!({ "type": "hover", "category": "chance", "hoverStartTime": 1_700_000_000_000_u64 });
    socket.say(&hover).await.unwrap();
    // All that is kept about a player is in the export.
    let notes = eventually("the notes", async || {
        let path = format!("/api/v1/players/{}/export", ann.id);
        let export = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().expect(200);
        let notes = export["notes"].as_array().unwrap().clone();
        (notes.len() >= 5).then_some(notes)
    })
    .await;
    // The analysis says what to do, so it is noted as a hint as well.
    assert_eq!(notes.len(), 5, "an analysis, a recommendation, two hints and a look: {notes:?}");
}

#[tokio::test]
async fn a_turn_whose_time_is_over_is_played_by_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    let id = "5f0c6b0e-3f57-4f0e-9d44-0a4c0f9b8a11";
    let mut log = Log::<dicee::DiceeGame>::default();
    let player = dicee::PlayerId(uuid::Uuid::new_v4());
    let settings = dicee::Settings { time_limit: Some(5), ..dicee::Settings::default() };
    let create = dicee::DiceeCommand::Create {
        game_id: dicee::GameId(id.parse().unwrap()),
        game_mode: dicee::GameMode::Solo,
        player_ids: vec![player],
        settings,
        dice: dicee::DiceSource::Seeded { seed: 5 },
    };
    // It began long ago.
    let stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Client };
    let store = Sqlite::open(&file, SqliteSettings::default()).await.unwrap();
    for (place, command) in [(0, create), (1, dicee::DiceeCommand::Start {})] {
        let mut luck = chance::SeededChance::from_seed(1);
        log.submit(Seat(0), &place.to_string(), None, &command, &mut luck, stamp).unwrap();
        let event = log.envelopes()[place].clone();
        let event = event.clone().with(serde_json::to_value(&event.payload).unwrap());
        let command = format!("0:{place}").parse().unwrap();
        let append =
            Append::new(id.parse().unwrap(), "dicee".parse().unwrap(), place as u64, command, vec![event]);
        store.append(append.unwrap()).await.unwrap();
    }
    store.close().await.unwrap();
    let mut config = config();
    config.store = StoreChoice::Sqlite(file);
    let table = Table::with(config).await;
    let state = eventually("the table to play", async || {
        let state = table.state(id, None).await;
        (state["version"].as_u64().unwrap() > 2).then_some(state)
    })
    .await;
    let types: Vec<&str> = state["events"].as_array().unwrap()[2..5]
        .iter()
        .map(|event| event["eventType"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["error", "roll", "score"], "it took too long, so the table rolled and scored");
}

#[tokio::test]
async fn the_server_names_bots_and_nobody_is_shut_out() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = ann.open(table.node, json!({ "mode": "multiplayer" })).await;
    table.does(&ann, &game, "1", json!({ "type": "add_bot", "playerId": ben.id, "bot": "casual" })).await;
    assert_eq!(table.state(&game, Some(&ann)).await["players"][1]["displayName"], "Casual bot");
    table.does(&ann, &game, "2", json!({ "type": "add_bot", "bot": "casual" })).await;
    table.does(&ben, &game, "1", json!({ "type": "join", "playerId": ben.id })).await;
    assert_eq!(table.state(&game, Some(&ben)).await["you"], 3);
}

#[tokio::test]
async fn what_was_refused_leaves_no_trace() {
    let table = Table::open().await;
    let (ann, dan) = (table.player("Ann").await, table.player("Dan").await);
    let game = ann.open(table.node, json!({})).await;
    let join = json!({ "type": "join", "playerId": dan.id });
    assert_eq!(table.refused(&dan, &game, join).await.0, 409);
    for body in [
        json!({ "mode": "solo", "bots": ["expert"] }),
        json!({ "mode": "multiplayer", "start": true }),
        json!({ "bots": vec!["expert"; 8] }),
    ] {
        let reply = table.node.send("POST", "/api/v1/games", Some(&dan.token), Some(&body)).await.unwrap();
        assert!(matches!(reply.status, 400 | 409), "{body}: {}", reply.body);
    }
    let path = format!("/api/v1/players/{}/profile", dan.id);
    let profile = table.node.send("GET", &path, Some(&dan.token), None).await.unwrap().expect(200);
    assert_eq!(profile["gamesPlayed"], 0);
}

#[tokio::test]
async fn a_game_that_left_the_memory_comes_back_as_it_was() {
    let mut config = config();
    config.idle_unload_s = 1;
    let table = Table::with(config).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({})).await;
    table.does(&ann, &game, "r", roll()).await;
    let before = table.state(&game, Some(&ann)).await;
    eventually("the game to leave the memory", async || {
        let metrics = table.node.get("/metrics").await.unwrap().expect(200);
        metrics.as_str().unwrap().contains("\nactive_games 0").then_some(())
    })
    .await;
    assert_eq!(table.state(&game, Some(&ann)).await, before);
    let again = table.does(&ann, &game, "r", roll()).await;
    assert_eq!(again["repeated"], true, "what was done before is still known");
}
