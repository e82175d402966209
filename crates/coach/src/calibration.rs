use dicee::InputError;
use serde::{Deserialize, Serialize};

/// How well somebody guesses chances: every guess is compared with the exact chance, so that luck plays no part.
///
/// ```
/// use coach::Calibration;
///
/// let mut calibration = Calibration::default();
/// calibration.add(0.5, 0.25)?;
/// calibration.add(0.9, 0.9)?;
/// assert_eq!(calibration.excess_brier(), Some(0.03125));
/// assert_eq!(calibration.curve().len(), 2);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    guesses: u32,
    /// The sum of the squared differences.
    squares: f64,
    bins: [Bin; 10],
}

/// Guesses within one tenth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Bin {
    guesses: u32,
    guessed: f64,
    exact: f64,
}

/// A point of the curve: what was guessed, and what was true.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CalibrationPoint {
    /// How many guesses.
    pub guesses: u32,
    /// Their mean.
    pub guessed: f64,
    /// The mean of the exact chances.
    pub exact: f64,
}

impl Calibration {
    /// Adds a guess. Both numbers are from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a number that is no probability.
    pub fn add(&mut self, guessed: f64, exact: f64) -> Result<(), InputError> {
        for (field, value) in [("guessed", guessed), ("exact", exact)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(InputError::new(field, "a probability from 0 to 1", written(value)));
            }
        }
        self.guesses += 1;
        self.squares += (guessed - exact).powi(2);
        let bin = &mut self.bins[tenth(guessed)];
        bin.guesses += 1;
        bin.guessed += guessed;
        bin.exact += exact;
        Ok(())
    }

    /// How many guesses.
    #[must_use]
    pub const fn guesses(&self) -> u32 {
        self.guesses
    }

    /// What the guesses lose against the exact chances: the mean squared difference, which is the Brier score beyond the part
    /// that nobody can avoid. 0 is perfect, and always saying one half costs at most 0.25.
    #[must_use]
    pub fn excess_brier(&self) -> Option<f64> {
        (self.guesses > 0).then(|| self.squares / f64::from(self.guesses))
    }

    /// The curve: a point for each tenth in which there are guesses.
    #[must_use]
    pub fn curve(&self) -> Vec<CalibrationPoint> {
        let filled = self.bins.iter().filter(|bin| bin.guesses > 0);
        filled
            .map(|bin| {
                let count = f64::from(bin.guesses);
                CalibrationPoint {
                    guesses: bin.guesses,
                    guessed: bin.guessed / count,
                    exact: bin.exact / count,
                }
            })
            .collect()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability times ten")]
fn tenth(probability: f64) -> usize {
    ((probability * 10.0) as usize).min(9)
}

/// A number as JSON has it: the way of `format!` takes 6 kB of a browser module.
fn written(value: f64) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_scored_against_the_exact_chance() {
        let mut calibration = Calibration::default();
        assert_eq!(calibration.excess_brier(), None);
        calibration.add(0.5, 1.0 / 6.0).unwrap();
        calibration.add(0.55, 0.75).unwrap();
        calibration.add(1.0, 1.0).unwrap();
        let expected = ((0.5f64 - 1.0 / 6.0).powi(2) + 0.04) / 3.0;
        assert!((calibration.excess_brier().unwrap() - expected).abs() < 1e-12);
        let curve = calibration.curve();
        assert_eq!(curve.len(), 2);
        assert!((curve[0].guessed - 0.525).abs() < 1e-12 && curve[0].guesses == 2);
        assert_eq!(calibration.add(1.2, 0.5).unwrap_err().field(), "guessed");
        assert_eq!(calibration.add(0.2, f64::NAN).unwrap_err().field(), "exact");
        assert_eq!(calibration.guesses(), 3);
    }
}
