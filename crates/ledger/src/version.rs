use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A schema version, `major.minor.patch` (data contract 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Version {
    /// Changes that break readers.
    pub major: u16,
    /// Additions.
    pub minor: u16,
    /// Refinements.
    pub patch: u16,
}

impl Version {
    /// `major.minor.patch`.
    #[must_use]
    pub const fn new(major: u16, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch }
    }

    /// Whether a reader of `known` can read this: the same version, or a newer one that broke nothing.
    #[must_use]
    pub const fn is_read_as(self, known: Self) -> bool {
        let newer = self.minor > known.minor || (self.minor == known.minor && self.patch >= known.patch);
        self.major == known.major && newer
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = MalformedVersion;

    fn try_from(text: String) -> Result<Self, MalformedVersion> {
        text.parse()
    }
}

impl FromStr for Version {
    type Err = MalformedVersion;

    fn from_str(text: &str) -> Result<Self, MalformedVersion> {
        let malformed = || MalformedVersion { actual: text.chars().take(40).collect() };
        let mut parts = text.split('.').map(|part| part.parse::<u16>().map_err(|_| malformed()));
        let (Some(major), Some(minor), Some(patch), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(malformed());
        };
        let version = Self::new(major?, minor?, patch?);
        // One spelling a version: no signs, no leading zeros.
        if version.to_string() == text { Ok(version) } else { Err(malformed()) }
    }
}

/// Text that is no schema version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("schema version: expected major.minor.patch, got {actual:?}")]
pub struct MalformedVersion {
    /// What came.
    pub actual: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!("1.20.3".parse(), Ok(Version::new(1, 20, 3)));
        for text in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.2.-3", "1.2.99999", "+1.2.3", "1.02.3"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
        assert!(Version::new(1, 9, 0) < Version::new(1, 10, 0));
    }
}
