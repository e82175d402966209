//! The dice of a game, rolled some time ahead.

use chance::SeededChance;

use crate::config::ConfigIndex;
use crate::keep::KeepIndex;
use crate::lattice::{self, ROLLS};

/// The dice of one stream of luck. Many are rolled at once and wait here; the generator, which is several times as large,
/// is made again when they are used up.
#[derive(Clone, Debug)]
pub(crate) struct Cup {
    stream: u64,
    /// Words of the stream that were used for the dice so far.
    drawn: u64,
    next: u8,
    dice: [u8; AHEAD as usize],
}

/// As many dice as words that the generator makes at once.
const AHEAD: u8 = 64;

impl Cup {
    /// The dice of this stream from its beginning.
    pub(crate) const fn new(stream: u64) -> Self {
        Self::after(stream, 0)
    }

    /// The dice of a stream after so many of its words.
    pub(crate) const fn after(stream: u64, drawn: u64) -> Self {
        Self { stream, drawn, next: AHEAD, dice: [0; AHEAD as usize] }
    }

    /// Rolls the dice that are not kept; `luck` is the one that the stream belongs to.
    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    pub(crate) fn roll(&mut self, luck: &SeededChance, kept: KeepIndex) -> ConfigIndex {
        let mut keep = kept.as_usize();
        while keep < ROLLS {
            keep = lattice::with_die(keep, self.die(luck));
        }
        let roll = u8::try_from(keep - ROLLS).ok().and_then(ConfigIndex::new);
        roll.expect("five dice are one of 252 rolls")
    }

    #[inline]
    fn die(&mut self, luck: &SeededChance) -> u8 {
        if self.next == AHEAD {
            self.refill(luck);
        }
        let die = self.dice[usize::from(self.next % AHEAD)];
        self.next += 1;
        die
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self, luck: &SeededChance) {
        let mut luck = luck.stream_after(self.stream, self.drawn);
        self.dice = luck.dice();
        self.drawn = luck.save().drawn;
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::KeepPattern;

    #[test]
    fn a_cup_rolls_the_dice_of_its_stream_in_order() {
        let luck = SeededChance::from_seed(5);
        let mut one_by_one = luck.stream(8);
        let mut cup = Cup::new(8);
        for (number, keep) in KeepPattern::iter_all().enumerate() {
            let rolled = cup.roll(&luck, keep.to_index());
            assert_eq!(rolled, keep.complete(&mut one_by_one).to_index(), "roll {number}");
            if number == 40 {
                // A cup can go on where somebody else stopped.
                let saved = one_by_one.save();
                cup = Cup::after(saved.stream, saved.drawn);
            }
        }
    }
}
