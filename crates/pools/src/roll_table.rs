//! The shared roll log of a group at a live table.

mod command;
mod event;
mod refusal;
mod seen;
mod view;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use chance::Chance;
use ledger::{Game, Seat};

pub use command::TableCommand;
pub use event::TableEvent;
pub use refusal::TableRefusal;
pub use seen::{Seen, seen};
pub use view::{TableCheck, TableContest, TableResult, TableRoll, TableRolled, TableView};

use crate::check::difficulty;
use crate::input;
use crate::roll::throw;
use crate::{Aliases, DiceSystem, Expression, InputError, Pool, SIDES};

/// What a group has rolled: any seat rolls any expression, a check or a contest, and everybody sees it with its odds. A
/// hidden roll is seen by its own seat alone until that seat reveals it.
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
}

/// A roll as it happened, and what it makes, which is worked out when somebody first looks.
#[derive(Debug)]
struct Entry {
    seat: u8,
    label: Option<String>,
    fallen: Fallen,
    result: OnceLock<TableResult>,
}

/// Dice that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fallen {
    Expression { expression: String, faces: Vec<i64>, total: i64 },
    Check { difficulty: u32, dice: Vec<u8> },
    Contest { initiator: Vec<u8>, defender: Vec<u8> },
}

impl Entry {
    /// The event that it came from, if it was hidden.
    fn as_hidden(&self) -> TableEvent {
        let (seat, label, hidden) = (self.seat, self.label.clone(), true);
        match self.fallen.clone() {
            Fallen::Expression { expression, faces, total } => {
                TableEvent::DiceRolled { seat, expression, faces, total, label, hidden }
            }
            Fallen::Check { difficulty, dice } => {
                TableEvent::CheckRolled { seat, difficulty, dice, label, hidden }
            }
            Fallen::Contest { initiator, defender } => {
                TableEvent::ContestRolled { seat, initiator, defender, label, hidden }
            }
        }
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, &self.label, &self.fallen) == (other.seat, &other.label, &other.fallen)
    }
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
    /// The most characters of a label.
    pub const LONGEST_LABEL: usize = 80;

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

    /// Whether this viewer may know a roll.
    fn may_see(&self, roll: u32, viewer: Option<Seat>) -> bool {
        let own = || self.entry(roll).is_some_and(|entry| Some(Seat(entry.seat)) == viewer);
        !self.hidden.contains(&roll) || own()
    }

    fn reveal(&self, seat: Seat, roll: u32) -> Result<TableEvent, TableRefusal> {
        let entry = self.entry(roll).ok_or(TableRefusal::NoSuchRoll { roll, rolls: self.rolls() })?;
        let owner = entry.seat;
        if owner != seat.0 {
            return Err(TableRefusal::NotYours { roll, owner, seat: seat.0 });
        }
        if !self.hidden.contains(&roll) {
            return Err(TableRefusal::NotHidden { roll });
        }
        Ok(TableEvent::RollRevealed { roll, rolled: Box::new(entry.as_hidden()) })
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
        let full = self.rolls() >= Self::MOST_ROLLS;
        Ok(vec![match command {
            TableCommand::Reveal { roll } => self.reveal(Seat(seat), *roll)?,
            TableCommand::Roll { .. } | TableCommand::Check { .. } | TableCommand::Contest { .. } if full => {
                return Err(TableRefusal::Full { most: Self::MOST_ROLLS });
            }
            TableCommand::Roll { expression, label, hidden } => {
                let (label, expression) = (label_of(label.as_deref())?, expression_of(short(expression)?)?);
                let (faces, rolled) = expression.throw(chance);
                let (expression, total, hidden) = (expression.to_string(), rolled.total, *hidden);
                TableEvent::DiceRolled { seat, expression, faces, total, label, hidden }
            }
            TableCommand::Check { pool, difficulty: needed, label, hidden } => {
                let label = label_of(label.as_deref())?;
                let (pool, difficulty) = (pool_of("pool", *pool)?, difficulty("difficulty", *needed)?);
                let (dice, hidden) = (throw(&DiceSystem::standard(), pool.dice(), chance), *hidden);
                TableEvent::CheckRolled { seat, difficulty, dice, label, hidden }
            }
            TableCommand::Contest { initiator, defender, label, hidden } => {
                let label = label_of(label.as_deref())?;
                let pools = (pool_of("initiator", *initiator)?, pool_of("defender", *defender)?);
                let initiator = throw(&DiceSystem::standard(), pools.0.dice(), chance);
                let (defender, hidden) = (throw(&DiceSystem::standard(), pools.1.dice(), chance), *hidden);
                TableEvent::ContestRolled { seat, initiator, defender, label, hidden }
            }
        }])
    }

    fn admits(&self, event: &TableEvent) -> bool {
        let fell = |dice: &[u8]| {
            (1..=Self::MOST_DICE as usize).contains(&dice.len())
                && dice.iter().all(|face| (1..=SIDES).contains(face))
        };
        let (label, possible) = match event {
            TableEvent::RollRevealed { roll, rolled } => {
                let known = self.entry(*roll).filter(|_| self.hidden.contains(roll));
                return known.is_some_and(|entry| entry.as_hidden() == **rolled);
            }
            TableEvent::DiceRolled { expression, faces, total, label, .. } => {
                let rolled = expression_of(expression).ok().and_then(|known| known.of_faces(faces));
                (label, rolled.is_some_and(|rolled| rolled.total == *total))
            }
            TableEvent::CheckRolled { difficulty: needed, dice, label, .. } => {
                (label, difficulty("difficulty", (*needed).into()).is_ok() && fell(dice))
            }
            TableEvent::ContestRolled { initiator, defender, label, .. } => {
                (label, fell(initiator) && fell(defender))
            }
        };
        let label_fits = label_of(label.as_deref()).is_ok_and(|kept| kept == *label);
        possible && label_fits && self.rolls() < Self::MOST_ROLLS
    }

    fn apply(&mut self, event: &TableEvent) {
        let (seat, label, hidden, fallen) = match event.clone() {
            TableEvent::RollRevealed { roll, .. } => {
                self.hidden.remove(&roll);
                return;
            }
            TableEvent::DiceRolled { seat, expression, faces, total, label, hidden } => {
                (seat, label, hidden, Fallen::Expression { expression, faces, total })
            }
            TableEvent::CheckRolled { seat, difficulty, dice, label, hidden } => {
                (seat, label, hidden, Fallen::Check { difficulty, dice })
            }
            TableEvent::ContestRolled { seat, initiator, defender, label, hidden } => {
                (seat, label, hidden, Fallen::Contest { initiator, defender })
            }
        };
        self.rolls.push(Arc::new(Entry { seat, label, fallen, result: OnceLock::new() }));
        if hidden {
            self.hidden.insert(self.rolls());
        }
    }

    fn view(&self, viewer: Option<Seat>) -> TableView {
        let first = self.rolls.len().saturating_sub(Self::SHOWN);
        let numbered = (1u32..).zip(&self.rolls).skip(first);
        let rolls = numbered.map(|(roll, entry)| {
            let visible = self.may_see(roll, viewer);
            TableRoll {
                roll,
                seat: entry.seat,
                hidden: self.hidden.contains(&roll),
                label: entry.label.clone().filter(|_| visible),
                result: visible.then(|| entry.result.get_or_init(|| TableResult::of(&entry.fallen)).clone()),
            }
        });
        let rolls = rolls.collect();
        TableView {
            rolled: self.rolls(),
            rolls_remaining: Self::MOST_ROLLS.saturating_sub(self.rolls()),
            rolls,
        }
    }
}

/// The dice of a check or a contest at the table.
fn pool_of(field: &'static str, dice: i64) -> Result<Pool, InputError> {
    let most = RollTable::MOST_DICE;
    if dice > i64::from(most) {
        return Err(input::too_many_dice(field, most, dice));
    }
    DiceSystem::standard().pool(field, dice)
}

/// An expression small enough for a table, in its canonical spelling.
fn expression_of(text: &str) -> Result<Expression, TableRefusal> {
    let parse = |text: &str| Expression::parse(text, &Aliases::default()).map_err(InputError::from);
    let expression = parse(&parse(text)?.to_string())?;
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

fn label_of(label: Option<&str>) -> Result<Option<String>, TableRefusal> {
    let Some(label) = label.map(str::trim) else { return Ok(None) };
    let characters = label.chars().count();
    if !(1..=RollTable::LONGEST_LABEL).contains(&characters) || label.chars().any(char::is_control) {
        return Err(TableRefusal::Label { most: RollTable::LONGEST_LABEL, actual: characters });
    }
    Ok(Some(label.to_owned()))
}
