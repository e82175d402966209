use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The moves of one player, each until every socket of the game has it.
#[derive(Debug)]
pub(super) struct Moves {
    open: VecDeque<Move>,
    /// For each socket the versions it was sent, and when, as far as an open move may still ask for it.
    delivered: Vec<VecDeque<(u64, Instant)>>,
}

#[derive(Debug)]
struct Move {
    sent: Instant,
    /// The version that the acknowledgement named.
    version: Option<u64>,
}

impl Moves {
    pub(super) fn of_sockets(count: usize) -> Self {
        Self { open: VecDeque::new(), delivered: vec![VecDeque::new(); count] }
    }

    pub(super) fn sent(&mut self, at: Instant) {
        self.open.push_back(Move { sent: at, version: None });
    }

    /// The last move is acknowledged. Those that everybody has by now are returned: how long it took.
    pub(super) fn acknowledged(&mut self, version: u64) -> Vec<Duration> {
        if let Some(last) = self.open.back_mut() {
            last.version = Some(version);
        }
        self.complete()
    }

    /// A socket was sent the state at a version.
    pub(super) fn delivered(&mut self, socket: usize, version: u64, at: Instant) -> Vec<Duration> {
        if self.open.is_empty() {
            return Vec::new();
        }
        if let Some(delivered) = self.delivered.get_mut(socket) {
            delivered.push_back((version, at));
        }
        self.complete()
    }

    /// Whether every move reached everybody.
    pub(super) fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    fn complete(&mut self) -> Vec<Duration> {
        let mut took = Vec::new();
        while let Some(&Move { sent, version: Some(version) }) = self.open.front() {
            let first = |delivered: &VecDeque<(u64, Instant)>| {
                delivered.iter().find(|(seen, _)| *seen >= version).map(|(_, at)| *at)
            };
            let Some(times) = self.delivered.iter().map(first).collect::<Option<Vec<_>>>() else { break };
            took.push(times.into_iter().max().unwrap_or(sent).saturating_duration_since(sent));
            self.open.pop_front();
            for delivered in &mut self.delivered {
                delivered.retain(|(seen, _)| *seen > version);
            }
        }
        took
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_complete_when_the_last_socket_has_it() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut moves = Moves::of_sockets(3);
        assert!(moves.delivered(1, 4, at(0)).is_empty(), "nobody has moved");
        moves.sent(at(10));
        assert!(moves.delivered(0, 5, at(12)).is_empty());
        assert!(moves.delivered(1, 5, at(19)).is_empty());
        assert!(moves.acknowledged(5).is_empty(), "one does not have it");
        assert!(!moves.is_done());
        // Sent before the first one is complete; its own version is known to two sockets already.
        moves.sent(at(20));
        assert!(moves.delivered(0, 6, at(21)).is_empty());
        assert!(moves.delivered(1, 6, at(22)).is_empty());
        // A socket that was away gets both at once, in one update.
        assert_eq!(moves.delivered(2, 6, at(23)), [Duration::from_millis(13)]);
        assert_eq!(moves.acknowledged(6), [Duration::from_millis(3)]);
        assert!(moves.is_done());
    }

    #[test]
    fn the_bots_answer_may_overtake_the_acknowledgement() {
        let start = Instant::now();
        let mut moves = Moves::of_sockets(1);
        moves.sent(start);
        moves.delivered(0, 5, start + Duration::from_millis(2));
        moves.delivered(0, 7, start + Duration::from_millis(4));
        assert_eq!(moves.acknowledged(5), [Duration::from_millis(2)]);
        assert!(moves.is_done());
    }
}
