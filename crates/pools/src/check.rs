use std::fmt;

use serde::{Deserialize, Serialize};

use crate::input;
use crate::{Counted, DiceRoll, DiceSystem, Fraction, InputError, NetOdds, Odds, Pool, PoolOdds};

/// A skill check to be made: the pool is attribute + rank + modifiers, the difficulty the net successes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillCheck {
    /// The attribute's value.
    pub attribute: i64,
    /// The rank of the skill.
    pub rank: i64,
    /// Dice that circumstances add or take away.
    pub modifiers: i64,
    /// The difficulty class: net successes that are needed.
    pub difficulty: i64,
}

/// How a check ended, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkillOutcome {
    /// A fumble.
    CriticalFailure,
    /// Fewer net successes than needed.
    Failure,
    /// Exactly as many as needed.
    MarginalSuccess,
    /// One or two more.
    FullSuccess,
    /// Three or four more.
    ExceptionalSuccess,
    /// Five more or better.
    CriticalSuccess,
}

/// A skill check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkillCheckResult<R = DiceRoll> {
    /// The roll.
    pub roll: R,
    /// The net successes that were needed.
    pub difficulty: u32,
    /// Net successes less difficulty; may be negative.
    pub margin: i64,
    /// How it ended.
    pub outcome: SkillOutcome,
    /// Which skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_id: Option<String>,
    /// The character.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character_id: Option<String>,
}

/// The exact odds of a check.
///
/// ```
/// use pools::{CheckOdds, DiceSystem, SkillOutcome};
///
/// let system = DiceSystem::standard();
/// let odds = CheckOdds::new(&system, system.pool("pool", 6)?, 2);
/// assert_eq!(odds.success().to_string(), "42039/100000");
/// assert_eq!(odds.tiers().probability(&SkillOutcome::CriticalFailure).to_string(), "70993/1000000");
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOdds {
    tiers: Odds<SkillOutcome>,
}

impl SkillCheck {
    /// The highest difficulty.
    pub const MOST: i64 = 1000;

    /// The pool that is rolled.
    ///
    /// # Errors
    ///
    /// [`InputError`].
    pub fn pool(&self, system: &DiceSystem) -> Result<Pool, InputError> {
        system.pool("pool", self.attribute.saturating_add(self.rank).saturating_add(self.modifiers))
    }

    /// The difficulty, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] unless it is from 0 to [`Self::MOST`].
    pub fn difficulty(&self) -> Result<u32, InputError> {
        difficulty("dc", self.difficulty)
    }
}

/// A difficulty class from 0 to [`SkillCheck::MOST`].
pub(crate) fn difficulty(field: &'static str, actual: i64) -> Result<u32, InputError> {
    let refuse = || input::out_of_range(field, 0, SkillCheck::MOST, actual);
    u32::try_from(actual).ok().filter(|_| actual <= SkillCheck::MOST).ok_or_else(refuse)
}

impl SkillOutcome {
    /// All of them, from worst to best.
    pub const ALL: [Self; 6] = [
        Self::CriticalFailure,
        Self::Failure,
        Self::MarginalSuccess,
        Self::FullSuccess,
        Self::ExceptionalSuccess,
        Self::CriticalSuccess,
    ];

    /// The tier of a roll against a difficulty.
    ///
    /// The margin decides; a fumble overrides everything. Where the system says so, enough net successes for a
    /// critical roll make any success a critical one.
    #[must_use]
    pub fn classify(system: &DiceSystem, net: i64, difficulty: u32, is_fumble: bool) -> Self {
        if is_fumble {
            return Self::CriticalFailure;
        }
        let margin = net - i64::from(difficulty);
        if margin >= 0 && system.critical_on_net() && net >= i64::from(system.critical_net()) {
            return Self::CriticalSuccess;
        }
        match margin {
            ..0 => Self::Failure,
            0 => Self::MarginalSuccess,
            1 | 2 => Self::FullSuccess,
            3 | 4 => Self::ExceptionalSuccess,
            5.. => Self::CriticalSuccess,
        }
    }

    /// Whether it is a success of any kind.
    #[must_use]
    pub const fn is_success(self) -> bool {
        !matches!(self, Self::CriticalFailure | Self::Failure)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CriticalFailure => "critical_failure",
            Self::Failure => "failure",
            Self::MarginalSuccess => "marginal_success",
            Self::FullSuccess => "full_success",
            Self::ExceptionalSuccess => "exceptional_success",
            Self::CriticalSuccess => "critical_success",
        }
    }
}

impl fmt::Display for SkillOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('_', " "))
    }
}

impl<R: Counted> SkillCheckResult<R> {
    /// Judges a roll against a difficulty.
    #[must_use]
    pub fn judge(system: &DiceSystem, roll: R, difficulty: u32) -> Self {
        let margin = roll.net() - i64::from(difficulty);
        let outcome = SkillOutcome::classify(system, roll.net(), difficulty, roll.is_fumble());
        Self { roll, difficulty, margin, outcome, skill_id: None, character_id: None }
    }
}

impl CheckOdds {
    /// The odds of a check with this pool against this difficulty.
    #[must_use]
    pub fn new(system: &DiceSystem, pool: Pool, difficulty: u32) -> Self {
        Self::of_pool(&PoolOdds::new(system, pool), difficulty)
    }

    /// The odds of a check whose pool is already known.
    #[must_use]
    pub fn of_pool(odds: &PoolOdds, difficulty: u32) -> Self {
        Self::of_net(odds.system(), odds.counted(), difficulty)
    }

    /// The odds of a check with any dice whose net successes and fumbles are known.
    #[must_use]
    pub fn of_net(system: &DiceSystem, odds: &NetOdds, difficulty: u32) -> Self {
        let clean =
            odds.net().weights().iter().map(|&(net, _)| {
                (SkillOutcome::classify(system, net, difficulty, false), odds.clean_cases(net))
            });
        let fumble = (SkillOutcome::CriticalFailure, odds.fumble_cases().clone());
        // More net successes never make a lower tier.
        Self { tiers: Odds::ascending([fumble].into_iter().chain(clean)) }
    }

    /// The distribution over the six tiers.
    #[must_use]
    pub const fn tiers(&self) -> &Odds<SkillOutcome> {
        &self.tiers
    }

    /// The chance of a success of any kind.
    #[must_use]
    pub fn success(&self) -> Fraction {
        self.tiers.chance_that(|tier| tier.is_success())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceService, RngRules};

    fn judge(faces: &[u8], difficulty: u32) -> SkillCheckResult {
        let system = DiceSystem::standard();
        SkillCheckResult::judge(&system, DiceRoll::of_faces(&system, faces.to_vec()), difficulty)
    }

    #[test]
    fn skill_check_uses_success_counting() {
        // The sum, 33, is far above the difficulty; the net successes are not.
        let result = judge(&[7, 7, 7, 6, 6], 1);
        assert_eq!((result.outcome, result.margin), (SkillOutcome::Failure, -1));
        assert_eq!(judge(&[8, 2, 2], 1).outcome, SkillOutcome::MarginalSuccess);
    }

    #[test]
    fn outcome_classification_correct_for_each_tier() {
        let system = DiceSystem::standard();
        for (net, difficulty, tier) in [
            (0, 1, SkillOutcome::Failure),
            (2, 3, SkillOutcome::Failure),
            (3, 3, SkillOutcome::MarginalSuccess),
            (4, 3, SkillOutcome::FullSuccess),
            (5, 3, SkillOutcome::FullSuccess),
            (6, 3, SkillOutcome::ExceptionalSuccess),
            (7, 3, SkillOutcome::ExceptionalSuccess),
            (8, 3, SkillOutcome::CriticalSuccess),
            (0, 0, SkillOutcome::MarginalSuccess),
            (5, 0, SkillOutcome::CriticalSuccess),
        ] {
            assert_eq!(
                SkillOutcome::classify(&system, net, difficulty, false),
                tier,
                "net {net}, dc {difficulty}"
            );
        }
    }

    #[test]
    fn fumble_overrides_other_outcomes() {
        let system = DiceSystem::standard();
        for difficulty in 0..8 {
            let tier = SkillOutcome::classify(&system, 0, difficulty, true);
            assert_eq!(tier, SkillOutcome::CriticalFailure);
        }
        assert_eq!(judge(&[1, 4], 0).outcome, SkillOutcome::CriticalFailure);
    }

    #[test]
    fn marginal_success_at_exactly_dc() {
        assert_eq!(judge(&[8, 9, 4], 2).outcome, SkillOutcome::MarginalSuccess);
    }

    #[test]
    fn critical_success_at_dc_plus_5() {
        assert_eq!(judge(&[8; 7], 2).outcome, SkillOutcome::CriticalSuccess);
        assert_eq!(judge(&[8; 6], 2).outcome, SkillOutcome::ExceptionalSuccess);
    }

    #[test]
    fn a_critical_roll_is_a_flag_unless_the_system_makes_it_a_tier() {
        let system = DiceSystem::standard();
        let roll = judge(&[8; 5], 4);
        assert_eq!((roll.outcome, roll.roll.is_critical), (SkillOutcome::FullSuccess, true));
        let generous = system.with_critical_on_net(true);
        assert_eq!(SkillOutcome::classify(&generous, 5, 4, false), SkillOutcome::CriticalSuccess);
        assert_eq!(SkillOutcome::classify(&generous, 5, 6, false), SkillOutcome::Failure);
        assert_eq!(SkillOutcome::classify(&generous, 4, 4, false), SkillOutcome::MarginalSuccess);
    }

    #[test]
    fn pool_includes_attribute_skill_rank_and_modifiers() {
        let system = DiceSystem::standard();
        let check = SkillCheck { attribute: 4, rank: 3, modifiers: 2, difficulty: 1 };
        assert_eq!(check.pool(&system).unwrap().dice(), 9);
    }

    #[test]
    fn context_modifiers_applied_correctly() {
        let mut service = DiceService::new(DiceSystem::standard(), RngRules::standard(), 1);
        for (modifiers, dice) in [(-2, 5), (3, 10), (-7, 1), (-100, 1)] {
            let check = SkillCheck { attribute: 4, rank: 3, modifiers, difficulty: 1 };
            assert_eq!(service.check("stealth", None, &check).unwrap().roll.dice.len(), dice);
        }
        let check = SkillCheck { attribute: i64::MAX, rank: 1, modifiers: 1, difficulty: 1 };
        let error = service.check("stealth", None, &check).unwrap_err();
        assert_eq!(error.expected(), "at most 1000 dice");
    }

    #[test]
    fn negative_margin_is_failure() {
        let result = judge(&[8, 2], 3);
        assert_eq!((result.margin, result.outcome), (-2, SkillOutcome::Failure));
        assert!(!result.outcome.is_success());
    }

    #[test]
    fn a_difficulty_out_of_range_is_refused() {
        let check = SkillCheck { attribute: 1, rank: 1, modifiers: 0, difficulty: -1 };
        assert_eq!(check.difficulty().unwrap_err().field(), "dc");
    }

    #[test]
    fn odds_of_the_tiers_agree_with_judging_every_roll() {
        for critical_on_net in [false, true] {
            let system = DiceSystem::standard().with_critical_on_net(critical_on_net);
            for difficulty in 0..4 {
                let tiers = crate::brute::rolls(5).map(|faces| {
                    let roll = DiceRoll::of_faces(&system, faces);
                    (SkillCheckResult::judge(&system, roll, difficulty).outcome, 1u32)
                });
                let odds = CheckOdds::new(&system, system.pool("pool", 5).unwrap(), difficulty);
                assert_eq!(*odds.tiers(), Odds::from_weights(tiers));
            }
        }
    }
}
