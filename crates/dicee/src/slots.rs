//! The scores of every box, and the few choices among them that the best score of every roll is made of.

use std::sync::LazyLock;

use crate::category::Category;
use crate::config::DiceConfig;
use crate::solver::ALL_POINTS;
use crate::target::Plan;

/// A slot is a number of points in a box. What a roll can score is one slot of each box; because many rolls share parts of
/// these, the best of all is found as the best of five slots or pairs of slots.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    /// The box and the points of each slot, in the order of the card.
    pub(crate) list: Vec<(Category, u8)>,
    /// Where the slots of each box begin, and their end.
    pub(crate) firsts: [usize; Category::COUNT + 1],
    /// For each box and roll, its slot.
    pub(crate) of_roll: [[u8; DiceConfig::COUNT]; Category::COUNT],
    /// The better of two slots or earlier pairs; numbers from the number of slots on mean pairs.
    pub(crate) pairs: Vec<[u16; 2]>,
    /// For each roll five slots or pairs: the best of them is the best of all open boxes.
    pub(crate) choices: [[u16; 5]; DiceConfig::COUNT],
}

/// Those of all thirteen boxes.
pub(crate) static SLOTS: LazyLock<Slots> = LazyLock::new(|| {
    let mut list = Vec::new();
    let of_roll = Category::ALL.map(|category| {
        let points = &ALL_POINTS[category.index()];
        let first = list.len();
        list.extend(points.distinct.iter().map(|&points| (category, points)));
        points.of_roll.map(|class| u8::try_from(first).expect("fewer than 256 slots") + class)
    });
    let plan = Plan::from_options(
        list.len(),
        |slot| list[usize::from(slot)].0,
        |roll| of_roll.iter().map(|slots: &[u8; DiceConfig::COUNT]| u16::from(slots[roll])).collect(),
    );
    let firsts = std::array::from_fn(|index| list.partition_point(|(category, _)| category.index() < index));
    let choices =
        std::array::from_fn(|roll| plan.of_roll(roll).try_into().expect("one choice of each group of boxes"));
    Slots { list, firsts, of_roll, pairs: plan.pairs, choices }
});
