//! What happened, as one number: two runs of a seed are compared by it.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

/// FNV-1a over everything that is noted, with its virtual time.
#[derive(Debug)]
pub(crate) struct Trace {
    began: Instant,
    hash: Mutex<u64>,
    shown: bool,
}

impl Trace {
    pub(crate) fn begin() -> Self {
        let shown = std::env::var_os("DICEE_SIMULATION_TRACE").is_some();
        Self { began: Instant::now(), hash: Mutex::new(0xcbf2_9ce4_8422_2325), shown }
    }

    pub(crate) fn note(&self, who: &str, what: &str) {
        let at = self.began.elapsed().as_micros();
        if self.shown {
            eprintln!("{at:>12} {who:<10} {what}");
        }
        let mut hash = self.hash.lock().unwrap_or_else(PoisonError::into_inner);
        for byte in at.to_le_bytes().iter().chain(who.as_bytes()).chain(what.as_bytes()) {
            *hash = (*hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        *self.hash.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
