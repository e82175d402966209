//! The positions of the game and what can follow them as flat arrays, for machines that want nothing else.
//!
//! Everything that the rules decide is written down here by the functions of this crate, so that a back end, such as a
//! GPU, only looks it up.

use crate::branch::settled_uppers;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::counts::{ALL_COUNTS, FIRST_OF_SIZE, index_of};
use crate::face::Face;
use crate::keep::{KeepPattern, keeps_of};
use crate::position::settled;
use crate::rules::{DiceeBox, Rules};
use crate::scores::{SCORES, five_of};
use crate::slots::SLOTS;
use crate::solver::{ROW, RowIndex, SolvedRows};
use crate::target::TargetChances;
use crate::{CategoryOdds, Counted, RollsLeft, Scenario, SixFaces, SolvedGame, TurnStart};

/// What does not depend on the rules: the lattice of keeps, and how rolls score.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// For each keep of fewer than five dice, the keep with one more die of each face.
    pub with_face: Vec<[u16; 6]>,
    /// For each keep but the empty one, the keeps with one die less.
    pub without: Vec<Vec<u16>>,
    /// Where the keeps of each size begin.
    pub first_of_size: [u16; 6],
    /// For each roll its keeps, most dice first and then by index.
    pub keeps: Vec<Vec<u16>>,
    /// The scores of each box: for each slot the category and the points.
    pub slots: Vec<(u8, u8)>,
    /// For each category and roll, its slot.
    pub slot_of: Vec<[u8; DiceConfig::COUNT]>,
    /// The better of two slots or earlier pairs; numbers from the number of slots on mean pairs.
    pub pairs: Vec<[u16; 2]>,
    /// For each roll five slots or pairs: the best of them is the best of all open boxes.
    pub choices: Vec<[u16; 5]>,
    /// The five rolls of equal dice, ones first.
    pub fives: [u16; 6],
}

/// What the rules decide: the positions, and what can follow them.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The rules.
    pub rules: Rules,
    /// Row and upper subtotal of each position, fewest open boxes first.
    pub positions: Vec<(u16, u8)>,
    /// Where the positions with so many open boxes begin, and their end.
    pub levels: Vec<u32>,
    /// The number of the position, by row and any upper subtotal.
    pub numbers: Vec<[u32; ROW]>,
    /// The open boxes of each row, one bit each.
    pub open: Vec<u16>,
    /// The row after filling a box: with 0 points, and with more.
    pub next: Vec<[[u16; 2]; Category::COUNT]>,
    /// For each row and face, the points and the bonus of five equal dice in each box, as in [`Self::FORBIDDEN`];
    /// empty where such a roll is an ordinary one.
    pub special: Vec<Vec<[(u8, u8); Category::COUNT]>>,
    /// For each upper subtotal and points in an upper box: the subtotal afterwards and the bonus.
    pub reach: Vec<[(u8, u8); 31]>,
    /// The most points that can come from each row.
    pub most: Vec<u16>,
}

/// A turn that is played for one box, as arrays.
#[derive(Clone, Debug)]
pub struct AimedTurn {
    /// The best keep of each roll, with one roll left and with two.
    pub keeps: [[u16; DiceConfig::COUNT]; 2],
    /// For each roll, 1 if it achieves the box.
    pub achieved: [u8; DiceConfig::COUNT],
    /// Whether it begins with a roll on the table; otherwise with kept dice.
    pub rolled: bool,
    /// The number of that roll or keep.
    pub begin: u16,
    /// Rolls still to come.
    pub rolls_left: u8,
}

impl AimedTurn {
    /// The turn of a scenario that counts whether a box is achieved.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Option<Self> {
        let Counted::Achieved(category) = scenario.counted else { return None };
        let odds = CategoryOdds::new(scenario.rules, scenario.position, category);
        let keeps = [1, 2].map(|rolls| {
            let rolls = RollsLeft::parse(rolls).expect("0 to 3");
            let keep = |roll| word(odds.best_keep(DiceConfig::at(roll), rolls).to_index().as_usize());
            std::array::from_fn(keep)
        });
        let achieved = std::array::from_fn(|roll| u8::from(odds.score(DiceConfig::at(roll).to_index()) > 0));
        let (rolled, begin, rolls_left) = match scenario.start {
            TurnStart::Fresh => (false, 0, RollsLeft::MAX),
            TurnStart::Rolled { roll, rolls_left } => (true, roll.to_index().as_usize(), rolls_left),
            TurnStart::Kept { keep, rolls_left } => (false, keep.to_index().as_usize(), rolls_left),
        };
        Some(Self { keeps, achieved, rolled, begin: word(begin), rolls_left: rolls_left.get() })
    }
}

impl Shapes {
    /// Writes them down.
    #[must_use]
    pub fn new() -> Self {
        let smaller = |counts: &SixFaces| {
            let held = (0..6).filter(|&face| counts[face] > 0);
            held.map(|face| {
                let mut fewer = *counts;
                fewer[face] -= 1;
                index_of(&fewer)
            })
            .collect()
        };
        let larger = |counts: &SixFaces| {
            std::array::from_fn(|face| {
                let mut more = *counts;
                more[face] += 1;
                index_of(&more)
            })
        };
        Self {
            with_face: ALL_COUNTS[..usize::from(FIRST_OF_SIZE[5])].iter().map(larger).collect(),
            without: ALL_COUNTS.iter().map(smaller).collect(),
            first_of_size: FIRST_OF_SIZE,
            keeps: DiceConfig::iter_all()
                .map(|roll| keeps_of(roll.to_index()).iter().map(|keep| word(keep.as_usize())).collect())
                .collect(),
            slots: SLOTS.list.iter().map(|&(category, points)| (small(category.index()), points)).collect(),
            slot_of: SLOTS.of_roll.to_vec(),
            pairs: SLOTS.pairs.clone(),
            choices: SLOTS.choices.to_vec(),
            fives: Face::ALL.map(|face| word(five_of(face).to_index().as_usize())),
        }
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Self::new()
    }
}

impl Layout {
    /// The points of a score that the rules forbid.
    pub const FORBIDDEN: u8 = 255;

    /// Writes it down.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let rows: Vec<RowIndex> = RowIndex::all(rules).collect();
        let (mut positions, mut levels) = (Vec::new(), vec![0]);
        let mut numbers = vec![[u32::MAX; ROW]; rows.len()];
        for open in 0..=Category::COUNT {
            for row in rows.iter().filter(|row| row.open().len() == open) {
                for upper in settled_uppers(*row) {
                    numbers[row.as_usize()][usize::from(upper)] = count(positions.len());
                    positions.push((word(row.as_usize()), upper));
                }
            }
            levels.push(count(positions.len()));
        }
        for row in &rows {
            for upper in 0..64u8 {
                let settled = numbers[row.as_usize()][usize::from(settled(row.open(), upper))];
                numbers[row.as_usize()][usize::from(upper)] = settled;
            }
        }
        Self {
            rules,
            positions,
            levels,
            numbers,
            open: rows.iter().map(|row| row.open().bits()).collect(),
            next: rows.iter().map(|row| next_rows(rules, *row)).collect(),
            special: rows.iter().map(|row| special_scores(rules, *row)).collect(),
            reach: (0..64)
                .map(|upper| std::array::from_fn(|points| Rules::reach(upper, small(points))))
                .collect(),
            most: rows.iter().map(|row| most_points(rules, *row)).collect(),
        }
    }

    /// A solved game from the value of each position.
    #[must_use]
    pub fn solved_game(&self, values: &[f64]) -> SolvedGame {
        let value = |row: usize, upper: usize| {
            values.get(self.numbers[row][upper] as usize).copied().unwrap_or_default()
        };
        SolvedRows { rules: self.rules, value: &value }.into_game()
    }

    /// The value of each position of a solved game.
    #[must_use]
    pub fn values(&self, game: &SolvedGame) -> Vec<f64> {
        let rows: Vec<RowIndex> = RowIndex::all(self.rules).collect();
        self.positions.iter().map(|&(row, upper)| game.at(rows[usize::from(row)], upper)).collect()
    }

    /// The chances for every target from those of each position, `width` of them in a row.
    #[must_use]
    pub fn targets(&self, chances: Vec<u32>, width: usize) -> TargetChances {
        TargetChances::from_chances(self.rules, &self.positions, chances, width)
    }
}

fn next_rows(rules: Rules, row: RowIndex) -> [[u16; 2]; Category::COUNT] {
    std::array::from_fn(|index| {
        let category = Category::ALL[index];
        [0, 50].map(|points| {
            if !row.open().contains(category) {
                return u16::MAX;
            }
            let holds = if category == Category::Dicee { DiceeBox::holding(points) } else { row.dicee_box() };
            word(RowIndex::of(rules, row.open().without(category), holds).as_usize())
        })
    })
}

fn special_scores(rules: Rules, row: RowIndex) -> Vec<[(u8, u8); Category::COUNT]> {
    if !rules.favours_further_dicee(row.dicee_box()) {
        return Vec::new();
    }
    let scores = |face| {
        Category::ALL.map(|category| {
            let scored = rules.score(row.open(), row.dicee_box(), five_of(face), category);
            scored.map_or((Layout::FORBIDDEN, 0), |scored| (scored.points, scored.dicee_bonus))
        })
    };
    Face::ALL.map(scores).into()
}

/// An upper bound: the best of every open box, the upper bonus, and a bonus for every turn while there can be one.
fn most_points(rules: Rules, row: RowIndex) -> u16 {
    let best = |category: Category| {
        let highest = SCORES[category.index()].iter().copied().max().unwrap_or(0);
        u16::from(
            highest.max(DiceConfig::iter_all().map(|roll| category.joker_score(roll)).max().unwrap_or(0)),
        )
    };
    let boxes: u16 = row.open().iter().map(best).sum();
    let bonus = rules.has_dicee_bonus() && row.dicee_box() != DiceeBox::Zero;
    let upper = if row.open().upper().is_empty() { 0 } else { u16::from(Rules::UPPER_BONUS) };
    boxes + upper + if bonus { u16::from(Rules::DICEE_BONUS) * word(row.open().len()) } else { 0 }
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("fewer than 256")
}

fn word(number: usize) -> u16 {
    u16::try_from(number).expect("fewer than 65,536")
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 positions")
}

/// The number of keeps, in the order of [`Shapes::with_face`].
pub const KEEPS: usize = KeepPattern::COUNT;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_found_by_its_row_and_subtotal() {
        let layout = Layout::new(Rules::JokerRules);
        assert_eq!(layout.positions.len(), 355_392);
        for (number, &(row, upper)) in layout.positions.iter().enumerate() {
            assert_eq!(layout.numbers[usize::from(row)][usize::from(upper)], count(number));
        }
        assert_eq!(layout.levels.len(), 15);
        let start = *layout.positions.last().unwrap();
        assert_eq!((layout.open[usize::from(start.0)], start.1), (0x1fff, 0));
    }

    #[test]
    fn the_choices_of_a_roll_cover_every_box_once() {
        let shapes = Shapes::new();
        let expand = |choice: u16| {
            let mut slots = Vec::new();
            let mut rest = vec![choice];
            while let Some(choice) = rest.pop() {
                match usize::from(choice).checked_sub(shapes.slots.len()) {
                    Some(pair) => rest.extend(shapes.pairs[pair]),
                    None => slots.push(choice),
                }
            }
            slots
        };
        for roll in 0..DiceConfig::COUNT {
            let mut slots: Vec<u16> =
                shapes.choices[roll].iter().flat_map(|&choice| expand(choice)).collect();
            slots.sort_unstable();
            let mut all: Vec<u16> = shapes.slot_of.iter().map(|slots| slots[roll].into()).collect();
            all.sort_unstable();
            assert_eq!(slots, all);
        }
    }
}
