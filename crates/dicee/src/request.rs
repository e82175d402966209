use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::input;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::{DiceeBox, Rules};
use crate::target::TargetChances;

/// A position as people and programs write it down. Everything has a default: the empty card under
/// `standard` rules. Nothing is trusted: [`Self::resolve`] checks it once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionRequest {
    /// The rules, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Rules>"))]
    pub rules: Option<String>,
    /// The open boxes, by name; all when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Category>>"))]
    pub open: Option<Vec<String>>,
    /// The upper subtotal without the bonus; 0 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// `open`, `0` or `50`; when left out, `open` if the Dicee box is open and else `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<DiceeBox>"))]
    pub dicee_box: Option<String>,
}

/// A roll on a card, as it arrives from outside. The fields of [`PositionRequest`] are repeated here because serde can
/// either flatten it or refuse unknown fields, and refusing matters more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalyzeRequest {
    /// As in [`PositionRequest`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Rules>"))]
    pub rules: Option<String>,
    /// As in [`PositionRequest`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Category>>"))]
    pub open: Option<Vec<String>>,
    /// As in [`PositionRequest`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// As in [`PositionRequest`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<DiceeBox>"))]
    pub dicee_box: Option<String>,
    /// Five faces.
    pub dice: Vec<i64>,
    /// Rolls still to come.
    pub rolls_left: i64,
    /// The points still to come that are wanted at least, up to 511; with it, the answer has the highest chance to make
    /// them after every option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 511)))]
    pub target: Option<i64>,
}

/// A request that has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// The card.
    pub position: Position,
    /// The roll.
    pub roll: DiceConfig,
    /// Rolls still to come.
    pub rolls_left: RollsLeft,
    /// The points still to come that are wanted at least.
    pub target: Option<u16>,
}

impl PositionRequest {
    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<(Rules, Position), InputError> {
        let rules = self.rules.as_deref().map_or(Ok(Rules::default()), str::parse)?;
        let open = parse_open(self.open.as_deref())?;
        let dicee_open = open.contains(Category::Dicee);
        let dicee_box = match self.dicee_box.as_deref() {
            None if dicee_open => DiceeBox::Open,
            None | Some("0") => DiceeBox::Zero,
            Some("open") => DiceeBox::Open,
            Some("50") => DiceeBox::Fifty,
            Some(other) => return Err(input::dicee_box(other, dicee_open)),
        };
        Ok((rules, Position::new(open, self.upper.unwrap_or(0), dicee_box)?))
    }
}

impl AnalyzeRequest {
    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn resolve(&self) -> Result<Question, InputError> {
        let roll = DiceConfig::parse(&self.dice)?;
        let rolls_left = RollsLeft::parse(self.rolls_left)?;
        let (rules, position) = self.position().resolve()?;
        let target = self.target.map(parse_target).transpose()?;
        Ok(Question { rules, position, roll, rolls_left, target })
    }

    /// The card without the roll.
    #[must_use]
    pub fn position(&self) -> PositionRequest {
        PositionRequest {
            rules: self.rules.clone(),
            open: self.open.clone(),
            upper: self.upper,
            dicee_box: self.dicee_box.clone(),
        }
    }
}

fn parse_target(wanted: i64) -> Result<u16, InputError> {
    let points = u16::try_from(wanted).ok().filter(|points| *points <= TargetChances::HIGHEST);
    points.ok_or_else(|| input::target_score(TargetChances::HIGHEST, wanted).at("target"))
}

/// The open boxes by name; all when left out.
///
/// # Errors
///
/// [`InputError`] if a name is unknown or comes twice.
pub fn parse_open(names: Option<&[String]>) -> Result<CategorySet, InputError> {
    let Some(names) = names else { return Ok(CategorySet::ALL) };
    let mut open = CategorySet::EMPTY;
    for name in names {
        let category: Category = name.parse().map_err(|_| input::unknown_category("open", name))?;
        if open.contains(category) {
            return Err(input::repeated_category(category));
        }
        open = open.with(category);
    }
    Ok(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal(json: serde_json::Value) -> (String, String) {
        let request: AnalyzeRequest = serde_json::from_value(json).unwrap();
        let error = request.resolve().unwrap_err();
        (error.field().into(), error.to_string())
    }

    #[test]
    fn what_is_left_out_is_the_empty_card() {
        let request: AnalyzeRequest = serde_json::from_str(r#"{"dice":[1,2,3,4,5],"rolls_left":2}"#).unwrap();
        let question = request.resolve().unwrap();
        assert_eq!((question.rules, question.position), (Rules::Standard, Position::START));
        let request = PositionRequest { open: Some(vec!["chance".into()]), ..PositionRequest::default() };
        assert_eq!(request.resolve().unwrap().1.dicee_box(), DiceeBox::Zero);
    }

    #[test]
    fn every_impossible_field_is_named() {
        let base = |change: serde_json::Value| {
            let mut json = serde_json::json!({"dice": [5, 5, 5, 2, 6], "rolls_left": 1});
            json.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            json
        };
        for (change, field) in [
            (serde_json::json!({"dice": [5, 5, 5, 2]}), "dice"),
            (serde_json::json!({"dice": [5, 5, 5, 2, 7]}), "dice"),
            (serde_json::json!({"dice": [5, 5, 5, 2, -1]}), "dice"),
            (serde_json::json!({"rolls_left": 4}), "rolls_left"),
            (serde_json::json!({"rolls_left": -1}), "rolls_left"),
            (serde_json::json!({"open": []}), "open"),
            (serde_json::json!({"open": ["yams"]}), "open"),
            (serde_json::json!({"open": ["ones", "ones"]}), "open"),
            (serde_json::json!({"upper": 1}), "upper"),
            (serde_json::json!({"open": ["ones"], "upper": 101}), "upper"),
            (serde_json::json!({"dicee_box": "50"}), "dicee_box"),
            (serde_json::json!({"open": ["ones"], "dicee_box": "open"}), "dicee_box"),
            (serde_json::json!({"open": ["ones"], "dicee_box": "75"}), "dicee_box"),
            (serde_json::json!({"rules": "house"}), "rules"),
            (serde_json::json!({"target": 512}), "target"),
            (serde_json::json!({"target": -1}), "target"),
        ] {
            let (named, message) = refusal(base(change.clone()));
            assert_eq!(named, field, "{change}: {message}");
            assert!(message.contains("expected") && message.contains("got"), "{message}");
        }
    }

    proptest! {
        #[test]
        fn any_request_is_answered_with_a_question_or_a_named_field(
            dice in prop::collection::vec(-2i64..9, 0..8),
            rolls_left in any::<i64>(),
            upper in prop::option::of(any::<i64>()),
            open in prop::option::of(prop::collection::vec("[a-z_]{0,12}|ones|dicee|chance", 0..4)),
            dicee_box in prop::option::of("open|0|50|.{0,5}"),
            rules in prop::option::of("standard|classic|.{0,8}"),
            target in prop::option::of(any::<i64>()),
        ) {
            let request = AnalyzeRequest { rules, open, upper, dicee_box, dice, rolls_left, target };
            if let Err(error) = request.resolve() {
                let start = format!("{}: expected ", error.field());
                prop_assert!(error.to_string().starts_with(&start), "{}", error);
            }
        }
    }

    #[test]
    fn unknown_fields_are_refused() {
        let json = r#"{"dice":[1,2,3,4,5],"rolls_left":2,"rollsLeft":1}"#;
        assert!(serde_json::from_str::<AnalyzeRequest>(json).unwrap_err().to_string().contains("rollsLeft"));
    }
}
