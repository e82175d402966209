//! One turn played by a policy: how likely each of its ends is.

mod oversight;

use chance::Chance;

use crate::branch::Branches;
use crate::config::{ConfigIndex, DiceConfig};
use crate::keep::{KeepPattern, keeps_of};
use crate::lattice::{self, Cell as _, GRID, Grid, ROLLS};
use crate::rolls_left::RollsLeft;
use crate::solver::simd::{self, Kernel};
use oversight::Oversight;

/// Positions whose turns are played side by side.
pub(crate) const LANES: usize = 8;
pub(crate) type Lanes = [f64; LANES];

/// Where in a turn a player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStart {
    /// Before the first roll.
    Fresh,
    /// With a roll on the table, before deciding what to do with it.
    Rolled {
        /// The roll.
        roll: DiceConfig,
        /// Rolls still to come.
        rolls_left: RollsLeft,
    },
    /// With these dice kept and the rest in the cup.
    Kept {
        /// The kept dice.
        keep: KeepPattern,
        /// Rolls still to come, the one with the dice in the cup among them; with none, nothing is rolled and this is
        /// only possible with all five dice kept.
        rolls_left: RollsLeft,
    },
}

impl TurnStart {
    /// The roll that the turn goes on with, and the rolls left after it; rolls the dice that are not there yet.
    pub(crate) fn roll(self, luck: &mut impl Chance) -> (DiceConfig, RollsLeft) {
        match self {
            Self::Fresh => (KeepPattern::NOTHING.complete(luck), RollsLeft::AFTER_FIRST),
            Self::Rolled { roll, rolls_left } => (roll, rolls_left),
            Self::Kept { keep, rolls_left } => {
                (keep.complete(luck), rolls_left.after_roll().unwrap_or(RollsLeft::NONE))
            }
        }
    }

    /// How often the policy chooses between rolling again and standing.
    const fn choices(self) -> usize {
        match self {
            Self::Fresh => RollsLeft::AFTER_FIRST.as_usize(),
            Self::Rolled { rolls_left, .. } => rolls_left.as_usize(),
            Self::Kept { rolls_left, .. } => rolls_left.as_usize().saturating_sub(1),
        }
    }
}

/// Room for the grids of a turn; made once, used for many turns.
pub(crate) struct Scratch {
    /// The value of every keep with so many choices left, before and after choosing.
    worth: [Grid<Lanes>; 4],
    best: [Grid<Lanes>; 4],
    chances: Grid<Lanes>,
}

impl Scratch {
    pub(crate) fn new() -> Box<Self> {
        let grid = [[0.0; LANES]; GRID];
        Box::new(Self { worth: [grid; 4], best: [grid; 4], chances: grid })
    }
}

/// The chance of every branch, when each choice takes the option of the highest worth among those that are seen. `worth`
/// says what each branch is worth in each lane, `sees` how likely an option is seen, and `ends` receives the chances.
pub(crate) fn play_turn(
    branches: &Branches,
    worth: &[Lanes],
    sees: f64,
    start: TurnStart,
    scratch: &mut Scratch,
    ends: &mut Vec<Lanes>,
) {
    ends.clear();
    ends.resize(branches.list().len(), [0.0; LANES]);
    simd::run(PlayTurn { branches, worth, sees, start, scratch, ends });
}

struct PlayTurn<'a> {
    branches: &'a Branches,
    worth: &'a [Lanes],
    sees: f64,
    start: TurnStart,
    scratch: &'a mut Scratch,
    ends: &'a mut [Lanes],
}

impl Kernel for PlayTurn<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Scratch { worth, best, chances } = self.scratch;
        let choices = self.start.choices();
        let standing = &mut best[0];
        for roll in 0..DiceConfig::COUNT {
            let mut options =
                self.branches.of_roll(roll).iter().map(|&place| &self.worth[usize::from(place)]);
            let mut highest = *options.next().expect("some box is open");
            for option in options {
                highest.improve(option);
            }
            standing[ROLLS + roll] = highest;
        }
        for level in 1..=choices {
            worth[level].copy_from_slice(&best[level - 1]);
            lattice::average(&mut worth[level]);
            best[level].copy_from_slice(&worth[level]);
            lattice::choose(&mut best[level]);
        }
        chances.fill([0.0; LANES]);
        match self.start {
            TurnStart::Fresh => {
                chances[0] = [1.0; LANES];
                lattice::spread(chances);
            }
            TurnStart::Kept { keep, rolls_left } => {
                chances[keep.to_index().as_usize()] = [1.0; LANES];
                if rolls_left > RollsLeft::NONE {
                    lattice::spread(chances);
                }
            }
            TurnStart::Rolled { roll, .. } => chances[whole(roll.to_index())] = [1.0; LANES],
        }
        if self.sees < 1.0 {
            let mut oversight = Oversight::new(self.branches, self.worth, self.sees, self.ends);
            for level in (1..=choices).rev() {
                oversight.follow(Some(&worth[level]), chances);
                lattice::spread(chances);
            }
            oversight.follow(None, chances);
            return;
        }
        for level in (1..=choices).rev() {
            follow(&worth[level], &best[level], chances);
            lattice::spread(chances);
        }
        for roll in 0..DiceConfig::COUNT {
            let mut left = chances[ROLLS + roll];
            let goal = best[0][ROLLS + roll];
            for &place in self.branches.of_roll(roll) {
                let place = usize::from(place);
                let taken = lattice::take(&mut left, &self.worth[place], &goal);
                for (end, taken) in self.ends[place].iter_mut().zip(taken) {
                    *end += taken;
                }
            }
        }
    }
}

/// Chances of rolls become chances of the keeps that are chosen: the best one, and among equals the one that keeps most
/// dice, then the one with the lowest index, as [`TurnValues::best_keep`](crate::TurnValues::best_keep) has it.
#[inline(always)]
fn follow(worth: &Grid<Lanes>, best: &Grid<Lanes>, chances: &mut Grid<Lanes>) {
    for roll in ConfigIndex::iter_all() {
        let mut left = std::mem::take(&mut chances[whole(roll) % GRID]);
        let goal = &best[whole(roll) % GRID];
        for keep in keeps_of(roll) {
            let keep = keep.as_usize() % GRID;
            let taken = lattice::take(&mut left, &worth[keep], goal);
            for (chance, taken) in chances[keep].iter_mut().zip(taken) {
                *chance += taken;
            }
            if left.iter().all(|left| *left <= 0.0) {
                break;
            }
        }
    }
}

fn whole(roll: ConfigIndex) -> usize {
    roll.keep_all().as_usize()
}
