use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Names a player. Who that is lies outside of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerId(pub Uuid);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PlayerId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, uuid::Error> {
        text.parse().map(Self)
    }
}

/// A UUID as it is written: 32 hexadecimal digits in small letters, with its hyphens. The parser of `uuid` knows more
/// spellings and says what is wrong, which is three kilobytes of a browser module.
pub(crate) fn canonical_uuid(text: &str) -> Option<Uuid> {
    let digits = text.chars().filter(|&letter| letter != '-');
    let number = digits
        .map(|digit| digit.to_digit(16))
        .try_fold(0, |number: u128, digit| Some(number << 4 | u128::from(digit?)))?;
    let uuid = Uuid::from_u128(number);
    (uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()) == text).then_some(uuid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_spelling_is_read() {
        let text = "01234567-89ab-cdef-0123-456789abcdef";
        assert_eq!(canonical_uuid(text), Some(text.parse().unwrap()));
        for wrong in [
            "",
            "0123456789abcdef0123456789abcdef",
            "01234567-89AB-cdef-0123-456789abcdef",
            "001234567-89ab-cdef-0123-456789abcdef",
            "01234567-89ab-cdef-0123-456789abcdeg",
            "{01234567-89ab-cdef-0123-456789abcdef}",
            "0123456-789ab-cdef-0123-456789abcdef",
        ] {
            assert_eq!(canonical_uuid(wrong), None, "{wrong}");
        }
    }
}
