use serde::Serialize;

use crate::category::Category;
use crate::horizon::Horizon;
use crate::rules::Rules;

/// What people call the boxes, the rules and the horizons. It exists once, here; screens take it from the bindings.
///
/// ```
/// use dicee::{Category, Names, Rules};
///
/// let names = Names::new();
/// assert_eq!(names.categories[12].title, Category::Chance.title());
/// assert_eq!(names.rules[0].title, Rules::Standard.title());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Names {
    /// The boxes in card order.
    pub categories: Vec<CategoryName>,
    /// The rule variants, the default first.
    pub rules: Vec<RulesName>,
    /// The horizons.
    pub horizons: Vec<HorizonName>,
}

/// A box of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CategoryName {
    /// Its name on the wire.
    pub category: Category,
    /// Its name on the card.
    pub title: &'static str,
    /// Whether it is in the upper section.
    pub upper: bool,
}

/// A rule variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesName {
    /// Its name on the wire.
    pub rules: Rules,
    /// Its name on a screen.
    pub title: &'static str,
    /// What sets it apart, in a sentence.
    pub note: &'static str,
}

/// A horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HorizonName {
    /// Its name on the wire.
    pub horizon: Horizon,
    /// Its name on a screen.
    pub title: &'static str,
    /// What its values count.
    pub unit: &'static str,
    /// The same where there is little room.
    pub short_unit: &'static str,
}

impl Names {
    /// All of them.
    #[must_use]
    pub fn new() -> Self {
        let category = |category: Category| CategoryName {
            category,
            title: category.title(),
            upper: category.face().is_some(),
        };
        let rules = |rules: Rules| RulesName { rules, title: rules.title(), note: rules.note() };
        let horizon = |horizon: Horizon| HorizonName {
            horizon,
            title: horizon.title(),
            unit: horizon.unit(),
            short_unit: horizon.short_unit(),
        };
        Self {
            categories: Category::ALL.map(category).into(),
            rules: Rules::ALL.map(rules).into(),
            horizons: [Horizon::Turn, Horizon::Game].map(horizon).into(),
        }
    }
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}
