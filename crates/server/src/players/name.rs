use dicee::PlayerId;

use chance::InputError;
use live::{ALL_SHOWN, NAMELESS, is_shown};
use protocol::LONGEST_DISPLAY_NAME;

use crate::error::ApiError;

/// What others see of a player: 1 to [`LONGEST_DISPLAY_NAME`] characters, none of which is invisible or turns the text around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DisplayName(String);

impl DisplayName {
    /// A name as somebody typed it.
    ///
    /// # Errors
    ///
    /// [`ApiError::Field`] that says what a name is.
    pub(super) fn read(text: &str) -> Result<Self, ApiError> {
        let name = text.trim();
        let length = name.chars().count();
        if (1..=LONGEST_DISPLAY_NAME).contains(&length) && name.chars().all(is_shown) {
            return Ok(Self(name.to_owned()));
        }
        let shown: String = text.chars().take(2 * LONGEST_DISPLAY_NAME).collect();
        let expected = format!("1 to {LONGEST_DISPLAY_NAME} characters, {ALL_SHOWN}");
        Err(ApiError::Field(InputError::new("displayName", expected, shown)))
    }

    /// The default name of a player who gave none, such as `Player 4F2A`.
    pub(super) fn of(player: PlayerId) -> Self {
        let id = player.0.simple().to_string().to_uppercase();
        Self(format!("{NAMELESS} {}", id.get(..4).unwrap_or_default()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_counted_in_characters() {
        for (typed, name) in [
            ("Ann", "Ann"),
            ("  Ann Lee ", "Ann Lee"),
            ("Zoë ☃ 👩‍👩‍👧", "Zoë ☃ 👩‍👩‍👧"),
            ("<b>'; DROP", "<b>'; DROP"),
        ] {
            assert_eq!(DisplayName::read(typed).unwrap().as_str(), name);
        }
        assert!(DisplayName::read(&"é".repeat(40)).is_ok());
    }

    #[test]
    fn what_cannot_be_seen_or_is_too_long_is_no_name() {
        for wrong in
            ["", "   ", "\u{200b}", "a\nb", "a\0b", "nnA\u{202e}", "\u{feff}Ann", "a\u{2028}b", "\u{7f}"]
        {
            assert!(DisplayName::read(wrong).is_err(), "{wrong:?}");
        }
        let long = DisplayName::read(&"é".repeat(41));
        assert!(matches!(&long, Err(ApiError::Field(wrong)) if wrong.field() == "displayName"), "{long:?}");
    }

    #[test]
    fn who_gives_no_name_gets_one() {
        let player = "4f2a04e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
        assert_eq!(DisplayName::of(player).as_str(), "Player 4F2A");
    }
}
