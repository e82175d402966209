//! What several commands take.

use clap::builder::PossibleValuesParser;
use dicee::{InputError, PositionRequest, Rules, input};

use crate::failure::Failure;

/// The card: which boxes are open, and what the filled ones leave behind.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Card (the empty card when left out)")]
pub(crate) struct PositionArgs {
    /// Open boxes, separated by commas: ones, twos, threes, fours, fives, sixes, three_of_kind, four_of_kind,
    /// full_house, small_straight, large_straight, dicee, chance [default: all]
    #[arg(long, value_name = "BOXES")]
    open: Option<String>,
    /// Upper subtotal so far, without the bonus [default: 0]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    upper: Option<i64>,
    /// What the Dicee box holds: open, 0 or 50 [default: open if the box is open, else 0]
    #[arg(long, value_name = "HOLDS")]
    dicee_box: Option<String>,
    /// Rule variant
    #[arg(long, value_name = "RULES", default_value = Rules::Standard.name(), value_parser = rules_parser())]
    rules: String,
}

impl PositionArgs {
    /// The request that the library checks.
    pub(crate) fn request(&self) -> PositionRequest {
        PositionRequest {
            rules: Some(self.rules.clone()),
            open: self.open.as_deref().filter(|open| *open != "all").map(|open| {
                open.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
            }),
            upper: self.upper,
            dicee_box: self.dicee_box.clone(),
        }
    }
}

/// The rules by name, with the choices in the help.
pub(crate) fn rules_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name))
}

/// Faces as people write them: `5,5,5,2,6`, `5 5 5 2 6` or `55526`.
pub(crate) fn faces(field: &'static str, text: &str) -> Result<Vec<i64>, InputError> {
    let one_word =
        !text.contains([',', ' ']) && text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = if one_word {
        text.split("").filter(|digit| !digit.is_empty()).collect()
    } else {
        text.split([',', ' ']).filter(|word| !word.is_empty()).collect()
    };
    let face = |word: &&str| word.parse().map_err(|_| input::face(field, word));
    words.iter().map(face).collect()
}

/// The seed that was given, or one from the operating system.
pub(crate) fn seed_or_fresh(seed: Option<u64>) -> Result<u64, Failure> {
    match seed {
        Some(seed) => Ok(seed),
        None => {
            Ok(getrandom::u64().map_err(|error| anyhow::anyhow!("no randomness from the system: {error}"))?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_read_as_people_write_them() {
        for text in ["5,5,5,2,6", "5 5 5 2 6", "55526", "5, 5, 5, 2, 6"] {
            assert_eq!(faces("dice", text), Ok(vec![5, 5, 5, 2, 6]), "{text}");
        }
        assert_eq!(faces("keep", ""), Ok(vec![]));
        assert_eq!(faces("keep", "6"), Ok(vec![6]));
        assert_eq!(faces("dice", "5,x"), Err(input::face("dice", "x")));
        assert_eq!(faces("dice", "-12"), Ok(vec![-12]));
    }
}
