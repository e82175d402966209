use std::collections::BTreeMap;

use dicee::{
    Action, Category, Decision, DiceConfig, GameRecord, InputError, KeepPattern, Position, RollsLeft, Rules,
    Scorecard,
};
use serde::{Deserialize, Serialize};

/// A card and a roll to decide about: all that a table needs to show it and an engine to judge it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Situation {
    /// The rules.
    pub rules: Rules,
    /// The filled boxes and their points.
    pub boxes: BTreeMap<Category, u8>,
    /// Points for further Dicees so far.
    #[serde(default)]
    pub dicee_bonus: u16,
    /// The five dice.
    pub dice: [u8; 5],
    /// Rolls still to come, 0 to 2.
    pub rolls_left: u8,
}

/// A situation whose every part was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The rules.
    pub rules: Rules,
    /// The card.
    pub card: Scorecard,
    /// The part of the card that decides the future.
    pub position: Position,
    /// The dice.
    pub roll: DiceConfig,
    /// Rolls still to come.
    pub rolls_left: RollsLeft,
}

impl Situation {
    /// The situation of a roll on a card.
    #[must_use]
    pub fn new(rules: Rules, card: &Scorecard, roll: DiceConfig, rolls_left: RollsLeft) -> Self {
        let filled = |category| Some((category, card.points(category)?));
        Self {
            rules,
            boxes: boxes(Category::ALL.into_iter().filter_map(filled)),
            dicee_bonus: card.dicee_bonus(),
            dice: roll.faces().try_into().expect("a roll has five dice"),
            rolls_left: rolls_left.get(),
        }
    }

    /// The situations of every decision of a game, in order.
    pub(crate) fn all_of(record: &GameRecord) -> Vec<(Decision, Self)> {
        let mut cards = vec![Scorecard::default()];
        for turn in record.turns() {
            let mut card = cards[cards.len() - 1];
            card.score(record.rules(), turn.last_roll(), turn.category()).expect("every turn was checked");
            cards.push(card);
        }
        let decisions = record.decisions().into_iter();
        decisions
            .map(|decision| {
                let card = &cards[decision.turn];
                (decision, Self::new(record.rules(), card, decision.roll, decision.rolls_left))
            })
            .collect()
    }

    /// Checks every part.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field: a box that cannot hold its points, a card that play does not reach or that is
    /// full, dice that are no faces, or more than two rolls.
    pub fn check(&self) -> Result<Checked, InputError> {
        let mut boxes = [None; Category::COUNT];
        for (&category, &points) in &self.boxes {
            boxes[category.index()] = Some(points);
        }
        let card = Scorecard::from_boxes(boxes, self.dicee_bonus)
            .map_err(|error| InputError::new("boxes", "a card that play can reach", error.to_string()))?;
        let position = card.to_play().map_err(|error| error.within("boxes"))?;
        let roll = DiceConfig::from_dice(&self.dice)?;
        let rolls_left = RollsLeft::parse(i64::from(self.rolls_left))?;
        if rolls_left == RollsLeft::MAX {
            return Err(InputError::new("rollsLeft", "a number from 0 to 2", "3"));
        }
        Ok(Checked { rules: self.rules, card, position, roll, rolls_left })
    }

    /// The turn it is in, from 1.
    #[must_use]
    pub fn turn(&self) -> usize {
        self.boxes.len() + 1
    }

    /// A name that equal situations share.
    #[must_use]
    pub fn key(&self) -> String {
        let boxes: Vec<String> =
            self.boxes.iter().map(|(category, points)| format!("{}={points}", category.index())).collect();
        let dice: String = self.dice.iter().map(u8::to_string).collect();
        format!("{}:{}:{}:{dice}:{}", self.rules, boxes.join(","), self.dicee_bonus, self.rolls_left)
    }
}

/// Filled boxes. To collect them would be the code of a sort as well.
pub(crate) fn boxes(filled: impl Iterator<Item = (Category, u8)>) -> BTreeMap<Category, u8> {
    let mut boxes = BTreeMap::new();
    boxes.extend(filled);
    boxes
}

impl Checked {
    /// An action in the words of this situation, parsed from dice to keep or a box to score.
    ///
    /// # Errors
    ///
    /// [`InputError`] if both or neither are given, or the dice are no faces.
    pub fn action(keep: Option<&[u8]>, category: Option<Category>) -> Result<Action, InputError> {
        match (keep, category) {
            (Some(faces), None) => Ok(Action::Keep(KeepPattern::from_faces(faces)?)),
            (None, Some(category)) => Ok(Action::Score(category)),
            (Some(_), Some(_)) => {
                Err(InputError::new("action", "dice to keep or a box to score", "both of them"))
            }
            (None, None) => Err(InputError::new("action", "dice to keep or a box to score", "neither")),
        }
    }
}
