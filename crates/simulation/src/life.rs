//! Whether a node runs.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// Stopped in the middle of whatever it does, and goes on later.
    Frozen,
    /// Never does anything again.
    Dead,
}

/// The life of one process. Everything that goes in or out of a node asks here first, so that a dead one is silent: its
/// tasks wait for ever.
///
/// Not a `tokio::sync::watch`, which wakes its waiters in an order that differs from run to run.
#[derive(Debug)]
pub(crate) struct Life {
    state: Mutex<State>,
    changed: Notify,
}

impl Life {
    pub(crate) fn new() -> Self {
        Self { state: Mutex::new(State::Running), changed: Notify::new() }
    }

    /// Goes on once the node runs: at once, later, or never.
    pub(crate) async fn running(&self) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.is_running() {
                return;
            }
            changed.await;
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        *self.state() == State::Dead
    }

    pub(crate) fn is_running(&self) -> bool {
        *self.state() == State::Running
    }

    pub(crate) fn kill(&self) {
        *self.state() = State::Dead;
    }

    pub(crate) fn freeze(&self) {
        self.change(State::Running, State::Frozen);
    }

    pub(crate) fn thaw(&self) {
        self.change(State::Frozen, State::Running);
        self.changed.notify_waiters();
    }

    fn change(&self, from: State, to: State) {
        let mut state = self.state();
        if *state == from {
            *state = to;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock panics.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
