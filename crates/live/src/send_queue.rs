use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::text::Text;

/// Bytes that may wait for one socket, besides the message that has just come.
const MOST_WAITING: usize = 4 << 20;

/// Bounded send queue of one socket. A slow reader is disconnected and must resync.
#[derive(Clone, Debug)]
pub struct SendQueue {
    messages: mpsc::Sender<Text>,
    shared: Arc<Shared>,
}

/// The end of a [`SendQueue`] from which the socket reads.
#[derive(Debug)]
pub struct SendQueueReader {
    messages: mpsc::Receiver<Text>,
    shared: Arc<Shared>,
}

/// What both ends know.
#[derive(Debug, Default)]
struct Shared {
    /// Bytes that wait.
    waiting: AtomicUsize,
    slow: AtomicBool,
    revoked: AtomicBool,
    closed: CancellationToken,
}

/// A queue for at most `capacity` messages.
#[must_use]
pub fn send_queue(capacity: usize) -> (SendQueue, SendQueueReader) {
    let (sender, messages) = mpsc::channel(capacity.max(1));
    let shared = Arc::new(Shared::default());
    (SendQueue { messages: sender, shared: Arc::clone(&shared) }, SendQueueReader { messages, shared })
}

impl SendQueueReader {
    /// The next message; `None` once the queue is closed.
    pub async fn recv(&mut self) -> Option<Text> {
        tokio::select! {
            biased;
            () = self.shared.closed.cancelled() => None,
            message = self.messages.recv() => Some(self.take(message?)),
        }
    }

    /// The next message, if one waits already.
    pub fn try_recv(&mut self) -> Option<Text> {
        let message = self.messages.try_recv().ok().filter(|_| !self.shared.closed.is_cancelled())?;
        Some(self.take(message))
    }

    fn take(&self, message: Text) -> Text {
        self.shared.waiting.fetch_sub(message.size(), Relaxed);
        message
    }

    /// Whether it was closed because its player may not be here any more.
    #[must_use]
    pub fn was_revoked(&self) -> bool {
        self.shared.revoked.load(Relaxed)
    }

    /// Whether it was closed because the reader was too slow.
    #[must_use]
    pub fn was_slow(&self) -> bool {
        self.shared.slow.load(Relaxed)
    }
}

impl SendQueue {
    /// Queues a message without waiting; `false` if the queue is closed, or full and therefore closed now.
    pub fn send(&self, message: Text) -> bool {
        let size = message.size();
        let waiting = self.shared.waiting.fetch_add(size, Relaxed);
        let sent =
            if waiting > MOST_WAITING { Err(None) } else { self.messages.try_send(message).map_err(Some) };
        match sent {
            Ok(()) => true,
            Err(Some(mpsc::error::TrySendError::Closed(_))) => false,
            Err(None | Some(mpsc::error::TrySendError::Full(_))) => {
                self.shared.waiting.fetch_sub(size, Relaxed);
                self.shared.slow.store(true, Relaxed);
                self.close();
                false
            }
        }
    }

    /// Queues a message that may be left out: only while the queue is less than half full, and a reader that is too
    /// slow for it is not disconnected.
    pub fn offer(&self, message: Text) {
        let size = message.size();
        let half_empty = self.messages.capacity() * 2 > self.messages.max_capacity();
        if half_empty && self.shared.waiting.load(Relaxed) <= MOST_WAITING / 2 {
            self.shared.waiting.fetch_add(size, Relaxed);
            if self.messages.try_send(message).is_err() {
                self.shared.waiting.fetch_sub(size, Relaxed);
            }
        }
    }

    /// Ends it because its player may not be here any more.
    pub fn revoke(&self) {
        self.shared.revoked.store(true, Relaxed);
        self.close();
    }

    /// Ends it: the reader gets nothing more.
    pub fn close(&self) {
        self.shared.closed.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Text {
        Text::json(&"x".repeat(length - 2))
    }

    #[tokio::test]
    async fn a_reader_that_does_not_read_is_cut_off_as_slow() {
        let (queue, mut reader) = send_queue(2);
        assert!(queue.send(text(3)) && queue.send(text(3)));
        assert!(!reader.was_slow());
        assert!(!queue.send(text(3)) && reader.was_slow());
        // Also while somebody else still holds an end of it.
        assert_eq!(reader.recv().await, None);
    }

    #[tokio::test]
    async fn what_waits_is_limited_in_bytes() {
        let (queue, mut reader) = send_queue(100);
        let large = text(MOST_WAITING);
        assert!(queue.send(large.clone()));
        assert_eq!(reader.recv().await.map(|message| message.size()), Some(MOST_WAITING));
        assert!(queue.send(large) && queue.send(text(3)));
        assert!(!queue.send(text(3)) && reader.was_slow());
    }

    #[tokio::test]
    async fn what_may_be_left_out_is_left_out_first_and_nobody_is_cut_off_for_it() {
        let (queue, mut reader) = send_queue(4);
        for length in 3..9 {
            queue.offer(text(length));
        }
        assert!(queue.send(text(20)) && queue.send(text(21)), "there is room for what matters");
        assert!(!reader.was_slow());
        let mut read = Vec::new();
        for _ in 0..4 {
            read.extend(reader.recv().await.map(|message| message.size()));
        }
        assert_eq!(read, [3, 4, 20, 21]);
        queue.offer(text(7));
        assert_eq!(reader.recv().await.map(|message| message.size()), Some(7));
    }

    #[tokio::test]
    async fn a_queue_that_is_closed_ends_without_blame() {
        let (queue, mut reader) = send_queue(2);
        queue.clone().close();
        assert_eq!(reader.recv().await, None);
        assert!(!reader.was_slow());
        drop(queue);
    }
}
