//! Several nodes, their store and their bus in one process: a virtual clock, and faults that follow from a seed.
//!
//! A schedule is one run: three nodes ([`live::Rooms`] as the server runs them) share a database and a
//! bus, people play two games through them and watch, and meanwhile nodes crash and freeze, requests and
//! answers get lost, hints are late, lost or duplicated, clocks differ and are set. Nothing waits for real time and all
//! randomness comes from the seed, so a failure can be repeated by its seed.
//!
//! [`Violation`] lists what must always hold:
//!
//! * A command that was acknowledged is in the log exactly once, at the version that was named, in the order in which its
//!   player sent them.
//! * A read after an acknowledgement sees it, on every node, unless the answer says that it comes from memory.
//! * An automatic action of the table, such as the move of a bot, happens once.
//! * A log can be read back: ids, hash chain, rules; its time never goes back. A watcher never sees an older version.
//! * A follower of all events gets each of them once, those of a game in order.
//! * When the faults are over, the games can be played to their end.
//!
//! Planting a [`Bug`] of each kind proves that the checks find it.
//!
//! ```
//! let summary = simulation::run(7, None)?;
//! assert_eq!(simulation::run(7, None)?, summary, "a seed is a schedule");
//! assert!(summary.acknowledged > 0);
//! # Ok::<(), simulation::Violation>(())
//! ```

mod client;
mod database;
mod faults;
mod follower;
mod game;
mod life;
mod network;
mod node;
mod promises;
mod schedule;
mod trace;
mod world;

use std::fmt;

/// What a schedule came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Commands that were acknowledged.
    pub acknowledged: usize,
    /// Events that are in the store.
    pub events: usize,
    /// Faults that were injected, but for delays.
    pub faults: u32,
    /// A hash of everything that happened, with its virtual time.
    pub trace: u64,
}

/// A promise that did not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}: {promise}: {what}")]
pub struct Violation {
    /// The schedule that shows it.
    pub seed: u64,
    /// Which promise.
    pub promise: Promise,
    /// What was seen.
    pub what: String,
}

/// What must hold in every schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// An acknowledged command is stored once, in its place.
    AcknowledgedOnce,
    /// Nobody reads what is older than an acknowledgement.
    NeverStale,
    /// What happens by itself happens once.
    OnceByItself,
    /// A log can be read back, and its time never goes back.
    ReadBack,
    /// A watcher never sees an older version.
    NeverBack,
    /// Who follows all events gets each once.
    FollowedOnce,
    /// The games go on when the faults are over.
    GoesOn,
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AcknowledgedOnce => "an acknowledged command is stored once, in its place",
            Self::NeverStale => "nobody reads what is older than an acknowledgement",
            Self::OnceByItself => "what happens by itself happens once",
            Self::ReadBack => "a log can be read back, and its time never goes back",
            Self::NeverBack => "a watcher never sees an older version",
            Self::FollowedOnce => "who follows all events gets each once",
            Self::GoesOn => "the games go on when the faults are over",
        })
    }
}

/// A mistake that can be planted, to see that it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The store acknowledges an append before it is durable.
    AcknowledgeBeforeAppend,
    /// Somebody follows events by the position they were given when their append began, not by when it was visible.
    FollowByPosition,
    /// After a crash, reads come from a copy that lags behind.
    StaleReadAfterFailover,
    /// A move that the table makes by itself is stored although another node has made it.
    DoubleBotMove,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::AcknowledgeBeforeAppend,
        Self::FollowByPosition,
        Self::StaleReadAfterFailover,
        Self::DoubleBotMove,
    ];
}

/// Runs the schedule of a seed.
///
/// # Errors
///
/// The first [`Violation`].
///
/// # Panics
///
/// If the operating system does not give the process what a runtime needs.
pub fn run(seed: u64, bug: Option<Bug>) -> Result<Summary, Violation> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime without threads and sockets needs nothing");
    let ended = runtime.block_on(schedule::play(seed, bug));
    // Crashed nodes are still waiting for what never comes.
    runtime.shutdown_background();
    ended.map_err(|(promise, what)| Violation { seed, promise, what })
}
