//! Carries the chance of every position and every number of points forward, turn by turn, to the full card.

use std::collections::BTreeMap;
use std::ops::Range;

use super::turn::{LANES, Lanes, Scratch, TurnStart, play_turn};
use crate::branch::{Branch, Branches};
use crate::category::Category;
use crate::policy::Policy;
use crate::position::{Position, settled};
use crate::solver::simd::{self, Kernel};
use crate::solver::{ROW, RowIndex, map};

/// Chances by points scored so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mass<T = f64> {
    pub(crate) first: usize,
    pub(crate) chances: Vec<T>,
}

/// One position that the game can have reached, and how the policy sees it.
struct Entry {
    upper: u8,
    mass: Mass,
    /// The points so far, where the policy depends on them.
    scored: Option<u16>,
}

/// The reached positions of one row, with the chance of every end of their next turn.
struct Source {
    row: RowIndex,
    branches: Branches,
    entries: Vec<Entry>,
    /// For each group of [`LANES`] entries, the chance of each branch.
    ends: Vec<Vec<Lanes>>,
}

/// The reached positions of one row, by settled upper subtotal, with the points scored on the way.
pub(crate) type Reached = (RowIndex, Vec<(u8, Mass)>);

/// The distribution of the points from here to the full card.
pub(super) fn points_to_come(policy: &Policy<'_>, position: Position, start: TurnStart) -> Mass {
    let level = carry(policy, position, start, 0);
    // Full cards differ in the upper subtotal and in the Dicee box, and nothing follows from either.
    let full = level.into_iter().flat_map(|(_, reached)| reached).map(|(_, mass)| mass);
    full.reduce(|mut sum, mass| {
        sum.cover(mass.first..mass.end());
        sum.add(&mass, 0, 1.0);
        sum
    })
    .expect("every game ends")
}

/// Plays until so many boxes are open.
pub(crate) fn carry(policy: &Policy<'_>, position: Position, start: TurnStart, until: usize) -> Vec<Reached> {
    let rules = policy.rules();
    let first = RowIndex::of(rules, position.open(), position.dicee_box());
    let mass = Mass { first: 0, chances: vec![1.0] };
    let mut level = vec![(first, vec![(settled(position.open(), position.upper()), mass)])];
    let mut start = start;
    for _ in until..position.open().len() {
        let sources = map(&level, |(row, reached)| source(policy, *row, reached, start));
        start = TurnStart::Fresh;
        // Every target pulls from its sources, one after the other, so the sums have the same order on any thread.
        let mut targets: BTreeMap<usize, (RowIndex, Vec<(usize, Category)>)> = BTreeMap::new();
        for (place, source) in sources.iter().enumerate() {
            for branch in source.branches.list() {
                let (_, feeds) = targets.entry(branch.next.as_usize()).or_insert((branch.next, Vec::new()));
                if feeds.last() != Some(&(place, branch.category)) {
                    feeds.push((place, branch.category));
                }
            }
        }
        let targets: Vec<_> = targets.into_values().collect();
        level = map(&targets, |(row, feeds)| (*row, collect(&sources, *row, feeds)));
        level.retain(|(_, reached)| !reached.is_empty());
    }
    level
}

fn source(policy: &Policy<'_>, row: RowIndex, reached: &[(u8, Mass)], start: TurnStart) -> Source {
    let branches = Branches::new(policy.rules(), row);
    let entries: Vec<Entry> =
        reached.iter().flat_map(|(upper, mass)| entries(policy, row, *upper, mass)).collect();
    let mut scratch = Scratch::new();
    let mut worth = vec![[0.0; LANES]; branches.list().len()];
    let ends = entries
        .chunks(LANES)
        .map(|group| {
            for (worth, branch) in worth.iter_mut().zip(branches.list()) {
                for (worth, entry) in worth.iter_mut().zip(group) {
                    *worth = policy.worth(branch, entry.upper, entry.scored);
                }
            }
            let mut ends = Vec::new();
            play_turn(&branches, &worth, policy.sees(), start, &mut scratch, &mut ends);
            ends
        })
        .collect();
    Source { row, branches, entries, ends }
}

/// A policy that depends on the points so far sees every number of them apart.
fn entries(policy: &Policy<'_>, row: RowIndex, upper: u8, mass: &Mass) -> Vec<Entry> {
    let mut apart = Vec::new();
    let mut rest = mass.clone();
    for (place, chance) in rest.chances.iter_mut().enumerate().filter(|(_, chance)| **chance > 0.0) {
        let points = mass.first + place;
        if let Some(scored) = policy.minds_points(row, upper, points) {
            let mass = Mass { first: points, chances: vec![*chance] };
            apart.push(Entry { upper, mass, scored: Some(scored) });
            *chance = 0.0;
        }
    }
    if rest.chances.iter().any(|&chance| chance > 0.0) {
        apart.push(Entry { upper, mass: rest, scored: None });
    }
    apart
}

/// Everything that leads into one row.
fn collect(sources: &[Source], row: RowIndex, feeds: &[(usize, Category)]) -> Vec<(u8, Mass)> {
    let mut masses: [Option<Mass>; ROW] = [const { None }; ROW];
    let each = |visit: &mut dyn FnMut(&Branch, &Entry, f64)| {
        for &(place, category) in feeds {
            let source = &sources[place];
            debug_assert!(source.row.open().contains(category));
            let list = source.branches.list();
            for (group, ends) in source.entries.chunks(LANES).zip(&source.ends) {
                for (lane, entry) in group.iter().enumerate() {
                    for (branch, ends) in list.iter().zip(ends) {
                        if branch.category == category && branch.next == row && ends[lane] > 0.0 {
                            visit(branch, entry, ends[lane]);
                        }
                    }
                }
            }
        }
    };
    each(&mut |branch, entry, _| {
        let (reached, points) = branch.from(entry.upper);
        let first = entry.mass.first + usize::from(points);
        let range = first..first + entry.mass.chances.len();
        match &mut masses[usize::from(reached)] {
            Some(mass) => mass.widen(range),
            none => *none = Some(Mass::zeros(range)),
        }
    });
    for mass in masses.iter_mut().flatten() {
        mass.chances.fill(0.0);
    }
    each(&mut |branch, entry, chance| {
        let (reached, points) = branch.from(entry.upper);
        if let Some(mass) = &mut masses[usize::from(reached)] {
            mass.add(&entry.mass, usize::from(points), chance);
        }
    });
    (0..).zip(masses).filter_map(|(upper, mass)| Some((upper, mass?))).collect()
}

impl Mass {
    pub(crate) fn zeros(range: Range<usize>) -> Self {
        Self { first: range.start, chances: vec![0.0; range.len()] }
    }

    /// Drops chances below this at both ends.
    pub(crate) fn cut(&mut self, trifle: f64) {
        while self.chances.len() > 1 && self.chances.last().is_some_and(|chance| *chance < trifle) {
            self.chances.pop();
        }
        let low = self.chances.iter().take_while(|chance| **chance < trifle).count();
        let low = low.min(self.chances.len() - 1);
        self.chances.drain(..low);
        self.first += low;
    }

    /// Makes room for these points; what was there keeps its place.
    pub(crate) fn cover(&mut self, range: Range<usize>) {
        if range.start < self.first {
            self.chances.splice(0..0, std::iter::repeat_n(0.0, self.first - range.start));
            self.first = range.start;
        }
        let length = (range.end - self.first).max(self.chances.len());
        self.chances.resize(length, 0.0);
    }

    /// Makes room for these points; what was there is lost.
    fn widen(&mut self, range: Range<usize>) {
        let end = range.end.max(self.first + self.chances.len());
        self.first = self.first.min(range.start);
        self.chances.resize(end - self.first, 0.0);
    }

    /// Adds so much of another one, moved by so many points.
    pub(crate) fn add<T: Copy + Into<f64>>(&mut self, other: &Mass<T>, points: usize, share: f64) {
        let first = other.first + points - self.first;
        let into = &mut self.chances[first..first + other.chances.len()];
        simd::run(AddShare { into, from: &other.chances, share });
    }
}

impl<T> Mass<T> {
    /// One past the most points.
    pub(crate) fn end(&self) -> usize {
        self.first + self.chances.len()
    }
}

struct AddShare<'a, T> {
    into: &'a mut [f64],
    from: &'a [T],
    share: f64,
}

impl<T: Copy + Into<f64>> Kernel for AddShare<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (into, &from) in self.into.iter_mut().zip(self.from) {
            *into += self.share * from.into();
        }
    }
}
