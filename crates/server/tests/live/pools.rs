use super::Table;
use serde_json::{Value, json};

#[tokio::test]
async fn a_hidden_roll_is_seen_by_its_own_seat_until_it_is_revealed() {
    let table = Table::open().await;
    let (master, ann) = (table.player("Master").await, table.player("Ann").await);
    let game = master.open(table.node, json!({ "kind": "roll_table" })).await;
    table.does(&ann, &game, "sit", json!({ "type": "sit" })).await;
    let check = json!({ "type": "CHECK", "pool": 6, "difficulty": 2, "hidden": true });
    let told = table.does(&master, &game, "c", check).await;
    assert_eq!(told["events"][0]["p"]["dice"].as_array().unwrap().len(), 6);
    for (viewer, sees) in [(Some(&master), true), (Some(&ann), false), (None, false)] {
        let state = table.state(&game, viewer).await;
        assert_eq!(!state["view"]["rolls"][0]["result"].is_null(), sees);
        assert_eq!(state["events"].to_string().contains("dice"), sees);
    }
    let log = master.get(table.node, &game, "/log").await.unwrap();
    assert_eq!(log.status, 403);
    table.does(&master, &game, "r", json!({ "type": "REVEAL", "roll": 1 })).await;
    assert!(!table.state(&game, None).await["view"]["rolls"][0]["result"].is_null());
}

#[tokio::test]
async fn the_luck_of_a_roll_table_is_reported_to_its_players_without_what_is_hidden() {
    let table = Table::open().await;
    let (master, ann, ben) =
        (table.player("Master").await, table.player("Ann").await, table.player("Ben").await);
    let game = master.open(table.node, json!({ "kind": "roll_table" })).await;
    table.does(&ann, &game, "sit", json!({ "type": "sit" })).await;
    let check = json!({ "type": "CHECK", "pool": 6, "difficulty": 2 });
    let hidden = json!({ "type": "CHECK", "pool": 9, "difficulty": 2, "hidden": true });
    table.does(&master, &game, "1", hidden).await;
    table.does(&master, &game, "2", check.clone()).await;
    table.does(&ann, &game, "3", check).await;
    for (reader, rolls) in [(&ann, [1, 1]), (&master, [1, 1])] {
        let told = reader.get(table.node, &game, "/report").await.unwrap().expect(200);
        assert_eq!(
            (&told["report"]["kind"], &told["report"]["luck"]["rolls"]),
            (&json!("roll_table"), &json!(2))
        );
        let seats = told["report"]["seats"].as_array().unwrap();
        assert_eq!(seats.iter().map(|own| &own["luck"]["rolls"]).collect::<Vec<_>>(), rolls);
    }
    table.does(&master, &game, "r", json!({ "type": "REVEAL", "roll": 1 })).await;
    let told = ann.get(table.node, &game, "/report").await.unwrap().expect(200);
    assert_eq!(told["report"]["luck"]["rolls"], 3);
    assert_eq!(ben.get(table.node, &game, "/report").await.unwrap().status, 403);
}

#[tokio::test]
async fn every_roll_that_is_shown_has_its_time_and_nothing_else_has() {
    let table = Table::open().await;
    let master = table.player("Master").await;
    let game = master.open(table.node, json!({ "kind": "roll_table" })).await;
    let terms = json!({ "pool": 6, "targetSuccesses": 100, "maxRounds": 2 });
    let check = json!({ "type": "CHECK", "pool": 6, "difficulty": 2, "hidden": true });
    for (name, command) in [
        ("a", check),
        ("b", json!({ "type": "START_CHECK", "terms": terms })),
        ("c", json!({ "type": "ROLL_ROUND", "check": 1 })),
        ("d", json!({ "type": "SET_TABLE", "system": { "sides": 6, "successThreshold": 5 } })),
        ("e", json!({ "type": "ROLL", "expression": "2d6" })),
    ] {
        table.does(&master, &game, name, command).await;
    }
    let state = table.state(&game, None).await;
    let times: Vec<u64> = serde_json::from_value(state["rolledAt"].clone()).unwrap();
    assert_eq!(times.len(), state["view"]["rolls"].as_array().unwrap().len());
    assert!(times.is_sorted() && times.len() == 3, "{times:?}");
}

#[tokio::test]
async fn a_seat_that_was_given_up_stays_its_owners() {
    let table = Table::open().await;
    let (master, ann) = (table.player("Master").await, table.player("Ann").await);
    let game = master.open(table.node, json!({ "kind": "roll_table" })).await;
    let check = json!({ "type": "CHECK", "pool": 6, "difficulty": 2, "hidden": true });
    table.does(&master, &game, "1", check.clone()).await;
    table.does(&master, &game, "2", json!({ "type": "stand" })).await;
    let again = table.does(&master, &game, "2", json!({ "type": "stand" })).await;
    assert_eq!(again["repeated"], true, "also when it took the seat away");
    assert_eq!(table.refused(&ann, &game, json!({ "type": "sit", "seat": 0 })).await.0, 409);
    // The same name is another command when another person sends it.
    let sat = table.does(&ann, &game, "1", json!({ "type": "sit" })).await;
    assert_eq!((&sat["repeated"], &sat["events"][0]["p"]["seat"]), (&json!(false), &json!(1)));
    assert!(table.state(&game, Some(&ann)).await["view"]["rolls"][0]["result"].is_null());
    table.does(&master, &game, "3", json!({ "type": "sit" })).await;
    let state = table.state(&game, Some(&master)).await;
    assert_eq!(state["you"], 0);
    assert!(!state["view"]["rolls"][0]["result"].is_null(), "it is theirs again");
    let rolled = table.does(&master, &game, "1", check).await;
    assert_eq!(rolled["repeated"], true);
}

#[tokio::test]
async fn an_extended_check_goes_on_round_by_round() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let terms = json!({ "pool": 6, "targetSuccesses": 100, "maxRounds": 2 });
    let game = ann.open(table.node, json!({ "kind": "extended_check", "terms": terms })).await;
    table.does(&ann, &game, "1", json!({ "type": "ROLL_ROUND" })).await;
    assert_eq!(table.state(&game, None).await["status"], "active");
    table.does(&ann, &game, "2", json!({ "type": "ROLL_ROUND" })).await;
    let state = table.state(&game, None).await;
    assert_eq!((&state["status"], &state["freeSeats"]), (&json!("completed"), &json!(0)));
    let refused = table.refused(&ann, &game, json!({ "type": "ROLL_ROUND" })).await;
    assert_eq!(refused, (409, "ERR_GAME_COMPLETED".into()));
}

#[tokio::test]
async fn a_bad_expression_is_refused_with_its_field() {
    let table = Table::open().await;
    let ann = table.player("Ann").await;
    let game = ann.open(table.node, json!({ "kind": "roll_table" })).await;
    let command = json!({ "type": "ROLL", "expression": "6d" });
    let reply = ann.command(table.node, &game, "r", None, &command).await.unwrap();
    assert_eq!((reply.status, reply.code()), (400, "ERR_INVALID_REQUEST"));
    assert_eq!(reply.body["error"]["details"]["field"], "command.expression", "{}", reply.body);
    let unknown: Value = json!({ "type": "ROLL", "expression": "6d6", "luck": 7 });
    let reply = ann.command(table.node, &game, "r", None, &unknown).await.unwrap();
    assert_eq!(reply.body["error"]["details"]["field"], "command.luck", "{}", reply.body);
}
