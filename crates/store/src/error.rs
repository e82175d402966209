use std::error::Error;
use std::fmt;

use chance::InputError;
use std::sync::Arc;

use protocol::{GameId, GameKind as Kind};

/// What a database said, shared by all requests of a failed transaction.
pub type Cause = Arc<dyn Error + Send + Sync>;

/// Why a store refused or failed. Nothing was stored, unless the variant says otherwise.
///
/// The message includes that of the database, so there is no [`source`](Error::source): a chain of causes would repeat it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Optimistic concurrency: the game is no longer at the version that the sender expected.
    #[error("the game is at version {actual}, not {expected}: look again and retry")]
    Conflict {
        /// What the sender expected.
        expected: u64,
        /// The version of the game.
        actual: u64,
    },
    /// The name belongs to another kind of game.
    #[error("game {game}: expected kind {known}, got {asked}")]
    WrongKind {
        /// The game.
        game: GameId,
        /// What it is.
        known: String,
        /// What the sender expected.
        asked: Kind,
    },
    /// The id or code belongs to another record.
    #[error("{field}: {value} is taken")]
    Taken {
        /// What it is.
        field: &'static str,
        /// The value.
        value: String,
    },
    /// Invalid input.
    #[error(transparent)]
    Malformed(#[from] InputError),
    /// The store cannot be reached. Pending requests may or may not be stored; the same command sent again is
    /// stored once.
    #[error("the store cannot be reached: {reason}")]
    Unavailable {
        /// Why, as far as is known.
        reason: String,
    },
    /// Another program held a lock for too long.
    #[error("the store is locked by another program, retry later: {0}")]
    Busy(Cause),
    /// The disk is full.
    #[error("the store is full, make room on its disk: {0}")]
    Full(Cause),
    /// The stored data is not what was written.
    #[error("the store is damaged, restore a backup: {0}")]
    Corrupt(String),
    /// The file is a database, but not one of ours.
    #[error("{0} is the database of another program")]
    Foreign(String),
    /// A newer version of this program has migrated the store.
    #[error("the store has schema {found}, this program knows up to {known}: use the newer program")]
    NewerSchema {
        /// The schema of the store.
        found: i64,
        /// The newest one that is known here.
        known: i64,
    },
    /// Any other error of the database.
    #[error("the database refused: {0}")]
    Database(Cause),
}

impl StoreError {
    /// Whether a retry of the same request may succeed.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Busy(_) | Self::Full(_))
    }

    /// Whether the request was refused although the store works.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Conflict { .. } | Self::WrongKind { .. } | Self::Taken { .. } | Self::Malformed(_)
        )
    }

    /// Invalid input.
    pub fn malformed(field: &'static str, expected: impl Into<String>, actual: impl fmt::Display) -> Self {
        Self::Malformed(InputError::new(field, expected, actual.to_string()))
    }

    /// Stored events of a game that its log refuses.
    #[must_use]
    pub fn corrupt_log(game: &GameId, error: &ledger::LogError) -> Self {
        Self::corrupt(format!("game {game}, {error}"))
    }

    pub(crate) fn corrupt(detail: impl fmt::Display) -> Self {
        Self::Corrupt(detail.to_string())
    }

    /// The same error with the file or database in its message.
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        if let Self::Unavailable { reason: detail, .. } | Self::Corrupt(detail) = &mut self {
            *detail = format!("{place}: {detail}");
        } else if let Self::Foreign(name) = &mut self {
            *name = place.to_string();
        }
        self
    }

    pub(crate) fn closed() -> Self {
        Self::Unavailable { reason: String::from("it was closed") }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let source = Arc::new(error);
        let Some(database) = source.as_database_error() else {
            return from_client(source);
        };
        let code = database.code().unwrap_or_default().into_owned();
        if database.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
            return from_postgres(&code, source);
        }
        // SQLite: the low byte is the kind of the error, the rest its variety.
        from_sqlite(code.parse::<u32>().unwrap_or_default() & 0xff, source)
    }
}

/// <https://www.sqlite.org/rescode.html>
fn from_sqlite(code: u32, source: Arc<sqlx::Error>) -> StoreError {
    match code {
        5 | 6 => StoreError::Busy(source),
        11 | 26 => StoreError::Corrupt(source.to_string()),
        13 => StoreError::Full(source),
        3 | 8 | 10 | 14 | 23 => StoreError::Unavailable { reason: source.to_string() },
        _ => StoreError::Database(source),
    }
}

/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>
fn from_postgres(code: &str, source: Arc<sqlx::Error>) -> StoreError {
    match code {
        "53100" => StoreError::Full(source),
        // A lock or a statement took too long.
        "55P03" | "57014" => StoreError::Busy(source),
        "XX001" | "XX002" => StoreError::Corrupt(source.to_string()),
        // A standby, after the primary went away.
        "25006" => StoreError::Unavailable { reason: source.to_string() },
        _ => match code.get(..2) {
            // Connections, log-in, names of databases, resources, shutdown, operating system.
            Some("08" | "28" | "3D" | "53" | "57" | "58") => {
                StoreError::Unavailable { reason: source.to_string() }
            }
            _ => StoreError::Database(source),
        },
    }
}

/// An error of the client library, not of a database.
#[expect(clippy::wildcard_enum_match_arm, reason = "the list of sqlx may grow")]
fn from_client(source: Arc<sqlx::Error>) -> StoreError {
    match &*source {
        sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => StoreError::Corrupt(source.to_string()),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed
        | sqlx::Error::Configuration(_) => StoreError::Unavailable { reason: source.to_string() },
        _ => StoreError::Database(source),
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the list of sqlx may grow")]
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError;
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMismatch(_) | MigrateError::Dirty(_) => Self::corrupt(error),
            other => Self::Database(Arc::new(other)),
        }
    }
}
