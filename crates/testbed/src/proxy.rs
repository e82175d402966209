use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// Forwards connections to a server, until it is told to make trouble.
#[derive(Debug)]
pub struct Proxy {
    addr: SocketAddr,
    wanted: watch::Sender<Mode>,
    reached: watch::Receiver<Mode>,
    task: AbortHandle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Open,
    Stalled,
    Cut,
}

impl Proxy {
    /// Stands in front of `server`, on a port of its own; needs a tokio runtime.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let (wanted, wants) = watch::channel(Mode::Open);
        let (reaches, reached) = watch::channel(Mode::Open);
        let task = tokio::spawn(forward(listener, server, wants, reaches)).abort_handle();
        Self { addr, wanted, reached, task }
    }

    /// Where to connect to.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Resets all connections, and refuses new ones.
    pub async fn cut(&self) {
        self.reach(Mode::Cut).await;
    }

    /// Accepts connections and takes what is sent, and forwards nothing: as when a machine hangs.
    pub async fn stall(&self) {
        self.reach(Mode::Stalled).await;
    }

    /// Forwards again, also what was held back.
    pub async fn heal(&self) {
        self.reach(Mode::Open).await;
    }

    async fn reach(&self, mode: Mode) {
        self.wanted.send_replace(mode);
        self.reached.clone().wait_for(|reached| *reached == mode).await.expect("the proxy runs");
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn forward(
    listener: TcpListener,
    server: SocketAddr,
    mut wants: watch::Receiver<Mode>,
    reaches: watch::Sender<Mode>,
) {
    let addr = listener.local_addr().unwrap();
    let mut listener = Some(listener);
    let mut connections = JoinSet::new();
    loop {
        let mode = *wants.borrow_and_update();
        if mode == Mode::Cut {
            listener = None;
            while connections.join_next().await.is_some() {}
        } else if listener.is_none() {
            listener = Some(TcpListener::bind(addr).await.expect("nobody took the port"));
        }
        reaches.send_replace(mode);
        let accept = async {
            match &listener {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = wants.changed() => if changed.is_err() { return },
            Ok((client, _)) = accept => {
                connections.spawn(connection(client, server, wants.clone()));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn connection(mut client: TcpStream, server: SocketAddr, mut wants: watch::Receiver<Mode>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let was_cut = {
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        let there = pump(from_client, to_server, wants.clone());
        let back = pump(from_server, to_client, wants.clone());
        tokio::select! {
            _ = async { tokio::join!(there, back) } => false,
            _ = wants.wait_for(|mode| *mode == Mode::Cut) => true,
        }
    };
    if was_cut {
        // Both ends get a reset, not an orderly goodbye.
        let _ = client.set_zero_linger();
        let _ = server.set_zero_linger();
    }
}

async fn pump(mut from: ReadHalf<'_>, mut to: WriteHalf<'_>, mut wants: watch::Receiver<Mode>) {
    let mut buffer = vec![0; 16 * 1024];
    // A connection that breaks ends for the other side too.
    while let Ok(read) = from.read(&mut buffer).await {
        if wants.wait_for(|mode| *mode != Mode::Stalled).await.is_err() {
            return;
        }
        if read == 0 {
            let _ = to.shutdown().await;
            return;
        }
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    /// A server that says what it hears.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        addr
    }

    async fn ask(stream: &mut TcpStream) -> std::io::Result<[u8; 2]> {
        stream.write_all(b"hi").await?;
        let mut answer = [0; 2];
        stream.read_exact(&mut answer).await?;
        Ok(answer)
    }

    #[tokio::test]
    async fn a_cut_resets_and_refuses_until_it_is_healed() {
        let proxy = Proxy::to(echo().await).await;
        let mut stream = TcpStream::connect(proxy.addr()).await.unwrap();
        assert_eq!(&ask(&mut stream).await.unwrap(), b"hi");
        proxy.cut().await;
        assert!(ask(&mut stream).await.is_err());
        assert!(TcpStream::connect(proxy.addr()).await.is_err());
        proxy.heal().await;
        let mut stream = TcpStream::connect(proxy.addr()).await.unwrap();
        assert_eq!(&ask(&mut stream).await.unwrap(), b"hi");
    }

    #[tokio::test]
    async fn a_stall_accepts_and_holds_back_until_it_is_healed() {
        let proxy = Proxy::to(echo().await).await;
        let mut old = TcpStream::connect(proxy.addr()).await.unwrap();
        assert_eq!(&ask(&mut old).await.unwrap(), b"hi");
        proxy.stall().await;
        let mut new = TcpStream::connect(proxy.addr()).await.unwrap();
        for stream in [&mut old, &mut new] {
            stream.write_all(b"on").await.unwrap();
            let mut answer = [0; 2];
            let held_back = timeout(Duration::from_millis(20), stream.read_exact(&mut answer)).await;
            assert!(held_back.is_err());
        }
        proxy.heal().await;
        for stream in [&mut old, &mut new] {
            let mut answer = [0; 2];
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"on");
        }
    }
}
