use std::collections::HashMap;
use std::time::Duration;

use ledger::PlayerId;
use tokio::time::Instant;

/// Presence on another node that was not confirmed for so long is forgotten.
const EXPIRES: Duration = Duration::from_secs(60);

/// Who watches a game through other nodes.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    elsewhere: HashMap<String, (Instant, Vec<PlayerId>, u32)>,
}

impl Presence {
    /// What another node says. A node without watchers is forgotten.
    pub(crate) fn update(&mut self, node: String, players: Vec<PlayerId>, spectators: u32) {
        if players.is_empty() && spectators == 0 {
            self.elsewhere.remove(&node);
        } else {
            self.elsewhere.insert(node, (Instant::now(), players, spectators));
        }
    }

    pub(crate) fn has(&self, player: PlayerId) -> bool {
        self.fresh().any(|(_, players, _)| players.contains(&player))
    }

    pub(crate) fn spectators(&self) -> u32 {
        self.fresh().fold(0, |sum: u32, (.., spectators)| sum.saturating_add(*spectators))
    }

    fn fresh(&self) -> impl Iterator<Item = &(Instant, Vec<PlayerId>, u32)> {
        let now = Instant::now();
        self.elsewhere.values().filter(move |(at, ..)| now.duration_since(*at) < EXPIRES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_node_can_make_the_sum_of_spectators_overflow() {
        let mut presence = Presence::default();
        presence.update("one".into(), Vec::new(), u32::MAX);
        presence.update("two".into(), Vec::new(), 2);
        assert_eq!(presence.spectators(), u32::MAX);
    }
}
