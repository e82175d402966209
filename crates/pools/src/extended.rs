mod odds;

use chance::{Chance, Fields};
use ledger::{Event, Game, Seat, Version};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::input;
use crate::{
    Aliases, Counted as _, CountedRoll, Dice, DiceAsked, DiceSystem, ExactChance, InputError, NetOdds,
    OddsCost,
};

pub use odds::{ExtendedOdds, RoundOdds};

/// The most steps of counting for odds in a view, about a millisecond, and the most dice to come: each is a digit of
/// the answer.
const MOST_STEPS: u64 = 500_000;
const LONGEST_WAIT: u64 = 1000;

/// An extended check: net successes accumulate over several rounds until the target is reached or the rounds are
/// used up. A fumble takes two away, never below zero; three in a row are a catastrophe; the system may say otherwise.
///
/// It lives on the ledger: [`ExtendedCommand`]s in, [`ExtendedEvent`]s out, replayable at any time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtendedCheck {
    /// None before it starts.
    progress: Option<ExtendedProgress>,
}

/// An extended check under way, or over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtendedProgress {
    /// What was set out to do.
    pub terms: ExtendedTerms,
    /// The seat that makes the check.
    pub seat: u8,
    /// Net successes so far.
    pub accumulated: u32,
    /// The rolls so far.
    pub rolls: Vec<CountedRoll>,
    /// Fumbles in a row up to now.
    pub consecutive_fumbles: u32,
    /// How it stands.
    pub status: ExtendedStatus,
}

/// An extended check as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtendedView {
    /// How it stands.
    #[serde(flatten)]
    pub progress: ExtendedProgress,
    /// Rounds still to come.
    pub rounds_remaining: u32,
    /// How it will end from here. Left out for a check so long that the answer would keep the table waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<ExtendedEnds>,
}

/// How an extended check will end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtendedEnds {
    /// The target is reached.
    pub success: ExactChance,
    /// The rounds run out.
    pub failed: ExactChance,
    /// Three fumbles in a row.
    pub catastrophic: ExactChance,
}

/// What an extended check sets out to do. Made by [`ExtendedTerms::new`] or read and checked, so the numbers are in
/// range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", try_from = "StoredTerms")]
pub struct ExtendedTerms {
    #[serde(skip_serializing_if = "String::is_empty")]
    check_id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    character_id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    skill_id: String,
    // Boxed, because a command or an event with terms would be many times as large as one without.
    pool: Box<Dice>,
    target_successes: u32,
    max_rounds: u32,
    #[serde(default, skip_serializing_if = "is_standard")]
    system: DiceSystem,
}

/// Terms as they are stored, not checked yet.
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename_all = "camelCase", deny_unknown_fields)
)]
struct StoredTerms {
    #[cfg_attr(feature = "schema", schemars(default))]
    check_id: String,
    #[cfg_attr(feature = "schema", schemars(default))]
    character_id: String,
    #[cfg_attr(feature = "schema", schemars(default))]
    skill_id: String,
    /// Dice of each round: a number, of which 0 rolls one, or an expression.
    pool: DiceAsked,
    /// Net successes to reach.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    target_successes: u32,
    /// The most rounds.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    max_rounds: u32,
    #[cfg_attr(feature = "schema", schemars(default))]
    system: DiceSystem,
}

/// By hand: [`Fields`] says why.
impl<'de> Deserialize<'de> for StoredTerms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |fields: &mut Fields| {
            Ok(Self {
                check_id: fields.or_default("checkId")?,
                character_id: fields.or_default("characterId")?,
                skill_id: fields.or_default("skillId")?,
                pool: fields.get("pool"),
                target_successes: fields.get("targetSuccesses"),
                max_rounds: fields.get("maxRounds"),
                system: fields.or_default("system")?,
            })
        };
        Fields::read(Value::deserialize(deserializer)?, read).map_err(D::Error::custom)
    }
}

/// How an extended check stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExtendedStatus {
    /// Rounds are left.
    InProgress,
    /// The target was reached.
    Succeeded,
    /// The rounds are used up.
    Failed,
    /// Three fumbles in a row.
    CatastrophicFailure,
    /// Given up.
    Abandoned,
}

/// What may be asked of an extended check.
///
/// ```
/// use pools::ExtendedCommand;
///
/// let json = r#"{"type": "START_CHECK", "terms": {"pool": 6, "targetSuccesses": 10, "maxRounds": 5}}"#;
/// assert!(matches!(serde_json::from_str(json)?, ExtendedCommand::StartCheck { .. }));
/// assert!(serde_json::from_str::<ExtendedCommand>(r#"{"type": "ROLL_ROUND", "luck": 7}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum ExtendedCommand {
    /// Begin.
    StartCheck {
        /// What to set out to do.
        #[serde(deserialize_with = "chance::object")]
        terms: ExtendedTerms,
    },
    /// Roll the next round.
    RollRound {},
    /// Give up.
    AbandonCheck {},
}

/// What happened in an extended check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum ExtendedEvent {
    /// It began.
    ExtendedCheckStarted {
        /// Who makes it.
        seat: u8,
        /// What it sets out to do.
        terms: ExtendedTerms,
    },
    /// A round was rolled.
    ExtendedRoundRolled {
        /// The faces in the order they fell.
        dice: Vec<i64>,
    },
    /// It was given up.
    ExtendedCheckAbandoned {},
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExtendedRefusal {
    /// There is one already.
    #[error("the check {check_id:?} has been started")]
    Started {
        /// The check.
        check_id: String,
    },
    /// There is none yet.
    #[error("no check has been started")]
    NotStarted,
    /// It is over.
    #[error("the check is over: {status:?}")]
    Over {
        /// How it ended.
        status: ExtendedStatus,
    },
    /// Another seat's check.
    #[error("the check belongs to seat {owner}, not to seat {seat}")]
    NotYours {
        /// Whose it is.
        owner: u8,
        /// Who asked.
        seat: u8,
    },
}

impl ExtendedTerms {
    /// The most successes to reach.
    pub const MOST_TARGET: i64 = 10_000;
    /// The most rounds.
    pub const MOST_ROUNDS: i64 = 1000;
    /// The longest id of a check, a character or a skill.
    pub const LONGEST_ID: usize = 200;

    /// Terms of a check, checked; ids longer than [`Self::LONGEST_ID`] are cut.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the number which is out of range.
    pub fn new(system: &DiceSystem, pool: i64, target: i64, rounds: i64) -> Result<Self, InputError> {
        Self::with_dice(system, Dice::Pool(system.pool("pool", pool)?), target, rounds)
    }

    /// The same with any dice.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the number which is out of range.
    pub fn with_dice(system: &DiceSystem, dice: Dice, target: i64, rounds: i64) -> Result<Self, InputError> {
        let within = |field, high, actual: i64| {
            let refuse = || input::out_of_range(field, 1, high, actual);
            u32::try_from(actual).ok().filter(|_| (1..=high).contains(&actual)).ok_or_else(refuse)
        };
        Ok(Self {
            check_id: String::new(),
            character_id: String::new(),
            skill_id: String::new(),
            pool: Box::new(dice),
            target_successes: within("target", Self::MOST_TARGET, target)?,
            max_rounds: within("rounds", Self::MOST_ROUNDS, rounds)?,
            system: system.clone(),
        })
    }

    /// The same terms under these names.
    #[must_use]
    pub fn named(mut self, check: &str, character: &str, skill: &str) -> Self {
        let cut = |id: &str| id.chars().take(Self::LONGEST_ID).collect();
        (self.check_id, self.character_id, self.skill_id) = (cut(check), cut(character), cut(skill));
        self
    }

    /// The same by another system, unless they name one that is not the standard.
    #[must_use]
    pub(crate) fn by_default(mut self, system: &DiceSystem) -> Self {
        if is_standard(&self.system) {
            self.system = system.clone();
        }
        self
    }

    /// The dice of each round.
    #[must_use]
    pub fn dice(&self) -> &Dice {
        &self.pool
    }

    /// The odds of one round.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn odds(&self) -> Result<NetOdds, InputError> {
        self.pool.odds(&self.system)
    }

    /// What the odds of one round take.
    pub(crate) fn round_cost(&self) -> Result<OddsCost, InputError> {
        self.pool.cost(&self.system)
    }

    /// The successes to reach.
    #[must_use]
    pub const fn target(&self) -> u32 {
        self.target_successes
    }

    /// The most rounds.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.max_rounds
    }

    /// The dice system.
    #[must_use]
    pub const fn system(&self) -> &DiceSystem {
        &self.system
    }

    /// Whose check it is; may be empty.
    #[must_use]
    pub fn character_id(&self) -> &str {
        &self.character_id
    }

    /// Which skill it is about; may be empty.
    #[must_use]
    pub fn skill_id(&self) -> &str {
        &self.skill_id
    }

    /// Which check it is.
    #[must_use]
    pub fn check_id(&self) -> &str {
        &self.check_id
    }
}

impl TryFrom<StoredTerms> for ExtendedTerms {
    type Error = InputError;

    fn try_from(stored: StoredTerms) -> Result<Self, InputError> {
        let StoredTerms { check_id, character_id, skill_id, pool, target_successes, max_rounds, system } =
            stored;
        let dice = pool.resolve("pool", &system, &Aliases::default(), 0)?;
        let terms = Self::with_dice(&system, dice, target_successes.into(), max_rounds.into())?;
        Ok(terms.named(&check_id, &character_id, &skill_id))
    }
}

fn is_standard(system: &DiceSystem) -> bool {
    *system == DiceSystem::standard()
}

impl ExtendedCheck {
    /// How it stands; `None` before it starts.
    #[must_use]
    pub const fn progress(&self) -> Option<&ExtendedProgress> {
        self.progress.as_ref()
    }
}

impl ExtendedProgress {
    /// Rounds still to come.
    #[must_use]
    pub fn rounds_remaining(&self) -> u32 {
        let rolled = u32::try_from(self.rolls.len()).unwrap_or(u32::MAX);
        self.terms.max_rounds.saturating_sub(rolled)
    }

    /// A check that is rolled to its end.
    #[must_use]
    pub fn play(terms: &ExtendedTerms, chance: &mut dyn Chance) -> Self {
        let mut progress = Self::start(0, terms.clone());
        while progress.status == ExtendedStatus::InProgress {
            progress.process_round(terms.pool.roll(&terms.system, chance));
        }
        progress
    }

    pub(crate) const fn start(seat: u8, terms: ExtendedTerms) -> Self {
        let status = ExtendedStatus::InProgress;
        Self { terms, seat, accumulated: 0, rolls: Vec::new(), consecutive_fumbles: 0, status }
    }

    pub(crate) fn view(&self) -> ExtendedView {
        let dice = u64::from(self.rounds_remaining()).saturating_mul(self.terms.pool.most_dice());
        let soon = dice <= LONGEST_WAIT
            && ExtendedOdds::steps_of_progress(self).is_ok_and(|steps| steps <= MOST_STEPS);
        let odds = soon.then(|| ExtendedOdds::of_progress(self).ok()).flatten();
        let odds = odds.map(|odds| ExtendedEnds {
            success: odds.success().into(),
            failed: odds.failed().into(),
            catastrophic: odds.catastrophic().into(),
        });
        ExtendedView { progress: self.clone(), rounds_remaining: self.rounds_remaining(), odds }
    }

    pub(crate) fn process_round(&mut self, roll: CountedRoll) {
        if roll.is_fumble() {
            self.consecutive_fumbles += 1;
            self.accumulated = self.accumulated.saturating_sub(self.terms.system.fumble_cost());
        } else {
            self.consecutive_fumbles = 0;
            // Only fumbles take away: a negative result of an expression counts as none.
            let sum = i64::from(self.accumulated).saturating_add(roll.net().max(0));
            self.accumulated = u32::try_from(sum).unwrap_or(u32::MAX);
        }
        self.rolls.push(roll);
        let catastrophe = self.terms.system.catastrophe_after();
        self.status = if catastrophe.is_some_and(|after| self.consecutive_fumbles >= after) {
            ExtendedStatus::CatastrophicFailure
        } else if self.accumulated >= self.terms.target_successes {
            ExtendedStatus::Succeeded
        } else if self.rounds_remaining() == 0 {
            ExtendedStatus::Failed
        } else {
            ExtendedStatus::InProgress
        };
    }
}

impl Event for ExtendedEvent {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}

impl Game for ExtendedCheck {
    const NAME: &'static str = "extended_check";

    type Command = ExtendedCommand;
    type Event = ExtendedEvent;
    type Refusal = ExtendedRefusal;
    type View = Option<ExtendedView>;

    fn decide(
        &self,
        seat: Seat,
        command: &ExtendedCommand,
        chance: &mut dyn Chance,
    ) -> Result<Vec<ExtendedEvent>, ExtendedRefusal> {
        let progress = match (command, &self.progress) {
            (ExtendedCommand::StartCheck { terms }, None) => {
                return Ok(vec![ExtendedEvent::ExtendedCheckStarted { seat: seat.0, terms: terms.clone() }]);
            }
            (ExtendedCommand::StartCheck { .. }, Some(progress)) => {
                let check_id = progress.terms.check_id.clone();
                return Err(ExtendedRefusal::Started { check_id });
            }
            (ExtendedCommand::RollRound {} | ExtendedCommand::AbandonCheck {}, None) => {
                return Err(ExtendedRefusal::NotStarted);
            }
            (ExtendedCommand::RollRound {} | ExtendedCommand::AbandonCheck {}, Some(progress)) => progress,
        };
        if progress.status != ExtendedStatus::InProgress {
            return Err(ExtendedRefusal::Over { status: progress.status });
        }
        if progress.seat != seat.0 {
            return Err(ExtendedRefusal::NotYours { owner: progress.seat, seat: seat.0 });
        }
        Ok(vec![match command {
            ExtendedCommand::AbandonCheck {} => ExtendedEvent::ExtendedCheckAbandoned {},
            ExtendedCommand::RollRound {} | ExtendedCommand::StartCheck { .. } => {
                let (dice, _) = progress.terms.pool.throw(&progress.terms.system, chance);
                ExtendedEvent::ExtendedRoundRolled { dice }
            }
        }])
    }

    fn admits(&self, event: &ExtendedEvent) -> bool {
        let running = self.progress.as_ref().filter(|progress| progress.status == ExtendedStatus::InProgress);
        match event {
            ExtendedEvent::ExtendedCheckStarted { .. } => self.progress.is_none(),
            ExtendedEvent::ExtendedRoundRolled { dice } => running
                .is_some_and(|progress| progress.terms.pool.of_faces(&progress.terms.system, dice).is_some()),
            ExtendedEvent::ExtendedCheckAbandoned {} => running.is_some(),
        }
    }

    fn apply(&mut self, event: &ExtendedEvent) {
        match event {
            ExtendedEvent::ExtendedCheckStarted { seat, terms } => {
                self.progress = Some(ExtendedProgress::start(*seat, terms.clone()));
            }
            ExtendedEvent::ExtendedRoundRolled { dice } => {
                if let Some(progress) = &mut self.progress
                    && let Some(roll) = progress.terms.pool.of_faces(&progress.terms.system, dice)
                {
                    progress.process_round(roll);
                }
            }
            ExtendedEvent::ExtendedCheckAbandoned {} => {
                if let Some(progress) = &mut self.progress {
                    progress.status = ExtendedStatus::Abandoned;
                }
            }
        }
    }

    /// Nothing is hidden.
    fn view(&self, _viewer: Option<Seat>) -> Self::View {
        self.progress.as_ref().map(ExtendedProgress::view)
    }
}
