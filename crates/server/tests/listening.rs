//! The server on a real socket: taking an address, answering, and stopping.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use server::{Config, Error, Server, bind};
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

#[tokio::test]
async fn a_silent_connection_does_not_keep_the_server_from_stopping() {
    let server = any_port().await;
    let addr = server.local_addr();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));
    let mut half_a_request = TcpStream::connect(addr).await.unwrap();
    half_a_request.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
    // Connections are taken in order: once this later one is answered, the silent one is being served.
    ask(addr, "GET / HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n").await;

    let told = Instant::now();
    stop.send(()).unwrap();
    running.await.unwrap().unwrap();
    assert!(told.elapsed() < Duration::from_secs(20));
}
