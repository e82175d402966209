//! The deals of a finished game of Forty-Two at another table, with swapped seats.

use super::Table;
use super::fortytwo::play;
use serde_json::{Value, json};
use testbed::{Player, eventually};

/// Plays a game of these people to its end, until its secret is shown.
async fn played(table: &Table, game: &str, people: &[(&Player, u64)]) -> Value {
    let playing: Vec<_> = people
        .iter()
        .map(|(player, seat)| tokio::spawn(play(table.node, game.to_owned(), (*player).clone(), *seat)))
        .collect();
    for playing in playing {
        playing.await.unwrap();
    }
    eventually("the secret of the deals", async || {
        let state = table.state(game, None).await;
        state["view"]["serverSeed"].is_string().then_some(state)
    })
    .await
}

/// The hands of the first deal of a finished game.
async fn first_deal(table: &Table, game: &str, player: &Player) -> Value {
    let log = player.get(table.node, game, "/log").await.unwrap().expect(200);
    let dealt =
        log["events"].as_array().unwrap().iter().find(|event| event["payload"]["type"] == "HANDS_DEALT");
    dealt.unwrap()["payload"]["hands"].clone()
}

#[tokio::test]
async fn the_deals_of_a_finished_game_come_again_with_swapped_seats_and_count_nowhere() {
    let table = Table::open().await;
    let (ann, ben) = (table.player("Ann").await, table.player("Ben").await);
    let cyd = table.player("Cyd").await;
    let house = json!({ "targetMarks": 1 });
    let game = ann.open(table.node, json!({ "kind": "fortytwo", "bots": "heuristic", "house": house })).await;
    table.does(&ben, &game, "sit", json!({ "type": "sit", "seat": 2 })).await;
    table.does(&ben, &game, "mix", json!({ "type": "MIX", "player": 2, "clientSeed": "ben was here" })).await;
    let again = json!({ "kind": "fortytwo", "bots": "heuristic", "sameDealsAs": game });
    let opened = async |player: &Player, request: &Value| {
        table.node.send("POST", "/api/v1/games", Some(&player.token), Some(request)).await.unwrap()
    };
    let refused = async |player: &Player, request: &Value| {
        let reply = opened(player, request).await;
        (reply.status, reply.body["error"]["details"]["field"].as_str().map(str::to_owned))
    };
    let no_such_deals = (400, Some("sameDealsAs".to_owned()));
    table.does(&ann, &game, "start", json!({ "type": "START_GAME", "dealer": 1 })).await;
    assert_eq!(refused(&ann, &again).await, no_such_deals, "nobody deals again what is still played");
    let first = played(&table, &game, &[(&ann, 0), (&ben, 2)]).await;

    assert_eq!(refused(&cyd, &again).await, no_such_deals, "she was not there");
    let unknown = json!({ "kind": "fortytwo", "sameDealsAs": "00000000-0000-4000-8000-000000000000" });
    assert_eq!(refused(&ann, &unknown).await, no_such_deals);
    let with = |field: &str, value: Value| {
        let mut request = again.clone();
        request[field] = value;
        request
    };
    let public = refused(&ann, &with("public", json!(true))).await;
    assert_eq!(public, (400, Some("public".to_owned())), "strangers would not know");
    let other_rules = refused(&ann, &with("house", json!({ "nello": true }))).await;
    assert_eq!(other_rules, (400, Some("house".to_owned())));

    let second = opened(&ann, &again).await.expect(201)["gameState"]["gameId"].as_str().unwrap().to_owned();
    // Everybody is told, before they sit down.
    let seen = table.state(&second, Some(&cyd)).await;
    assert_eq!(seen["options"]["sameDealsAs"], json!({ "gameId": game, "dealer": 1 }));
    assert_eq!(seen["options"]["house"]["targetMarks"], 1, "the rules are those of the first table");
    assert_eq!(seen["view"]["commitment"], first["view"]["commitment"]);
    assert_eq!(seen["view"]["clientSeeds"], json!(["ben was here"]));
    assert_eq!(table.state(&second, Some(&ann)).await["you"], 1, "with the tiles of the other side");
    let mix = json!({ "type": "MIX", "player": 1, "clientSeed": "other tiles" });
    assert_eq!(table.refused(&ann, &second, mix).await, (409, "ERR_INVALID_TURN".into()));
    let seeded = json!({ "type": "START_GAME", "seed": 5 });
    assert_eq!(table.refused(&ann, &second, seeded).await.0, 400);
    table.does(&cyd, &second, "sit", json!({ "type": "sit", "seat": 3 })).await;
    table.does(&ann, &second, "start", json!({ "type": "START_GAME", "dealer": 0 })).await;
    let tiles = |hand: &Value| -> Vec<String> {
        let mut tiles: Vec<String> = serde_json::from_value(hand.clone()).unwrap();
        tiles.sort();
        tiles
    };
    let dealt = first_deal(&table, &game, &ann).await;
    let state = table.state(&second, Some(&ann)).await;
    assert_eq!((tiles(&state["view"]["hand"]), &state["view"]["dealer"]), (tiles(&dealt[1]), &json!(1)));
    played(&table, &second, &[(&ann, 1), (&cyd, 3)]).await;
    assert_eq!(first_deal(&table, &second, &cyd).await, dealt);

    // The link checks itself against the same promise, and both results can be compared.
    let path = format!("/api/v1/games/{second}/link");
    let link = table.node.send("GET", &path, Some(&cyd.token), None).await.unwrap().expect(200);
    let parameters = ledger::link::parameters(link["link"].as_str().unwrap());
    let events = ledger::link::decode_game::<fortytwo::FortyTwo>(&parameters).unwrap();
    assert!(matches!(fortytwo::check_deals(&events), Ok(fortytwo::DealCheck::Fair { .. })));
    for (player, finished) in [(&ann, 1), (&ben, 1), (&cyd, 0)] {
        let path = format!("/api/v1/players/{}/profile", player.id);
        let profile = table.node.send("GET", &path, Some(&player.token), None).await.unwrap().expect(200);
        assert_eq!(profile["fortytwo"]["gamesFinished"], finished, "{profile}");
    }
}
