//! How an analysis is written.

use serde::{Serialize, Serializer};

use crate::analysis::{Action, CategoryAnalysis, Choice, TurnAnalysis};
use crate::category::Category;
use crate::horizon::Horizon;
use crate::rules::Rules;

/// Everything about one roll.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TurnAnalysis"))]
pub struct TurnAnalysisData {
    /// The rules.
    pub rules: Rules,
    /// How far ahead the values look.
    pub horizon: Horizon,
    /// The dice, ascending.
    pub dice: Vec<u8>,
    /// Rolls still to come.
    pub rolls_left: u8,
    /// The first of the options.
    pub best: ChoiceData,
    /// Every legal score and every distinct keep of fewer than five dice, best first.
    pub options: Vec<ChoiceData>,
    /// One entry an open box, in card order.
    pub categories: Vec<CategoryAnalysisData>,
}

/// One thing that the player can do now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Choice"))]
pub enum ChoiceData {
    /// Fills a box.
    Score {
        /// The box.
        category: Category,
        /// What it is worth, in points.
        value: f64,
        /// What it costs against the best.
        loss: f64,
        /// The instruction in words.
        text: String,
    },
    /// Keeps dice and rolls the others.
    Keep {
        /// The dice kept, ascending.
        keep: Vec<u8>,
        /// What it is worth, in points.
        value: f64,
        /// What it costs against the best.
        loss: f64,
        /// The instruction in words, such as `Keep 5 5 5 and roll two dice`.
        text: String,
    },
}

/// What one open box is worth with this roll. The chance is that of achieving it this turn with best play towards it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CategoryAnalysis"))]
pub struct CategoryAnalysisData {
    /// The box.
    pub category: Category,
    /// Points that scoring it now puts into the box; null where the rules forbid it for this roll.
    pub score: Option<u8>,
    /// Bonuses that scoring it now earns beside that: 100 for a further Dicee, 35 for reaching 63 above.
    pub bonus: u16,
    /// Value of scoring it now within the horizon, bonuses included; null where forbidden.
    pub value: Option<f64>,
    /// Expected points in this box, without bonuses, when the rest of the turn is played for it alone.
    pub expected_score: f64,
    /// The chance, from 0 to 1.
    pub probability: f64,
    /// For example `13.9%`.
    pub percentage: String,
    /// For example `1 in 7.2`.
    pub odds: String,
    /// Reduced, for example `5/36`.
    pub fraction: String,
}

impl From<&TurnAnalysis> for TurnAnalysisData {
    fn from(analysis: &TurnAnalysis) -> Self {
        let worded = |choice: &Choice| {
            let (value, loss) = (choice.value, choice.loss);
            let text = analysis.instruction(choice.action);
            match choice.action {
                Action::Score(category) => ChoiceData::Score { category, value, loss, text },
                Action::Keep(keep) => ChoiceData::Keep { keep: keep.faces(), value, loss, text },
            }
        };
        Self {
            rules: analysis.rules,
            horizon: analysis.horizon,
            dice: analysis.roll.faces(),
            rolls_left: analysis.rolls_left.get(),
            best: worded(&analysis.best),
            options: analysis.options.iter().map(worded).collect(),
            categories: analysis.categories.iter().map(CategoryAnalysisData::from).collect(),
        }
    }
}

impl From<&CategoryAnalysis> for CategoryAnalysisData {
    fn from(entry: &CategoryAnalysis) -> Self {
        Self {
            category: entry.category,
            score: entry.score,
            bonus: entry.bonus,
            value: entry.value,
            expected_score: entry.expected_score,
            probability: entry.probability.value(),
            percentage: entry.probability.percentage(),
            odds: entry.probability.odds(),
            fraction: entry.probability.to_string(),
        }
    }
}

impl Serialize for TurnAnalysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TurnAnalysisData::from(self).serialize(serializer)
    }
}

impl Serialize for CategoryAnalysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CategoryAnalysisData::from(self).serialize(serializer)
    }
}
