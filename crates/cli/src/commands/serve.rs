use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};

use anyhow::Context as _;

use crate::failure::Failure;
use crate::paper::{self, BEST};

/// Serve the web app and the HTTP API from this binary
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee serve
  dicee serve --addr 0.0.0.0:8080   for other machines on the network
  dicee serve --addr 127.0.0.1:0    on any free port
  dicee serve --no-limits           behind a proxy that limits clients itself

The API is at /api/v1/stats/, described by /openapi.json; /metrics counts its requests.")]
pub(crate) struct Args {
    /// Address and port to listen on; `localhost:8080` and a port alone will do
    #[arg(long, default_value = "127.0.0.1:8080", value_parser = parse_addr)]
    addr: SocketAddr,
    /// Let every client ask the API as often as it likes
    #[arg(long)]
    no_limits: bool,
}

/// An address as people write it.
fn parse_addr(text: &str) -> Result<SocketAddr, String> {
    let text = if text.parse::<u16>().is_ok() { format!("127.0.0.1:{text}") } else { text.to_owned() };
    text.parse().or_else(|_| {
        let found = text.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
        found.ok_or_else(|| "expected an address and a port, such as 127.0.0.1:8080".to_owned())
    })
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    let config = server::Config { addr: args.addr, limit_clients: !args.no_limits };
    runtime.block_on(serve(config)).map_err(Failure::Machinery)
}

async fn serve(config: server::Config) -> anyhow::Result<()> {
    let server = server::bind(config).await?;
    writeln!(paper::out(), "Dicee is at {BEST}http://{}{BEST:#} (Ctrl-C stops it)", server.local_addr())?;
    server.run(stopped()).await?;
    Ok(())
}

/// Completes on Ctrl-C, and where there are signals also on SIGTERM.
async fn stopped() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler the signal ends the process by itself.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else { return interrupt.await };
        tokio::select! {
            () = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}
