//! A store in the memory of the process.

mod directory;
mod events;
mod learning;

use std::sync::{Mutex, MutexGuard, PoisonError};

use ledger::{PlayerId, Receipt, Stream};

use self::directory::DirectoryState;
use self::events::EventState;
use self::learning::LearningState;
use crate::append::Append;
use crate::archive::{Directory, Learning, Store, StoreFuture, secret_name};
use crate::checkpoint::Checkpoint;
use crate::conduct::{Block, Complaint};
use crate::cursor::{Cursor, Page, StoredEvent, StoredGame};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::note::{Note, Pruned};
use crate::player::PlayerRecord;
use crate::sanction::Sanction;
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::GameId;

/// A store that lasts as long as the process: for tests, and for trying things out.
#[derive(Debug, Default)]
pub struct Memory {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    events: EventState,
    directory: DirectoryState,
    learning: LearningState,
}

impl Memory {
    /// Nothing under the lock panics, so a poisoned lock still guards a valid state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A future that is ready.
fn ready<'a, T: Send + 'a>(result: Result<T, StoreError>) -> StoreFuture<'a, T> {
    Box::pin(std::future::ready(result))
}

impl Store for Memory {
    fn append(&self, append: Append) -> StoreFuture<'_, Receipt> {
        ready(self.lock().events.append(append))
    }

    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        ready(Ok(self.lock().events.game(game)))
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> StoreFuture<'a, Vec<StoredEvent>> {
        ready(Ok(self.lock().events.read(game, since)))
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> StoreFuture<'a, Vec<StoredGame>> {
        ready(Ok(self.lock().events.games(after, limit)))
    }

    fn follow(&self, after: Cursor, limit: u32) -> StoreFuture<'_, Page> {
        ready(Ok(self.lock().events.follow(after, limit)))
    }

    fn note(&self, notes: Vec<Note>) -> StoreFuture<'_, ()> {
        let mut state = self.lock();
        let State { directory, events, .. } = &mut *state;
        let is_erased = |player| directory.is_erased(player);
        events.note(notes.into_iter().filter(|note| !note.player().is_some_and(is_erased)));
        ready(Ok(()))
    }

    fn notes_after<'a>(
        &'a self,
        game: &'a GameId,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(u64, Note)>> {
        ready(Ok(self.lock().events.notes_after(game, stream, after, limit)))
    }

    fn count_notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> StoreFuture<'a, u64> {
        ready(Ok(self.lock().events.count_notes(game, stream)))
    }

    fn prune(&self, now: u64) -> StoreFuture<'_, Pruned> {
        ready(Ok(self.lock().events.prune(now)))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> StoreFuture<'a, Option<Checkpoint>> {
        ready(Ok(self.lock().events.checkpoint(projection)))
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> StoreFuture<'_, ()> {
        self.lock().events.save_checkpoint(checkpoint);
        ready(Ok(()))
    }

    fn ready(&self) -> StoreFuture<'_, ()> {
        ready(Ok(()))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        ready(Ok(()))
    }
}

impl Directory for Memory {
    fn key<'a>(&'a self, name: &'a str) -> StoreFuture<'a, [u8; 32]> {
        ready(self.lock().directory.key(name))
    }

    fn keep_game_secret<'a>(&'a self, game: &'a GameId, secret: [u8; 32]) -> StoreFuture<'a, [u8; 32]> {
        ready(Ok(self.lock().directory.keep_key(secret_name(game), secret)))
    }

    fn game_secret<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<[u8; 32]>> {
        ready(Ok(self.lock().directory.known_key(&secret_name(game))))
    }

    fn register(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        ready(self.lock().directory.register(player))
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        ready(Ok(self.lock().directory.player(id)))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().directory.rename(id, display_name)))
    }

    fn hide_results(&self, id: PlayerId, hidden: bool) -> StoreFuture<'_, bool> {
        ready(Ok(self.lock().directory.hide_results(id, hidden)))
    }

    fn rotate_secret<'a>(
        &'a self,
        id: PlayerId,
        old: &'a [u8; 32],
        new: &'a [u8; 32],
    ) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().directory.rotate_secret(id, old, new)))
    }

    fn erase(&self, id: PlayerId, now: u64) -> StoreFuture<'_, bool> {
        let mut state = self.lock();
        state.events.forget_notes_about(id);
        state.learning.forget(id);
        ready(Ok(state.directory.erase(id, now)))
    }

    fn open_table(&self, table: TableEntry) -> StoreFuture<'_, ()> {
        ready(self.lock().directory.open_table(table))
    }

    fn table<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<TableEntry>> {
        ready(Ok(self.lock().directory.table(game)))
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> StoreFuture<'a, Option<TableEntry>> {
        ready(Ok(self.lock().directory.table_by_code(code)))
    }

    fn update_table<'a>(&'a self, game: &'a GameId, update: TableUpdate) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().directory.update_table(game, update)))
    }

    fn open_tables<'a>(&'a self, filter: &'a TableFilter) -> StoreFuture<'a, Vec<TableEntry>> {
        ready(Ok(self.lock().directory.open_tables(filter)))
    }

    fn record_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().directory.record_seat(player, game, at)))
    }

    fn has_sat<'a>(&'a self, player: PlayerId, game: &'a GameId) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().directory.has_sat(player, game)))
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<PlayerGame>> {
        let state = self.lock();
        let known = state.directory.seats_of(player).into_iter().filter_map(|(game, at)| {
            let kind = state.events.kind_of(game)?.clone();
            Some(PlayerGame { game: game.clone(), kind, at })
        });
        ready(Ok(known.take(limit as usize).collect()))
    }

    fn set_block(&self, block: Block, blocked: bool) -> StoreFuture<'_, ()> {
        self.lock().directory.set_block(block, blocked);
        ready(Ok(()))
    }

    fn blocks_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(self.lock().directory.blocks_of(player)))
    }

    fn blocked_by(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(self.lock().directory.blocked_by(player)))
    }

    fn report(&self, complaint: Complaint, most: u32) -> StoreFuture<'_, bool> {
        ready(Ok(self.lock().directory.report(complaint, most)))
    }

    fn complaints(&self, limit: u32) -> StoreFuture<'_, Vec<Complaint>> {
        ready(Ok(self.lock().directory.complaints(limit)))
    }

    fn set_sanction(&self, sanction: Sanction, at: Option<u64>) -> StoreFuture<'_, bool> {
        ready(Ok(self.lock().directory.set_sanction(sanction, at)))
    }

    fn is_sanctioned(&self, sanction: Sanction) -> StoreFuture<'_, bool> {
        ready(Ok(self.lock().directory.is_sanctioned(&sanction)))
    }

    fn sanctions(&self, limit: u32) -> StoreFuture<'_, Vec<(Sanction, u64)>> {
        ready(Ok(self.lock().directory.sanctions(limit)))
    }
}

impl Learning for Memory {
    fn record_played(&self, games: Vec<PlayedEntry>) -> StoreFuture<'_, u64> {
        let mut state = self.lock();
        let State { directory, learning, .. } = &mut *state;
        ready(Ok(learning.record_played(games, |player| directory.is_present(player))))
    }

    fn played<'a>(
        &'a self,
        player: PlayerId,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<PlayedEntry>> {
        ready(Ok(self.lock().learning.played(player, after, until, limit)))
    }

    fn count_uploaded(&self, player: PlayerId) -> StoreFuture<'_, u64> {
        ready(Ok(self.lock().learning.count_uploaded(player)))
    }

    fn snapshot(
        &self,
        player: PlayerId,
        revision: u32,
        until: u64,
    ) -> StoreFuture<'_, Option<ProfileSnapshot>> {
        ready(Ok(self.lock().learning.snapshot(player, revision, until)))
    }

    fn snapshots_after<'a>(
        &'a self,
        revision: u32,
        after: Option<(PlayerId, &'a PlayedPlace)>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<ProfileSnapshot>> {
        ready(Ok(self.lock().learning.snapshots_after(revision, after, limit)))
    }

    fn save_snapshot(&self, snapshot: ProfileSnapshot) -> StoreFuture<'_, bool> {
        ready(Ok(self.lock().learning.save_snapshot(snapshot)))
    }

    fn clear_snapshots(&self) -> StoreFuture<'_, ()> {
        self.lock().learning.clear_snapshots();
        ready(Ok(()))
    }

    fn record_judged(&self, games: Vec<JudgedEntry>) -> StoreFuture<'_, u64> {
        let mut state = self.lock();
        let State { directory, learning, .. } = &mut *state;
        ready(Ok(learning.record_judged(games, |player| directory.is_present(player))))
    }

    fn judged<'a>(
        &'a self,
        player: PlayerId,
        revision: u32,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<JudgedEntry>> {
        ready(Ok(self.lock().learning.judged(player, revision, after, until, limit)))
    }

    fn has_judged<'a>(&'a self, player: PlayerId, game: &'a GameId, revision: u32) -> StoreFuture<'a, bool> {
        ready(Ok(self.lock().learning.has_judged(player, game, revision)))
    }

    fn practice(&self, player: PlayerId) -> StoreFuture<'_, Option<PracticeRecord>> {
        ready(Ok(self.lock().learning.practice(player)))
    }

    fn save_practice(&self, player: PlayerId, expected: u64, body: String) -> StoreFuture<'_, bool> {
        let mut state = self.lock();
        let present = state.directory.is_present(player);
        ready(Ok(present && state.learning.save_practice(player, expected, body)))
    }
}
