//! A play session: characters with their pools, contexts and encounters, checks under way, and the log of all rolls.

mod command;
mod event;
mod read_command;
mod read_event;
mod refusal;
mod throw;
mod view;

use std::sync::{Arc, OnceLock};

use chance::Chance;
use ledger::{Game, Seat};

pub use command::{SessionCommand, Side as SessionSide};
pub use event::{SessionEvent, Throw};
pub use refusal::SessionRefusal;
pub use view::{SessionCheck, SessionContext, SessionEntry, SessionLuck, SessionResult, SessionView};

use crate::{
    Aliases, DiceAsked, DiceSystem, Expression, ExtendedProgress, ExtendedStatus, ExtendedTerms, InputError,
    NameMap, RngContext, RngContexts, RngRules, Seed,
};
use throw::ThrowOutcome;

/// A play session of a group. It lives on the ledger: [`SessionCommand`]s in, [`SessionEvent`]s out. Dice come from the
/// seeds of its contexts, so that a history can be checked by rolling it again.
///
/// ```
/// use chance::SeededChance;
/// use ledger::{Game as _, Seat};
/// use pools::{Session, SessionCommand};
///
/// let mut session = Session::default();
/// for json in [
///     r#"{"type": "OPEN", "seed": "7"}"#,
///     r#"{"type": "SET_POOL", "character": "mira", "pool": "stealth", "dice": 6}"#,
///     r#"{"type": "BEGIN_ENCOUNTER", "seed": "99"}"#,
///     r#"{"type": "CHECK", "character": "mira", "pool": "stealth", "dc": 2}"#,
/// ] {
///     let command: SessionCommand = serde_json::from_str(json)?;
///     for event in session.decide(Seat(0), &command, &mut SeededChance::from_seed(1)).unwrap() {
///         session.apply(&event);
///     }
/// }
/// assert_eq!(session.view(None).log[0].label.as_deref(), Some("Skill:stealth"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    system: DiceSystem,
    aliases: NameMap<String>,
    characters: NameMap<NameMap<DiceAsked>>,
    /// None before it is opened.
    contexts: Option<RngContexts>,
    checks: NameMap<ExtendedProgress>,
    log: Vec<Arc<Entry>>,
    /// Rolls before these are no longer shown.
    cleared: usize,
}

/// A roll as it happened, and what it makes, which is worked out when somebody first looks.
#[derive(Debug)]
struct Entry {
    system: DiceSystem,
    label: Option<String>,
    context: RngContext,
    seed: u64,
    drawn: u64,
    outcome: ThrowOutcome,
    result: OnceLock<Arc<SessionResult>>,
}

impl Session {
    /// The most rolls of one session.
    pub const MOST_ROLLS: usize = 5000;
    /// The most dice of one roll, every repeat and every explosion counted.
    pub const MOST_DICE: u64 = 1000;
    /// The most characters, pools of one character, aliases, and extended checks.
    pub const MOST_NAMES: usize = 100;
    /// The longest name or label.
    pub const LONGEST_NAME: usize = 80;
    /// The most characters of an expression.
    pub const LONGEST_EXPRESSION: usize = 300;

    /// The system it is played by.
    #[must_use]
    pub const fn system(&self) -> &DiceSystem {
        &self.system
    }

    /// Names for expressions.
    #[must_use]
    pub const fn aliases(&self) -> &NameMap<String> {
        &self.aliases
    }

    /// Every character with their pools.
    #[must_use]
    pub const fn characters(&self) -> &NameMap<NameMap<DiceAsked>> {
        &self.characters
    }

    fn open(&self) -> Result<&RngContexts, SessionRefusal> {
        self.contexts.as_ref().ok_or(SessionRefusal::NotOpen)
    }

    fn known_aliases(&self) -> Result<Aliases, InputError> {
        Aliases::of_map(self.aliases.iter()).map_err(|(name, error)| InputError::from(error).at(name))
    }

    /// An expression with its aliases written out, small enough for a session.
    fn expression(&self, field: &str, text: &str) -> Result<Expression, InputError> {
        let length = text.chars().count();
        if length > Self::LONGEST_EXPRESSION {
            let expected = format!("at most {} characters", Self::LONGEST_EXPRESSION);
            return Err(InputError::new(field, expected, length));
        }
        let parsed = Expression::parse(text, &self.known_aliases()?);
        let written = parsed.map_err(|error| InputError::from(error).at(field))?.written_out();
        few_dice(field, &written)?;
        Ok(written)
    }

    /// Whether a name can stand for an expression whose aliases are written out.
    fn may_define(&self, name: &str, written: &str) -> Result<(), InputError> {
        room("name", self.aliases.len(), self.aliases.contains(name))?;
        let mut aliases = self.aliases.clone();
        aliases.insert(name.to_owned(), written.to_owned());
        Aliases::of_map(aliases.iter()).map_err(|(_, error)| InputError::from(error).at("name"))?;
        Ok(())
    }

    /// Whether an alias of a saved session can be. Its expression may be longer than one that is asked for, and in any
    /// spelling: the canonical one has blanks, and has had more parentheses than it has now.
    fn has_defined(&self, name: &str, written: &str) -> bool {
        let known = Expression::parse(written, &Aliases::default());
        known.is_ok_and(|known| few_dice("expression", &known).is_ok())
            && !name.contains(|letter: char| letter.is_ascii_uppercase())
            && self.may_define(name, written).is_ok()
    }

    fn check(&self, check: &str) -> Result<&ExtendedProgress, SessionRefusal> {
        let found = self.checks.get(check).ok_or_else(|| {
            let names: Vec<&str> = self.checks.names().collect();
            let expected = if names.is_empty() {
                "an extended check, of which there is none".to_owned()
            } else {
                format!("one of {}", names.join(", "))
            };
            InputError::text("check", expected, check)
        })?;
        if found.status == ExtendedStatus::InProgress {
            return Ok(found);
        }
        Err(SessionRefusal::Over { check: check.to_owned(), status: found.status })
    }

    fn start_check(
        &self,
        check: &str,
        side: &SessionSide,
        target: i64,
        rounds: i64,
    ) -> Result<SessionEvent, SessionRefusal> {
        let check = name("check", check)?;
        if self.checks.get(&check).is_some_and(|known| known.status == ExtendedStatus::InProgress) {
            return Err(InputError::text("check", "a name that no check under way has", &check).into());
        }
        room("check", self.checks.len(), self.checks.contains(&check))?;
        let asked = self.asked(side, "dice")?;
        let dice = asked.resolve("dice", &self.system, &Aliases::default(), 0)?;
        let terms = ExtendedTerms::with_dice(&self.system, dice, target, rounds)?;
        let (character, pool) =
            (side.character.as_deref().unwrap_or_default(), side.pool.as_deref().unwrap_or_default());
        Ok(SessionEvent::CheckStarted { terms: terms.named(&check, character, pool) })
    }

    /// The dice of a side: given as they are, or by the name of a character's pool.
    fn asked(&self, side: &SessionSide, field: &str) -> Result<DiceAsked, InputError> {
        let given = match (&side.dice, &side.pool, &side.character) {
            (Some(dice), _, _) => dice.clone(),
            (None, Some(pool), Some(character)) => {
                let pools = self.characters.get(character).ok_or_else(|| {
                    let names: Vec<&str> = self.characters.names().collect();
                    let expected = if names.is_empty() {
                        "a character of this session, of which there is none".to_owned()
                    } else {
                        format!("one of {}", names.join(", "))
                    };
                    InputError::text("character", expected, character)
                })?;
                let found = pools.get(pool).ok_or_else(|| {
                    let names: Vec<&str> = pools.names().collect();
                    InputError::text("pool", format!("one of {}", names.join(", ")), pool)
                })?;
                found.clone()
            }
            (None, Some(_), None) => {
                return Err(InputError::new("character", "whose pool it is", "nothing"));
            }
            (None, None, _) => {
                return Err(InputError::new(field, "dice, or the pool of a character", "nothing"));
            }
        };
        match given {
            DiceAsked::Expression(text) => {
                Ok(DiceAsked::Expression(self.expression(field, &text)?.to_string()))
            }
            DiceAsked::Pool(dice) => Ok(DiceAsked::Pool(self.system.pool(field, dice)?.dice().into())),
        }
    }

    fn apply_roll(&mut self, throw: &Throw, label: Option<&str>, faces: &[Vec<i64>], drawn: u64) {
        let Some(outcome) = ThrowOutcome::of(self, throw, faces) else { return };
        let Some(contexts) = &mut self.contexts else { return };
        let context = throw::context_of(contexts, label);
        let before = contexts.dice_of(context).save();
        contexts.set_drawn(context, drawn);
        if let (Throw::Round { check }, ThrowOutcome::Round { roll, .. }) = (throw, &outcome)
            && let Some(progress) = self.checks.get_mut(check)
        {
            progress.process_round(roll.clone());
        }
        self.log.push(Arc::new(Entry {
            system: self.system.clone(),
            label: label.map(str::to_owned),
            context,
            seed: before.seed,
            drawn: before.drawn,
            outcome,
            result: OnceLock::new(),
        }));
    }
}

impl Game for Session {
    const NAME: &'static str = "pool_session";
    type Command = SessionCommand;
    type Event = SessionEvent;
    type Refusal = SessionRefusal;
    type View = SessionView;

    fn decide(
        &self,
        _seat: Seat,
        command: &SessionCommand,
        chance: &mut dyn Chance,
    ) -> Result<Vec<SessionEvent>, SessionRefusal> {
        let mut seed = |given: &Option<Seed>| given.unwrap_or_else(|| fresh(chance));
        if let SessionCommand::Open { seed: given } = command {
            return match &self.contexts {
                Some(_) => Err(SessionRefusal::Open),
                None => Ok(vec![SessionEvent::SessionOpened { seed: seed(given) }]),
            };
        }
        let contexts = self.open()?;
        Ok(vec![match command {
            SessionCommand::Open { seed: given } | SessionCommand::Resume { seed: given } => {
                SessionEvent::SessionResumed { seed: seed(given) }
            }
            SessionCommand::SetSystem { system } => {
                let system = DiceSystem::from_value(system)
                    .map_err(|error| InputError::from(error).within("system"))?;
                SessionEvent::SystemSet { system }
            }
            SessionCommand::Define { name, expression } => {
                let (name, written) = (name.to_ascii_lowercase(), self.expression("expression", expression)?);
                let expression = written.to_string();
                self.may_define(&name, &expression)?;
                SessionEvent::AliasDefined { name, expression }
            }
            SessionCommand::SetPool { character, pool, dice } => {
                let (character, pool) = (name("character", character)?, name("pool", pool)?);
                let known = self.characters.get(&character);
                room("character", self.characters.len(), known.is_some())?;
                room(
                    "pool",
                    known.map_or(0, NameMap::len),
                    known.is_some_and(|pools| pools.contains(&pool)),
                )?;
                let side = SessionSide { character: None, pool: None, dice: Some(dice.clone()) };
                // Aliases stay in it, so that a pool may follow them; what it stands for now must be right.
                self.asked(&side, "dice")?;
                SessionEvent::PoolSet { character, pool, dice: dice.clone() }
            }
            SessionCommand::RemoveCharacter { character } => {
                if !self.characters.contains(character) {
                    return Err(
                        InputError::text("character", "a character of this session", character).into()
                    );
                }
                SessionEvent::CharacterRemoved { character: character.clone() }
            }
            SessionCommand::EnterContext { context } => SessionEvent::ContextEntered { context: *context },
            SessionCommand::LeaveContext {} => {
                if !contexts.has_entered() {
                    return Err(SessionRefusal::NoContext);
                }
                SessionEvent::ContextLeft {}
            }
            SessionCommand::BeginEncounter { seed: given } => {
                SessionEvent::EncounterBegan { seed: seed(given) }
            }
            SessionCommand::LockContext { context, seed: given } => {
                SessionEvent::ContextLocked { context: *context, seed: seed(given) }
            }
            SessionCommand::ReleaseContext { context } => SessionEvent::ContextReleased { context: *context },
            SessionCommand::StartCheck { check, character, pool, dice, target, rounds } => {
                self.start_check(check, &SessionSide::of(character, pool, dice), *target, *rounds)?
            }
            SessionCommand::AbandonCheck { check } => {
                self.check(check)?;
                SessionEvent::CheckAbandoned { check: check.clone() }
            }
            SessionCommand::ClearLog {} => SessionEvent::LogCleared {},
            SessionCommand::Roll { .. }
            | SessionCommand::Check { .. }
            | SessionCommand::Contest { .. }
            | SessionCommand::Attack { .. }
            | SessionCommand::RollRound { .. } => throw::decide(self, contexts, command)?,
        }])
    }

    fn admits(&self, event: &SessionEvent) -> bool {
        if let SessionEvent::SessionOpened { .. } = event {
            return self.contexts.is_none();
        }
        let Some(contexts) = &self.contexts else { return false };
        match event {
            SessionEvent::SessionOpened { .. } => false,
            SessionEvent::SessionResumed { .. }
            | SessionEvent::SystemSet { .. }
            | SessionEvent::ContextEntered { .. }
            | SessionEvent::EncounterBegan { .. }
            | SessionEvent::ContextLocked { .. }
            | SessionEvent::ContextReleased { .. }
            | SessionEvent::LogCleared {} => true,
            SessionEvent::ContextLeft {} => contexts.has_entered(),
            SessionEvent::CharacterRemoved { character } => self.characters.contains(character),
            SessionEvent::AliasDefined { name, expression } => self.has_defined(name, expression),
            SessionEvent::PoolSet { character, pool, dice } => {
                let (character, pool, dice) = (character.clone(), pool.clone(), dice.clone());
                self.decides(&SessionCommand::SetPool { character, pool, dice }, event)
            }
            SessionEvent::CheckStarted { terms } => {
                let id = terms.check_id();
                let under_way =
                    self.checks.get(id).is_some_and(|known| known.status == ExtendedStatus::InProgress);
                let named = name("check", id).is_ok()
                    && room("check", self.checks.len(), self.checks.contains(id)).is_ok();
                named
                    && !under_way
                    && *terms.system() == self.system
                    && terms.dice().most_dice() <= Self::MOST_DICE
            }
            SessionEvent::CheckAbandoned { check } => self.check(check).is_ok(),
            SessionEvent::DiceRolled { throw, label, faces, drawn } => {
                throw::falls_so(self, contexts, throw, label.as_deref(), faces, *drawn)
            }
        }
    }

    fn apply(&mut self, event: &SessionEvent) {
        match event {
            SessionEvent::SessionOpened { seed: Seed(seed) } => {
                self.contexts = Some(RngContexts::new(RngRules::standard(), *seed));
            }
            SessionEvent::SystemSet { system } => self.system = system.clone(),
            SessionEvent::AliasDefined { name, expression } => {
                self.aliases.insert(name.clone(), expression.clone());
            }
            SessionEvent::PoolSet { character, pool, dice } => {
                let mut pools = self.characters.get(character).cloned().unwrap_or_default();
                pools.insert(pool.clone(), dice.clone());
                self.characters.insert(character.clone(), pools);
            }
            SessionEvent::CharacterRemoved { character } => {
                self.characters.remove(character);
            }
            SessionEvent::CheckStarted { terms } => {
                let progress = ExtendedProgress::start(0, terms.clone());
                self.checks.insert(terms.check_id().to_owned(), progress);
            }
            SessionEvent::CheckAbandoned { check } => {
                if let Some(progress) = self.checks.get_mut(check) {
                    progress.status = ExtendedStatus::Abandoned;
                }
            }
            SessionEvent::DiceRolled { throw, label, faces, drawn } => {
                self.apply_roll(throw, label.as_deref(), faces, *drawn);
            }
            SessionEvent::LogCleared {} => self.cleared = self.log.len(),
            SessionEvent::SessionResumed { .. }
            | SessionEvent::ContextEntered { .. }
            | SessionEvent::ContextLeft {}
            | SessionEvent::EncounterBegan { .. }
            | SessionEvent::ContextLocked { .. }
            | SessionEvent::ContextReleased { .. } => {
                if let Some(contexts) = &mut self.contexts {
                    change(contexts, event);
                }
            }
        }
    }

    /// Nothing is hidden.
    fn view(&self, _viewer: Option<Seat>) -> SessionView {
        self.look_at(|_| true, SessionView::SHOWN)
    }
}

impl Session {
    /// Whether this command brings exactly this event; only for commands without luck.
    fn decides(&self, command: &SessionCommand, event: &SessionEvent) -> bool {
        let mut none = chance::SeededChance::from_seed(0);
        self.decide(Seat(0), command, &mut none).is_ok_and(|events| events == [event.clone()])
    }
}

/// What an event changes about the contexts.
fn change(contexts: &mut RngContexts, event: &SessionEvent) {
    match event {
        SessionEvent::SessionResumed { seed: Seed(seed) } => {
            *contexts = RngContexts::load(RngRules::standard(), &contexts.save(), *seed);
        }
        SessionEvent::ContextEntered { context } => contexts.enter(*context),
        SessionEvent::ContextLeft {} => {
            contexts.exit();
        }
        SessionEvent::EncounterBegan { seed: Seed(seed) } => contexts.begin_encounter(*seed),
        SessionEvent::ContextLocked { context, seed: Seed(seed) } => contexts.lock(*context, *seed),
        SessionEvent::ContextReleased { context } => contexts.release(*context),
        SessionEvent::SessionOpened { .. }
        | SessionEvent::SystemSet { .. }
        | SessionEvent::AliasDefined { .. }
        | SessionEvent::PoolSet { .. }
        | SessionEvent::CharacterRemoved { .. }
        | SessionEvent::CheckStarted { .. }
        | SessionEvent::CheckAbandoned { .. }
        | SessionEvent::DiceRolled { .. }
        | SessionEvent::LogCleared {} => {}
    }
}

fn fresh(chance: &mut dyn Chance) -> Seed {
    Seed(u64::from(chance.next_word()) << 32 | u64::from(chance.next_word()))
}

/// Refuses an expression of more dice than a session rolls at once.
fn few_dice(field: &str, expression: &Expression) -> Result<(), InputError> {
    let dice = expression.most_dice();
    if dice <= Session::MOST_DICE {
        return Ok(());
    }
    let expected = format!("at most {} dice, repeats and explosions counted", Session::MOST_DICE);
    Err(InputError::new(field, expected, format!("up to {dice}")))
}

/// A name or a label that can be shown.
fn name(field: &str, text: &str) -> Result<String, InputError> {
    let text = text.trim();
    let length = text.chars().count();
    if (1..=Session::LONGEST_NAME).contains(&length) && !text.chars().any(char::is_control) {
        return Ok(text.to_owned());
    }
    let expected = format!("1 to {} characters, none of them a control character", Session::LONGEST_NAME);
    Err(InputError::text(field, expected, text))
}

/// Whether there is room for one more name.
fn room(field: &str, names: usize, is_known: bool) -> Result<(), InputError> {
    if is_known || names < Session::MOST_NAMES {
        return Ok(());
    }
    Err(InputError::new(field, format!("at most {} of them", Session::MOST_NAMES), "one more"))
}
