use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::store::error::StoreError;

/// Whoever waits for the server for so long makes us doubt that it is there.
const DOUBT: Duration = Duration::from_secs(1);

/// How long the server may take to greet somebody new.
const GREETING: Duration = Duration::from_secs(1);

/// How often a server that is away is looked for.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Knows whether the server is away, so that one finds out and nobody else waits in vain.
///
/// It is doubted when a connection breaks or an answer takes long; then a task of its own knocks at the door. While
/// nobody opens, everything is refused at once, also what waits already.
#[derive(Debug)]
pub(super) struct Outage {
    options: PgConnectOptions,
    /// Why the server is away, while it is.
    away: Arc<watch::Sender<Option<String>>>,
    knocking: Mutex<Option<AbortHandle>>,
}

impl Outage {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, away: Arc::new(watch::Sender::new(None)), knocking: Mutex::new(None) }
    }

    /// Waits for the work, for `patience` at most, and only as long as the server is there.
    pub(super) async fn guard<T>(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let mut away = self.away.subscribe();
        let gone = async {
            // The sender lives as long as we do.
            let reason = away.wait_for(Option::is_some).await.ok().and_then(|reason| reason.clone());
            StoreError::Unavailable { reason: reason.unwrap_or_default(), source: None }
        };
        let doubting = async {
            tokio::time::sleep(DOUBT).await;
            self.doubt();
            tokio::time::sleep(patience.saturating_sub(DOUBT)).await;
            let reason = format!("no answer within {} ms", patience.as_millis());
            StoreError::Unavailable { reason, source: None }
        };
        tokio::select! {
            // Nothing is begun while the server is away.
            biased;
            error = gone => Err(error),
            answer = work => {
                if matches!(answer, Err(StoreError::Unavailable { .. })) {
                    self.doubt();
                }
                answer
            }
            error = doubting => Err(error),
        }
    }

    /// Lets a task look whether the server is there, and look on until it is.
    fn doubt(&self) {
        let mut knocking = self.knocking.lock().unwrap_or_else(PoisonError::into_inner);
        if knocking.as_ref().is_none_or(AbortHandle::is_finished) {
            let (options, away) = (self.options.clone(), Arc::clone(&self.away));
            *knocking = Some(tokio::spawn(knock(options, away)).abort_handle());
        }
    }
}

impl Drop for Outage {
    fn drop(&mut self) {
        let knocking = self.knocking.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(knocking) = knocking {
            knocking.abort();
        }
    }
}

async fn knock(options: PgConnectOptions, away: Arc<watch::Sender<Option<String>>>) {
    loop {
        let greeted = tokio::time::timeout(GREETING, async {
            let mut connection = options.connect().await?;
            connection.ping().await?;
            connection.close().await
        });
        let reason = match greeted.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no greeting within {} ms", GREETING.as_millis())),
        };
        let is_there = reason.is_none();
        away.send_replace(reason);
        if is_there {
            return;
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}
