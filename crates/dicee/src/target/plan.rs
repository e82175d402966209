//! Which ends of a turn each roll may choose from, grouped so that a choice that many rolls share is made once.

use std::collections::HashMap;

use crate::branch::Branches;
use crate::category::Category;
use crate::config::DiceConfig;

/// Boxes whose scores tend to go together.
const GROUPS: [&[Category]; 5] = [
    &[Category::Ones, Category::Twos],
    &[Category::Threes, Category::Fours],
    &[Category::Fives, Category::Sixes],
    &[Category::FullHouse, Category::SmallStraight, Category::LargeStraight, Category::Dicee],
    &[Category::ThreeOfKind, Category::FourOfKind, Category::Chance],
];

/// The choices of a row. Numbers below the number of branches mean branches, those above mean pairs, in order.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The better of two.
    pub(crate) pairs: Vec<[u16; 2]>,
    /// For each roll, what is left to choose from.
    of_roll: Vec<u16>,
    starts: [u16; DiceConfig::COUNT + 1],
}

impl Plan {
    pub(crate) fn new(branches: &Branches) -> Self {
        let category = |place: u16| branches.list()[usize::from(place)].category;
        let options = |roll| branches.of_roll(roll).iter().map(|&place| u16::from(place)).collect();
        Self::from_options(branches.list().len(), category, options)
    }

    /// From so many options, the category of each, and those of each roll.
    pub(crate) fn from_options(
        first: usize,
        category: impl Fn(u16) -> Category,
        options: impl Fn(usize) -> Vec<u16>,
    ) -> Self {
        let mut known: HashMap<[u16; 2], u16> = HashMap::new();
        let mut pairs = Vec::new();
        let mut of_roll = Vec::with_capacity(DiceConfig::COUNT * GROUPS.len());
        let mut starts = [0; DiceConfig::COUNT + 1];
        for roll in 0..DiceConfig::COUNT {
            let options = options(roll);
            for group in GROUPS {
                let members = options.iter().copied().filter(|&place| group.contains(&category(place)));
                let best = members.reduce(|one, other| {
                    *known.entry([one, other]).or_insert_with(|| {
                        pairs.push([one, other]);
                        number(first + pairs.len() - 1)
                    })
                });
                of_roll.extend(best);
            }
            starts[roll + 1] = number(of_roll.len());
        }
        Self { pairs, of_roll, starts }
    }

    #[inline(always)]
    pub(crate) fn of_roll(&self, roll: usize) -> &[u16] {
        &self.of_roll[usize::from(self.starts[roll])..usize::from(self.starts[roll + 1])]
    }
}

fn number(place: usize) -> u16 {
    u16::try_from(place).expect("a few hundred choices")
}
