//! The projection of every player's learning profile, folded in the background so that no move waits for it.
//!
//! It has two steps. [`Learner::catch_up`] follows the events and stores each finished dice game once for each person who
//! played it ([`PlayedEntry`]), with the decisions that were not their own; a checkpoint records the progress. From these
//! entries, and those uploaded by devices, [`Learner::profile`] folds a [`Profile`] in the order in which the games ended,
//! regardless of who sent them and when, so that offline and online give the same answer. Every [`SNAPSHOT`] games a
//! snapshot of the profile is stored, from which later folds and questions about the past continue.

mod comparison;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex as SyncMutex, MutexGuard, PoisonError};

use coach::{Moment, Origin, PlayedGame, PlayedGameData, Profile, played_games};
use dicee::{DiceSource, GameRecordData, PlayerId};
use ledger::Stream;
use live::SolvedGames;
use serde_json::Value;
use store::{
    Archive, Checkpoint, Cursor, GameId, Note, PlayedEntry, PlayedPlace, ProfileSnapshot, StoreError,
};
use tokio::sync::Mutex;

use crate::metrics::LearnedMetrics;
use crate::stored_dicee::{DICEE_END, dicee_events, ends_dicee};

/// The name and the revision of the checkpoint.
const NAME: &str = "learning";
const REVISION: u32 = 1;

/// How many events are followed at once.
const PAGE: u32 = 500;

/// The checkpoint is saved after so many pages, and at the end; an event that is followed twice has no further effect.
const PAGES_BETWEEN_CHECKPOINTS: u32 = 20;

/// A profile is kept after so many games: the stretch over which it counts.
const SNAPSHOT: u64 = 25;

/// How many played games are read at once.
const READ: u32 = 100;

/// Maintains the learning profiles.
#[derive(Debug)]
pub(crate) struct Learner {
    archive: Arc<dyn Archive>,
    solved: Arc<SolvedGames>,
    metrics: LearnedMetrics,
    /// One follower at a time; an entry that two nodes store is stored once.
    following: Mutex<()>,
    /// The games that were kept and not counted yet, by player.
    uncounted: SyncMutex<BTreeMap<PlayerId, Vec<PlayedPlace>>>,
}

impl Learner {
    pub(crate) fn new(archive: Arc<dyn Archive>, solved: Arc<SolvedGames>, metrics: LearnedMetrics) -> Self {
        Self { archive, solved, metrics, following: Mutex::new(()), uncounted: SyncMutex::default() }
    }

    /// Keeps every dice game that ended since the last time.
    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        let _following = self.following.lock().await;
        let kept = self.archive.checkpoint(NAME).await?.filter(|kept| kept.revision == REVISION);
        let mut cursor = kept.map_or(Cursor::START, |kept| kept.cursor);
        let mut unsaved = 0;
        loop {
            let page = self.archive.follow_only(cursor, PAGE, DICEE_END).await?;
            let at_end = page.next == cursor;
            if unsaved > 0 && (at_end || unsaved >= PAGES_BETWEEN_CHECKPOINTS) {
                let state = Value::Null;
                let checkpoint = Checkpoint { projection: NAME.into(), revision: REVISION, cursor, state };
                self.archive.save_checkpoint(checkpoint).await?;
                unsaved = 0;
            }
            if at_end {
                return Ok(());
            }
            let mut entries = Vec::new();
            for recorded in page.events.iter().filter(|recorded| ends_dicee(recorded)) {
                entries.extend(self.played(&recorded.game, recorded.event.timestamp).await?);
            }
            let places: Vec<_> = entries.iter().map(|entry| (entry.player, entry.place.clone())).collect();
            // What another node kept before is counted there.
            if !entries.is_empty() && self.archive.record_played(entries).await? > 0 {
                let mut uncounted = self.uncounted();
                places
                    .into_iter()
                    .for_each(|(player, place)| uncounted.entry(player).or_default().push(place));
            }
            cursor = page.next;
            unsaved += 1;
        }
    }

    /// Stores the games that ended since the last time, folds the profiles of their players, so that snapshots exist before they
    /// are requested, and updates the metrics.
    pub(crate) async fn learn(&self) -> Result<(), StoreError> {
        self.catch_up().await?;
        let uncounted = std::mem::take(&mut *self.uncounted());
        for (player, places) in uncounted {
            let since = places.iter().map(|place| place.finished_at).min().unwrap_or_default();
            let before = self.profile(player, since.saturating_sub(1)).await?;
            let after = self.profile(player, u64::MAX).await?;
            let is_new = |id: &str| places.iter().any(|place| place.game.as_str() == id);
            let new = after.lines().filter(|line| is_new(&line.id.to_string()));
            self.metrics.count(&before, &after, new);
        }
        Ok(())
    }

    /// Nothing under the lock panics, so a poisoned lock still guards a valid state.
    fn uncounted(&self) -> MutexGuard<'_, BTreeMap<PlayerId, Vec<PlayedPlace>>> {
        self.uncounted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows the events from the first one again and folds every profile again. Games that devices sent stay.
    #[cfg(test)]
    pub(crate) async fn rebuild(&self) -> Result<(), StoreError> {
        self.archive.clear_snapshots().await?;
        let (cursor, state) = (Cursor::START, Value::Null);
        let checkpoint = Checkpoint { projection: NAME.into(), revision: REVISION, cursor, state };
        self.archive.save_checkpoint(checkpoint).await?;
        self.catch_up().await
    }

    /// The profile of a player after all games that ended at `until` or before, in milliseconds since 1970.
    pub(crate) async fn profile(&self, player: PlayerId, until: u64) -> Result<Profile, StoreError> {
        let kept = self.archive.snapshot(player, Profile::VERSION, until).await?;
        let read =
            kept.and_then(|kept| Some((Profile::from_json(&kept.body).ok()?, kept.place, kept.folded)));
        let (mut profile, mut place, mut folded) = match read {
            Some((profile, place, folded)) => (profile, Some(place), folded),
            None => (Profile::default(), None, 0),
        };
        loop {
            let entries = self.archive.played(player, place.as_ref(), until, READ).await?;
            let Some(last) = entries.last() else { return Ok(profile) };
            place = Some(last.place.clone());
            let snapshots;
            (profile, folded, snapshots) = self.fold(profile, folded, entries).await?;
            for snapshot in snapshots {
                self.archive.save_snapshot(snapshot).await?;
            }
        }
    }

    /// Adds games to a profile of so many; the profile, of how many it is then, and the snapshots that are due.
    async fn fold(
        &self,
        profile: Profile,
        folded: u64,
        entries: Vec<PlayedEntry>,
    ) -> Result<(Profile, u64, Vec<ProfileSnapshot>), StoreError> {
        let solved = Arc::clone(&self.solved);
        // Grading takes about half a millisecond a game, and solving its rules first a second.
        let fold = tokio::task::spawn_blocking(move || Fold { solved, profile, folded }.add_all(&entries));
        let (fold, snapshots) = fold.await.map_err(|error| StoreError::Unavailable {
            reason: format!("a profile could not be folded: {error}"),
        })??;
        Ok((fold.profile, fold.folded, snapshots))
    }

    /// What each person at a table played. Of a game that cannot be read nothing is known.
    async fn played(&self, game: &GameId, finished_at: u64) -> Result<Vec<PlayedEntry>, StoreError> {
        let Some(events) = dicee_events(&self.archive.read(game, 0).await?) else { return Ok(Vec::new()) };
        let notes = self.archive.notes(game, Stream::Telemetry).await?;
        let games = played_games(&events, finished_at, |dice| match dice {
            // Anybody who opens a table may choose its seed.
            DiceSource::Seeded { .. } => Origin::Typed,
            DiceSource::Fair { .. } | DiceSource::Table => Origin::Drawn,
        });
        let entries = games.into_iter().map(|(player, mut played)| {
            played.aided.extend(notes.iter().filter_map(|note| hinted(note, player)));
            entry(player, game, &played, false)
        });
        entries.collect()
    }
}

/// A game as it is kept.
pub(crate) fn entry(
    player: PlayerId,
    game: &GameId,
    played: &PlayedGame,
    uploaded: bool,
) -> Result<PlayedEntry, StoreError> {
    let PlayedGame { id, finished_at, record, origin, aided } = played;
    let data = PlayedGameData {
        id: *id,
        finished_at: *finished_at,
        record: GameRecordData::from(record),
        origin: *origin,
        aided: aided.iter().copied().collect(),
    };
    let body = serde_json::to_string(&data).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let place = PlayedPlace { finished_at: *finished_at, game: game.clone() };
    Ok(PlayedEntry { player, place, uploaded, body })
}

/// The decision at which a player asked for a hint, if the note says that they did.
fn hinted(note: &Note, player: PlayerId) -> Option<Moment> {
    let body = note.body();
    let number = |field: &str| body[field].as_u64().and_then(|number| u8::try_from(number).ok());
    let asked = body["eventType"] == "hint_requested" && note.is_about(player);
    Some(Moment { turn: number("turnNumber")?, roll: number("rollNumber")? }).filter(|_| asked)
}

/// A profile that grows.
struct Fold {
    solved: Arc<SolvedGames>,
    profile: Profile,
    /// How many games are in it, those that do not count too.
    folded: u64,
}

impl Fold {
    /// Adds games, in order; the fold and the snapshots that are due. An entry that this program would not have written is
    /// an error.
    fn add_all(mut self, entries: &[PlayedEntry]) -> Result<(Self, Vec<ProfileSnapshot>), StoreError> {
        let mut snapshots = Vec::new();
        for PlayedEntry { player, place, body, .. } in entries {
            let corrupt = |error: &dyn std::fmt::Display| StoreError::Corrupt(error.to_string());
            let data: PlayedGameData = serde_json::from_str(body).map_err(|error| corrupt(&error))?;
            let game = data.game().map_err(|error| corrupt(&error))?;
            let rules = game.record.rules();
            self.solved.solve(rules);
            let solved = self.solved.get(rules).ok_or_else(|| corrupt(&"a game of unknown rules"))?;
            self.profile.add(solved, &game).map_err(|error| corrupt(&error))?;
            self.folded += 1;
            if self.folded.is_multiple_of(SNAPSHOT) {
                snapshots.push(ProfileSnapshot {
                    player: *player,
                    place: place.clone(),
                    revision: Profile::VERSION,
                    folded: self.folded,
                    body: self.profile.to_json(),
                });
            }
        }
        Ok((self, snapshots))
    }
}
