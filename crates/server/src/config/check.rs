//! Checks whether a server could start with a configuration, without changing anything.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use store::Postgres;
use tokio::net::TcpListener;

use super::{Config, StoreChoice};

/// The timeout of each check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(3);

/// One check and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What: `address`, `store`, `redis` or `nodes`.
    pub what: &'static str,
    /// Where, without passwords.
    pub place: String,
    /// What was found.
    pub finding: Finding,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It can be used.
    Fine,
    /// It can be used, with a warning.
    Doubtful(String),
    /// A server would not start, or not work as it should; and what to do about it.
    Wrong(String),
}

impl Config {
    /// Checks the address, the store and Redis, a few seconds each at most.
    pub async fn check(&self) -> Vec<Check> {
        let address =
            Check { what: "address", place: self.addr.to_string(), finding: self.check_address().await };
        let finding = match &self.store {
            StoreChoice::Memory => Finding::Doubtful("games are forgotten when the server stops".into()),
            StoreChoice::Sqlite(file) => check_file(file),
            StoreChoice::Postgres(url) => in_time(check_postgres(url)).await,
        };
        let mut checks = vec![address, Check { what: "store", place: self.store.to_string(), finding }];
        if let Some(url) = &self.redis {
            let (place, finding) =
                (super::without_password(url), in_time(check_redis(url, self.redis_ca.as_deref())).await);
            checks.push(Check { what: "redis", place, finding });
        }
        if self.redis.is_some() && !matches!(self.store, StoreChoice::Postgres(_)) {
            let why = "Redis joins nodes that share a PostgreSQL database; set `database` as well";
            checks.push(Check {
                what: "nodes",
                place: self.store.kind().into(),
                finding: Finding::Doubtful(why.into()),
            });
        }
        checks
    }

    async fn check_address(&self) -> Finding {
        match TcpListener::bind(self.addr).await {
            Ok(_) => Finding::Fine,
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                Finding::Doubtful("in use, perhaps by the server that runs now".into())
            }
            Err(error) => Finding::Wrong(crate::Error::from_bind(self.addr, error).to_string()),
        }
    }
}

pub(crate) async fn in_time(check: impl Future<Output = Result<(), String>>) -> Finding {
    match tokio::time::timeout(CHECK_TIMEOUT, check).await {
        Ok(Ok(())) => Finding::Fine,
        Ok(Err(problem)) => Finding::Wrong(problem),
        Err(_) => Finding::Wrong(format!("no answer within {} s", CHECK_TIMEOUT.as_secs())),
    }
}

pub(crate) async fn check_postgres(url: &str) -> Result<(), String> {
    Postgres::ping(url).await.map_err(|error| error.to_string())
}

async fn check_redis(url: &str, authorities: Option<&Path>) -> Result<(), String> {
    let authorities = crate::authorities(authorities).map_err(|error| error.to_string())?;
    live::Bus::ping(url, authorities.as_deref()).await.map_err(|error| error.to_string())
}

/// The folder, or the nearest one above it that exists, must take new files; a file that is there must be ours.
fn check_file(file: &Path) -> Finding {
    match File::open(file) {
        Ok(open) => {
            if let Some(problem) = is_foreign(open) {
                return Finding::Wrong(problem);
            }
            if let Err(error) = File::options().append(true).open(file) {
                return Finding::Wrong(format!("cannot be written: {error}"));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Finding::Wrong(format!("cannot be read: {error}")),
    }
    let mut folder = file.parent().unwrap_or(Path::new(""));
    while !folder.as_os_str().is_empty() && !folder.exists() {
        folder = folder.parent().unwrap_or(Path::new(""));
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let probe = folder.join(format!(".dicee-{}", std::process::id()));
    match File::create_new(&probe) {
        Ok(_) => {
            // Best effort: an empty file that remains does no harm.
            let _ = std::fs::remove_file(&probe);
            Finding::Fine
        }
        Err(error) => Finding::Wrong(format!(
            "{} cannot be written: {error}; choose another folder with --data-dir",
            folder.display()
        )),
    }
}

/// Reads the header of a SQLite file: its magic, and the application id at byte 68. An empty file is a new database.
fn is_foreign(mut file: File) -> Option<String> {
    let mut head = Vec::new();
    if let Err(error) = file.by_ref().take(100).read_to_end(&mut head) {
        return Some(format!("cannot be read: {error}"));
    }
    if head.is_empty() {
        return None;
    }
    let ours = head.starts_with(b"SQLite format 3\0") && head.get(68..72) == Some(b"Dice");
    // Created, but nothing was written yet.
    let fresh = head.starts_with(b"SQLite format 3\0") && head.get(68..72) == Some(&[0; 4]);
    (!ours && !fresh)
        .then(|| "the file belongs to another program; choose another folder with --data-dir".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Sqlite, SqliteSettings};

    fn at_any_port() -> Config {
        Config::at(([127, 0, 0, 1], 0).into())
    }

    async fn finding(config: &Config, what: &str) -> Finding {
        let checks = config.check().await;
        checks.into_iter().find(|check| check.what == what).unwrap().finding
    }

    #[tokio::test]
    async fn an_address_that_is_taken_is_doubtful_and_one_of_another_machine_wrong() {
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut config = at_any_port();
        assert_eq!(finding(&config, "address").await, Finding::Fine);
        config.addr = taken.local_addr().unwrap();
        assert!(matches!(finding(&config, "address").await, Finding::Doubtful(_)));
        config.addr = "192.0.2.1:8080".parse().unwrap();
        assert!(matches!(finding(&config, "address").await, Finding::Wrong(_)));
    }

    #[tokio::test]
    async fn a_file_of_ours_is_fine_and_one_of_another_program_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = at_any_port();
        let at = |name: &str| StoreChoice::Sqlite(folder.path().join(name));
        config.store = at("deep/er/dicee.db");
        assert_eq!(finding(&config, "store").await, Finding::Fine);
        assert!(!folder.path().join("deep").exists(), "looking makes nothing");

        let file = folder.path().join("dicee.db");
        drop(Sqlite::open(&file, SqliteSettings::default()).await.unwrap());
        config.store = at("dicee.db");
        assert_eq!(finding(&config, "store").await, Finding::Fine);

        std::fs::write(folder.path().join("other.db"), "SQLite format 3\0 of somebody else").unwrap();
        config.store = at("other.db");
        assert!(
            matches!(finding(&config, "store").await, Finding::Wrong(why) if why.contains("another program"))
        );

        std::fs::write(folder.path().join("file"), "").unwrap();
        config.store = at("file/dicee.db");
        assert!(matches!(finding(&config, "store").await, Finding::Wrong(_)));
    }

    #[tokio::test]
    async fn servers_that_are_not_there_are_wrong_and_their_passwords_hidden() {
        // A port that was free a moment ago, so that nobody listens there.
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let mut config = at_any_port();
        config.store = StoreChoice::Postgres(format!("postgres://ann:tiger@{free}/dicee"));
        config.redis = Some(format!("redis://:tiger@{free}"));
        let checks = config.check().await;
        assert!(!format!("{checks:?}").contains("tiger"), "{checks:?}");
        for what in ["store", "redis"] {
            let check = checks.iter().find(|check| check.what == what).unwrap();
            assert!(matches!(check.finding, Finding::Wrong(_)), "{check:?}");
        }
    }
}
