use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::error::StoreError;
use crate::random;

/// Digits and capitals without those that are easily confused (0 O, 1 I L, U V).
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH: usize = 6;

/// The short code of a table, to be read aloud: six characters such as `K7M2PX`, case-insensitive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Code(String);

impl Code {
    /// A code from random bytes; a byte that would favour some characters is skipped. `None` if too few are left.
    #[must_use]
    pub fn from_random(bytes: &[u8]) -> Option<Self> {
        // 240 is the largest multiple of 30 that a byte can hold.
        let fair = bytes.iter().filter(|byte| **byte < 240);
        let code: String =
            fair.take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 30)])).collect();
        (code.len() == LENGTH).then_some(Self(code))
    }

    /// An unguessable code: one of 729 million.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the operating system has no randomness to give.
    pub fn random() -> Result<Self, StoreError> {
        // Of 32 bytes, 27 can be skipped and enough are left; once in 10^29 times they are not.
        loop {
            if let Some(code) = Self::from_random(&random::bytes()?) {
                return Ok(code);
            }
        }
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Code {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let code = text.to_ascii_uppercase();
        if code.len() != LENGTH || !code.bytes().all(|byte| ALPHABET.contains(&byte)) {
            let expected = "six of 23456789ABCDEFGHJKMNPQRSTVWXYZ";
            let shown: String = text.chars().take(2 * LENGTH).collect();
            return Err(StoreError::malformed("code", expected, format!("{shown:?}")));
        }
        Ok(Self(code))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
    fn every_character_is_as_likely_as_any_other() {
        let mut seen = std::collections::BTreeMap::new();
        for byte in 0..=u8::MAX {
            if let Some(code) = Code::from_random(&[byte; 6]) {
                *seen.entry(code.0).or_insert(0) += 1;
            }
        }
        assert_eq!(seen.len(), 30);
        assert!(seen.values().all(|count| *count == 8), "{seen:?}");
    }

    #[test]
    fn a_random_code_is_a_code() {
        let code = Code::random().unwrap();
        assert_eq!(code.as_str().parse::<Code>().unwrap(), code);
        assert_eq!(Code::from_random(&[255; 40]), None);
    }
}
