//! What there is: machines, database, bus; what goes wrong with them, and what people were told.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ledger::PlayerId;
use live::{CommandInput, RoomCommand, TableTerms};
use protocol::{GameId, GameKind};
use serde_json::Map;
use uuid::Uuid;

use crate::database::Database;
use crate::faults::{Fault, Luck};
use crate::network::Network;
use crate::node::{Node, WallClock};
use crate::trace::Trace;
use crate::{Bug, Promise};

const MACHINES: usize = 3;
const GAMES: usize = 2;

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) database: Arc<Database>,
    pub(crate) trace: Trace,
    network: Arc<Network>,
    machines: Mutex<Vec<Machine>>,
    acknowledged: Mutex<Vec<(GameId, Acknowledged)>>,
    broken: Mutex<Option<(Promise, String)>>,
    calm: AtomicBool,
}

/// A machine: its clock, and the process that runs on it.
#[derive(Debug)]
struct Machine {
    clock: Arc<WallClock>,
    node: Node,
    starts: u32,
}

/// A command that was acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) player: PlayerId,
    pub(crate) id: String,
    pub(crate) version: u64,
}

/// Who plays: on each table two.
pub(crate) fn person(table: usize, seat: usize) -> PlayerId {
    PlayerId(Uuid::from_u128((table * 2 + seat + 1) as u128))
}

impl World {
    pub(crate) fn new(seed: u64, bug: Option<Bug>) -> Arc<Self> {
        let (database, network) = (Database::new(bug), Network::new(seed));
        let luck = Luck::of(seed, "clocks");
        let machines = (0..MACHINES).map(|machine| {
            let clock = WallClock::new(i64::from(luck.below(120_001)) - 60_000);
            let node = Node::start(seed, (machine, 0), &clock, &database, &network);
            Machine { clock, node, starts: 1 }
        });
        let machines = Mutex::new(machines.collect());
        Arc::new(Self {
            seed,
            database,
            trace: Trace::begin(),
            network,
            machines,
            acknowledged: Mutex::default(),
            broken: Mutex::default(),
            calm: AtomicBool::new(true),
        })
    }

    /// Opens the games and seats everybody, before anything goes wrong.
    pub(crate) async fn open_games(self: &Arc<Self>) -> Result<Vec<GameId>, (Promise, String)> {
        let stuck = |error: String| (Promise::GoesOn, format!("a game could not be opened: {error}"));
        let luck = Luck::of(self.seed, "opening");
        let mut games = Vec::new();
        for table in 0..GAMES {
            let rooms = self.any_node(&luck).rooms;
            let kind: GameKind = "echo".parse().map_err(|_| stuck(String::from("kind")))?;
            let opening = rooms.registry().read_options(&kind, Map::new());
            let opening = opening.map_err(|error| stuck(error.to_string()))?;
            let game = rooms.create_game(person(table, 0), opening, TableTerms::default()).await;
            let game = game.map_err(|error| stuck(error.to_string()))?;
            let join = RoomCommand::new("join", CommandInput::Join { seat: None });
            let joined = rooms.command(&game, person(table, 1), join).await;
            joined.map_err(|error| stuck(error.to_string()))?;
            games.push(game);
        }
        Ok(games)
    }

    /// Lets things go wrong for a while, and then no more; how often they did.
    pub(crate) async fn break_things(self: Arc<Self>, luck: Luck) -> u32 {
        let faults = 2 + luck.below(7);
        for _ in 0..faults {
            let (pause, fault) = Fault::draw(&luck, MACHINES);
            tokio::time::sleep(pause).await;
            self.trace.note("fault", &format!("{fault:?}"));
            self.suffer(fault);
        }
        // Everything that was broken is whole again after this.
        tokio::time::sleep(Duration::from_secs(4)).await;
        self.set_calm(true);
        faults
    }

    fn suffer(self: &Arc<Self>, fault: Fault) {
        let world = Arc::clone(self);
        match fault {
            Fault::Crash { node, restart } => {
                self.with_machine(node, |machine| machine.node.life.kill());
                tokio::spawn(async move {
                    tokio::time::sleep(restart).await;
                    world.restart(node);
                });
            }
            Fault::Freeze { node, thaw } => {
                let frozen = self.with_machine(node, |machine| Arc::clone(&machine.node.life));
                frozen.freeze();
                tokio::spawn(async move {
                    tokio::time::sleep(thaw).await;
                    frozen.thaw();
                });
            }
            Fault::Database { back } => {
                self.database.set_down(true);
                tokio::spawn(async move {
                    tokio::time::sleep(back).await;
                    world.database.set_down(false);
                });
            }
            Fault::Bus { back } => {
                self.network.set_down(true);
                tokio::spawn(async move {
                    tokio::time::sleep(back).await;
                    world.network.set_down(false);
                });
            }
            Fault::Clock { node, by } => self.with_machine(node, |machine| machine.clock.set(by)),
        }
    }

    /// Starts another process where one has died; another crash may have been faster.
    fn restart(&self, number: usize) {
        self.with_machine(number, |machine| {
            if machine.node.life.is_dead() {
                let Self { seed, database, network, .. } = self;
                machine.node =
                    Node::start(*seed, (number, machine.starts), &machine.clock, database, network);
                machine.starts += 1;
            }
        });
    }

    fn with_machine<T>(&self, number: usize, act: impl FnOnce(&mut Machine) -> T) -> T {
        act(&mut self.lock(&self.machines)[number])
    }

    pub(crate) fn any_node(&self, luck: &Luck) -> Node {
        let number = luck.below(u32::try_from(MACHINES).unwrap_or(1)) as usize;
        self.with_machine(number, |machine| machine.node.clone())
    }

    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Relaxed)
    }

    pub(crate) fn set_calm(&self, calm: bool) {
        self.calm.store(calm, Relaxed);
        self.database.set_calm(calm);
    }

    pub(crate) fn acknowledged(&self, game: &GameId, player: PlayerId, id: &str, version: u64) {
        self.trace.note(id, &format!("is acknowledged at version {version}"));
        let acknowledged = Acknowledged { player, id: id.to_owned(), version };
        self.lock(&self.acknowledged).push((game.clone(), acknowledged));
    }

    /// What was acknowledged in a game, in this order.
    pub(crate) fn acknowledgements(&self, game: &GameId) -> Vec<Acknowledged> {
        let all = self.lock(&self.acknowledged);
        all.iter().filter(|(of, _)| of == game).map(|(_, acknowledged)| acknowledged.clone()).collect()
    }

    /// The newest version of a game that was acknowledged.
    pub(crate) fn version_acknowledged(&self, game: &GameId) -> u64 {
        let all = self.lock(&self.acknowledged);
        all.iter().filter(|(of, _)| of == game).map(|(_, it)| it.version).max().unwrap_or(0)
    }

    /// How many commands were acknowledged.
    pub(crate) fn count_acknowledged(&self) -> usize {
        self.lock(&self.acknowledged).len()
    }

    /// The first promise that did not hold.
    pub(crate) fn check(&self) -> Result<(), (Promise, String)> {
        self.lock(&self.broken).take().map_or(Ok(()), Err)
    }

    /// A promise did not hold; the first one counts.
    pub(crate) fn broken(&self, promise: Promise, what: String) {
        self.trace.note("broken", &what);
        self.lock(&self.broken).get_or_insert((promise, what));
    }

    fn lock<'a, T>(&self, mutex: &'a Mutex<T>) -> MutexGuard<'a, T> {
        // Nothing under a lock panics.
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
