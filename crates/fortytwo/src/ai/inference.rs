use chance::{Chance, InputError};

use super::belief::Belief;
use super::reading::Reading;
use crate::seat::BySeat;
use crate::sight::Sight;
use crate::tile_set::TileSet;

/// The worlds that a seat can think of, each with how well it fits what was called and what was played.
#[derive(Debug)]
pub(super) struct Inference<'a> {
    calls: Belief<'a>,
    plays: Reading,
}

/// How many worlds are weighed for each one that is kept.
const DRAWN: usize = 6;

impl<'a> Inference<'a> {
    pub(super) fn new(sight: &'a Sight) -> Result<Self, InputError> {
        Ok(Self { calls: Belief::of_house(sight)?, plays: Reading::new(sight) })
    }

    /// About so many worlds with their weights, which add up to 1: all of them where there are no more, else some
    /// that were drawn with the probability that they fit.
    pub(super) fn sample(&self, number: usize, luck: &mut impl Chance) -> Vec<(BySeat<TileSet>, f64)> {
        let worlds = self.calls.worlds();
        if worlds.count() <= number as u64 {
            return normal(self.weigh(worlds.all()));
        }
        let drawn = if worlds.count() <= (DRAWN * number) as u64 {
            worlds.all()
        } else {
            (0..DRAWN * number).map(|_| worlds.draw(luck)).collect()
        };
        let weighed = normal(self.weigh(drawn));
        // Equal steps through the weights, from a random start: a world is kept as often as its weight says.
        let step = 1.0 / number as f64;
        let mut mark = step * f64::from(luck.next_word()) / (f64::from(u32::MAX) + 1.0);
        let (mut passed, mut kept) = (0.0, Vec::with_capacity(number));
        for (world, weight) in weighed {
            passed += weight;
            let mut times = 0.0;
            while mark < passed {
                times += step;
                mark += step;
            }
            if times > 0.0 {
                kept.push((world, times));
            }
        }
        // In the order of drawing, the worlds of an enumeration would come sorted.
        shuffle(&mut kept, luck);
        normal(kept)
    }

    fn weigh(&self, worlds: Vec<BySeat<TileSet>>) -> Vec<(BySeat<TileSet>, f64)> {
        let weigh = |world: BySeat<TileSet>| {
            let weight = self.calls.plausibility(&world) * self.plays.fits(&world) * self.doubles(&world);
            (world, weight)
        };
        worlds.into_iter().map(weigh).collect()
    }

    /// A splash or a plunge was called with the doubles for it.
    fn doubles(&self, world: &BySeat<TileSet>) -> f64 {
        // Not 0: when no world that was drawn fits, any will do.
        if self.calls.could_call(world) { 1.0 } else { 1e-6 }
    }
}

fn normal(mut worlds: Vec<(BySeat<TileSet>, f64)>) -> Vec<(BySeat<TileSet>, f64)> {
    let sum: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    worlds.iter_mut().for_each(|(_, weight)| *weight /= sum.max(f64::MIN_POSITIVE));
    worlds
}

fn shuffle<T>(list: &mut [T], luck: &mut impl Chance) {
    for last in (1..list.len()).rev() {
        let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
        list.swap(last, luck.below(bound) as usize);
    }
}
