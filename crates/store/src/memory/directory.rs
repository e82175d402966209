//! The directory of the memory store.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;

use ledger::PlayerId;

use crate::conduct::{Block, Complaint};
use crate::error::StoreError;
use crate::player::PlayerRecord;
use crate::random::random_bytes;
use crate::sanction::Sanction;
use crate::table::{TableEntry, TableFilter, TableOrder, TableUpdate};
use protocol::Code;
use protocol::GameId;

#[derive(Default)]
pub(super) struct DirectoryState {
    keys: HashMap<String, [u8; 32]>,
    players: HashMap<PlayerId, PlayerRecord>,
    tables: HashMap<GameId, TableEntry>,
    codes: HashMap<Code, GameId>,
    /// When each player took a seat in each game.
    seats: HashMap<PlayerId, HashMap<GameId, u64>>,
    blocks: HashSet<Block>,
    complaints: Vec<Complaint>,
    /// Those that hold, and since when.
    sanctions: HashMap<Sanction, u64>,
}

impl fmt::Debug for DirectoryState {
    /// Without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DirectoryState")
            .field("players", &self.players.len())
            .field("tables", &self.tables.len())
            .finish_non_exhaustive()
    }
}

impl DirectoryState {
    pub(super) fn key(&mut self, name: &str) -> Result<[u8; 32], StoreError> {
        match self.known_key(name) {
            Some(secret) => Ok(secret),
            None => Ok(self.keep_key(name.to_owned(), random_bytes()?)),
        }
    }

    pub(super) fn keep_key(&mut self, name: String, secret: [u8; 32]) -> [u8; 32] {
        *self.keys.entry(name).or_insert(secret)
    }

    pub(super) fn known_key(&self, name: &str) -> Option<[u8; 32]> {
        self.keys.get(name).copied()
    }

    pub(super) fn register(&mut self, player: PlayerRecord) -> Result<(), StoreError> {
        match self.players.get(&player.id) {
            Some(known) => player.check_against(known),
            None => {
                self.players.insert(player.id, player);
                Ok(())
            }
        }
    }

    pub(super) fn player(&self, id: PlayerId) -> Option<PlayerRecord> {
        self.players.get(&id).cloned()
    }

    pub(super) fn rename(&mut self, id: PlayerId, display_name: &str) -> bool {
        let player = self.present(id);
        player.map(|player| display_name.clone_into(&mut player.display_name)).is_some()
    }

    pub(super) fn hide_results(&mut self, id: PlayerId, hidden: bool) -> bool {
        self.present(id).map(|player| player.results_hidden = hidden).is_some()
    }

    pub(super) fn is_present(&self, id: PlayerId) -> bool {
        self.players.get(&id).is_some_and(|player| !player.is_erased())
    }

    /// Whether a player is erased; nothing is stored about such a player.
    pub(super) fn is_erased(&self, id: PlayerId) -> bool {
        self.players.get(&id).is_some_and(PlayerRecord::is_erased)
    }

    pub(super) fn rotate_secret(&mut self, id: PlayerId, old: &[u8; 32], new: &[u8; 32]) -> bool {
        let player = self.present(id).filter(|player| player.secret_hash.as_ref() == Some(old));
        player.map(|player| player.secret_hash = Some(*new)).is_some()
    }

    pub(super) fn erase(&mut self, id: PlayerId, now: u64) -> bool {
        self.seats.remove(&id);
        self.blocks.retain(|block| block.player != id && block.other != id);
        self.complaints.retain(|complaint| complaint.reporter != id && complaint.player != id);
        self.sanctions.remove(&Sanction::Banned(id));
        self.present(id).map(|player| *player = player.erased(now)).is_some()
    }

    fn present(&mut self, id: PlayerId) -> Option<&mut PlayerRecord> {
        self.players.get_mut(&id).filter(|player| !player.is_erased())
    }

    pub(super) fn open_table(&mut self, table: TableEntry) -> Result<(), StoreError> {
        let known = self.tables.get(&table.game).or_else(|| self.by_code(&table.code));
        if let Some(known) = known {
            return table.check_against(known);
        }
        self.codes.insert(table.code.clone(), table.game.clone());
        self.tables.insert(table.game.clone(), table);
        Ok(())
    }

    pub(super) fn table(&self, game: &GameId) -> Option<TableEntry> {
        self.tables.get(game).cloned()
    }

    pub(super) fn table_by_code(&self, code: &Code) -> Option<TableEntry> {
        self.by_code(code).cloned()
    }

    fn by_code(&self, code: &Code) -> Option<&TableEntry> {
        self.tables.get(self.codes.get(code)?)
    }

    pub(super) fn update_table(&mut self, game: &GameId, update: TableUpdate) -> bool {
        let table = self.tables.get_mut(game).filter(|table| table.is_older_than(&update));
        let Some(table) = table else { return false };
        (table.version, table.status) = (update.version, update.status);
        (table.free_seats, table.updated_at) = (update.free_seats, update.updated_at);
        true
    }

    pub(super) fn open_tables(&self, filter: &TableFilter) -> Vec<TableEntry> {
        let mut tables: Vec<_> = self.tables.values().filter(|table| filter.is_alive(table)).collect();
        tables.sort_by_key(|table| (table.created_at, &table.game));
        let mut of_hosts = HashMap::<PlayerId, u32>::new();
        tables.retain(|table| {
            let before = of_hosts.entry(table.host).or_default();
            *before += 1;
            *before <= filter.of_a_host
        });
        tables.retain(|table| filter.wants(table));
        match filter.order {
            TableOrder::Newest => tables.sort_by_key(|table| (Reverse(table.created_at), &table.game)),
            TableOrder::Fullest => {
                tables.sort_by_key(|table| (Reverse(table.taken()), table.created_at, &table.game));
            }
        }
        tables.into_iter().take(filter.limit as usize).cloned().collect()
    }

    pub(super) fn has_sat(&self, player: PlayerId, game: &GameId) -> bool {
        self.seats.get(&player).is_some_and(|seats| seats.contains_key(game))
    }

    pub(super) fn set_block(&mut self, block: Block, blocked: bool) {
        if !blocked {
            self.blocks.remove(&block);
        } else if !self.is_erased(block.player) && !self.is_erased(block.other) {
            self.blocks.insert(block);
        }
    }

    pub(super) fn blocks_of(&self, player: PlayerId) -> Vec<PlayerId> {
        sorted(self.blocks.iter().filter(|block| block.player == player).map(|block| block.other))
    }

    pub(super) fn blocked_by(&self, player: PlayerId) -> Vec<PlayerId> {
        sorted(self.blocks.iter().filter(|block| block.other == player).map(|block| block.player))
    }

    pub(super) fn report(&mut self, complaint: Complaint, most: u32) -> bool {
        let by = |known: &&Complaint| known.reporter == complaint.reporter;
        let repeated = |known: &Complaint| known.player == complaint.player && known.game == complaint.game;
        let known: Vec<&Complaint> = self.complaints.iter().filter(by).collect();
        let present = !self.is_erased(complaint.reporter) && !self.is_erased(complaint.player);
        let kept = present && known.len() < most as usize && !known.iter().any(|known| repeated(known));
        if kept {
            self.complaints.push(complaint);
        }
        kept
    }

    pub(super) fn set_sanction(&mut self, sanction: Sanction, at: Option<u64>) -> bool {
        match at {
            Some(_) if matches!(&sanction, Sanction::Banned(player) if self.is_erased(*player)) => false,
            Some(at) => {
                let is_new = !self.sanctions.contains_key(&sanction);
                self.sanctions.entry(sanction).or_insert(at);
                is_new
            }
            None => self.sanctions.remove(&sanction).is_some(),
        }
    }

    pub(super) fn is_sanctioned(&self, sanction: &Sanction) -> bool {
        self.sanctions.contains_key(sanction)
    }

    pub(super) fn sanctions(&self, limit: u32) -> Vec<(Sanction, u64)> {
        let mut newest: Vec<_> =
            self.sanctions.iter().map(|(sanction, at)| (sanction.clone(), *at)).collect();
        newest.sort_by_key(|(sanction, at)| (Reverse(*at), sanction.kind(), sanction.subject()));
        newest.truncate(limit as usize);
        newest
    }

    pub(super) fn complaints(&self, limit: u32) -> Vec<Complaint> {
        let mut newest: Vec<&Complaint> = self.complaints.iter().collect();
        newest.sort_by_key(|complaint| Reverse((complaint.at, complaint.reporter.0)));
        newest.into_iter().take(limit as usize).cloned().collect()
    }

    pub(super) fn record_seat(&mut self, player: PlayerId, game: &GameId, at: u64) -> bool {
        if self.is_erased(player) {
            return false;
        }
        self.seats.entry(player).or_default().entry(game.clone()).or_insert(at);
        true
    }

    pub(super) fn seats_of(&self, player: PlayerId) -> Vec<(&GameId, u64)> {
        let games = self.seats.get(&player).into_iter().flatten();
        let mut games: Vec<_> = games.map(|(game, at)| (game, *at)).collect();
        games.sort_by_key(|(game, at)| (Reverse(*at), *game));
        games
    }
}

fn sorted(players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = players.collect();
    players.sort_unstable_by_key(|player| player.0);
    players
}
