use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::StoreError;

/// The longest name of a game or its kind.
const NAME: usize = 64;

/// The longest command id, with its seat.
const COMMAND: usize = 200;

/// The name of a game: 1 to 64 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct GameId(String);

/// Which game it is, such as `dicee`: 1 to 64 letters, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Kind(String);

/// The command that caused events, `seat:command id` as in
/// [`Envelope::correlation_id`](ledger::Envelope): 1 to 200 characters, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct CommandId(String);

impl FromStr for GameId {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        plain(text).then(|| Self(text.to_owned())).ok_or_else(|| bad_name("gameId", text))
    }
}

impl FromStr for Kind {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        plain(text).then(|| Self(text.to_owned())).ok_or_else(|| bad_name("kind", text))
    }
}

impl FromStr for CommandId {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let length = text.chars().count();
        if length == 0 || length > COMMAND || text.chars().any(char::is_control) {
            let expected = "1 to 200 characters, none of them a control character";
            return Err(StoreError::malformed("commandId", expected, shorten(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

fn plain(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=NAME).contains(&text.len()) && text.bytes().all(allowed)
}

fn bad_name(field: &'static str, text: &str) -> StoreError {
    StoreError::malformed(field, "1 to 64 letters, digits, - or _", shorten(text))
}

/// The input, quoted and cut to one line.
fn shorten(text: &str) -> String {
    let start: String = text.chars().take(NAME).collect();
    if start.len() == text.len() { format!("{text:?}") } else { format!("{start:?} and more") }
}

macro_rules! as_text {
    ($name:ident) => {
        impl $name {
            /// As text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

as_text!(GameId);
as_text!(Kind);
as_text!(CommandId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_plain() {
        for good in ["a", "game-1", "3F2504E0-4F89-11D3-9A0C-0305E82C3301", &"x".repeat(64)] {
            assert_eq!(good.parse::<GameId>().unwrap().as_str(), good);
            assert_eq!(good.parse::<Kind>().unwrap().as_str(), good);
        }
        for bad in ["", "a b", "../x", "é", "a\0", "a'--", &"x".repeat(65)] {
            assert!(bad.parse::<GameId>().is_err() && bad.parse::<Kind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn command_ids_may_hold_any_visible_text() {
        for good in ["0:create", "255:é ☃ '; DROP TABLE events", &"é".repeat(200)] {
            assert_eq!(good.parse::<CommandId>().unwrap().as_str(), good);
        }
        for bad in ["", "a\0", "a\nb", &"x".repeat(201)] {
            assert!(bad.parse::<CommandId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_bad_name_is_answered_with_what_was_expected_and_what_came() {
        let error = "no blanks".parse::<GameId>().unwrap_err().to_string();
        assert_eq!(error, "gameId: expected 1 to 64 letters, digits, - or _, got \"no blanks\"");
        let long = "é".repeat(9_999).parse::<CommandId>().unwrap_err().to_string();
        assert!(long.len() < 300 && long.ends_with("and more"), "{long}");
    }
}
