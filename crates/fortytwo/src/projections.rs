//! What follows from the events, one small type a question. Each folds the events by itself, needs no other, and can
//! be built from any history; together they are the state of the game.

mod bids;
mod completed_tricks;
mod consensus;
mod current_player;
mod deck;
mod hands;
mod last_hand;
mod phase;
mod player_types;
mod promise;
mod quickplay;
mod teams;
mod trick;
mod trick_count;
mod trump;

pub use bids::Bids;
pub use completed_tricks::{CompletedTrick, CompletedTricks};
pub use consensus::Consensus;
pub use current_player::CurrentPlayer;
pub use deck::Deck;
pub use hands::Hands;
pub use last_hand::LastHand;
pub use phase::Phase;
pub use player_types::PlayerTypes;
pub use promise::Promise;
pub use quickplay::Quickplay;
pub use teams::Teams;
pub use trick::{Play, Trick};
pub use trick_count::TrickCount;
pub use trump::Trump;

use crate::event::Event;

/// An answer that is a fold of events. `Default` is the answer before anything happened; time travel begins there again.
pub trait Projection: Default {
    /// Takes one more event into account. It happened, so this never fails.
    fn fold(&mut self, event: &Event);

    /// The answer after these events.
    fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut answer = Self::default();
        events.into_iter().for_each(|event| answer.fold(event));
        answer
    }
}
