use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::throw::ThrowOutcome;
use super::{Entry, Session};
use crate::luck::{Luck, Ranked};
use crate::{
    AttackResult, ContestOdds, ContestedCheck, CountedRoll, Dice, DiceAsked, DiceSystem, ExtendedView,
    HitQuality, NameMap, RngContext, RolledPool, Seed, Side, SkillCheckResult,
};

/// A session as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// Whether it is open.
    pub is_open: bool,
    /// The system it is played by.
    pub system: DiceSystem,
    /// Names for expressions.
    pub aliases: NameMap<String>,
    /// Every character with their pools.
    pub characters: NameMap<NameMap<DiceAsked>>,
    /// The current context.
    pub context: RngContext,
    /// Every context, and whether its dice are locked.
    pub contexts: Vec<SessionContext>,
    /// Extended checks, under way and over.
    pub checks: Vec<SessionCheck>,
    /// The last rolls, newest last.
    pub log: Vec<SessionEntry>,
    /// How many rolls there have been.
    pub rolled: usize,
    /// How lucky those in the log were, all together and by character; left out where none of them ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<SessionLuck>,
}

/// The dice of one context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionContext {
    /// The random context.
    pub context: RngContext,
    /// Whether taking the session up again brings the same dice.
    pub locked: bool,
    /// Their seed.
    pub seed: Seed,
}

/// An extended check of a session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionCheck {
    /// What it is called.
    pub check: String,
    /// How it stands.
    #[serde(flatten)]
    pub view: ExtendedView,
}

/// One roll of a session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionEntry {
    /// Its number, from 1.
    pub roll: usize,
    /// What it was for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whose dice fell.
    pub context: RngContext,
    /// The seed of those dice, and how many words had been drawn: the roll can be made again.
    pub seed: Seed,
    /// Words drawn before.
    pub drawn: u64,
    /// Who rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Against whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How it ranks, from 0 to 1; left out where exact odds would take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<f64>,
    /// What was rolled.
    #[serde(serialize_with = "shared")]
    pub result: Arc<SessionResult>,
}

/// A result as if nobody shared it.
fn shared<S: Serializer>(result: &Arc<SessionResult>, serializer: S) -> Result<S::Ok, S::Error> {
    result.serialize(serializer)
}

/// How lucky rolls were.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionLuck {
    /// All rolls that rank.
    pub all: Luck,
    /// The same by character.
    pub characters: NameMap<Luck>,
}

/// What was rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a view holds a page of them, and they live as long as it is written"
)]
pub enum SessionResult {
    /// An expression.
    Roll {
        /// In canonical spelling.
        expression: String,
        /// The result.
        total: i64,
        /// The dice.
        pools: Vec<RolledPool>,
        /// How it ranks.
        #[serde(skip)]
        rank: Option<Ranked>,
    },
    /// A check.
    Check {
        /// The dice.
        dice: Dice,
        /// The roll and its tier.
        #[serde(flatten)]
        result: SkillCheckResult<CountedRoll>,
        /// The chance that there was to succeed.
        #[serde(skip_serializing_if = "Option::is_none")]
        success: Option<f64>,
        /// How it ranks.
        #[serde(skip)]
        rank: Option<Ranked>,
    },
    /// A contest.
    Contest {
        /// The dice of both.
        dice: [Dice; 2],
        /// The rolls and the outcome.
        #[serde(flatten)]
        result: ContestedCheck<CountedRoll>,
        /// Who won, if anybody.
        winner: Option<Side>,
        /// The chance that the initiator had to win.
        #[serde(skip_serializing_if = "Option::is_none")]
        initiator_wins: Option<f64>,
        /// How it ranks for the initiator.
        #[serde(skip)]
        rank: Option<Ranked>,
    },
    /// An attack.
    Attack {
        /// The dice.
        dice: Dice,
        /// The rolls and the damage.
        #[serde(flatten)]
        result: AttackResult<CountedRoll>,
        /// How the damage ranks.
        #[serde(skip)]
        rank: Option<Ranked>,
    },
    /// A round of an extended check.
    Round {
        /// Which check.
        check: String,
        /// The dice.
        dice: Dice,
        /// The roll.
        roll: CountedRoll,
        /// How it ranks.
        #[serde(skip)]
        rank: Option<Ranked>,
    },
}

impl SessionView {
    /// The most rolls that a view shows: the last ones.
    pub const SHOWN: usize = 100;
}

impl Session {
    /// The session with the last so many rolls whose label starts like this, in small letters or capitals.
    #[must_use]
    pub fn look(&self, prefix: Option<&str>, most: usize) -> SessionView {
        let Some(prefix) = prefix.map(str::to_lowercase) else { return self.look_at(|_| true, most) };
        self.look_at(|label| label.is_some_and(|label| label.to_lowercase().starts_with(&prefix)), most)
    }

    /// The session with the last so many rolls whose label is one of these.
    #[must_use]
    pub fn look_at(&self, wanted: impl Fn(Option<&str>) -> bool, most: usize) -> SessionView {
        let log = (1..).zip(&self.log).skip(self.cleared);
        let shown: Vec<(usize, &Arc<Entry>)> =
            log.filter(|(_, entry)| wanted(entry.label.as_deref())).collect();
        self.show(&shown[shown.len().saturating_sub(most)..])
    }

    fn show(&self, shown: &[(usize, &Arc<Entry>)]) -> SessionView {
        let log: Vec<SessionEntry> = shown.iter().map(|(roll, entry)| entry.shown(*roll)).collect();
        let mut dice = self.contexts.clone();
        let contexts = RngContext::ALL.into_iter().filter_map(|context| {
            let contexts = dice.as_mut()?;
            let (locked, seed) = (contexts.is_locked_itself(context), contexts.seed_of(context));
            Some(SessionContext { context, locked, seed: Seed(seed) })
        });
        let contexts = contexts.collect();
        let checks = self
            .checks
            .iter()
            .map(|(check, progress)| SessionCheck { check: check.clone(), view: progress.view() });
        SessionView {
            is_open: self.contexts.is_some(),
            system: self.system.clone(),
            aliases: self.aliases.clone(),
            characters: self.characters.clone(),
            context: self.contexts.as_ref().map_or(RngContext::Default, crate::RngContexts::current),
            contexts,
            checks: checks.collect(),
            luck: luck(&log),
            log,
            rolled: self.log.len(),
        }
    }
}

fn luck(log: &[SessionEntry]) -> Option<SessionLuck> {
    let ranks: Vec<(&SessionEntry, &Ranked)> =
        log.iter().filter_map(|entry| Some((entry, entry.result.rank()?))).collect();
    let all = Luck::of(ranks.iter().map(|(_, rank)| *rank))?;
    let mut characters = NameMap::default();
    for name in ranks.iter().filter_map(|(entry, _)| entry.actor.as_ref()) {
        let own = ranks.iter().filter(|(entry, _)| entry.actor.as_ref() == Some(name));
        if !characters.contains(name)
            && let Some(luck) = Luck::of(own.map(|(_, rank)| *rank))
        {
            characters.insert(name.clone(), luck);
        }
    }
    Some(SessionLuck { all, characters })
}

impl Entry {
    fn shown(&self, roll: usize) -> SessionEntry {
        let result = self.result.get_or_init(|| SessionResult::of(&self.system, &self.outcome).into());
        let (actor, target) = match &self.outcome {
            ThrowOutcome::Roll { character, .. }
            | ThrowOutcome::Check { character, .. }
            | ThrowOutcome::Round { character, .. } => (character, &None),
            ThrowOutcome::Contest { character, target, .. }
            | ThrowOutcome::Attack { character, target, .. } => (character, target),
        };
        SessionEntry {
            roll,
            label: self.label.clone(),
            context: self.context,
            seed: Seed(self.seed),
            drawn: self.drawn,
            actor: actor.clone(),
            target: target.clone(),
            percentile: result.rank().map(Ranked::percentile),
            result: Arc::clone(result),
        }
    }
}

impl SessionResult {
    /// How it ranks, where that is known.
    #[must_use]
    pub const fn rank(&self) -> Option<&Ranked> {
        match self {
            Self::Roll { rank, .. }
            | Self::Check { rank, .. }
            | Self::Contest { rank, .. }
            | Self::Attack { rank, .. }
            | Self::Round { rank, .. } => rank.as_ref(),
        }
    }

    fn of(system: &DiceSystem, outcome: &ThrowOutcome) -> Self {
        let odds = |dice: &Dice| dice.quick_odds(system);
        match outcome {
            ThrowOutcome::Roll { expression, rolled, .. } => {
                let known = odds(&Dice::Expression(expression.clone()));
                let fumble = expression.counts_successes() && rolled.is_fumble();
                let rank = known.map(|odds| Ranked::of_net(&odds, rolled.total, fumble));
                Self::Roll {
                    expression: expression.to_string(),
                    total: rolled.total,
                    pools: rolled.pools.clone(),
                    rank,
                }
            }
            ThrowOutcome::Check { dice, roll, difficulty, .. } => {
                let known = odds(dice);
                let success = known.as_ref().map(|odds| odds.reaches((*difficulty).into()).value());
                let rank = known.map(|odds| Ranked::of_roll(&odds, roll));
                let result = SkillCheckResult::judge(system, roll.clone(), *difficulty);
                Self::Check { dice: dice.clone(), result, success, rank }
            }
            ThrowOutcome::Contest { dice, rolls: [first, second], .. } => {
                let known = odds(&dice[0]).zip(odds(&dice[1]));
                let both = known.as_ref();
                let rank = both.and_then(|(a, b)| Ranked::of_contest((a, first), (b, second)));
                let initiator_wins =
                    known.map(|(a, b)| ContestOdds::of_net(&a, &b).wins(Side::Initiator).value());
                let result = ContestedCheck::judge(first.clone(), second.clone());
                Self::Contest {
                    winner: result.outcome.winner(),
                    dice: dice.clone(),
                    result,
                    initiator_wins,
                    rank,
                }
            }
            ThrowOutcome::Attack { dice, plan, roll, damage, .. } => {
                let quality = HitQuality::of_roll(system, roll);
                let result = plan.result(roll.clone(), quality, damage.clone());
                let rank = odds(dice).and_then(|odds| Ranked::of_attack(system, &odds, *plan, result.damage));
                Self::Attack { dice: dice.clone(), result, rank }
            }
            ThrowOutcome::Round { check, dice, roll, .. } => {
                let rank = odds(dice).map(|odds| Ranked::of_roll(&odds, roll));
                Self::Round { check: check.clone(), dice: dice.clone(), roll: roll.clone(), rank }
            }
        }
    }
}
