//! Real servers for tests, and faults on the way to them. Only tests depend on this crate.
//!
//! * [`PostgresServer`] and [`RedisServer`] run for the time of a test, each with its own folder and its own port on
//!   loopback; on Debian, as root, the programs are installed if they are missing.
//! * [`promtool`] checks rules for Prometheus.
//! * [`Certificates`] let both of them use TLS, signed by a private authority.
//! * [`Proxy`] is placed between a client and a server, and can cut or stall the connection.
//! * [`Http`] sends requests, a [`Player`] sends them with a token, and a [`Socket`] receives the messages of a table. All three
//!   read each answer as a type of `protocol`, and panic if it does not match.
//! * A [`Crowd`] keeps playing whatever breaks, and knows afterwards which commands must be stored.
//! * [`eventually`] waits for a condition; tests use it instead of sleeping.
//!
//! All of them panic on errors, as tests do.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod certificates;
mod crowd;
mod dicee_moves;
mod http;
mod package;
mod pastime;
mod player;
mod postgres;
mod proxy;
mod published;
mod redis;
mod socket;
mod spoken;

use std::time::Duration;

use tokio::time::Instant;

pub use certificates::Certificates;
pub use crowd::Crowd;
pub use dicee_moves::{event_ids, next_move};
pub use http::{Http, Reply};
pub use package::promtool;
pub use player::Player;
pub use postgres::PostgresServer;
pub use proxy::Proxy;
pub use redis::RedisServer;
pub use socket::{Closed, Socket};
pub use spoken::{check_body, check_message};

/// Whatever a test waits for is there after this long, or never.
const DEADLINE: Duration = Duration::from_secs(30);

/// Asks again and again until the answer is `Some`, and returns what is in it.
///
/// # Panics
///
/// If there is none after half a minute; the message says `what` was waited for.
pub async fn eventually<T>(what: &str, ask: impl AsyncFnMut() -> Option<T>) -> T {
    eventually_within(DEADLINE, what, ask).await
}

/// As [`eventually`], for work that takes long on a machine that does much else.
///
/// # Panics
///
/// If there is no answer after so long.
pub async fn eventually_within<T>(
    longest: Duration,
    what: &str,
    mut ask: impl AsyncFnMut() -> Option<T>,
) -> T {
    let deadline = Instant::now() + longest;
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(Instant::now() < deadline, "{longest:?} passed, and not yet: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A port of loopback that is free. Somebody else may take it before its user does; then the user says so.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
