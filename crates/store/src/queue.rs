use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::archive::Store;
use crate::note::Note;

/// How many notes are written at once.
const BATCH: usize = 64;

/// A bounded queue of notes in front of a store that never blocks: a note that does not fit, or cannot be written, is
/// dropped and counted, unless the caller waits for it ([`Self::keep`]). Each stream needs its own queue, so that a flood of one
/// does not displace the other.
#[derive(Debug)]
pub struct NoteQueue {
    waiting: mpsc::Sender<Entry>,
    dropped: Arc<AtomicU64>,
    writer: JoinHandle<()>,
}

impl NoteQueue {
    /// A queue in front of a store, with room for `capacity` notes (at least 1). Must be called within a tokio
    /// runtime, on which it writes.
    #[must_use]
    pub fn start(store: Arc<dyn Store>, capacity: usize) -> Self {
        let (waiting, notes) = mpsc::channel(capacity.max(1));
        let dropped = Arc::new(AtomicU64::new(0));
        let writer = tokio::spawn(write(store, notes, Arc::clone(&dropped)));
        Self { waiting, dropped, writer }
    }

    /// Takes a note if there is room, and returns whether there was.
    pub fn offer(&self, note: Note) -> bool {
        match self.waiting.try_send(Entry::Note(note, None)) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                false
            }
        }
    }

    /// Queues a note, waits for it, and returns whether it was written.
    pub fn keep(&self, note: Note) -> impl Future<Output = bool> + Send + use<> {
        let (waiting, (written, answer)) = (self.waiting.clone(), oneshot::channel());
        async move {
            waiting.send(Entry::Note(note, Some(written))).await.is_ok() && answer.await.unwrap_or(false)
        }
    }

    /// How many notes were dropped so far.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until everything that was taken so far is written or dropped.
    pub fn flush(&self) -> impl Future<Output = ()> + Send + use<> {
        let (waiting, flushed) = (self.waiting.clone(), Arc::new(Notify::new()));
        async move {
            if waiting.send(Entry::Flush(Arc::clone(&flushed))).await.is_ok() {
                flushed.notified().await;
            }
        }
    }

    /// Flushes the queue, stops, and returns how many notes were dropped in all.
    pub async fn finish(self) -> u64 {
        drop(self.waiting);
        // It ends when the queue is empty; an error means that the runtime was shut down.
        let _ = self.writer.await;
        self.dropped.load(Ordering::Relaxed)
    }
}

/// An entry of the queue.
#[derive(Debug)]
enum Entry {
    /// A note, and the caller who waits until it is written.
    Note(Note, Option<oneshot::Sender<bool>>),
    /// A request to be notified when everything before it is written.
    Flush(Arc<Notify>),
}

async fn write(store: Arc<dyn Store>, mut waiting: mpsc::Receiver<Entry>, dropped: Arc<AtomicU64>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (mut notes, mut flushes) = (Vec::with_capacity(batch.len()), Vec::new());
        let mut waited_for = Vec::new();
        for entry in batch.drain(..) {
            match entry {
                Entry::Note(note, waits) => {
                    notes.push(note);
                    waited_for.extend(waits);
                }
                Entry::Flush(flushed) => flushes.push(flushed),
            }
        }
        let count = notes.len() as u64;
        let written = count == 0 || store.note(notes).await.is_ok();
        if !written {
            dropped.fetch_add(count, Ordering::Relaxed);
        }
        for waits in waited_for {
            // The caller may have stopped waiting.
            let _ = waits.send(written);
        }
        flushes.iter().for_each(|flushed| flushed.notify_one());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::sqlite::{Sqlite, SqliteSettings};
    use ledger::Stream;
    use serde_json::json;

    fn note(number: u64) -> Note {
        Note::new("game".parse().unwrap(), Stream::Telemetry, number, json!({ "number": number })).unwrap()
    }

    #[tokio::test]
    async fn what_does_not_fit_is_dropped_and_counted() {
        let store = Arc::new(Memory::default());
        let queue = NoteQueue::start(store.clone(), 3);
        // The writer runs on this very thread, so nothing is written before the first await.
        let taken: Vec<_> = (0..5).map(|number| queue.offer(note(number))).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        assert_eq!(queue.dropped(), 2);
        assert_eq!(queue.finish().await, 2);
        let kept = store.notes(&"game".parse().unwrap(), Stream::Telemetry).await.unwrap();
        assert_eq!(kept, [note(0), note(1), note(2)]);
    }

    #[tokio::test]
    async fn a_note_that_is_waited_for_is_written_in_its_turn_however_full_the_queue_is() {
        let store = Arc::new(Memory::default());
        let queue = NoteQueue::start(store.clone(), 1);
        assert!(queue.offer(note(0)) && !queue.offer(note(1)));
        assert!(queue.keep(note(2)).await);
        let kept = store.notes(&"game".parse().unwrap(), Stream::Telemetry).await.unwrap();
        assert_eq!(kept, [note(0), note(2)]);
        queue.finish().await;
    }

    #[tokio::test]
    async fn what_cannot_be_written_is_counted_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes.db");
        let store = Arc::new(Sqlite::open(&file, SqliteSettings::default()).await.unwrap());
        store.close().await.unwrap();
        let queue = NoteQueue::start(store, 8);
        assert!(queue.offer(note(0)) && queue.offer(note(1)));
        assert!(!queue.keep(note(2)).await, "who waits for a note is told");
        assert_eq!(queue.finish().await, 3);
    }
}
