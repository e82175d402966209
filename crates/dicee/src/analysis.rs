use chance::{Ratio, fixed, sort_by_rank};
use serde::Serialize;

use crate::category::Category;
use crate::config::DiceConfig;
use crate::horizon::Horizon;
use crate::keep::{KeepPattern, keeps_of};
use crate::odds::CategoryOdds;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{Outlook, TurnValues};

/// Everything there is to know about one roll: what each legal action is worth, and what each open box can
/// still bring.
///
/// ```
/// use dicee::{Action, Category, DiceConfig, Outlook, Position, RollsLeft, Rules, TurnAnalysis};
///
/// let roll = DiceConfig::from_dice(&[6, 6, 6, 6, 6])?;
/// let analysis =
///     TurnAnalysis::new(Rules::Standard, Position::START, Outlook::Turn, roll, RollsLeft::AFTER_FIRST);
/// assert_eq!(analysis.best.action, Action::Score(Category::Dicee));
/// assert_eq!(analysis.category_score(), Some(50));
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TurnAnalysis {
    /// The rules.
    pub rules: Rules,
    /// How far ahead the values look.
    pub horizon: Horizon,
    /// The roll.
    pub roll: DiceConfig,
    /// Rolls still to come.
    pub rolls_left: RollsLeft,
    /// The first of the options.
    pub best: Choice,
    /// Every legal score and, while rolls are left, every distinct keep of fewer than five dice; best first.
    /// Values are compared in whole billionths of a point; where they are equal, scoring comes before rolling, keeping
    /// more dice before keeping fewer, and card order decides between boxes.
    pub options: Vec<Choice>,
    /// One entry an open box, in card order.
    pub categories: Vec<CategoryAnalysis>,
}

/// What a player can do with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// End the turn with this box.
    Score(Category),
    /// Keep these dice and roll the rest.
    Keep(KeepPattern),
}

/// An action and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// Expected points: of this turn, or of the rest of the game with this turn.
    pub value: f64,
    /// What it costs against the best option; never negative.
    pub loss: f64,
}

/// One open box, with this roll in hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CategoryAnalysis {
    /// The box.
    pub category: Category,
    /// Points that scoring it now puts into the box; `None` where the rules forbid it.
    pub score: Option<u8>,
    /// Bonuses that scoring it now earns beside that: 100 for a further Dicee, 35 for reaching 63 above.
    pub bonus: u16,
    /// The value of scoring it now; `None` where the rules forbid it.
    pub value: Option<f64>,
    /// The chance of achieving it this turn when every keep is chosen for it.
    pub probability: Ratio,
    /// Expected points in this box when the rest of the turn is played for them.
    pub expected_score: f64,
}

/// Which dice to keep, as the turn solver recommends (docs/decisions/turn-solver.md).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeepRecommendation {
    /// Which of the five dice, ascending, to keep.
    pub keep_mask: [bool; 5],
    /// How many dice of each face to keep.
    pub kept_counts: [u8; 6],
    /// What that is worth.
    pub expected_value: f64,
    /// The advice in a sentence.
    pub explanation: String,
}

impl TurnAnalysis {
    /// Analyses one roll.
    ///
    /// # Panics
    ///
    /// Panics if the position is a full card, where nothing is left to decide, or if the outlook is a game under
    /// other rules.
    #[must_use]
    pub fn new(
        rules: Rules,
        position: Position,
        outlook: Outlook<'_>,
        roll: DiceConfig,
        rolls: RollsLeft,
    ) -> Self {
        let turn = TurnValues::solve(rules, position, outlook, rolls);
        Self::from_values(rules, position, outlook, roll, rolls, &turn)
    }

    /// As [`Self::new`], for a turn that is already solved.
    ///
    /// # Panics
    ///
    /// As [`Self::new`], and if the turn was solved for fewer rolls.
    #[must_use]
    pub fn from_values(
        rules: Rules,
        position: Position,
        outlook: Outlook<'_>,
        roll: DiceConfig,
        rolls: RollsLeft,
        turn: &TurnValues,
    ) -> Self {
        let index = roll.to_index();
        let mut options = Vec::with_capacity(Category::COUNT + 32);
        let mut categories = Vec::with_capacity(position.open().len());
        for category in position.open().iter() {
            let outcome = position.score(rules, roll, category).ok();
            let value = outcome.map(|outcome| f64::from(outcome.points()) + outlook.future(outcome.next));
            if let Some(value) = value {
                options.push(Choice { action: Action::Score(category), value, loss: 0.0 });
            }
            let (probability, expected_score) = CategoryOdds::with(rules, position, category, |odds| {
                (odds.best(index, rolls), odds.best_expected(index, rolls))
            });
            let score = outcome.map(|outcome| outcome.scored.points);
            let bonus = outcome.map_or(0, |outcome| outcome.bonus());
            categories.push(CategoryAnalysis { category, score, bonus, value, probability, expected_score });
        }
        if rolls > RollsLeft::NONE {
            let whole = index.keep_all();
            options.extend(keeps_of(index).iter().filter(|&&keep| keep != whole).map(|&keep| {
                let value = turn.keep_value(keep, rolls);
                Choice { action: Action::Keep(KeepPattern::from_index(keep)), value, loss: 0.0 }
            }));
        }
        // Stable: options of equal value stay in the order in which they were listed.
        sort_by_rank(&mut options, |option| !billionths(option.value));
        let best = options.first().map(|option| option.value).expect("a card with an open box has an option");
        for option in &mut options {
            // From the same whole billionths as the order, so that a later option never seems to lose less.
            option.loss = (billionths(best) - billionths(option.value)) as f64 * 1e-9;
        }
        let horizon = outlook.horizon();
        Self { rules, horizon, roll, rolls_left: rolls, best: options[0], options, categories }
    }

    /// The box to score, if that is best.
    #[must_use]
    pub const fn recommended_category(&self) -> Option<Category> {
        match self.best.action {
            Action::Score(category) => Some(category),
            Action::Keep(_) => None,
        }
    }

    /// The points that go into the recommended box.
    #[must_use]
    pub fn category_score(&self) -> Option<u8> {
        let category = self.recommended_category()?;
        self.categories.iter().find(|entry| entry.category == category)?.score
    }

    /// The dice to keep, if rolling again is best.
    #[must_use]
    pub fn keep_recommendation(&self) -> Option<KeepRecommendation> {
        let Action::Keep(keep) = self.best.action else { return None };
        let dice: [u8; 5] = self.roll.faces().try_into().expect("a roll has five dice");
        Some(KeepRecommendation {
            keep_mask: keep.mask(&dice).expect("the options are keeps of the roll"),
            kept_counts: keep.counts(),
            expected_value: self.best.value,
            explanation: self.explanation(),
        })
    }

    /// The value of the best option.
    #[must_use]
    pub const fn expected_value(&self) -> f64 {
        self.best.value
    }

    /// The best option in a sentence.
    #[must_use]
    pub fn explanation(&self) -> String {
        let value = fixed(self.best.value, 2);
        let worth = match self.horizon {
            Horizon::Turn => format!("{value} points expected this turn"),
            Horizon::Game => format!("{value} points expected from here to the end"),
        };
        format!("{}: {worth}.", self.instruction(self.best.action))
    }

    /// An option as an instruction, such as `Keep 5 5 5 and roll two dice` or `Score Sixes for 18 and 35 bonus`. Every
    /// text of advice begins with it.
    #[must_use]
    pub fn instruction(&self, action: Action) -> String {
        let entry = match action {
            Action::Score(category) => self.categories.iter().find(|entry| entry.category == category),
            Action::Keep(_) => None,
        };
        let (points, bonus) = entry.map_or((0, 0), |entry| (entry.score.unwrap_or(0), entry.bonus));
        action.instruction(points, bonus)
    }
}

impl Action {
    /// The action as an instruction; a box is filled with these points and this bonus.
    pub(crate) fn instruction(self, points: u8, bonus: u16) -> String {
        match self {
            Self::Score(category) => match (points, bonus, category.title()) {
                (0, 0, title) => format!("Put a zero in {title}"),
                (_, 0, title) => format!("Score {title} for {points}"),
                (_, _, title) => format!("Score {title} for {points} and {bonus} bonus"),
            },
            Self::Keep(keep) => match DiceConfig::DICE - keep.len() {
                0 => "Keep all five dice".to_owned(),
                1 => format!("Keep {keep} and roll one die"),
                2 => format!("Keep {keep} and roll two dice"),
                3 => format!("Keep {keep} and roll three dice"),
                4 => format!("Keep {keep} and roll four dice"),
                _ => "Roll all five dice".to_owned(),
            },
        }
    }
}

/// A value in whole billionths, so that rounding noise cannot decide between equals.
#[expect(clippy::cast_possible_truncation, reason = "values are from 0 to a few thousand points")]
pub(crate) fn billionths(value: f64) -> i64 {
    (value * 1e9 + 0.5) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CategorySet, DiceeBox};
    use Category::*;

    fn roll(dice: [u8; 5]) -> DiceConfig {
        DiceConfig::from_dice(&dice).unwrap()
    }

    fn turn(dice: [u8; 5], rolls: i64) -> TurnAnalysis {
        let rolls = RollsLeft::parse(rolls).unwrap();
        TurnAnalysis::new(Rules::Standard, Position::START, Outlook::Turn, roll(dice), rolls)
    }

    #[test]
    fn options_are_all_scores_and_all_proper_keeps_best_first() {
        let analysis = turn([5, 5, 5, 2, 6], 1);
        assert_eq!(analysis.options.len(), 13 + 15);
        assert!(analysis.options.is_sorted_by(|a, b| a.value >= b.value - 1e-9));
        for option in &analysis.options {
            assert!((option.loss - (analysis.best.value - option.value)).abs() < 2e-9, "{option:?}");
        }
        assert!(analysis.best.loss.abs() < 1e-12);
        assert_eq!(turn([5, 5, 5, 2, 6], 0).options.len(), 13);
    }

    #[test]
    fn equal_values_prefer_scoring_then_keeping_more_dice() {
        let open = CategorySet::from_slice(&[SmallStraight]);
        let position = Position::new(open, 0, DiceeBox::Zero).unwrap();
        let analysis = TurnAnalysis::new(
            Rules::Standard,
            position,
            Outlook::Turn,
            roll([1, 2, 3, 4, 6]),
            RollsLeft::AFTER_FIRST,
        );
        // Keeping 1 2 3 4 is just as certain.
        assert_eq!(analysis.best.action, Action::Score(SmallStraight));
        let next = KeepPattern::from_faces(&[1, 2, 3, 4]).unwrap();
        assert_eq!(analysis.options[1].action, Action::Keep(next));
        assert!(analysis.options[1].loss < 1e-9);
        // Nothing can be achieved any more: all options are equal, and come in the order of the tie rule.
        let open = CategorySet::from_slice(&[LargeStraight, Dicee]);
        let position = Position::new(open, 0, DiceeBox::Open).unwrap();
        let hopeless = roll([1, 1, 2, 4, 6]);
        let analysis = TurnAnalysis::new(Rules::Standard, position, Outlook::Turn, hopeless, RollsLeft::NONE);
        assert_eq!(analysis.best.action, Action::Score(LargeStraight));
        let open = CategorySet::from_slice(&[Ones]);
        let position = Position::new(open, 0, DiceeBox::Zero).unwrap();
        let ones = roll([1; 5]);
        let analysis =
            TurnAnalysis::new(Rules::Standard, position, Outlook::Turn, ones, RollsLeft::AFTER_FIRST);
        let kept: Vec<usize> = analysis.options[1..]
            .iter()
            .map(|option| match option.action {
                Action::Keep(keep) => keep.len(),
                Action::Score(_) => 5,
            })
            .collect();
        assert_eq!(kept, [4, 3, 2, 1, 0]);
        assert!(billionths(1.0 + 3e-10) == billionths(1.0) && billionths(1.0 + 2e-9) != billionths(1.0));
    }

    #[test]
    fn boxes_that_the_rules_forbid_are_shown_without_a_score() {
        let open = CategorySet::from_slice(&[Fours, Chance]);
        let position = Position::new(open, 0, DiceeBox::Fifty).unwrap();
        let analysis =
            TurnAnalysis::new(Rules::ForcedDicee, position, Outlook::Turn, roll([4; 5]), RollsLeft::NONE);
        assert_eq!(analysis.options.len(), 1);
        assert_eq!((analysis.category_score(), analysis.categories[0].bonus), (Some(20), 100));
        assert!((analysis.expected_value() - 120.0).abs() < 1e-9);
        assert!(analysis.explanation().starts_with("Score Fours for 20 and 100 bonus: 120.00"));
        let chance = &analysis.categories[1];
        assert_eq!((chance.category, chance.score, chance.value), (Chance, None, None));
        assert!(chance.probability.is_zero());
    }

    #[test]
    fn the_wire_format_has_the_documented_fields() {
        let json = serde_json::to_value(turn([5, 5, 5, 2, 6], 1)).unwrap();
        assert_eq!(json["dice"], serde_json::json!([2, 5, 5, 5, 6]));
        assert_eq!(json["rolls_left"], 1);
        assert_eq!(json["horizon"], "turn");
        assert_eq!(json["best"]["action"], "keep");
        assert_eq!(json["best"]["keep"], serde_json::json!([5, 5, 5, 6]));
        let full_house = &json["categories"][8];
        assert_eq!(full_house["category"], "full_house");
        // Keeping 5 5 5 and one more die has one chance in six; keeping 5 5 5 alone only 5/36.
        assert_eq!(full_house["fraction"], "1/6");
        assert_eq!(full_house["percentage"], "16.7%");
        assert_eq!(full_house["odds"], "1 in 6");
        assert_eq!(full_house["score"], 0);
    }

    #[test]
    fn jokers_are_part_of_the_chances_on_a_card_that_has_them() {
        let open = CategorySet::from_slice(&[FullHouse, LargeStraight]);
        let position = Position::new(open, 0, DiceeBox::Fifty).unwrap();
        let chances = |rules| {
            let analysis = TurnAnalysis::new(rules, position, Outlook::Turn, roll([4; 5]), RollsLeft::NONE);
            analysis
                .categories
                .iter()
                .map(|entry| (entry.score, entry.probability.is_one()))
                .collect::<Vec<_>>()
        };
        assert_eq!(chances(Rules::JokerRules), [(Some(25), true), (Some(40), true)]);
        assert_eq!(chances(Rules::Standard), [(Some(0), false), (Some(0), false)]);
    }

    #[test]
    fn explanations_name_the_action_and_its_worth() {
        assert_eq!(
            turn([2, 3, 4, 5, 6], 1).explanation(),
            "Score Large Straight for 40: 40.00 points expected this turn."
        );
        let advice = turn([5, 5, 5, 2, 6], 1).keep_recommendation().unwrap();
        assert!(advice.explanation.starts_with("Keep 5 5 5 6 and roll one die: "), "{}", advice.explanation);
        assert_eq!(advice.keep_mask, [false, true, true, true, true]);
        assert!((advice.expected_value - 24.5).abs() < 1e-9);
        let all = TurnAnalysis {
            best: Choice { action: Action::Keep(KeepPattern::NOTHING), value: 20.0, loss: 0.0 },
            ..turn([5, 5, 5, 2, 6], 1)
        };
        assert_eq!(all.explanation(), "Roll all five dice: 20.00 points expected this turn.");
        let game = TurnAnalysis { horizon: Horizon::Game, ..all };
        assert_eq!(game.explanation(), "Roll all five dice: 20.00 points expected from here to the end.");
    }
}
