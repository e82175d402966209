use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{CheckOdds, Fraction, Odds, OneMoreDie, SkillOutcome};

/// Named shares in their order; JSON has them as an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares<N>(Vec<(String, N)>);

impl<N> Shares<N> {
    /// The share of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&N> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, share)| share)
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &N)> {
        self.0.iter().map(|(name, share)| (name.as_str(), share))
    }
}

impl Shares<Fraction> {
    pub(super) fn new(shares: impl IntoIterator<Item = (impl ToString, Fraction)>) -> Self {
        Self(shares.into_iter().map(|(name, share)| (name.to_string(), share)).collect())
    }

    /// Every value with its chance.
    pub(super) fn of_values(odds: &Odds) -> Self {
        Self::new(odds.iter().map(|(value, share)| (*value, share)))
    }

    /// The six tiers of a check.
    pub(super) fn of_tiers(odds: &CheckOdds) -> Self {
        Self::new(SkillOutcome::ALL.iter().map(|tier| (tier.name(), odds.tiers().probability(tier))))
    }

    pub(super) fn decimals(&self) -> Shares<f64> {
        Shares(self.0.iter().map(|(name, share)| (name.clone(), share.value())).collect())
    }
}

impl<N: Serialize> Serialize for Shares<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, share)| (name, share)))
    }
}

/// What one more die changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OneMoreDieNumbers_of_{N}"))]
pub struct OneMoreDieNumbers<N> {
    /// The mean of the net successes.
    pub mean: N,
    /// The chance to reach the difficulty.
    pub chance: N,
    /// The chance of a fumble.
    pub fumble: N,
    /// The chance of a critical roll.
    pub critical: N,
}

impl From<OneMoreDie> for OneMoreDieNumbers<Fraction> {
    fn from(OneMoreDie { mean, chance, fumble, critical }: OneMoreDie) -> Self {
        Self { mean, chance, fumble, critical }
    }
}

impl OneMoreDieNumbers<Fraction> {
    pub(super) fn decimals(&self) -> OneMoreDieNumbers<f64> {
        OneMoreDieNumbers {
            mean: self.mean.value(),
            chance: self.chance.value(),
            fumble: self.fumble.value(),
            critical: self.critical.value(),
        }
    }
}

/// A seed of dice. JSON has it as text, because it may be larger than the numbers that JavaScript holds exactly; it is
/// read from a whole number as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl Visitor<'_> for Read {
            type Value = Seed;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "a whole number from 0 to {}, which may be text", u64::MAX)
            }

            fn visit_u64<E: Error>(self, seed: u64) -> Result<Seed, E> {
                Ok(Seed(seed))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Seed, E> {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let seed = text.parse().ok().filter(|_| digits);
                seed.map(Seed).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Read)
    }
}
