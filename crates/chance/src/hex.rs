use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fair::Commitment;

/// 32 bytes, in lower-case hexadecimal on the wire: a seed or a promise of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Hex(pub [u8; 32]);

/// Text that is not 32 bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexError;

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 64 hexadecimal digits")
    }
}

impl std::error::Error for HexError {}

impl TryFrom<String> for Hex {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(HexError),
        };
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(HexError);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        Commitment::from_bytes(hex.0).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_is_64_lower_case_digits() {
        let text = "00ff".repeat(16);
        let hex = Hex::try_from(text.clone()).unwrap();
        assert_eq!(hex.0[..2], [0, 255]);
        assert_eq!(String::from(hex), text);
        for bad in [&text[1..], "", &"0g".repeat(32), &"FF".repeat(32), &"é".repeat(32)] {
            assert_eq!(Hex::try_from(bad.to_owned()), Err(HexError), "{bad}");
        }
        let error = serde_json::from_str::<Hex>("\"ff\"").unwrap_err();
        assert!(error.to_string().starts_with("expected 64 hexadecimal digits"), "{error}");
    }
}
