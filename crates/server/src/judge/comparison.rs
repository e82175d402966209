//! Whether the summary that was kept is what a rebuild gives.

use std::sync::Arc;

use live::SolvedGames;
use store::{Archive, StoreError, compare_with_rebuild};
use tokio::runtime::Handle;

use super::judging::Judging;
use super::summary::{Behaviour, Conduct, MOST_PLAYERS};

/// How the summary that was kept and a rebuild agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// Nothing was kept, or only by another version of this program.
    NoCheckpoint,
    /// They are equal, but for players who were erased.
    Equal,
    /// The rebuild counts decisions that were left out: it was known that they were hinted, or they were judged too late to
    /// know. Or so many people play that some were forgotten, at another moment if one of them was erased since.
    HintsExpired,
    /// No such reason explains the difference.
    Different(String),
}

/// Rebuilds the summary up to where the kept one ends, of decisions of all times, and compares; nothing is written.
pub(crate) async fn compare(
    archive: Arc<dyn Archive>,
    solved: Arc<SolvedGames>,
) -> Result<Agreement, StoreError> {
    let runtime = Handle::current();
    let judging = Judging::at(0, Arc::clone(&archive), solved, runtime.clone());
    let store = Arc::clone(&archive);
    // Judging a game takes a while and waits for the store: not on a thread that others need.
    let fold = move || runtime.block_on(compare_with_rebuild::<Behaviour>(&*store, &judging));
    let folded = tokio::task::spawn_blocking(fold).await;
    let folded = folded.map_err(|error| StoreError::Unavailable { reason: error.to_string() })??;
    let Some((kept, mut rebuilt)) = folded else { return Ok(Agreement::NoCheckpoint) };
    let mut missing = Vec::new();
    for player in rebuilt.players.keys().filter(|player| !kept.players.contains_key(player)) {
        missing.push(*player);
    }
    for player in missing {
        if archive.player(player).await?.is_some_and(|person| person.is_erased()) {
            rebuilt.players.remove(&player);
        }
    }
    Ok(kept.agrees_with(&rebuilt))
}

impl Behaviour {
    fn agrees_with(&self, rebuilt: &Self) -> Agreement {
        if self == rebuilt {
            return Agreement::Equal;
        }
        if rebuilt.may_have_forgotten(MOST_PLAYERS) {
            return Agreement::HintsExpired;
        }
        let none = Conduct::default();
        for (player, kept) in &self.players {
            let again = rebuilt.players.get(player).unwrap_or(&none);
            if kept.decisions > again.decisions || kept.optimal > again.optimal || kept.games > again.games {
                return Agreement::Different(format!(
                    "player {player}: {} decisions in {} games were kept, {} in {} are found",
                    kept.decisions, kept.games, again.decisions, again.games
                ));
            }
        }
        Agreement::HintsExpired
    }
}
