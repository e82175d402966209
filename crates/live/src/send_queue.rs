use std::collections::VecDeque;
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::text::Text;

/// Bytes that may wait for one socket, besides the message that has just come.
const MOST_WAITING: usize = 4 << 20;

/// Bounded send queue of one socket. A slow reader is disconnected and must resync.
///
/// A caller with several messages [queues](Self::queue) them and [wakes](Self::wake) the reader once: it then writes
/// all of them to the network in one call, and waking and writing cost more than making them.
#[derive(Debug)]
pub struct SendQueue {
    shared: Arc<Shared>,
}

/// The end of a [`SendQueue`] from which the socket reads.
#[derive(Debug)]
pub struct SendQueueReader {
    shared: Arc<Shared>,
}

/// What both ends know.
#[derive(Debug)]
struct Shared {
    waiting: Mutex<Waiting>,
    capacity: usize,
    /// How many ends there are to send from.
    senders: AtomicUsize,
    /// Something came, the last sender went, or it was closed.
    arrived: Notify,
    /// Whether something is queued for which the reader was not woken.
    unannounced: AtomicBool,
    slow: AtomicBool,
    revoked: AtomicBool,
    closed: AtomicBool,
}

/// The messages that wait.
#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Text>,
    bytes: usize,
    /// Whether nobody reads any more.
    abandoned: bool,
}

/// A queue for at most `capacity` messages.
#[must_use]
pub fn send_queue(capacity: usize) -> (SendQueue, SendQueueReader) {
    let shared = Arc::new(Shared {
        waiting: Mutex::default(),
        capacity: capacity.max(1),
        senders: AtomicUsize::new(1),
        arrived: Notify::new(),
        unannounced: AtomicBool::new(false),
        slow: AtomicBool::new(false),
        revoked: AtomicBool::new(false),
        closed: AtomicBool::new(false),
    });
    (SendQueue { shared: Arc::clone(&shared) }, SendQueueReader { shared })
}

impl Shared {
    fn is_closed(&self) -> bool {
        self.closed.load(Acquire)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Nothing under the lock panics, so a poisoned one still guards a valid state.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn push(&mut self, message: Text) {
        self.bytes += message.size();
        self.messages.push_back(message);
    }

    fn pop(&mut self) -> Option<Text> {
        let message = self.messages.pop_front()?;
        self.bytes -= message.size();
        Some(message)
    }
}

impl SendQueueReader {
    /// The next message; `None` once the queue is closed.
    pub async fn recv(&mut self) -> Option<Text> {
        loop {
            if self.shared.is_closed() {
                return None;
            }
            if let Some(message) = self.shared.waiting().pop() {
                return Some(message);
            }
            if self.shared.senders.load(Relaxed) == 0 {
                return None;
            }
            // What came since the look above has left a permit.
            self.shared.arrived.notified().await;
        }
    }

    /// The next message, if one waits already.
    pub fn try_recv(&mut self) -> Option<Text> {
        if self.shared.is_closed() {
            return None;
        }
        self.shared.waiting().pop()
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

impl Drop for SendQueueReader {
    fn drop(&mut self) {
        let mut waiting = self.shared.waiting();
        *waiting = Waiting { abandoned: true, ..Waiting::default() };
    }
}

impl Clone for SendQueue {
    fn clone(&self) -> Self {
        self.shared.senders.fetch_add(1, Relaxed);
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl Drop for SendQueue {
    fn drop(&mut self) {
        if self.shared.senders.fetch_sub(1, Relaxed) == 1 {
            self.shared.arrived.notify_one();
        }
    }
}

impl SendQueue {
    /// Queues a message without waiting, and wakes the reader; `false` if the queue is closed, or full and therefore closed
    /// now.
    pub fn send(&self, message: Text) -> bool {
        let queued = self.queue(message);
        if queued {
            self.wake();
        }
        queued
    }

    /// As [`send`](Self::send), but the reader is not woken: [`wake`](Self::wake) has to follow, soon.
    pub fn queue(&self, message: Text) -> bool {
        if self.shared.is_closed() {
            return false;
        }
        {
            let mut waiting = self.shared.waiting();
            if waiting.abandoned {
                return false;
            }
            if waiting.bytes <= MOST_WAITING && waiting.messages.len() < self.shared.capacity {
                waiting.push(message);
                self.shared.unannounced.store(true, Relaxed);
                return true;
            }
        }
        self.shared.slow.store(true, Relaxed);
        self.close();
        false
    }

    /// Wakes the reader if something was [queued](Self::queue) since it was woken last.
    pub fn wake(&self) {
        if self.shared.unannounced.swap(false, Relaxed) {
            self.shared.arrived.notify_one();
        }
    }

    /// Queues a message that may be left out: only while the queue is less than half full, and a reader that is too
    /// slow for it is not disconnected.
    pub fn offer(&self, message: Text) {
        let mut waiting = self.shared.waiting();
        let half_empty = waiting.messages.len() * 2 < self.shared.capacity;
        if half_empty && waiting.bytes <= MOST_WAITING / 2 && !waiting.abandoned {
            waiting.push(message);
            drop(waiting);
            self.shared.arrived.notify_one();
        }
    }

    /// Ends it because its player may not be here any more.
    pub fn revoke(&self) {
        self.shared.revoked.store(true, Relaxed);
        self.close();
    }

    /// Ends it: the reader gets nothing more.
    pub fn close(&self) {
        self.shared.closed.store(true, Release);
        self.shared.arrived.notify_one();
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
    async fn what_is_queued_comes_in_order_once_the_reader_is_woken() {
        let (queue, mut reader) = send_queue(8);
        assert!(queue.queue(text(3)) && queue.queue(text(4)));
        // Nobody told the reader, but who looks finds it.
        assert_eq!(reader.try_recv().map(|message| message.size()), Some(3));
        let reading = tokio::spawn(async move {
            let first = reader.recv().await.map(|message| message.size());
            (first, reader.recv().await.map(|message| message.size()), reader)
        });
        tokio::task::yield_now().await;
        assert!(queue.queue(text(5)));
        queue.wake();
        let (first, second, mut reader) = reading.await.unwrap();
        assert_eq!((first, second), (Some(4), Some(5)));
        drop(queue);
        assert_eq!(reader.recv().await, None, "nobody is left to send");
    }

    #[tokio::test]
    async fn a_queue_that_nobody_reads_takes_nothing() {
        let (queue, reader) = send_queue(8);
        assert!(queue.send(text(3)));
        drop(reader);
        assert!(!queue.send(text(3)));
        queue.offer(text(3));
        assert_eq!(queue.shared.waiting().messages.len(), 0);
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
