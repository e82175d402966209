//! What time it is, and how times are written for people.

use live::{Clock as _, SystemClock};

pub(crate) use live::iso8601;

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemClock.now()
}
