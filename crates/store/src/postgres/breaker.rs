use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::error::StoreError;

/// A request that waits this long starts a probe.
const SUSPICIOUS: Duration = Duration::from_secs(1);

/// How long the server may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// How often an unreachable server is probed.
const PROBE_INTERVAL: Duration = Duration::from_millis(200);

/// A circuit breaker: once the server is known to be unreachable, requests fail at once instead of waiting.
///
/// A broken connection or a slow request starts a probe, a task that tries to connect. While it fails the circuit is
/// open: everything is refused, including requests that already wait. The first success closes it again.
#[derive(Debug)]
pub(super) struct Breaker {
    options: PgConnectOptions,
    /// Why the server is unreachable, while the circuit is open.
    open: Arc<watch::Sender<Option<String>>>,
    probe: Mutex<Option<AbortHandle>>,
}

impl Breaker {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, open: Arc::new(watch::Sender::new(None)), probe: Mutex::new(None) }
    }

    /// Waits for the work, for `timeout` at most, and only while the circuit is closed.
    pub(super) async fn guard<T>(
        &self,
        timeout: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let mut open = self.open.subscribe();
        let opened = async {
            // The sender lives as long as we do.
            let reason = open.wait_for(Option::is_some).await.ok().and_then(|reason| reason.clone());
            StoreError::Unavailable { reason: reason.unwrap_or_default() }
        };
        let timed_out = async {
            tokio::time::sleep(SUSPICIOUS).await;
            self.start_probe();
            tokio::time::sleep(timeout.saturating_sub(SUSPICIOUS)).await;
            let reason = format!("no answer within {} ms", timeout.as_millis());
            StoreError::Unavailable { reason }
        };
        tokio::select! {
            // Nothing is started while the circuit is open.
            biased;
            error = opened => Err(error),
            result = work => {
                if matches!(result, Err(StoreError::Unavailable { .. })) {
                    self.start_probe();
                }
                result
            }
            error = timed_out => Err(error),
        }
    }

    /// Starts the probe unless it already runs.
    fn start_probe(&self) {
        let mut running = self.probe.lock().unwrap_or_else(PoisonError::into_inner);
        if running.as_ref().is_none_or(AbortHandle::is_finished) {
            let (options, open) = (self.options.clone(), Arc::clone(&self.open));
            *running = Some(tokio::spawn(probe(options, open)).abort_handle());
        }
    }
}

impl Drop for Breaker {
    fn drop(&mut self) {
        let running = self.probe.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = running {
            running.abort();
        }
    }
}

/// Connects until it succeeds; the circuit is open meanwhile.
async fn probe(options: PgConnectOptions, open: Arc<watch::Sender<Option<String>>>) {
    loop {
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, async {
            let mut connection = options.connect().await?;
            connection.ping().await?;
            connection.close().await
        });
        let reason = match connected.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no connection within {} ms", CONNECT_TIMEOUT.as_millis())),
        };
        let reachable = reason.is_none();
        open.send_replace(reason);
        if reachable {
            return;
        }
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}
