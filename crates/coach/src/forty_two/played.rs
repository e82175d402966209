use std::collections::{BTreeMap, BTreeSet};

use fortytwo::{Event, FortyTwo, HandRecord, InputError, JudgedHand, Seat, Solver};
use ledger::Game as _;

/// An event of a game, and what is known of the seat whose hands are looked at.
#[derive(Clone, Copy, Debug)]
pub struct TableEvent<'a> {
    /// What happened.
    pub event: &'a Event,
    /// Whether the table caused it in place of the player of its seat, who was away or too slow.
    pub by_table: bool,
    /// Whether the seat asked for a hint between the event before and this one.
    pub hinted: bool,
}

/// A finished hand of a seat, and which of its choices were not its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedHand {
    /// Its number in the game, the first being 0.
    pub number: u32,
    /// What was dealt, said and played.
    pub record: HandRecord,
    /// The tricks in which the seat had help, 0 being bid and declaration.
    pub aided: BTreeSet<u8>,
}

impl<'a> TableEvent<'a> {
    /// An event of which no more is known than that it happened.
    #[must_use]
    pub const fn plain(event: &'a Event) -> Self {
        Self { event, by_table: false, hinted: false }
    }
}

/// The finished hands of a seat in a game. A game that is [practice](FortyTwo::is_practice) has none.
#[must_use]
pub fn played_hands<'a>(
    events: impl IntoIterator<Item = TableEvent<'a>> + Clone,
    seat: Seat,
) -> Vec<PlayedHand> {
    let mut game = FortyTwo::default();
    let mut aided: BTreeMap<u32, BTreeSet<u8>> = BTreeMap::new();
    for TableEvent { event, by_table, hinted } in events.clone() {
        if hinted || (by_table && chooser(event) == Some(seat)) {
            let done = u8::try_from(game.completed_tricks().tricks().len()).unwrap_or(u8::MAX);
            let trick = if game.contract().is_none() { 0 } else { done.saturating_add(1) };
            aided.entry(game.deck().hand()).or_default().insert(trick);
        }
        game.apply(event);
    }
    if game.is_practice() {
        return Vec::new();
    }
    let records = HandRecord::of_game(events.into_iter().map(|TableEvent { event, .. }| event));
    let hand = |(number, record)| {
        let aided = aided.remove(&number).unwrap_or_default();
        PlayedHand { number, record, aided }
    };
    records.into_iter().map(hand).collect()
}

impl PlayedHand {
    /// What every choice gave away that was the seat's own. Takes about a second.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the record breaks a rule; none that a game gives does.
    pub fn judge(&self, seat: Seat, solver: &mut Solver) -> Result<JudgedHand, InputError> {
        let aided: Vec<u8> = self.aided.iter().copied().collect();
        Ok(JudgedHand::new(self.number, &self.record, seat, solver)?.without(&aided))
    }

    /// What tells its deal from others.
    #[must_use]
    pub fn deal(&self) -> (Seat, [u32; 4]) {
        (self.record.dealer, self.record.hands.0.map(|hand| hand.bits()))
    }
}

/// Who called, named or played with this event.
fn chooser(event: &Event) -> Option<Seat> {
    let (Event::BidPlaced { player, .. }
    | Event::PlayerPassed { player }
    | Event::TrumpSelected { player, .. }
    | Event::DominoPlayed { player, .. }) = event
    else {
        return None;
    };
    Some(*player)
}
