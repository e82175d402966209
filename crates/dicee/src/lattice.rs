//! The one recurrence under every solver of this crate.
//!
//! The 462 keeps form a lattice: adding a die to a keep gives a larger keep, up to the 252 full rolls. Two
//! sweeps over its 1,260 edges replace the 4,368 x 252 sums of the textbook formulation:
//!
//! - [`average`]: a keep is worth the mean of the six keeps that one more die can make of it;
//! - [`choose`]: a roll is worth its best sub-keep, and the best of a keep is the better of itself and the
//!   best of each keep with one die less.
//!
//! Both visit the keeps in a fixed order, so every result is reproducible to the last bit. The cell type
//! says what is carried: one value, eight values side by side, an exact count, or a whole distribution.

use crate::counts::{ALL_COUNTS, FIRST_OF_SIZE, index_of};
use crate::keep::KeepPattern;

/// What a lattice can carry.
pub(crate) trait Cell {
    /// The mean of six cells.
    fn average(cells: [&Self; 6]) -> Self;
    /// Becomes the rival if the rival is better.
    fn improve(&mut self, rival: &Self);
}

/// One cell a keep, by [`KeepIndex`](crate::KeepIndex); padded to a power of two, so that masking an index
/// replaces its bounds check.
pub(crate) type Grid<C> = [C; GRID];

/// The padded size of a grid.
pub(crate) const GRID: usize = 512;

/// Where the full rolls begin in a grid.
pub(crate) const ROLLS: usize = FIRST_OF_SIZE[5] as usize;

/// The keep that one more die makes of a keep of fewer than five dice.
#[inline(always)]
pub(crate) fn with_die(keep: usize, pips: u8) -> usize {
    usize::from(WITH_FACE[keep][usize::from(pips) - 1])
}

/// From the full rolls down: the expectation of every smaller keep when its missing dice are rolled.
// Compiled for the vectors of its caller; browsers have one kind of vectors and want one copy.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn average<C: Cell>(grid: &mut Grid<C>) {
    for keep in (0..ROLLS).rev() {
        let [a, b, c, d, e, f] = WITH_FACE[keep].map(|larger| &grid[usize::from(larger) % GRID]);
        grid[keep] = C::average([a, b, c, d, e, f]);
    }
}

/// From the empty keep up: the best of every keep and all its sub-keeps. In the full rolls this leaves what
/// a player who may choose any keep can expect.
// Compiled for the vectors of its caller; browsers have one kind of vectors and want one copy.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn choose<C: Cell + Clone>(grid: &mut Grid<C>) {
    let mut rest = &CHOICES[..];
    for &(keeps, faces) in &GROUPS {
        let (group, after) = rest.split_at(keeps * (1 + faces));
        rest = after;
        // A fixed number of faces lets the inner loop be unrolled, with no branch to mispredict.
        match faces {
            1 => choose_among::<1, 2, C>(grid, group),
            2 => choose_among::<2, 3, C>(grid, group),
            3 => choose_among::<3, 4, C>(grid, group),
            4 => choose_among::<4, 5, C>(grid, group),
            _ => choose_among::<5, 6, C>(grid, group),
        }
    }
}

#[inline(always)]
fn choose_among<const FACES: usize, const ENTRY: usize, C: Cell + Clone>(grid: &mut Grid<C>, group: &[u16]) {
    for entry in group.as_chunks::<ENTRY>().0 {
        let keep = usize::from(entry[0]) % GRID;
        let mut best = grid[keep].clone();
        for face in 0..FACES {
            best.improve(&grid[usize::from(entry[1 + face]) % GRID]);
        }
        grid[keep] = best;
    }
}

/// The transpose of [`average`]: chances of keeps become chances of rolls. Each keep gives a sixth of its chance to
/// every keep that one more die can make of it.
// Compiled for the vectors of its caller; browsers have one kind of vectors and want one copy.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn spread<const N: usize>(chances: &mut Grid<[f64; N]>) {
    for keep in 0..ROLLS {
        let sixth: [f64; N] = chances[keep].map(|chance| chance * (1.0 / 6.0));
        chances[keep] = [0.0; N];
        for larger in WITH_FACE[keep] {
            let cell = &mut chances[usize::from(larger) % GRID];
            for lane in 0..N {
                cell[lane] += sixth[lane];
            }
        }
    }
}

/// Takes out of `left` what goes to an option: all of it where the option is the goal.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "the goal is a copy of one of the options, bit by bit")]
pub(crate) fn take<const N: usize>(left: &mut [f64; N], option: &[f64; N], goal: &[f64; N]) -> [f64; N] {
    let taken = std::array::from_fn(|lane| if option[lane] == goal[lane] { left[lane] } else { 0.0 });
    for lane in 0..N {
        left[lane] -= taken[lane];
    }
    taken
}

impl Cell for f64 {
    #[inline(always)]
    fn average([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        (((((a + b) + c) + d) + e) + f) * (1.0 / 6.0)
    }

    #[inline(always)]
    fn improve(&mut self, rival: &Self) {
        // Not `f64::max`, which spends instructions on NaN; there is none here.
        *self = if *rival > *self { *rival } else { *self };
    }
}

impl<const N: usize> Cell for [f64; N] {
    #[inline(always)]
    fn average(cells: [&Self; 6]) -> Self {
        std::array::from_fn(|lane| f64::average(cells.map(|cell| &cell[lane])))
    }

    #[inline(always)]
    fn improve(&mut self, rival: &Self) {
        for lane in 0..N {
            self[lane].improve(&rival[lane]);
        }
    }
}

/// Exact counts: numerators over a common power of six, high enough that every sixth is whole.
impl Cell for u64 {
    #[inline(always)]
    fn average(cells: [&Self; 6]) -> Self {
        let sum: Self = cells.into_iter().sum();
        debug_assert!(sum.is_multiple_of(6), "the common denominator is too small");
        sum / 6
    }

    #[inline(always)]
    fn improve(&mut self, rival: &Self) {
        *self = (*self).max(*rival);
    }
}

/// For each keep of fewer than five dice, the keep with one more die of each face.
static WITH_FACE: [[u16; 6]; ROLLS] = {
    let mut table = [[0; 6]; ROLLS];
    let mut keep = 0;
    while keep < ROLLS {
        let mut face = 0;
        while face < 6 {
            let mut counts = ALL_COUNTS[keep];
            counts[face] += 1;
            table[keep][face] = index_of(&counts);
            face += 1;
        }
        keep += 1;
    }
    table
};

/// Runs of [`CHOICES`]: how many keeps, and how many different faces each of them holds. Smaller keeps come
/// first, because larger ones build on them.
static GROUPS: [(usize, usize); 15] = {
    let mut groups = [(0, 0); 15];
    let (mut group, mut dice) = (0, 1);
    while dice <= 5 {
        let mut faces = 1;
        while faces <= dice {
            let mut keep = 0;
            while keep < KeepPattern::COUNT {
                groups[group].0 += holds(keep, dice, faces) as usize;
                keep += 1;
            }
            groups[group].1 = faces;
            group += 1;
            faces += 1;
        }
        dice += 1;
    }
    groups
};

/// For each keep but the empty one: itself, and the keeps with one die less, one for each face it holds.
static CHOICES: [u16; KeepPattern::COUNT - 1 + 6 * ROLLS] = {
    let mut table = [0; KeepPattern::COUNT - 1 + 6 * ROLLS];
    let (mut place, mut dice) = (0, 1);
    while dice <= 5 {
        let mut faces = 1;
        while faces <= dice {
            let mut keep = 0;
            while keep < KeepPattern::COUNT {
                if holds(keep, dice, faces) {
                    let counts = ALL_COUNTS[keep];
                    table[place] = index_of(&counts);
                    place += 1;
                    let mut face = 0;
                    while face < 6 {
                        if counts[face] > 0 {
                            let mut smaller = counts;
                            smaller[face] -= 1;
                            table[place] = index_of(&smaller);
                            place += 1;
                        }
                        face += 1;
                    }
                }
                keep += 1;
            }
            faces += 1;
        }
        dice += 1;
    }
    assert!(place == table.len(), "every edge is counted once from each end");
    table
};

/// Whether a keep holds this many dice of this many different faces.
const fn holds(keep: usize, dice: usize, faces: usize) -> bool {
    let counts = ALL_COUNTS[keep];
    let (mut all, mut different, mut face) = (0, 0, 0);
    while face < 6 {
        all += counts[face] as usize;
        different += (counts[face] > 0) as usize;
        face += 1;
    }
    all == dice && different == faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DiceConfig;

    #[test]
    fn as_many_keeps_hold_so_many_dice_of_so_many_faces_as_counting_says() {
        // Which faces, and how the dice are shared out among them: C(6, faces) * C(dice - 1, faces - 1).
        for (dice, counts) in [(1, [6, 0, 0, 0, 0]), (3, [6, 30, 20, 0, 0]), (5, [6, 60, 120, 60, 6])] {
            for (faces, count) in (1..).zip(counts) {
                let held = (0..KeepPattern::COUNT).filter(|&keep| holds(keep, dice, faces)).count();
                assert_eq!(held, count, "{dice} dice of {faces} faces");
            }
        }
        assert_eq!((0..KeepPattern::COUNT).filter(|&keep| holds(keep, 0, 0)).count(), 1);
    }

    #[test]
    fn averaging_gives_the_mean_over_all_ordered_rolls() {
        let mut grid: Grid<f64> = [0.0; GRID];
        for config in DiceConfig::iter_all() {
            grid[config.to_index().keep_all().as_usize()] = f64::from(config.sum()).powi(2);
        }
        average(&mut grid);
        // E[(sum of five dice)^2] = 17.5^2 + 5 * 35/12
        assert!((grid[0] - (17.5 * 17.5 + 5.0 * 35.0 / 12.0)).abs() < 1e-9);
    }

    #[test]
    fn choosing_gives_every_roll_its_best_keep() {
        let worth = |keep: usize| (keep * 7919 % 1009) as u64;
        let mut grid: Grid<u64> = std::array::from_fn(worth);
        choose(&mut grid);
        for roll in DiceConfig::iter_all() {
            let best = KeepPattern::iter_valid_for(roll).map(|keep| worth(keep.to_index().as_usize())).max();
            assert_eq!(Some(grid[roll.to_index().keep_all().as_usize()]), best, "{roll}");
        }
    }

    #[test]
    fn eight_values_side_by_side_are_eight_values_one_by_one() {
        let worth = |keep: usize, lane: usize| ((keep * 31 + lane * 17) % 101) as f64 / 7.0;
        let mut lanes: Grid<[f64; 8]> =
            std::array::from_fn(|keep| std::array::from_fn(|lane| worth(keep, lane)));
        average(&mut lanes);
        choose(&mut lanes);
        for lane in 0..8 {
            let mut single: Grid<f64> = std::array::from_fn(|keep| worth(keep, lane));
            average(&mut single);
            choose(&mut single);
            for (one, eight) in single.iter().zip(&lanes) {
                assert_eq!(one.to_bits(), eight[lane].to_bits());
            }
        }
    }
}
