//! The shared roll log of a group at a live table.

mod command;
mod entry;
mod event;
mod outcome;
mod refusal;
mod report;
mod seen;
mod view;

use std::collections::BTreeSet;
use std::sync::Arc;

use chance::Chance;
use ledger::{Game, Seat};

pub use command::{TableAlias, TableCommand};
pub use event::TableEvent;
pub use refusal::TableRefusal;
pub use report::{SeatLuck, TableReport};
pub use seen::seen;
pub use view::{
    TableAttack, TableCheck, TableContest, TableExtended, TableResult, TableRoll, TableRolled, TableRound,
    TableView,
};

use self::entry::Entry;
use self::outcome::{RollOutcome, Words};
use self::seen::may_see_hidden;
use crate::check::difficulty;
use crate::input;
use crate::roll::throw;
use crate::{
    Aliases, Attack, DiceRoll, DiceSystem, Expression, ExtendedProgress, ExtendedRefusal, ExtendedStatus,
    ExtendedTerms, HitQuality, InputError, Pool,
};

/// What a group has rolled: any seat rolls any expression, a check, a contest, an attack or a round of an extended check,
/// and everybody sees it with its odds. A hidden roll is seen by its own seat alone until that seat reveals it: the others
/// see that it rolled, and nothing else. A table may agree on a system of its own, and on names for expressions.
///
/// It lives on the ledger: [`TableCommand`]s in, [`TableEvent`]s out. An event holds the faces, so that a replay needs no
/// luck.
///
/// ```
/// use chance::SeededChance;
/// use ledger::{Game as _, Seat};
/// use pools::{RollTable, TableCommand};
///
/// let mut table = RollTable::default();
/// let json = r#"{"type": "CHECK", "pool": 6, "difficulty": 2, "label": "Stealth", "hidden": true}"#;
/// let command: TableCommand = serde_json::from_str(json)?;
/// for event in table.decide(Seat(0), &command, &mut SeededChance::from_seed(7)).unwrap() {
///     table.apply(&event);
/// }
/// assert!(table.view(Some(Seat(0))).rolls[0].result.is_some());
/// assert!(table.view(Some(Seat(1))).rolls[0].result.is_none());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RollTable {
    rolls: Vec<Arc<Entry>>,
    /// The numbers of hidden rolls that nobody has revealed.
    hidden: BTreeSet<u32>,
    system: Arc<DiceSystem>,
    names: Vec<TableAlias>,
    aliases: Aliases,
    checks: Vec<Extended>,
}

/// An extended check of the table.
#[derive(Clone, Debug, PartialEq)]
struct Extended {
    words: Words,
    progress: ExtendedProgress,
}

impl RollTable {
    /// The most rolls of one table.
    pub const MOST_ROLLS: u32 = 2000;
    /// The most rolls that a view shows: the last ones.
    pub const SHOWN: usize = 100;
    /// The most dice of one roll, every repeat and every explosion counted.
    pub const MOST_DICE: u32 = 300;
    /// The most characters of an expression.
    pub const LONGEST_EXPRESSION: usize = 200;
    /// The most characters of a label, an actor or a target.
    pub const LONGEST_LABEL: usize = 80;
    /// The most names for expressions.
    pub const MOST_ALIASES: usize = 50;
    /// The most extended checks of one table.
    pub const MOST_CHECKS: usize = 100;
    /// The most extended checks that a view shows: the last ones.
    const CHECKS_SHOWN: usize = 10;

    /// How many rolls there are.
    #[must_use]
    pub fn rolls(&self) -> u32 {
        u32::try_from(self.rolls.len()).unwrap_or(u32::MAX)
    }

    /// Whether no roll is secret, so that the history may be told whole.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.hidden.is_empty()
    }

    /// A roll by its number, from 1.
    fn entry(&self, roll: u32) -> Option<&Arc<Entry>> {
        self.rolls.get((roll as usize).checked_sub(1)?)
    }

    fn reveal(&self, seat: Seat, roll: u32) -> Result<TableEvent, TableRefusal> {
        let entry = self.entry(roll).ok_or(TableRefusal::NoSuchRoll { roll, rolls: self.rolls() })?;
        let owner = entry.seat;
        if owner != seat.0 {
            return Err(TableRefusal::NotYours { roll, owner, seat: seat.0 });
        }
        let hidden = entry.as_hidden().filter(|_| self.hidden.contains(&roll));
        let rolled = Box::new(hidden.ok_or(TableRefusal::NotHidden { roll })?);
        Ok(TableEvent::RollRevealed { roll, rolled })
    }

    /// The dice of a check, a contest or an attack at the table.
    fn pool(&self, field: &'static str, dice: i64) -> Result<Pool, InputError> {
        let most = Self::MOST_DICE;
        if dice > i64::from(most) {
            return Err(input::too_many_dice(field, most, dice));
        }
        self.system.pool(field, dice)
    }

    fn attack(&self, attack: Attack, chance: &mut dyn Chance) -> Result<RollOutcome, TableRefusal> {
        self.pool("pool", attack.pool)?;
        self.pool("damage", attack.damage)?;
        let plan = attack.plan(&self.system)?;
        let dice = throw(&self.system, plan.pool().dice(), chance);
        let quality = HitQuality::of_roll(&self.system, &DiceRoll::of_faces(&self.system, dice.clone()));
        let damage_dice = plan.damage_dice(quality).map(|count| throw(&self.system, count, chance));
        Ok(RollOutcome::Attack {
            damage: plan.damage().dice(),
            armour: plan.armour(),
            attack: dice,
            damage_dice: damage_dice.unwrap_or_default(),
            system: Arc::clone(&self.system),
        })
    }

    /// Terms that name no system are by that of the table.
    fn terms(&self, terms: &ExtendedTerms) -> Result<Box<ExtendedTerms>, TableRefusal> {
        if self.checks.len() >= Self::MOST_CHECKS {
            return Err(TableRefusal::TooManyChecks { most: Self::MOST_CHECKS });
        }
        let terms = terms.clone().by_default(&self.system);
        let (most, actual) = (Self::MOST_DICE, terms.dice().most_dice());
        if actual > most.into() {
            return Err(TableRefusal::TooManyDice { most, actual });
        }
        Ok(Box::new(terms))
    }

    fn check(&self, check: u32) -> Option<&Extended> {
        self.checks.get((check as usize).checked_sub(1)?)
    }

    /// The dice of the next round of a check that goes on.
    fn round(&self, seat: u8, check: u32, chance: &mut dyn Chance) -> Result<Vec<i64>, TableRefusal> {
        let known = self.check(check);
        let known = known.ok_or(TableRefusal::NoSuchCheck { check, checks: self.checks.len() })?;
        let ExtendedProgress { terms, seat: owner, status, .. } = &known.progress;
        if *status != ExtendedStatus::InProgress {
            return Err(ExtendedRefusal::Over { status: *status }.into());
        }
        if *owner != seat {
            return Err(ExtendedRefusal::NotYours { owner: *owner, seat }.into());
        }
        Ok(terms.dice().throw(terms.system(), chance).0)
    }

    /// Whether so many dice of this table can have fallen so.
    fn fell(&self, dice: &[u8], most: u32) -> bool {
        (1..=most as usize).contains(&dice.len())
            && dice.iter().all(|face| (1..=self.system.sides()).contains(face))
    }

    fn admits_attack(&self, damage: u32, armour: u32, attack: &[u8], damage_dice: &[u8]) -> bool {
        let pool = i64::try_from(attack.len()).unwrap_or(i64::MAX);
        let asked = Attack { pool, damage: damage.into(), armour: armour.into() };
        let Some(plan) = asked.plan(&self.system).ok().filter(|_| self.fell(attack, Self::MOST_DICE)) else {
            return false;
        };
        let quality = HitQuality::of_roll(&self.system, &DiceRoll::of_faces(&self.system, attack.to_vec()));
        match plan.damage_dice(quality) {
            None => damage_dice.is_empty(),
            Some(count) => damage_dice.len() == count as usize && self.fell(damage_dice, count),
        }
    }
}

impl Game for RollTable {
    const NAME: &'static str = "roll_table";

    type Command = TableCommand;
    type Event = TableEvent;
    type Refusal = TableRefusal;
    type View = TableView;

    fn decide(
        &self,
        Seat(seat): Seat,
        command: &TableCommand,
        chance: &mut dyn Chance,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        let rolls = !matches!(
            command,
            TableCommand::Reveal { .. } | TableCommand::StartCheck { .. } | TableCommand::SetTable { .. }
        );
        if rolls && self.rolls() >= Self::MOST_ROLLS {
            return Err(TableRefusal::Full { most: Self::MOST_ROLLS });
        }
        let fell = |words: Words, hidden: bool, outcome: RollOutcome| outcome.into_event(seat, words, hidden);
        Ok(vec![match command {
            TableCommand::Reveal { roll } => self.reveal(Seat(seat), *roll)?,
            TableCommand::SetTable { system, aliases } => {
                aliases.as_deref().map(aliases_of).transpose()?;
                let same_system = system.as_ref().is_none_or(|system| **system == *self.system);
                if same_system && aliases.as_ref().is_none_or(|aliases| *aliases == self.names) {
                    // Nothing happens where the table agreed on this already.
                    return Ok(Vec::new());
                }
                TableEvent::TableSet { system: system.clone(), aliases: aliases.clone() }
            }
            TableCommand::StartCheck { terms, label, actor, target } => {
                let Words { label, actor, target } = Words::read(label, actor, target)?;
                TableEvent::CheckStarted { seat, terms: self.terms(terms)?, label, actor, target }
            }
            TableCommand::RollRound { check } => {
                TableEvent::RoundRolled { seat, check: *check, dice: self.round(seat, *check, chance)? }
            }
            TableCommand::Roll { expression, label, actor, target, hidden } => {
                let words = Words::read(label, actor, target)?;
                let expression = expression_of(short(expression)?, &self.aliases)?;
                let (faces, rolled) = expression.throw(chance);
                let (expression, total) = (expression.to_string(), rolled.total);
                fell(words, *hidden, RollOutcome::Expression { expression, faces, total })
            }
            TableCommand::Check { pool, difficulty: needed, label, actor, target, hidden } => {
                let words = Words::read(label, actor, target)?;
                let (pool, difficulty) = (self.pool("pool", *pool)?, difficulty("difficulty", *needed)?);
                let (dice, system) = (throw(&self.system, pool.dice(), chance), Arc::clone(&self.system));
                fell(words, *hidden, RollOutcome::Check { difficulty, dice, system })
            }
            TableCommand::Contest { initiator, defender, label, actor, target, hidden } => {
                let words = Words::read(label, actor, target)?;
                let pools = (self.pool("initiator", *initiator)?, self.pool("defender", *defender)?);
                let initiator = throw(&self.system, pools.0.dice(), chance);
                let (defender, system) =
                    (throw(&self.system, pools.1.dice(), chance), Arc::clone(&self.system));
                fell(words, *hidden, RollOutcome::Contest { initiator, defender, system })
            }
            TableCommand::Attack { pool, damage, armour, label, actor, target, hidden } => {
                let words = Words::read(label, actor, target)?;
                let attack = Attack { pool: *pool, damage: *damage, armour: *armour };
                fell(words, *hidden, self.attack(attack, chance)?)
            }
        }])
    }

    fn admits(&self, event: &TableEvent) -> bool {
        let (words, possible) = match event {
            TableEvent::RollRevealed { roll, rolled } => {
                let known = self.entry(*roll).filter(|_| self.hidden.contains(roll));
                return known.is_some_and(|entry| entry.as_hidden().as_ref() == Some(&**rolled));
            }
            TableEvent::TableSet { aliases, .. } => {
                return aliases.as_deref().is_none_or(|aliases| aliases_of(aliases).is_ok());
            }
            TableEvent::CheckStarted { terms, label, actor, target, .. } => {
                let fits = self.terms(terms).is_ok_and(|agreed| agreed == *terms);
                return fits && Words::fit(label, actor, target);
            }
            TableEvent::RoundRolled { seat, check, dice } => {
                let check = self.check(*check).filter(|check| check.progress.seat == *seat);
                let going = check.filter(|check| check.progress.status == ExtendedStatus::InProgress);
                let of_faces = |terms: &ExtendedTerms| terms.dice().of_faces(terms.system(), dice).is_some();
                let possible = going.is_some_and(|check| of_faces(&check.progress.terms));
                return possible && self.rolls() < Self::MOST_ROLLS;
            }
            TableEvent::DiceRolled { expression, faces, total, label, actor, target, .. } => {
                let known = expression_of(expression, &Aliases::default()).ok();
                let rolled = known.and_then(|known| known.of_faces(faces));
                ((label, actor, target), rolled.is_some_and(|rolled| rolled.total == *total))
            }
            TableEvent::CheckRolled { difficulty: needed, dice, label, actor, target, .. } => {
                let possible = difficulty("difficulty", (*needed).into()).is_ok();
                ((label, actor, target), possible && self.fell(dice, Self::MOST_DICE))
            }
            TableEvent::ContestRolled { initiator, defender, label, actor, target, .. } => {
                let possible = [initiator, defender].iter().all(|dice| self.fell(dice, Self::MOST_DICE));
                ((label, actor, target), possible)
            }
            TableEvent::AttackRolled {
                damage, armour, attack, damage_dice, label, actor, target, ..
            } => ((label, actor, target), self.admits_attack(*damage, *armour, attack, damage_dice)),
        };
        let (label, actor, target) = words;
        possible && Words::fit(label, actor, target) && self.rolls() < Self::MOST_ROLLS
    }

    fn apply(&mut self, event: &TableEvent) {
        match event {
            TableEvent::RollRevealed { roll, .. } => {
                self.hidden.remove(roll);
            }
            TableEvent::TableSet { system, aliases } => {
                if let Some(system) = system {
                    self.system = Arc::new((**system).clone());
                }
                if let Some(names) = aliases {
                    // Invalid names are not admitted.
                    self.aliases = aliases_of(names).unwrap_or_default();
                    self.names.clone_from(names);
                }
            }
            TableEvent::CheckStarted { seat, terms, label, actor, target } => {
                let words = Words { label: label.clone(), actor: actor.clone(), target: target.clone() };
                let progress = ExtendedProgress::start(*seat, (**terms).clone());
                self.checks.push(Extended { words, progress });
            }
            TableEvent::RoundRolled { seat, check, dice } => {
                let place = (*check as usize).checked_sub(1);
                let Some(extended) = place.and_then(|place| self.checks.get_mut(place)) else { return };
                let progress = &mut extended.progress;
                if let Some(roll) = progress.terms.dice().of_faces(progress.terms.system(), dice) {
                    progress.process_round(roll);
                }
                let (words, progress) = (extended.words.clone(), Box::new(progress.clone()));
                let outcome = RollOutcome::Round { check: *check, dice: dice.clone(), progress };
                self.rolls.push(Arc::new(Entry::new(*seat, words, outcome)));
            }
            TableEvent::DiceRolled { .. }
            | TableEvent::CheckRolled { .. }
            | TableEvent::ContestRolled { .. }
            | TableEvent::AttackRolled { .. } => {
                let Some((entry, hidden)) = Entry::of(event, &self.system) else { return };
                self.rolls.push(Arc::new(entry));
                if hidden {
                    self.hidden.insert(self.rolls());
                }
            }
        }
    }

    fn view(&self, viewer: Option<Seat>) -> TableView {
        let first = self.rolls.len().saturating_sub(Self::SHOWN);
        let numbered = (1u32..).zip(&self.rolls).skip(first);
        let rolls = numbered.map(|(roll, entry)| {
            let visible = !self.hidden.contains(&roll) || may_see_hidden(entry.seat, viewer);
            let words = if visible { entry.words.clone() } else { Words::default() };
            TableRoll {
                roll,
                seat: entry.seat,
                hidden: self.hidden.contains(&roll),
                label: words.label,
                actor: words.actor,
                target: words.target,
                result: visible.then(|| entry.result()),
            }
        });
        let first = self.checks.len().saturating_sub(Self::CHECKS_SHOWN);
        let checks = (1u32..).zip(&self.checks).skip(first).map(|(check, extended)| TableExtended {
            check,
            label: extended.words.label.clone(),
            actor: extended.words.actor.clone(),
            target: extended.words.target.clone(),
            progress: extended.progress.view(),
        });
        TableView {
            rolled: self.rolls(),
            rolls_remaining: Self::MOST_ROLLS.saturating_sub(self.rolls()),
            rolls: rolls.collect(),
            system: (*self.system != DiceSystem::standard()).then(|| Box::new((*self.system).clone())),
            aliases: self.names.clone(),
            checks: checks.collect(),
        }
    }
}

/// The names of a table; each may use those before it.
fn aliases_of(names: &[TableAlias]) -> Result<Aliases, TableRefusal> {
    if names.len() > RollTable::MOST_ALIASES {
        let (most, actual) = (RollTable::MOST_ALIASES, names.len());
        return Err(TableRefusal::TooManyAliases { most, actual });
    }
    let mut aliases = Aliases::default();
    for (place, TableAlias { name, expression }) in names.iter().enumerate() {
        short(expression)?;
        let defined = aliases.define(name, expression);
        defined.map_err(|error| TableRefusal::Alias { place, problem: error.to_string() })?;
    }
    Ok(aliases)
}

/// An expression small enough for a table, in its canonical spelling and with every name written out.
fn expression_of(text: &str, aliases: &Aliases) -> Result<Expression, TableRefusal> {
    let expression = Expression::parse(text, aliases).map_err(InputError::from)?.written_out();
    let (most, actual) = (RollTable::MOST_DICE, expression.most_dice());
    if actual > most.into() {
        return Err(TableRefusal::TooManyDice { most, actual });
    }
    Ok(expression)
}

/// An expression short enough to be asked for. In the log it has blanks that it need not have here.
fn short(expression: &str) -> Result<&str, TableRefusal> {
    let (most, actual) = (RollTable::LONGEST_EXPRESSION, expression.chars().count());
    if actual > most {
        return Err(TableRefusal::LongExpression { most, actual });
    }
    Ok(expression)
}
