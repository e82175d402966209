//! Choices of somebody who overlooks options.

use super::{LANES, Lanes};
use crate::branch::Branches;
use crate::config::ConfigIndex;
use crate::keep::keeps_of;
use crate::lattice::{GRID, Grid};

/// Chances below this are not handed on to options that are worse still.
const TRIFLE: f64 = 1e-13;

/// Each option is seen with a certain chance, and the best of those that are seen is taken; if none is seen, the best of
/// all. So the best option is taken with that chance, the next with that chance of what is left, and so on.
pub(super) struct Oversight<'a> {
    branches: &'a Branches,
    worth: &'a [Lanes],
    sees: f64,
    ends: &'a mut [Lanes],
    options: Vec<(f64, Choice)>,
}

/// What an option leads to.
#[derive(Clone, Copy)]
enum Choice {
    /// A branch, by its place in the list.
    Score(usize),
    /// A keep, by its index.
    Keep(usize),
}

impl<'a> Oversight<'a> {
    pub(super) fn new(branches: &'a Branches, worth: &'a [Lanes], sees: f64, ends: &'a mut [Lanes]) -> Self {
        Self { branches, worth, sees, ends, options: Vec::with_capacity(64) }
    }

    /// Chances of rolls become chances of ends of the turn and, while a roll is left, of keeps, whose worth is given.
    pub(super) fn follow(&mut self, keeps: Option<&Grid<Lanes>>, chances: &mut Grid<Lanes>) {
        for roll in ConfigIndex::iter_all() {
            let whole = roll.keep_all().as_usize() % GRID;
            let left = std::mem::take(&mut chances[whole]);
            for lane in (0..LANES).filter(|&lane| left[lane] > 0.0) {
                self.rank(roll, keeps, lane);
                self.choose(left[lane], lane, chances);
            }
        }
    }

    /// The options of a roll, best first; equal ones in the order in which bots look at them.
    fn rank(&mut self, roll: ConfigIndex, keeps: Option<&Grid<Lanes>>, lane: usize) {
        self.options.clear();
        let places = self.branches.of_roll(roll.as_usize()).iter().map(|&place| usize::from(place));
        self.options.extend(places.map(|place| (self.worth[place][lane], Choice::Score(place))));
        if let Some(worth) = keeps {
            let partial = keeps_of(roll).iter().filter(|keep| **keep != roll.keep_all());
            let partial = partial.map(|keep| keep.as_usize() % GRID);
            self.options.extend(partial.map(|keep| (worth[keep][lane], Choice::Keep(keep))));
        }
        self.options.sort_by(|a, b| b.0.total_cmp(&a.0));
    }

    fn choose(&mut self, chance: f64, lane: usize, chances: &mut Grid<Lanes>) {
        let mut give = |choice, share| match choice {
            Choice::Score(place) => self.ends[place][lane] += share,
            Choice::Keep(keep) => chances[keep][lane] += share,
        };
        let mut left = chance;
        for &(_, choice) in &self.options {
            give(choice, left * self.sees);
            left -= left * self.sees;
            if left < TRIFLE * chance {
                break;
            }
        }
        let (_, best) = self.options[0];
        give(best, left);
    }
}
