//! Whether a node runs.

use tokio::sync::watch;

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
#[derive(Debug)]
pub(crate) struct Life(watch::Sender<State>);

impl Life {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(State::Running))
    }

    /// Goes on once the node runs: at once, later, or never.
    pub(crate) async fn running(&self) {
        let mut state = self.0.subscribe();
        // The sender lives as long as `self`.
        let _ = state.wait_for(|state| *state == State::Running).await;
    }

    pub(crate) fn is_dead(&self) -> bool {
        *self.0.borrow() == State::Dead
    }

    pub(crate) fn is_running(&self) -> bool {
        *self.0.borrow() == State::Running
    }

    pub(crate) fn kill(&self) {
        self.0.send_replace(State::Dead);
    }

    pub(crate) fn freeze(&self) {
        self.change(State::Running, State::Frozen);
    }

    pub(crate) fn thaw(&self) {
        self.change(State::Frozen, State::Running);
    }

    fn change(&self, from: State, to: State) {
        self.0.send_if_modified(|state| {
            let changes = *state == from;
            if changes {
                *state = to;
            }
            changes
        });
    }
}
