use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::InputError;
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;

/// What the variants disagree about: a further Dicee, once the Dicee box is filled.
///
/// | | bonus of 100 while the box holds 50 | joker |
/// |---|---|---|
/// | `standard` | yes | no |
/// | `joker_rules` | yes | yes, once its own upper box is filled; before that, free choice at normal scores |
/// | `forced_dicee` | yes | its own upper box first, else a lower box as a joker, else a zero above |
/// | `classic` | no | no |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Rules {
    /// +100 for each further Dicee once the box holds 50; no joker.
    #[default]
    Standard,
    /// The bonus, and a further Dicee is a joker once its own upper box is filled.
    JokerRules,
    /// The bonus, and the order of boxes for a further Dicee is prescribed.
    ForcedDicee,
    /// Neither bonus nor joker.
    Classic,
}

/// What the Dicee box holds; it decides what a further Dicee brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceeBox {
    /// Still open.
    #[serde(rename = "open")]
    Open,
    /// Filled with 0: no bonus for further ones.
    #[serde(rename = "0")]
    Zero,
    /// Filled with 50.
    #[serde(rename = "50")]
    Fifty,
}

/// What one score brings, before the upper bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The points that go into the box.
    pub points: u8,
    /// The bonus for a further Dicee: 0 or 100.
    pub dicee_bonus: u8,
}

/// A category that the rules do not allow for this roll on this card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ScoreRefusal {
    /// The box is filled.
    #[error("{category} is already filled")]
    AlreadyFilled {
        /// The box asked for.
        category: Category,
    },
    /// A further Dicee must go elsewhere under `forced_dicee`.
    #[error("a further Dicee cannot go into {category} while one of these is open: {allowed}")]
    ForcedElsewhere {
        /// The box asked for.
        category: Category,
        /// The boxes that the rules leave.
        allowed: CategorySet,
    },
}

impl Rules {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::Standard, Self::JokerRules, Self::ForcedDicee, Self::Classic];

    /// The bonus for each further Dicee while the box holds 50.
    pub const DICEE_BONUS: u8 = 100;
    /// The upper subtotal that earns the upper bonus.
    pub const UPPER_GOAL: u8 = 63;
    /// The upper bonus.
    pub const UPPER_BONUS: u8 = 35;

    /// The upper subtotal, capped at the goal, once these points are added, and the bonus for reaching it.
    pub(crate) const fn reach(upper: u8, points: u8) -> (u8, u8) {
        if upper >= Self::UPPER_GOAL {
            (Self::UPPER_GOAL, 0)
        } else if upper + points >= Self::UPPER_GOAL {
            (Self::UPPER_GOAL, Self::UPPER_BONUS)
        } else {
            (upper + points, 0)
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::JokerRules => "joker_rules",
            Self::ForcedDicee => "forced_dicee",
            Self::Classic => "classic",
        }
    }

    /// The name on a screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::JokerRules => "Joker rules",
            Self::ForcedDicee => "Forced Dicee",
            Self::Classic => "Classic",
        }
    }

    /// What sets these rules apart, in a sentence.
    #[must_use]
    pub const fn note(self) -> &'static str {
        match self {
            Self::Standard => "Every further Dicee earns 100 once the Dicee box holds 50.",
            Self::JokerRules => {
                "As Standard, and a further Dicee is a joker in the lower boxes once its own upper box is filled."
            }
            Self::ForcedDicee => "As Joker rules, but its own upper box must be used first.",
            Self::Classic => "No bonus for a further Dicee, and no jokers.",
        }
    }

    /// Whether a further Dicee brings the bonus.
    #[must_use]
    pub const fn has_dicee_bonus(self) -> bool {
        !matches!(self, Self::Classic)
    }

    /// Whether a further Dicee can be a joker.
    #[must_use]
    pub const fn has_joker(self) -> bool {
        matches!(self, Self::JokerRules | Self::ForcedDicee)
    }

    /// Whether a further Dicee is anything but an ordinary roll on a card with this Dicee box. When not,
    /// [`Category::score`] is the whole truth.
    #[must_use]
    pub const fn favours_further_dicee(self, dicee_box: DiceeBox) -> bool {
        match dicee_box {
            DiceeBox::Open => false,
            DiceeBox::Zero => self.has_joker(),
            DiceeBox::Fifty => self.has_dicee_bonus(),
        }
    }

    /// The open boxes into which this roll may go.
    #[must_use]
    pub fn allowed(self, open: CategorySet, dicee_box: DiceeBox, roll: DiceConfig) -> CategorySet {
        match roll.five_of_a_kind() {
            Some(face) if self == Self::ForcedDicee && dicee_box != DiceeBox::Open => {
                let own = Category::of_face(face);
                if open.contains(own) {
                    CategorySet::EMPTY.with(own)
                } else if open.lower().is_empty() {
                    open
                } else {
                    open.lower()
                }
            }
            _ => open,
        }
    }

    /// The one scoring function: what a roll brings in a category on a card with these open boxes.
    ///
    /// ```
    /// use dicee::{Category, CategorySet, DiceConfig, DiceeBox, Rules};
    ///
    /// let fives = DiceConfig::from_dice(&[5; 5])?;
    /// let open = CategorySet::from_slice(&[Category::FullHouse, Category::Chance]);
    /// let joker = Rules::JokerRules.score(open, DiceeBox::Fifty, fives, Category::FullHouse).unwrap();
    /// assert_eq!((joker.points, joker.dicee_bonus), (25, 100));
    /// # Ok::<(), dicee::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ScoreRefusal`] if the box is filled or the rules prescribe another one.
    pub fn score(
        self,
        open: CategorySet,
        dicee_box: DiceeBox,
        roll: DiceConfig,
        category: Category,
    ) -> Result<Scored, ScoreRefusal> {
        if !open.contains(category) {
            return Err(ScoreRefusal::AlreadyFilled { category });
        }
        let Some(face) = roll.five_of_a_kind().filter(|_| dicee_box != DiceeBox::Open) else {
            return Ok(Scored { points: category.score(roll), dicee_bonus: 0 });
        };
        let allowed = self.allowed(open, dicee_box, roll);
        if !allowed.contains(category) {
            return Err(ScoreRefusal::ForcedElsewhere { category, allowed });
        }
        let joker = self.has_joker() && !open.contains(Category::of_face(face));
        let points = if joker { category.joker_score(roll) } else { category.score(roll) };
        let bonus = self.has_dicee_bonus() && dicee_box == DiceeBox::Fifty;
        Ok(Scored { points, dicee_bonus: if bonus { Self::DICEE_BONUS } else { 0 } })
    }
}

impl DiceeBox {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Zero => "0",
            Self::Fifty => "50",
        }
    }

    /// What the box holds once a roll has been scored in it.
    #[must_use]
    pub const fn holding(points: u8) -> Self {
        if points == 0 { Self::Zero } else { Self::Fifty }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rules {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        Self::ALL.into_iter().find(|rules| rules.name() == text).ok_or_else(|| unknown_rules(text))
    }
}

/// Rules that do not exist.
#[must_use]
pub fn unknown_rules(actual: &str) -> InputError {
    InputError::text("rules", format!("one of {}", Rules::ALL.map(Rules::name).join(", ")), actual)
}

/// A game solved for other rules than the position asks for.
#[must_use]
pub fn solved_for_other_rules(solved: Rules, actual: Rules) -> InputError {
    let expected = format!("{}, the rules this table was solved for", solved.name());
    InputError::new("rules", expected, actual.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::*;

    /// `Some((points, bonus))`, or `None` where the rules forbid it.
    fn check(
        rules: Rules,
        open: &[Category],
        dicee_box: DiceeBox,
        face: u8,
        category: Category,
        expected: Option<(u8, u8)>,
    ) {
        let roll = DiceConfig::from_dice(&[face; 5]).unwrap();
        let scored = rules.score(CategorySet::from_slice(open), dicee_box, roll, category);
        assert_eq!(
            scored.ok().map(|s| (s.points, s.dicee_bonus)),
            expected,
            "{rules} {open:?} {dicee_box:?} {category}"
        );
    }

    #[test]
    fn the_first_dicee_is_an_ordinary_roll_under_all_rules() {
        for rules in Rules::ALL {
            check(rules, &Category::ALL, DiceeBox::Open, 4, Dicee, Some((50, 0)));
            check(rules, &Category::ALL, DiceeBox::Open, 4, Fours, Some((20, 0)));
            check(rules, &Category::ALL, DiceeBox::Open, 4, FullHouse, Some((0, 0)));
        }
    }

    #[test]
    fn a_further_dicee_brings_100_only_while_the_box_holds_50() {
        for rules in [Rules::Standard, Rules::JokerRules, Rules::ForcedDicee] {
            check(rules, &[Fours, Chance], DiceeBox::Fifty, 4, Fours, Some((20, 100)));
            check(rules, &[Fours, Chance], DiceeBox::Zero, 4, Fours, Some((20, 0)));
        }
        check(Rules::Classic, &[Fours, Chance], DiceeBox::Fifty, 4, Fours, Some((20, 0)));
    }

    #[test]
    fn the_joker_needs_its_own_upper_box_filled() {
        for dicee_box in [DiceeBox::Zero, DiceeBox::Fifty] {
            let bonus = if dicee_box == DiceeBox::Fifty { 100 } else { 0 };
            let open = [Ones, LargeStraight, SmallStraight, FullHouse, Chance];
            check(Rules::JokerRules, &open, dicee_box, 4, LargeStraight, Some((40, bonus)));
            check(Rules::JokerRules, &open, dicee_box, 4, SmallStraight, Some((30, bonus)));
            check(Rules::JokerRules, &open, dicee_box, 4, FullHouse, Some((25, bonus)));
            check(Rules::JokerRules, &open, dicee_box, 4, Chance, Some((20, bonus)));
            check(Rules::JokerRules, &open, dicee_box, 4, Ones, Some((0, bonus)));
            // Its own box open: free choice, but at normal scores.
            check(Rules::JokerRules, &open, dicee_box, 1, FullHouse, Some((0, bonus)));
            check(Rules::JokerRules, &open, dicee_box, 1, Chance, Some((5, bonus)));
        }
        check(Rules::Standard, &[FullHouse], DiceeBox::Fifty, 4, FullHouse, Some((0, 100)));
    }

    #[test]
    fn forced_dicee_prescribes_own_box_then_lower_then_upper() {
        let rules = Rules::ForcedDicee;
        check(rules, &[Ones, Fours, Chance], DiceeBox::Fifty, 4, Fours, Some((20, 100)));
        check(rules, &[Ones, Fours, Chance], DiceeBox::Fifty, 4, Chance, None);
        check(rules, &[Ones, FullHouse], DiceeBox::Zero, 4, FullHouse, Some((25, 0)));
        check(rules, &[Ones, FullHouse], DiceeBox::Zero, 4, Ones, None);
        check(rules, &[Ones, Twos], DiceeBox::Fifty, 4, Ones, Some((0, 100)));
    }

    #[test]
    fn a_filled_box_is_refused() {
        let roll = DiceConfig::from_dice(&[1, 2, 3, 4, 5]).unwrap();
        let open = CategorySet::from_slice(&[Chance]);
        assert_eq!(
            Rules::Standard.score(open, DiceeBox::Zero, roll, Ones),
            Err(ScoreRefusal::AlreadyFilled { category: Ones })
        );
    }

    #[test]
    fn an_ordinary_roll_scores_the_same_under_all_rules() {
        for roll in DiceConfig::iter_all().filter(|roll| roll.five_of_a_kind().is_none()) {
            for rules in Rules::ALL {
                for category in CategorySet::ALL.without(Dicee).iter() {
                    let scored =
                        rules.score(CategorySet::ALL.without(Dicee), DiceeBox::Fifty, roll, category);
                    assert_eq!(scored, Ok(Scored { points: category.score(roll), dicee_bonus: 0 }));
                }
            }
        }
    }

    #[test]
    fn names_are_permanent() {
        for (rules, name) in
            Rules::ALL.into_iter().zip(["standard", "joker_rules", "forced_dicee", "classic"])
        {
            assert_eq!((rules.name(), name.parse()), (name, Ok(rules)));
            assert_eq!(serde_json::to_string(&rules).unwrap(), format!("\"{name}\""));
        }
        for (dicee_box, name) in [(DiceeBox::Open, "open"), (DiceeBox::Zero, "0"), (DiceeBox::Fifty, "50")] {
            assert_eq!(dicee_box.name(), name);
            assert_eq!(serde_json::to_string(&dicee_box).unwrap(), format!("\"{name}\""));
        }
        assert_eq!(Rules::default(), Rules::Standard);
        assert_eq!(crate::Horizon::default(), crate::Horizon::Game);
    }

    #[test]
    fn refusals_name_the_box_and_what_is_left() {
        let refusal =
            ScoreRefusal::ForcedElsewhere { category: Ones, allowed: CategorySet::EMPTY.with(Fours) };
        assert_eq!(
            refusal.to_string(),
            "a further Dicee cannot go into ones while one of these is open: fours"
        );
        assert_eq!(ScoreRefusal::AlreadyFilled { category: Ones }.to_string(), "ones is already filled");
    }

    #[test]
    fn some_open_box_is_always_allowed() {
        for bits in 1..(1u16 << 13) {
            let open = CategorySet::from_bits(bits).unwrap();
            let dicee_box = if open.contains(Dicee) { DiceeBox::Open } else { DiceeBox::Fifty };
            for face in 1..=6 {
                let roll = DiceConfig::from_dice(&[face; 5]).unwrap();
                assert!(!Rules::ForcedDicee.allowed(open, dicee_box, roll).is_empty());
            }
        }
    }
}
