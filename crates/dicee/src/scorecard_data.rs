use serde::{Deserialize, Serialize};

use crate::category::{Category, CategorySet};
use crate::rules::Rules;
use crate::scorecard::Scorecard;
use crate::violation::{Findings, Violation};

/// A card as it is written (data contract 4.2): boxes that are open are left out, totals are in. What comes from outside may
/// contradict itself; [`Self::violations`] says where, and [`Self::card`] trusts it only if it does not.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Scorecard"))]
pub struct ScorecardData {
    /// Ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ones: Option<u8>,
    /// Twos.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twos: Option<u8>,
    /// Threes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threes: Option<u8>,
    /// Fours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fours: Option<u8>,
    /// Fives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fives: Option<u8>,
    /// Sixes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sixes: Option<u8>,
    /// Three of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub three_of_kind: Option<u8>,
    /// Four of a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub four_of_kind: Option<u8>,
    /// Full house: 25 or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_house: Option<u8>,
    /// Small straight: 30 or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub small_straight: Option<u8>,
    /// Large straight: 40 or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large_straight: Option<u8>,
    /// Dicee: 50 or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dicee: Option<u8>,
    /// Chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<u8>,
    /// The sum of the upper boxes.
    pub upper_subtotal: u16,
    /// 35 once the upper subtotal is at least 63.
    pub upper_bonus: u16,
    /// Upper subtotal and bonus.
    pub upper_total: u16,
    /// 100 for each further Dicee.
    pub dicee_bonus: u16,
    /// The sum of the lower boxes and the bonus for further Dicees.
    pub lower_total: u16,
    /// Everything.
    pub grand_total: u16,
    /// The open boxes.
    pub categories_remaining: Vec<Category>,
    /// How many boxes are filled, 0 to 13.
    pub turns_completed: u8,
}

impl ScorecardData {
    /// What a box holds.
    #[must_use]
    pub const fn points(&self, category: Category) -> Option<u8> {
        match category {
            Category::Ones => self.ones,
            Category::Twos => self.twos,
            Category::Threes => self.threes,
            Category::Fours => self.fours,
            Category::Fives => self.fives,
            Category::Sixes => self.sixes,
            Category::ThreeOfKind => self.three_of_kind,
            Category::FourOfKind => self.four_of_kind,
            Category::FullHouse => self.full_house,
            Category::SmallStraight => self.small_straight,
            Category::LargeStraight => self.large_straight,
            Category::Dicee => self.dicee,
            Category::Chance => self.chance,
        }
    }

    /// Everything that is wrong with this card: the arithmetic of sections 8.2 and 10.3, and the lists of 9.2.2 and
    /// 10.4.3.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        let mut found = Findings::default();
        for category in Category::ALL {
            if let Some(points) = self.points(category) {
                // Fixed boxes hold all or nothing (10.3.6), the others what five dice can add up to.
                found.check(category.can_hold(points), || {
                    Violation::new("10.3.6", format!("{category}: no roll scores {points} there"))
                });
            }
        }
        let sum = |boxes: CategorySet| -> u32 {
            boxes.iter().filter_map(|category| self.points(category)).map(u32::from).sum()
        };
        let upper = sum(CategorySet::UPPER);
        let lower = sum(CategorySet::UPPER.complement()) + u32::from(self.dicee_bonus);
        let bonus = if self.upper_subtotal >= u16::from(Rules::UPPER_GOAL) { Rules::UPPER_BONUS } else { 0 };
        let (upper_total, grand_total) = (
            u32::from(self.upper_subtotal) + u32::from(self.upper_bonus),
            u32::from(self.upper_total) + u32::from(self.lower_total),
        );
        for (rule, field, expected, actual) in [
            ("10.3.2", "upperSubtotal", upper, self.upper_subtotal),
            ("10.3.2", "upperBonus", u32::from(bonus), self.upper_bonus),
            ("10.3.2", "upperTotal", upper_total, self.upper_total),
            ("10.3.3", "lowerTotal", lower, self.lower_total),
            ("10.3.4", "grandTotal", grand_total, self.grand_total),
        ] {
            found.check(u32::from(actual) == expected, || {
                Violation::new(rule, format!("{field}: expected {expected}, got {actual}"))
            });
        }
        found.check(self.dicee_bonus.is_multiple_of(u16::from(Rules::DICEE_BONUS)), || {
            Violation::new(
                "10.3.5",
                format!("diceeBonus: expected a multiple of 100, got {}", self.dicee_bonus),
            )
        });
        let open = Category::ALL.into_iter().filter(|&category| self.points(category).is_none());
        found.check(open.clone().eq(self.categories_remaining.iter().copied()), || {
            let open = open.map(Category::name).collect::<Vec<_>>().join(", ");
            Violation::new(
                "9.2.2",
                format!("categoriesRemaining: expected the open boxes in card order ({open})"),
            )
        });
        let filled = 13 - self.categories_remaining.len().min(13);
        found.check(usize::from(self.turns_completed) == filled, || {
            Violation::new(
                "10.4.3",
                format!("turnsCompleted: expected {filled}, got {}", self.turns_completed),
            )
        });
        found.into_vec()
    }

    /// The card, if it can be.
    ///
    /// # Errors
    ///
    /// Every contradiction.
    pub fn card(&self) -> Result<Scorecard, Vec<Violation>> {
        let violations = self.violations();
        if !violations.is_empty() {
            return Err(violations);
        }
        Scorecard::from_boxes(Category::ALL.map(|category| self.points(category)), self.dicee_bonus)
            .map_err(|error| vec![Violation::new("10.3", error.to_string())])
    }
}

impl From<&Scorecard> for ScorecardData {
    fn from(card: &Scorecard) -> Self {
        let points = |category| card.points(category);
        Self {
            ones: points(Category::Ones),
            twos: points(Category::Twos),
            threes: points(Category::Threes),
            fours: points(Category::Fours),
            fives: points(Category::Fives),
            sixes: points(Category::Sixes),
            three_of_kind: points(Category::ThreeOfKind),
            four_of_kind: points(Category::FourOfKind),
            full_house: points(Category::FullHouse),
            small_straight: points(Category::SmallStraight),
            large_straight: points(Category::LargeStraight),
            dicee: points(Category::Dicee),
            chance: points(Category::Chance),
            upper_subtotal: card.upper_subtotal(),
            upper_bonus: card.upper_bonus(),
            upper_total: card.upper_total(),
            dicee_bonus: card.dicee_bonus(),
            lower_total: card.lower_total(),
            grand_total: card.grand_total(),
            categories_remaining: card.open().iter().collect(),
            turns_completed: card.turns_completed(),
        }
    }
}

impl Serialize for Scorecard {
    /// The shape of the data contract, section 4.2.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ScorecardData::from(self).serialize(serializer)
    }
}
