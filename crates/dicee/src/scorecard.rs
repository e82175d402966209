use thiserror::Error;

use crate::InputError;
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::input;
use crate::position::{Outcome, Position};
use crate::rules::{DiceeBox, Rules, ScoreRefusal, Scored};

/// One player's card: thirteen boxes and the bonus for further Dicees. All totals follow from these
/// (data contract 4.2, 9.4, 10.3).
///
/// ```
/// use dicee::{Category, DiceConfig, Rules, Scorecard};
///
/// let mut card = Scorecard::default();
/// card.score(Rules::Standard, DiceConfig::from_dice(&[6, 6, 6, 6, 1])?, Category::Sixes)?;
/// assert_eq!(card.upper_subtotal(), 24);
/// assert_eq!(card.grand_total(), 24);
/// assert_eq!(card.turns_completed(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scorecard {
    boxes: [Option<u8>; Category::COUNT],
    /// Invariant: a multiple of 100.
    dicee_bonus: u16,
}

/// A card that no play can produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// Points that the box cannot hold.
    #[error("{category}: no roll scores {points} there")]
    Points {
        /// The box.
        category: Category,
        /// What it was said to hold.
        points: u8,
    },
    /// A bonus for further Dicees that no play can have earned.
    #[error("dicee_bonus: expected {expected}, got {actual}")]
    DiceeBonus {
        /// What is possible.
        expected: &'static str,
        /// What came.
        actual: u16,
    },
}

impl Scorecard {
    /// A card from its boxes and its bonus for further Dicees.
    ///
    /// # Errors
    ///
    /// [`CardError`] if a box holds what no roll scores there, or the bonus is not 100 for some of the
    /// turns after a scored Dicee.
    pub fn from_boxes(boxes: [Option<u8>; Category::COUNT], dicee_bonus: u16) -> Result<Self, CardError> {
        for category in Category::ALL {
            if let Some(points) = boxes[category.index()].filter(|&points| !category.can_hold(points)) {
                return Err(CardError::Points { category, points });
            }
        }
        let card = Self { boxes, dicee_bonus };
        let further = u16::from(card.turns_completed()).saturating_sub(1);
        let expected = if !dicee_bonus.is_multiple_of(u16::from(Rules::DICEE_BONUS)) {
            "a multiple of 100"
        } else if dicee_bonus > 0 && card.dicee_box() != DiceeBox::Fifty {
            "0, because the Dicee box does not hold 50"
        } else if dicee_bonus > further * u16::from(Rules::DICEE_BONUS) {
            "at most 100 for each turn but one"
        } else {
            return Ok(card);
        };
        Err(CardError::DiceeBonus { expected, actual: dicee_bonus })
    }

    /// Scores a roll and says what it brought.
    ///
    /// # Errors
    ///
    /// As [`Rules::score`]; the card is then unchanged.
    pub fn score(
        &mut self,
        rules: Rules,
        roll: DiceConfig,
        category: Category,
    ) -> Result<Outcome, ScoreRefusal> {
        let outcome = self.position().score(rules, roll, category)?;
        self.enter(category, outcome.scored);
        Ok(outcome)
    }

    /// Writes down what a roll scored in an open box.
    pub(crate) fn enter(&mut self, category: Category, scored: Scored) {
        self.boxes[category.index()] = Some(scored.points);
        self.dicee_bonus += u16::from(scored.dicee_bonus);
    }

    /// What a box holds; `None` while it is open.
    #[must_use]
    pub const fn points(&self, category: Category) -> Option<u8> {
        self.boxes[category.index()]
    }

    /// The open boxes.
    #[must_use]
    pub fn open(&self) -> CategorySet {
        Category::ALL.into_iter().filter(|category| self.boxes[category.index()].is_none()).collect()
    }

    /// What the Dicee box holds.
    #[must_use]
    pub fn dicee_box(&self) -> DiceeBox {
        self.points(Category::Dicee).map_or(DiceeBox::Open, DiceeBox::holding)
    }

    /// All that matters for the rest of the game. The position of a full card has no open box.
    #[must_use]
    pub fn position(&self) -> Position {
        // Filling the boxes one by one keeps the position's invariants without checking them again.
        let filled =
            Category::ALL.into_iter().filter_map(|category| Some((category, self.points(category)?)));
        filled.fold(Position::START, |position, (category, points)| position.fill(category, points).0)
    }

    /// The position to play from.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the card is full: there is nothing left to analyse.
    pub fn to_play(&self) -> Result<Position, InputError> {
        let position = self.position();
        if position.is_full() { Err(input::no_open_category()) } else { Ok(position) }
    }

    /// The sum of the upper boxes.
    #[must_use]
    pub fn upper_subtotal(&self) -> u16 {
        self.sum(CategorySet::UPPER)
    }

    /// 35 once the upper subtotal is at least 63, else 0.
    #[must_use]
    pub fn upper_bonus(&self) -> u16 {
        if self.upper_subtotal() >= u16::from(Rules::UPPER_GOAL) { u16::from(Rules::UPPER_BONUS) } else { 0 }
    }

    /// Upper subtotal and bonus.
    #[must_use]
    pub fn upper_total(&self) -> u16 {
        self.upper_subtotal() + self.upper_bonus()
    }

    /// 100 for each further Dicee.
    #[must_use]
    pub const fn dicee_bonus(&self) -> u16 {
        self.dicee_bonus
    }

    /// The sum of the lower boxes, with the bonus for further Dicees.
    #[must_use]
    pub fn lower_total(&self) -> u16 {
        self.sum(CategorySet::UPPER.complement()) + self.dicee_bonus
    }

    /// The score.
    #[must_use]
    pub fn grand_total(&self) -> u16 {
        self.upper_total() + self.lower_total()
    }

    /// How many boxes are filled.
    #[must_use]
    pub fn turns_completed(&self) -> u8 {
        self.boxes.iter().flatten().fold(0, |turns, _| turns + 1)
    }

    fn sum(&self, categories: CategorySet) -> u16 {
        categories.iter().filter_map(|category| self.points(category)).map(u16::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::*;
    use proptest::prelude::*;

    fn play(rules: Rules, turns: &[([u8; 5], Category)]) -> Scorecard {
        let mut card = Scorecard::default();
        for (dice, category) in turns {
            card.score(rules, DiceConfig::from_dice(dice).unwrap(), *category).unwrap();
        }
        card
    }

    #[test]
    fn thirteen_dicees_under_joker_rules_make_the_highest_score() {
        let mut turns = vec![([6; 5], Dicee)];
        turns.extend([1, 2, 3, 4, 5, 6].map(|face| ([face; 5], Category::ALL[usize::from(face) - 1])));
        turns.extend(
            [ThreeOfKind, FourOfKind, FullHouse, SmallStraight, LargeStraight, Chance].map(|c| ([6; 5], c)),
        );
        assert_eq!(play(Rules::JokerRules, &turns).grand_total(), 1575);
        assert_eq!(play(Rules::ForcedDicee, &turns).grand_total(), 1575);
    }

    #[test]
    fn the_best_classic_card_has_375_points() {
        let mut turns: Vec<_> =
            (1..=6).map(|face| ([face; 5], Category::ALL[usize::from(face) - 1])).collect();
        turns.extend([
            ([6; 5], ThreeOfKind),
            ([6; 5], FourOfKind),
            ([5, 5, 6, 6, 6], FullHouse),
            ([1, 2, 3, 4, 4], SmallStraight),
            ([2, 3, 4, 5, 6], LargeStraight),
            ([6; 5], Dicee),
            ([6; 5], Chance),
        ]);
        let card = play(Rules::Classic, &turns);
        assert_eq!(card.grand_total(), 375);
        assert_eq!(card.to_play(), Err(input::no_open_category()));
        assert_eq!(Scorecard::default().to_play(), Ok(Position::START));
    }

    #[test]
    fn a_refused_score_changes_nothing() {
        let mut card = play(Rules::Standard, &[([1, 1, 1, 2, 3], Ones)]);
        let before = card;
        let roll = DiceConfig::from_dice(&[1; 5]).unwrap();
        assert!(card.score(Rules::Standard, roll, Ones).is_err());
        assert_eq!(card, before);
    }

    #[test]
    fn cards_that_no_play_can_produce_are_refused() {
        let with = |category: Category, points| {
            let mut boxes = [None; 13];
            boxes[category.index()] = Some(points);
            boxes
        };
        assert!(Scorecard::from_boxes(with(FullHouse, 25), 0).is_ok());
        assert_eq!(
            Scorecard::from_boxes(with(FullHouse, 24), 0),
            Err(CardError::Points { category: FullHouse, points: 24 })
        );
        assert!(Scorecard::from_boxes(with(Chance, 0), 0).is_err());
        assert!(Scorecard::from_boxes(with(Dicee, 0), 100).is_err());
        assert!(Scorecard::from_boxes(with(Dicee, 50), 50).is_err());
        assert!(Scorecard::from_boxes(with(Dicee, 50), 100).is_err());
        let mut boxes = with(Dicee, 50);
        boxes[Fours.index()] = Some(20);
        assert!(Scorecard::from_boxes(boxes, 100).is_ok());
    }

    #[test]
    fn the_wire_format_has_the_names_and_totals_of_the_contract() {
        let card = play(Rules::Standard, &[([3, 3, 3, 5, 5], FullHouse), ([6, 6, 6, 1, 2], Sixes)]);
        let json = serde_json::to_value(card).unwrap();
        assert_eq!(json["fullHouse"], 25);
        assert_eq!(json["sixes"], 18);
        assert_eq!(json["upperTotal"], 18);
        assert_eq!(json["lowerTotal"], 25);
        assert_eq!(json["grandTotal"], 43);
        assert_eq!(json["turnsCompleted"], 2);
        assert_eq!(json["categoriesRemaining"].as_array().unwrap().len(), 11);
        assert!(json.get("ones").is_none());
        let mut turns: Vec<_> =
            (1..=6).map(|face| ([face; 5], Category::ALL[usize::from(face) - 1])).collect();
        turns.insert(0, ([6; 5], Dicee));
        let json = serde_json::to_value(play(Rules::Standard, &turns)).unwrap();
        assert_eq!(
            (&json["upperSubtotal"], &json["upperBonus"], &json["upperTotal"]),
            (&105.into(), &35.into(), &140.into())
        );
        assert_eq!(
            (&json["diceeBonus"], &json["lowerTotal"], &json["grandTotal"]),
            (&600.into(), &650.into(), &790.into())
        );
    }

    proptest! {
        #[test]
        fn totals_obey_the_card_arithmetic_after_any_legal_turns(
            rolls in prop::collection::vec((prop::array::uniform5(1u8..=6), 0usize..13), 1..40),
            rules in prop::sample::select(Rules::ALL.to_vec()),
        ) {
            let mut card = Scorecard::default();
            let mut points = 0;
            for (dice, category) in rolls {
                let roll = DiceConfig::from_dice(&dice).unwrap();
                if let Ok(outcome) = card.score(rules, roll, Category::ALL[category]) {
                    points += outcome.points();
                    prop_assert_eq!(outcome.next, card.position());
                }
                let boxes: u16 = Category::ALL.iter().filter_map(|&c| card.points(c)).map(u16::from).sum();
                prop_assert_eq!(card.grand_total(), boxes + card.upper_bonus() + card.dicee_bonus());
                prop_assert_eq!(card.grand_total(), card.upper_total() + card.lower_total());
                prop_assert_eq!(card.upper_bonus(), if card.upper_subtotal() >= 63 { 35 } else { 0 });
                prop_assert_eq!(card.dicee_bonus() % 100, 0);
                prop_assert_eq!(card.grand_total(), points);
                prop_assert_eq!(usize::from(card.turns_completed()) + card.open().len(), 13);
                prop_assert_eq!(Scorecard::from_boxes(card.boxes, card.dicee_bonus), Ok(card));
            }
        }
    }
}
