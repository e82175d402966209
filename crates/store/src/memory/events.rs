//! The events, notes and checkpoints of the memory store.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use ledger::{CommandKey, PlayerId, Receipt, Stream};

use crate::append::Append;
use crate::checkpoint::Checkpoint;
use crate::cursor::{Cursor, Page, Recorded, StoredEvent, StoredGame};
use crate::error::StoreError;
use crate::note::{Note, Pruned, expired};
use protocol::{GameId, GameKind as Kind};

#[derive(Debug, Default)]
pub(super) struct EventState {
    /// All events in the order in which they were appended; the cursor after one is its index plus 1.
    events: Vec<Recorded>,
    games: BTreeMap<GameId, GameState>,
    /// With their positions.
    notes: Vec<(u64, Note)>,
    /// The position of the last note.
    noted: u64,
    checkpoints: HashMap<String, Checkpoint>,
}

#[derive(Debug)]
struct GameState {
    kind: Kind,
    /// The indices of its events among all.
    indices: Vec<usize>,
    /// The versions before and after each command.
    commands: HashMap<CommandKey, (u64, u64)>,
}

impl GameState {
    fn version(&self) -> u64 {
        self.indices.len() as u64
    }

    fn stored(&self, id: &GameId) -> StoredGame {
        StoredGame { id: id.clone(), kind: self.kind.clone(), version: self.version() }
    }
}

impl EventState {
    pub(super) fn append(&mut self, append: Append) -> Result<Receipt, StoreError> {
        let known = self.games.get(append.game());
        let version = known.map(|game| (game.kind.as_str(), game.version()));
        let command = known.and_then(|game| game.commands.get(append.command()).copied());
        if let Some(result) = append.decide(version, command) {
            return result;
        }
        let receipt = append.receipt()?;
        let (id, kind) = (append.game().clone(), append.kind().clone());
        let game = self.games.entry(id.clone()).or_insert_with(|| GameState {
            kind: kind.clone(),
            indices: Vec::new(),
            commands: HashMap::new(),
        });
        game.commands.insert(append.command().clone(), (append.expected(), append.version()));
        for event in append.into_events() {
            game.indices.push(self.events.len());
            self.events.push(Recorded { game: id.clone(), kind: kind.clone(), event });
        }
        Ok(receipt)
    }

    /// The kind of a game that has events or commands.
    pub(super) fn kind_of(&self, game: &GameId) -> Option<&Kind> {
        self.games.get(game).map(|game| &game.kind)
    }

    pub(super) fn game(&self, id: &GameId) -> Option<StoredGame> {
        self.games.get(id).map(|game| game.stored(id))
    }

    pub(super) fn read(&self, game: &GameId, since: u64) -> Vec<StoredEvent> {
        let indices = self.games.get(game).map_or(&[][..], |game| &game.indices);
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        indices.iter().skip(since).map(|index| self.events[*index].event.clone()).collect()
    }

    pub(super) fn games(&self, after: Option<&GameId>, limit: u32) -> Vec<StoredGame> {
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let games = self.games.range::<GameId, _>((after, Bound::Unbounded));
        games.take(limit as usize).map(|(id, game)| game.stored(id)).collect()
    }

    pub(super) fn follow(&self, after: Cursor, limit: u32) -> Page {
        let first = usize::try_from(after.position).unwrap_or(usize::MAX);
        let events: Vec<_> = self.events.iter().skip(first).take(limit as usize).cloned().collect();
        let next = Cursor { transaction: 0, position: after.position + events.len() as u64 };
        Page { events, next }
    }

    pub(super) fn note(&mut self, notes: impl Iterator<Item = Note>) {
        for note in notes {
            self.noted += 1;
            self.notes.push((self.noted, note));
        }
    }

    pub(super) fn notes_after(
        &self,
        game: &GameId,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> Vec<(u64, Note)> {
        let matches = |(position, note): &&(u64, Note)| {
            *position > after && note.game() == game && note.stream() == stream
        };
        self.notes.iter().filter(matches).take(limit as usize).cloned().collect()
    }

    pub(super) fn count_notes(&self, game: &GameId, stream: Stream) -> u64 {
        let matches = |(_, note): &&(u64, Note)| note.game() == game && note.stream() == stream;
        self.notes.iter().filter(matches).count() as u64
    }

    pub(super) fn forget_notes_about(&mut self, player: PlayerId) {
        self.notes.retain(|(_, note)| !note.is_about(player));
    }

    pub(super) fn prune(&mut self, now: u64) -> Pruned {
        let mut pruned = Pruned::default();
        for (stream, last) in expired(now) {
            let before = self.notes.len();
            self.notes.retain(|(_, note)| note.stream() != stream || note.timestamp() > last);
            pruned.count(stream, (before - self.notes.len()) as u64);
        }
        pruned
    }

    pub(super) fn checkpoint(&self, projection: &str) -> Option<Checkpoint> {
        self.checkpoints.get(projection).cloned()
    }

    pub(super) fn save_checkpoint(&mut self, checkpoint: Checkpoint) {
        self.checkpoints.insert(checkpoint.projection.clone(), checkpoint);
    }
}
