use std::fmt;

use crate::counts;
use crate::face::Face;
use crate::input;
use crate::{InputError, SixFaces};

/// Five dice without order: how many show each face.
///
/// There are 252 of them for the 7,776 ordered rolls. [`DiceConfig::to_index`] and
/// [`DiceConfig::from_index`] are inverse bijections, so tables over rolls are plain arrays (docs/decisions/configurations.md).
///
/// ```
/// use dicee::DiceConfig;
///
/// let config = DiceConfig::from_dice(&[5, 5, 2, 5, 6])?;
/// assert_eq!(config.to_string(), "2 5 5 5 6");
/// assert_eq!(config.multiplicity(), 20);
/// assert_eq!(DiceConfig::from_index(config.to_index()), config);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceConfig {
    /// Invariant: the counts add up to five.
    counts: SixFaces,
}

/// The place of a [`DiceConfig`] among all 252.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigIndex(u8);

/// Every configuration, by index, made at compile time.
const ALL_CONFIGS: [DiceConfig; DiceConfig::COUNT] = generate_all_configs();

impl DiceConfig {
    /// How many configurations there are: C(10, 5).
    pub const COUNT: usize = 252;
    /// How many dice a configuration holds.
    pub const DICE: usize = 5;
    /// How many ordered rolls of five dice there are: 6^5.
    pub const ROLLS: u32 = 7776;

    /// Five dice in any order.
    ///
    /// # Errors
    ///
    /// [`InputError`] if a value is not a face.
    pub fn from_dice(dice: &[u8; 5]) -> Result<Self, InputError> {
        let mut counts = [0; 6];
        for &pips in dice {
            let face = Face::from_pips(pips).ok_or_else(|| input::face("dice", &pips.to_string()))?;
            counts[face.index()] += 1;
        }
        Ok(Self { counts })
    }

    /// Five dice from a list of any length and any numbers, as they arrive from outside.
    ///
    /// # Errors
    ///
    /// [`InputError`] unless there are five, [`InputError`] if one is not a face.
    pub fn parse(dice: &[i64]) -> Result<Self, InputError> {
        if dice.len() != Self::DICE {
            return Err(input::dice_count(dice));
        }
        Ok(Self { counts: counts::parse("dice", dice)? })
    }

    /// The configuration with these counts per face, if they add up to five.
    #[must_use]
    pub fn from_counts(counts: SixFaces) -> Option<Self> {
        (counts.iter().map(|&count| usize::from(count)).sum::<usize>() == Self::DICE)
            .then_some(Self { counts })
    }

    /// The configuration at this index.
    #[must_use]
    pub fn from_index(index: ConfigIndex) -> Self {
        ALL_CONFIGS[index.as_usize()]
    }

    /// The configuration at this place, for tables made at compile time.
    pub(crate) const fn at(index: usize) -> Self {
        ALL_CONFIGS[index]
    }

    /// Its index.
    #[must_use]
    pub const fn to_index(self) -> ConfigIndex {
        ConfigIndex(counts::rank(&self.counts))
    }

    /// All 252, by index.
    pub fn iter_all() -> impl ExactSizeIterator<Item = Self> {
        ALL_CONFIGS.iter().copied()
    }

    /// How many dice show each face, ones first.
    #[must_use]
    pub const fn counts(self) -> SixFaces {
        self.counts
    }

    /// How many dice show this face.
    #[must_use]
    pub const fn count(self, face: Face) -> u8 {
        self.counts[face.index()]
    }

    /// The sum of all pips.
    #[must_use]
    pub const fn sum(self) -> u8 {
        let c = self.counts;
        c[0] + 2 * c[1] + 3 * c[2] + 4 * c[3] + 5 * c[4] + 6 * c[5]
    }

    /// The faces, ascending.
    #[must_use]
    pub fn faces(self) -> Vec<u8> {
        counts::faces(&self.counts)
    }

    /// The face that all five dice show, if they all show the same.
    #[must_use]
    pub fn five_of_a_kind(self) -> Option<Face> {
        Face::ALL.into_iter().find(|&face| self.count(face) == 5)
    }

    /// How many of the 7,776 ordered rolls look like this: the multinomial coefficient.
    #[must_use]
    pub const fn multiplicity(self) -> u32 {
        counts::multinomial(&self.counts)
    }
}

impl fmt::Display for DiceConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&counts::text(&self.counts))
    }
}

impl ConfigIndex {
    /// The index, if it is below 252.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < DiceConfig::COUNT { Some(Self(index)) } else { None }
    }

    /// All 252, ascending.
    pub fn iter_all() -> impl ExactSizeIterator<Item = Self> {
        (0..=251).map(Self)
    }

    /// For indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// The index as a number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

const fn generate_all_configs() -> [DiceConfig; DiceConfig::COUNT] {
    let mut all = [DiceConfig { counts: [0; 6] }; DiceConfig::COUNT];
    let mut index = 0;
    while index < DiceConfig::COUNT {
        all[index] = DiceConfig { counts: counts::ALL_COUNTS[counts::FIRST_OF_SIZE[5] as usize + index] };
        index += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_rolls_are_the_ways_to_show_five_dice_each_once() {
        let all = generate_all_configs();
        for (place, roll) in all.iter().enumerate() {
            assert_eq!(roll.counts().iter().sum::<u8>(), 5, "{roll}");
            assert_eq!((roll.to_index().as_usize(), DiceConfig::at(place)), (place, *roll));
        }
        // 6^5 ordered rolls: 5! over the factorials of the counts for each.
        let ways = |roll: &DiceConfig| {
            roll.counts().iter().fold(120, |ways, &count| ways / (1..=u32::from(count)).product::<u32>())
        };
        assert_eq!(all.iter().map(ways).sum::<u32>(), 7776);
    }
    use std::collections::HashSet;

    #[test]
    fn multiplicities_add_up_to_all_ordered_rolls() {
        assert_eq!(DiceConfig::iter_all().map(DiceConfig::multiplicity).sum::<u32>(), DiceConfig::ROLLS);
    }

    #[test]
    fn every_configuration_has_its_own_index() {
        let indices: HashSet<_> = DiceConfig::iter_all().map(DiceConfig::to_index).collect();
        assert_eq!(indices.len(), 252);
        for (expected, config) in DiceConfig::iter_all().enumerate() {
            assert_eq!(config.to_index().as_usize(), expected);
        }
    }

    #[test]
    fn multiplicity_counts_the_ordered_rolls_that_look_alike() {
        let mut seen = [0u32; 252];
        for roll in 0..7776u32 {
            let dice = [1, 6, 36, 216, 1296].map(|place| u8::try_from(roll / place % 6 + 1).unwrap());
            seen[DiceConfig::from_dice(&dice).unwrap().to_index().as_usize()] += 1;
        }
        for (config, count) in DiceConfig::iter_all().zip(seen) {
            assert_eq!(config.multiplicity(), count, "{config}");
        }
    }

    #[test]
    fn indices_past_the_last_configuration_are_refused() {
        assert!(ConfigIndex::new(251).is_some());
        assert!(ConfigIndex::new(252).is_none());
        assert!(DiceConfig::from_counts([5, 1, 0, 0, 0, 0]).is_none());
    }

    #[test]
    fn only_five_faces_are_dice() {
        assert_eq!(DiceConfig::parse(&[1, 2, 3, 4]), Err(input::dice_count(&[1, 2, 3, 4])));
        assert_eq!(DiceConfig::parse(&[1, 2, 3, 4, 7]), Err(input::face("dice", "7")));
        assert_eq!(DiceConfig::from_dice(&[0, 1, 1, 1, 1]), Err(input::face("dice", "0")));
    }

    proptest! {
        #[test]
        fn index_and_configuration_are_inverse(dice in prop::array::uniform5(1u8..=6)) {
            let config = DiceConfig::from_dice(&dice).unwrap();
            prop_assert_eq!(DiceConfig::from_index(config.to_index()), config);
        }

        #[test]
        fn order_of_the_dice_does_not_matter(dice in prop::array::uniform5(1u8..=6), shift in 0usize..5) {
            let mut turned = dice;
            turned.rotate_left(shift);
            prop_assert_eq!(DiceConfig::from_dice(&dice), DiceConfig::from_dice(&turned));
        }
    }
}
