use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use dicee::PlayerId;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

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

/// The other end.
#[derive(Debug)]
pub(crate) struct Inbox {
    messages: mpsc::Receiver<Utf8Bytes>,
    cut: Arc<Cut>,
}

/// What both ends know: how much waits, and whether it is over.
#[derive(Debug, Default)]
struct Cut {
    /// Bytes that wait.
    waiting: AtomicUsize,
    slow: AtomicBool,
    ended: CancellationToken,
}

/// Bytes that may wait for one socket, besides the message that has just come.
const MOST_WAITING: usize = 4 << 20;

/// A way for messages with room for so many.
pub(crate) fn outbox(room: usize) -> (Outbox, Inbox) {
    let (sender, messages) = mpsc::channel(room.max(1));
    let cut = Arc::new(Cut::default());
    (Outbox { messages: sender, cut: Arc::clone(&cut) }, Inbox { messages, cut })
}

impl Inbox {
    /// The next message; `None` when there will be none, because the game has cut this reader off.
    pub(crate) async fn recv(&mut self) -> Option<Utf8Bytes> {
        tokio::select! {
            biased;
            () = self.cut.ended.cancelled() => None,
            message = self.messages.recv() => {
                let message = message?;
                self.cut.waiting.fetch_sub(message.len(), Relaxed);
                Some(message)
            }
        }
    }

    /// Whether the reader was too slow.
    pub(crate) fn was_slow(&self) -> bool {
        self.cut.slow.load(Relaxed)
    }
}

impl Outbox {
    /// Sends if there is room; `false` is the end of it.
    pub(crate) fn send(&self, message: Utf8Bytes) -> bool {
        let size = message.len();
        let waiting = self.cut.waiting.fetch_add(size, Relaxed);
        let sent =
            if waiting > MOST_WAITING { Err(None) } else { self.messages.try_send(message).map_err(Some) };
        match sent {
            Ok(()) => true,
            Err(Some(mpsc::error::TrySendError::Closed(_))) => false,
            Err(None | Some(mpsc::error::TrySendError::Full(_))) => {
                self.cut.waiting.fetch_sub(size, Relaxed);
                self.cut.slow.store(true, Relaxed);
                self.cut.ended.cancel();
                false
            }
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
}

/// A room that ends, or cuts somebody off, ends the socket as well.
impl Drop for Watcher {
    fn drop(&mut self) {
        self.outbox.cut.ended.cancel();
    }
}

impl Watcher {
    pub(crate) fn new(player: Option<PlayerId>, outbox: Outbox) -> Self {
        Self { player, outbox, muted: HashSet::new() }
    }
}

/// Takes the right to say something, if there is one left: `full_at` is when the whole burst is there again.
pub(crate) fn may_chat(full_at: &mut Instant) -> bool {
    let now = Instant::now();
    let next = (*full_at).max(now) + CHAT_PAUSE;
    let allowed = next <= now + CHAT_PAUSE * CHAT_BURST;
    if allowed {
        *full_at = next;
    }
    allowed
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
        let mut full_at = Instant::now();
        let said = (0..10).filter(|_| may_chat(&mut full_at)).count();
        assert_eq!(said, 5);
        tokio::time::advance(CHAT_PAUSE).await;
        assert!(may_chat(&mut full_at) && !may_chat(&mut full_at));
    }

    #[tokio::test]
    async fn a_reader_that_does_not_read_is_cut_off_as_slow() {
        let (outbox, mut inbox) = outbox(2);
        assert!(outbox.send("1".into()) && outbox.send("2".into()));
        assert!(!inbox.was_slow());
        assert!(!outbox.send("3".into()) && inbox.was_slow());
        // Also while somebody else still holds an end of it.
        assert_eq!(inbox.recv().await, None);
    }

    #[tokio::test]
    async fn what_waits_is_limited_in_bytes() {
        let (outbox, mut inbox) = outbox(100);
        let large: Utf8Bytes = "x".repeat(MOST_WAITING).into();
        assert!(outbox.send(large.clone()));
        assert_eq!(inbox.recv().await.map(|message| message.len()), Some(MOST_WAITING));
        assert!(outbox.send(large) && outbox.send("1".into()));
        assert!(!outbox.send("2".into()) && inbox.was_slow());
    }

    #[tokio::test]
    async fn a_room_that_ends_ends_its_sockets() {
        let (outbox, mut inbox) = outbox(2);
        drop(Watcher::new(None, outbox.clone()));
        assert_eq!(inbox.recv().await, None);
        assert!(!inbox.was_slow());
        drop(outbox);
    }
}
