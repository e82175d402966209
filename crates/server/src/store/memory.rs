use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{Receipt, Stream};

use super::append::Append;
use super::cursor::{Cursor, Page, Recorded};
use super::error::StoreError;
use super::name::{CommandId, GameId, Kind};
use super::note::{Note, Pruned, due};
use super::projection::Checkpoint;
use super::{Answer, Store, StoredEvent, StoredGame};
use crate::directory::Shelf;

/// A store that lasts as long as the process: for tests, and for trying things out.
#[derive(Debug, Default)]
pub struct Memory {
    everything: Mutex<Everything>,
}

#[derive(Debug, Default)]
pub(crate) struct Everything {
    /// All events in the order in which they were appended; the cursor after one is its place plus 1.
    events: Vec<Recorded>,
    games: BTreeMap<GameId, OneGame>,
    notes: Vec<Note>,
    checkpoints: HashMap<String, Checkpoint>,
    /// What it keeps as a [`Directory`](crate::Directory).
    pub(crate) shelf: Shelf,
}

#[derive(Debug)]
struct OneGame {
    kind: Kind,
    /// The places of its events among all.
    places: Vec<usize>,
    /// The versions before and after each command.
    commands: HashMap<CommandId, (u64, u64)>,
}

impl OneGame {
    fn version(&self) -> u64 {
        self.places.len() as u64
    }
}

impl Memory {
    /// Nothing that is done under the lock panics, so that a poisoned one is as good as any.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Everything> {
        self.everything.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Everything {
    /// Which game it is, if it has a history.
    pub(crate) fn kind_of(&self, game: &GameId) -> Option<&Kind> {
        self.games.get(game).map(|game| &game.kind)
    }

    fn append(&mut self, append: Append) -> Result<Receipt, StoreError> {
        let known = self.games.get(append.game());
        let version = known.map(|game| (game.kind.as_str(), game.version()));
        let command = known.and_then(|game| game.commands.get(append.command()).copied());
        if let Some(answer) = append.judge(version, command) {
            return answer;
        }
        let receipt = append.receipt()?;
        let (id, kind) = (append.game().clone(), append.kind().clone());
        let game = self.games.entry(id.clone()).or_insert_with(|| OneGame {
            kind: kind.clone(),
            places: Vec::new(),
            commands: HashMap::new(),
        });
        game.commands.insert(append.command().clone(), (append.expected(), append.version()));
        for event in append.into_events() {
            game.places.push(self.events.len());
            self.events.push(Recorded { game: id.clone(), kind: kind.clone(), event });
        }
        Ok(receipt)
    }

    fn read(&self, game: &GameId, since: u64) -> Vec<StoredEvent> {
        let places = self.games.get(game).map_or(&[][..], |game| &game.places);
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        places.iter().skip(since).map(|place| self.events[*place].event.clone()).collect()
    }

    fn games(&self, after: Option<&GameId>, limit: u32) -> Vec<StoredGame> {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let games = self.games.range::<GameId, _>((after, Bound::Unbounded));
        let show = |(id, game): (&GameId, &OneGame)| StoredGame {
            id: id.clone(),
            kind: game.kind.clone(),
            version: game.version(),
        };
        games.take(limit as usize).map(show).collect()
    }

    fn follow(&self, after: Cursor, limit: u32) -> Page {
        let first = usize::try_from(after.position).unwrap_or(usize::MAX);
        let events: Vec<_> = self.events.iter().skip(first).take(limit as usize).cloned().collect();
        let next = Cursor { transaction: 0, position: after.position + events.len() as u64 };
        Page { events, next }
    }

    fn prune(&mut self, now: u64) -> Pruned {
        let mut pruned = Pruned::default();
        for (stream, last) in due(now) {
            let before = self.notes.len();
            self.notes.retain(|note| note.stream() != stream || note.timestamp() > last);
            pruned.count(stream, (before - self.notes.len()) as u64);
        }
        pruned
    }
}

/// An answer that is already there.
pub(crate) fn now<'a, T: Send + 'a>(answer: Result<T, StoreError>) -> Answer<'a, T> {
    Box::pin(std::future::ready(answer))
}

impl Store for Memory {
    fn append(&self, append: Append) -> Answer<'_, Receipt> {
        now(self.lock().append(append))
    }

    fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<StoredGame>> {
        let show = |known: &OneGame| StoredGame {
            id: game.clone(),
            kind: known.kind.clone(),
            version: known.version(),
        };
        now(Ok(self.lock().games.get(game).map(show)))
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> Answer<'a, Vec<StoredEvent>> {
        now(Ok(self.lock().read(game, since)))
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> Answer<'a, Vec<StoredGame>> {
        now(Ok(self.lock().games(after, limit)))
    }

    fn follow(&self, after: Cursor, limit: u32) -> Answer<'_, Page> {
        now(Ok(self.lock().follow(after, limit)))
    }

    fn note(&self, notes: Vec<Note>) -> Answer<'_, ()> {
        self.lock().notes.extend(notes);
        now(Ok(()))
    }

    fn notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> Answer<'a, Vec<Note>> {
        let asked = |note: &&Note| note.game() == game && note.stream() == stream;
        now(Ok(self.lock().notes.iter().filter(asked).cloned().collect()))
    }

    fn prune(&self, now_is: u64) -> Answer<'_, Pruned> {
        now(Ok(self.lock().prune(now_is)))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> Answer<'a, Option<Checkpoint>> {
        now(Ok(self.lock().checkpoints.get(projection).cloned()))
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> Answer<'_, ()> {
        self.lock().checkpoints.insert(checkpoint.projection.clone(), checkpoint);
        now(Ok(()))
    }

    fn ready(&self) -> Answer<'_, ()> {
        now(Ok(()))
    }

    fn close(&self) -> Answer<'_, ()> {
        now(Ok(()))
    }
}
