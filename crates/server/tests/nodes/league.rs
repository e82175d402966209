//! Nodes, and what they share.

use std::net::SocketAddr;
use std::sync::Arc;

use server::{Config, Error, StoreChoice, bind};
use testbed::{Crowd, Http, PostgresServer, Proxy, RedisServer, eventually};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// A server in this process, with a state of its own.
pub(crate) struct Node {
    pub(crate) http: Http,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), Error>>,
}

impl Node {
    pub(crate) async fn start(store: StoreChoice, redis: Option<String>) -> Self {
        let config = Config {
            store,
            redis,
            limit_clients: false,
            bot_delay_ms: 0,
            drain_s: 1,
            ..Config::at(SocketAddr::from(([127, 0, 0, 1], 0)))
        };
        let server = bind(config).await.unwrap();
        let http = Http::at(server.local_addr());
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let running = tokio::spawn(server.run(stopped));
        Self { http, stop, running }
    }

    /// Ends it gently.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.running.await.unwrap().unwrap();
    }

    /// Tells it to stop, and waits until it has, however that went.
    pub(crate) async fn stop_anyhow(self) {
        let _ = self.stop.send(());
        let _ = self.running.await.unwrap();
    }

    /// What `/health/ready` says of a part.
    pub(crate) async fn health(&self) -> serde_json::Value {
        self.http.get("/health/ready").await.unwrap().body
    }
}

/// Two nodes on one PostgreSQL and one Redis; a proxy stands before each of these.
pub(crate) struct League {
    pub(crate) nodes: [Node; 2],
    pub(crate) postgres: Proxy,
    pub(crate) redis: Proxy,
    _servers: (Arc<PostgresServer>, RedisServer),
}

impl League {
    pub(crate) async fn start() -> Self {
        let (database, cache) = (PostgresServer::shared(), RedisServer::start());
        let (postgres, redis) = (Proxy::to(database.addr()).await, Proxy::to(cache.addr()).await);
        let direct = database.new_database();
        let url = direct.replace(&database.addr().to_string(), &postgres.addr().to_string());
        let redis_url = format!("redis://{}", redis.addr());
        let start = || Node::start(StoreChoice::Postgres(url.clone()), Some(redis_url.clone()));
        let nodes = tokio::join!(start(), start());
        let league = Self { nodes: nodes.into(), postgres, redis, _servers: (database, cache) };
        for node in &league.nodes {
            league.reach(node, "ready").await;
        }
        league
    }

    pub(crate) fn http(&self) -> [Http; 2] {
        [self.nodes[0].http, self.nodes[1].http]
    }

    /// People who play at both nodes.
    pub(crate) async fn crowd(&self, people: usize) -> Crowd {
        Crowd::start(watch::channel(self.http().to_vec()).1, people).await
    }

    /// Waits until a node says that it is so.
    pub(crate) async fn reach(&self, node: &Node, status: &str) {
        eventually(&format!("/health/ready says {status}"), async || {
            (node.health().await["status"] == status).then_some(())
        })
        .await;
    }

    pub(crate) async fn stop(self) {
        let [one, two] = self.nodes;
        tokio::join!(one.stop(), two.stop());
    }
}
