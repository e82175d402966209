use super::Projection;
use crate::deal::next_seed;
use crate::event::Event;
use crate::house::HouseRules;
use crate::seat::Seat;

/// Where the tiles come from: the chain of seeds, who deals, and under which house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    seed: Option<u32>,
    first_seed: Option<u32>,
    hand: u32,
    dealer: Option<Seat>,
    house: HouseRules,
    /// Whether nobody can play this hand any more.
    over: bool,
    redealt: bool,
}

impl Deck {
    /// The seed of this hand, in practice and links. Who knows it knows every hand of the game.
    #[must_use]
    pub const fn seed(&self) -> Option<u32> {
        self.seed
    }

    /// The seed of the first hand, in practice and links.
    #[must_use]
    pub const fn first_seed(&self) -> Option<u32> {
        self.first_seed
    }

    /// The number of this hand, the first being 0. Redeals count.
    #[must_use]
    pub const fn hand(&self) -> u32 {
        self.hand
    }

    /// Who dealt this hand, once there is one.
    #[must_use]
    pub const fn dealer(&self) -> Option<Seat> {
        self.dealer
    }

    /// What the table agreed on.
    #[must_use]
    pub const fn house(&self) -> HouseRules {
        self.house
    }

    /// Whether somebody had tiles dealt again that could have been played.
    #[must_use]
    pub const fn was_redealt(&self) -> bool {
        self.redealt
    }

    /// The redeal that comes next.
    #[must_use]
    pub fn redeal(&self) -> Option<Event> {
        let new_seed = self.seed.map(|seed| next_seed(seed, self.hand.wrapping_add(1)));
        Some(Event::RedealInitiated { new_seed, dealer: self.dealer?.left() })
    }
}

impl Projection for Deck {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::GameStarted { seed, dealer, house, .. } => {
                *self = Self { seed, first_seed: seed, dealer: Some(dealer), house, ..Self::default() };
            }
            Event::AllPlayersPassed { .. } | Event::HandReadyForScoring { .. } => self.over = true,
            Event::RedealInitiated { new_seed, dealer } => {
                (self.seed, self.dealer) = (new_seed, Some(dealer));
                self.hand = self.hand.wrapping_add(1);
                self.redealt |= !self.over;
                self.over = false;
            }
            _ => {}
        }
    }
}
