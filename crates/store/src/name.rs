use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::error::StoreError;

/// The longest command id, with its seat.
const COMMAND: usize = 200;

/// How much of a bad name is shown.
const SHOWN: usize = 64;

/// The command that caused events, `seat:command id` as in
/// [`Envelope::correlation_id`](ledger::Envelope): 1 to 200 characters, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct CommandId(String);

impl CommandId {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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

/// The input, quoted and cut to one line.
fn shorten(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() == text.len() { format!("{text:?}") } else { format!("{start:?} and more") }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_bad_command_id_is_answered_with_what_was_expected_and_what_came() {
        let long = "é".repeat(9_999).parse::<CommandId>().unwrap_err().to_string();
        assert!(long.len() < 300 && long.ends_with("and more"), "{long}");
    }
}
