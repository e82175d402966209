//! Hints over Redis.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use redis::{AsyncConnectionConfig, Client, RedisError, TlsCertificates};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::BusCounts;
use super::backoff::Backoff;
use super::budget::Budgets;
use super::hint::NodeHint;

/// How Redis is reached and used; [`RedisSettings::at`] suits a node.
#[derive(Clone, PartialEq, Eq)]
pub struct RedisSettings {
    /// Such as `redis://user:password@host:6379/0`; `rediss://` is encrypted.
    pub url: String,
    /// Certificates (PEM) of those who may have signed the server's, instead of the ones that the system trusts.
    pub authorities: Option<Vec<u8>>,
    /// What the names of the channel and of all keys begin with, for several leagues in one Redis.
    pub prefix: String,
    /// How long to wait for a connection, and for an answer.
    pub timeout: Duration,
    /// How often a silent connection is asked for a sign of life. A Redis that stopped answering is noticed after
    /// this and `timeout`.
    pub heartbeat: Duration,
    /// How long one request may wait to hear what is left of its client's budget. Where all is well that takes a
    /// fraction of a millisecond; after a longer wait this node decides alone for a second.
    pub limit_timeout: Duration,
    /// How many hints may wait to be sent; at least 1.
    pub queue: usize,
}

/// Why there cannot be a bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The address is not one. It is not shown, for it may hold a password.
    #[error("redis: expected an address such as redis://host:6379, got one that cannot be used: {problem}")]
    Address {
        /// What is wrong with it.
        problem: String,
    },
    /// Redis does not answer.
    #[error("{problem}")]
    Unreachable {
        /// The reason.
        problem: String,
    },
}

/// A client for this address, which may be encrypted.
fn client(url: &str, authorities: Option<&[u8]>) -> Result<Client, BusError> {
    let opened = match authorities {
        Some(authorities) => {
            let root_cert = Some(authorities.to_vec());
            Client::build_with_tls(url, TlsCertificates { client_tls: None, root_cert })
        }
        None => Client::open(url),
    };
    opened.map_err(|error| BusError::Address { problem: in_words(&error) })
}

pub(super) async fn ping(url: &str, authorities: Option<&[u8]>) -> Result<(), BusError> {
    let unreachable = |error: RedisError| BusError::Unreachable { problem: in_words(&error) };
    let client = client(url, authorities)?;
    let mut connection = client.get_multiplexed_async_connection().await.map_err(unreachable)?;
    redis::cmd("PING").query_async::<String>(&mut connection).await.map(drop).map_err(unreachable)
}

/// A connection to speak and one to listen, and the tasks that care for them.
pub(super) struct Redis {
    shared: Arc<Shared>,
    queue: mpsc::Sender<Task>,
    budgets: Budgets,
    tasks: [AbortHandle; 2],
}

struct Shared {
    settings: RedisSettings,
    client: Client,
    channel: String,
    /// The name of this node, to know its own hints by.
    node: Uuid,
    received: broadcast::Sender<NodeHint>,
    link: Mutex<Link>,
    /// The connection to speak, while there is one.
    speaking: Mutex<Option<MultiplexedConnection>>,
    /// Whether hints were dropped since the last [`NodeHint::Missed`].
    owes_missed: AtomicBool,
    counts: Counts,
}

enum Task {
    Say(Box<NodeHint>),
    Flush(oneshot::Sender<()>),
}

/// What is wrong with either connection, if anything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    speaking: Option<String>,
    listening: Option<String>,
}

#[derive(Debug, Default)]
struct Counts {
    sent: AtomicU64,
    dropped: AtomicU64,
    received: AtomicU64,
    garbled: AtomicU64,
    lost: AtomicU64,
}

/// How things stand before the first attempt.
const NOT_YET: &str = "not connected yet";

/// Hints that are sent together.
const BATCH: usize = 64;

/// The shortest time between two [`NodeHint::Missed`]: each makes the others re-read everything.
const BETWEEN_MISSED: Duration = Duration::from_secs(1);

impl RedisSettings {
    /// The Redis at this address.
    #[must_use]
    pub fn at(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            authorities: None,
            prefix: "dicee:".into(),
            timeout: Duration::from_secs(1),
            heartbeat: Duration::from_secs(1),
            limit_timeout: Duration::from_millis(5),
            queue: 1024,
        }
    }
}

impl fmt::Debug for RedisSettings {
    /// Without the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url: _, authorities: _, prefix, timeout, heartbeat, limit_timeout, queue } = self;
        f.debug_struct("RedisSettings")
            .field("prefix", prefix)
            .field("timeout", timeout)
            .field("heartbeat", heartbeat)
            .field("limit_timeout", limit_timeout)
            .field("queue", queue)
            .finish_non_exhaustive()
    }
}

impl Redis {
    pub(super) fn start(
        settings: RedisSettings,
        received: broadcast::Sender<NodeHint>,
    ) -> Result<Self, BusError> {
        let client = client(&settings.url, settings.authorities.as_deref())?;
        let not_yet = Some(String::from(NOT_YET));
        let (sender, queue) = mpsc::channel(settings.queue.max(1));
        let shared = Arc::new(Shared {
            channel: format!("{}hints", settings.prefix),
            settings,
            client,
            node: Uuid::new_v4(),
            received,
            link: Mutex::new(Link { speaking: not_yet.clone(), listening: not_yet }),
            speaking: Mutex::new(None),
            owes_missed: AtomicBool::new(false),
            counts: Counts::default(),
        });
        let speaking = tokio::spawn(Arc::clone(&shared).speak(queue));
        let listening = tokio::spawn(Arc::clone(&shared).listen());
        let tasks = [speaking.abort_handle(), listening.abort_handle()];
        let budgets = Budgets::new(shared.settings.limit_timeout);
        Ok(Self { shared, queue: sender, budgets, tasks })
    }

    pub(super) fn publish(&self, hint: NodeHint) {
        if self.queue.try_send(Task::Say(Box::new(hint))).is_err() {
            self.shared.give_up(1);
        }
    }

    pub(super) async fn flush(&self, limit: Duration) {
        let (done, waiting) = oneshot::channel();
        let flushed = async {
            if self.queue.send(Task::Flush(done)).await.is_ok() {
                // It ends without a word where the task has ended, and then nothing is left to wait for.
                let _ = waiting.await;
            }
        };
        let _ = timeout(limit, flushed).await;
    }

    pub(super) fn degraded_reason(&self) -> Option<String> {
        self.shared.link().degraded_reason()
    }

    pub(super) fn counts(&self) -> BusCounts {
        let Counts { sent, dropped, received, garbled, lost } = &self.shared.counts;
        BusCounts {
            sent: sent.load(Relaxed),
            dropped: dropped.load(Relaxed),
            received: received.load(Relaxed),
            garbled: garbled.load(Relaxed),
            lost: lost.load(Relaxed),
        }
    }

    pub(super) async fn spend(
        &self,
        key: &str,
        pace: Duration,
        window: Duration,
    ) -> Option<Result<(), Duration>> {
        let connection = self.shared.speaking().clone()?;
        let key = format!("{}limit:{key}", self.shared.settings.prefix);
        self.budgets.spend(connection, &key, pace, window).await
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

impl fmt::Debug for Redis {
    /// Without the client, which knows the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shared { settings, node, .. } = &*self.shared;
        f.debug_struct("Redis")
            .field("settings", settings)
            .field("node", node)
            .field("link", &*self.shared.link())
            .finish_non_exhaustive()
    }
}

impl Link {
    fn degraded_reason(&self) -> Option<String> {
        self.speaking.as_ref().or(self.listening.as_ref()).cloned()
    }
}

impl Shared {
    fn link(&self) -> MutexGuard<'_, Link> {
        // A thread that panicked here has left nothing half done.
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers how a connection is, and writes it down when that makes a difference.
    fn set(&self, change: impl FnOnce(&mut Link)) {
        let mut link = self.link();
        let before = link.degraded_reason();
        change(&mut link);
        match (before.as_deref(), link.degraded_reason()) {
            (None | Some(NOT_YET), Some(reason)) if reason != NOT_YET => {
                tracing::warn!(reason, "Redis cannot be reached: this node hears and tells nothing")
            }
            (Some(_), None) => tracing::info!("connected to Redis"),
            _ => {}
        }
    }
}

/// Speaking: a task that alone takes from the queue.
impl Shared {
    async fn speak(self: Arc<Self>, mut queue: mpsc::Receiver<Task>) {
        let mut backoff = Backoff::new();
        loop {
            let reason = match self.connect_to_speak().await {
                Err(reason) => reason,
                Ok(connection) => {
                    let since = Instant::now();
                    *self.speaking() = Some(connection.clone());
                    self.set(|link| link.speaking = None);
                    let Err(reason) = self.speak_over(connection, &mut queue).await else { return };
                    *self.speaking() = None;
                    self.counts.lost.fetch_add(1, Relaxed);
                    if since.elapsed() > self.settings.heartbeat {
                        backoff.reset();
                    }
                    reason
                }
            };
            self.set(|link| link.speaking = Some(reason));
            let pause = tokio::time::sleep(backoff.next());
            tokio::pin!(pause);
            loop {
                tokio::select! {
                    () = &mut pause => break,
                    // Nobody is helped by hearing it much later.
                    order = queue.recv() => match order {
                        Some(Task::Say(_)) => self.give_up(1),
                        Some(Task::Flush(_)) => {}
                        None => return,
                    }
                }
            }
        }
    }

    async fn connect_to_speak(&self) -> Result<MultiplexedConnection, String> {
        // `answer` bounds every wait, so the library need not.
        let config = AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(None);
        self.answer(self.client.get_multiplexed_async_connection_with_config(&config)).await
    }

    /// Until the connection fails; `Ok` when the queue is closed.
    async fn speak_over(
        &self,
        mut connection: MultiplexedConnection,
        queue: &mut mpsc::Receiver<Task>,
    ) -> Result<(), String> {
        let mut orders = Vec::with_capacity(BATCH);
        let mut told_missed: Option<Instant> = None;
        loop {
            // The others may have missed what was dropped while there was no connection.
            let may_tell = told_missed.is_none_or(|at| at.elapsed() >= BETWEEN_MISSED);
            let tell_missed = may_tell && self.owes_missed.swap(false, Relaxed);
            let mut pipe = redis::pipe();
            if tell_missed {
                told_missed = Some(Instant::now());
                pipe.publish(&self.channel, NodeHint::Missed.write(self.node)).ignore();
            } else {
                match timeout(self.settings.heartbeat, queue.recv_many(&mut orders, BATCH)).await {
                    Ok(0) => return Ok(()),
                    Ok(_) => {}
                    Err(_) => {
                        pipe.cmd("PING").ignore();
                    }
                }
            }
            let mut hints = 0;
            for order in &orders {
                if let Task::Say(hint) = order {
                    pipe.publish(&self.channel, hint.write(self.node)).ignore();
                    hints += 1;
                }
            }
            let sent =
                if pipe.is_empty() { Ok(()) } else { self.answer(pipe.query_async(&mut connection)).await };
            if let Err(reason) = sent {
                self.give_up(hints);
                if tell_missed {
                    self.owes_missed.store(true, Relaxed);
                }
                return Err(reason);
            }
            self.counts.sent.fetch_add(hints, Relaxed);
            for order in orders.drain(..) {
                if let Task::Flush(done) = order {
                    // Who does not wait any longer need not know.
                    let _ = done.send(());
                }
            }
        }
    }

    fn give_up(&self, hints: u64) {
        if hints > 0 {
            self.counts.dropped.fetch_add(hints, Relaxed);
            self.owes_missed.store(true, Relaxed);
        }
    }

    fn speaking(&self) -> std::sync::MutexGuard<'_, Option<MultiplexedConnection>> {
        self.speaking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listening: a task that gives what it hears to all subscribers.
impl Shared {
    async fn listen(self: Arc<Self>) {
        let mut backoff = Backoff::new();
        loop {
            let reason = match self.connect_to_listen().await {
                Err(reason) => reason,
                Ok((sink, stream)) => {
                    let since = Instant::now();
                    // Whatever was said before the subscription was not received.
                    self.pass_on(NodeHint::Missed);
                    self.set(|link| link.listening = None);
                    let reason = self.listen_to(sink, stream).await;
                    self.counts.lost.fetch_add(1, Relaxed);
                    if since.elapsed() > self.settings.heartbeat {
                        backoff.reset();
                    }
                    reason
                }
            };
            self.set(|link| link.listening = Some(reason));
            tokio::time::sleep(backoff.next()).await;
        }
    }

    async fn connect_to_listen(&self) -> Result<(PubSubSink, PubSubStream), String> {
        let connect = async {
            let (mut sink, stream) = self.client.get_async_pubsub().await?.split();
            sink.subscribe(&self.channel).await?;
            Ok((sink, stream))
        };
        self.answer(connect).await
    }

    /// Until the connection fails; returns why.
    async fn listen_to(&self, mut sink: PubSubSink, mut stream: PubSubStream) -> String {
        let mut heartbeat = tokio::time::interval(self.settings.heartbeat.max(Duration::from_millis(1)));
        heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = stream.next() => match message {
                    Some(message) => self.hear(message.get_payload_bytes()),
                    None => return "Redis closed the connection".into(),
                },
                _ = heartbeat.tick() => {
                    if let Err(reason) = self.answer(sink.ping::<redis::Value>()).await {
                        return reason;
                    }
                }
            }
        }
    }

    fn hear(&self, message: &[u8]) {
        match NodeHint::read(message) {
            Some((node, _)) if node == self.node => {}
            Some((_, hint)) => {
                self.counts.received.fetch_add(1, Relaxed);
                self.pass_on(hint);
            }
            None => {
                self.counts.garbled.fetch_add(1, Relaxed);
            }
        }
    }

    fn pass_on(&self, hint: NodeHint) {
        // It fails where nobody subscribed, and then nobody misses it.
        let _ = self.received.send(hint);
    }

    /// Waits for Redis, within bounds; an error is its reason in words.
    async fn answer<T>(&self, asked: impl Future<Output = Result<T, RedisError>>) -> Result<T, String> {
        match timeout(self.settings.timeout, asked).await {
            Ok(answer) => answer.map_err(|error| in_words(&error)),
            Err(_) => Err(format!("no answer within {} ms", self.settings.timeout.as_millis())),
        }
    }
}

/// What the library says, which never holds the address; a line of it.
fn in_words(error: &RedisError) -> String {
    error.to_string().lines().next().unwrap_or_default().chars().take(200).collect()
}
