//! People who sit at the same table, each at a node of their own.

use serde_json::json;
use testbed::{Player, Socket, event_ids, eventually, next_move};

use crate::league::League;
use crate::{dicee_players, fortytwo_players};

pub(crate) async fn a_whole_game_of_dicee_is_played_from_two_nodes(league: &League) {
    let [one, two] = league.http();
    let (ann, bob) = (Player::register(one, "Ann").await, Player::register(two, "Bob").await);
    let game = ann.open(one, json!({"kind": "dicee", "mode": "multiplayer"})).await;
    let join = json!({"type": "join", "playerId": bob.id});
    let _ = bob.command(two, &game, "join", None, &join).await.unwrap().expect(200);
    let _ = ann.command(one, &game, "start", None, &json!({"type": "start"})).await.unwrap().expect(200);

    let (by_ann, by_bob, by_spectator) = tokio::join!(
        dicee_players::play_to_the_end(one, &game, &ann),
        dicee_players::play_to_the_end(two, &game, &bob),
        dicee_players::look_on(two, &game),
    );
    assert_eq!(by_ann, by_bob);
    assert_eq!(by_ann, by_spectator);
    for node in [one, two] {
        let events = ann.get(node, &game, "/events?since=0").await.unwrap().expect(200);
        assert_eq!(event_ids(&events["events"]), by_ann);
        let state = bob.get(node, &game, "").await.unwrap().expect(200);
        assert_eq!((&state["status"], &state["reason"]), (&json!("completed"), &json!("normal")));
        // Two times thirteen turns of a roll and a box, and the lifecycle around them.
        assert!(by_ann.len() >= 52 + 4, "{}", by_ann.len());
    }
}

pub(crate) async fn a_whole_game_of_forty_two_is_played_from_two_nodes(league: &League) {
    let [one, two] = league.http();
    let (ann, bob) = (Player::register(one, "Ann").await, Player::register(two, "Bob").await);
    // At most three hands: a player sends 17 messages in each, and a socket takes 60 at once.
    let house = json!({"forcedBid": true, "targetMarks": 2});
    let game = ann.open(one, json!({"kind": "fortytwo", "house": house, "start": false})).await;
    let sit = json!({"type": "sit", "seat": 1});
    let _ = bob.command(two, &game, "sit", None, &sit).await.unwrap().expect(200);
    let start = json!({"type": "START_GAME"});
    let _ = ann.command(one, &game, "start", None, &start).await.unwrap().expect(200);

    let (by_ann, by_bob) = tokio::join!(
        fortytwo_players::play_to_the_end(one, &game, &ann),
        fortytwo_players::play_to_the_end(two, &game, &bob),
    );
    assert_eq!((&by_ann["you"], &by_bob["you"]), (&json!(0), &json!(1)));
    assert_eq!(by_ann["version"], by_bob["version"]);
    assert_eq!(by_ann["view"]["winner"], by_bob["view"]["winner"]);
    assert_eq!(by_ann["view"]["marks"], by_bob["view"]["marks"]);
}

pub(crate) async fn people_at_different_nodes_see_and_hear_each_other(league: &League) {
    let [one, two] = league.http();
    let (ann, bob) = (Player::register(one, "Ann").await, Player::register(two, "Bob").await);
    let game = ann.open(one, json!({"kind": "dicee", "mode": "multiplayer"})).await;
    let join = json!({"type": "join", "playerId": bob.id});
    let _ = bob.command(two, &game, "join", None, &join).await.unwrap().expect(200);
    let mut at_one = Socket::open(one, &game, Some(&ann), 0).await;
    let mut at_two = Socket::open(two, &game, Some(&bob), 0).await;
    for socket in [&mut at_one, &mut at_two] {
        eventually("both are shown as connected", async || {
            let presence = socket.hear_a("presence").await.unwrap();
            let players = presence["players"].as_array().unwrap();
            (players.iter().filter(|player| player["connected"] == true).count() == 2).then_some(())
        })
        .await;
    }
    at_one.say(&json!({"type": "chat", "text": "Good luck!"})).await.unwrap();
    for socket in [&mut at_one, &mut at_two] {
        let line = socket.hear_a("chat").await.unwrap();
        assert_eq!((&line["displayName"], &line["text"]), (&json!("Ann"), &json!("Good luck!")));
    }
    drop(at_two);
    eventually("Bob has left", async || {
        let presence = at_one.hear_a("presence").await.unwrap();
        let players = presence["players"].as_array().unwrap();
        let bob = players.iter().find(|player| player["playerId"] == bob.id.as_str()).unwrap();
        (bob["connected"] == false).then_some(())
    })
    .await;
}

pub(crate) async fn a_node_that_is_behind_looks_before_it_refuses(league: &League) {
    let [one, two] = league.http();
    let (ann, bob) = (Player::register(one, "Ann").await, Player::register(two, "Bob").await);
    // Nobody tells the nodes what the other one does.
    league.redis.cut().await;
    let game = ann.open(one, json!({"kind": "dicee", "mode": "multiplayer"})).await;
    let join = json!({"type": "join", "playerId": bob.id});
    let _ = bob.command(two, &game, "join", None, &join).await.unwrap().expect(200);
    // One has not heard that there are two players, and two not that the game has begun.
    let _ = ann.command(one, &game, "start", None, &json!({"type": "start"})).await.unwrap().expect(200);
    let abandon = json!({"type": "abandon"});
    let _ = bob.command(two, &game, "abandon", None, &abandon).await.unwrap().expect(200);
    // What is wrong stays wrong wherever it is judged.
    let refused = bob.command(one, &game, "join again", None, &join).await.unwrap();
    assert_eq!(refused.status, 409, "{}", refused.body);
    league.redis.heal().await;
    for node in &league.nodes {
        league.reach(node, "ready").await;
    }
}

pub(crate) async fn of_two_nodes_that_race_one_wins_and_the_other_answers_with_the_state(league: &League) {
    let [one, two] = league.http();
    let ann = Player::register(one, "Ann").await;
    let game = ann.open(one, json!({"kind": "dicee", "mode": "solo"})).await;
    let mut state = ann.get(one, &game, "").await.unwrap().expect(200);
    let mut rounds = 0;
    while let Some(command) = next_move(&state, &ann) {
        let version = state["version"].as_u64();
        let send = async |node, id: &str| ann.command(node, &game, id, version, &command).await.unwrap();
        let (left, right) = (format!("left-{rounds}"), format!("right-{rounds}"));
        let (left, right) = tokio::join!(send(one, &left), send(two, &right));
        let (won, lost) = if left.status == 200 { (left, right) } else { (right, left) };
        let won = won.expect(200);
        assert_eq!(lost.code(), "ERR_CONFLICT", "{}", lost.body);
        let lost = lost.expect(409);
        // After the last move the server shows its seed by itself.
        assert!(lost["gameState"]["version"].as_u64() >= won["version"].as_u64(), "{lost}");
        state = lost["gameState"].clone();
        rounds += 1;
    }
    assert_eq!((rounds, &state["status"]), (26, &json!("completed")));
}
