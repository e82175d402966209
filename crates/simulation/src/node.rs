//! One process of the server: rooms, its connections, its clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Duration;

use live::{Clock, GameRegistry, LiveMetrics, LiveSettings, Rooms, Seated, SeededEntropy, TokioClock};

use crate::database::{Connection, Database};
use crate::faults::Luck;
use crate::game::Echo;
use crate::life::Life;
use crate::network::Network;

/// 2026-01-01.
const START: u64 = 1_767_225_600_000;

/// The wall clock of a machine, which outlives its processes.
#[derive(Debug)]
pub(crate) struct WallClock {
    right: TokioClock,
    wrong_by: AtomicI64,
}

impl WallClock {
    pub(crate) fn new(wrong_by: i64) -> Arc<Self> {
        Arc::new(Self { right: TokioClock::starting_at(START), wrong_by: AtomicI64::new(wrong_by) })
    }

    pub(crate) fn set(&self, wrong_by: i64) {
        self.wrong_by.store(wrong_by, Relaxed);
    }
}

impl Clock for WallClock {
    fn now(&self) -> u64 {
        self.right.now().saturating_add_signed(self.wrong_by.load(Relaxed))
    }
}

/// A process.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) life: Arc<Life>,
    pub(crate) rooms: Arc<Rooms>,
}

impl Node {
    /// Starts the `start`-th process of machine `machine`.
    pub(crate) fn start(
        seed: u64,
        (machine, start): (usize, u32),
        clock: &Arc<WallClock>,
        database: &Arc<Database>,
        network: &Arc<Network>,
    ) -> Self {
        let name = format!("node {machine}.{start}");
        let life = Arc::new(Life::new());
        let mut settings = LiveSettings::new([7; 32]);
        settings.shared = true;
        settings.idle = Duration::from_secs(2);
        settings.clock = Arc::clone(clock) as Arc<dyn Clock>;
        settings.entropy =
            Arc::new(SeededEntropy::from_seed(seed ^ u64::from(Luck::of(seed, &name).below(u32::MAX))));
        let archive = Arc::new(Connection::open(database, &life, seed, &name, start > 0));
        let registry = GameRegistry::default().with::<Seated<Echo>>(Arc::new(()));
        let rooms = Rooms::new(registry, archive, network.join(&life), LiveMetrics::default(), settings);
        let rooms = Arc::new(rooms);
        rooms.start();
        Self { life, rooms }
    }
}
