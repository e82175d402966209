//! The bus between the nodes: hints are late, lost or doubled.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use live::{Bus, BusState, Carrier, NodeHint};
use tokio::sync::broadcast;

use crate::faults::Luck;
use crate::life::Life;

/// Everybody who listens.
#[derive(Debug)]
pub(crate) struct Network {
    luck: Luck,
    down: AtomicBool,
    listeners: Mutex<Vec<Listener>>,
}

#[derive(Clone, Debug)]
struct Listener {
    life: Arc<Life>,
    incoming: broadcast::Sender<NodeHint>,
}

/// How one node speaks to the others.
#[derive(Debug)]
struct Line {
    life: Arc<Life>,
    network: Arc<Network>,
}

impl Network {
    pub(crate) fn new(seed: u64) -> Arc<Self> {
        let (luck, listeners) = (Luck::of(seed, "network"), Mutex::default());
        Arc::new(Self { luck, down: AtomicBool::new(false), listeners })
    }

    /// A bus for a node that has just begun.
    pub(crate) fn join(self: &Arc<Self>, life: &Arc<Life>) -> Bus {
        let line = Line { life: Arc::clone(life), network: Arc::clone(self) };
        let (bus, incoming) = Bus::over(Arc::new(line));
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| !listener.life.is_dead());
        listeners.push(Listener { life: Arc::clone(life), incoming });
        bus
    }

    pub(crate) fn set_down(&self, down: bool) {
        self.down.store(down, Relaxed);
    }

    /// Passes a hint on to one listener, in its own time.
    fn carry(&self, listener: Listener, hint: NodeHint) {
        if self.luck.one_in(10) {
            return;
        }
        for _ in 0..if self.luck.one_in(10) { 2 } else { 1 } {
            let late = if self.luck.one_in(20) { self.luck.wait(100, 5000) } else { self.luck.wait(0, 5) };
            let (listener, hint) = (listener.clone(), hint.clone());
            tokio::spawn(async move {
                tokio::time::sleep(late).await;
                listener.life.running().await;
                // A node that has ended hears nothing.
                let _ = listener.incoming.send(hint);
            });
        }
    }
}

impl Carrier for Line {
    fn publish(&self, hint: NodeHint) {
        if !self.life.is_running() || self.network.down.load(Relaxed) {
            return;
        }
        let listeners = self.network.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let others = listeners.into_iter().filter(|other| !Arc::ptr_eq(&other.life, &self.life));
        others.for_each(|other| self.network.carry(other, hint.clone()));
    }

    fn state(&self) -> BusState {
        if self.network.down.load(Relaxed) { BusState::Degraded } else { BusState::Connected }
    }
}
