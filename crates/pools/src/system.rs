use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::config::{self, ConfigError};
use crate::input;
use crate::{InputError, SIDES};

const FILE: &str = "dice-system.json";
pub(crate) const SCHEMA: &str = include_str!("../schemas/dice-system.schema.json");

/// What counts: the constants of the dice system, from `dice-system.json` or built in.
///
/// Valid by construction: the botch value is no success, and hit qualities ascend.
///
/// ```
/// use pools::DiceSystem;
///
/// let system = DiceSystem::standard();
/// assert!(system.is_success(8) && !system.is_success(7) && system.is_botch(1));
///
/// let bad = r#"{"version": "1.0.0", "successThreshold": 11, "botchValue": 1}"#;
/// assert!(DiceSystem::from_json(bad).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiceSystem {
    version: String,
    success_threshold: u8,
    botch_value: u8,
    critical_success_net: u32,
    minimum_pool: u32,
    critical_on_net: bool,
    hit_quality_thresholds: HitThresholds,
}

/// The net successes at which each quality of a hit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HitThresholds {
    miss: u32,
    pub(crate) glancing_hit: u32,
    pub(crate) solid_hit: u32,
    pub(crate) strong_hit: u32,
    pub(crate) critical_hit: u32,
}

/// A number of dice that can be rolled: at least the minimum of its [`DiceSystem`], at most [`Pool::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Pool(u32);

impl Pool {
    /// The most dice of a pool.
    pub const MOST: u32 = 1000;

    /// How many dice.
    #[must_use]
    pub const fn dice(self) -> u32 {
        self.0
    }
}

impl DiceSystem {
    /// The built-in system: 8, 9 and 10 succeed, 1 botches, five net successes are critical.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            version: "1.0.0".to_owned(),
            success_threshold: 8,
            botch_value: 1,
            critical_success_net: 5,
            minimum_pool: 1,
            critical_on_net: false,
            hit_quality_thresholds: HitThresholds {
                miss: 0,
                glancing_hit: 1,
                solid_hit: 2,
                strong_hit: 3,
                critical_hit: 5,
            },
        }
    }

    /// Reads `dice-system.json`.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] with the path of the field that is wrong.
    pub fn from_json(text: &str) -> Result<Self, ConfigError> {
        Self::from_value(&config::read(FILE, SCHEMA, text)?)
    }

    /// The same from JSON that was already read.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`].
    pub fn from_value(value: &Value) -> Result<Self, ConfigError> {
        config::validate(FILE, SCHEMA, value)?;
        let number = |value: &Value| u32::try_from(value.as_u64().unwrap_or(0)).unwrap_or(u32::MAX);
        let face = |value: &Value| u8::try_from(value.as_u64().unwrap_or(0)).unwrap_or(u8::MAX);
        let hits = &value["hitQualityThresholds"];
        let system = Self {
            version: value["version"].as_str().unwrap_or_default().to_owned(),
            success_threshold: face(&value["successThreshold"]),
            botch_value: face(&value["botchValue"]),
            critical_success_net: number(&value["criticalSuccessNet"]),
            minimum_pool: number(&value["minimumPool"]),
            critical_on_net: value["criticalOnNet"].as_bool().unwrap_or(false),
            hit_quality_thresholds: HitThresholds {
                miss: number(&hits["miss"]),
                glancing_hit: number(&hits["glancingHit"]),
                solid_hit: number(&hits["solidHit"]),
                strong_hit: number(&hits["strongHit"]),
                critical_hit: number(&hits["criticalHit"]),
            },
        };
        system.check_fields_together(&value["probabilities"])?;
        Ok(system)
    }

    /// What no schema can say: fields that must fit each other.
    fn check_fields_together(&self, probabilities: &Value) -> Result<(), ConfigError> {
        if self.botch_value >= self.success_threshold {
            let expected = format!("a face below the success threshold {}", self.success_threshold);
            return Err(ConfigError::new(FILE, "botchValue", expected, self.botch_value.to_string()));
        }
        let hits = self.hit_quality_thresholds;
        for (name, lower, value) in [
            ("solidHit", hits.glancing_hit, hits.solid_hit),
            ("strongHit", hits.solid_hit, hits.strong_hit),
            ("criticalHit", hits.strong_hit, hits.critical_hit),
        ] {
            if value <= lower {
                let path = format!("hitQualityThresholds.{name}");
                return Err(ConfigError::new(FILE, &path, format!("more than {lower}"), value.to_string()));
            }
        }
        for (name, faces) in [
            ("successPerDie", self.success_faces()),
            ("botchPerDie", self.botch_faces()),
            ("neutralPerDie", self.neutral_faces()),
        ] {
            let expected = f64::from(faces) / f64::from(SIDES);
            if let Some(stated) =
                probabilities[name].as_f64().filter(|stated| (stated - expected).abs() > 1e-9)
            {
                let path = format!("probabilities.{name}");
                let expected = format!("{expected}, which the thresholds make");
                return Err(ConfigError::new(FILE, &path, expected, stated.to_string()));
            }
        }
        Ok(())
    }

    /// A pool of so many dice, raised to the minimum. Attribute, rank and modifiers may well add up to less.
    ///
    /// # Errors
    ///
    /// [`InputError`] for more than [`Pool::MOST`].
    pub fn pool(&self, field: &'static str, dice: i64) -> Result<Pool, InputError> {
        if dice > i64::from(Pool::MOST) {
            return Err(input::too_many_dice(field, Pool::MOST, dice));
        }
        let dice = u32::try_from(dice).unwrap_or(0);
        Ok(Pool(dice.max(self.minimum_pool)))
    }

    /// Whether a face is a success.
    #[must_use]
    pub const fn is_success(&self, face: u8) -> bool {
        face >= self.success_threshold
    }

    /// Whether a face is a botch.
    #[must_use]
    pub const fn is_botch(&self, face: u8) -> bool {
        face == self.botch_value
    }

    /// The lowest face that is a success.
    #[must_use]
    pub const fn success_threshold(&self) -> u8 {
        self.success_threshold
    }

    /// The face that is a botch.
    #[must_use]
    pub const fn botch_value(&self) -> u8 {
        self.botch_value
    }

    /// The net successes that make a roll critical.
    #[must_use]
    pub const fn critical_net(&self) -> u32 {
        self.critical_success_net
    }

    /// The fewest dice that are rolled.
    #[must_use]
    pub const fn minimum_pool(&self) -> u32 {
        self.minimum_pool
    }

    /// Whether a critical roll makes a check a critical success whatever the margin.
    #[must_use]
    pub const fn critical_on_net(&self) -> bool {
        self.critical_on_net
    }

    /// The same system with that switch set.
    #[must_use]
    pub fn with_critical_on_net(mut self, on: bool) -> Self {
        self.critical_on_net = on;
        self
    }

    pub(crate) const fn hit_thresholds(&self) -> HitThresholds {
        self.hit_quality_thresholds
    }

    /// Faces that are successes.
    #[must_use]
    pub fn success_faces(&self) -> u32 {
        u32::from(SIDES + 1 - self.success_threshold)
    }

    /// Faces that are botches.
    #[must_use]
    pub const fn botch_faces(&self) -> u32 {
        1
    }

    /// Faces that are neither.
    #[must_use]
    pub fn neutral_faces(&self) -> u32 {
        u32::from(SIDES) - self.success_faces() - self.botch_faces()
    }
}

impl Default for DiceSystem {
    fn default() -> Self {
        Self::standard()
    }
}

impl<'de> Deserialize<'de> for DiceSystem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT_IN: &str = include_str!("../config/dice-system.json");

    #[test]
    fn the_file_that_is_shipped_is_the_built_in_system() {
        assert_eq!(DiceSystem::from_json(BUILT_IN), Ok(DiceSystem::standard()));
        let written = serde_json::to_string(&DiceSystem::standard()).unwrap();
        assert_eq!(DiceSystem::from_json(&written), Ok(DiceSystem::standard()));
    }

    #[test]
    fn a_bad_file_is_refused_with_the_path_of_the_bad_field() {
        let file: Value = serde_json::from_str(BUILT_IN).unwrap();
        for (pointer, bad, path) in [
            ("/successThreshold", Value::from(11), "successThreshold"),
            ("/successThreshold", Value::from(7.5), "successThreshold"),
            ("/successThreshold", Value::from("8"), "successThreshold"),
            ("/botchValue", Value::from(9), "botchValue"),
            ("/botchValue", Value::from(0), "botchValue"),
            ("/minimumPool", Value::from(0), "minimumPool"),
            ("/criticalOnNet", Value::from(1), "criticalOnNet"),
            ("/version", Value::from("2.0.0"), "version"),
            ("/version", Value::Null, "version"),
            ("/probabilities/successPerDie", Value::from(0.4), "probabilities.successPerDie"),
            ("/probabilities", Value::from(3), "probabilities"),
            ("/hitQualityThresholds/miss", Value::from(1), "hitQualityThresholds.miss"),
            ("/hitQualityThresholds/strongHit", Value::from(2), "hitQualityThresholds.strongHit"),
            ("/hitQualityThresholds/criticalHit", Value::from(-5), "hitQualityThresholds.criticalHit"),
        ] {
            let mut file = file.clone();
            *file.pointer_mut(pointer).unwrap() = bad;
            let error = DiceSystem::from_json(&file.to_string()).unwrap_err();
            assert_eq!(error.path, path, "{error}");
        }
        let mut extra = file.clone();
        extra["probabilities"]["luck"] = Value::from(1);
        assert_eq!(DiceSystem::from_json(&extra.to_string()).unwrap_err().path, "probabilities.luck");
        let mut less = file;
        less.as_object_mut().unwrap().remove("botchValue");
        let error = DiceSystem::from_json(&less.to_string()).unwrap_err();
        assert_eq!(error.to_string(), "dice-system.json: botchValue: expected this field, got nothing");
        assert_eq!(DiceSystem::from_json("[1]").unwrap_err().path, "$");
        assert_eq!(DiceSystem::from_json("{").unwrap_err().expected, "JSON");
    }

    #[test]
    fn thresholds_make_the_faces() {
        let system = DiceSystem::standard();
        assert_eq!((system.success_faces(), system.botch_faces(), system.neutral_faces()), (3, 1, 6));
    }
}
