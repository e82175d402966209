//! Ids of games, tables and commands on the wire. That of a player is a [`PlayerId`](ledger::PlayerId).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use chance::InputError;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// The longest name of a game or its kind.
const LONGEST_NAME: usize = 64;

/// The id of a game: 1 to 64 letters, digits, `-` or `_`. For games that the server opens it is a UUID.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameId(
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 64), regex(pattern = "^[A-Za-z0-9_-]+$")))]
    String,
);

/// Which game it is: 1 to 64 letters, digits, `-` or `_`. The set is open, because a server may register games of its
/// own; those of this repository are constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct GameKind(Cow<'static, str>);

/// The short code of a table, easy to say aloud: six characters such as `K7M2PX`, case-insensitive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Code(
    #[cfg_attr(feature = "schema", schemars(length(min = 6, max = 6), regex(pattern = "^[0-9A-Za-z]{6}$")))]
    String,
);

/// The id of a command, chosen by its sender: 1 to 64 characters, none of them a control character. The same id, sent again,
/// is carried out once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandId(#[cfg_attr(feature = "schema", schemars(length(min = 1, max = 64)))] String);

impl GameId {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl GameKind {
    /// The dice game.
    pub const DICEE: Self = Self(Cow::Borrowed("dicee"));
    /// Texas 42.
    pub const FORTYTWO: Self = Self(Cow::Borrowed("fortytwo"));
    /// An extended check with a dice pool.
    pub const EXTENDED_CHECK: Self = Self(Cow::Borrowed("extended_check"));
    /// The shared roll log of a group.
    pub const ROLL_TABLE: Self = Self(Cow::Borrowed("roll_table"));
    /// The games of this repository.
    pub const ALL: [Self; 4] = [Self::DICEE, Self::FORTYTWO, Self::EXTENDED_CHECK, Self::ROLL_TABLE];

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Code {
    /// What a code is made of: digits and capitals without those that are mistaken for one another (0 O, 1 I L, U V).
    pub const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
    /// How many characters it has.
    pub const LENGTH: usize = 6;

    /// A code from random bytes; a byte that would favour some characters is skipped. `None` if too few are left.
    #[must_use]
    pub fn from_random(bytes: &[u8]) -> Option<Self> {
        // 240 is the largest multiple of 30 that a byte can hold.
        let fair = bytes.iter().filter(|byte| **byte < 240);
        let characters =
            fair.take(Self::LENGTH).map(|byte| char::from(Self::ALPHABET[usize::from(byte % 30)]));
        let code: String = characters.collect();
        (code.len() == Self::LENGTH).then_some(Self(code))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl CommandId {
    /// A number as an id.
    #[must_use]
    pub fn numbered(number: u32) -> Self {
        Self(number.to_string())
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

const NAME: &str = "1 to 64 letters, digits, - or _";
const CODE: &str = "six of 23456789ABCDEFGHJKMNPQRSTVWXYZ";
const COMMAND: &str = "1 to 64 characters, none of them a control character";

fn is_name(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(allowed)
}

impl FromStr for GameId {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let named = is_name(text).then(|| Self(text.to_owned()));
        named.ok_or_else(|| InputError::quoted("gameId", NAME, text))
    }
}

impl FromStr for GameKind {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        if let Some(known) = Self::ALL.into_iter().find(|known| known.as_str() == text) {
            return Ok(known);
        }
        let named = is_name(text).then(|| Self(text.to_owned().into()));
        named.ok_or_else(|| InputError::quoted("kind", NAME, text))
    }
}

impl FromStr for Code {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let code = text.to_ascii_uppercase();
        if code.len() != Self::LENGTH || !code.bytes().all(|byte| Self::ALPHABET.contains(&byte)) {
            return Err(InputError::quoted("code", CODE, text));
        }
        Ok(Self(code))
    }
}

impl FromStr for CommandId {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let fits = (1..=64).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        fits.then(|| Self(text.to_owned())).ok_or_else(|| InputError::quoted("commandId", COMMAND, text))
    }
}

/// Display, and reading from JSON with the words of the parser.
macro_rules! text {
    ($($id:ident, $expected:expr;)*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &$expected))
            }
        }
    )*};
}

text! {
    GameId, NAME;
    GameKind, NAME;
    Code, CODE;
    CommandId, COMMAND;
}

/// Clients know the games of this repository.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for GameKind {
    fn schema_name() -> Cow<'static, str> {
        "GameKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Which game it is.",
            "type": "string",
            "enum": Self::ALL,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_any_case() {
        assert_eq!("k7m2px".parse::<Code>().unwrap().as_str(), "K7M2PX");
        assert_eq!("K7M2PX".parse::<Code>().unwrap().as_str(), "K7M2PX");
    }

    #[test]
    fn what_is_easily_mistaken_is_no_code() {
        for wrong in
            ["", "K7M2P", "K7M2PX2", "K7M2P0", "O7M2PX", "17M2PX", "I7M2PX", "LLLLLL", "UUUUUU", "ééé"]
        {
            let error = wrong.parse::<Code>().unwrap_err().to_string();
            assert!(error.starts_with("code: expected six of 23456789ABC"), "{error}");
        }
    }

    #[test]
    fn every_character_of_a_code_is_as_likely_as_any_other() {
        let mut seen = std::collections::BTreeMap::new();
        for byte in 0..=u8::MAX {
            if let Some(code) = Code::from_random(&[byte; 6]) {
                *seen.entry(code.0).or_insert(0) += 1;
            }
        }
        assert_eq!(seen.len(), 30);
        assert!(seen.values().all(|count| *count == 8), "{seen:?}");
        assert_eq!(Code::from_random(&[255; 40]), None);
    }

    #[test]
    fn names_that_do_not_fit_are_refused_with_what_was_expected() {
        let long = "x".repeat(65);
        for (fits, text) in [(true, "K-7_a"), (false, ""), (false, "a b"), (false, "ä"), (false, &long)] {
            assert_eq!(text.parse::<GameId>().is_ok(), fits, "{text}");
            assert_eq!(text.parse::<GameKind>().is_ok(), fits, "{text}");
        }
        for (fits, text) in [(true, "join ä"), (false, ""), (false, "a\nb"), (false, &long)] {
            assert_eq!(text.parse::<CommandId>().is_ok(), fits, "{text}");
        }
        let error = serde_json::from_str::<CommandId>("\"\"").unwrap_err().to_string();
        assert!(error.contains("expected 1 to 64 characters, none of them a control character"), "{error}");
    }

    #[test]
    fn a_kind_of_a_registered_game_is_read_like_a_known_one() {
        assert_eq!("dicee".parse::<GameKind>().unwrap(), GameKind::DICEE);
        assert_eq!("coin_toss".parse::<GameKind>().unwrap().as_str(), "coin_toss");
        assert_eq!(serde_json::to_string(&GameKind::ALL[2]).unwrap(), r#""extended_check""#);
    }
}
