//! What can be read out of a finished or running history: each player's record, and whether the dice were fair.

use std::collections::BTreeMap;

use chance::{Chance, ServerSeed};
use ledger::{Envelope, Game as _, Log, PlayerId};
use thiserror::Error;

use super::luck::{DiceSource, Luck};
use super::{DiceeEvent, DiceeGame, TABLE};
use crate::dice::Dice;
use crate::record::{GameRecord, TurnRecord};

/// Every player's finished turns, roll by roll: what grading and the account of luck and skill start from. A score that
/// was taken back is not in it. Where it is known who sent what, [`records_of`] is better.
#[must_use]
pub fn records<'a>(events: impl IntoIterator<Item = &'a DiceeEvent>) -> BTreeMap<PlayerId, GameRecord> {
    records_by(events.into_iter().map(|event| (event, false)))
}

/// The same, of a log: a turn that the clock ended says so ([`TurnRecord::by_clock`]).
#[must_use]
pub fn records_of(log: &Log<DiceeGame>) -> BTreeMap<PlayerId, GameRecord> {
    let by_clock = |envelope: &Envelope<DiceeEvent>| envelope.correlation_id.seat() == Some(TABLE);
    records_by(log.envelopes().iter().map(|envelope| (&envelope.payload, by_clock(envelope))))
}

/// The same, of events that each say whether the clock brought them about.
#[must_use]
pub fn records_by<'a>(
    events: impl IntoIterator<Item = (&'a DiceeEvent, bool)>,
) -> BTreeMap<PlayerId, GameRecord> {
    let mut game = DiceeGame::default();
    let mut turns: Vec<(PlayerId, TurnRecord)> = Vec::new();
    let mut last_was_score = false;
    for (event, by_clock) in events {
        match event {
            DiceeEvent::Score { chosen_category, .. } => {
                let table = game.table();
                let turn =
                    table.and_then(|table| Some((table.current_player().ok()?.id(), table.turn().ok()?)));
                if let Some((player, turn)) = turn {
                    let rolls = turn.rolls();
                    let keeps = rolls.windows(2).map(|pair| pair[0].dice.kept(pair[1].kept)).collect();
                    let dice = rolls.iter().map(|rolled| rolled.dice.config()).collect();
                    let turn = TurnRecord::new(dice, keeps, *chosen_category).ok();
                    turns.extend(turn.map(|turn| (player, turn.by_clock(by_clock))));
                    last_was_score = true;
                }
            }
            DiceeEvent::Undo {} if last_was_score => {
                turns.pop();
                last_was_score = false;
            }
            DiceeEvent::Error { .. } => {}
            DiceeEvent::GameCreated { .. }
            | DiceeEvent::PlayerJoined { .. }
            | DiceeEvent::SeedMixed { .. }
            | DiceeEvent::GameStarted { .. }
            | DiceeEvent::Roll { .. }
            | DiceeEvent::Keep { .. }
            | DiceeEvent::Undo {}
            | DiceeEvent::GameAbandoned { .. }
            | DiceeEvent::GameCompleted { .. }
            | DiceeEvent::SeedRevealed { .. } => last_was_score = false,
        }
        game.apply(event);
    }
    let mut records = BTreeMap::new();
    if let Some(table) = game.table() {
        for player in table.players() {
            records.insert(player.id(), GameRecord::new(table.rules()));
        }
    }
    for (player, turn) in turns {
        if let Some(record) = records.get_mut(&player) {
            record.push(turn).expect("the game allowed the turn");
        }
    }
    records
}

/// What is known about the dice of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceCheck {
    /// The table rolled and promised nothing: there is nothing to check.
    Unpromised,
    /// A promise was made; the seed is not shown yet.
    NotRevealed,
    /// Every draw follows from the seeds.
    Fair {
        /// How many rolls were drawn again.
        rolls: u64,
    },
}

/// Dice that do not follow from their seeds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceError {
    /// The order of players.
    #[error("event {}: the order of players is not the one that the seeds give", position + 1)]
    Order {
        /// Where, from 0.
        position: usize,
    },
    /// A roll.
    #[error("event {}: the dice are {actual}, but the seeds give {expected}", position + 1)]
    Roll {
        /// Where, from 0.
        position: usize,
        /// What was rolled.
        actual: Dice,
        /// What the seeds give.
        expected: Dice,
    },
}

/// Draws every roll of a history again from its seeds.
///
/// # Errors
///
/// [`DiceError`] at the first draw that differs.
pub fn check_dice<'a>(
    events: impl IntoIterator<Item = &'a DiceeEvent> + Clone,
) -> Result<DiceCheck, DiceError> {
    let mut last = DiceeGame::default();
    events.clone().into_iter().for_each(|event| last.apply(event));
    let Some(table) = last.table() else { return Ok(DiceCheck::Unpromised) };
    let secret = table.revealed().map(|seed| ServerSeed::from_bytes(seed.0));
    match table.dice_source() {
        DiceSource::Table => return Ok(DiceCheck::Unpromised),
        DiceSource::Fair { .. } if secret.is_none() => return Ok(DiceCheck::NotRevealed),
        DiceSource::Seeded { .. } | DiceSource::Fair { .. } => {}
    }
    let mut game = DiceeGame::default();
    let mut rolls = 0;
    for (position, event) in events.into_iter().enumerate() {
        if let Some(luck) = game.luck(secret.as_ref()) {
            check_draw(&game, event, luck, position)?;
        }
        rolls += u64::from(matches!(event, DiceeEvent::Roll { .. }));
        game.apply(event);
    }
    Ok(DiceCheck::Fair { rolls })
}

fn check_draw(
    game: &DiceeGame,
    event: &DiceeEvent,
    mut luck: Luck,
    position: usize,
) -> Result<(), DiceError> {
    let Some(table) = game.table() else { return Ok(()) };
    if let DiceeEvent::GameStarted { turn_order } = event {
        let mut order: Vec<PlayerId> = table.staying().map(super::Player::id).collect();
        luck.shuffle(&mut order);
        return if order == *turn_order { Ok(()) } else { Err(DiceError::Order { position }) };
    }
    let DiceeEvent::Roll { dice_result, kept_mask } = event else { return Ok(()) };
    let expected = match table.turn().ok().and_then(super::Turn::dice) {
        None => Dice::roll(&mut luck),
        Some(before) => before.reroll(*kept_mask, &mut luck),
    };
    if expected == *dice_result {
        Ok(())
    } else {
        Err(DiceError::Roll { position, actual: *dice_result, expected })
    }
}
