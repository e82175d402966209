use chance::sort_by_rank;
use serde::{Deserialize, Serialize};

use crate::practice::day::Day;
use crate::practice::exercise::Exercise;

/// Mistakes to repeat until they are none: Leitner's boxes. What was solved comes again after 1, 3, 9 and 27 days, what was
/// not after 1; after the last box it is learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Deck {
    /// The cards, oldest first.
    #[serde(deserialize_with = "chance::objects")]
    cards: Vec<DeckCard>,
}

/// A mistake in the deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeckCard {
    /// Names it: the same situation is in the deck once.
    pub key: String,
    /// What to solve.
    #[serde(deserialize_with = "chance::object")]
    pub exercise: Exercise,
    /// How often in a row it was solved, 0 to 4; 4 is learned.
    pub solved: u8,
    /// When it is due, in days since 1970.
    pub due: u32,
}

impl Deck {
    /// The days until a card comes again, by how often it was solved in a row.
    const DAYS: [u32; 4] = [1, 3, 9, 27];
    /// A mistake of at least so many points joins the deck.
    pub const WORTH_REPEATING: f64 = 0.5;
    /// How many cards there are at most; beyond it learned ones go first, then the oldest.
    pub const MOST: usize = 300;

    /// Adds a mistake, due at once; one that is in the deck already stays as it is.
    pub fn add(&mut self, exercise: Exercise, today: Day) {
        let key = exercise.situation.key();
        if self.cards.iter().any(|card| card.key == key) {
            return;
        }
        if self.cards.len() >= Self::MOST {
            let place = self.cards.iter().position(DeckCard::is_learned).unwrap_or(0);
            self.cards.remove(place);
        }
        self.cards.push(DeckCard { key, exercise, solved: 0, due: today.number() });
    }

    /// The cards that are due, longest waiting first.
    #[must_use]
    pub fn due(&self, today: Day) -> Vec<&DeckCard> {
        let waiting = |card: &&DeckCard| card.due <= today.number() && !card.is_learned();
        let mut due: Vec<&DeckCard> = self.cards.iter().filter(waiting).collect();
        sort_by_rank(&mut due, |card| card.due.into());
        due
    }

    /// Records an answer; a key that is not in the deck changes nothing.
    pub fn answer(&mut self, key: &str, solved: bool, today: Day) {
        if let Some(card) = self.cards.iter_mut().find(|card| card.key == key) {
            let days = if solved { Self::DAYS[usize::from(card.solved.min(3))] } else { Self::DAYS[0] };
            card.solved = if solved { (card.solved + 1).min(DeckCard::LEARNED) } else { 0 };
            card.due = today.plus(days).number();
        }
    }

    /// All cards.
    #[must_use]
    pub fn cards(&self) -> &[DeckCard] {
        &self.cards
    }
}

impl DeckCard {
    const LEARNED: u8 = 4;

    /// Whether it went through all boxes.
    #[must_use]
    pub const fn is_learned(&self) -> bool {
        self.solved >= Self::LEARNED
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use dicee::{MistakeKind, Rules};

    use super::*;
    use crate::situation::Situation;

    fn exercise(last: u8) -> Exercise {
        let dice = [1, 2, 3, 4, last];
        let situation =
            Situation { rules: Rules::Standard, boxes: BTreeMap::new(), dicee_bonus: 0, dice, rolls_left: 1 };
        Exercise { situation, kind: MistakeKind::ChasedAStraight }
    }

    #[test]
    fn what_is_solved_comes_again_after_1_3_9_and_27_days_and_what_is_not_tomorrow() {
        let mut day: Day = "2026-11-15".parse().unwrap();
        let mut deck = Deck::default();
        deck.add(exercise(6), day);
        deck.add(exercise(6), day);
        assert_eq!(deck.cards().len(), 1);
        let key = deck.cards()[0].key.clone();
        for (solved, days) in [(true, 1), (true, 3), (false, 1), (true, 1), (true, 3), (true, 9), (true, 27)]
        {
            assert_eq!(deck.due(day).len(), 1, "due on {day}");
            deck.answer(&key, solved, day);
            assert!(deck.due(day.plus(days - 1)).is_empty());
            day = day.plus(days);
        }
        assert!(deck.cards()[0].is_learned() && deck.due(day.plus(1000)).is_empty());
        deck.answer("no such card", true, day);
    }

    #[test]
    fn a_full_deck_drops_what_is_learned_and_then_what_is_oldest() {
        let today: Day = "2026-11-15".parse().unwrap();
        let mut deck = Deck::default();
        let cards = (0..Deck::MOST).map(|number| DeckCard {
            key: number.to_string(),
            exercise: exercise(6),
            solved: if number == 7 { 4 } else { 0 },
            due: 0,
        });
        deck.cards = cards.collect();
        deck.add(exercise(5), today);
        assert!(deck.cards().len() == Deck::MOST && deck.cards().iter().all(|card| card.key != "7"));
        deck.add(exercise(4), today);
        assert!(deck.cards().len() == Deck::MOST && deck.cards()[0].key == "1");
    }
}
