use std::fmt;

use chance::Fields;
use dicee::{
    Action, Category, Decision, DiceConfig, Evaluation, MistakeCategory, MistakeKind, Position, Quality,
    Rules,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What a player did or could have done with a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Move {
    /// Filled a box.
    Score {
        /// The box.
        category: Category,
        /// The points that go into it.
        points: u8,
        /// Bonuses beside them: 100 for a further Dicee, 35 for reaching 63 above.
        bonus: u16,
    },
    /// Kept dice and rolled the others.
    Keep {
        /// The dice kept, ascending.
        dice: Vec<u8>,
    },
}

/// One roll of a game and what was done with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionReport {
    /// The turn, from 1.
    pub turn: usize,
    /// The roll of the turn, 1 to 3.
    pub roll_number: u8,
    /// The dice, ascending.
    pub dice: Vec<u8>,
    /// What the roll changed: the value after it less the value before.
    pub luck: f64,
    /// What the player did.
    pub chosen: Move,
    /// What was best.
    pub best: Move,
    /// Expected points to the end of the game, after what the player did.
    pub value: f64,
    /// The same, after the best.
    pub best_value: f64,
    /// Best less chosen; never negative.
    pub loss: f64,
    /// The grade.
    pub quality: Quality,
    /// What was wrong; absent where nothing was better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeKind>,
    /// Whether the time was over and the table did it: it is nobody's decision, and counts in no accuracy.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_clock: bool,
}

/// A decision that cost points, and what to learn from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MistakeReport {
    /// The turn, from 1.
    pub turn: usize,
    /// The roll of the turn, 1 to 3.
    pub roll_number: u8,
    /// The dice, ascending.
    pub dice: Vec<u8>,
    /// What the player did.
    pub chosen: Move,
    /// What was best.
    pub best: Move,
    /// What it cost.
    pub loss: f64,
    /// The grade.
    pub quality: Quality,
    /// What was wrong.
    pub kind: MistakeKind,
    /// The family of the mistake.
    pub category: MistakeCategory,
    /// What to do instead and why, in at most 200 characters.
    pub instead: String,
    /// What to remember, in at most 200 characters.
    pub tip: String,
}

/// One turn in a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TurnReport {
    /// The turn, from 1.
    pub turn: usize,
    /// The box it filled.
    pub category: Category,
    /// The points that went into it.
    pub points: u8,
    /// Bonuses beside them.
    pub bonus: u16,
    /// What its rolls changed, together.
    pub luck: f64,
    /// What its decisions gave away, together.
    pub loss: f64,
}

impl Move {
    /// The move that an action was, on the card and with the roll of this decision.
    pub(crate) fn new(rules: Rules, decision: &Decision, action: Action) -> Self {
        Self::of(rules, decision.position, decision.roll, action)
    }

    /// The move that an action is, on this card and with this roll.
    pub(crate) fn of(rules: Rules, position: Position, roll: DiceConfig, action: Action) -> Self {
        match action {
            Action::Score(category) => {
                let outcome = position.score(rules, roll, category);
                let (points, bonus) =
                    outcome.map_or((0, 0), |outcome| (outcome.scored.points, outcome.bonus()));
                Self::Score { category, points, bonus }
            }
            Action::Keep(keep) => Self::Keep { dice: keep.faces() },
        }
    }
}

/// By hand: [`Fields`] says why.
impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn read(value: Value) -> Result<Move, serde_json::Error> {
    let mut fields = Fields::of(value)?;
    let action: String = fields.take("action")?;
    match action.as_str() {
        "score" => Ok(Move::Score {
            category: fields.take("category")?,
            points: fields.take("points")?,
            bonus: fields.take("bonus")?,
        }),
        "keep" => Ok(Move::Keep { dice: fields.take("dice")? }),
        other => Err(serde_json::Error::unknown_variant(other, &["score", "keep"])),
    }
}

impl DecisionReport {
    pub(crate) fn new(
        rules: Rules,
        decision: &Decision,
        graded: &Evaluation,
        luck: f64,
        mistake: Option<MistakeKind>,
    ) -> Self {
        Self {
            turn: decision.turn + 1,
            roll_number: 3 - decision.rolls_left.get(),
            dice: decision.roll.faces(),
            luck,
            chosen: Move::new(rules, decision, graded.chosen),
            best: Move::new(rules, decision, graded.best),
            value: graded.chosen_value,
            best_value: graded.best_value,
            loss: graded.loss,
            quality: graded.quality,
            mistake,
            by_clock: decision.by_clock,
        }
    }
}

impl fmt::Display for Move {
    /// `score Fives for 15`, `keep 5 5 5`, `roll all five dice`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score { category, points, bonus: 0 } => {
                write!(f, "score {} for {points}", category.title())
            }
            Self::Score { category, points, bonus } => {
                write!(f, "score {} for {points} and {bonus} bonus", category.title())
            }
            Self::Keep { dice } if dice.is_empty() => f.write_str("roll all five dice"),
            Self::Keep { dice } => {
                f.write_str("keep")?;
                dice.iter().try_for_each(|face| write!(f, " {face}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_it_is_written() {
        for action in [
            Move::Keep { dice: vec![5, 5, 6] },
            Move::Score { category: Category::Sixes, points: 24, bonus: 35 },
        ] {
            let json = serde_json::to_value(&action).unwrap();
            assert_eq!(serde_json::from_value::<Move>(json).unwrap(), action);
        }
        for (json, says) in [
            (serde_json::json!({ "action": "pass" }), "unknown variant `pass`, expected `score` or `keep`"),
            (serde_json::json!({ "action": "keep" }), "missing field `dice`"),
        ] {
            assert_eq!(serde_json::from_value::<Move>(json).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn moves_read_as_one_says_them() {
        for (action, text) in [
            (Move::Keep { dice: vec![] }, "roll all five dice"),
            (Move::Keep { dice: vec![5, 5, 6] }, "keep 5 5 6"),
            (Move::Score { category: Category::FullHouse, points: 25, bonus: 0 }, "score Full House for 25"),
            (
                Move::Score { category: Category::Sixes, points: 24, bonus: 35 },
                "score Sixes for 24 and 35 bonus",
            ),
        ] {
            assert_eq!(action.to_string(), text);
        }
    }
}
