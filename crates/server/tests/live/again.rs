//! Playing again with the same people.

use super::{Table, config, roll, state_when};
use serde_json::{Value, json};
use testbed::{Player, Socket};

/// A game of two that is over because its guest left.
async fn over(table: &Table, ann: &Player, ben: &Player, terms: Value) -> String {
    let game = ann.open(table.node, terms).await;
    table.does(ben, &game, "j", json!({ "type": "join", "playerId": ben.id })).await;
    table.does(ann, &game, "s", json!({ "type": "start" })).await;
    table.does(ben, &game, "a", json!({ "type": "abandon" })).await;
    game
}

async fn rematch(table: &Table, player: &Player, game: &str) -> testbed::Reply {
    let path = format!("/api/v1/games/{game}/rematch");
    table.node.send("POST", &path, Some(&player.token), None).await.unwrap()
}

#[tokio::test]
async fn a_rematch_has_the_same_settings_and_everybody_who_wants_it() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let terms = json!({
        "mode": "multiplayer", "coach": false, "settings": { "rulesVariant": "classic", "timeLimit": 90 },
    });
    let game = over(&table, &ann, &ben, terms).await;
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    let mut ben_hears = Socket::open(table.node, &game, Some(&ben), 0).await;
    ben_hears.say(&json!({ "type": "rematch" })).await.unwrap();
    let told = watching.hear_a("rematch").await.unwrap();
    assert_eq!(told["playerId"], json!(ben.id));
    assert_eq!(ben_hears.hear_a("rematch").await.unwrap(), told);
    let new = told["gameId"].as_str().unwrap();
    let state = table.state(new, Some(&ben)).await;
    assert_eq!(
        (&state["you"], &state["hostPlayerId"]),
        (&json!(0), &json!(ben.id)),
        "who asks first is the host"
    );
    assert_eq!((&state["coach"], &state["status"]), (&json!(false), &json!("waiting")));
    assert_eq!(
        (&state["settings"]["rulesVariant"], &state["settings"]["timeLimit"]),
        (&json!("classic"), &json!(90))
    );
    let joined = rematch(&table, &ann, &game).await.expect(200);
    assert_eq!(
        (&joined["gameId"], &joined["gameState"]["you"]),
        (&told["gameId"], &json!(1)),
        "the second sits down"
    );
    assert_eq!(watching.hear_a("rematch").await.unwrap()["playerId"], json!(ann.id));
    // A later client finds it in the state.
    let old = table.state(&game, None).await;
    assert_eq!((&old["rematch"]["gameId"], &old["rematch"]["code"]), (&told["gameId"], &told["code"]));
}

#[tokio::test]
async fn a_rematch_asked_for_again_is_the_same_one() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = over(&table, &ann, &ben, json!({ "mode": "multiplayer" })).await;
    let (first, second) = tokio::join!(rematch(&table, &ann, &game), rematch(&table, &ben, &game));
    let (first, second) = (first.expect(200), second.expect(200));
    assert_eq!(first["gameId"], second["gameId"], "of two at once one opens it");
    assert_eq!(rematch(&table, &ann, &game).await.expect(200)["gameId"], first["gameId"]);
    let new = first["gameId"].as_str().unwrap();
    assert_eq!(table.state(new, None).await["seats"].as_array().unwrap().len(), 2, "each sits once");
    let mut ann_hears = Socket::open(table.node, &game, Some(&ann), 0).await;
    ann_hears.say(&json!({ "type": "rematch" })).await.unwrap();
    assert_eq!(ann_hears.hear_a("rematch").await.unwrap()["gameId"], first["gameId"], "also the answer");
    table.does(&ann, new, "x", json!({ "type": "abandon" })).await;
    let next = rematch(&table, &ben, new).await.expect(200);
    assert_ne!(next["gameId"], first["gameId"], "each game has its own");
}

#[tokio::test]
async fn rematches_over_a_socket_and_over_http_have_one_budget() {
    let mut limited = config();
    limited.limit_clients = true;
    let table = Table::with(limited).await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let game = over(&table, &ann, &ben, json!({ "mode": "multiplayer" })).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    // Thirty in a minute; one more of them comes back every two seconds.
    for _ in 0..35 {
        socket.say(&json!({ "type": "rematch" })).await.unwrap();
    }
    assert_eq!(socket.hear_a("error").await.unwrap()["errorCode"], "ERR_RATE_LIMIT");
    assert_eq!(rematch(&table, &ann, &game).await.status, 429);
    let _ = rematch(&table, &ben, &game).await.expect(200);
}

#[tokio::test]
async fn a_rematch_is_for_players_of_a_game_that_is_over() {
    let table = Table::open().await;
    let (ann, eve) = (table.player("Ann").await, table.player("Eve").await);
    let game = ann.open(table.node, json!({ "bots": ["greedy"] })).await;
    let reply = rematch(&table, &ann, &game).await;
    assert_eq!((reply.status, reply.code()), (409, "ERR_INVALID_TURN"));
    table.does(&ann, &game, "a", json!({ "type": "abandon" })).await;
    let reply = rematch(&table, &eve, &game).await;
    assert_eq!((reply.status, reply.code()), (403, "ERR_FORBIDDEN"));
    let again = rematch(&table, &ann, &game).await.expect(200);
    let state = &again["gameState"];
    assert_eq!((&state["status"], &state["players"][1]["bot"]), (&json!("active"), &json!("greedy")));
    let mut watching = Socket::open(table.node, &game, None, 0).await;
    watching.say(&json!({ "type": "rematch" })).await.unwrap();
    assert_eq!(watching.hear_a("error").await.unwrap()["errorCode"], "ERR_UNAUTHORIZED");
}

#[tokio::test]
async fn a_table_without_a_coach_gives_no_hints_to_anybody() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "coach": false })).await;
    let mut socket = Socket::open(table.node, &game, Some(&ann), 0).await;
    let state = state_when(&mut socket, |_| true).await;
    assert_eq!(state["coach"], false, "everybody sees it");
    socket.say(&json!({ "type": "roll", "requestProbabilities": true })).await.unwrap();
    assert_eq!(socket.hear_a("error").await.unwrap()["errorCode"], "ERR_COACH_OFF", "no analysis");
    socket.say(&json!({ "type": "request_hint", "explanationDepth": "standard" })).await.unwrap();
    let error = socket.hear_a("error").await.unwrap();
    assert_eq!((&error["errorCode"], &error["recoverable"]), (&json!("ERR_COACH_OFF"), &json!(false)));
    let with = ann.open(table.node, json!({})).await;
    assert_eq!(table.state(&with, None).await["coach"], true);
    let wrong = json!({ "coach": "loud" });
    let reply = table.node.send("POST", "/api/v1/games", Some(&ann.token), Some(&wrong)).await.unwrap();
    assert_eq!((reply.status, &reply.body["error"]["details"]["field"]), (400, &json!("coach")));
}

#[tokio::test]
async fn a_guess_is_told_beside_the_truth_when_the_turn_is_over() {
    let table = Table::open().await;
    let (ann, eve) = (table.player("Ann").await, table.player("Eve").await);
    let game = ann.open(table.node, json!({ "coach": false })).await;
    let mut watching = Socket::open(table.node, &game, Some(&eve), 0).await;
    let guess = |category: &str, chance: f64| {
        json!({
            "type": "prediction", "category": category, "predictedProbability": chance, "confidenceLevel": "high",
        })
    };
    watching.say(&guess("chance", 0.5)).await.unwrap();
    assert_eq!(
        watching.hear_a("error").await.unwrap()["errorCode"],
        "ERR_INVALID_TURN",
        "nothing was rolled"
    );
    table.does(&ann, &game, "r", roll()).await;
    for (wrong, code) in
        [(guess("chance", 1.5), "ERR_INVALID_REQUEST"), (guess("sevens", 0.5), "ERR_INVALID_REQUEST")]
    {
        watching.say(&wrong).await.unwrap();
        assert_eq!(watching.hear_a("error").await.unwrap()["errorCode"], code);
    }
    watching.say(&guess("chance", 0.75)).await.unwrap();
    let noted = watching.hear_a("predicted").await.unwrap();
    assert_eq!((&noted["playerId"], &noted["displayName"]), (&json!(eve.id), &json!("Eve")));
    assert!(!noted.to_string().contains("robability"), "the truth is not told while it helps: {noted}");
    for (again, code) in [
        (guess("chance", 0.5), "ERR_CONFLICT"),
        (guess("ones", 0.5), ""),
        (guess("twos", 0.5), ""),
        (guess("threes", 0.5), "ERR_RATE_LIMIT"),
    ] {
        watching.say(&again).await.unwrap();
        if !code.is_empty() {
            assert_eq!(watching.hear_a("error").await.unwrap()["errorCode"], code, "{again}");
        }
    }
    table.does(&ann, &game, "s", json!({ "type": "score", "category": "ones" })).await;
    let told = watching.hear_a("prediction").await.unwrap();
    assert_eq!((&told["event"]["playerId"], &told["displayName"]), (&json!(eve.id), &json!("Eve")));
    assert_eq!(
        (&told["event"]["predictedProbability"], &told["event"]["actualProbability"]),
        (&json!(0.75), &json!(1.0))
    );
    // Any dice score in Chance.
    assert_eq!(
        (&told["achieved"], &told["brier"], &told["exactBrier"]),
        (&json!(true), &json!(0.0625), &json!(0.0))
    );
    let mut anonymous = Socket::open(table.node, &game, None, 0).await;
    anonymous.say(&guess("chance", 0.5)).await.unwrap();
    assert_eq!(anonymous.hear_a("error").await.unwrap()["errorCode"], "ERR_UNAUTHORIZED");
}
