//! Forty-Two at a live table: the deals are promised, mixed, hidden and shown.

use super::{Table, config};
use serde_json::{Value, json};
use testbed::{Player, eventually};

async fn state(table: &Table, game: &str, player: &Player) -> Value {
    table.state(game, Some(player)).await
}

#[tokio::test]
async fn a_live_table_promises_its_deals_and_hides_every_seed() {
    let table = Table::with(config()).await;
    let (ann, bob) = (table.player("Ann").await, table.player("Bob").await);
    let game = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    let commitment = state(&table, &game, &ann).await["view"]["commitment"].clone();
    assert_eq!(commitment.as_str().unwrap().len(), 64, "promised before anybody else sits down");
    table.does(&bob, &game, "sit", json!({ "type": "sit", "seat": 1 })).await;
    table.does(&bob, &game, "mix", json!({ "type": "MIX", "player": 1, "clientSeed": "bob was here" })).await;
    for command in [
        json!({ "type": "COMMIT", "gameId": game, "commitment": "00".repeat(32) }),
        json!({ "type": "REVEAL", "serverSeed": "00".repeat(32) }),
    ] {
        assert_eq!(table.refused(&ann, &game, command).await, (403, "ERR_FORBIDDEN".into()));
    }
    let seeded = json!({ "type": "START_GAME", "seed": 5 });
    assert_eq!(table.refused(&ann, &game, seeded).await.0, 400, "nobody chooses the tiles of others");
    table.does(&ann, &game, "start", json!({ "type": "START_GAME" })).await;
    let started = state(&table, &game, &ann).await;
    assert_eq!(started["view"]["hand"].as_array().unwrap().len(), 7);
    assert_eq!(started["view"]["clientSeeds"], json!(["bob was here"]));
    assert_eq!((&started["view"]["commitment"], &started["view"]["serverSeed"]), (&commitment, &Value::Null));
    let text = started.to_string();
    assert!(!text.contains("\"seed\":5") && !text.contains("newSeed"), "{text}");
    for event in started["events"].as_array().unwrap() {
        assert!(event["p"].get("seed").is_none() && event["p"].get("hands").is_none(), "{event}");
    }
    let not_your_turn = json!({ "type": "PASS", "player": 1 });
    let reply = bob.command(table.node, &game, "early", None, &not_your_turn).await.unwrap();
    if reply.code() == "ERR_NOT_YOUR_TURN" {
        let details = &reply.body["error"]["details"];
        assert_eq!((&details["expected"], &details["actual"]), (&json!(ann.id), &json!(bob.id)), "{details}");
    }
}

#[tokio::test]
async fn a_game_alone_with_a_chosen_seed_is_practice_and_counts_nowhere() {
    let table = Table::with(config()).await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    table.does(&ann, &game, "start", json!({ "type": "START_GAME", "seed": 5 })).await;
    let other = ann.open(table.node, json!({ "kind": "fortytwo" })).await;
    table.does(&ann, &other, "start", json!({ "type": "START_GAME", "seed": 5 })).await;
    let hands = [state(&table, &game, &ann).await, state(&table, &other, &ann).await];
    assert_eq!(hands[0]["view"]["hand"], hands[1]["view"]["hand"], "the same seed, the same tiles");
    // A dice game of a chosen seed, played to its end.
    let seeded = ann.open(table.node, json!({ "seed": 7 })).await;
    for (number, category) in ::dicee::Category::ALL.iter().enumerate() {
        table.does(&ann, &seeded, &format!("r{number}"), json!({ "type": "roll" })).await;
        let score = json!({ "type": "score", "category": category.name() });
        table.does(&ann, &seeded, &format!("s{number}"), score).await;
    }
    let path = format!("/api/v1/players/{}/profile", ann.id);
    let profile = eventually("the profile is there", async || {
        let reply = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap();
        (reply.status == 200).then_some(reply.body)
    })
    .await;
    assert_eq!((&profile["gamesPlayed"], &profile["gamesFinished"]), (&json!(3), &json!(0)), "{profile}");
    assert_eq!(profile["dicee"]["gamesFinished"], 0);
}

/// The grade of a score is sent with it: what is scored instead is practice, with or without hints.
#[tokio::test]
async fn a_game_in_which_a_score_was_taken_back_is_practice_for_its_player() {
    let table = Table::with(config()).await;
    let ann = table.player("Ann").await;
    for undo in [false, true] {
        let game = ann.open(table.node, json!({ "settings": { "allowUndo": true } })).await;
        for (number, category) in ::dicee::Category::ALL.iter().enumerate() {
            table.does(&ann, &game, &format!("r{number}"), json!({ "type": "roll" })).await;
            let score = json!({ "type": "score", "category": category.name() });
            table.does(&ann, &game, &format!("s{number}"), score.clone()).await;
            if undo && number == 4 {
                table.does(&ann, &game, "undo", json!({ "type": "undo" })).await;
                table.does(&ann, &game, "again", score).await;
            }
        }
    }
    let path = format!("/api/v1/players/{}/profile", ann.id);
    let profile = table.node.send("GET", &path, Some(&ann.token), None).await.unwrap().body;
    assert_eq!((&profile["gamesPlayed"], &profile["gamesFinished"]), (&json!(2), &json!(1)), "{profile}");
    assert_eq!(profile["dicee"]["gamesFinished"], 1);
}
