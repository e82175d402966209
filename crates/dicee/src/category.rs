use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::config::DiceConfig;
use crate::face::Face;

/// A box of the scorecard, in card order (data contract 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "DiceeCategory"))]
pub enum Category {
    Ones,
    Twos,
    Threes,
    Fours,
    Fives,
    Sixes,
    ThreeOfKind,
    FourOfKind,
    FullHouse,
    SmallStraight,
    LargeStraight,
    Dicee,
    Chance,
}

impl Category {
    /// How many there are, and so how many turns a game has.
    pub const COUNT: usize = 13;

    /// All of them, in card order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Ones,
        Self::Twos,
        Self::Threes,
        Self::Fours,
        Self::Fives,
        Self::Sixes,
        Self::ThreeOfKind,
        Self::FourOfKind,
        Self::FullHouse,
        Self::SmallStraight,
        Self::LargeStraight,
        Self::Dicee,
        Self::Chance,
    ];

    /// Its name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ones => "ones",
            Self::Twos => "twos",
            Self::Threes => "threes",
            Self::Fours => "fours",
            Self::Fives => "fives",
            Self::Sixes => "sixes",
            Self::ThreeOfKind => "three_of_kind",
            Self::FourOfKind => "four_of_kind",
            Self::FullHouse => "full_house",
            Self::SmallStraight => "small_straight",
            Self::LargeStraight => "large_straight",
            Self::Dicee => "dicee",
            Self::Chance => "chance",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Ones => "Ones",
            Self::Twos => "Twos",
            Self::Threes => "Threes",
            Self::Fours => "Fours",
            Self::Fives => "Fives",
            Self::Sixes => "Sixes",
            Self::ThreeOfKind => "Three of a Kind",
            Self::FourOfKind => "Four of a Kind",
            Self::FullHouse => "Full House",
            Self::SmallStraight => "Small Straight",
            Self::LargeStraight => "Large Straight",
            Self::Dicee => "Dicee",
            Self::Chance => "Chance",
        }
    }

    /// Its place on the card, 0 to 12.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face that an upper box collects; `None` for the lower boxes.
    #[must_use]
    pub const fn face(self) -> Option<Face> {
        if self.index() < 6 { Some(Face::ALL[self.index()]) } else { None }
    }

    /// The upper box that collects this face.
    #[must_use]
    pub const fn of_face(face: Face) -> Self {
        Self::ALL[face.index()]
    }

    /// What a roll is worth in this box by itself, without jokers and bonuses.
    ///
    /// What it is worth on a given card is [`Rules::score`](crate::Rules::score), which builds on this.
    #[must_use]
    pub const fn score(self, roll: DiceConfig) -> u8 {
        let counts = roll.counts();
        match self {
            Self::Ones => counts[0],
            Self::Twos => 2 * counts[1],
            Self::Threes => 3 * counts[2],
            Self::Fours => 4 * counts[3],
            Self::Fives => 5 * counts[4],
            Self::Sixes => 6 * counts[5],
            Self::ThreeOfKind => sum_if(has_at_least(roll, 3), roll),
            Self::FourOfKind => sum_if(has_at_least(roll, 4), roll),
            Self::FullHouse => fixed_if(has_exactly(roll, 3) && has_exactly(roll, 2), 25),
            Self::SmallStraight => fixed_if(longest_run(roll) >= 4, 30),
            Self::LargeStraight => fixed_if(longest_run(roll) >= 5, 40),
            Self::Dicee => fixed_if(has_at_least(roll, 5), 50),
            Self::Chance => roll.sum(),
        }
    }

    /// What five equal dice are worth in this box as a joker.
    #[must_use]
    pub const fn joker_score(self, roll: DiceConfig) -> u8 {
        match self {
            Self::FullHouse => 25,
            Self::SmallStraight => 30,
            Self::LargeStraight => 40,
            Self::Ones
            | Self::Twos
            | Self::Threes
            | Self::Fours
            | Self::Fives
            | Self::Sixes
            | Self::ThreeOfKind
            | Self::FourOfKind
            | Self::Dicee
            | Self::Chance => self.score(roll),
        }
    }

    /// Whether a filled box can hold this many points.
    #[must_use]
    pub fn can_hold(self, points: u8) -> bool {
        points == 0 && self != Self::Chance || DiceConfig::iter_all().any(|roll| self.score(roll) == points)
    }
}

const fn fixed_if(condition: bool, points: u8) -> u8 {
    if condition { points } else { 0 }
}

const fn sum_if(condition: bool, roll: DiceConfig) -> u8 {
    fixed_if(condition, roll.sum())
}

const fn has_at_least(roll: DiceConfig, wanted: u8) -> bool {
    let counts = roll.counts();
    let mut face = 0;
    while face < 6 {
        if counts[face] >= wanted {
            return true;
        }
        face += 1;
    }
    false
}

const fn has_exactly(roll: DiceConfig, wanted: u8) -> bool {
    let counts = roll.counts();
    let mut face = 0;
    while face < 6 {
        if counts[face] == wanted {
            return true;
        }
        face += 1;
    }
    false
}

const fn longest_run(roll: DiceConfig) -> u8 {
    let counts = roll.counts();
    let (mut longest, mut current, mut face) = (0, 0, 0);
    while face < 6 {
        current = if counts[face] > 0 { current + 1 } else { 0 };
        if current > longest {
            longest = current;
        }
        face += 1;
    }
    longest
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Category {
    type Err = InputError;

    /// Reads the wire name; upper case, blanks and hyphens are forgiven.
    fn from_str(text: &str) -> Result<Self, InputError> {
        let wanted = text.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        Self::ALL
            .into_iter()
            .find(|category| category.name() == wanted)
            .ok_or_else(|| unknown_category("category", text))
    }
}

/// A set of categories, usually the open ones.
///
/// ```
/// use dicee::{Category, CategorySet};
///
/// let open = CategorySet::from_slice(&[Category::Chance, Category::Dicee]);
/// assert!(open.contains(Category::Dicee));
/// assert_eq!(open.without(Category::Dicee).to_string(), "chance");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CategorySet(u16);

impl CategorySet {
    /// No category.
    pub const EMPTY: Self = Self(0);
    /// All thirteen.
    pub const ALL: Self = Self((1 << Category::COUNT) - 1);
    /// Ones to sixes.
    pub const UPPER: Self = Self(0b11_1111);

    /// The set of these.
    #[must_use]
    pub fn from_slice(categories: &[Category]) -> Self {
        categories.iter().copied().collect()
    }

    /// The set with these bits, bit 0 for ones; `None` if a bit past the thirteenth is set.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits <= Self::ALL.0 { Some(Self(bits)) } else { None }
    }

    /// One bit a category, ones first.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is in the set.
    #[must_use]
    pub const fn contains(self, category: Category) -> bool {
        self.0 & (1 << category.index()) != 0
    }

    /// The set with this one.
    #[must_use]
    pub const fn with(self, category: Category) -> Self {
        Self(self.0 | 1 << category.index())
    }

    /// The set without this one.
    #[must_use]
    pub const fn without(self, category: Category) -> Self {
        Self(self.0 & !(1 << category.index()))
    }

    /// Those not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// The upper boxes of the set.
    #[must_use]
    pub const fn upper(self) -> Self {
        Self(self.0 & Self::UPPER.0)
    }

    /// The lower boxes of the set.
    #[must_use]
    pub const fn lower(self) -> Self {
        Self(self.0 & !Self::UPPER.0)
    }

    /// Its members, in card order.
    pub fn iter(self) -> impl Iterator<Item = Category> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let index = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            Category::ALL.get(index).copied()
        })
    }
}

impl FromIterator<Category> for CategorySet {
    fn from_iter<I: IntoIterator<Item = Category>>(categories: I) -> Self {
        categories.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for CategorySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Category::name).collect();
        f.write_str(&names.join(", "))
    }
}

impl fmt::Debug for CategorySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// A category that does not exist; `field` is `open` or `category`.
#[must_use]
pub fn unknown_category(field: &str, actual: &str) -> InputError {
    InputError::text(field, format!("one of {}", CategorySet::ALL), actual)
}

/// A category listed twice.
#[must_use]
pub fn repeated_category(category: Category) -> InputError {
    InputError::new("open", "each category at most once", format!("{category} twice"))
}

/// A category that is already filled.
#[must_use]
pub fn category_not_open(category: Category, open: CategorySet) -> InputError {
    InputError::new("category", format!("an open category ({open})"), category.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::*;

    fn check(dice: [u8; 5], expected: [u8; 13]) {
        let roll = DiceConfig::from_dice(&dice).unwrap();
        assert_eq!(Category::ALL.map(|category| category.score(roll)), expected, "{roll}");
    }

    #[test]
    fn every_box_scores_as_the_rules_say() {
        //                      1  2  3  4   5   6   3k  4k  fh  ss  ls  d   ch
        check([5, 5, 5, 2, 6], [0, 2, 0, 0, 15, 6, 23, 0, 0, 0, 0, 0, 23]);
        check([3, 3, 3, 5, 5], [0, 0, 9, 0, 10, 0, 19, 0, 25, 0, 0, 0, 19]);
        check([4, 4, 4, 4, 1], [1, 0, 0, 16, 0, 0, 17, 17, 0, 0, 0, 0, 17]);
        check([6, 6, 6, 6, 6], [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30]);
        check([1, 2, 3, 4, 6], [1, 2, 3, 4, 0, 6, 0, 0, 0, 30, 0, 0, 16]);
        check([2, 3, 4, 5, 6], [0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0, 20]);
        check([3, 4, 4, 5, 6], [0, 0, 3, 8, 5, 6, 0, 0, 0, 30, 0, 0, 22]);
        check([1, 2, 4, 5, 6], [1, 2, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 18]);
        check([1, 1, 2, 2, 3], [2, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]);
    }

    #[test]
    fn five_of_a_kind_is_a_full_house_only_as_a_joker() {
        let roll = DiceConfig::from_dice(&[2; 5]).unwrap();
        assert_eq!(FullHouse.score(roll), 0);
        assert_eq!(FullHouse.joker_score(roll), 25);
        assert_eq!(SmallStraight.joker_score(roll), 30);
        assert_eq!(LargeStraight.joker_score(roll), 40);
        assert_eq!(ThreeOfKind.joker_score(roll), 10);
    }

    #[test]
    fn scores_stay_within_the_range_of_their_box() {
        for (category, lowest, highest) in [
            (Ones, 0, 5),
            (Twos, 0, 10),
            (Threes, 0, 15),
            (Fours, 0, 20),
            (Fives, 0, 25),
            (Sixes, 0, 30),
            (ThreeOfKind, 0, 30),
            (FourOfKind, 0, 30),
            (FullHouse, 0, 25),
            (SmallStraight, 0, 30),
            (LargeStraight, 0, 40),
            (Dicee, 0, 50),
            (Chance, 5, 30),
        ] {
            let scores: Vec<u8> = DiceConfig::iter_all().map(|roll| category.score(roll)).collect();
            assert_eq!(scores.iter().min(), Some(&lowest), "{category}");
            assert_eq!(scores.iter().max(), Some(&highest), "{category}");
        }
    }

    #[test]
    fn boxes_hold_only_scores_that_some_roll_gives() {
        assert!(FullHouse.can_hold(25) && FullHouse.can_hold(0) && !FullHouse.can_hold(24));
        assert!(Chance.can_hold(5) && !Chance.can_hold(0) && !Chance.can_hold(31));
        assert!(Sixes.can_hold(24) && !Sixes.can_hold(25));
        assert!(ThreeOfKind.can_hold(0) && !ThreeOfKind.can_hold(4));
    }

    #[test]
    fn names_are_read_back_with_forgiveness() {
        for category in Category::ALL {
            assert_eq!(category.name().parse(), Ok(category));
            assert_eq!(serde_json::to_string(&category).unwrap(), format!("\"{category}\""));
        }
        assert_eq!("Full-House".parse(), Ok(FullHouse));
        assert!("yams".parse::<Category>().is_err());
    }

    #[test]
    fn sets_list_their_members_in_card_order() {
        let set = CategorySet::from_slice(&[Chance, Ones, Dicee]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Ones, Dicee, Chance]);
        assert_eq!(set.complement().len(), 10);
        assert_eq!(CategorySet::ALL.iter().count(), 13);
        assert_eq!(CategorySet::from_bits(1 << 13), None);
    }
}
