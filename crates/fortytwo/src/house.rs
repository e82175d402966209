use serde::{Deserialize, Serialize};

use chance::InputError;

/// What a table has agreed on beyond straight 42. It is part of a game's first event, so that a replay is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoHouseRules"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HouseRules {
    /// A mark bid may call nello.
    #[serde(default)]
    pub nello: bool,
    /// Two or three marks may be bid as a splash, with three doubles.
    #[serde(default)]
    pub splash: bool,
    /// Four marks and more may be bid as a plunge, with four doubles.
    #[serde(default)]
    pub plunge: bool,
    /// A mark bid may call sevens.
    #[serde(default)]
    pub sevens: bool,
    /// After three passes the dealer must bid.
    #[serde(default)]
    pub forced_bid: bool,
    /// The marks that win the game.
    #[serde(default)]
    pub target_marks: TargetMarks,
}

impl HouseRules {
    /// Every house rule, to seven marks.
    pub const EVERYTHING: Self = Self {
        nello: true,
        splash: true,
        plunge: true,
        sevens: true,
        forced_bid: true,
        target_marks: TargetMarks(7),
    };
}

/// The marks that win a game: 1 to 21, normally 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct TargetMarks(u8);

impl TargetMarks {
    /// The most that may be agreed on.
    pub const MAX: u8 = 21;

    /// As a number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for TargetMarks {
    fn default() -> Self {
        Self(7)
    }
}

impl From<TargetMarks> for u8 {
    fn from(marks: TargetMarks) -> Self {
        marks.0
    }
}

impl TryFrom<u8> for TargetMarks {
    type Error = InputError;

    fn try_from(marks: u8) -> Result<Self, InputError> {
        if (1..=Self::MAX).contains(&marks) {
            return Ok(Self(marks));
        }
        Err(InputError::new("targetMarks", format!("1 to {} marks", Self::MAX), marks.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_forty_two_to_seven_marks_is_the_default() {
        let rules: HouseRules = serde_json::from_str("{}").unwrap();
        assert_eq!(rules, HouseRules::default());
        assert_eq!(
            serde_json::to_string(&rules).unwrap(),
            r#"{"nello":false,"splash":false,"plunge":false,"sevens":false,"forcedBid":false,"targetMarks":7}"#
        );
        for wrong in [r#"{"targetMarks":0}"#, r#"{"targetMarks":22}"#, r#"{"eighty":true}"#] {
            assert!(serde_json::from_str::<HouseRules>(wrong).is_err(), "{wrong}");
        }
    }
}
