use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use dicee::PlayerId;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Names one who watches, within a room.
pub(crate) type WatchId = u64;

/// Lines of chat in a row, and how fast the right to another one comes back.
const CHAT_BURST: u32 = 5;
const CHAT_PAUSE: Duration = Duration::from_secs(2);
/// Presence of another node that was not confirmed for so long is forgotten.
const ELSEWHERE: Duration = Duration::from_secs(60);

/// The way of messages to one socket. It holds a few; whoever reads too slowly is cut off and has to come again.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Cut>,
}

/// Why there are no more messages.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    slow: AtomicBool,
}

impl Cut {
    /// Whether the reader was too slow.
    pub(crate) fn was_slow(&self) -> bool {
        self.slow.load(Relaxed)
    }
}

/// A way for messages with room for so many.
pub(crate) fn outbox(room: usize) -> (Outbox, mpsc::Receiver<Utf8Bytes>, Arc<Cut>) {
    let (messages, inbox) = mpsc::channel(room.max(1));
    let cut = Arc::new(Cut::default());
    (Outbox { messages, cut: Arc::clone(&cut) }, inbox, cut)
}

impl Outbox {
    /// Sends if there is room; `false` is the end of it.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        match self.messages.try_send(message) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.cut.slow.store(true, Relaxed);
                false
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

/// Somebody who watches.
#[derive(Debug)]
pub(crate) struct Watcher {
    pub(crate) player: Option<PlayerId>,
    pub(crate) outbox: Outbox,
    /// Whose chat is not wanted.
    pub(crate) muted: HashSet<PlayerId>,
    /// When the whole burst of chat is there again.
    chat_full_at: Instant,
}

impl Watcher {
    pub(crate) fn new(player: Option<PlayerId>, outbox: Outbox) -> Self {
        Self { player, outbox, muted: HashSet::new(), chat_full_at: Instant::now() }
    }

    /// Takes the right to say something, if there is one left.
    pub(crate) fn may_chat(&mut self, now: Instant) -> bool {
        let full_at = self.chat_full_at.max(now) + CHAT_PAUSE;
        let allowed = full_at <= now + CHAT_PAUSE * CHAT_BURST;
        if allowed {
            self.chat_full_at = full_at;
        }
        allowed
    }
}

/// Who is there, here and on other nodes.
#[derive(Debug, Default)]
pub(crate) struct Presence {
    elsewhere: HashMap<String, (Instant, Vec<PlayerId>, u32)>,
}

impl Presence {
    /// What another node says. An empty node is forgotten.
    pub(crate) fn heard(&mut self, node: String, players: Vec<PlayerId>, spectators: u32) {
        if players.is_empty() && spectators == 0 {
            self.elsewhere.remove(&node);
        } else {
            self.elsewhere.insert(node, (Instant::now(), players, spectators));
        }
    }

    pub(crate) fn is_there(&self, player: PlayerId) -> bool {
        let now = Instant::now();
        let fresh = self.elsewhere.values().filter(|(at, ..)| now.duration_since(*at) < ELSEWHERE);
        fresh.into_iter().any(|(_, players, _)| players.contains(&player))
    }

    pub(crate) fn spectators(&self) -> u32 {
        let now = Instant::now();
        let fresh = self.elsewhere.values().filter(|(at, ..)| now.duration_since(*at) < ELSEWHERE);
        fresh.map(|(.., spectators)| spectators).sum()
    }
}

/// A line of chat as it is sent.
pub(crate) fn chat_line(player: PlayerId, name: &str, text: &str, timestamp: u64) -> Value {
    json!({
        "type": "chat", "playerId": player, "displayName": name, "text": text, "timestamp": timestamp,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn chat_comes_in_bursts_and_then_slowly() {
        let (outbox, _inbox, _) = outbox(1);
        let mut watcher = Watcher::new(None, outbox);
        let said = (0..10).filter(|_| watcher.may_chat(Instant::now())).count();
        assert_eq!(said, 5);
        tokio::time::advance(CHAT_PAUSE).await;
        assert!(watcher.may_chat(Instant::now()) && !watcher.may_chat(Instant::now()));
    }

    #[tokio::test]
    async fn a_reader_that_does_not_read_is_cut_off_as_slow() {
        let (outbox, inbox, cut) = outbox(2);
        assert!(outbox.send("1".into()) && outbox.send("2".into()));
        assert!(!cut.was_slow());
        assert!(!outbox.send("3".into()) && cut.was_slow());
        drop(inbox);
    }
}
