//! Guesses at chances in the dice game: noted at once, and sent with the exact chance when the turn is over, so that nobody
//! learns a chance while it still helps.

use dicee::{Category, DiceeEvent, DiceeGame, Position, Rules, Table};
use ledger::{Log, PlayerId, Stream};
use protocol::contract::{ConfidenceLevel, Moment, Prediction, Stamp, TelemetryBody, TelemetryEvent};
use protocol::{ErrorCode, ServerMessage};
use serde::Serialize;
use serde_json::Value;

use crate::context::Context;
use crate::game::{Asker, Denied, NoteCounts, QueryAnswer};
use crate::solved_games::SolvedGames;

/// Guesses of one player at one position, and of everybody during one turn.
const MOST_AT_ONCE: usize = 3;
const MOST_IN_A_TURN: usize = 256;

/// A guess at the chance to score in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The box.
    pub category: Category,
    /// From 0 to 1.
    pub probability: f64,
    /// How sure the player is.
    pub confidence: ConfidenceLevel,
}

/// The guesses of the turn that goes on.
#[derive(Debug, Default)]
pub(super) struct Predictions {
    pending: Vec<PendingPrediction>,
}

#[derive(Debug)]
struct PendingPrediction {
    /// By id alone: the name may be another one when the turn is over, or be erased.
    player: PlayerId,
    /// The position that it is about.
    version: u64,
    category: Category,
    rules: Rules,
    position: Position,
    event: TelemetryEvent,
}

impl Predictions {
    /// Takes a guess of anybody who says who they are, once for each box and position. That of somebody without a seat is told
    /// and scored, but leaves no note: erasing a player finds the notes about them through their seats.
    pub(super) fn note(
        &mut self,
        log: &Log<DiceeGame>,
        asker: &Asker,
        guess: Guess,
        counts: NoteCounts,
        context: &Context<SolvedGames>,
    ) -> Result<QueryAnswer, Denied> {
        let Guess { category, probability, confidence } = guess;
        let player = asker.player.ok_or_else(|| {
            Denied::new(ErrorCode::Unauthorized, "a guess needs a name: send authenticate first")
        })?;
        if !(0.0..=1.0).contains(&probability) {
            let message = format!("predictedProbability: expected 0 to 1, got {probability}");
            return Err(Denied::new(ErrorCode::InvalidRequest, message));
        }
        let version = log.version();
        self.check_room(player, version, category)?;
        let nothing = || Denied::new(ErrorCode::InvalidTurn, "there are no dice to guess about");
        let table = log.state().table().ok_or_else(nothing)?;
        let turn = table.turn().map_err(|_| nothing())?;
        let position = table.player(turn.seat()).ok_or_else(nothing)?.card().position();
        let moment = Moment::now(log, context.services().outlook(table.rules())).ok_or_else(nothing)?;
        // Behind the roll that it is about, whatever the clock says.
        let last = log.envelopes().last().map_or(0, |last| last.timestamp);
        let stamp = Stamp { sequence_number: counts.telemetry + 1, timestamp: context.now().max(last) };
        let event = moment.prediction(player, category, probability, confidence, stamp).ok_or_else(|| {
            Denied::new(ErrorCode::CategoryScored, format!("category: {} is filled", category.name()))
        })?;
        let note = asker.seat.map(|_| Ok((Stream::Telemetry, json(&event)?))).transpose()?;
        let rules = table.rules();
        self.pending.push(PendingPrediction { player, version, category, rules, position, event });
        let display_name = asker.name.clone();
        let message = ServerMessage::Predicted { player_id: player, display_name, version, category };
        let notes = note.into_iter().collect();
        Ok(QueryAnswer { everybody: Some(message), notes, ..QueryAnswer::default() })
    }

    fn check_room(&self, player: PlayerId, version: u64, category: Category) -> Result<(), Denied> {
        let own = || self.pending.iter().filter(|known| (known.player, known.version) == (player, version));
        if own().any(|known| known.category == category) {
            let message = format!("you guessed {} at this roll already", category.name());
            return Err(Denied::new(ErrorCode::Conflict, message));
        }
        if own().count() >= MOST_AT_ONCE {
            let message = format!("at most {MOST_AT_ONCE} guesses per roll");
            return Err(Denied::new(ErrorCode::RateLimit, message));
        }
        if self.pending.len() >= MOST_IN_A_TURN {
            return Err(Denied::new(ErrorCode::RateLimit, "too many guesses this turn"));
        }
        Ok(())
    }

    /// Scores the guesses, if a turn has ended since this version. A game that ended otherwise forgets them.
    pub(super) fn settle(
        &mut self,
        log: &Log<DiceeGame>,
        since: u64,
        names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let fresh = log.envelopes().get(since..).unwrap_or_default();
        let scored = fresh.iter().position(|event| matches!(event.payload, DiceeEvent::Score { .. }));
        let Some(scored) = scored else {
            if log.state().table().is_some_and(Table::is_over) {
                self.pending.clear();
            }
            return Vec::new();
        };
        let before = log.envelopes()[..since + scored].iter().rev();
        let mut rolls = before.filter_map(|event| {
            if let DiceeEvent::Roll { dice_result, .. } = &event.payload { Some(*dice_result) } else { None }
        });
        let Some(dice) = rolls.next() else { return Vec::new() };
        let settled = std::mem::take(&mut self.pending).into_iter().filter_map(|guess| {
            let TelemetryBody::Prediction(Prediction { predicted_probability, actual_probability, .. }) =
                guess.event.body
            else {
                return None;
            };
            let scored = guess.position.score(guess.rules, dice.config(), guess.category);
            let achieved = scored.is_ok_and(|outcome| outcome.scored.points > 0);
            let brier = |chance: f64| (chance - f64::from(u8::from(achieved))).powi(2);
            Some(ServerMessage::Prediction {
                display_name: names(guess.player),
                achieved,
                brier: brier(predicted_probability),
                exact_brier: brier(actual_probability),
                event: Box::new(guess.event),
            })
        });
        settled.collect()
    }
}

/// A note as it is stored.
pub(super) fn json(event: &impl Serialize) -> Result<Value, Denied> {
    serde_json::to_value(event).map_err(|error| Denied::new(ErrorCode::Internal, error.to_string()))
}
