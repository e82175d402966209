//! Judges finished dice games, to find players who may be bots.
//!
//! `summary.rs` has the summary and the signs that flag a player, `judging.rs` reads the data for judging a game, `comparison.rs`
//! compares the summary with a rebuild.

mod comparison;
mod judging;
mod summary;

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::{Arc, Mutex as SyncMutex, MutexGuard, PoisonError};

use dicee::PlayerId;
use live::{SolvedGames, background_pool};
use rayon::ThreadPool;
use serde::Deserialize as _;
use store::{Archive, Checkpoint, Projection as _, StoreError, catch_up};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};

pub(crate) use self::comparison::{Agreement, compare};
use self::judging::Judging;
pub(crate) use self::summary::Behaviour;
use crate::clock::now;

/// How many players are looked up after a fold beside those who were judged.
const CHECKED: usize = 500;

/// Judges finished games, one fold at a time, on a low-priority thread.
///
/// Nothing is kept about erased players. Their events stay in the store, though, and another node may save a summary that it began
/// before it learned of the erasure. So after each fold all judged players are looked up, and some of the others in rotation.
#[derive(Debug)]
pub(crate) struct Judge {
    archive: Arc<dyn Archive>,
    solved: Arc<SolvedGames>,
    /// Absent where the system gives no threads; then nobody is judged.
    pool: Option<ThreadPool>,
    /// Whom the last fold looked up last. Held while one runs.
    folding: Arc<Mutex<Option<PlayerId>>>,
    /// Players to look up after the next fold: those who were judged, and those who were erased here.
    unchecked: SyncMutex<BTreeSet<PlayerId>>,
    /// Held while players are removed from what was saved.
    removing: Mutex<()>,
}

impl Judge {
    pub(crate) fn new(archive: Arc<dyn Archive>, solved: Arc<SolvedGames>) -> Self {
        let pool = background_pool("behaviour", 1).ok();
        let (folding, unchecked, removing) = (Arc::default(), SyncMutex::default(), Mutex::default());
        Self { archive, solved, pool, folding, unchecked, removing }
    }

    /// Judges the games that ended since the last fold.
    pub(crate) async fn fold(self: &Arc<Self>) -> Result<Behaviour, StoreError> {
        self.fold_at(now()).await
    }

    /// The same at another time, in milliseconds since 1970. A fold that began runs to its end, even if nobody waits for it.
    async fn fold_at(self: &Arc<Self>, now: u64) -> Result<Behaviour, StoreError> {
        let unavailable = |reason: &str| StoreError::Unavailable { reason: reason.into() };
        let pool = self.pool.as_ref().ok_or_else(|| unavailable("there is no thread to judge games on"))?;
        let mut last = Arc::clone(&self.folding).lock_owned().await;
        let (judge, runtime) = (Arc::clone(self), Handle::current());
        let (reply, answer) = oneshot::channel();
        pool.spawn(move || {
            let folded = runtime.block_on(judge.fold_here(now, runtime.clone(), &mut last));
            // Before the answer: its receiver may fold again.
            drop(last);
            let _ = reply.send(folded);
        });
        answer.await.unwrap_or_else(|_| Err(unavailable("a fold broke off")))
    }

    /// Blocks where it judges.
    async fn fold_here(
        &self,
        now: u64,
        runtime: Handle,
        last: &mut Option<PlayerId>,
    ) -> Result<Behaviour, StoreError> {
        let judging = Judging::at(now, Arc::clone(&self.archive), Arc::clone(&self.solved), runtime);
        let folded = catch_up::<Behaviour>(&*self.archive, &judging).await;
        // Also where it failed: a part of it may be saved.
        self.unchecked().extend(judging.into_judged());
        let mut behaviour = folded?;
        let mut checked = self.unchecked().clone();
        checked.extend(next_of(&behaviour, last));
        let mut erased = BTreeSet::new();
        for player in &checked {
            if self.archive.player(*player).await?.is_some_and(|person| person.is_erased()) {
                erased.insert(*player);
            }
        }
        self.remove(&erased).await?;
        behaviour.players.retain(|player, _| !erased.contains(player));
        self.unchecked().retain(|player| !checked.contains(player));
        Ok(behaviour)
    }

    /// Removes the conclusions about an erased player, including those of a running fold.
    pub(crate) async fn forget(&self, player: PlayerId) -> Result<(), StoreError> {
        self.unchecked().insert(player);
        self.remove(&BTreeSet::from([player])).await
    }

    async fn remove(&self, players: &BTreeSet<PlayerId>) -> Result<(), StoreError> {
        if players.is_empty() {
            return Ok(());
        }
        let _removing = self.removing.lock().await;
        let Some(kept) = self.archive.checkpoint(Behaviour::NAME).await? else { return Ok(()) };
        let Ok(mut behaviour) = Behaviour::deserialize(&kept.state) else { return Ok(()) };
        let before = behaviour.players.len();
        behaviour.players.retain(|player, _| !players.contains(player));
        if behaviour.players.len() == before {
            return Ok(());
        }
        let state =
            serde_json::to_value(&behaviour).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        self.archive.save_checkpoint(Checkpoint { state, ..kept }).await
    }

    /// Nothing under the lock panics, so a poisoned lock still guards a valid state.
    fn unchecked(&self) -> MutexGuard<'_, BTreeSet<PlayerId>> {
        self.unchecked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The next players to look up, from the first again after the last.
fn next_of(behaviour: &Behaviour, last: &mut Option<PlayerId>) -> Vec<PlayerId> {
    let after = last.map_or(Bound::Unbounded, Bound::Excluded);
    let next = behaviour.players.range((after, Bound::Unbounded)).take(CHECKED);
    let next: Vec<PlayerId> = next.map(|(player, _)| *player).collect();
    *last = next.last().copied().filter(|_| next.len() == CHECKED);
    next
}

#[cfg(test)]
mod tests;
