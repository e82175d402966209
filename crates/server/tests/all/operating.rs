//! A server among the others that it needs: before it starts, while one of them is away, and when it is told to stop.

use std::time::{Duration, Instant};

use serde_json::json;
use server::{Config, Finding, StoreChoice, bind};
use testbed::{Closed, Http, Player, PostgresServer, Proxy, RedisServer, Socket, eventually};
use tokio::sync::oneshot;

fn at_any_port() -> Config {
    Config::at(([127, 0, 0, 1], 0).into())
}

/// What was found about the store and about Redis.
async fn findings(config: &Config) -> Vec<Finding> {
    let checks = config.check().await.into_iter().filter(|check| matches!(check.what, "store" | "redis"));
    checks.map(|check| check.finding).collect()
}

#[tokio::test]
async fn the_check_asks_the_real_servers_and_does_not_wait_for_silent_ones() {
    let (postgres, redis) = (PostgresServer::shared(), RedisServer::start());
    let (to_postgres, to_redis) = (Proxy::to(postgres.addr()).await, Proxy::to(redis.addr()).await);
    let url = postgres.new_database();
    let direct = postgres.addr().to_string();
    assert!(url.contains(&direct), "{url}");
    let mut config = at_any_port();
    config.store = StoreChoice::Postgres(url.replace(&direct, &to_postgres.addr().to_string()));
    config.redis = Some(format!("redis://{}", to_redis.addr()));
    assert_eq!(findings(&config).await, [Finding::Fine, Finding::Fine]);

    // Neither is there any more, as far as anybody can tell: connections are taken, and nothing is said.
    to_postgres.stall().await;
    to_redis.stall().await;
    let asked = Instant::now();
    let silent = findings(&config).await;
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    assert!(matches!(&silent[..], [Finding::Wrong(_), Finding::Wrong(_)]), "{silent:?}");
}

#[tokio::test]
async fn readiness_follows_redis() {
    let redis = RedisServer::start();
    let mut config = at_any_port();
    config.redis = Some(redis.url());
    let server = bind(config).await.unwrap();
    let node = Http::at(server.local_addr());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));
    let says = async |status: &str, state: &str| {
        eventually(&format!("{status}, redis {state}"), async || {
            let ready = node.get("/health/ready").await.unwrap().expect(200);
            let as_said = ready["status"] == status && ready["dependencies"]["redis"]["state"] == state;
            as_said.then_some(())
        })
        .await;
    };
    says("ready", "connected").await;
    redis.stop();
    says("degraded", "degraded").await;
    redis.run();
    says("ready", "connected").await;
    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye_to_its_sockets_and_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = at_any_port();
    config.store = StoreChoice::Sqlite(folder.path().join("dicee.db"));
    config.drain_s = 600;
    let server = bind(config.clone()).await.unwrap();
    let node = Http::at(server.local_addr());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));
    let ann = Player::register(node, "Ann").await;
    let game = ann.open(node, json!({"kind": "dicee"})).await;
    let roll = json!({"type": "roll"});
    let _ = ann.command(node, &game, "first", None, &roll).await.unwrap().expect(200);
    let mut socket = Socket::open(node, &game, Some(&ann), 0).await;
    socket.hear_a("state_update").await.unwrap();

    let told = Instant::now();
    stop.send(()).unwrap();
    assert_eq!(socket.hear_a("nothing of the kind").await, Err(Closed(Some(1001))));
    running.await.unwrap().unwrap();
    assert!(
        told.elapsed() < Duration::from_secs(60),
        "it waits for nobody who has left: {:?}",
        told.elapsed()
    );

    let again = bind(config).await.unwrap();
    let node = Http::at(again.local_addr());
    let running = tokio::spawn(again.run(std::future::pending()));
    let reply = ann.command(node, &game, "first", None, &roll).await.unwrap().expect(200);
    assert_eq!(reply["repeated"], true, "what was acknowledged is known, and so is its sender");
    running.abort();
}

#[tokio::test]
async fn a_file_of_version_0_1_is_served() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/fixtures");
    let contents = std::fs::read_to_string(fixtures.join("dicee-0.1.json")).unwrap();
    let contents: serde_json::Value = serde_json::from_str(&contents).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicee.db");
    std::fs::copy(fixtures.join("dicee-0.1.db"), &file).unwrap();

    let mut config = at_any_port();
    config.store = StoreChoice::Sqlite(file);
    let server = bind(config).await.unwrap();
    let node = Http::at(server.local_addr());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));
    let log_in = async |name: &str| {
        let known = &contents["players"][name];
        let id = known["id"].as_str().unwrap().to_owned();
        let body = json!({"deviceSecret": known["deviceSecret"]});
        let reply = node.send("POST", &format!("/api/v1/players/{id}/token"), None, Some(&body)).await;
        let token = reply.unwrap().expect(200)["token"].as_str().unwrap().to_owned();
        Player { id, token }
    };
    let (ann, bob) = (log_in("ann").await, log_in("bob").await);
    for (name, player) in [
        ("dicee", &ann),
        ("running_dicee", &ann),
        ("fortytwo", &ann),
        ("roll_table", &bob),
        ("extended_check", &bob),
    ] {
        let game = contents[name]["id"].as_str().unwrap();
        let state = player.get(node, game, "").await.unwrap().expect(200);
        assert_eq!(state["status"], contents[name]["status"], "{name}");
        assert!(
            state["version"].as_u64() >= contents[name]["version"].as_u64(),
            "{name}: {}",
            state["version"]
        );
    }
    // It goes on where it was left.
    let running_game = contents["running_dicee"]["id"].as_str().unwrap();
    let state = ann.get(node, running_game, "").await.unwrap().expect(200);
    let command = testbed::next_move(&state, &ann).unwrap();
    let reply = ann.command(node, running_game, "after-upgrade", None, &command).await.unwrap().expect(200);
    assert_eq!(reply["repeated"], false, "{reply}");
    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
}
