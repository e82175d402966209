//! Keeps: the dice that stay on the table while the rest is rolled.

use std::fmt;
use std::sync::LazyLock;

use chance::{Chance, sort_by_rank};

use crate::config::{ConfigIndex, DiceConfig};
use crate::counts::{self, ALL_COUNTS, FIRST_OF_SIZE, index_of, size};
use crate::face::Face;
use crate::input;
use crate::{InputError, SixFaces};

/// A multiset of at most five dice to keep: how many of each face.
///
/// ```
/// use dicee::{DiceConfig, KeepPattern};
///
/// let roll = DiceConfig::from_dice(&[5, 5, 5, 2, 6])?;
/// let keep = KeepPattern::from_faces(&[5, 5, 5])?;
/// assert!(keep.fits(roll));
/// assert_eq!(keep.mask(&[5, 5, 5, 2, 6]), Some([true, true, true, false, false]));
/// assert_eq!(KeepPattern::iter_valid_for(roll).count(), 16);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeepPattern {
    /// Invariant: the counts add up to at most five.
    counts: SixFaces,
}

/// The place of a [`KeepPattern`] among all 462: fewer dice first, all five last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeepIndex(u16);

/// Dice on the table between two rolls: what is kept, and how many are in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDice {
    kept: KeepPattern,
}

impl KeepPattern {
    /// How many keeps there are, from none to all five dice.
    pub const COUNT: usize = counts::KEEPS;
    /// Keeping nothing: every die is rolled.
    pub const NOTHING: Self = Self { counts: [0; 6] };

    /// A keep of these faces, in any order.
    ///
    /// # Errors
    ///
    /// [`InputError`] if one is not a face, [`InputError`] if there are more than five.
    pub fn from_faces(faces: &[u8]) -> Result<Self, InputError> {
        let faces: Vec<i64> = faces.iter().copied().map(i64::from).collect();
        Self::parse("keep", &faces)
    }

    /// A keep from any list of numbers, as it arrives from outside; `field` names it in the error.
    ///
    /// # Errors
    ///
    /// As [`Self::from_faces`].
    pub fn parse(field: &'static str, faces: &[i64]) -> Result<Self, InputError> {
        if faces.len() > DiceConfig::DICE {
            return Err(input::keep_count(faces.len()));
        }
        Ok(Self { counts: counts::parse(field, faces)? })
    }

    /// The keep with these counts per face, if they add up to at most five.
    #[must_use]
    pub fn from_counts(counts: SixFaces) -> Option<Self> {
        let kept: usize = counts.iter().map(|&count| usize::from(count)).sum();
        (kept <= DiceConfig::DICE).then_some(Self { counts })
    }

    /// Keeping the whole roll.
    #[must_use]
    pub const fn all_of(roll: DiceConfig) -> Self {
        Self { counts: roll.counts() }
    }

    /// The keep at this index.
    #[must_use]
    pub const fn from_index(index: KeepIndex) -> Self {
        Self { counts: ALL_COUNTS[index.as_usize()] }
    }

    /// Its index.
    #[must_use]
    pub const fn to_index(self) -> KeepIndex {
        KeepIndex(index_of(&self.counts))
    }

    /// All 462, by index.
    pub fn iter_all() -> impl ExactSizeIterator<Item = Self> {
        ALL_COUNTS.iter().map(|&counts| Self { counts })
    }

    /// Every distinct keep of this roll, from nothing to all five dice.
    pub fn iter_valid_for(roll: DiceConfig) -> impl Iterator<Item = Self> {
        let limit = roll.counts();
        let mut next = Some([0; 6]);
        std::iter::from_fn(move || {
            let counts: SixFaces = next?;
            // Count up like an odometer whose wheels stop at the number of dice showing each face.
            let mut following = counts;
            next = (0..6).find_map(|face| {
                if following[face] < limit[face] {
                    following[face] += 1;
                    return Some(following);
                }
                following[face] = 0;
                None
            });
            Some(Self { counts })
        })
    }

    /// How many dice it keeps of each face, ones first.
    #[must_use]
    pub const fn counts(self) -> SixFaces {
        self.counts
    }

    /// How many dice it keeps.
    #[must_use]
    pub const fn len(self) -> usize {
        size(&self.counts)
    }

    /// Whether it keeps nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The faces kept, ascending.
    #[must_use]
    pub fn faces(self) -> Vec<u8> {
        counts::faces(&self.counts)
    }

    /// Whether every kept die is in the roll.
    #[must_use]
    pub fn fits(self, roll: DiceConfig) -> bool {
        self.counts.iter().zip(roll.counts()).all(|(&kept, rolled)| kept <= rolled)
    }

    /// Rolls the dice that this keep leaves in the cup.
    pub fn complete(self, luck: &mut (impl Chance + ?Sized)) -> DiceConfig {
        let mut counts = self.counts;
        for _ in self.len()..DiceConfig::DICE {
            counts[usize::from(luck.die()) - 1] += 1;
        }
        DiceConfig::from_counts(counts).expect("kept and rolled dice are five together")
    }

    /// Which of these ordered dice to leave on the table, or `None` if they do not hold this keep.
    #[must_use]
    pub fn mask(self, dice: &[u8; 5]) -> Option<[bool; 5]> {
        let mut wanted = self.counts;
        let mask = dice.map(|pips| match Face::from_pips(pips) {
            Some(face) if wanted[face.index()] > 0 => {
                wanted[face.index()] -= 1;
                true
            }
            _ => false,
        });
        (wanted == [0; 6]).then_some(mask)
    }
}

impl fmt::Display for KeepPattern {
    /// The faces with blanks between them; `nothing` for the empty keep.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.pad("nothing");
        }
        f.pad(&counts::text(&self.counts))
    }
}

impl KeepIndex {
    /// The index, if it is below 462.
    #[must_use]
    pub const fn new(index: u16) -> Option<Self> {
        if (index as usize) < KeepPattern::COUNT { Some(Self(index)) } else { None }
    }

    /// The keep of all five dice of this configuration.
    #[must_use]
    pub const fn of_config(config: ConfigIndex) -> Self {
        Self(FIRST_OF_SIZE[5] + config.get() as u16)
    }

    /// For indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl ConfigIndex {
    /// The index of the keep that holds all five dice.
    #[must_use]
    pub const fn keep_all(self) -> KeepIndex {
        KeepIndex::of_config(self)
    }
}

impl PartialDice {
    /// Keeps part of a roll.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the keep holds a die that the roll does not.
    pub fn new(roll: DiceConfig, keep: KeepPattern) -> Result<Self, InputError> {
        if keep.fits(roll) { Ok(Self { kept: keep }) } else { Err(keep_not_in_roll(keep, roll)) }
    }

    /// Keeps these dice, wherever they came from.
    #[must_use]
    pub const fn from_kept(kept: KeepPattern) -> Self {
        Self { kept }
    }

    /// Keeps the whole roll.
    #[must_use]
    pub const fn keep_all(roll: DiceConfig) -> Self {
        Self { kept: KeepPattern::all_of(roll) }
    }

    /// Keeps nothing.
    #[must_use]
    pub const fn reroll_all() -> Self {
        Self { kept: KeepPattern::NOTHING }
    }

    /// All 462, by index.
    pub fn iter_all() -> impl ExactSizeIterator<Item = Self> {
        KeepPattern::iter_all().map(Self::from_kept)
    }

    /// Its index, which is its keep's.
    #[must_use]
    pub const fn to_index(self) -> KeepIndex {
        self.kept.to_index()
    }

    /// The dice on the table.
    #[must_use]
    pub const fn kept(self) -> KeepPattern {
        self.kept
    }

    /// How many dice are in the cup.
    #[must_use]
    pub const fn to_roll(self) -> usize {
        DiceConfig::DICE - self.kept.len()
    }
}

/// A keep with dice that were not rolled.
#[must_use]
pub fn keep_not_in_roll(keep: KeepPattern, roll: DiceConfig) -> InputError {
    InputError::new("keep", format!("dice that are in the roll {roll}"), keep.to_string())
}

/// Every distinct keep of a roll, most dice first and then by index: the answer of
/// [`KeepPattern::iter_valid_for`], remembered for the loops that ask it millions of times.
pub(crate) fn keeps_of(roll: ConfigIndex) -> &'static [KeepIndex] {
    static KEEPS: LazyLock<(Vec<KeepIndex>, Vec<usize>)> = LazyLock::new(|| {
        let (mut keeps, mut starts) = (Vec::with_capacity(4368), vec![0]);
        for roll in DiceConfig::iter_all() {
            let first = keeps.len();
            keeps.extend(KeepPattern::iter_valid_for(roll).map(KeepPattern::to_index));
            sort_by_rank(&mut keeps[first..], |&keep| {
                let fewer = DiceConfig::DICE - KeepPattern::from_index(keep).len();
                (fewer * KeepPattern::COUNT + keep.as_usize()) as i64
            });
            starts.push(keeps.len());
        }
        (keeps, starts)
    });
    let (keeps, starts) = &*KEEPS;
    &keeps[starts[roll.as_usize()]..starts[roll.as_usize() + 1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keep_has_its_own_index() {
        for (expected, keep) in KeepPattern::iter_all().enumerate() {
            assert_eq!(keep.to_index().as_usize(), expected, "{keep}");
            assert_eq!(KeepPattern::from_index(keep.to_index()), keep);
        }
        assert!(KeepIndex::new(461).is_some());
        assert!(KeepIndex::new(462).is_none());
    }

    #[test]
    fn the_keep_of_a_whole_roll_is_found_from_its_configuration() {
        for config in DiceConfig::iter_all() {
            assert_eq!(config.to_index().keep_all(), KeepPattern::all_of(config).to_index());
        }
    }

    #[test]
    fn there_are_4368_keeps_of_all_rolls() {
        let pairs: usize = DiceConfig::iter_all().map(|roll| KeepPattern::iter_valid_for(roll).count()).sum();
        assert_eq!(pairs, 4368);
    }

    #[test]
    fn valid_keeps_are_distinct_and_fit_their_roll() {
        for roll in DiceConfig::iter_all() {
            let keeps: Vec<_> = KeepPattern::iter_valid_for(roll).collect();
            let distinct: std::collections::HashSet<_> = keeps.iter().copied().collect();
            assert_eq!(keeps.len(), distinct.len());
            assert!(keeps.iter().all(|keep| keep.fits(roll)));
            let fitting = KeepPattern::iter_all().filter(|keep| keep.fits(roll)).count();
            assert_eq!(keeps.len(), fitting);
        }
    }

    #[test]
    fn a_keep_of_dice_that_were_not_rolled_is_refused() {
        let roll = DiceConfig::from_dice(&[5, 5, 5, 2, 6]).unwrap();
        let keep = KeepPattern::from_faces(&[6, 6]).unwrap();
        assert_eq!(PartialDice::new(roll, keep), Err(keep_not_in_roll(keep, roll)));
        assert_eq!(keep.mask(&[5, 5, 5, 2, 6]), None);
        assert_eq!(KeepPattern::from_faces(&[1; 6]), Err(input::keep_count(6)));
    }

    #[test]
    fn masks_take_the_first_dice_of_a_face() {
        let keep = KeepPattern::from_faces(&[5, 2]).unwrap();
        assert_eq!(keep.mask(&[5, 5, 1, 2, 2]), Some([true, false, false, true, false]));
    }
}
