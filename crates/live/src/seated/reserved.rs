use std::fmt::{self, Display};

use ledger::Event;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error};

/// Commands of the table itself: they never reach the game.
pub(super) const COMMANDS: [&str; 2] = ["sit", "stand"];
/// Events of the table itself.
pub(super) const EVENTS: [&str; 3] = ["TABLE_OPENED", "PLAYER_SAT", "PLAYER_STOOD"];
/// The field that names the kind of a command or an event of the table.
pub(super) const TAG: &str = "type";

/// Checks that a game and the table around it can be told apart in what clients send and in what is stored.
///
/// # Errors
///
/// The name that the table needs for itself.
pub(super) fn check<C: DeserializeOwned, E: Event>() -> Result<(), String> {
    if E::TAG != TAG {
        return Err(format!(
            "the tag of its events must be `{TAG}`, as for those of the table, not `{}`",
            E::TAG
        ));
    }
    for (what, known, reserved) in
        [("command", variants::<C>(), COMMANDS.as_slice()), ("event", variants::<E>(), EVENTS.as_slice())]
    {
        if let Some(name) = known.iter().find(|name| reserved.contains(name)) {
            return Err(format!("its {what} `{name}` has a name that the table needs for itself"));
        }
    }
    Ok(())
}

/// The variants of a tagged enum, as derived code lists them when it refuses an unknown one. Empty where the code was written
/// by hand and lists none.
fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    let unknown = MapDeserializer::<_, Variants>::new([(TAG, "\0")].into_iter());
    T::deserialize(unknown).err().map_or(&[], |Variants(names)| names)
}

/// An error of which only the expected variants are kept.
#[derive(Debug)]
struct Variants(&'static [&'static str]);

impl Error for Variants {
    fn custom<M: Display>(_message: M) -> Self {
        Self(&[])
    }

    fn unknown_variant(_variant: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}

impl Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {:?}", self.0)
    }
}

impl std::error::Error for Variants {}

#[cfg(test)]
mod tests {
    use ledger::Version;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its variants are looked at")]
    enum Command {
        Roll {},
        Stand { firmly: bool },
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
    enum Taken {
        DieRolled { face: u8 },
        PlayerStood { seat: u8 },
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "eventType", rename_all = "SCREAMING_SNAKE_CASE")]
    enum OtherTag {
        DieRolled { face: u8 },
    }

    macro_rules! event {
        ($event:ty, $tag:literal) => {
            impl Event for $event {
                const TAG: &'static str = $tag;

                fn schema(&self) -> Version {
                    Version::new(1, 0, 0)
                }
            }
        };
    }

    event!(Taken, "type");
    event!(OtherTag, "eventType");

    #[test]
    fn names_and_tags_that_the_table_needs_are_found() {
        assert_eq!(variants::<Command>(), ["roll", "stand"]);
        for (checked, problem) in [
            (check::<Command, fortytwo::Event>(), "its command `stand`"),
            (check::<fortytwo::Command, Taken>(), "its event `PLAYER_STOOD`"),
            (check::<fortytwo::Command, OtherTag>(), "not `eventType`"),
        ] {
            let refused = checked.expect_err(problem);
            assert!(refused.contains(problem), "{refused}");
        }
        assert_eq!(check::<fortytwo::Command, fortytwo::Event>(), Ok(()));
    }

    #[test]
    fn types_with_a_derived_reader_list_their_names() {
        for names in [
            variants::<pools::ExtendedCommand>(),
            variants::<pools::ExtendedEvent>(),
            variants::<pools::TableCommand>(),
            variants::<pools::TableEvent>(),
        ] {
            assert!(!names.is_empty());
        }
    }
}
