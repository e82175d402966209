use std::fmt;

use chance::Chance;
use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::config::DiceConfig;
use crate::keep::KeepPattern;

/// Five dice as they lie on the table, in order. The engine works with unordered dice ([`DiceConfig`]); people point
/// at the second one from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 5]", into = "[u8; 5]")]
pub struct Dice {
    /// Invariant: each is 1 to 6.
    pips: [u8; 5],
}

/// Which of five dice stay on the table when the others are rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptMask(pub [bool; 5]);

impl Dice {
    /// Dice from their pips.
    ///
    /// # Errors
    ///
    /// [`InputError`] if one is not a face.
    pub fn new(pips: [u8; 5]) -> Result<Self, InputError> {
        DiceConfig::from_dice(&pips).map(|_| Self { pips })
    }

    /// Rolls all five.
    pub fn roll(luck: &mut (impl Chance + ?Sized)) -> Self {
        Self { pips: std::array::from_fn(|_| luck.die()) }
    }

    /// Rolls those that the mask does not keep, from left to right.
    #[must_use]
    pub fn reroll(self, kept: KeptMask, luck: &mut (impl Chance + ?Sized)) -> Self {
        Self { pips: std::array::from_fn(|die| if kept.0[die] { self.pips[die] } else { luck.die() }) }
    }

    /// The pips, from left to right.
    #[must_use]
    pub const fn pips(self) -> [u8; 5] {
        self.pips
    }

    /// The same dice without their order.
    #[must_use]
    pub fn config(self) -> DiceConfig {
        DiceConfig::from_dice(&self.pips).expect("dice have valid faces")
    }

    /// Those that the mask keeps, without their order.
    #[must_use]
    pub fn kept(self, mask: KeptMask) -> KeepPattern {
        let faces: Vec<u8> = (0..5).filter(|&die| mask.0[die]).map(|die| self.pips[die]).collect();
        KeepPattern::from_faces(&faces).expect("dice have valid faces")
    }

    /// Whether these dice can follow `before` when the mask was kept: every kept die is unchanged (data contract 9.3.2).
    #[must_use]
    pub fn follows(self, before: Self, kept: KeptMask) -> bool {
        (0..5).all(|die| !kept.0[die] || self.pips[die] == before.pips[die])
    }
}

impl KeptMask {
    /// Keeps nothing, as before the first roll of a turn.
    pub const NONE: Self = Self([false; 5]);
    /// Keeps everything: nothing would be left to roll.
    pub const ALL: Self = Self([true; 5]);
}

impl TryFrom<[u8; 5]> for Dice {
    type Error = InputError;

    fn try_from(pips: [u8; 5]) -> Result<Self, InputError> {
        Self::new(pips)
    }
}

impl From<Dice> for [u8; 5] {
    fn from(dice: Dice) -> Self {
        dice.pips
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.pips.map(|pips| pips.to_string()).join(" "))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Dice {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DiceArray".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Five dice as they lie on the table, in order.",
            "type": "array",
            "items": generator.subschema_for::<DieValue>(),
            "minItems": 5,
            "maxItems": 5,
        })
    }
}

/// The face of one die, for schemas.
#[cfg(feature = "schema")]
struct DieValue;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for DieValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DieValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The face of a die.",
            "type": "integer",
            "enum": [1, 2, 3, 4, 5, 6],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;

    #[test]
    fn only_dice_that_are_not_kept_change() {
        let mut luck = SeededChance::from_seed(3);
        for _ in 0..1000 {
            let before = Dice::roll(&mut luck);
            let kept = KeptMask(std::array::from_fn(|_| luck.below(2) == 0));
            let after = before.reroll(kept, &mut luck);
            assert!(after.follows(before, kept));
            assert!(before.kept(kept).fits(after.config()));
        }
        let before = Dice::new([1, 2, 3, 4, 5]).unwrap();
        let after = Dice::new([1, 2, 3, 4, 6]).unwrap();
        assert!(!after.follows(before, KeptMask::ALL));
        assert!(after.follows(before, KeptMask([true, true, true, true, false])));
    }

    #[test]
    fn dice_are_five_faces_on_the_wire() {
        assert_eq!(serde_json::to_string(&Dice::new([5, 5, 5, 2, 6]).unwrap()).unwrap(), "[5,5,5,2,6]");
        for bad in ["[5,5,5,2]", "[5,5,5,2,7]", "[0,5,5,2,6]", "[5,5,5,2,6,1]", "[5,5,5,2,1.5]", "\"55526\""]
        {
            assert!(serde_json::from_str::<Dice>(bad).is_err(), "{bad}");
        }
    }

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_of_dice_is_five_faces_from_one_to_six() {
        let schema = schemars::schema_for!(Dice);
        let schema = schema.as_value();
        assert_eq!(schema["title"], "DiceArray");
        assert_eq!(
            (&schema["type"], &schema["minItems"], &schema["maxItems"]),
            (&"array".into(), &5.into(), &5.into())
        );
        assert_eq!(schema["items"]["$ref"], "#/$defs/DieValue");
        assert_eq!(schema["$defs"]["DieValue"]["enum"], serde_json::json!([1, 2, 3, 4, 5, 6]));
    }
}
