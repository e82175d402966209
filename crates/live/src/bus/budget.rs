//! Budgets of requests that all nodes share.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;

/// A token bucket, kept in Redis by its clock: the key holds when it will be full again, in microseconds,
/// and is gone when it is. Returns how long to wait, or 0.
const SPEND: &str = "\
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local at = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + tonumber(ARGV[1])
local wait = at - now - tonumber(ARGV[2])
if wait > 0 then return wait end
redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', math.ceil((at - now) / 1000))
return 0";

/// How long nobody asks after Redis did not answer in time, so that a slow Redis delays one request and not all.
const REST: Duration = Duration::from_secs(1);

/// Asks Redis as long as it answers quickly.
#[derive(Debug)]
pub(super) struct Budgets {
    timeout: Duration,
    rests_until: Mutex<Option<Instant>>,
}

impl Budgets {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout, rests_until: Mutex::new(None) }
    }

    pub(super) async fn spend(
        &self,
        mut connection: MultiplexedConnection,
        key: &str,
        pace: Duration,
        window: Duration,
    ) -> Option<Result<(), Duration>> {
        let now = Instant::now();
        if self.rests_until().is_some_and(|until| now < until) {
            return None;
        }
        let mut script = redis::cmd("EVAL");
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        script.arg(SPEND).arg(1).arg(key).arg(micros(pace)).arg(micros(window));
        let asked = script.query_async::<u64>(&mut connection);
        let Ok(Ok(wait)) = tokio::time::timeout(self.timeout, asked).await else {
            *self.rests_until() = Some(Instant::now() + REST);
            return None;
        };
        Some(if wait == 0 { Ok(()) } else { Err(Duration::from_micros(wait)) })
    }

    fn rests_until(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.rests_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
