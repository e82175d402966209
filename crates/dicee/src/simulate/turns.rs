//! The turns of several positions, solved side by side.

use crate::category::Category;
use crate::config::{ConfigIndex, DiceConfig};
use crate::face::Face;
use crate::keep::{KeepIndex, keeps_of};
use crate::lattice::{self, Cell as _, GRID, Grid, ROLLS};
use crate::position::Position;
use crate::scores::{SCORES, five_of};
use crate::slots::{SLOTS, Slots};
use crate::solver::SolvedGame;
use crate::solver::simd::{self, Kernel};

/// Positions whose turns are solved side by side.
pub(super) const LANES: usize = 8;

type Lanes = [f64; LANES];

/// The turns of up to [`LANES`] positions of any kind, one in each lane: what every keep is worth with one roll left and
/// with two. The values have the bits of [`TurnValues`](crate::TurnValues), and so have the decisions.
pub(super) struct Turns<'t> {
    solved: &'t SolvedGame,
    slots: &'static Slots,
    /// The worth of every slot and pair; less than nothing in boxes that are filled.
    worth: Grid<Lanes>,
    /// Rolls and lanes of further Dicees that the rules favour, and what they are worth.
    special: Vec<(usize, usize, f64)>,
    /// The worth of every keep, with one roll left and with two.
    keeps: [Grid<Lanes>; 2],
}

impl<'t> Turns<'t> {
    pub(super) fn new(solved: &'t SolvedGame) -> Box<Self> {
        let slots = &*SLOTS;
        assert!(slots.list.len() + slots.pairs.len() <= GRID, "every slot and pair has its place");
        let grid = [[0.0; LANES]; GRID];
        Box::new(Self { solved, slots, worth: grid, special: Vec::new(), keeps: [grid; 2] })
    }

    /// Solves the turns of these positions.
    pub(super) fn solve(&mut self, positions: impl Iterator<Item = Position>) {
        self.special.clear();
        for (lane, position) in positions.enumerate() {
            self.fill(lane, position);
        }
        simd::run(SolveTurns { turns: self });
    }

    /// What the scores of one position are worth.
    fn fill(&mut self, lane: usize, position: Position) {
        let solved = self.solved;
        for (category, bounds) in Category::ALL.into_iter().zip(self.slots.firsts.windows(2)) {
            let slots = bounds[0]..bounds[1];
            let points = self.slots.list[slots.clone()].iter().map(|&(_, points)| points);
            let places = self.worth[slots].iter_mut().map(|worth| &mut worth[lane]).zip(points);
            if !position.open().contains(category) {
                places.for_each(|(worth, _)| *worth = f64::NEG_INFINITY);
            } else if category.face().is_some() || category == Category::Dicee {
                for (worth, points) in places {
                    let (next, bonus) = position.fill(category, points);
                    *worth = f64::from(points) + f64::from(bonus) + solved.value(next);
                }
            } else {
                // What comes after it does not depend on the points.
                let future = solved.value(position.fill(category, 0).0);
                places.for_each(|(worth, points)| *worth = f64::from(points) + future);
            }
        }
        if solved.rules().favours_further_dicee(position.dicee_box()) {
            for face in Face::ALL {
                let roll = five_of(face).to_index();
                let (_, worth) = best_score(solved, position, roll);
                self.special.push((roll.as_usize(), lane, worth));
            }
        }
    }

    /// The best keep of a roll, with two rolls left or one; among equals the one that keeps most dice.
    #[inline]
    pub(super) fn best_keep(&self, lane: usize, rolls_left: usize, roll: ConfigIndex) -> KeepIndex {
        let keeps = &self.keeps[rolls_left - 1];
        let mut best = roll.keep_all();
        let mut worth = keeps[best.as_usize() % GRID][lane];
        for &keep in keeps_of(roll) {
            let rival = keeps[keep.as_usize() % GRID][lane];
            if rival > worth {
                (best, worth) = (keep, rival);
            }
        }
        best
    }

    /// The best box for a roll on this position, which is that of the lane but for an upper subtotal that does not matter;
    /// the first on the card among equals.
    #[inline]
    pub(super) fn best_box(&self, lane: usize, position: Position, roll: ConfigIndex) -> Category {
        let favoured = self.solved.rules().favours_further_dicee(position.dicee_box());
        if favoured && SCORES[Category::Dicee.index()][roll.as_usize()] > 0 {
            return best_score(self.solved, position, roll).0;
        }
        let worth = |category: Category| {
            let slot = self.slots.of_roll[category.index()][roll.as_usize()];
            (category, self.worth[usize::from(slot)][lane])
        };
        best_of(position.open().iter().map(worth)).0
    }
}

/// The best box for a roll and what it is worth, the first on the card among equals.
pub(crate) fn best_score(solved: &SolvedGame, position: Position, roll: ConfigIndex) -> (Category, f64) {
    let rules = solved.rules();
    let allowed = rules.allowed(position.open(), position.dicee_box(), DiceConfig::from_index(roll));
    best_of(allowed.iter().map(|category| {
        let outcome = position.score_allowed(rules, roll, category);
        (category, f64::from(outcome.points()) + solved.value(outcome.next))
    }))
}

#[inline]
fn best_of(scores: impl Iterator<Item = (Category, f64)>) -> (Category, f64) {
    let best = scores.reduce(|best, rival| if rival.1 > best.1 { rival } else { best });
    best.expect("some open box is always allowed")
}

struct SolveTurns<'a, 't> {
    turns: &'a mut Turns<'t>,
}

impl Kernel for SolveTurns<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Turns { slots, worth, special, keeps: [one_left, two_left], .. } = self.turns;
        for (place, &[one, other]) in (slots.list.len()..).zip(&slots.pairs) {
            let mut better = worth[usize::from(one) % GRID];
            better.improve(&worth[usize::from(other) % GRID]);
            worth[place % GRID] = better;
        }
        for (place, choices) in (ROLLS..).zip(&slots.choices) {
            let [first, rest @ ..] = choices.map(|choice| &worth[usize::from(choice) % GRID]);
            let mut best = *first;
            rest.into_iter().for_each(|rival| best.improve(rival));
            one_left[place % GRID] = best;
        }
        for &(roll, lane, worth) in &*special {
            one_left[ROLLS + roll][lane] = worth;
        }
        lattice::average(one_left);
        two_left.copy_from_slice(one_left);
        lattice::choose(two_left);
        lattice::average(two_left);
    }
}
