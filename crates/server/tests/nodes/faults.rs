//! What becomes of games when Redis or PostgreSQL go away, hang, and come back.

use serde_json::json;
use testbed::{Proxy, Socket, eventually};

use crate::league::League;

/// People who play meanwhile.
const PEOPLE: usize = 6;

pub(crate) async fn without_redis_games_go_on_and_the_nodes_say_that_they_are_degraded(league: &League) {
    redis_fails(league, async |proxy| proxy.cut().await).await;
}

pub(crate) async fn a_redis_that_hangs_delays_nobody(league: &League) {
    redis_fails(league, async |proxy| proxy.stall().await).await;
}

async fn redis_fails(league: &League, fail: impl AsyncFn(&Proxy)) {
    let crowd = league.crowd(PEOPLE).await;
    fail(&league.redis).await;
    for node in &league.nodes {
        league.reach(node, "degraded").await;
        let reply = node.http.get("/health/ready").await.unwrap().expect(200);
        assert_eq!(reply["dependencies"]["redis"]["state"], "degraded", "{reply}");
    }
    crowd.moves(50).await;
    // Those who look on are told all the same, a little later.
    let (_, game) = crowd.somebody();
    let mut sockets = [
        Socket::open(league.nodes[0].http, &game, None, 0).await,
        Socket::open(league.nodes[1].http, &game, None, 0).await,
    ];
    for socket in &mut sockets {
        let first = socket.hear_a("state_update").await.unwrap();
        if first["gameState"]["status"] == "active" {
            let next = socket.hear_a("state_update").await.unwrap();
            assert!(next["gameState"]["version"].as_u64() > first["gameState"]["version"].as_u64());
        }
    }
    assert_eq!(crowd.unavailable(), 0, "nobody is sent away");
    league.redis.heal().await;
    for node in &league.nodes {
        league.reach(node, "ready").await;
    }
    crowd.moves(20).await;
    assert_eq!(crowd.unanswered(), 0, "everybody got an answer");
    crowd.stop_and_check(&league.http()).await;
}

pub(crate) async fn without_its_database_a_node_shows_live_games_and_acknowledges_nothing(league: &League) {
    database_fails(league, async |proxy| proxy.cut().await).await;
}

pub(crate) async fn a_database_that_hangs_is_like_one_that_is_gone(league: &League) {
    database_fails(league, async |proxy| proxy.stall().await).await;
}

async fn database_fails(league: &League, fail: impl AsyncFn(&Proxy)) {
    let crowd = league.crowd(PEOPLE).await;
    let (player, game) = crowd.somebody();
    // In the memory of every node: another game would be a 503 without the database.
    for node in league.http() {
        let _ = player.get(node, &game, "").await.unwrap().expect(200);
    }
    fail(&league.postgres).await;
    let acknowledged = crowd.acknowledged();
    for node in &league.nodes {
        league.reach(node, "unavailable").await;
        let reply = node.http.get("/health/ready").await.unwrap();
        assert_eq!(reply.body["dependencies"]["store"]["state"], "unreachable", "{}", reply.body);
        let _ = reply.expect(503);
    }
    for node in league.http() {
        let state = player.get(node, &game, "").await.unwrap().expect(200);
        assert_eq!((&state["gameId"], &state["you"]), (&json!(game), &json!(0)));
        assert_eq!(state["fromMemory"], true, "it says that others may have moved on");
        let refused = player.command(node, &game, "now?", None, &json!({"type": "abandon"})).await.unwrap();
        assert!(refused.header("retry-after").is_some(), "{}", refused.body);
        assert_eq!(refused.code(), "ERR_SERVICE_DOWN", "{}", refused.body);
        let _ = refused.expect(503);
    }
    // What was on its way when it broke may have been answered since; nothing else was.
    assert!(crowd.acknowledged() <= acknowledged + PEOPLE as u64);
    // A command that was on its way may still be waiting for the store to answer.
    eventually("somebody is told to come back later", async || (crowd.unavailable() > 0).then_some(())).await;
    league.postgres.heal().await;
    for node in &league.nodes {
        league.reach(node, "ready").await;
    }
    crowd.moves(50).await;
    assert_eq!(crowd.unanswered(), 0, "everybody got an answer");
    crowd.stop_and_check(&league.http()).await;
}
