//! What goes wrong, and when: drawn from the seed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chance::{Chance as _, SeededChance};

/// Luck for one part of the world. Each part has its own, so that what one draws moves nothing elsewhere.
#[derive(Debug)]
pub(crate) struct Luck(Mutex<SeededChance>);

impl Luck {
    /// Of the part with this name in the schedule of a seed.
    pub(crate) fn of(seed: u64, part: &str) -> Self {
        let mut key = [0; 32];
        let (number, name) = key.split_at_mut(8);
        number.copy_from_slice(&seed.to_le_bytes());
        for (place, byte) in name.iter_mut().zip(part.bytes()) {
            *place = byte;
        }
        Self(Mutex::new(SeededChance::from_key(key)))
    }

    /// A number below `bound`.
    pub(crate) fn below(&self, bound: u32) -> u32 {
        self.lock().below(bound)
    }

    /// Whether something happens that happens once in so many times.
    pub(crate) fn one_in(&self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// A while between these bounds, in milliseconds.
    pub(crate) fn wait(&self, least: u32, most: u32) -> Duration {
        Duration::from_millis(u64::from(least + self.below(most - least + 1)))
    }

    fn lock(&self) -> MutexGuard<'_, SeededChance> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What happens to the world as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// The process ends, and another one is started later.
    Crash { node: usize, restart: Duration },
    /// The process stands still for a while.
    Freeze { node: usize, thaw: Duration },
    /// Nobody reaches the database for a while.
    Database { back: Duration },
    /// No hint arrives for a while.
    Bus { back: Duration },
    /// The wall clock of a node is set, by at most ten minutes.
    Clock { node: usize, by: i64 },
}

impl Fault {
    /// The next one, and how long it is until then.
    pub(crate) fn draw(luck: &Luck, nodes: usize) -> (Duration, Self) {
        let pause = luck.wait(20, 400);
        let node = luck.below(u32::try_from(nodes).unwrap_or(1)) as usize;
        let fault = match luck.below(10) {
            0..=3 => Self::Crash { node, restart: luck.wait(50, 1500) },
            4..=5 => Self::Freeze { node, thaw: luck.wait(50, 3000) },
            6..=7 => Self::Database { back: luck.wait(50, 1500) },
            8 => Self::Bus { back: luck.wait(50, 3000) },
            _ => Self::Clock { node, by: i64::from(luck.below(1_200_001)) - 600_000 },
        };
        (pause, fault)
    }
}
