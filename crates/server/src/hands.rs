//! The projection of the losses in hands of Forty-Two at live tables, computed in the background. Judging a hand takes up to a
//! second of CPU time for each seat, so one low-priority thread judges hand by hand; meanwhile answers say how many games are
//! waiting.
//!
//! [`Hands::judge_new`] follows the events and stores the losses of each person's choices in a finished game; a checkpoint records
//! the progress. [`Hands::profile`] folds the stored losses in the order in which the games ended. A game is judged once: a node
//! skips games that another one has judged, and nodes start at different games of those that are waiting.

mod stored;

use std::collections::VecDeque;
use std::sync::Arc;

use coach::{FortyTwoProfile, PlayedHand};
use dicee::PlayerId;
use fortytwo::{JudgedHand, Seat, Solver};
use ledger::Stream;
use live::background_pool;
use protocol::LiveHand;
use rayon::ThreadPool;
use serde_json::Value;
use store::{Archive, Checkpoint, Cursor, GameId, JudgedEntry, PlayedPlace, StoreError};
use tokio::sync::{Mutex, oneshot};

use self::stored::{FORTYTWO_END, StoredHands, ends_fortytwo};

/// The name of the checkpoint.
const NAME: &str = "hands";
/// Raise it when the judgement changes its meaning: then all hands are judged again.
const REVISION: u32 = 1;

/// How many events are followed at once; most of them end no game.
const PAGE: u32 = 500;
/// Pages of one batch of games, which nodes begin at different ends.
const PAGES: u32 = 20;

/// How many judged games are read at once.
const READ: u32 = 50;

/// Judges hands, and folds the judgements into profiles.
#[derive(Debug)]
pub(crate) struct Hands {
    archive: Arc<dyn Archive>,
    /// Absent where the system gives no threads; then nothing is judged.
    pool: Option<ThreadPool>,
    /// One follower at a time.
    judging: Mutex<()>,
    /// Where this node begins among the games that wait.
    first: usize,
}

/// The Forty-Two profile of a player.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct HandsPlayed {
    pub(crate) profile: FortyTwoProfile,
    /// Hands that do not count.
    pub(crate) set_aside: u32,
}

impl Hands {
    /// `first` is another number on every node.
    pub(crate) fn new(archive: Arc<dyn Archive>, first: usize) -> Self {
        Self { archive, pool: background_pool("hands", 1).ok(), judging: Mutex::new(()), first }
    }

    /// Judges the games that ended since the last time.
    pub(crate) async fn judge_new(&self) -> Result<(), StoreError> {
        let _judging = self.judging.lock().await;
        let mut cursor = self.cursor().await?;
        loop {
            let (mut ended, next) = self.ended(cursor).await?;
            if next == cursor {
                return Ok(());
            }
            let first = self.first.checked_rem(ended.len()).unwrap_or_default();
            ended.rotate_left(first);
            for (game, finished_at) in ended {
                match self.judge_game(&game, finished_at).await {
                    Err(error) if error.is_temporary() => return Err(error),
                    Err(error) => tracing::warn!(%game, %error, "hands are not judged"),
                    Ok(()) => {}
                }
            }
            cursor = next;
            self.save(cursor).await?;
        }
    }

    /// The games of the next batch that ended, each with when it did, and where the batch after it begins.
    async fn ended(&self, mut cursor: Cursor) -> Result<(Vec<(GameId, u64)>, Cursor), StoreError> {
        let mut ended = Vec::new();
        for _ in 0..PAGES {
            let page = self.archive.follow_only(cursor, PAGE, FORTYTWO_END).await?;
            let games = page.events.into_iter().filter(ends_fortytwo);
            ended.extend(games.map(|recorded| (recorded.game, recorded.event.timestamp)));
            if page.next == cursor {
                break;
            }
            cursor = page.next;
        }
        Ok((ended, cursor))
    }

    /// How far the judgement came.
    async fn cursor(&self) -> Result<Cursor, StoreError> {
        let kept = self.archive.checkpoint(NAME).await?.filter(|kept| kept.revision == REVISION);
        Ok(kept.map_or(Cursor::START, |kept| kept.cursor))
    }

    async fn save(&self, cursor: Cursor) -> Result<(), StoreError> {
        let (projection, revision, state) = (NAME.into(), REVISION, Value::Null);
        self.archive.save_checkpoint(Checkpoint { projection, revision, cursor, state }).await
    }

    /// Judges a game, and stores the losses of everybody at the table.
    async fn judge_game(&self, game: &GameId, finished_at: u64) -> Result<(), StoreError> {
        let stored = self.archive.read(game, 0).await?;
        let Some(stored) = StoredHands::read(&stored) else {
            return Err(StoreError::Corrupt(format!("the events of {game} cannot be read")));
        };
        let notes = self.archive.notes(game, Stream::Telemetry).await?;
        for (seat, player) in stored.people() {
            let present = self.archive.player(player).await?.is_some_and(|person| !person.is_erased());
            if !present || self.archive.has_judged(player, game, REVISION).await? {
                continue;
            }
            let mut judged = Vec::new();
            for hand in stored.hands(seat, player, &notes) {
                judged.push(self.judge(hand, seat).await?);
            }
            let place = PlayedPlace { finished_at, game: game.clone() };
            let body =
                serde_json::to_string(&judged).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let entry = JudgedEntry { player, place, revision: REVISION, body };
            self.archive.record_judged(vec![entry]).await?;
        }
        Ok(())
    }

    async fn judge(&self, hand: PlayedHand, seat: Seat) -> Result<JudgedHand, StoreError> {
        let unavailable = |reason: &str| StoreError::Unavailable { reason: reason.into() };
        let pool = self.pool.as_ref().ok_or_else(|| unavailable("there is no thread to judge hands on"))?;
        let (reply, answer) = oneshot::channel();
        pool.spawn(move || {
            // Nobody waits for it any more where the server stops.
            let _ = reply.send(hand.judge(seat, &mut Solver::new()));
        });
        let judged = answer.await.map_err(|_| StoreError::Corrupt("a judgement broke off".into()))?;
        judged.map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    /// How many finished games of a player are not judged yet, of those of the next batch.
    pub(crate) async fn waiting(&self, player: PlayerId) -> Result<u32, StoreError> {
        let mut waiting = 0;
        for (game, _) in self.ended(self.cursor().await?).await?.0 {
            let own = self.archive.has_sat(player, &game).await?;
            if own && !self.archive.has_judged(player, &game, REVISION).await? {
                waiting += 1;
            }
        }
        Ok(waiting)
    }

    /// The profile of a player from all judged games that ended at `until` or before, in milliseconds since 1970.
    pub(crate) async fn profile(&self, player: PlayerId, until: u64) -> Result<HandsPlayed, StoreError> {
        let add = |mut played: HandsPlayed, hand: LiveHand| {
            played.set_aside += u32::from(!played.profile.add(hand.game_id.as_str(), &hand.hand));
            played
        };
        self.fold(player, until, HandsPlayed::default(), add).await
    }

    /// The last hands that a profile counts, oldest first.
    pub(crate) async fn last(&self, player: PlayerId) -> Result<Vec<LiveHand>, StoreError> {
        let keep = |mut last: VecDeque<LiveHand>, hand| {
            last.push_back(hand);
            if last.len() > FortyTwoProfile::LINES {
                last.pop_front();
            }
            last
        };
        self.fold(player, u64::MAX, VecDeque::new(), keep).await.map(Vec::from)
    }

    /// Some of the judged games of a player, in order, after `after`.
    pub(crate) async fn entries(
        &self,
        player: PlayerId,
        after: Option<&PlayedPlace>,
        until: u64,
    ) -> Result<Vec<JudgedEntry>, StoreError> {
        self.archive.judged(player, REVISION, after, until, READ).await
    }

    async fn fold<T: Send + 'static>(
        &self,
        player: PlayerId,
        until: u64,
        mut folded: T,
        add: impl Fn(T, LiveHand) -> T + Copy + Send + 'static,
    ) -> Result<T, StoreError> {
        let mut after: Option<PlayedPlace> = None;
        loop {
            let page = self.entries(player, after.as_ref(), until).await?;
            let Some(last) = page.last() else { return Ok(folded) };
            after = Some(last.place.clone());
            // A game is some ten kilobytes of JSON.
            let folding = tokio::task::spawn_blocking(move || {
                page.iter().try_fold(folded, |folded, entry| {
                    Ok::<_, StoreError>(live_hands(entry)?.into_iter().fold(folded, add))
                })
            });
            folded = folding.await.map_err(|error| StoreError::Unavailable {
                reason: format!("a profile could not be folded: {error}"),
            })??;
        }
    }
}

/// The hands of an entry. One that this program would not have written is an error.
pub(crate) fn live_hands(entry: &JudgedEntry) -> Result<Vec<LiveHand>, StoreError> {
    let JudgedEntry { place: PlayedPlace { finished_at, game }, body, .. } = entry;
    let hands: Vec<JudgedHand> =
        serde_json::from_str(body).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let live = |hand| LiveHand { game_id: game.clone(), finished_at: *finished_at, hand };
    Ok(hands.into_iter().map(live).collect())
}

#[cfg(test)]
mod tests;
