//! A summary of the play of each player over all dice games, which only an operator sees.
//!
//! A player is flagged by two signs out of three, each of which requires at least [`ENOUGH`] decisions:
//!
//! * almost every decision is optimal;
//! * decisions take less than a tenth of a second on average;
//! * they all take the same time: people hesitate over difficult decisions, programs wait for a fixed time.
//!
//! Guesses that are always exact would be another sign, but predictions are telemetry, which expires, and
//! the summary must be rebuildable from permanent events. A flag is a reason to look, not a verdict.
//!
//! Asking for hints is not cheating: the decisions of a turn with a hint are left out, and so are those made by
//! the clock. Practice is not judged: in a tutorial, or with dice of a chosen seed, the best option may be known in advance.
//! Notes on hints expire, so the decisions of a turn that began too long before it is judged are left out
//! too. Nothing is kept about erased players, and of all others only the [`MOST_PLAYERS`] who played last are kept.

use std::collections::{BTreeMap, BTreeSet};

use dicee::{
    Action, Advisor, DiceSource, DiceeEvent, DiceeGame, GameMode, Outlook, PlayerId, Quality, Table,
};
use ledger::Game as _;
use live::SolvedGames;
use protocol::{PlayerBehaviour, Signs};
use serde::{Deserialize, Serialize};
use store::{Projection, Recorded, StoreError};

use super::judging::{HintedTurns, Judging, Moment, PlayedGame};
use crate::stored_dicee::{DICEE_END, ends_dicee};

/// From how many decisions on a sign means anything.
pub(super) const ENOUGH: u64 = 50;

/// A larger share of best decisions than people have.
pub(super) const ALWAYS: f64 = 0.98;

/// Faster than people are, in milliseconds.
const INSTANT: u64 = 100;

/// A player who takes longer was away, in milliseconds. It also keeps the sums within their numbers for a million decisions.
const AWAY: u64 = 60 * 60 * 1000;

/// Times that differ by less than this part of their mean are even.
const EVEN: f64 = 0.1;

/// Above so many players those who played last are kept, nine tenths of as many: an operator looks at who plays now, and the
/// summary is one value, which is read and written as a whole.
pub(super) const MOST_PLAYERS: usize = 100_000;

/// How everybody plays.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Behaviour {
    pub(super) players: BTreeMap<PlayerId, Conduct>,
}

/// How one player plays. Whole numbers, so that a fold is the same on every machine. Stored without the names of its fields,
/// which would be most of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u64; 7]", into = "[u64; 7]")]
pub(super) struct Conduct {
    /// When the last game of the player ended, in milliseconds since 1970.
    pub(super) last: u64,
    pub(super) games: u64,
    pub(super) decisions: u64,
    pub(super) optimal: u64,
    /// Decisions that took less than [`INSTANT`].
    instant: u64,
    /// Milliseconds for all decisions together, and the sum of their squares.
    time: u64,
    time_squared: u64,
}

impl Projection for Behaviour {
    const NAME: &'static str = "behaviour";
    const REVISION: u32 = 6;
    const ONLY: &'static str = DICEE_END;
    type Context = Judging;

    /// Reads and grades a game when it ends, which takes a millisecond or, before the game is solved, a second: not for
    /// threads that others wait on. A game that is damaged, or whose hints are, is not judged.
    fn apply(&mut self, recorded: &Recorded, judging: &Judging) -> Result<(), StoreError> {
        if !ends_dicee(recorded) {
            return Ok(());
        }
        match judging.read(&recorded.game) {
            Ok(game) => {
                judging.note_judged(self.judge(&game, judging.solved()));
                self.keep_last(MOST_PLAYERS);
            }
            Err(error) if error.is_temporary() => return Err(error),
            Err(error) => tracing::warn!(game = %recorded.game, %error, "a game is not judged"),
        }
        Ok(())
    }
}

impl Behaviour {
    /// Everybody, as an operator sees it.
    pub(crate) fn shown(&self) -> Vec<PlayerBehaviour> {
        self.players.iter().map(|(player, conduct)| conduct.shown(*player)).collect()
    }

    /// Forgets those who have not played for the longest time, if there are more players than `most`; a tenth of them at once,
    /// so that it does not happen at every game.
    pub(super) fn keep_last(&mut self, most: usize) {
        if self.players.len() <= most {
            return;
        }
        let leaving = self.players.len() - kept_of(most);
        let mut by_time: Vec<(u64, PlayerId)> =
            self.players.iter().map(|(player, conduct)| (conduct.last, *player)).collect();
        by_time.sort_unstable();
        for (_, player) in by_time.iter().take(leaving) {
            self.players.remove(player);
        }
    }

    /// Whether players may have been forgotten.
    pub(super) fn may_have_forgotten(&self, most: usize) -> bool {
        self.players.len() >= kept_of(most)
    }

    /// Adds what the people of a game decided; who they are.
    fn judge(&mut self, played: &PlayedGame, solved: &SolvedGames) -> BTreeSet<PlayerId> {
        let PlayedGame { moments, hinted, hints_since } = played;
        if moments.iter().any(|moment| is_practice(&moment.event)) {
            return BTreeSet::new();
        }
        let mut game = DiceeGame::default();
        let mut present = BTreeSet::new();
        let mut rolled_at = None;
        // The score that can still be taken back, and the turns in which one was: its grade said what was best.
        let mut last = None;
        let mut told = HintedTurns::new();
        // The turns in which a hint could have been asked for before hints are known.
        let mut old = HintedTurns::new();
        for moment in moments {
            let decision = game.table().and_then(|table| {
                let (player, turn) = turn_of(table)?;
                if moment.at <= *hints_since {
                    old.insert((player, turn));
                }
                let action = decided(table, moment)?;
                if [hinted, &told, &old].iter().any(|left_out| left_out.contains(&(player, turn))) {
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
        let ended = moments.last().map_or(0, |moment| moment.at);
        for player in &present {
            let conduct = self.players.entry(*player).or_default();
            conduct.games += 1;
            conduct.last = conduct.last.max(ended);
        }
        present
    }
}

/// How many players are kept when there were more than `most`.
const fn kept_of(most: usize) -> usize {
    most - most / 10
}

/// Whether a game that is opened by this event is practice.
fn is_practice(event: &DiceeEvent) -> bool {
    let DiceeEvent::GameCreated { game_mode, dice, .. } = event else { return false };
    *game_mode == GameMode::Tutorial || matches!(dice, DiceSource::Seeded { .. })
}

/// Whose turn it is, and the how manyth of theirs, from 1. Bots have none that is counted.
fn turn_of(table: &Table) -> Option<(PlayerId, u8)> {
    let player = table.player(table.turn().ok()?.seat()).filter(|player| player.bot().is_none())?;
    Some((player.id(), player.card().turns_completed() + 1))
}

/// The decision of the player to move in this event. Actions of the table for a player whose time is over do not count.
fn decided(table: &Table, moment: &Moment) -> Option<Action> {
    let turn = table.turn().ok()?;
    if moment.seat != Some(turn.seat().0) {
        return None;
    }
    let before = turn.dice()?;
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else decides")]
    match &moment.event {
        DiceeEvent::Roll { kept_mask, .. } => Some(Action::Keep(before.kept(*kept_mask))),
        DiceeEvent::Score { chosen_category, .. } => Some(Action::Score(*chosen_category)),
        _ => None,
    }
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

impl From<[u64; 7]> for Conduct {
    fn from([last, games, decisions, optimal, instant, time, time_squared]: [u64; 7]) -> Self {
        Self { last, games, decisions, optimal, instant, time, time_squared }
    }
}

impl From<Conduct> for [u64; 7] {
    fn from(conduct: Conduct) -> Self {
        let Conduct { last, games, decisions, optimal, instant, time, time_squared } = conduct;
        [last, games, decisions, optimal, instant, time, time_squared]
    }
}

impl Conduct {
    pub(super) fn of_decision(optimal: bool, taken: u64) -> Self {
        let taken = taken.min(AWAY);
        Self {
            last: 0,
            games: 0,
            decisions: 1,
            optimal: u64::from(optimal),
            instant: u64::from(taken < INSTANT),
            time: taken,
            time_squared: taken * taken,
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
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

    pub(super) fn shown(&self, player: PlayerId) -> PlayerBehaviour {
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
