use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::config::{self, ConfigError, Field, Shape};
use crate::input;
use crate::{InputError, OddsCost};

/// Sides of a die of the built-in system.
pub const SIDES: u8 = 10;

const FILE: &str = "dice-system.json";
pub(crate) const SCHEMA: &str = include_str!("../schemas/dice-system.schema.json");

/// What `SCHEMA` says.
const FIELDS: &[Field] = &[
    Field::new("$schema", Shape::Text),
    Field::new("version", Shape::Text),
    Field::new("sides", Shape::Whole(2, 100)),
    Field::new("successThreshold", Shape::Whole(2, 100)),
    Field::new("doubleThreshold", Shape::Whole(2, 100)).or_null(),
    Field::new("botchValue", Shape::Whole(1, 99)).or_null(),
    Field::new("criticalSuccessNet", Shape::Whole(1, 1000)),
    Field::new("minimumPool", Shape::Whole(1, 100)),
    Field::new("criticalOnNet", Shape::Truth),
    Field::new("fumbleCost", Shape::Whole(0, 1000)),
    Field::new("catastropheAfter", Shape::Whole(1, 20)).or_null(),
    Field::new(
        "probabilities",
        Shape::Object(&[
            Field::new("successPerDie", Shape::Number(0, 1)),
            Field::new("botchPerDie", Shape::Number(0, 1)),
            Field::new("neutralPerDie", Shape::Number(0, 1)),
        ]),
    ),
    Field::new(
        "hitQualityThresholds",
        Shape::Object(&[
            Field::new("miss", Shape::Whole(0, 0)),
            Field::new("glancingHit", Shape::Whole(1, 1000)),
            Field::new("solidHit", Shape::Whole(1, 1000)),
            Field::new("strongHit", Shape::Whole(1, 1000)),
            Field::new("criticalHit", Shape::Whole(1, 1000)),
        ]),
    ),
];

/// What counts: the constants of the dice system, from `dice-system.json` or built in.
///
/// A file names only what differs from the standard. Valid by construction: every face is one of the die's, the botch
/// value is no success, and hit qualities ascend.
///
/// ```
/// use pools::DiceSystem;
///
/// let system = DiceSystem::standard();
/// assert!(system.is_success(8) && !system.is_success(7) && system.is_botch(1));
///
/// let tens_count_double = DiceSystem::from_json(r#"{"successThreshold": 7, "doubleThreshold": 10, "botchValue": null}"#)?;
/// assert!(tens_count_double.is_double(10) && !tens_count_double.is_botch(1));
/// assert!(DiceSystem::from_json(r#"{"successThreshold": 11}"#).is_err());
/// # Ok::<(), pools::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiceSystem {
    version: String,
    #[serde(skip_serializing_if = "is_standard::sides")]
    sides: u8,
    success_threshold: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    double_threshold: Option<u8>,
    botch_value: Option<u8>,
    critical_success_net: u32,
    minimum_pool: u32,
    critical_on_net: bool,
    #[serde(skip_serializing_if = "is_standard::fumble_cost")]
    fumble_cost: u32,
    #[serde(skip_serializing_if = "is_standard::catastrophe_after")]
    catastrophe_after: Option<u32>,
    hit_quality_thresholds: HitThresholds,
}

/// Later settings are left out where they are the standard ones, so that what was stored before reads and writes alike.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
mod is_standard {
    use super::{CATASTROPHE_AFTER, FUMBLE_COST, SIDES};

    pub(super) const fn sides(sides: &u8) -> bool {
        *sides == SIDES
    }

    pub(super) const fn fumble_cost(cost: &u32) -> bool {
        *cost == FUMBLE_COST
    }

    pub(super) fn catastrophe_after(after: &Option<u32>) -> bool {
        *after == Some(CATASTROPHE_AFTER)
    }
}

const FUMBLE_COST: u32 = 2;
const CATASTROPHE_AFTER: u32 = 3;

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
    /// The JSON Schema that files are checked against.
    pub const SCHEMA: &'static str = SCHEMA;

    /// The built-in system: 8, 9 and 10 succeed, 1 botches, five net successes are critical.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            version: "1.0.0".to_owned(),
            sides: SIDES,
            success_threshold: 8,
            double_threshold: None,
            botch_value: Some(1),
            critical_success_net: 5,
            minimum_pool: 1,
            critical_on_net: false,
            fumble_cost: FUMBLE_COST,
            catastrophe_after: Some(CATASTROPHE_AFTER),
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
        Self::from_value(&config::read(FILE, FIELDS, text)?)
    }

    /// The same from JSON that was already read.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`].
    pub fn from_value(value: &Value) -> Result<Self, ConfigError> {
        config::validate(FILE, FIELDS, value)?;
        let standard = Self::standard();
        let number = |value: &Value, standard: u32| match value.as_u64() {
            Some(given) => u32::try_from(given).unwrap_or(u32::MAX),
            None => standard,
        };
        let face = |value: &Value| u8::try_from(value.as_u64().unwrap_or(0)).unwrap_or(u8::MAX);
        // Said to be nothing is another thing than not said.
        let said = |name: &str| value.get(name).map(|said| Some(said).filter(|said| !said.is_null()));
        let hits = &value["hitQualityThresholds"];
        let usual = standard.hit_quality_thresholds;
        let system = Self {
            version: value["version"].as_str().unwrap_or(&standard.version).to_owned(),
            sides: said("sides").flatten().map_or(standard.sides, face),
            success_threshold: said("successThreshold").flatten().map_or(standard.success_threshold, face),
            double_threshold: said("doubleThreshold").flatten().map(face),
            botch_value: said("botchValue").map_or(standard.botch_value, |value| value.map(face)),
            critical_success_net: number(&value["criticalSuccessNet"], standard.critical_success_net),
            minimum_pool: number(&value["minimumPool"], standard.minimum_pool),
            critical_on_net: value["criticalOnNet"].as_bool().unwrap_or(standard.critical_on_net),
            fumble_cost: number(&value["fumbleCost"], standard.fumble_cost),
            catastrophe_after: said("catastropheAfter")
                .map_or(standard.catastrophe_after, |value| value.map(|value| number(value, 0))),
            hit_quality_thresholds: HitThresholds {
                miss: number(&hits["miss"], usual.miss),
                glancing_hit: number(&hits["glancingHit"], usual.glancing_hit),
                solid_hit: number(&hits["solidHit"], usual.solid_hit),
                strong_hit: number(&hits["strongHit"], usual.strong_hit),
                critical_hit: number(&hits["criticalHit"], usual.critical_hit),
            },
        };
        system.check_fields_together(&value["probabilities"])?;
        Ok(system)
    }

    /// What no schema can say: fields that must fit each other.
    fn check_fields_together(&self, probabilities: &Value) -> Result<(), ConfigError> {
        let refuse = |path: &str, expected: String, actual: u8| {
            Err(ConfigError::new(FILE, path, expected, actual.to_string()))
        };
        if self.success_threshold > self.sides {
            let expected = format!("a face of a die of {} sides", self.sides);
            return refuse("successThreshold", expected, self.success_threshold);
        }
        if let Some(double) =
            self.double_threshold.filter(|face| !(self.success_threshold..=self.sides).contains(face))
        {
            let expected = format!("a face from {} to {}, a success", self.success_threshold, self.sides);
            return refuse("doubleThreshold", expected, double);
        }
        if let Some(botch) = self.botch_value.filter(|face| *face >= self.success_threshold) {
            let expected = format!("a face below the success threshold {}", self.success_threshold);
            return refuse("botchValue", expected, botch);
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
            let share = f64::from(faces) / f64::from(self.sides);
            let stated = &probabilities[name];
            if stated.as_f64().is_some_and(|stated| (stated - share).abs() > 1e-9) {
                let path = format!("probabilities.{name}");
                let expected = format!("{faces}/{}, which the thresholds make", self.sides);
                return Err(ConfigError::new(FILE, &path, expected, config::shown(stated)));
            }
        }
        Ok(())
    }

    /// A pool of so many dice, raised to the minimum. Attribute, rank and modifiers may well add up to less.
    ///
    /// # Errors
    ///
    /// [`InputError`] for more than [`Pool::MOST`].
    pub fn pool(&self, field: &str, dice: i64) -> Result<Pool, InputError> {
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
    pub fn is_botch(&self, face: u8) -> bool {
        self.botch_value == Some(face)
    }

    /// Whether a face counts as two successes.
    #[must_use]
    pub fn is_double(&self, face: u8) -> bool {
        self.double_threshold.is_some_and(|threshold| face >= threshold)
    }

    /// Sides of every die.
    #[must_use]
    pub const fn sides(&self) -> u8 {
        self.sides
    }

    /// The lowest face that counts as two successes, if any does.
    #[must_use]
    pub const fn double_threshold(&self) -> Option<u8> {
        self.double_threshold
    }

    /// What a fumble takes off an extended check.
    #[must_use]
    pub const fn fumble_cost(&self) -> u32 {
        self.fumble_cost
    }

    /// Fumbles in a row that end an extended check in catastrophe, if any number does.
    #[must_use]
    pub const fn catastrophe_after(&self) -> Option<u32> {
        self.catastrophe_after
    }

    /// A pool as an expression.
    ///
    /// ```
    /// use pools::DiceSystem;
    ///
    /// let system = DiceSystem::standard();
    /// assert_eq!(system.notation(system.pool("pool", 6)?), "6d10>=8b1");
    /// # Ok::<(), pools::InputError>(())
    /// ```
    #[must_use]
    pub fn notation(&self, pool: Pool) -> String {
        let mut text = format!("{}d{}>={}", pool.dice(), self.sides, self.success_threshold);
        if let Some(botch) = self.botch_value {
            text.push_str(&format!("b{botch}"));
        }
        if let Some(double) = self.double_threshold {
            text.push_str(if double < self.sides { "ds>=" } else { "ds" });
            text.push_str(&double.to_string());
        }
        text
    }

    /// What the odds of a pool take.
    pub(crate) fn pool_cost(&self, pool: Pool) -> OddsCost {
        let dice = u64::from(pool.dice());
        let most = if self.double_threshold.is_some() { 2 } else { 1 };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 7,000 bits")]
        let bits = (f64::from(pool.dice()) * f64::from(self.sides).log2()).ceil() as u64;
        OddsCost { steps: 20_000 + dice * dice * 2 * most, values: dice * most + 1, bits: bits + 1 }
    }

    /// The lowest face that is a success.
    #[must_use]
    pub const fn success_threshold(&self) -> u8 {
        self.success_threshold
    }

    /// The face that is a botch, if any is.
    #[must_use]
    pub const fn botch_value(&self) -> Option<u8> {
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

    /// Faces that are successes, those that count double among them.
    #[must_use]
    pub fn success_faces(&self) -> u32 {
        u32::from(self.sides + 1 - self.success_threshold)
    }

    /// Faces that count double.
    #[must_use]
    pub fn double_faces(&self) -> u32 {
        self.double_threshold.map_or(0, |threshold| u32::from(self.sides + 1 - threshold))
    }

    /// Faces that are botches.
    #[must_use]
    pub fn botch_faces(&self) -> u32 {
        u32::from(self.botch_value.is_some())
    }

    /// Faces that are neither.
    #[must_use]
    pub fn neutral_faces(&self) -> u32 {
        u32::from(self.sides) - self.success_faces() - self.botch_faces()
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
    fn the_schema_says_what_is_checked() {
        config::tests::expect_schema(FIELDS, SCHEMA);
    }

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
            ("/successThreshold", Value::Null, "successThreshold"),
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
        assert_eq!(DiceSystem::from_json("[1]").unwrap_err().path, "$");
        assert_eq!(DiceSystem::from_json("{").unwrap_err().expected, "JSON");
    }

    #[test]
    fn a_file_names_only_what_differs_from_the_standard() {
        let read = |text: &str| DiceSystem::from_json(text).unwrap();
        assert_eq!(read("{}"), DiceSystem::standard());
        let six_sided = read(r#"{"sides": 6, "successThreshold": 5}"#);
        assert_eq!((six_sided.sides(), six_sided.botch_value(), six_sided.critical_net()), (6, Some(1), 5));
        let gentle = read(r#"{"botchValue": null, "fumbleCost": 0, "catastropheAfter": null}"#);
        assert_eq!((gentle.botch_faces(), gentle.fumble_cost(), gentle.catastrophe_after()), (0, 0, None));
        let hits = read(r#"{"hitQualityThresholds": {"criticalHit": 6}}"#).hit_thresholds();
        assert_eq!((hits.strong_hit, hits.critical_hit), (3, 6));
        for text in [
            r#"{"sides": 6, "successThreshold": 5, "doubleThreshold": 6, "botchValue": null, "catastropheAfter": 2}"#,
            r#"{"fumbleCost": 1}"#,
        ] {
            let system = read(text);
            assert_eq!(read(&serde_json::to_string(&system).unwrap()), system, "{text}");
        }
    }

    #[test]
    fn faces_that_the_die_does_not_have_are_refused_with_what_fits() {
        for (text, message) in [
            (r#"{"sides": 6}"#, "successThreshold: expected a face of a die of 6 sides, got 8"),
            (r#"{"doubleThreshold": 7}"#, "doubleThreshold: expected a face from 8 to 10, a success, got 7"),
            (r#"{"botchValue": 100}"#, "botchValue: expected a whole number from 1 to 99, or null, got 100"),
            (
                r#"{"catastropheAfter": "never"}"#,
                "catastropheAfter: expected a whole number, or null, got \"never\"",
            ),
        ] {
            let error = DiceSystem::from_json(text).unwrap_err();
            assert_eq!(error.to_string(), format!("dice-system.json: {message}"));
        }
    }

    #[test]
    fn settings_that_are_standard_are_not_written() {
        let written = serde_json::to_value(DiceSystem::standard()).unwrap();
        for later in ["sides", "doubleThreshold", "fumbleCost", "catastropheAfter"] {
            assert!(written.get(later).is_none(), "{later}");
        }
    }

    #[test]
    fn thresholds_make_the_faces() {
        let system = DiceSystem::standard();
        assert_eq!((system.success_faces(), system.botch_faces(), system.neutral_faces()), (3, 1, 6));
    }
}
