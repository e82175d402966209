//! The arithmetic of the kernels on the CPU, one position at a time: the same tables, the same steps, the same order.

use dicee::TargetChances;
use dicee::layout::{KEEPS, Layout, Shapes};

use crate::source::OrderedPairs;

/// What a cell of the lattice can be.
pub trait Cell: Copy {
    /// Below everything a closed box could lose to.
    const CLOSED: Self;
    /// The mean of six.
    fn mean(cells: [Self; 6]) -> Self;
    /// The better of two.
    #[must_use]
    fn better(self, other: Self) -> Self;
}

impl Cell for f64 {
    const CLOSED: Self = -1.0;

    fn mean([a, b, c, d, e, f]: [Self; 6]) -> Self {
        (((((a + b) + c) + d) + e) + f) * (1.0 / 6.0)
    }

    fn better(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Cell for u32 {
    const CLOSED: Self = 0;

    fn mean(cells: [Self; 6]) -> Self {
        let sum: Self = cells.into_iter().sum();
        let high = (u64::from(sum + 3) * 0xAAAA_AAAB) >> 32;
        Self::try_from(high).expect("the high half of 64 bits") >> 2
    }

    fn better(self, other: Self) -> Self {
        self.max(other)
    }
}

/// The kernels' view of a game.
#[derive(Debug)]
pub struct Emulator {
    layout: Layout,
    shapes: Shapes,
    pairs: OrderedPairs,
}

impl std::fmt::Debug for OrderedPairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OrderedPairs").field("pairs", &self.pairs.len()).finish()
    }
}

impl Emulator {
    /// For these positions.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let shapes = Shapes::new();
        let pairs = OrderedPairs::new(&shapes);
        Self { layout, shapes, pairs }
    }

    /// As `solve_level`: the value of a position from those with one open box less.
    #[must_use]
    pub fn value(&self, number: usize, values: &[f64]) -> f64 {
        self.position(number, &|next, gain| f64::from(gain) + values[next])
    }

    /// As `target_level`: the chance of a position for one target, from those with one open box less.
    #[must_use]
    pub fn chance(&self, number: usize, need: usize, chances: &TargetChances) -> u32 {
        self.position(number, &|next, gain| {
            let (row, upper) = self.layout.positions[next];
            chances.whole(row.into(), upper, need.saturating_sub(gain as usize))
        })
    }

    fn position<C: Cell>(&self, number: usize, worth: &dyn Fn(usize, u32) -> C) -> C {
        let (row, upper) = self.layout.positions[number];
        let row = usize::from(row);
        let slots: Vec<C> = self
            .shapes
            .slots
            .iter()
            .map(|&(category, points)| {
                if self.layout.open[row] >> category & 1 == 0 {
                    return C::CLOSED;
                }
                let (next, gain) = self.follow(row, upper, category, points, 0);
                worth(next, gain)
            })
            .collect();
        let mut pairs: Vec<C> = Vec::new();
        for pair in &self.pairs.pairs {
            let [a, b] = pair.map(|choice| self.choice(&slots, &pairs, choice));
            pairs.push(a.better(b));
        }
        let rolls = usize::from(self.shapes.first_of_size[5]);
        let mut grid = vec![C::CLOSED; KEEPS];
        for (roll, choices) in self.pairs.choices.iter().enumerate() {
            let values = choices.map(|choice| self.choice(&slots, &pairs, choice));
            grid[rolls + roll] = values.into_iter().reduce(C::better).unwrap_or(C::CLOSED);
        }
        for (face, scores) in self.layout.special[row].iter().enumerate() {
            let mut best = C::CLOSED;
            for (category, &(points, bonus)) in (0..).zip(scores) {
                if points != Layout::FORBIDDEN {
                    let (next, gain) = self.follow(row, upper, category, points, bonus.into());
                    best = best.better(worth(next, gain));
                }
            }
            grid[rolls + usize::from(self.shapes.fives[face])] = best;
        }
        self.average(&mut grid);
        self.choose(&mut grid);
        self.average(&mut grid);
        self.choose(&mut grid);
        self.average(&mut grid);
        grid[0]
    }

    fn choice<C: Cell>(&self, slots: &[C], pairs: &[C], choice: u16) -> C {
        let choice = usize::from(choice);
        choice.checked_sub(slots.len()).map_or_else(|| slots[choice], |pair| pairs[pair])
    }

    fn follow(&self, row: usize, upper: u8, category: u8, points: u8, bonus: u32) -> (usize, u32) {
        let (mut reached, mut gain) = (upper, bonus + u32::from(points));
        if category < 6 {
            let (to, upper_bonus) = self.layout.reach[usize::from(upper)][usize::from(points)];
            reached = to;
            gain += u32::from(upper_bonus);
        }
        let next = self.layout.next[row][usize::from(category)][usize::from(points > 0)];
        (self.layout.numbers[usize::from(next)][usize::from(reached)] as usize, gain)
    }

    fn average<C: Cell>(&self, grid: &mut [C]) {
        for (keep, larger) in self.shapes.with_face.iter().enumerate().rev() {
            grid[keep] = C::mean(larger.map(|larger| grid[usize::from(larger)]));
        }
    }

    fn choose<C: Cell>(&self, grid: &mut [C]) {
        for (keep, smaller) in self.shapes.without.iter().enumerate() {
            grid[keep] =
                smaller.iter().fold(grid[keep], |best, &smaller| best.better(grid[usize::from(smaller)]));
        }
    }
}
