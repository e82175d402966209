//! Who plays like a machine: a summary over all dice games that only an operator sees.
//!
//! A player is flagged by two signs out of three, each of which takes at least [`ENOUGH`] decisions:
//!
//! * almost every decision is the best there is;
//! * decisions take less than a tenth of a second on average;
//! * they all take the same time: people hesitate over what is hard, programs wait as long as they were told to.
//!
//! Guesses that are always exact would be a sign as well, but predictions are telemetry, which is not kept for ever, and
//! this is built from what is. A flag is a reason to look, not a verdict.
//!
//! Asking for hints is not cheating: the decisions of a turn in which somebody asked for one are left out, and so is what
//! the clock decided. Nothing is kept about somebody who was erased.

mod comparison;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use dicee::upcaster;
use dicee::{Action, Advisor, DiceeEvent, DiceeGame, Outlook, PlayerId, Quality, Table};
use ledger::{Game as _, Stream};
use live::SolvedGames;
use protocol::{BehaviourResponse, PlayerBehaviour, Signs};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

pub(crate) use self::comparison::{Agreement, compare};
use crate::api::{Api, Route};
use crate::error::{ApiError, Rejection};
use crate::identity::Operator;
use crate::limit::Quota;
use crate::operation::{Access, Method, Operation};
use store::{Archive, Checkpoint, GameId, Note, Projection, Recorded, StoredEvent, catch_up};

/// From how many decisions on a sign means anything.
const ENOUGH: u64 = 50;

/// A larger share of best decisions than people have.
const ALWAYS: f64 = 0.98;

/// Faster than people are, in milliseconds.
const INSTANT: u64 = 100;

/// A player who takes longer was away, in milliseconds. It also keeps the sums within their numbers for a million decisions.
const AWAY: u64 = 60 * 60 * 1000;

/// Times that differ by less than this part of their mean are even.
const EVEN: f64 = 0.1;

/// A game that nobody touched for so long is not waited for: 30 days, in milliseconds.
const FORGOTTEN: u64 = 30 * DAY;
const DAY: u64 = 24 * 60 * 60 * 1000;

/// At most so many players are shown.
const SHOWN: usize = 1000;

/// How everybody plays, and the games that are not over yet.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Behaviour {
    players: BTreeMap<PlayerId, Conduct>,
    /// By name; graded when they end.
    running: BTreeMap<String, Vec<Moment>>,
    /// When forgotten games were last thrown away, in milliseconds since 1970.
    swept: u64,
}

/// Something that happened in a running game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Moment {
    /// In milliseconds since 1970.
    at: u64,
    /// The seat it came from; `None` if that cannot be read.
    seat: Option<u8>,
    event: DiceeEvent,
}

/// How one player plays. Whole numbers, so that a fold is the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Conduct {
    games: u64,
    decisions: u64,
    optimal: u64,
    /// Decisions that took less than [`INSTANT`].
    instant: u64,
    /// Milliseconds for all decisions together, and the sum of their squares.
    time: u64,
    time_squared: u64,
}

impl Projection for Behaviour {
    const NAME: &'static str = "behaviour";
    const REVISION: u32 = 3;
    type Context = Judging;

    /// Grades a game when it ends, which takes a millisecond or, before the game is solved, a second: not for threads that
    /// others wait on.
    fn apply(&mut self, recorded: &Recorded, judging: &Judging) {
        if recorded.kind.as_str() != "dicee" {
            return;
        }
        self.sweep(recorded.event.timestamp);
        let game = recorded.game.as_str();
        let Some(moment) = Moment::of(&recorded.event) else {
            // What cannot be read cannot be judged.
            self.running.remove(game);
            return;
        };
        let ends = matches!(moment.event, DiceeEvent::GameCompleted { .. });
        if matches!(moment.event, DiceeEvent::GameCreated { .. }) {
            self.running.insert(game.to_owned(), vec![moment]);
        } else if let Some(moments) = self.running.get_mut(game) {
            moments.push(moment);
        }
        if ends && let Some(moments) = self.running.remove(game) {
            self.judge(&moments, &judging.hinted(&recorded.game), &judging.solved);
        }
    }
}

impl Behaviour {
    /// Once in a day of the games' own time.
    fn sweep(&mut self, now: u64) {
        if now < self.swept.saturating_add(DAY) {
            return;
        }
        self.swept = now;
        let fresh =
            |moments: &[Moment]| moments.last().is_some_and(|last| last.at.saturating_add(FORGOTTEN) > now);
        self.running.retain(|_, moments| fresh(moments));
    }

    /// Adds what the people of a game decided; `hinted` are the turns in which somebody asked for a hint.
    fn judge(&mut self, moments: &[Moment], hinted: &HintedTurns, solved: &SolvedGames) {
        let mut game = DiceeGame::default();
        let mut present = BTreeSet::new();
        let mut rolled_at = None;
        // The score that can still be taken back, and the turns in which one was: its grade said what was best.
        let mut last = None;
        let mut told = HintedTurns::new();
        for moment in moments {
            let decision = game.table().and_then(|table| {
                let (player, action) = decided(table, moment)?;
                let turn = table.player(table.turn().ok()?.seat())?.card().turns_completed() + 1;
                if hinted.contains(&(player, turn)) || told.contains(&(player, turn)) {
                    return None;
                }
                let taken = rolled_at.map_or(0, |rolled: u64| moment.at.saturating_sub(rolled));
                Some((player, turn, Conduct::of_decision(is_optimal(table, action, solved)?, taken)))
            });
            if let Some((player, _, decision)) = &decision {
                self.players.entry(*player).or_default().add(decision);
                present.insert(*player);
            }
            match (&moment.event, last.take()) {
                (DiceeEvent::Roll { .. }, _) => rolled_at = Some(moment.at),
                (DiceeEvent::Score { .. }, _) => last = decision,
                // The decision that follows was not the player's own.
                (DiceeEvent::Undo {}, Some((player, turn, score))) => {
                    self.players.entry(player).or_default().take_back(&score);
                    told.insert((player, turn));
                }
                (DiceeEvent::Error { .. }, score) => last = score,
                _ => {}
            }
            game.apply(&moment.event);
        }
        for player in present {
            self.players.entry(player).or_default().games += 1;
        }
    }
}

impl Moment {
    fn of(stored: &StoredEvent) -> Option<Self> {
        let seat = stored.correlation_id.seat().map(|seat| seat.0);
        Some(Self { at: stored.timestamp, seat, event: upcaster().read(stored).ok()? })
    }
}

/// The person who decided something with this event, and what. What bots do is not counted, nor what the table does for
/// somebody whose time is over.
fn decided(table: &Table, moment: &Moment) -> Option<(PlayerId, Action)> {
    let turn = table.turn().ok()?;
    let player = table.player(turn.seat()).filter(|player| player.bot().is_none())?;
    if moment.seat != Some(turn.seat().0) {
        return None;
    }
    let before = turn.dice()?;
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else decides")]
    let action = match &moment.event {
        DiceeEvent::Roll { kept_mask, .. } => Action::Keep(before.kept(*kept_mask)),
        DiceeEvent::Score { chosen_category, .. } => Action::Score(*chosen_category),
        _ => return None,
    };
    Some((player.id(), action))
}

/// Whether nothing was better; `None` if it cannot be told.
fn is_optimal(table: &Table, action: Action, solved: &SolvedGames) -> Option<bool> {
    let (rules, turn) = (table.rules(), table.turn().ok()?);
    solved.solve(rules);
    let outlook = Outlook::Game(solved.get(rules)?);
    let position = table.player(turn.seat())?.card().position();
    let advisor = Advisor::new(rules, position, outlook, turn.dice()?.pips(), turn.rolls_left()).ok()?;
    Some(advisor.grade(action).ok()?.quality == Quality::Optimal)
}

impl Conduct {
    fn of_decision(optimal: bool, taken: u64) -> Self {
        let taken = taken.min(AWAY);
        Self {
            games: 0,
            decisions: 1,
            optimal: u64::from(optimal),
            instant: u64::from(taken < INSTANT),
            time: taken,
            time_squared: taken * taken,
        }
    }

    fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.optimal += other.optimal;
        self.instant += other.instant;
        self.time = self.time.saturating_add(other.time);
        self.time_squared = self.time_squared.saturating_add(other.time_squared);
    }

    fn take_back(&mut self, other: &Self) {
        self.decisions = self.decisions.saturating_sub(other.decisions);
        self.optimal = self.optimal.saturating_sub(other.optimal);
        self.instant = self.instant.saturating_sub(other.instant);
        self.time = self.time.saturating_sub(other.time);
        self.time_squared = self.time_squared.saturating_sub(other.time_squared);
    }

    fn share(&self, count: u64) -> f64 {
        if self.decisions == 0 { 0.0 } else { count as f64 / self.decisions as f64 }
    }

    fn shown(&self, player: PlayerId) -> PlayerBehaviour {
        let enough = self.decisions >= ENOUGH;
        let (optimal, mean) = (self.share(self.optimal), self.share(self.time));
        let spread = (self.share(self.time_squared) - mean * mean).max(0.0).sqrt();
        let signs = Signs {
            always_optimal: enough && optimal > ALWAYS,
            instant_decisions: enough && mean < INSTANT as f64,
            even_pace: enough && spread < EVEN * mean,
        };
        let Signs { always_optimal, instant_decisions, even_pace } = signs;
        PlayerBehaviour {
            player_id: player,
            games: self.games,
            decisions: self.decisions,
            optimal_share: optimal,
            mean_decision_ms: mean,
            instant_share: self.share(self.instant),
            signs,
            flagged: [always_optimal, instant_decisions, even_pace].into_iter().filter(|sign| *sign).count()
                >= 2,
        }
    }
}

/// The turns of a game in which a player asked for a hint, the turns counted from 1.
type HintedTurns = BTreeSet<(PlayerId, u8)>;

/// What it takes to judge a game.
pub(crate) struct Judging {
    solved: Arc<SolvedGames>,
    /// Where hints are noted; `None` where there is no store to ask.
    notes: Option<(Arc<dyn Archive>, Handle)>,
}

impl Judging {
    /// Asks the telemetry of a game, which is kept for 30 days: long enough, because games are judged when they end and
    /// the fold is caught up. Blocks, on a thread for that.
    fn hinted(&self, game: &GameId) -> HintedTurns {
        let Some((archive, runtime)) = &self.notes else { return HintedTurns::new() };
        let (archive, game) = (Arc::clone(archive), game.clone());
        let (reply, answer) = std::sync::mpsc::sync_channel(1);
        runtime.spawn(async move {
            let notes = archive.notes(&game, Stream::Telemetry).await.unwrap_or_default();
            let _ = reply.send(notes);
        });
        let notes = answer.recv().unwrap_or_default();
        let turn_of = |note: &Note| {
            let body = note.body();
            let hint = body["eventType"] == "hint_requested";
            let player = body["playerId"].as_str()?.parse().ok()?;
            Some((player, u8::try_from(body["turnNumber"].as_u64()?).ok()?)).filter(|_| hint)
        };
        notes.iter().filter_map(turn_of).collect()
    }
}

/// Removes what was concluded about a player who was erased.
pub(crate) async fn forget(api: &Api, player: PlayerId) -> Result<(), Rejection> {
    let Some(checkpoint) = api.archive.checkpoint(Behaviour::NAME).await? else { return Ok(()) };
    let Ok(mut behaviour) = Behaviour::deserialize(&checkpoint.state) else { return Ok(()) };
    if behaviour.players.remove(&player).is_none() {
        return Ok(());
    }
    let state = serde_json::to_value(&behaviour).map_err(|_| ApiError::Internal)?;
    api.archive.save_checkpoint(Checkpoint { state, ..checkpoint }).await?;
    Ok(())
}

/// The operations for operators.
pub(crate) fn routes() -> [Route; 1] {
    [(&BEHAVIOUR, get(behaviour))]
}

static BEHAVIOUR: Operation = Operation {
    name: "behaviour",
    method: Method::Get,
    path: "/api/v1/operator/behaviour",
    tag: "operator",
    summary: "Who plays like a machine",
    quota: Some(Quota::per_minute(10)),
    access: Access::Operator,
    query: &[],
    takes: None,
    gives: &[(200, Some("BehaviourResponse"))],
    errors: &[500, 503, 504, 507],
};

async fn behaviour(
    State(api): State<Arc<Api>>,
    _operator: Operator,
) -> Result<Json<BehaviourResponse>, Rejection> {
    let worker = api.workers.acquire().await?;
    let (shared, runtime) = (Arc::clone(&api), Handle::current());
    let judging =
        Judging { solved: Arc::clone(&api.solved), notes: Some((Arc::clone(&api.archive), runtime.clone())) };
    let fold = move || runtime.block_on(catch_up::<Behaviour>(&*shared.archive, &judging));
    let mut behaviour = worker.run_blocking(fold).await??;
    // Events stay when a player is erased, so a fold can find them again.
    let known: Vec<PlayerId> = behaviour.players.keys().copied().collect();
    for player in known {
        if api.archive.player(player).await?.is_some_and(|person| person.is_erased()) {
            behaviour.players.remove(&player);
            forget(&api, player).await?;
        }
    }
    let mut players: Vec<_> =
        behaviour.players.iter().map(|(player, conduct)| conduct.shown(*player)).collect();
    players.sort_by_key(|player| (!player.flagged, std::cmp::Reverse(player.decisions), player.player_id));
    let total = players.len();
    players.truncate(SHOWN);
    Ok(Json(BehaviourResponse { players, total, success: true }))
}

#[cfg(test)]
mod tests;
