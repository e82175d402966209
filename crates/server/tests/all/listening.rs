//! The server on a real socket: taking an address, answering, and stopping.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::{Config, Error, Server, StoreChoice, bind};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

async fn any_port() -> Server {
    let addr = SocketAddr::from(([127, 0, 0, 1], 0));
    bind(Config::at(addr)).await.expect("a free port on loopback")
}

async fn ask(addr: SocketAddr, request: &str) -> String {
    let mut connection = TcpStream::connect(addr).await.expect("the server listens");
    connection.write_all(request.as_bytes()).await.expect("the request is sent");
    let mut reply = Vec::new();
    connection.read_to_end(&mut reply).await.expect("the reply ends");
    String::from_utf8_lossy(&reply).into_owned()
}

#[tokio::test]
async fn port_zero_becomes_a_real_port() {
    assert_ne!(any_port().await.local_addr().port(), 0);
}

#[tokio::test]
async fn an_address_in_use_is_named_together_with_the_way_out() {
    let first = any_port().await;
    let error = bind(Config::at(first.local_addr())).await.unwrap_err();
    assert!(matches!(error, Error::AddressInUse { addr, .. } if addr == first.local_addr()));
    let message = error.to_string();
    assert!(message.contains(&first.local_addr().to_string()) && message.contains("--addr"), "{message}");
}

#[tokio::test]
async fn an_address_of_another_machine_is_unusable() {
    let addr = "192.0.2.1:8080".parse().unwrap();
    let error = bind(Config::at(addr)).await.unwrap_err();
    assert!(matches!(error, Error::AddressUnusable { .. }), "{error:?}");
    assert!(error.to_string().contains("192.0.2.1:8080"));
}

#[tokio::test]
async fn it_answers_until_it_is_told_to_stop() {
    let server = any_port().await;
    let addr = server.local_addr();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));

    let page = ask(addr, "GET / HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n").await;
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let health = ask(addr, "GET /health/ready HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n").await;
    assert!(health.contains("\"status\":\"ready\""), "{health}");

    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
    assert!(TcpStream::connect(addr).await.is_err());
}

/// A server with these settings that runs until it is told to stop.
struct Running {
    addr: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<Result<(), Error>>,
}

impl Running {
    async fn start(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
        change(&mut config);
        let server = bind(config).await.expect("a free port on loopback");
        let addr = server.local_addr();
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(server.run(async move { stopped.await.unwrap() }));
        Self { addr, stop, ended }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.ended.await.unwrap().unwrap();
    }
}

const GET: &str = "GET /health/live HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn a_silent_connection_does_not_keep_the_server_from_stopping() {
    let server = Running::start(|config| config.drain_s = 1).await;
    let mut half_a_request = TcpStream::connect(server.addr).await.unwrap();
    half_a_request.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
    // Connections are taken in order: once this later one is answered, the silent one is being served.
    ask(server.addr, GET).await;

    let told = Instant::now();
    server.stop().await;
    assert!(told.elapsed() < Duration::from_secs(20));
    let mut rest = Vec::new();
    // It is cut, with or without an answer.
    let _ = half_a_request.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn an_idle_connection_is_closed_at_once_when_the_server_stops() {
    let server = Running::start(|config| config.drain_s = 600).await;
    let mut idle = TcpStream::connect(server.addr).await.unwrap();
    idle.write_all(b"GET /health/live HTTP/1.1\r\nHost: dicee\r\n\r\n").await.unwrap();
    let mut begin = [0; 12];
    idle.read_exact(&mut begin).await.unwrap();
    assert_eq!(&begin, b"HTTP/1.1 200");
    let told = Instant::now();
    server.stop().await;
    assert!(told.elapsed() < Duration::from_secs(60), "{:?}", told.elapsed());
    idle.read_to_end(&mut Vec::new()).await.unwrap();
}

#[tokio::test]
async fn a_head_that_comes_too_slowly_is_cut_however_busy_its_sender_looks() {
    let server = Running::start(|config| config.header_timeout_s = 1).await;
    let started = Instant::now();
    let slow = TcpStream::connect(server.addr).await.unwrap();
    let (mut from, mut to) = slow.into_split();
    // One more byte every 50 ms, for ever: a real slow client.
    let dripping = tokio::spawn(async move {
        to.write_all(b"GET / HTTP/1.1\r\nHost: dicee\r\nX-Slow: ").await?;
        let mut beat = tokio::time::interval(Duration::from_millis(50));
        while to.write_all(b"x").await.is_ok() {
            beat.tick().await;
        }
        Ok::<(), std::io::Error>(())
    });
    let mut answer = Vec::new();
    let _ = from.read_to_end(&mut answer).await;
    let took = started.elapsed();
    assert!((Duration::from_millis(900)..Duration::from_secs(20)).contains(&took), "{took:?}");
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    dripping.abort();
    // Others are served meanwhile and afterwards.
    assert!(ask(server.addr, GET).await.starts_with("HTTP/1.1 200"));
    server.stop().await;
}

#[tokio::test]
async fn a_full_server_lets_others_wait_until_somebody_leaves() {
    let server = Running::start(|config| config.max_connections = 2).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut connection = TcpStream::connect(server.addr).await.unwrap();
        connection.write_all(b"GET /health/live HTTP/1.1\r\nHost: dicee\r\n\r\n").await.unwrap();
        let mut begin = [0; 12];
        connection.read_exact(&mut begin).await.unwrap();
        open.push(connection);
    }
    let mut third = TcpStream::connect(server.addr).await.unwrap();
    third.write_all(GET.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    let waited = tokio::time::timeout(Duration::from_millis(200), third.read_exact(&mut answer)).await;
    assert!(waited.is_err(), "the third is not served while two are open");
    open.pop();
    third.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200");
    server.stop().await;
}

#[tokio::test]
async fn one_client_cannot_take_all_connections() {
    let server = Running::start(|config| config.max_connections_per_client = 1).await;
    let mut first = TcpStream::connect(server.addr).await.unwrap();
    first.write_all(b"GET /health/live HTTP/1.1\r\nHost: dicee\r\n\r\n").await.unwrap();
    first.read_exact(&mut [0; 12]).await.unwrap();
    let mut second = TcpStream::connect(server.addr).await.unwrap();
    let _ = second.write_all(GET.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = second.read_to_end(&mut answer).await;
    assert_eq!(answer, b"", "closed without an answer");
    drop(first);
    server.stop().await;
}

#[tokio::test]
async fn the_store_is_opened_before_the_socket_and_errors_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.store = StoreChoice::Sqlite(folder.path().join("deep/er/dicee.db"));
    drop(bind(config.clone()).await.unwrap());
    assert!(folder.path().join("deep/er/dicee.db").is_file());
    #[cfg(unix)]
    for (path, mode) in [("deep/er", 0o700), ("deep/er/dicee.db", 0o600)] {
        use std::os::unix::fs::PermissionsExt as _;
        let found = std::fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode, "{path} holds keys and is for its owner alone");
    }

    let foreign = folder.path().join("foreign.db");
    std::fs::write(&foreign, "not a database, but longer than the hundred bytes of a head".repeat(20))
        .unwrap();
    config.store = StoreChoice::Sqlite(foreign);
    let error = bind(config.clone()).await.unwrap_err();
    assert!(matches!(error, Error::Store { .. }), "{error:?}");
    assert!(error.to_string().contains("foreign.db"), "{error}");

    std::fs::write(folder.path().join("file"), "").unwrap();
    config.store = StoreChoice::Sqlite(folder.path().join("file/dicee.db"));
    let error = bind(config.clone()).await.unwrap_err();
    assert!(
        matches!(error, Error::DataDirectory { .. }) && error.to_string().contains("--data-dir"),
        "{error}"
    );

    // A port that was free a moment ago, so that nobody listens there.
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    config.store = StoreChoice::Postgres(format!("postgres://ann:tiger@{free}/dicee"));
    let error = bind(config).await.unwrap_err();
    let message = error.to_string();
    assert!(message.contains("--check-config") && !message.contains("tiger"), "{message}");
    let why = std::error::Error::source(&error).unwrap().to_string();
    assert!(why.contains("refused"), "{why}");
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_cut_off_and_its_place_is_free() {
    let server = Running::start(|config| {
        config.max_connections = 1;
        config.write_timeout_s = 1;
    })
    .await;
    let mut silent = TcpStream::connect(server.addr).await.unwrap();
    // More answers than the buffers on the way hold, and none of them is read.
    let requests = b"GET /openapi.json HTTP/1.1\r\nHost: dicee\r\n\r\n".repeat(200);
    let asking = tokio::spawn(async move {
        let _ = silent.write_all(&requests).await;
        silent
    });
    let next = tokio::time::timeout(Duration::from_secs(20), ask(server.addr, GET)).await.unwrap();
    assert!(next.starts_with("HTTP/1.1 200"), "{next:.80}");
    drop(asking.await);
    server.stop().await;
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = Running::start(|_| {}).await;
    let many = (0..100).map(|number| format!("X-{number}: 1\r\n")).collect::<String>();
    let large = format!("X-Large: {}\r\n", "x".repeat(40_000));
    for head in [many, large] {
        let request = format!("GET /health/live HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n{head}\r\n");
        let answer = ask(server.addr, &request).await;
        assert!(answer.starts_with("HTTP/1.1 431"), "{answer:.80}");
    }
    server.stop().await;
}

#[tokio::test]
async fn clients_behind_a_trusted_proxy_have_limits_of_their_own_and_cannot_choose_an_address() {
    let server = Running::start(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await;
    // A wrong secret costs as much as the right one: 60 times an hour.
    let rotate = async |headers: &str| {
        let body = r#"{"deviceSecret":""}"#;
        let request = format!(
            "POST /api/v1/players/00000000-0000-4000-8000-000000000000/secret HTTP/1.1\r\nHost: dicee\r\n\
             Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            body.len()
        );
        ask(server.addr, &request).await.starts_with("HTTP/1.1 429")
    };
    let mut refused = false;
    for made_up in 0..80 {
        refused |= rotate(&format!("X-Forwarded-For: 203.0.113.{made_up}, 192.0.2.1\r\n")).await;
    }
    assert!(refused, "what stands further left was made up");
    assert!(!rotate("X-Forwarded-For: 192.0.2.2\r\n").await, "somebody else");
    let mut refused = false;
    for made_up in 0..80 {
        let both = format!("Forwarded: for=203.0.113.{made_up}\r\nX-Forwarded-For: 192.0.2.3\r\n");
        refused |= rotate(&both).await;
    }
    assert!(refused, "a header that the proxy passed on was made up");
    assert!(!rotate("X-Forwarded-For: 192.0.2.3\r\n").await, "they count for the proxy");
    server.stop().await;
}
