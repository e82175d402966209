//! Examines a store without changing it: whether the database is undamaged, every log is as written, the rules admit it, and
//! the summaries follow from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::check_chain;
use live::{GameRegistry, SolvedGames, games};
use serde::Serialize;
use store::{Archive, Defect, GameId, Postgres, Sqlite, StoreError, StoredGame, TableStatus};

use crate::config::StoreChoice;
use crate::judge::{self, Agreement};
use crate::learner::Learner;
use crate::metrics::LearnedMetrics;
use crate::start_error::Error;

/// How many problems of one check are listed; all are counted.
const LISTED: usize = 20;

/// How many games are read at once.
const PAGE: u32 = 500;

/// What was found in a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// Where it is, without passwords.
    pub store: String,
    /// `sqlite` or `postgres`.
    pub kind: &'static str,
    /// How many games were read.
    pub games: u64,
    /// How many events they have.
    pub events: u64,
    /// What was checked, in order.
    pub checks: Vec<Examined>,
    /// Whether nothing is broken. Doubts do not count.
    pub healthy: bool,
}

/// One check and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Examined {
    /// `database`, `logs`, `rules`, `lobby`, `projections` or `profiles`.
    pub name: &'static str,
    /// The result.
    pub verdict: Verdict,
    /// The result in words.
    pub detail: String,
    /// How many problems there are.
    pub count: u64,
    /// The first of them.
    pub problems: Vec<Defect>,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is as it must be.
    Holds,
    /// It may have a harmless reason; the detail says which.
    Doubtful,
    /// It is not what was written: restore a backup.
    Broken,
    /// It could not be checked, because something before it is broken.
    Skipped,
}

/// Problems of one check.
#[derive(Debug, Default)]
struct Problems {
    count: u64,
    listed: Vec<Defect>,
}

impl Problems {
    fn add(&mut self, subject: impl ToString, problem: impl ToString) {
        self.count += 1;
        if self.listed.len() < LISTED {
            self.listed.push(Defect { problem: problem.to_string(), subject: subject.to_string() });
        }
    }

    fn examined(self, name: &'static str, verdict: Verdict, holds: String, otherwise: &str) -> Examined {
        let Self { count, listed } = self;
        if count == 0 {
            return Examined { name, verdict: Verdict::Holds, detail: holds, count, problems: listed };
        }
        let things = if count == 1 { "1 problem" } else { &format!("{count} problems") };
        Examined { name, verdict, detail: format!("{things}: {otherwise}"), count, problems: listed }
    }
}

/// Examines a store; a server may use it meanwhile. Nothing is written, also not by a migration: a schema that is not the
/// newest is refused.
///
/// # Errors
///
/// [`Error::Store`] if it cannot be opened or stops answering. A store that is damaged is no error: the diagnosis says so.
pub async fn diagnose(choice: &StoreChoice) -> Result<Diagnosis, Error> {
    let failed = |source| Error::Store { place: choice.to_string(), source };
    match examine(choice).await {
        Ok(diagnosis) => Ok(diagnosis),
        Err(StoreError::Corrupt(reason)) => {
            let mut problems = Problems::default();
            problems.add(choice, reason);
            let database = problems.examined("database", Verdict::Broken, String::new(), RESTORE);
            Ok(Diagnosis::new(choice, 0, 0, vec![database]))
        }
        Err(source) => Err(failed(source)),
    }
}

const RESTORE: &str = "restore a backup";
/// Profiles follow from the games, so they can be made again.
const REFOLD: &str = "restore a backup, or empty the table profiles: they are folded again from the games";

async fn examine(choice: &StoreChoice) -> Result<Diagnosis, StoreError> {
    let (archive, defects): (Arc<dyn Archive>, Vec<Defect>) = match choice {
        StoreChoice::Memory => {
            return Err(StoreError::malformed("store", "a file or a database", "memory"));
        }
        StoreChoice::Sqlite(file) => {
            let store = Sqlite::open_to_read(file).await?;
            let defects = store.examine().await?;
            (Arc::new(store), defects)
        }
        StoreChoice::Postgres(url) => {
            let store = Postgres::connect_to_read(url).await?;
            let defects = store.examine().await?;
            (Arc::new(store), defects)
        }
    };
    let mut database = Problems::default();
    defects.into_iter().for_each(|defect| database.add(defect.subject, defect.problem));
    let fit_to_read = database.count == 0;
    let words = "pages, indexes and references are whole, and erased players are gone".to_owned();
    let mut checks = vec![database.examined("database", Verdict::Broken, words, RESTORE)];
    let solved = Arc::new(SolvedGames::default());
    let mut walk = Walk::default();
    walk.through(&*archive, &games(Arc::clone(&solved))).await?;
    let (games, events) = (walk.games, walk.events);
    checks.extend(walk.finish());
    if fit_to_read {
        checks.push(projections(&archive, Arc::clone(&solved)).await?);
        checks.push(profiles(&archive, solved).await?);
    } else {
        checks.extend(["projections", "profiles"].map(skipped));
    }
    // Closing is a courtesy: everything was only read.
    let _ = archive.close().await;
    Ok(Diagnosis::new(choice, games, events, checks))
}

impl Diagnosis {
    fn new(choice: &StoreChoice, games: u64, events: u64, checks: Vec<Examined>) -> Self {
        let healthy = checks.iter().all(|check| check.verdict != Verdict::Broken);
        Self { store: choice.to_string(), kind: choice.kind(), games, events, checks, healthy }
    }
}

/// One pass over all games.
#[derive(Debug, Default)]
struct Walk {
    games: u64,
    events: u64,
    logs: Problems,
    rules: Problems,
    lobby: Problems,
    /// Games of kinds that are not known here, by kind.
    unknown: BTreeMap<String, u64>,
}

impl Walk {
    async fn through(&mut self, archive: &dyn Archive, registry: &GameRegistry) -> Result<(), StoreError> {
        let mut after: Option<GameId> = None;
        loop {
            let page = archive.games(after.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id.clone());
            for game in page {
                match self.visit(archive, registry, &game).await {
                    Err(StoreError::Corrupt(reason)) => self.logs.add(&game.id, reason),
                    other => other?,
                }
            }
        }
    }

    async fn visit(
        &mut self,
        archive: &dyn Archive,
        registry: &GameRegistry,
        game: &StoredGame,
    ) -> Result<(), StoreError> {
        // Before the events: a game that moves on meanwhile is then ahead of its listing, never behind.
        let table = archive.table(&game.id).await?;
        let events = archive.read(&game.id, 0).await?;
        self.games += 1;
        self.events += events.len() as u64;
        if (events.len() as u64) < game.version {
            self.logs.add(&game.id, format!("it has {} events, not {}", events.len(), game.version));
            return Ok(());
        }
        if let Err(error) = check_chain(&events) {
            self.logs.add(&game.id, error);
            return Ok(());
        }
        match registry.replay(&game.kind, events) {
            None => *self.unknown.entry(game.kind.to_string()).or_default() += 1,
            Some(Err(error)) => self.rules.add(&game.id, error),
            Some(Ok(status)) => {
                if let Some(table) = table.filter(|table| table.status != status) {
                    let (listed, is) = (words(table.status), words(status));
                    self.lobby.add(&game.id, format!("it is listed as {listed}, and is {is}"));
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> [Examined; 3] {
        let Self { games, events, logs, rules, lobby, unknown } = self;
        let whole = format!("{events} events of {games} games have their ids, places and hash chains");
        let logs = logs.examined("logs", Verdict::Broken, whole, RESTORE);
        let follow = "every event follows from those before it by the rules of its game".to_owned();
        let mut rules = rules.examined("rules", Verdict::Broken, follow, RESTORE);
        if !unknown.is_empty() && rules.verdict == Verdict::Holds {
            let kinds: Vec<String> =
                unknown.iter().map(|(kind, count)| format!("{count} of {kind}")).collect();
            rules.verdict = Verdict::Doubtful;
            rules.detail = format!("games whose rules are not part of this program: {}", kinds.join(", "));
        }
        let agree = "every table is listed as its game stands".to_owned();
        let late = "the lobby may lag behind a game; it is corrected when somebody comes to the table";
        [logs, rules, lobby.examined("lobby", Verdict::Doubtful, agree, late)]
    }
}

fn skipped(name: &'static str) -> Examined {
    let detail = "something before it is broken".to_owned();
    Examined { name, verdict: Verdict::Skipped, detail, count: 0, problems: Vec::new() }
}

async fn projections(archive: &Arc<dyn Archive>, solved: Arc<SolvedGames>) -> Result<Examined, StoreError> {
    let mut problems = Problems::default();
    let (verdict, detail) = match judge::compare(Arc::clone(archive), solved).await? {
        Agreement::NoCheckpoint => (Verdict::Holds, "no summary was kept yet".to_owned()),
        Agreement::Equal => (Verdict::Holds, "the summary of behaviour is what a rebuild gives".to_owned()),
        Agreement::HintsExpired => {
            let detail = "the summary of behaviour leaves out turns that were hinted or too old to know, and the notes on their hints have expired";
            (Verdict::Doubtful, detail.to_owned())
        }
        Agreement::Different(why) => {
            problems.add("behaviour", why);
            let detail = "the summary of behaviour is not what a rebuild gives".to_owned();
            (Verdict::Broken, detail)
        }
    };
    Ok(Examined { name: "projections", verdict, detail, count: problems.count, problems: problems.listed })
}

async fn profiles(archive: &Arc<dyn Archive>, solved: Arc<SolvedGames>) -> Result<Examined, StoreError> {
    let compared =
        Learner::new(Arc::clone(archive), solved, LearnedMetrics::default()).compare_snapshots().await?;
    let mut problems = Problems::default();
    for (player, problem) in compared.different {
        problems.add(format!("player {player}"), problem);
    }
    let holds = match compared.snapshots {
        0 => "no profile was kept yet".to_owned(),
        1 => "the one profile that was kept is what its games give".to_owned(),
        many => format!("the {many} profiles that were kept are what their games give"),
    };
    Ok(problems.examined("profiles", Verdict::Broken, holds, REFOLD))
}

const fn words(status: TableStatus) -> &'static str {
    match status {
        TableStatus::Waiting => "waiting",
        TableStatus::Active => "active",
        TableStatus::Over => "over",
    }
}
