use chance::{InputError, percentage};
use serde::{Deserialize, Serialize};

use super::{TargetChances, TargetOption};
use crate::analysis::Action;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::{DiceeBox, Rules};

/// The answer about one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetReport {
    /// The rules.
    pub rules: Rules,
    /// The open boxes.
    pub open: Vec<Category>,
    /// The upper subtotal.
    pub upper: u8,
    /// What the Dicee box holds.
    pub dicee_box: DiceeBox,
    /// The points wanted from here on.
    pub score: u16,
    /// The highest chance to make at least so many; with a roll on the table, the chance from there.
    pub chance: f64,
    /// The same as a text, for example `13.9%`.
    pub percentage: String,
    /// The chance in a sentence and, with a roll on the table, what to do for it.
    pub text: String,
    /// With a roll on the table, every option, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<TargetOptionData>,
}

/// One thing that the player can do now, and the highest chance to reach the target after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TargetOption"))]
pub enum TargetOptionData {
    /// Fills a box.
    Score {
        /// The box.
        category: Category,
        /// The chance.
        chance: f64,
        /// The same as a text, for example `13.9%`.
        percentage: String,
        /// The instruction in words.
        text: String,
    },
    /// Keeps dice and rolls the others.
    Keep {
        /// The dice kept, ascending.
        keep: Vec<u8>,
        /// The chance.
        chance: f64,
        /// The same as a text, for example `13.9%`.
        percentage: String,
        /// The instruction in words, such as `Keep 5 5 5 and roll two dice`.
        text: String,
    },
}

impl TargetReport {
    /// Asks the solved chances about a position, before its turn or with a roll on the table.
    ///
    /// # Errors
    ///
    /// As [`TargetChances::chance`].
    pub fn new(
        chances: &TargetChances,
        position: Position,
        score: u16,
        rolled: Option<(DiceConfig, RollsLeft)>,
    ) -> Result<Self, InputError> {
        let rules = chances.rules();
        let options = match rolled {
            Some((roll, rolls_left)) => chances
                .options(position, score, roll, rolls_left)?
                .into_iter()
                .map(|option| TargetOptionData::new(rules, position, roll, option))
                .collect(),
            None => Vec::new(),
        };
        let chance = match options.first() {
            Some(best) => best.chance(),
            None => chances.chance(position, score)?,
        };
        Ok(Self {
            rules,
            open: position.open().iter().collect(),
            upper: position.upper(),
            dicee_box: position.dicee_box(),
            score,
            chance,
            percentage: shown(chance),
            text: sentence(options.first().map(TargetOptionData::text), score, chance),
            options,
        })
    }

    /// The option that takes this action, if there is one.
    #[must_use]
    pub fn option(&self, action: Action) -> Option<&TargetOptionData> {
        let same = |option: &&TargetOptionData| match (option, action) {
            (TargetOptionData::Score { category, .. }, Action::Score(wanted)) => *category == wanted,
            (TargetOptionData::Keep { keep, .. }, Action::Keep(wanted)) => *keep == wanted.faces(),
            (TargetOptionData::Score { .. }, Action::Keep(_))
            | (TargetOptionData::Keep { .. }, Action::Score(_)) => false,
        };
        self.options.iter().find(same)
    }
}

impl TargetOptionData {
    fn new(rules: Rules, position: Position, roll: DiceConfig, option: TargetOption) -> Self {
        let TargetOption { action, chance } = option;
        let percentage = shown(chance);
        match action {
            Action::Score(category) => {
                let outcome = position.score(rules, roll, category).ok();
                let (points, bonus) =
                    outcome.map_or((0, 0), |outcome| (outcome.scored.points, outcome.bonus()));
                Self::Score { category, chance, percentage, text: action.instruction(points, bonus) }
            }
            Action::Keep(keep) => {
                Self::Keep { keep: keep.faces(), chance, percentage, text: action.instruction(0, 0) }
            }
        }
    }

    /// The chance.
    #[must_use]
    pub const fn chance(&self) -> f64 {
        match self {
            Self::Score { chance, .. } | Self::Keep { chance, .. } => *chance,
        }
    }

    /// The chance as a text.
    #[must_use]
    pub fn percentage(&self) -> &str {
        match self {
            Self::Score { percentage, .. } | Self::Keep { percentage, .. } => percentage,
        }
    }

    /// The instruction in words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Score { text, .. } | Self::Keep { text, .. } => text,
        }
    }
}

/// Only what is certain or impossible reads so.
fn shown(chance: f64) -> String {
    if chance <= 0.0 {
        "0%".to_owned()
    } else if chance >= 1.0 {
        "100%".to_owned()
    } else {
        percentage(chance)
    }
}

/// What is to be had, and what to do for it.
fn sentence(instruction: Option<&str>, score: u16, chance: f64) -> String {
    let points = if score == 1 { "1 point".to_owned() } else { format!("{score} points") };
    if chance <= 0.0 {
        return format!("At least {points} more cannot be made from here.");
    }
    let outlook = if chance >= 1.0 {
        format!("at least {points} more are certain")
    } else {
        format!("{} to make at least {points} more", shown(chance))
    };
    match instruction {
        Some(instruction) => format!("{instruction}: {outlook}."),
        None if chance >= 1.0 => format!("At least {points} more are certain."),
        None => format!("Played for it, {outlook}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CategorySet, KeepPattern};
    use Category::*;

    fn report(score: u16, dice: Option<[u8; 5]>, rolls: i64) -> TargetReport {
        let open = CategorySet::from_slice(&[Sixes, Chance]);
        let position = Position::new(open, 45, DiceeBox::Zero).unwrap();
        let chances =
            TargetChances::solve_turn(Rules::Standard, open, 127, |_| std::ops::ControlFlow::Continue(()));
        let rolled =
            dice.map(|dice| (DiceConfig::from_dice(&dice).unwrap(), RollsLeft::parse(rolls).unwrap()));
        TargetReport::new(&chances.unwrap().unwrap(), position, score, rolled).unwrap()
    }

    #[test]
    fn the_sentence_says_what_to_do_and_what_it_brings() {
        // Three sixes reach 63 above: 18 and 35, and some chance on top.
        let advice = report(70, Some([6, 6, 6, 2, 1]), 0);
        assert!(advice.text.starts_with("Score Sixes for 18 and 35 bonus: "), "{}", advice.text);
        assert!(advice.text.ends_with("% to make at least 70 points more."), "{}", advice.text);
        assert_eq!(advice.options.len(), 2);
        assert_eq!(advice.option(Action::Score(Sixes)), advice.options.first());
        assert_eq!(advice.option(Action::Keep(KeepPattern::NOTHING)), None);
        let certain = report(53, Some([6, 6, 6, 2, 1]), 0);
        assert_eq!(certain.text, "Score Sixes for 18 and 35 bonus: at least 53 points more are certain.");
        assert_eq!(report(100, None, 0).text, "At least 100 points more cannot be made from here.");
        assert!(report(60, None, 0).text.starts_with("Played for it, "));
        let rolling = report(85, Some([6, 6, 6, 2, 1]), 1);
        assert!(rolling.text.starts_with("Keep 6 6 6 and roll two dice: "), "{}", rolling.text);
    }
}
