//! What happens by itself: AI seats act, and agree, after a while. Everything here is pure; a runtime asks what an event
//! [triggered], keeps a [`Schedule`], and sends the [command](Effect::command) of an effect when its time has come.

use std::collections::BTreeMap;

pub use crate::effect::Effect;
use crate::event::{Command, Event};
use crate::game::FortyTwo;
use crate::seat::Seat;
use crate::view::View;

/// An effect and when it is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The effect.
    pub effect: Effect,
    /// Milliseconds after the event that caused it.
    pub execute_at: u32,
}

impl Effect {
    /// The command that it comes to now, from what the seat may know; `choose` picks one of the moves of a turn.
    /// Nothing if the table has moved on meanwhile.
    pub fn command(&self, view: &View, choose: &mut dyn FnMut(&View) -> Option<Command>) -> Option<Command> {
        let agreement =
            view.moves.iter().find(|command| matches!(command, Command::AgreeToAction { .. })).cloned();
        match self {
            Self::AiAgree { .. } => agreement,
            Self::AiTurn { .. } if view.moves.is_empty() => None,
            Self::AiTurn { .. } => agreement.or_else(|| choose(view)),
        }
    }
}

/// What an event sets off, given the table right after it: pure, so that a runtime only has to run timers.
///
/// An AI seat whose turn it has become acts; once all are asked to agree, every AI seat in the hand does. The delay is
/// the pace of the table: 600 ms, or with quickplay 0, 100 or 600.
#[must_use]
pub fn triggered(game: &FortyTwo, event: &Event) -> Vec<Scheduled> {
    let ai = |seat: &Seat| game.players().is_ai(*seat) && game.plays(*seat);
    let execute_at = game.quickplay().pace().delay();
    let scheduled = |effect| Scheduled { effect, execute_at };
    match event {
        Event::HandsDealt { .. }
        | Event::BidPlaced { .. }
        | Event::PlayerPassed { .. }
        | Event::BiddingCompleted { .. }
        | Event::TrumpSelected { .. }
        | Event::DominoPlayed { .. }
        | Event::TrickCompleted { .. } => {
            // Where the rules go on by themselves, the turn comes with what they make of it.
            let goes_on = game.consequence().is_some();
            let turn = game.current_player().filter(|seat| !goes_on && ai(seat));
            turn.map(|player| scheduled(Effect::AiTurn { player })).into_iter().collect()
        }
        Event::ConsensusRequested { action } => {
            let seats = Seat::ALL.into_iter().filter(ai);
            seats.map(|player| scheduled(Effect::AiAgree { player, action: *action })).collect()
        }
        Event::SeedCommitted { .. }
        | Event::SeedMixed { .. }
        | Event::SeedRevealed { .. }
        | Event::GameStarted { .. }
        | Event::RedealInitiated { .. }
        | Event::GameEnded { .. }
        | Event::AllPlayersPassed { .. }
        | Event::HandReadyForScoring { .. }
        | Event::HandScored { .. }
        | Event::MarksAwarded { .. }
        | Event::GameTargetReached { .. }
        | Event::PlayerAgreed { .. }
        | Event::ConsensusReached { .. }
        | Event::AiScheduled { .. }
        | Event::AiThinking { .. }
        | Event::AiDecided { .. }
        | Event::QuickplayEnabled {}
        | Event::QuickplayDisabled {}
        | Event::QuickplaySpeedSet { .. }
        | Event::EffectScheduled { .. }
        | Event::AnimationStarted { .. }
        | Event::AnimationCompleted { .. } => Vec::new(),
    }
}

/// What a table is waiting for now, as after loading it or travelling in time: the same effects, from the state alone.
#[must_use]
pub fn resumed(game: &FortyTwo) -> Vec<Scheduled> {
    let mut game = game.clone();
    game.settle(None);
    let game = &game;
    match game.consensus().pending() {
        Some(action) => triggered(game, &Event::ConsensusRequested { action })
            .into_iter()
            .filter(|scheduled| !game.consensus().has_agreed(action, scheduled.effect.player()))
            .collect(),
        None => {
            let execute_at = game.quickplay().pace().delay();
            let turn = game.current_player().filter(|seat| game.players().is_ai(*seat));
            turn.map(|player| Scheduled { effect: Effect::AiTurn { player }, execute_at })
                .into_iter()
                .collect()
        }
    }
}

/// The timers that are running: cancellable timeouts, one for each effect. Times are milliseconds from any beginning.
///
/// ```
/// use chance::SeededChance;
/// use fortytwo::effects::{Schedule, triggered};
/// use fortytwo::{Bot, Command, FortyTwo, HouseRules, PlayerType, Seat, BySeat, Skill};
/// use ledger::{Game as _, Log, Source, Stamp};
///
/// // Four bots at a table: the deal sets off the first bid.
/// let mut log = Log::<FortyTwo>::default();
/// let (player_types, house) = (Some(BySeat([PlayerType::Ai; 4])), HouseRules::default());
/// let start = Command::StartGame { seed: Some(42), player_types, dealer: None, house };
/// let stamp = Stamp { timestamp: 0, source: Source::Engine };
/// log.submit(ledger::Seat(0), "start", None, &start, &mut SeededChance::from_seed(1), stamp)?;
/// let mut schedule = Schedule::default();
/// for event in log.events() {
///     triggered(log.state(), event).into_iter().for_each(|scheduled| schedule.add(scheduled, 0));
/// }
/// assert_eq!(schedule.next(), Some(600));
/// assert!(schedule.take_due(599).is_empty());
///
/// let effect = schedule.take_due(600)[0];
/// let view = log.state().view(Some(effect.player().into()));
/// let mut bot = Bot::new(Skill::Heuristic, 1);
/// assert!(effect.command(&view, &mut |view| bot.choose(view)).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    timers: BTreeMap<Effect, u64>,
}

impl Schedule {
    /// Starts a timer; a running one of the same effect starts again.
    pub fn add(&mut self, scheduled: Scheduled, now: u64) {
        self.timers.insert(scheduled.effect, now.saturating_add(scheduled.execute_at.into()));
    }

    /// Stops a timer; says whether it was running.
    pub fn cancel(&mut self, effect: Effect) -> bool {
        self.timers.remove(&effect).is_some()
    }

    /// Stops all timers: after time travel, or when the table is closed.
    pub fn reset(&mut self) {
        self.timers.clear();
    }

    /// When the next timer ends.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        self.timers.values().copied().min()
    }

    /// Takes out what is due by now, the earliest first; by seat where they are due at once.
    pub fn take_due(&mut self, now: u64) -> Vec<Effect> {
        let mut due: Vec<(u64, Effect)> =
            self.timers.iter().filter(|(_, at)| **at <= now).map(|(effect, at)| (*at, *effect)).collect();
        due.sort_unstable();
        self.timers.retain(|_, at| *at > now);
        due.into_iter().map(|(_, effect)| effect).collect()
    }
}
