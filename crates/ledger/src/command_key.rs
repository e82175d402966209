use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::player::{PlayerId, canonical_uuid};
use crate::seat::Seat;

/// Names a command in the history of a game: who sent it, and the id the sender gave it. All events of the command
/// carry it as their correlation id.
///
/// It is stored as text: `seat:id` for a seat, `seat:player.id` for a player, and as it is for the name of an imported
/// history. [`Display`](fmt::Display) writes this form and [`FromStr`] reads it; nothing else builds or splits it. Any
/// text can be read, and is written back unchanged.
///
/// ```
/// use ledger::{CommandKey, Scope, Seat};
///
/// let key: CommandKey = "2:00000000-0000-0000-0000-000000000007.roll-1".parse().unwrap();
/// assert_eq!((key.seat(), key.id()), (Some(Seat(2)), "roll-1"));
/// assert!(matches!(key.scope(), Scope::Player(_)));
/// assert_eq!(CommandKey::new(Seat(2), "open-0").to_string(), "2:open-0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandKey {
    /// `None` for an imported history.
    by: Option<Sender>,
    id: String,
}

/// Who sends a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sender {
    /// A seat itself: a bot, a timer, the table, or a game without players.
    Seat(Seat),
    /// A player, from a seat.
    Player {
        /// The player.
        player: PlayerId,
        /// From where.
        seat: Seat,
    },
}

/// The owner of a command id: each scope has ids of its own. A player's ids stay the same from whichever seat the
/// player sends them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Ids of a seat.
    Seat(Seat),
    /// Ids of a player.
    Player(PlayerId),
    /// Names of imported histories.
    Import,
}

impl Sender {
    /// The seat from which the command is sent.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Seat(seat) | Self::Player { seat, .. } => seat,
        }
    }

    /// The owner of the sender's command ids.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self {
            Self::Seat(seat) => Scope::Seat(seat),
            Self::Player { player, .. } => Scope::Player(player),
        }
    }
}

impl From<Seat> for Sender {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl CommandKey {
    /// The command that this sender calls `id`.
    ///
    /// The id of a seat that begins with `player.` is the id of that player, because it is stored as the same text.
    #[must_use]
    pub fn new(by: impl Into<Sender>, id: &str) -> Self {
        match by.into() {
            Sender::Seat(seat) => Self::of_seat(seat, id),
            by @ Sender::Player { .. } => Self { by: Some(by), id: id.to_owned() },
        }
    }

    fn of_seat(seat: Seat, id: &str) -> Self {
        let player = id.split_once('.').and_then(|(player, rest)| Some((canonical_player(player)?, rest)));
        match player {
            Some((player, id)) => Self { by: Some(Sender::Player { player, seat }), id: id.to_owned() },
            None => Self { by: Some(Sender::Seat(seat)), id: id.to_owned() },
        }
    }

    /// Who sent it; `None` for an imported history.
    #[must_use]
    pub const fn by(&self) -> Option<Sender> {
        self.by
    }

    /// The seat from which it was sent; `None` for an imported history.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.by.map(Sender::seat)
    }

    /// The owner of the id.
    #[must_use]
    pub fn scope(&self) -> Scope {
        self.by.map_or(Scope::Import, Sender::scope)
    }

    /// The id of the command within its scope.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// A player id in the one form in which it is written.
fn canonical_player(text: &str) -> Option<PlayerId> {
    canonical_uuid(text).map(PlayerId)
}

/// A seat in the one form in which it is written.
fn canonical_seat(text: &str) -> Option<Seat> {
    let plain = text == "0" || (!text.starts_with(['0', '+']));
    text.parse().ok().filter(|_| plain).map(Seat)
}

impl FromStr for CommandKey {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let split = text.split_once(':').and_then(|(seat, id)| Some((canonical_seat(seat)?, id)));
        Ok(match split {
            Some((seat, id)) => Self::of_seat(seat, id),
            None => Self { by: None, id: text.to_owned() },
        })
    }
}

impl From<&str> for CommandKey {
    fn from(text: &str) -> Self {
        let Ok(key) = text.parse();
        key
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = &self.id;
        match self.by {
            Some(Sender::Seat(seat)) => write!(f, "{}:{id}", seat.0),
            Some(Sender::Player { player, seat }) => write!(f, "{}:{player}.{id}", seat.0),
            None => f.write_str(id),
        }
    }
}

impl Serialize for CommandKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CommandKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const ANN: PlayerId = PlayerId(Uuid::from_u128(7));

    #[test]
    fn stored_keys_are_read_and_written_as_they_always_were() {
        let ann = "00000000-0000-0000-0000-000000000007";
        let rows = [
            ("0:open-0".to_owned(), Some(Sender::Seat(Seat(0))), "open-0"),
            ("255:expire-12".to_owned(), Some(Sender::Seat(Seat(255))), "expire-12"),
            ("1:a:b.c".to_owned(), Some(Sender::Seat(Seat(1))), "a:b.c"),
            (format!("3:{ann}.x"), Some(Sender::Player { player: ANN, seat: Seat(3) }), "x"),
            (format!("3:{ann}.x.y:z"), Some(Sender::Player { player: ANN, seat: Seat(3) }), "x.y:z"),
            ("link".to_owned(), None, "link"),
            (format!("{ann}:4"), None, "00000000-0000-0000-0000-000000000007:4"),
            ("256:roll".to_owned(), None, "256:roll"),
            ("00:roll".to_owned(), None, "00:roll"),
            ("+1:roll".to_owned(), None, "+1:roll"),
            (":roll".to_owned(), None, ":roll"),
            (String::new(), None, ""),
        ];
        for (text, by, id) in rows {
            let key = CommandKey::from(text.as_str());
            assert_eq!((key.by(), key.id()), (by, id), "{text}");
            assert_eq!(key.to_string(), text);
        }
    }

    #[test]
    fn a_player_has_the_same_ids_on_every_seat() {
        let from = |seat| CommandKey::new(Sender::Player { player: ANN, seat: Seat(seat) }, "1");
        assert_eq!(from(0).scope(), from(3).scope());
        assert_ne!(from(0), from(3));
        assert_ne!(CommandKey::new(Seat(0), "1").scope(), CommandKey::new(Seat(3), "1").scope());
    }

    proptest! {
        #[test]
        fn any_text_comes_back_as_it_was(text in "([0-9]{1,3}:)?([0-9a-fA-F-]{36}\\.)?.{0,12}") {
            let key = CommandKey::from(text.as_str());
            prop_assert_eq!(key.to_string(), text);
        }

        #[test]
        fn a_key_that_was_written_is_read_as_the_same_key(seat in any::<u8>(), of_player: bool, id in ".{0,12}") {
            let seat = Seat(seat);
            let key = match of_player {
                true => CommandKey::new(Sender::Player { player: ANN, seat }, &id),
                false => CommandKey::new(seat, &id),
            };
            prop_assert_eq!(CommandKey::from(key.to_string().as_str()), key);
        }
    }
}
