//! Appends, several in one call of the database.

use std::collections::HashMap;

use ledger::Receipt;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

use crate::append::Append;
use crate::decode::{count, parameter};
use crate::error::StoreError;

/// Events that one statement inserts; a statement may have 32,766 parameters.
const MOST_ROWS: usize = 1000;
/// Appends up to which prepared statements are kept: there is one for each number of appends and events.
const PREPARED: usize = 4;

/// Appends within the transaction of the writer. Each result is the one that the appends would have one after the other;
/// what is refused has written nothing.
///
/// The database is called twice, however many there are: every call is two switches between threads, and they cost more
/// than the statements.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Receipt, StoreError>>, StoreError> {
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
        Append::new(game.parse().unwrap(), "dicee".parse().unwrap(), expected, command, events).unwrap()
    }

    async fn empty() -> SqliteConnection {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        schema::migrate(&mut connection).await.unwrap();
        connection
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
        let told: Vec<&str> = results
            .iter()
            .map(|result| match result {
                Ok(receipt) if receipt.repeated => "repeated",
                Ok(_) => "stored",
                Err(StoreError::Conflict { .. }) => "conflict",
                Err(_) => "error",
            })
            .collect();
        assert_eq!(told, ["stored", "stored", "stored", "conflict", "repeated", "stored", "conflict"]);
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
