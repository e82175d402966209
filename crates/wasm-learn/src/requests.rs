use chance::Fields;
use coach::{GameLine, Mistake, Patterns, Profile, Situation, Skill, Suggestions};
use dicee::{Action, Category, Dice, ExplanationDepth, KeptMask, ScorecardData, SkillLevel};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use wasm_edge::Fault;

/// A move in a situation, and for whom the grade is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TryRequest {
    /// The card and the dice.
    #[serde(deserialize_with = "chance::object")]
    pub situation: Situation,
    /// What was done.
    #[serde(deserialize_with = "chance::object")]
    pub played: MoveRequest,
    /// Whom the tips are written for; beginners when left out.
    #[serde(default)]
    pub level: SkillLevel,
    /// How much the explanations say; `standard` when left out.
    #[serde(default)]
    pub depth: ExplanationDepth,
}

/// What was done with a roll.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        tag = "action",
        rename_all = "snake_case",
        rename_all_fields = "camelCase",
        deny_unknown_fields
    )
)]
pub enum MoveRequest {
    /// A box was filled.
    Score {
        /// The box.
        category: Category,
    },
    /// Dice were kept.
    Keep {
        /// Which of the five.
        kept_mask: KeptMask,
    },
}

/// A situation as a table shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownSituation {
    /// The card with its sums.
    pub scorecard: ScorecardData,
    /// The turn, from 1.
    pub turn_number: usize,
}

/// All that `/me` shows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Insights {
    /// How well the player plays.
    pub skill: Skill,
    /// Where the points go.
    pub patterns: Patterns,
    /// What follows from it.
    pub suggestions: Suggestions,
    /// The last games that counted, oldest first.
    pub games: Vec<GameLine>,
    /// The last mistakes, oldest first.
    pub mistakes: Vec<Mistake>,
    /// How many games did not count.
    pub set_aside: u32,
}

/// By hand: [`Fields`] says why.
impl<'de> Deserialize<'de> for MoveRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(Value::deserialize(deserializer)?, read_move).map_err(D::Error::custom)
    }
}

fn read_move(fields: &mut Fields) -> Result<MoveRequest, serde_json::Error> {
    let action: String = fields.take("action")?;
    match action.as_str() {
        "score" => Ok(MoveRequest::Score { category: fields.take("category")? }),
        "keep" => Ok(MoveRequest::Keep { kept_mask: fields.take("keptMask")? }),
        other => Err(serde_json::Error::unknown_variant(other, &["score", "keep"])),
    }
}

impl MoveRequest {
    /// The action it is in a situation.
    ///
    /// # Errors
    ///
    /// An `InputError` if the dice are no faces.
    pub fn action(&self, situation: &Situation) -> Result<Action, Fault> {
        match self {
            Self::Score { category } => Ok(Action::Score(*category)),
            Self::Keep { kept_mask } => {
                let dice = Dice::new(situation.dice).map_err(|error| Fault::from(&error))?;
                Ok(Action::Keep(dice.kept(*kept_mask)))
            }
        }
    }
}

impl ShownSituation {
    /// Shows a situation.
    ///
    /// # Errors
    ///
    /// An `InputError` if it is invalid.
    pub fn new(situation: &Situation) -> Result<Self, Fault> {
        let checked = situation.check().map_err(|error| Fault::from(&error))?;
        Ok(Self { scorecard: ScorecardData::from(&checked.card), turn_number: situation.turn() })
    }
}

impl Insights {
    /// What a profile says.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let suggestions = Suggestions::new(profile);
        Self {
            skill: profile.skill(),
            patterns: Patterns::new(profile, suggestions.level),
            suggestions,
            games: profile.lines().copied().collect(),
            mistakes: profile.mistakes().cloned().collect(),
            set_aside: profile.set_aside(),
        }
    }
}
