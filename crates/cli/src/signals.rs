/// Ctrl-C, and where there are signals also SIGTERM.
#[derive(Debug)]
pub(crate) struct Signals {
    /// Absent where no handler can be had: then the signal ends the process by itself.
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    interrupt: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    /// Takes them from now on.
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        Self {
            terminate: signal(SignalKind::terminate()).ok(),
            interrupt: signal(SignalKind::interrupt()).ok(),
        }
    }

    /// Waits for the next one.
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        async fn wait(signal: Option<&mut tokio::signal::unix::Signal>) {
            if let Some(signal) = signal
                && signal.recv().await.is_some()
            {
                return;
            }
            std::future::pending().await
        }
        tokio::select! {
            () = wait(self.terminate.as_mut()) => {}
            () = wait(self.interrupt.as_mut()) => {}
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
