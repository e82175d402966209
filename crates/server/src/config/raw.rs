//! A value as it was written, before it is parsed for its setting.

use std::fmt;
use std::ops::RangeInclusive;

use toml::de::DeValue;

/// A value as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// From a variable or a flag, which have no types.
    Word(String),
    /// From a file, where values have types.
    Text(String),
    Number(u64),
    Switch(bool),
    List(Vec<String>),
    /// A type that no setting takes, for the error message.
    Other(String),
}

impl Raw {
    pub(super) fn of_file(value: &DeValue<'_>) -> Self {
        let other = || Self::Other(value.type_str().to_owned());
        match value {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Boolean(on) => Self::Switch(*on),
            DeValue::Integer(number) => match u64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Self::Number(number),
                Err(_) => Self::Other(number.as_str().to_owned()),
            },
            DeValue::Float(number) => Self::Other(number.as_str().to_owned()),
            DeValue::Array(items) => {
                let texts = items.iter().map(|item| item.get_ref().as_str().map(str::to_owned));
                texts
                    .collect::<Option<_>>()
                    .map_or_else(|| Self::Other("a list of other things".into()), Self::List)
            }
            DeValue::Datetime(_) | DeValue::Table(_) => other(),
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Word(text) | Self::Text(text) => Some(text),
            Self::Number(_) | Self::Switch(_) | Self::List(_) | Self::Other(_) => None,
        }
    }

    pub(super) fn number(&self, range: RangeInclusive<u64>) -> Option<u64> {
        let number = match self {
            Self::Word(word) => word.parse().ok()?,
            Self::Number(number) => *number,
            Self::Text(_) | Self::Switch(_) | Self::List(_) | Self::Other(_) => return None,
        };
        range.contains(&number).then_some(number)
    }

    pub(super) fn size(&self, range: RangeInclusive<u64>) -> Option<usize> {
        self.number(range).and_then(|number| usize::try_from(number).ok())
    }

    pub(super) fn switch(&self) -> Option<bool> {
        match self {
            Self::Word(word) => match word.as_str() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            Self::Switch(on) => Some(*on),
            Self::Text(_) | Self::Number(_) | Self::List(_) | Self::Other(_) => None,
        }
    }

    /// In a variable or a flag the items are separated by commas.
    pub(super) fn list(&self) -> Option<Vec<String>> {
        match self {
            Self::Word(words) => Some(
                words.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect(),
            ),
            Self::List(items) => Some(items.clone()),
            Self::Text(_) | Self::Number(_) | Self::Switch(_) | Self::Other(_) => None,
        }
    }
}

/// As an error quotes it: never longer than a line.
impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 80;
        match self {
            Self::Word(text) | Self::Text(text) if text.chars().count() > LONGEST => {
                write!(f, "{:?}...", text.chars().take(LONGEST).collect::<String>())
            }
            Self::Word(text) | Self::Text(text) => write!(f, "{text:?}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::List(items) => write!(f, "a list of {}", items.len()),
            Self::Other(what) => f.write_str(what),
        }
    }
}
