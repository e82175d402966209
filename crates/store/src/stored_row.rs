//! Records from the rows of either database: the columns have the same names and mean the same in both.

use ledger::{PlayerId, Stream};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::conduct::Complaint;
use crate::cursor::{Recorded, StoredGame};
use crate::decode::{self, count, json, name};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, ProfileSnapshot};
use crate::note::Note;
use crate::player::PlayerRecord;
use crate::rows::{Cell, Holds, Row, Shape};
use crate::sanction::Sanction;
use crate::table::{PlayerGame, TableEntry, TableStatus};
use protocol::GameId;

/// A row of a database.
pub(crate) trait StoredRow {
    fn text(&self, column: &str) -> Result<&str, StoreError>;

    fn number(&self, column: &str) -> Result<i64, StoreError>;

    fn optional_number(&self, column: &str) -> Result<Option<i64>, StoreError>;

    fn flag(&self, column: &str) -> Result<bool, StoreError>;

    fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError>;

    /// Whatever the column at this place holds.
    fn cell(&self, place: usize, holds: Holds) -> Result<Cell, StoreError>;
}

macro_rules! impl_stored_row {
    ($row:ty) => {
        impl StoredRow for $row {
            fn text(&self, column: &str) -> Result<&str, StoreError> {
                Ok(self.try_get(column)?)
            }

            fn number(&self, column: &str) -> Result<i64, StoreError> {
                Ok(self.try_get(column)?)
            }

            fn optional_number(&self, column: &str) -> Result<Option<i64>, StoreError> {
                Ok(self.try_get(column)?)
            }

            fn flag(&self, column: &str) -> Result<bool, StoreError> {
                Ok(self.try_get(column)?)
            }

            fn optional_bytes(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
                Ok(self.try_get(column)?)
            }

            fn cell(&self, place: usize, holds: Holds) -> Result<Cell, StoreError> {
                Ok(match holds {
                    Holds::Text => self.try_get::<Option<String>, _>(place)?.map_or(Cell::Absent, Cell::Text),
                    Holds::Number => {
                        self.try_get::<Option<i64>, _>(place)?.map_or(Cell::Absent, Cell::Number)
                    }
                    Holds::Bytes => {
                        self.try_get::<Option<Vec<u8>>, _>(place)?.map_or(Cell::Absent, Cell::Bytes)
                    }
                })
            }
        }
    };
}

impl_stored_row!(SqliteRow);
impl_stored_row!(PgRow);

/// A player, by the columns of `people`.
pub(crate) fn player_record(id: PlayerId, row: &impl StoredRow) -> Result<PlayerRecord, StoreError> {
    Ok(PlayerRecord {
        id,
        display_name: row.text("display_name")?.to_owned(),
        secret_hash: row.optional_bytes("secret_hash")?.map(decode::key).transpose()?,
        created_at: count(row.number("created_at")?)?,
        results_hidden: row.flag("results_hidden")?,
        erased_at: row.optional_number("erased_at")?.map(count).transpose()?,
    })
}

pub(crate) fn table_entry(row: &impl StoredRow) -> Result<TableEntry, StoreError> {
    let seats = |column| u8::try_from(row.number(column)?).map_err(StoreError::corrupt);
    Ok(TableEntry {
        game: name(row.text("game")?)?,
        kind: name(row.text("kind")?)?,
        code: name(row.text("code")?)?,
        host: name(row.text("host")?)?,
        public: row.flag("public")?,
        coach: row.flag("coach")?,
        seats: seats("seats")?,
        options: json(row.text("options")?)?,
        status: TableStatus::from_rank(row.number("status")?)?,
        free_seats: seats("free_seats")?,
        version: count(row.number("version")?)?,
        created_at: count(row.number("created_at")?)?,
        updated_at: count(row.number("updated_at")?)?,
    })
}

pub(crate) fn player_game(row: &impl StoredRow) -> Result<PlayerGame, StoreError> {
    Ok(PlayerGame {
        game: name(row.text("game")?)?,
        kind: name(row.text("kind")?)?,
        at: count(row.number("taken_at")?)?,
    })
}

pub(crate) fn complaint(row: &impl StoredRow) -> Result<Complaint, StoreError> {
    Ok(Complaint {
        reporter: name(row.text("reporter")?)?,
        player: name(row.text("player")?)?,
        game: name(row.text("game")?)?,
        reason: name(row.text("reason")?)?,
        text: row.text("text")?.to_owned(),
        at: count(row.number("at")?)?,
    })
}

/// A sanction, and since when it holds.
pub(crate) fn sanction(row: &impl StoredRow) -> Result<(Sanction, u64), StoreError> {
    Ok((Sanction::read(row.text("kind")?, row.text("subject")?)?, count(row.number("at")?)?))
}

pub(crate) fn stored_game(row: &impl StoredRow) -> Result<StoredGame, StoreError> {
    Ok(StoredGame {
        id: name(row.text("id")?)?,
        kind: name(row.text("kind")?)?,
        version: count(row.number("version")?)?,
    })
}

pub(crate) fn recorded(row: &impl StoredRow) -> Result<Recorded, StoreError> {
    Ok(Recorded {
        game: name(row.text("game")?)?,
        kind: name(row.text("kind")?)?,
        event: json(row.text("envelope")?)?,
    })
}

/// A note of a game, behind its position.
pub(crate) fn note(game: &GameId, stream: Stream, row: &impl StoredRow) -> Result<(u64, Note), StoreError> {
    let (timestamp, body) = (count(row.number("timestamp")?)?, json(row.text("body")?)?);
    Ok((count(row.number("position")?)?, Note::new(game.clone(), stream, timestamp, body)?))
}

pub(crate) fn played_entry(player: PlayerId, row: &impl StoredRow) -> Result<PlayedEntry, StoreError> {
    let (uploaded, body) = (row.flag("uploaded")?, row.text("body")?.to_owned());
    Ok(PlayedEntry { player, place: played_place(row)?, uploaded, body })
}

pub(crate) fn profile_snapshot(
    player: PlayerId,
    revision: u32,
    row: &impl StoredRow,
) -> Result<ProfileSnapshot, StoreError> {
    let (folded, body) = (count(row.number("folded")?)?, row.text("body")?.to_owned());
    Ok(ProfileSnapshot { player, place: played_place(row)?, revision, folded, body })
}

pub(crate) fn judged_entry(
    player: PlayerId,
    revision: u32,
    row: &impl StoredRow,
) -> Result<JudgedEntry, StoreError> {
    Ok(JudgedEntry { player, place: played_place(row)?, revision, body: row.text("body")?.to_owned() })
}

/// A snapshot whose row names its player.
pub(crate) fn named_snapshot(revision: u32, row: &impl StoredRow) -> Result<ProfileSnapshot, StoreError> {
    profile_snapshot(name(row.text("player")?)?, revision, row)
}

fn played_place(row: &impl StoredRow) -> Result<PlayedPlace, StoreError> {
    Ok(PlayedPlace { finished_at: count(row.number("finished_at")?)?, game: name(row.text("game")?)? })
}

/// All columns of a row, in the order of the shape.
pub(crate) fn cells(shape: &Shape, row: &impl StoredRow) -> Result<Row, StoreError> {
    shape.columns.iter().enumerate().map(|(place, column)| row.cell(place, column.holds)).collect()
}
