use std::net::SocketAddr;

use anyhow::Context as _;

use crate::failure::Failure;
use crate::paper::BEST;

/// Serve the web app from this binary
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee serve
  dicee serve --addr 0.0.0.0:80     for other machines on the network
  dicee serve --addr 127.0.0.1:0    on any free port")]
pub(crate) struct Args {
    /// Address and port to listen on
    #[arg(long, default_value = "127.0.0.1:8080")]
    addr: SocketAddr,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    runtime.block_on(serve(args.addr)).map_err(Failure::Machinery)
}

async fn serve(addr: SocketAddr) -> anyhow::Result<()> {
    let server = server::bind(server::Config { addr }).await?;
    anstream::println!("Dicee is at {BEST}http://{}{BEST:#} (Ctrl-C stops it)", server.local_addr());
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
