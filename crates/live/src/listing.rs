//! A table as the lobby lists it.

use dicee::GameStatus;
use ledger::PlayerId;
use protocol::{Code, ErrorCode, GameId, GameKind};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{StoreError, TableEntry, TableFilter, TableStatus};

use crate::game::{Denied, Seating};
use crate::node::Node;
use crate::request::RoomError;

/// How long a table is listed after its host was last seen there, in milliseconds.
const LISTED_FOR: u64 = 2 * 60 * 1000;
/// Listed tables of one host at the same time.
const MOST_OPEN: u32 = 5;

/// The settings of a table that do not depend on its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTerms {
    /// Whether the lobby lists it.
    pub public: bool,
    /// Whether hints are given, to everybody or to nobody.
    pub coach: bool,
}

impl Default for TableTerms {
    /// For those who know its code, with a coach.
    fn default() -> Self {
        Self { public: false, coach: true }
    }
}

/// A new table, for the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewTable {
    pub(crate) listing: Listing,
    /// The version of its game.
    pub(crate) version: u64,
    /// How many seats it has, taken or not.
    pub(crate) seats: u8,
}

/// The status of a game as the lobby lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    pub(crate) status: TableStatus,
    pub(crate) free_seats: u8,
}

impl Listing {
    pub(crate) fn of(game: &impl Seating) -> Self {
        let free_seats = game.free_seats();
        let status = match game.status() {
            GameStatus::Waiting => TableStatus::Waiting,
            // A table that takes players during the game is listed as waiting.
            GameStatus::Active if free_seats > 0 => TableStatus::Waiting,
            GameStatus::Active => TableStatus::Active,
            GameStatus::Completed | GameStatus::Abandoned => TableStatus::Over,
        };
        Self { status, free_seats }
    }
}

/// The options of a game as the lobby shows them.
pub(crate) fn shown_options(options: &impl Serialize) -> Map<String, Value> {
    let Ok(Value::Object(mut shown)) = serde_json::to_value(options) else { return Map::new() };
    // A listed table is waiting, so this option says nothing about it.
    shown.shift_remove("start");
    shown
}

impl Node {
    /// Public tables with a free seat whose host is present, the newest first. Of one host only a few are listed, however many
    /// tables the host opened at once or came back to.
    pub(crate) fn listed(&self, kind: Option<GameKind>, limit: u32) -> TableFilter {
        let since = self.now().saturating_sub(LISTED_FOR);
        TableFilter { kind, since, of_a_host: MOST_OPEN, ..TableFilter::all(limit) }
    }

    /// Refuses another public table of a host who has the maximum number of open ones.
    pub(crate) async fn check_open_tables(&self, host: PlayerId) -> Result<(), RoomError> {
        let filter = TableFilter { host: Some(host), ..self.listed(None, MOST_OPEN) };
        let open = self.archive.open_tables(&filter).await?.len();
        if open < MOST_OPEN as usize {
            return Ok(());
        }
        let message = format!("you keep {open} open tables already: start one, or leave one");
        Err(Denied::new(ErrorCode::TooManyTables, message).into())
    }

    /// Lists a game in the lobby under a new code. Returns the existing entry if it is already listed.
    pub(crate) async fn list(
        &self,
        id: &GameId,
        kind: GameKind,
        host: PlayerId,
        terms: TableTerms,
        options: Map<String, Value>,
        new: NewTable,
    ) -> Result<TableEntry, RoomError> {
        let at = self.now();
        loop {
            let entry = TableEntry {
                game: id.clone(),
                kind: kind.clone(),
                code: self.draw_code(),
                host,
                public: terms.public,
                coach: terms.coach,
                seats: new.seats,
                options: options.clone(),
                status: new.listing.status,
                free_seats: new.listing.free_seats,
                version: new.version,
                created_at: at,
                updated_at: at,
            };
            match self.archive.open_table(entry.clone()).await {
                Ok(()) => return Ok(entry),
                // One of 729 million was taken: draw another.
                Err(StoreError::Taken { field: "code", .. }) => {}
                Err(error @ StoreError::Taken { .. }) => {
                    return Ok(self.archive.table(id).await?.ok_or(error)?);
                }
                Err(error) => {
                    // A full disk may show here first: the next append would fail as well.
                    self.appended(Some(&error));
                    return Err(error.into());
                }
            }
        }
    }

    fn draw_code(&self) -> Code {
        loop {
            let mut bytes = [0; 32];
            self.context.entropy.fill(&mut bytes);
            // With 32 bytes this fails once in 10^29 times.
            if let Some(code) = Code::from_random(&bytes) {
                return code;
            }
        }
    }
}
