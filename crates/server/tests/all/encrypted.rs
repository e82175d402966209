//! A node whose PostgreSQL and Redis take encrypted connections alone, under an authority that nobody else knows.

use std::net::SocketAddr;

use serde_json::json;
use server::{Config, StoreChoice, bind};
use testbed::{Http, Player, PostgresServer, RedisServer, eventually};
use tokio::sync::oneshot;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_speaks_tls_with_its_database_and_with_redis() {
    let (postgres, redis) = (PostgresServer::start_encrypted(), RedisServer::start_encrypted());
    let database = postgres.new_database();
    let authority = postgres.authority().unwrap();
    let at = |mode: &str| StoreChoice::Postgres(format!("{database}?sslmode={mode}"));
    let trusted = format!("verify-full&sslrootcert={}", authority.display());
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.limit_clients = false;
    config.redis = Some(redis.url());
    config.redis_ca = redis.authority();

    // Plain connections are not taken, and an authority that is not known is not trusted.
    for mode in ["disable", "verify-full"] {
        config.store = at(mode);
        let error = bind(config.clone()).await.unwrap_err().to_string();
        assert!(error.contains("cannot be opened"), "{mode}: {error}");
    }
    config.store = at(&trusted);
    let untrusting = Config { redis_ca: None, ..config.clone() };
    let findings = untrusting.check().await;
    let finding = findings.iter().find(|check| check.what == "redis").unwrap();
    assert!(finding.finding != server::Finding::Fine, "{finding:?}");

    let server = bind(config).await.unwrap();
    let node = Http::at(server.local_addr());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    eventually("both are connected", async || {
        (node.get("/health/ready").await.ok()?.body["status"] == "ready").then_some(())
    })
    .await;
    let ready = node.get("/health/ready").await.unwrap().body;
    assert_eq!(ready["dependencies"]["redis"]["state"], "connected", "{ready}");
    let ann = Player::register(node, "Ann").await;
    let game = ann.open(node, json!({})).await;
    let roll = ann.command(node, &game, "1", None, &json!({ "type": "roll" })).await.unwrap();
    assert_eq!(roll.status, 200, "{}", roll.body);
    drop(stop);
    running.await.unwrap().unwrap();
}
