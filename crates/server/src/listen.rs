//! Accepts and serves connections: a bounded number, with timeouts for slow clients, and a graceful shutdown.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;
use tower::ServiceExt as _;

use crate::Config;
use crate::drain::Drain;
use crate::limit::{ClientAddress, LimitKey};
use crate::proxies::Proxies;

/// The read buffer of a connection: a head, and pipelined requests behind it. It also bounds the output that is buffered besides the
/// current response.
const BUFFER: usize = 16 << 10;
/// Headers of one request.
const HEADERS: usize = 64;
/// How long to wait when the system cannot accept another connection.
const BREATH: Duration = Duration::from_millis(200);

/// Serves until `drain` begins; connections that are open then may end their request.
pub(crate) async fn listen(listener: TcpListener, router: Router, config: &Config, drain: &Drain) {
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(config.header_timeout_s))
        .max_buf_size(BUFFER)
        .max_headers(HEADERS);
    let proxies = Arc::new(Proxies::new(&config.trusted_proxies));
    let room = Arc::new(Semaphore::new(config.max_connections.min(Semaphore::MAX_PERMITS)));
    let counts =
        Arc::new(ClientCounts::new(config.limit_clients.then_some(config.max_connections_per_client)));
    loop {
        // Those for whom there is no room wait in the queue of the system.
        let accepted = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = drain.begun() => return,
        };
        let Some((stream, from, permit)) = accepted else { continue };
        // The connections of a trusted proxy are those of many.
        let slot = match proxies.trusts(from.ip()) {
            true => None,
            false => match counts.enter(LimitKey::at(from.ip())) {
                Some(slot) => Some(slot),
                None => {
                    tracing::debug!(client = %from.ip(), "connection refused: the client has too many");
                    continue;
                }
            },
        };
        // A page is many small files: waiting to fill packets would only delay them.
        let _ = stream.set_nodelay(true);
        let write_timeout = Duration::from_secs(config.write_timeout_s);
        let stream = Held { stream, write_timeout, stalled: None, _permit: permit, _slot: slot };
        let (router, proxies) = (router.clone(), Arc::clone(&proxies));
        tokio::spawn(drain.track(serve(protocol.clone(), stream, from, proxies, router, drain.clone())));
    }
}

/// Waits for room, then for a connection; `None` if that one failed.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    // It is never closed.
    let permit = Arc::clone(room).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, from)) => Some((stream, from, permit)),
        Err(error) => {
            let theirs = matches!(
                error.kind(),
                io::ErrorKind::ConnectionRefused
                    | io::ErrorKind::ConnectionAborted
                    | io::ErrorKind::ConnectionReset
            );
            if !theirs {
                // Mostly too many open files; others may be closed meanwhile.
                tracing::error!(%error, "no connection can be taken now");
                tokio::time::sleep(BREATH).await;
            }
            None
        }
    }
}

async fn serve(
    protocol: http1::Builder,
    stream: Held,
    from: SocketAddr,
    proxies: Arc<Proxies>,
    router: Router,
    drain: Drain,
) {
    let service = router.map_request(move |mut request: Request<Incoming>| {
        let client = ClientAddress(proxies.client(from.ip(), request.headers()));
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(ConnectInfo(from));
        request.map(Body::new)
    });
    let connection = protocol.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    // A WebSocket leaves this task with its stream, and lives on in one of its own.
    let mut connection = pin!(connection.with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = drain.begun() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                ended = connection => ended,
                () = drain.cut() => return,
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended early");
    }
}

/// How many connections each client has, where that is limited.
#[derive(Debug)]
pub(crate) struct ClientCounts {
    limit: Option<usize>,
    open: Mutex<HashMap<LimitKey, usize>>,
}

impl ClientCounts {
    pub(crate) fn new(limit: Option<usize>) -> Self {
        Self { limit, open: Mutex::default() }
    }

    /// A slot for one more connection, `None` if the client has its share.
    pub(crate) fn enter(self: &Arc<Self>, client: LimitKey) -> Option<ConnectionSlot> {
        if let Some(limit) = self.limit {
            // A thread that panicked here has left nothing half done.
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.entry(client).or_insert(0);
            if *count >= limit {
                return None;
            }
            *count += 1;
        }
        Some(ConnectionSlot { counts: Arc::clone(self), client })
    }

    fn leave(&self, client: LimitKey) {
        if self.limit.is_none() {
            return;
        }
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&client);
            }
        }
    }
}

/// One connection of a client; free again when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    counts: Arc<ClientCounts>,
    client: LimitKey,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.counts.leave(self.client);
    }
}

/// A connection and the room it takes, also when it has become a WebSocket. A client that does not read what it asked for
/// is cut off after a while.
#[derive(Debug)]
struct Held {
    stream: TcpStream,
    /// How long the client may take nothing.
    write_timeout: Duration,
    /// Runs while it takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    _permit: OwnedSemaphorePermit,
    _slot: Option<ConnectionSlot>,
}

impl Held {
    /// Watches over a write: while none makes progress the time runs.
    fn watch<T>(&mut self, written: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let write_timeout = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(write_timeout)));
        if stalled.as_mut().poll(cx).is_ready() {
            let message = "the client does not read";
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, message)));
        }
        Poll::Pending
    }
}

impl AsyncRead for Held {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Held {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::http::header::{CONNECTION, UPGRADE};
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// Answers with another protocol, which sends back whatever comes.
    fn echo() -> Router {
        let upgrade = |mut request: axum::extract::Request| async move {
            let upgraded = hyper::upgrade::on(&mut request);
            tokio::spawn(async move {
                let (mut from, mut to) = tokio::io::split(TokioIo::new(upgraded.await.unwrap()));
                tokio::io::copy(&mut from, &mut to).await.unwrap();
            });
            (StatusCode::SWITCHING_PROTOCOLS, [(CONNECTION, "upgrade"), (UPGRADE, "echo")])
        };
        Router::new().route("/echo", get(upgrade)).route("/", get(async || "hello"))
    }

    #[tokio::test]
    async fn a_connection_that_changes_its_protocol_works_on_and_keeps_its_room() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let mut config = Config::at(addr);
        config.max_connections = 1;
        let drain = Drain::default();
        let server = tokio::spawn({
            let drain = drain.clone();
            async move { listen(listener, echo(), &config, &drain).await }
        });

        let mut socket = TcpStream::connect(addr).await.unwrap();
        let head = "GET /echo HTTP/1.1\r\nHost: dicee\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n";
        socket.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(socket.read_u8().await.unwrap());
        }
        assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
        socket.write_all(b"ping").await.unwrap();
        let mut pong = [0; 4];
        socket.read_exact(&mut pong).await.unwrap();
        assert_eq!(&pong, b"ping");

        let mut other = TcpStream::connect(addr).await.unwrap();
        other.write_all(b"GET / HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = Vec::new();
        let waiting = tokio::time::timeout(Duration::from_millis(200), other.read_to_end(&mut answer)).await;
        assert!(waiting.is_err(), "there is room for one alone");
        drop(socket);
        other.read_to_end(&mut answer).await.unwrap();
        assert!(answer.ends_with(b"hello"));
        drain.begin();
        server.await.unwrap();
    }

    #[test]
    fn a_client_has_so_many_connections_and_gets_a_place_back() {
        let counts = Arc::new(ClientCounts::new(Some(2)));
        let (ann, ben) = (LimitKey::at([192, 0, 2, 1].into()), LimitKey::at([192, 0, 2, 2].into()));
        let first = counts.enter(ann).unwrap();
        let _second = counts.enter(ann).unwrap();
        assert!(counts.enter(ann).is_none());
        drop(counts.enter(ben).unwrap());
        drop(first);
        let _third = counts.enter(ann).unwrap();
        assert_eq!(counts.open.lock().unwrap().len(), 1, "those who left are forgotten");
        let anybody = Arc::new(ClientCounts::new(None));
        assert!((0..9).map(|_| anybody.enter(ann)).collect::<Vec<_>>().iter().all(Option::is_some));
    }
}
