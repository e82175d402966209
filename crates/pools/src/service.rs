use crate::roll::throw;
use crate::roll_log::labels;
use crate::{
    Attack, AttackResult, ContestedCheck, DiceRoll, DiceSystem, HitQuality, InputError, RngContext,
    RngContexts, RngRules, RollEntry, RollLog, SavedProvider, SkillCheck, SkillCheckResult,
};

/// The table: a dice system, every context's dice, and the log of all rolls.
///
/// ```
/// use pools::{DiceService, RngRules, DiceSystem, SkillCheck, labels};
///
/// let mut service = DiceService::new(DiceSystem::standard(), RngRules::standard(), 42);
/// service.set_time(1_700_000_000_000);
/// let climb = SkillCheck { attribute: 4, rank: 3, modifiers: -1, difficulty: 2 };
/// let result = service.check("climbing", Some("mira"), &climb)?;
/// assert_eq!(result.roll.dice.len(), 6);
/// assert_eq!(service.log().by_context(labels::SKILL).count(), 1);
///
/// // A fight has dice of its own: loaded again, it falls out the same.
/// service.clear_log();
/// service.contexts_mut().begin_encounter(7);
/// service.roll(5, labels::COMBAT_ATTACK)?;
/// assert_eq!(service.log().history(10).next().map(|entry| entry.seed), Some(7));
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiceService {
    system: DiceSystem,
    contexts: RngContexts,
    log: RollLog,
    now: u64,
}

/// Who rolls, against whom, and what for.
#[derive(Clone, Copy, Debug)]
struct Occasion<'a> {
    label: &'a str,
    actor: Option<&'a str>,
    target: Option<&'a str>,
}

impl DiceService {
    /// A table for a new play session.
    #[must_use]
    pub fn new(system: DiceSystem, rules: RngRules, seed: u64) -> Self {
        Self::with_contexts(system, RngContexts::new(rules, seed))
    }

    /// A table that goes on with these dice, as from a saved game.
    #[must_use]
    pub fn with_contexts(system: DiceSystem, contexts: RngContexts) -> Self {
        Self { system, contexts, log: RollLog::default(), now: 0 }
    }

    /// Tells it the time, in milliseconds since 1970, for the rolls to come.
    pub const fn set_time(&mut self, now: u64) {
        self.now = now;
    }

    /// The dice system.
    #[must_use]
    pub const fn system(&self) -> &DiceSystem {
        &self.system
    }

    /// The dice.
    #[must_use]
    pub const fn contexts(&self) -> &RngContexts {
        &self.contexts
    }

    /// The dice, to enter and leave contexts and to begin encounters.
    pub const fn contexts_mut(&mut self) -> &mut RngContexts {
        &mut self.contexts
    }

    /// The rolls so far.
    #[must_use]
    pub const fn log(&self) -> &RollLog {
        &self.log
    }

    /// Forgets the rolls so far.
    pub fn clear_log(&mut self) {
        self.log.clear();
    }

    /// Rolls a pool. The label decides whose dice fall, see [`RngContext::of_label`].
    ///
    /// # Errors
    ///
    /// [`InputError`].
    pub fn roll(&mut self, dice: i64, label: &str) -> Result<DiceRoll, InputError> {
        let pool = self.system.pool("pool", dice)?;
        Ok(self.throw(pool.dice(), Occasion { label, actor: None, target: None }))
    }

    /// Makes a skill check.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the pool is too large or the difficulty out of range.
    pub fn check(
        &mut self,
        skill: &str,
        character: Option<&str>,
        check: &SkillCheck,
    ) -> Result<SkillCheckResult, InputError> {
        let pool = check.pool(&self.system)?;
        let difficulty = check.difficulty()?;
        let roll = self
            .throw(pool.dice(), Occasion { label: &labels::skill(skill), actor: character, target: None });
        let mut result = SkillCheckResult::judge(&self.system, roll, difficulty);
        result.skill_id = Some(skill.to_owned());
        result.character_id = character.map(str::to_owned);
        Ok(result)
    }

    /// Two characters, each with a skill and a pool, against each other.
    ///
    /// # Errors
    ///
    /// [`InputError`].
    pub fn contest(
        &mut self,
        initiator: (&str, &str, i64),
        defender: (&str, &str, i64),
    ) -> Result<ContestedCheck, InputError> {
        let (first, skill, dice) = initiator;
        let (second, other_skill, other_dice) = defender;
        let (pool, other_pool) =
            (self.system.pool("initiator", dice)?, self.system.pool("defender", other_dice)?);
        let (label, other_label) = (labels::skill(skill), labels::skill(other_skill));
        let roll =
            self.throw(pool.dice(), Occasion { label: &label, actor: Some(first), target: Some(second) });
        let other = Occasion { label: &other_label, actor: Some(second), target: Some(first) };
        let other_roll = self.throw(other_pool.dice(), other);
        Ok(ContestedCheck::judge(roll, other_roll).between(first, second))
    }

    /// An attack: successes decide the quality of the hit, that decides the damage dice, and their sum is the damage.
    ///
    /// # Errors
    ///
    /// [`InputError`] if a pool is too large or the armour out of range.
    pub fn attack(
        &mut self,
        attacker: &str,
        target: &str,
        attack: &Attack,
    ) -> Result<AttackResult, InputError> {
        let plan = attack.plan(&self.system)?;
        let occasion = |label| Occasion { label, actor: Some(attacker), target: Some(target) };
        let roll = self.throw(plan.pool().dice(), occasion(labels::COMBAT_ATTACK));
        let quality = HitQuality::of_roll(&self.system, &roll);
        let dice = plan.damage_dice(quality);
        let damage = dice.map(|dice| self.throw(dice, occasion(labels::COMBAT_DAMAGE)));
        Ok(plan.result(roll, quality, damage))
    }

    fn throw(&mut self, dice: u32, occasion: Occasion<'_>) -> DiceRoll {
        let provider = self.contexts.dice_of(RngContext::of_label(occasion.label));
        let SavedProvider { seed, drawn, .. } = provider.save();
        let roll = DiceRoll::of_faces(&self.system, throw(&self.system, dice, provider));
        self.log.log(RollEntry {
            roll_id: 0,
            timestamp: self.now,
            seed,
            drawn,
            pool_size: dice,
            results: roll.dice.clone(),
            net_successes: roll.net,
            context: occasion.label.to_owned(),
            actor_id: occasion.actor.map(str::to_owned),
            target_id: occasion.target.map(str::to_owned),
            is_fumble: roll.is_fumble,
            is_critical_success: roll.is_critical,
        });
        roll
    }
}
