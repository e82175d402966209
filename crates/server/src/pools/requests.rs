//! What questions about dice look like, and what is wrong with those that cannot be answered.

use ::pools::{
    Aliases, Attack, DiceSystem, Expression, ExpressionError, ExtendedTerms, OddsQuestion, Seed, SkillCheck,
};
use chance::InputError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{Refusal, Rejection};

/// A question about the odds of any dice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PoolOddsRequest {
    /// What to ask about, such as `6d10>=8b1` or `4d6kh3 + 2`.
    #[schemars(length(min = 1, max = 1000))]
    expression: String,
    /// A difficulty: the chance to reach it, and for a success pool the six tiers of a check.
    dc: Option<i64>,
    /// With `dc` and a success pool: the fewest dice that reach it with this chance, such as `0.9`, `90%` or `9/10`.
    #[schemars(length(min = 1, max = 100))]
    chance: Option<String>,
    /// Another expression to compare with.
    #[schemars(length(min = 1, max = 1000))]
    versus: Option<String>,
    /// Whether to give the joint distribution of successes and botches of a success pool.
    #[serde(default)]
    joint: bool,
    /// Whether to say in words what is rolled.
    #[serde(default)]
    explain: bool,
    /// What counts as critical, instead of the built-in system.
    #[schemars(with = "Option<DiceSystem>")]
    system: Option<Value>,
}

/// Dice to be rolled.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PoolRollRequest {
    /// What to roll, such as `6d10>=8b1` or `4d6kh3 + 2`; at most 10,000 dice, repeats and explosions counted.
    #[schemars(length(min = 1, max = 1000))]
    expression: String,
    /// The same seed, the same dice; a fresh one when left out.
    pub(super) seed: Option<Seed>,
    /// `combat`, `exploration`, `crafting`, `dialogue`, `default`, or a label such as `Combat:Attack`; each has dice of
    /// its own.
    #[schemars(length(max = 200))]
    pub(super) context: Option<String>,
    /// Whether to say in words what is rolled.
    #[serde(default)]
    pub(super) explain: bool,
}

/// A question about a check: `pool`, or `attribute` and `skill`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CheckRequest {
    /// The dice; 0 or less roll one.
    #[schemars(range(max = 1000))]
    pool: Option<i64>,
    /// The attribute, instead of the dice.
    attribute: Option<i64>,
    /// The rank of the skill, with the attribute.
    skill: Option<i64>,
    /// Dice that circumstances add or take away.
    #[serde(default)]
    modifier: i64,
    /// The difficulty: net successes that are needed.
    #[schemars(range(min = 0, max = 1000))]
    dc: i64,
    /// Whether to roll it as well, from a fresh seed.
    #[serde(default)]
    pub(super) roll: bool,
    /// Roll it from this seed.
    pub(super) seed: Option<Seed>,
    /// What counts, instead of the built-in system.
    #[schemars(with = "Option<DiceSystem>")]
    system: Option<Value>,
}

/// A question about a contest.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ContestRequest {
    /// Dice of who starts it; 0 or less roll one.
    #[schemars(range(max = 1000))]
    pub(super) initiator: i64,
    /// Dice of who resists; 0 or less roll one.
    #[schemars(range(max = 1000))]
    pub(super) defender: i64,
    /// Whether to roll it as well, from a fresh seed.
    #[serde(default)]
    pub(super) roll: bool,
    /// Roll it from this seed.
    pub(super) seed: Option<Seed>,
    /// What counts, instead of the built-in system.
    #[schemars(with = "Option<DiceSystem>")]
    system: Option<Value>,
}

/// A question about an extended check.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ExtendedRequest {
    /// Dice of each round; 0 or less roll one.
    #[schemars(range(max = 1000))]
    pool: i64,
    /// Net successes to reach.
    #[schemars(range(min = 1, max = 10_000))]
    target: i64,
    /// The most rounds.
    #[schemars(range(min = 1, max = 1000))]
    rounds: i64,
    /// Whether to roll it to its end as well, from a fresh seed.
    #[serde(default)]
    pub(super) roll: bool,
    /// Roll it from this seed.
    pub(super) seed: Option<Seed>,
    /// What counts, instead of the built-in system.
    #[schemars(with = "Option<DiceSystem>")]
    system: Option<Value>,
}

/// A question about an attack.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AttackRequest {
    /// Dice of the attack; 0 or less roll one.
    #[schemars(range(max = 1000))]
    pool: i64,
    /// Dice of the damage; 0 rolls one.
    #[schemars(range(min = 0, max = 1000))]
    damage: i64,
    /// What armour takes off the damage.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    armour: i64,
    /// Whether to roll it as well, from a fresh seed.
    #[serde(default)]
    pub(super) roll: bool,
    /// Roll it from this seed: with the dice of combat, locked for the encounter.
    pub(super) seed: Option<Seed>,
    /// What counts, instead of the built-in system.
    #[schemars(with = "Option<DiceSystem>")]
    system: Option<Value>,
}

/// The most dice of one roll, every repeat and every explosion counted.
const MOST_DICE: u64 = 10_000;

impl PoolOddsRequest {
    pub(super) fn question(&self) -> Result<OddsQuestion, Rejection> {
        let versus = self
            .versus
            .as_deref()
            .map(parse)
            .transpose()
            .map_err(|error| InputError::from(error).at("versus"))?;
        let chance = self.chance.as_deref().map(str::parse).transpose()?;
        if chance.is_some() && self.dc.is_none() {
            return Err(wrong("dc", "a difficulty to look for dice for", "nothing").into());
        }
        Ok(OddsQuestion {
            expression: parse(&self.expression).map_err(InputError::from)?,
            system: system(self.system.as_ref())?,
            dc: self.dc,
            chance,
            versus,
            joint: self.joint,
            explain: self.explain,
        })
    }
}

impl PoolRollRequest {
    pub(super) fn expression(&self) -> Result<Expression, Rejection> {
        let expression = parse(&self.expression).map_err(InputError::from)?;
        let dice = expression.most_dice();
        if dice > MOST_DICE {
            let expected = format!("at most {MOST_DICE} dice, repeats and explosions counted");
            return Err(wrong("expression", &expected, &format!("up to {dice}")).into());
        }
        Ok(expression)
    }
}

impl CheckRequest {
    pub(super) fn check(&self) -> Result<SkillCheck, Rejection> {
        let (attribute, rank) = match (self.pool, self.attribute, self.skill) {
            (Some(pool), None, None) => (pool, 0),
            (None, Some(attribute), skill) => (attribute, skill.unwrap_or(0)),
            (None, None, _) => {
                return Err(wrong("pool", "a number of dice, or an attribute", "nothing").into());
            }
            (Some(_), ..) => return Err(wrong("pool", "either this, or attribute and skill", "both").into()),
        };
        Ok(SkillCheck { attribute, rank, modifiers: self.modifier, difficulty: self.dc })
    }

    pub(super) fn system(&self) -> Result<DiceSystem, Rejection> {
        system(self.system.as_ref())
    }
}

impl ContestRequest {
    pub(super) fn system(&self) -> Result<DiceSystem, Rejection> {
        system(self.system.as_ref())
    }
}

impl ExtendedRequest {
    pub(super) fn terms(&self) -> Result<ExtendedTerms, Rejection> {
        let system = system(self.system.as_ref())?;
        Ok(ExtendedTerms::new(&system, self.pool, self.target, self.rounds)?)
    }
}

impl AttackRequest {
    pub(super) const fn attack(&self) -> Attack {
        Attack { pool: self.pool, damage: self.damage, armour: self.armour }
    }

    pub(super) fn system(&self) -> Result<DiceSystem, Rejection> {
        system(self.system.as_ref())
    }
}

/// The seed that was given, or a fresh one.
pub(super) fn seed(given: Option<Seed>) -> Result<u64, Refusal> {
    given.map_or_else(|| getrandom::u64().map_err(|_| Refusal::Internal), |Seed(seed)| Ok(seed))
}

/// The seed to roll from, if a roll is asked for.
pub(super) fn seed_if(roll: bool, given: Option<Seed>) -> Result<Option<u64>, Refusal> {
    (roll || given.is_some()).then(|| seed(given)).transpose()
}

/// A question whose answer would take too long.
pub(super) fn too_long(field: &str, limit: u64, estimate: u64) -> Refusal {
    let expected = format!("a question that takes at most {} ms: fewer dice, sides or rounds", limit / 1000);
    wrong(field, &expected, &format!("about {} ms", estimate / 1000))
}

fn parse(text: &str) -> Result<Expression, ExpressionError> {
    Expression::parse(text, &Aliases::default())
}

fn system(given: Option<&Value>) -> Result<DiceSystem, Rejection> {
    let Some(given) = given else { return Ok(DiceSystem::standard()) };
    Ok(DiceSystem::from_value(given).map_err(|error| InputError::from(error).within("system"))?)
}

fn wrong(field: &str, expected: &str, actual: &str) -> Refusal {
    Refusal::Field(InputError::new(field, expected, actual))
}
