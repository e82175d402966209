//! Appends, several in one call of the database.
//!
//! Almost every append is accepted. So all of a group are tried as one statement ([`append_at_once`]), which is its own
//! transaction and fails as a whole where one of them would be refused. Only then is each decided by itself ([`append`]).

use std::collections::HashMap;

use ledger::Receipt;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

use super::packing;
use crate::append::Append;
use crate::decode::{count, parameter};
use crate::error::StoreError;

/// Events that one statement inserts; a statement may have 32,766 parameters.
const MOST_ROWS: usize = 1000;
/// Appends up to which prepared statements are kept: there is one for each number of appends and events.
const PREPARED: usize = 4;
/// Events up to which the statement of [`append_at_once`] is kept: there is one for each number of events.
const PREPARED_EVENTS: usize = 32;

/// What an accepted event writes, as a view to insert into: the connection of the writer has it, the file does not. The
/// version of the game is checked as it is raised, and the command is stored with its first event.
const ACCEPTED: &str = "
PRAGMA temp_store = MEMORY;
CREATE TEMP VIEW accepted (game, kind, position, envelope, command, first, version)
    AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL;
CREATE TEMP TRIGGER accept INSTEAD OF INSERT ON accepted BEGIN
    INSERT OR IGNORE INTO games (id, kind, version)
        SELECT NEW.game, NEW.kind, 0 WHERE NEW.position = 0;
    UPDATE games SET version = NEW.position + 1
        WHERE id = NEW.game AND kind = NEW.kind AND version = NEW.position;
    SELECT RAISE(ABORT, 'not at this version') WHERE changes() <> 1;
    SELECT RAISE(ABORT, 'its log is packed') WHERE NEW.position = NEW.first AND NEW.first > 0
        AND EXISTS (SELECT 1 FROM packs WHERE game = NEW.game);
    INSERT INTO events (game, version, envelope) VALUES (NEW.game, NEW.position, NEW.envelope);
    INSERT INTO commands (game, command, first, version)
        SELECT NEW.game, NEW.command, NEW.first, NEW.version WHERE NEW.position = NEW.first;
END";

/// Makes a connection able to [append at once](append_at_once).
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::raw_sql(ACCEPTED).execute(connection).await?;
    Ok(())
}

/// Appends in one statement, which is a transaction of its own and durable when this returns. `None`, and nothing is
/// written, if one of them cannot be accepted, or has to be decided by itself.
///
/// One call instead of four (begin, read, insert, commit): every call is two switches between threads.
pub(super) async fn append_at_once(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Option<Vec<Result<Receipt, StoreError>>>, StoreError> {
    let count: usize = appends.iter().map(|append| append.events().len()).sum();
    // A command without an event has no row of its own here.
    if count > MOST_ROWS || appends.iter().any(|append| append.events().is_empty()) {
        return Ok(None);
    }
    let rows = vec!["(?, ?, ?, ?, ?, ?, ?)"; count].join(", ");
    let sql = format!("INSERT INTO accepted VALUES {rows}");
    let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(count <= PREPARED_EVENTS);
    for append in appends {
        let command = append.command().to_string();
        let (first, version) = (parameter(append.expected()), parameter(append.version()));
        for (position, envelope) in (first..).zip(append.envelopes()?) {
            query = query.bind(append.game().as_str()).bind(append.kind().as_str()).bind(position);
            query = query.bind(envelope).bind(command.clone()).bind(first).bind(version);
        }
    }
    match query.execute(connection).await {
        Ok(_) => Ok(Some(appends.iter().map(|append| append.receipt()).collect())),
        Err(error) if is_constraint(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a statement was refused by a constraint or by the trigger.
fn is_constraint(error: &sqlx::Error) -> bool {
    const CONSTRAINT: u32 = 19;
    let code = error.as_database_error().and_then(|error| error.code());
    // The low byte is the kind of the error, the rest its variety.
    code.and_then(|code| code.parse::<u32>().ok()).is_some_and(|code| code & 0xff == CONSTRAINT)
}

/// Appends within the transaction of the writer. Each result is the one that the appends would have one after the other;
/// what is refused has written nothing.
///
/// A log that is packed is unpacked first. Then the database is called twice, however many there are: every call is two
/// switches between threads, and they cost more than the statements.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Receipt, StoreError>>, StoreError> {
    packing::restore_rows(connection, appends).await?;
    let mut known = Known::read(connection, appends).await?;
    let mut results = Vec::with_capacity(appends.len());
    let mut accepted = Vec::with_capacity(appends.len());
    for &append in appends {
        let result = match known.decide(append) {
            Some(Err(error)) if !error.is_refusal() => return Err(error),
            Some(decided) => decided,
            None => {
                known.note(append);
                accepted.push(append);
                append.receipt()
            }
        };
        results.push(result);
    }
    if !accepted.is_empty() {
        insert(connection, &accepted).await?;
    }
    Ok(results)
}

/// The games and commands of some appends: what is stored about them, and what those before them change.
struct Known<'a> {
    /// The kind and version of each game that exists.
    games: HashMap<&'a str, (String, u64)>,
    /// The first event and the version behind each command that was carried out.
    commands: HashMap<(&'a str, String), (u64, u64)>,
}

impl<'a> Known<'a> {
    async fn read(connection: &mut SqliteConnection, appends: &[&'a Append]) -> Result<Self, StoreError> {
        let asked: Vec<String> = (0..appends.len()).map(|number| format!("({number}, ?, ?)")).collect();
        let sql = format!(
            "WITH asked (number, game, command) AS (VALUES {})
             SELECT asked.number, kind, games.version AS actual, commands.first, commands.version FROM asked
             LEFT JOIN games ON games.id = asked.game
             LEFT JOIN commands ON commands.game = asked.game AND commands.command = asked.command",
            asked.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(appends.len() <= PREPARED);
        for append in appends {
            query = query.bind(append.game().as_str()).bind(append.command().to_string());
        }
        let mut known = Self { games: HashMap::new(), commands: HashMap::new() };
        for row in query.fetch_all(connection).await? {
            let number = usize::try_from(row.try_get::<i64, _>("number")?).ok();
            let Some(append) = number.and_then(|number| appends.get(number)) else { continue };
            let game = append.game().as_str();
            if let Some(kind) = row.try_get::<Option<String>, _>("kind")? {
                known.games.insert(game, (kind, count(row.try_get("actual")?)?));
            }
            if let Some(first) = row.try_get::<Option<i64>, _>("first")? {
                let place = (count(first)?, count(row.try_get("version")?)?);
                known.commands.insert((game, append.command().to_string()), place);
            }
        }
        Ok(known)
    }

    /// The result of an append that writes nothing; `None` if it is to be written.
    fn decide(&self, append: &'a Append) -> Option<Result<Receipt, StoreError>> {
        let game = self.games.get(append.game().as_str()).map(|(kind, version)| (kind.as_str(), *version));
        let command = self.commands.get(&(append.game().as_str(), append.command().to_string())).copied();
        append.decide(game, command)
    }

    /// Those behind this append see it as stored.
    fn note(&mut self, append: &'a Append) {
        let game = append.game().as_str();
        self.games.insert(game, (append.kind().as_str().to_owned(), append.version()));
        let place = (append.expected(), append.version());
        self.commands.insert((game, append.command().to_string()), place);
    }
}

async fn insert(connection: &mut SqliteConnection, appends: &[&Append]) -> Result<(), StoreError> {
    let mut events = Vec::new();
    for append in appends {
        let envelopes = append.envelopes()?;
        events.extend(
            (append.expected()..)
                .zip(envelopes)
                .map(|(position, envelope)| (append.game().as_str(), parameter(position), envelope)),
        );
    }
    let sql = statements(appends.len(), events.len());
    let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(appends.len() <= PREPARED);
    for append in appends {
        let version = parameter(append.version());
        query = query.bind(append.game().as_str()).bind(append.kind().as_str()).bind(version);
    }
    for (game, position, envelope) in events {
        query = query.bind(game).bind(position).bind(envelope);
    }
    for append in appends {
        query = query.bind(append.game().as_str()).bind(append.command().to_string());
        query = query.bind(parameter(append.expected())).bind(parameter(append.version()));
    }
    query.execute(connection).await?;
    Ok(())
}

/// The statements that insert so many appends with so many events.
fn statements(appends: usize, events: usize) -> String {
    let rows = |row: &str, count: usize| vec![row; count].join(", ");
    let games = format!(
        "INSERT INTO games (id, kind, version) VALUES {}
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        rows("(?, ?, ?)", appends)
    );
    let events = (0..events).step_by(MOST_ROWS).map(|start| {
        let rows = rows("(?, ?, ?)", MOST_ROWS.min(events - start));
        format!("INSERT INTO events (game, version, envelope) VALUES {rows}")
    });
    let commands = format!(
        "INSERT INTO commands (game, command, first, version) VALUES {}",
        rows("(?, ?, ?, ?)", appends)
    );
    let all: Vec<String> = [games].into_iter().chain(events).chain([commands]).collect();
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use ledger::{Chain, CommandKey, Envelope, EventId, Source, Stream, Version};
    use serde_json::Value;
    use sqlx::Connection as _;

    use super::*;
    use crate::sqlite::schema;

    fn request(game: &str, expected: u64, command: &str, events: u64) -> Append {
        request_of("dicee", game, expected, command, events)
    }

    fn request_of(kind: &str, game: &str, expected: u64, command: &str, events: u64) -> Append {
        let command = CommandKey::from(command);
        let event = |position| Envelope {
            id: EventId::of(&Value::Null, position).unwrap(),
            position,
            timestamp: 0,
            correlation_id: command.clone(),
            trace_id: None,
            causation_id: None,
            stream: Stream::Domain,
            source: Source::Client,
            schema_version: Version::new(1, 0, 0),
            chain: Chain::default(),
            payload: Value::Null,
        };
        let events = (expected..expected + events).map(event).collect();
        Append::new(game.parse().unwrap(), kind.parse().unwrap(), expected, command, events).unwrap()
    }

    async fn empty() -> SqliteConnection {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        schema::migrate(&mut connection).await.unwrap();
        prepare(&mut connection).await.unwrap();
        connection
    }

    /// Every row that an append writes.
    async fn written(connection: &mut SqliteConnection) -> Vec<String> {
        let mut rows = Vec::new();
        for sql in [
            "SELECT id || ' ' || kind || ' ' || version FROM games ORDER BY id",
            "SELECT position || ' ' || game || ' ' || version || ' ' || envelope FROM events ORDER BY position",
            "SELECT game || ' ' || command || ' ' || first || ' ' || version FROM commands ORDER BY game, command",
        ] {
            rows.extend(sqlx::query_scalar::<_, String>(sql).fetch_all(&mut *connection).await.unwrap());
        }
        rows
    }

    #[tokio::test]
    async fn appends_at_once_write_what_those_that_are_decided_one_by_one_write() {
        let groups = [
            vec![request("a", 0, "0:one", 2), request("b", 0, "0:one", 1)],
            vec![request("a", 2, "0:two", 1), request("b", 1, "0:two", 3), request("a", 3, "0:three", 2)],
            vec![request("c", 0, "1:one", 1)],
        ];
        let (mut at_once, mut decided) = (empty().await, empty().await);
        for group in &groups {
            let group: Vec<&Append> = group.iter().collect();
            let results = append_at_once(&mut at_once, &group).await.unwrap().unwrap();
            let expected = append(&mut decided, &group).await.unwrap();
            assert_eq!(format!("{results:?}"), format!("{expected:?}"));
        }
        assert_eq!(written(&mut at_once).await, written(&mut decided).await);
    }

    #[tokio::test]
    async fn nothing_is_appended_at_once_where_one_append_would_be_refused() {
        let mut connection = empty().await;
        let stored = [request("a", 0, "0:one", 2), request("b", 0, "0:one", 1)];
        append_at_once(&mut connection, &stored.each_ref()).await.unwrap().unwrap();
        let before = written(&mut connection).await;
        let fine = request("b", 1, "0:two", 1);
        for (refused, why) in [
            (request("a", 0, "0:new", 1), "an older version"),
            (request("a", 1, "0:new", 1), "an older version with an event"),
            (request("a", 3, "0:new", 1), "a gap"),
            (request("new", 1, "0:new", 1), "no such game"),
            (request("a", 2, "0:one", 1), "a command that was carried out"),
            (request("a", 2, "0:new", 0), "no event"),
            (request_of("fortytwo", "a", 2, "0:new", 1), "another kind of game"),
        ] {
            for group in [vec![&refused], vec![&fine, &refused], vec![&refused, &fine]] {
                assert!(append_at_once(&mut connection, &group).await.unwrap().is_none(), "{why}");
                assert_eq!(written(&mut connection).await, before, "{why}");
            }
        }
        assert!(append_at_once(&mut connection, &[&fine]).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn appends_of_one_group_give_what_they_give_one_after_the_other() {
        let requests = [
            request("a", 0, "0:one", 2),
            request("b", 0, "0:one", 0),
            request("a", 2, "0:two", 1),
            request("a", 2, "0:late", 1),
            request("a", 0, "0:one", 2),
            request("a", 3, "0:three", 1),
            request("b", 1, "0:early", 1),
        ];
        let (mut together, mut in_turn) = (empty().await, empty().await);
        let all: Vec<&Append> = requests.iter().collect();
        let results = append(&mut together, &all).await.unwrap();
        for (request, result) in requests.iter().zip(&results) {
            let alone = append(&mut in_turn, &[request]).await.unwrap();
            assert_eq!(format!("{result:?}"), format!("{:?}", alone[0]), "{}", request.command());
        }
        let outcomes: Vec<&str> = results
            .iter()
            .map(|result| match result {
                Ok(receipt) if receipt.repeated => "repeated",
                Ok(_) => "stored",
                Err(StoreError::Conflict { .. }) => "conflict",
                Err(_) => "error",
            })
            .collect();
        assert_eq!(outcomes, ["stored", "stored", "stored", "conflict", "repeated", "stored", "conflict"]);
        let rows = "SELECT game, version, position FROM events ORDER BY position";
        for (game, stored) in [("a", 4), ("b", 0)] {
            for connection in [&mut together, &mut in_turn] {
                let rows = sqlx::query(rows).fetch_all(connection).await.unwrap();
                let of_game = rows.iter().filter(|row| row.get::<String, _>("game") == game);
                let versions: Vec<i64> = of_game.map(|row| row.get("version")).collect();
                assert_eq!(versions, (0..stored).collect::<Vec<_>>());
            }
        }
    }

    #[tokio::test]
    async fn an_append_may_have_more_events_than_a_statement_has_parameters() {
        let mut connection = empty().await;
        let large = request("a", 0, "0:one", 12_000);
        assert!(append(&mut connection, &[&large]).await.unwrap()[0].is_ok());
        let stored: i64 =
            sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(&mut connection).await.unwrap();
        assert_eq!(stored, 12_000);
    }
}
