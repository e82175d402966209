use thiserror::Error;

use crate::rules::Rules;
use crate::solver::SolvedGame;

/// The bytes that every file begins with.
const MAGIC: [u8; 8] = *b"DICEETAB";
/// The version of the layout below and of the rules behind the values; a file of another one is refused.
const VERSION: u32 = 1;
const HEADER: usize = 32;
const CHECKSUM: usize = 8;

/// Why bytes are not a solved game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolvedGameError {
    /// The bytes are something else.
    #[error("not a solved game: it does not begin with the bytes DICEETAB")]
    Foreign,
    /// A file from another version of this program.
    #[error("a solved game of version {found}; this program reads version {VERSION}: solve it again")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// Rules that this version does not know.
    #[error("a solved game for rules number {found}, which this program does not know")]
    Rules {
        /// The number in the file.
        found: u32,
    },
    /// Too few or too many bytes.
    #[error("a damaged file of a solved game: expected {expected} bytes, found {found}")]
    Length {
        /// What the header asks for.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// Changed bytes.
    #[error("a damaged file of a solved game: the checksum does not match")]
    Checksum,
    /// Values that no solve gives: the checksum is right, so it was written wrong.
    #[error("a file that no solve gives: {what}")]
    Content {
        /// What cannot be.
        what: &'static str,
    },
}

/// The file format, all little-endian: `DICEETAB`, version (u32), rules (u32), number of states (u64),
/// standard deviation (f64, NaN when not solved), the value of every reachable state (f64) in row order, and
/// a checksum (u64) over everything before it.
impl SolvedGame {
    /// The solved game as bytes, for a file or a browser's store.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let states = self.states();
        let mut bytes = Vec::with_capacity(HEADER + 8 * states + CHECKSUM);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(rules_number(self.rules()).to_le_bytes());
        bytes.extend((states as u64).to_le_bytes());
        bytes.extend(self.standard_deviation().unwrap_or(f64::NAN).to_le_bytes());
        for value in self.reachable_values() {
            bytes.extend(value.to_le_bytes());
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads a table back.
    ///
    /// # Errors
    ///
    /// [`SolvedGameError`] if the bytes are foreign, of another version, truncated or changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SolvedGameError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(SolvedGameError::Foreign);
        }
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(SolvedGameError::Length { expected: HEADER, found: bytes.len() });
        };
        let version = u32::from_le_bytes(word(&header[8..]));
        if version != VERSION {
            return Err(SolvedGameError::Version { found: version });
        }
        let number = u32::from_le_bytes(word(&header[12..]));
        let rules = Rules::ALL
            .into_iter()
            .find(|&rules| rules_number(rules) == number)
            .ok_or(SolvedGameError::Rules { found: number })?;
        let expected = HEADER + 8 * Self::state_count(rules) + CHECKSUM;
        if bytes.len() != expected {
            return Err(SolvedGameError::Length { expected, found: bytes.len() });
        }
        let (content, sum) = bytes.split_at(expected - CHECKSUM);
        if checksum(content) != u64::from_le_bytes(word(sum)) {
            return Err(SolvedGameError::Checksum);
        }
        let deviation = Some(f64::from_le_bytes(word(&header[24..]))).filter(|deviation| !deviation.is_nan());
        if u64::from_le_bytes(word(&header[16..])) != Self::state_count(rules) as u64 {
            return Err(SolvedGameError::Content { what: "the number of states is wrong" });
        }
        let values =
            rest[..rest.len() - CHECKSUM].chunks_exact(8).map(|chunk| f64::from_le_bytes(word(chunk)));
        if !values.clone().all(|value| value.is_finite() && value >= 0.0) {
            return Err(SolvedGameError::Content { what: "a value is negative or not finite" });
        }
        Ok(Self::from_reachable_values(rules, deviation, values).expect("the length was checked"))
    }
}

/// Permanent: these numbers are in files.
const fn rules_number(rules: Rules) -> u32 {
    match rules {
        Rules::Standard => 0,
        Rules::JokerRules => 1,
        Rules::ForcedDicee => 2,
        Rules::Classic => 3,
    }
}

/// The first `N` bytes.
fn word<const N: usize>(bytes: &[u8]) -> [u8; N] {
    *bytes.first_chunk().expect("the caller checked the length")
}

/// FNV-1a over 64-bit words, with the high half folded into the low one after each multiplication: those only carry
/// upwards, and the highest bits would never meet. Each step is a bijection, so a change of any one word is always
/// found.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut padded = [0; 8];
        padded[..chunk.len()].copy_from_slice(chunk);
        let mixed = (hash ^ u64::from_le_bytes(padded)).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A table with recognisable values, without the wait for a solve.
    fn sample(rules: Rules) -> SolvedGame {
        let values = (0..SolvedGame::state_count(rules)).map(|index| index as f64 / 3.0);
        SolvedGame::from_reachable_values(rules, Some(59.5), values).unwrap()
    }

    /// Replaces eight bytes and makes the checksum right again.
    fn forged(mut bytes: Vec<u8>, place: usize, word: [u8; 8]) -> Result<SolvedGame, SolvedGameError> {
        bytes[place..place + 8].copy_from_slice(&word);
        let end = bytes.len() - CHECKSUM;
        let sum = checksum(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        SolvedGame::from_bytes(&bytes)
    }

    #[test]
    fn values_that_no_solve_gives_are_refused() {
        let bytes = sample(Rules::Classic).to_bytes();
        assert!(forged(bytes.clone(), 40, 7.5f64.to_le_bytes()).is_ok());
        for value in [f64::NAN, f64::INFINITY, -1.0] {
            let refused = forged(bytes.clone(), 40, value.to_le_bytes());
            assert!(matches!(refused, Err(SolvedGameError::Content { .. })), "{value}");
        }
        assert!(matches!(forged(bytes, 16, 5u64.to_le_bytes()), Err(SolvedGameError::Content { .. })));
    }

    #[test]
    fn the_bytes_of_a_table_are_permanent() {
        for (rules, number) in
            [(Rules::Standard, 0), (Rules::JokerRules, 1), (Rules::ForcedDicee, 2), (Rules::Classic, 3)]
        {
            let bytes = sample(rules).to_bytes();
            assert_eq!(&bytes[..12], b"DICEETAB\x01\0\0\0");
            assert_eq!(bytes[12..16], [number, 0, 0, 0], "{rules}");
            assert_eq!(bytes[16..24], (SolvedGame::state_count(rules) as u64).to_le_bytes());
            assert_eq!(bytes[24..32], 59.5f64.to_le_bytes());
        }
        // The order of the states: the full card first, its subtotals from 0, and the empty card last of its layer.
        let table = sample(Rules::Classic);
        let only = |category| crate::CategorySet::EMPTY.with(category);
        let value = |open, upper| {
            let dicee_box = crate::DiceeBox::Zero;
            table.value(crate::Position::new(open, upper, dicee_box).unwrap()) * 3.0
        };
        assert!((table.value(crate::Position::START) * 3.0 - 178_815.0).abs() < 1e-6);
        assert!((value(only(crate::Category::Ones), 0) - 178_880.0).abs() < 1e-6);
        assert!((value(only(crate::Category::Ones), 2) - 178_881.0).abs() < 1e-6);
    }

    #[test]
    fn a_table_survives_the_way_through_bytes() {
        for rules in Rules::ALL {
            let table = sample(rules);
            assert_eq!(SolvedGame::from_bytes(&table.to_bytes()), Ok(table));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(
            head in prop::sample::select(vec![vec![], MAGIC.to_vec(), sample(Rules::Classic).to_bytes()[..32].to_vec()]),
            tail in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            prop_assert!(SolvedGame::from_bytes(&[head, tail].concat()).is_err());
        }
    }

    #[test]
    fn truncated_foreign_and_changed_bytes_are_refused() {
        let bytes = sample(Rules::Classic).to_bytes();
        let changed = |place: usize| {
            let mut copy = bytes.clone();
            copy[place] ^= 1;
            SolvedGame::from_bytes(&copy)
        };
        assert_eq!(SolvedGame::from_bytes(b""), Err(SolvedGameError::Foreign));
        assert_eq!(SolvedGame::from_bytes(b"SQLite format 3"), Err(SolvedGameError::Foreign));
        assert_eq!(changed(0), Err(SolvedGameError::Foreign));
        assert_eq!(changed(8), Err(SolvedGameError::Version { found: 0 }));
        assert_eq!(changed(14), Err(SolvedGameError::Rules { found: 0x0001_0003 }));
        for place in [24, 40, 1000, bytes.len() - 9, bytes.len() - 1] {
            assert_eq!(changed(place), Err(SolvedGameError::Checksum), "byte {place}");
        }
        let mut two_signs = bytes.clone();
        two_signs[32 + 8007] ^= 0x80;
        two_signs[32 + 16_007] ^= 0x80;
        assert_eq!(SolvedGame::from_bytes(&two_signs), Err(SolvedGameError::Checksum));
        for length in [8, 31, 32, 1000, bytes.len() - 1] {
            let refused = SolvedGame::from_bytes(&bytes[..length]);
            assert!(matches!(refused, Err(SolvedGameError::Length { .. })), "length {length}: {refused:?}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(matches!(SolvedGame::from_bytes(&longer), Err(SolvedGameError::Length { .. })));
    }
}
