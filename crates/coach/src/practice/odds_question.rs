use chance::{Chance as _, Ratio, SeededChance};
use dicee::{Category, CategoryOdds, DiceConfig, KeepPattern, RollsLeft, Rules, Scorecard};
use serde::Serialize;

use crate::situation::Situation;

/// A chance to guess: dice that are kept, and a box to achieve, or to miss, with the rolls that are left.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OddsQuestion {
    /// An empty card and the dice.
    pub situation: Situation,
    /// The dice that are kept.
    pub keep: Vec<u8>,
    /// The box to achieve.
    pub category: Category,
    /// Whether the chance of missing the box is asked for.
    pub miss: bool,
    /// The exact chance of what is asked for, 0 to 1.
    pub exact: f64,
    /// The exact chance as a fraction.
    pub fraction: String,
    /// The question in words.
    pub ask: String,
}

/// Boxes that are won or lost; the others are a matter of how much.
const BOXES: [Category; 7] = [
    Category::Sixes,
    Category::ThreeOfKind,
    Category::FourOfKind,
    Category::FullHouse,
    Category::SmallStraight,
    Category::LargeStraight,
    Category::Dicee,
];

/// Parts of the curve.
const TENTHS: u32 = 10;
/// How often a question is drawn again because its chance is in another tenth than the one that is wanted.
const TRIES: u32 = 200;

impl OddsQuestion {
    /// So many questions; the same seed gives the same ones. Every tenth from 0 to 100 % comes as often as the others, so that
    /// the curve of a [`Calibration`](crate::Calibration) fills. Few boxes are likelier than 70 % without being certain, so
    /// half of the questions ask for the chance of a miss.
    ///
    /// ```
    /// use coach::OddsQuestion;
    ///
    /// let questions = OddsQuestion::draw(7, 10);
    /// assert_eq!(questions.len(), 10);
    /// assert!(questions.iter().all(|question| question.exact > 0.0 && question.exact < 1.0));
    /// ```
    #[must_use]
    pub fn draw(seed: u64, count: usize) -> Vec<Self> {
        let mut luck = SeededChance::from_seed(seed);
        let mut questions: Vec<Self> = Vec::with_capacity(count);
        // There are some thousand questions; a request is for a few dozen.
        for _ in 0..20 * count {
            if questions.len() == count {
                break;
            }
            let wanted = luck.below(TENTHS);
            let mut tries = (0..TRIES).filter_map(|_| Self::any(&mut luck));
            let question = tries.find(|question| tenth(question.exact) == wanted);
            questions.extend(question.filter(|new| questions.iter().all(|known| known.ask != new.ask)));
        }
        questions
    }

    /// Any roll with any box, kept for as well as can be; `None` if the box is sure or out of reach.
    fn any(luck: &mut SeededChance) -> Option<Self> {
        let roll = KeepPattern::NOTHING.complete(luck);
        let category = BOXES[luck.below(7) as usize];
        let odds = CategoryOdds::new(Rules::Standard, Scorecard::default().position(), category);
        let rolls_left = RollsLeft::parse(i64::from(1 + luck.below(2))).ok()?;
        let chance = |keep: KeepPattern| odds.with_keep(keep, rolls_left).value();
        // Of equals the one that keeps most dice.
        let better = |one: &KeepPattern, other: &KeepPattern| {
            chance(*one).total_cmp(&chance(*other)).then(one.len().cmp(&other.len()))
        };
        let keep = KeepPattern::iter_valid_for(roll).max_by(better)?;
        let exact = odds.with_keep(keep, rolls_left);
        let open = exact.value() > 0.0 && exact.value() < 1.0;
        let miss = luck.below(2) == 1;
        open.then(|| Self::new(roll, keep, category, rolls_left, exact, miss))
    }

    fn new(
        roll: DiceConfig,
        keep: KeepPattern,
        category: Category,
        rolls_left: RollsLeft,
        hit: Ratio,
        miss: bool,
    ) -> Self {
        let whole = hit.denominator();
        let exact = if miss { Ratio::new(whole - hit.numerator(), whole) } else { hit };
        Self {
            situation: Situation::new(Rules::Standard, &Scorecard::default(), roll, rolls_left),
            keep: keep.faces(),
            category,
            miss,
            exact: exact.value(),
            fraction: exact.to_string(),
            ask: ask(&keep.faces(), category, rolls_left, miss),
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability times ten")]
fn tenth(probability: f64) -> u32 {
    ((probability * f64::from(TENTHS)) as u32).min(TENTHS - 1)
}

/// `You keep 5 5 5 and roll the rest once. How likely is a full house?`
fn ask(keep: &[u8], category: Category, rolls_left: RollsLeft, miss: bool) -> String {
    let often = if rolls_left.get() == 1 { "once" } else { "twice if need be" };
    let kept: Vec<String> = keep.iter().map(u8::to_string).collect();
    let roll = match &kept[..] {
        [] => String::from("You roll all five dice"),
        kept => format!("You keep {} and roll the rest", kept.join(" ")),
    };
    let goal = match category {
        Category::ThreeOfKind => "three of a kind",
        Category::FourOfKind => "four of a kind",
        Category::FullHouse => "a full house",
        Category::SmallStraight => "a small straight",
        Category::LargeStraight => "a large straight",
        Category::Dicee => "a Dicee",
        Category::Ones
        | Category::Twos
        | Category::Threes
        | Category::Fours
        | Category::Fives
        | Category::Sixes
        | Category::Chance => "at least one 6",
    };
    if miss {
        format!("{roll} {often} for {goal}. How likely is a miss?")
    } else {
        format!("{roll} {often}. How likely is {goal}?")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_new_and_fill_every_tenth_of_the_curve() {
        let questions = OddsQuestion::draw(1, 100);
        assert_eq!(questions.len(), 100);
        assert_eq!(OddsQuestion::draw(1, 100), questions);
        let mut tenths = [0; TENTHS as usize];
        for question in &questions {
            tenths[tenth(question.exact) as usize] += 1;
            let again = question.situation.check().unwrap();
            let keep = KeepPattern::from_faces(&question.keep).unwrap();
            let odds = CategoryOdds::new(again.rules, again.position, question.category);
            let hit = odds.with_keep(keep, again.rolls_left);
            let exact = if question.miss { 1.0 - hit.value() } else { hit.value() };
            assert!((exact - question.exact).abs() < 1e-12, "{}", question.ask);
            assert!(question.miss || hit.to_string() == question.fraction);
            assert!(question.ask.len() <= 200 && question.ask.ends_with('?'), "{}", question.ask);
        }
        assert!(tenths.iter().all(|count| (4..=18).contains(count)), "{tenths:?}");
        let misses = questions.iter().filter(|question| question.miss).count();
        assert!((30..=70).contains(&misses), "{misses}");
    }

    #[test]
    fn a_question_says_what_is_kept_rolled_and_wanted() {
        assert_eq!(
            ask(&[5, 5, 5], Category::FullHouse, RollsLeft::parse(1).unwrap(), false),
            "You keep 5 5 5 and roll the rest once. How likely is a full house?"
        );
        assert_eq!(
            ask(&[], Category::Sixes, RollsLeft::AFTER_FIRST, false),
            "You roll all five dice twice if need be. How likely is at least one 6?"
        );
        assert_eq!(
            ask(&[2, 3, 4], Category::LargeStraight, RollsLeft::AFTER_FIRST, true),
            "You keep 2 3 4 and roll the rest twice if need be for a large straight. How likely is a miss?"
        );
    }
}
