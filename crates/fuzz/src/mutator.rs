use serde_json::Value;

use crate::json;
use crate::random::Random;

/// Longer inputs are cut: every decoder refuses them by their length, or is as slow as they are long.
pub(crate) const LONGEST: usize = 64 << 10;

/// An input that is changed, read as JSON once if it can be.
#[derive(Clone, Debug)]
pub struct Seed {
    bytes: Vec<u8>,
    /// A list or an object; what else is JSON is changed as bytes.
    document: Option<Value>,
}

impl Seed {
    /// This input.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        let document = serde_json::from_slice(&bytes).ok();
        Self {
            document: document.filter(|document: &Value| document.is_array() || document.is_object()),
            bytes,
        }
    }

    /// The input itself.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Makes inputs of other inputs.
#[derive(Clone, Debug)]
pub struct Mutator {
    random: Random,
    /// Words that mean something to the decoder.
    words: Vec<String>,
}

impl Mutator {
    /// With a seed, and words that mean something to the decoder.
    #[must_use]
    pub const fn new(seed: u64, words: Vec<String>) -> Self {
        Self { random: Random::new(seed), words }
    }

    /// One of these inputs, changed once or a few times; and whether it grew by repeating, which is how recursion
    /// overflows a stack.
    pub fn next(&mut self, pool: &[Seed]) -> (Vec<u8>, bool) {
        let seed = self.random.pick(pool);
        // What is JSON mostly stays JSON, so that it gets past the parser; three in eight are broken as text.
        let (mut input, changes) = match &seed.document {
            Some(document) if self.random.below(4) != 0 => {
                (self.change_json(document, pool), usize::from(self.random.below(6) == 0))
            }
            Some(_) | None => (seed.bytes.clone(), 1 + self.random.below(4)),
        };
        let mut repeated = false;
        for _ in 0..changes {
            repeated |= self.change_bytes(&mut input, pool);
        }
        input.truncate(LONGEST);
        (input, repeated)
    }

    /// A document with a few values changed.
    fn change_json(&mut self, document: &Value, pool: &[Seed]) -> Vec<u8> {
        let (mut document, donor) = (document.clone(), self.random.pick(pool));
        for _ in 0..=self.random.below(6) {
            json::change(&mut document, donor.document.as_ref(), &self.words, &mut self.random);
        }
        document.to_string().into_bytes()
    }

    /// Changes bytes; tells whether it repeated a part many times.
    fn change_bytes(&mut self, input: &mut Vec<u8>, pool: &[Seed]) -> bool {
        let random = &mut self.random;
        let at = random.below(input.len() + 1);
        let end = (at + random.below(1 + (input.len() - at).min(32))).min(input.len());
        match random.below(13) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.word().to_le_bytes()[0],
            2 => input.insert(at, *random.pick(b"0123456789-+.,:;/=&?%![](){}\"\\ \n\0\x7f\xff")),
            3 => drop(input.drain(at..end)),
            4 => {
                let part = input[at..end].to_vec();
                input.splice(at..at, part);
            }
            5 => input.truncate(at),
            6 if !self.words.is_empty() => {
                let word = random.pick(&self.words).clone().into_bytes();
                input.splice(at..at, word);
            }
            7 if !self.words.is_empty() => {
                let word = random.pick(&self.words).clone().into_bytes();
                input.splice(at..end, word);
            }
            8 => {
                let other = random.pick(pool).bytes();
                let from = random.below(other.len() + 1);
                let tail = other[from..].to_vec();
                input.splice(at.., tail);
            }
            9 => {
                let number = match random.below(4) {
                    0 => random.below(300).to_string(),
                    1 => (1_u64 << random.below(64)).to_string(),
                    2 => u64::MAX.to_string(),
                    _ => format!("-{}", 1_u64 << random.below(64)),
                };
                replace_number(input, at, number.as_bytes());
            }
            10 => {
                let text =
                    random.pick(&["é", "😀", "\u{202e}", "\u{feff}", "\u{1b}[2J", "\r\n", "%00", "\\u0000"]);
                input.splice(at..at, text.bytes());
            }
            11 if random.below(8) == 0 => {
                let part = if at < end { input[at..end].to_vec() } else { b"(".to_vec() };
                input.splice(at..end, part.repeat(1 << random.below(13)));
                return true;
            }
            _ => {
                if let (Some(one), Some(two)) = (at.checked_sub(1), at.checked_sub(2)) {
                    input.swap(one, two);
                }
            }
        }
        false
    }
}

/// Puts a number in place of the next one from here on, or here.
fn replace_number(input: &mut Vec<u8>, at: usize, number: &[u8]) {
    let start = input[at..].iter().position(u8::is_ascii_digit).map_or(at, |found| at + found);
    let end =
        input[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(input.len(), |n| start + n);
    input.splice(start..end, number.iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs_and_none_is_too_long() {
        let pool = [b"{\"a\": [1, 2, 300]}".to_vec(), b"4d6kh3 + 2".to_vec(), Vec::new()].map(Seed::new);
        let inputs = |seed| {
            let mut mutator = Mutator::new(seed, vec!["word".to_owned()]);
            (0..5_000).map(|_| mutator.next(&pool).0).collect::<Vec<_>>()
        };
        let made = inputs(7);
        assert_eq!(made, inputs(7));
        assert_ne!(made, inputs(8));
        assert!(made.iter().all(|input| input.len() <= LONGEST));
        let valid = made.iter().filter(|input| serde_json::from_slice::<Value>(input).is_ok()).count();
        assert!(valid > 500, "many stay JSON: {valid}");
    }
}
