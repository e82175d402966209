use std::cmp::Reverse;
use std::collections::HashMap;

use dicee::PlayerId;

use super::{Code, Directory, Person, SatDown, TableEntry, TableStatus, random};
use crate::store::{Answer, GameId, Kind, Memory, StoreError, now};

/// What [`Memory`] keeps of a directory.
#[derive(Default)]
pub(crate) struct Shelf {
    keys: HashMap<String, [u8; 32]>,
    people: HashMap<PlayerId, Person>,
    tables: HashMap<GameId, TableEntry>,
    codes: HashMap<Code, GameId>,
    /// When each of them sat down to each of the games.
    seats: HashMap<PlayerId, HashMap<GameId, u64>>,
}

impl std::fmt::Debug for Shelf {
    /// Without the keys.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf")
            .field("people", &self.people.len())
            .field("tables", &self.tables.len())
            .finish_non_exhaustive()
    }
}

impl Shelf {
    fn key(&mut self, name: &str) -> Result<[u8; 32], StoreError> {
        if let Some(secret) = self.keys.get(name) {
            return Ok(*secret);
        }
        let secret = random()?;
        self.keys.insert(name.to_owned(), secret);
        Ok(secret)
    }

    fn register(&mut self, person: Person) -> Result<(), StoreError> {
        match self.people.get(&person.id) {
            Some(known) if known.secret_hash == person.secret_hash => Ok(()),
            Some(_) => Err(StoreError::Taken { field: "playerId", value: person.id.to_string() }),
            None => {
                self.people.insert(person.id, person);
                Ok(())
            }
        }
    }

    fn person_to_change(&mut self, id: PlayerId) -> Option<&mut Person> {
        self.people.get_mut(&id).filter(|person| !person.is_erased())
    }

    fn open_table(&mut self, table: TableEntry) -> Result<(), StoreError> {
        let known = self.tables.get(&table.game).or_else(|| self.table_by_code(&table.code));
        if let Some(known) = known {
            return table.against(known);
        }
        self.codes.insert(table.code.clone(), table.game.clone());
        self.tables.insert(table.game.clone(), table);
        Ok(())
    }

    fn table_by_code(&self, code: &Code) -> Option<&TableEntry> {
        self.tables.get(self.codes.get(code)?)
    }

    fn update_table(&mut self, game: &GameId, status: TableStatus, free_seats: u8, updated_at: u64) -> bool {
        let table = self.tables.get_mut(game).filter(|table| table.is_older_than(status, updated_at));
        let Some(table) = table else { return false };
        (table.status, table.free_seats, table.updated_at) = (status, free_seats, updated_at);
        true
    }

    fn open_tables(&self, kind: Option<&Kind>, limit: u32) -> Vec<TableEntry> {
        let asked = |table: &&TableEntry| table.is_open() && kind.is_none_or(|kind| table.kind == *kind);
        let mut tables: Vec<_> = self.tables.values().filter(asked).collect();
        tables.sort_by_key(|table| (Reverse(table.created_at), &table.game));
        tables.into_iter().take(limit as usize).cloned().collect()
    }

    fn games_of(&self, player: PlayerId) -> Vec<(&GameId, u64)> {
        let games = self.seats.get(&player).into_iter().flatten();
        let mut games: Vec<_> = games.map(|(game, at)| (game, *at)).collect();
        games.sort_by_key(|(game, at)| (Reverse(*at), *game));
        games
    }
}

impl Directory for Memory {
    fn key<'a>(&'a self, name: &'a str) -> Answer<'a, [u8; 32]> {
        now(self.lock().shelf.key(name))
    }

    fn register(&self, person: Person) -> Answer<'_, ()> {
        now(self.lock().shelf.register(person))
    }

    fn person(&self, id: PlayerId) -> Answer<'_, Option<Person>> {
        now(Ok(self.lock().shelf.people.get(&id).cloned()))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> Answer<'a, bool> {
        let mut everything = self.lock();
        let person = everything.shelf.person_to_change(id);
        now(Ok(person.map(|person| display_name.clone_into(&mut person.display_name)).is_some()))
    }

    fn erase(&self, id: PlayerId, now_is: u64) -> Answer<'_, bool> {
        let mut everything = self.lock();
        let person = everything.shelf.person_to_change(id);
        now(Ok(person.map(|person| *person = person.erased(now_is)).is_some()))
    }

    fn open_table(&self, table: TableEntry) -> Answer<'_, ()> {
        now(self.lock().shelf.open_table(table))
    }

    fn table<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<TableEntry>> {
        now(Ok(self.lock().shelf.tables.get(game).cloned()))
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> Answer<'a, Option<TableEntry>> {
        now(Ok(self.lock().shelf.table_by_code(code).cloned()))
    }

    fn update_table<'a>(
        &'a self,
        game: &'a GameId,
        status: TableStatus,
        free_seats: u8,
        updated_at: u64,
    ) -> Answer<'a, bool> {
        now(Ok(self.lock().shelf.update_table(game, status, free_seats, updated_at)))
    }

    fn open_tables<'a>(&'a self, kind: Option<&'a Kind>, limit: u32) -> Answer<'a, Vec<TableEntry>> {
        now(Ok(self.lock().shelf.open_tables(kind, limit)))
    }

    fn took_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> Answer<'a, ()> {
        self.lock().shelf.seats.entry(player).or_default().entry(game.clone()).or_insert(at);
        now(Ok(()))
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> Answer<'_, Vec<SatDown>> {
        let everything = self.lock();
        let games = everything.shelf.games_of(player).into_iter();
        let known = games.filter_map(|(game, at)| {
            let kind = everything.kind_of(game)?.clone();
            Some(SatDown { game: game.clone(), kind, at })
        });
        now(Ok(known.take(limit as usize).collect()))
    }
}
