use std::fmt;
use std::str::FromStr;

use chance::Fields;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::{self, ConfigError, Field, Shape};
use crate::input;
use crate::{InputError, SavedProvider, SeededProvider};

const FILE: &str = "rng-contexts.json";

/// What `schemas/rng-contexts.schema.json` says.
const FIELDS: &[Field] = &[
    Field::new("$schema", Shape::Text),
    Field::new("version", Shape::Text).required(),
    Field::new(
        "contexts",
        Shape::Object(&[
            context_field("combat"),
            context_field("exploration"),
            context_field("crafting"),
            context_field("dialogue"),
        ]),
    )
    .required(),
];

const fn context_field(name: &'static str) -> Field {
    const KNOWN: &[&str] = &["lockedPerEncounter", "lockedPerSession", "freshOnLoad"];
    const FIELDS: &[Field] = &[Field::new("seed", Shape::OneOf(KNOWN)).required()];
    Field::new(name, Shape::Object(FIELDS)).required()
}

/// What dice are rolled for, as far as saving and loading are concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RngContext {
    /// A fight.
    Combat,
    /// Looking around.
    Exploration,
    /// Making things.
    Crafting,
    /// Talking.
    Dialogue,
    /// Whatever is current.
    #[default]
    Default,
}

/// What becomes of the dice of a context when a saved game is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Seeding {
    /// One seed for each encounter: loading brings the same dice again.
    LockedPerEncounter,
    /// One seed for each play session: loading brings the same dice again.
    LockedPerSession,
    /// A fresh seed on loading: trying again may end differently.
    FreshOnLoad,
}

/// The seeding of every context, from `rng-contexts.json` or built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RngRules {
    combat: Seeding,
    exploration: Seeding,
    crafting: Seeding,
    dialogue: Seeding,
}

/// Every context's dice, and which context is current.
///
/// Each context has a stream of its own, so that what happens in one never shifts the dice of another.
///
/// ```
/// use pools::{RngContext, RngContexts, RngRules};
///
/// let mut contexts = RngContexts::new(RngRules::standard(), 1);
/// contexts.begin_encounter(99);
/// contexts.enter(RngContext::Combat);
/// let saved = contexts.save();
/// let fight = contexts.dice().next_many(5, 1..11);
///
/// // Loading brings the same fight, whatever the fresh seed.
/// let mut loaded = RngContexts::load(RngRules::standard(), &saved, 12345);
/// assert_eq!(loaded.current(), RngContext::Combat);
/// assert_eq!(loaded.dice().next_many(5, 1..11), fight);
/// ```
#[derive(Clone, Debug)]
pub struct RngContexts {
    rules: RngRules,
    /// Entered and not left yet, the innermost last.
    entered: Vec<RngContext>,
    slots: [Slot; RngContext::ALL.len()],
}

#[derive(Clone, Debug)]
struct Slot {
    dice: SeededProvider,
    locked: bool,
}

/// All of [`RngContexts`] as it is stored in a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedContexts {
    entered: Vec<RngContext>,
    slots: [SavedSlot; RngContext::ALL.len()],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSlot {
    dice: SavedProvider,
    locked: bool,
}

impl RngContext {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Combat, Self::Exploration, Self::Crafting, Self::Dialogue, Self::Default];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Combat => "combat",
            Self::Exploration => "exploration",
            Self::Crafting => "crafting",
            Self::Dialogue => "dialogue",
            Self::Default => "default",
        }
    }

    const fn index(self) -> usize {
        self as usize
    }

    /// The field `context` of a command or an event.
    pub(crate) fn of(fields: &mut Fields) -> Result<Self, serde_json::Error> {
        fields.one_of("context", &Self::ALL, Self::name)
    }

    /// The context that a roll's label belongs to: the word before the colon, so that `Combat:Attack` is combat.
    /// Any other label, `Skill:` among them, leaves it to the current context.
    #[must_use]
    pub fn of_label(label: &str) -> Self {
        let word = label.split(':').next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|context| context.name().eq_ignore_ascii_case(word))
            .unwrap_or(Self::Default)
    }
}

impl fmt::Display for RngContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RngContext {
    type Err = InputError;

    /// A name, or a label of one of the known kinds such as `Combat:Attack` or `Skill:Stealth`.
    fn from_str(text: &str) -> Result<Self, InputError> {
        let word = text.split(':').next().unwrap_or_default();
        let known = Self::ALL.into_iter().find(|context| context.name().eq_ignore_ascii_case(word));
        let skill = (text.contains(':') && word.eq_ignore_ascii_case("skill")).then_some(Self::Default);
        known.or(skill).ok_or_else(|| input::context(&text.chars().take(60).collect::<String>()))
    }
}

impl RngRules {
    /// The built-in rules: combat locked per encounter, crafting per play session, the others fresh.
    #[must_use]
    pub const fn standard() -> Self {
        Self {
            combat: Seeding::LockedPerEncounter,
            exploration: Seeding::FreshOnLoad,
            crafting: Seeding::LockedPerSession,
            dialogue: Seeding::FreshOnLoad,
        }
    }

    /// Reads `rng-contexts.json`.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] with the path of the field that is wrong.
    pub fn from_json(text: &str) -> Result<Self, ConfigError> {
        let file = config::read(FILE, FIELDS, text)?;
        let seeding = |context: &str| seeding(context, &file["contexts"][context]["seed"]);
        Ok(Self {
            combat: seeding("combat")?,
            exploration: seeding("exploration")?,
            crafting: seeding("crafting")?,
            dialogue: seeding("dialogue")?,
        })
    }

    /// How a context is seeded.
    #[must_use]
    pub const fn seeding(&self, context: RngContext) -> Seeding {
        match context {
            RngContext::Combat => self.combat,
            RngContext::Exploration => self.exploration,
            RngContext::Crafting => self.crafting,
            RngContext::Dialogue => self.dialogue,
            RngContext::Default => Seeding::FreshOnLoad,
        }
    }
}

impl Default for RngRules {
    fn default() -> Self {
        Self::standard()
    }
}

fn seeding(context: &str, value: &Value) -> Result<Seeding, ConfigError> {
    serde_json::from_value(value.clone()).map_err(|error| {
        let path = format!("contexts.{context}.seed");
        ConfigError::new(FILE, &path, "a known seeding".to_owned(), error.to_string())
    })
}

impl RngContexts {
    /// The dice of a new play session.
    #[must_use]
    pub fn new(rules: RngRules, seed: u64) -> Self {
        let slots = RngContext::ALL.map(|context| Slot { dice: stream(context, seed), locked: false });
        let mut contexts = Self { rules, entered: Vec::new(), slots };
        contexts.lock_all(Seeding::LockedPerSession, seed);
        contexts
    }

    /// An encounter begins: contexts that are locked per encounter start the sequence of this seed.
    pub fn begin_encounter(&mut self, seed: u64) {
        self.lock_all(Seeding::LockedPerEncounter, seed);
    }

    fn lock_all(&mut self, seeding: Seeding, seed: u64) {
        for context in RngContext::ALL {
            if self.rules.seeding(context) == seeding {
                self.lock(context, seed);
            }
        }
    }

    /// Enters a context; [`RngContext::Default`] stays where it is.
    pub fn enter(&mut self, context: RngContext) {
        self.entered.push(self.resolve(context));
    }

    /// Leaves the context that was entered last and says which one is current now.
    pub fn exit(&mut self) -> RngContext {
        self.entered.pop();
        self.current()
    }

    /// The current context.
    #[must_use]
    pub fn current(&self) -> RngContext {
        self.entered.last().copied().unwrap_or(RngContext::Default)
    }

    /// Locks a context to the sequence of a seed, from its beginning.
    pub fn lock(&mut self, context: RngContext, seed: u64) {
        let context = self.resolve(context);
        self.slots[context.index()] = Slot { dice: stream(context, seed), locked: true };
    }

    /// Releases the lock: the sequence goes on, but loading a saved game brings fresh dice.
    pub fn release(&mut self, context: RngContext) {
        let context = self.resolve(context);
        self.slots[context.index()].locked = false;
    }

    /// Whether a context has been entered and not left.
    #[must_use]
    pub const fn has_entered(&self) -> bool {
        !self.entered.is_empty()
    }

    /// Whether the dice of exactly this context are locked, so that loading would bring the same again.
    pub(crate) const fn is_locked_itself(&self, context: RngContext) -> bool {
        self.slots[context.index()].locked
    }

    /// The seed of exactly this context.
    pub(crate) const fn seed_of(&self, context: RngContext) -> u64 {
        self.slots[context.index()].dice.seed()
    }

    /// Puts the dice of a context where so many words of their sequence have been drawn.
    pub(crate) fn set_drawn(&mut self, context: RngContext, drawn: u64) {
        let dice = self.dice_of(context);
        *dice = SeededProvider::restore(SavedProvider { drawn, ..dice.save() });
    }

    /// The dice of the current context.
    pub fn dice(&mut self) -> &mut SeededProvider {
        self.dice_of(RngContext::Default)
    }

    /// The dice of a context.
    pub fn dice_of(&mut self, context: RngContext) -> &mut SeededProvider {
        let context = self.resolve(context);
        &mut self.slots[context.index()].dice
    }

    /// All of it, for a saved game.
    #[must_use]
    pub fn save(&self) -> SavedContexts {
        let slot = |slot: &Slot| SavedSlot { dice: slot.dice.save(), locked: slot.locked };
        SavedContexts { entered: self.entered.clone(), slots: self.slots.each_ref().map(slot) }
    }

    /// Loads a saved game: locked contexts go on where they were saved, the others start from the fresh seed.
    #[must_use]
    pub fn load(rules: RngRules, saved: &SavedContexts, fresh: u64) -> Self {
        let slots = RngContext::ALL.map(|context| {
            let SavedSlot { dice, locked } = saved.slots[context.index()];
            let dice = if locked { SeededProvider::restore(dice) } else { stream(context, fresh) };
            Slot { dice, locked }
        });
        Self { rules, entered: saved.entered.clone(), slots }
    }

    fn resolve(&self, context: RngContext) -> RngContext {
        if context == RngContext::Default { self.current() } else { context }
    }
}

fn stream(context: RngContext, seed: u64) -> SeededProvider {
    SeededProvider::of_stream(seed, context.index() as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ten(contexts: &mut RngContexts, context: RngContext) -> Vec<i32> {
        contexts.dice_of(context).next_many(10, 1..11).unwrap()
    }

    #[test]
    fn the_schema_says_what_is_checked() {
        config::tests::expect_schema(FIELDS, include_str!("../schemas/rng-contexts.schema.json"));
    }

    #[test]
    fn the_file_that_is_shipped_is_the_built_in_rule() {
        assert_eq!(
            RngRules::from_json(include_str!("../config/rng-contexts.json")),
            Ok(RngRules::standard())
        );
        let error = RngRules::from_json(
            r#"{"version": "1.0.0", "contexts": {"combat": {"seed": "lucky"},
            "exploration": {"seed": "freshOnLoad"}, "crafting": {"seed": "freshOnLoad"}, "dialogue": {}}}"#,
        );
        assert_eq!(error.unwrap_err().path, "contexts.combat.seed");
        let error = RngRules::from_json(r#"{"version": "1.0.0", "contexts": {}}"#).unwrap_err();
        assert_eq!(error.path, "contexts.combat");
    }

    #[test]
    fn combat_context_uses_locked_seed() {
        let mut contexts = RngContexts::new(RngRules::standard(), 1);
        assert!(!contexts.is_locked_itself(RngContext::Combat), "no encounter has begun");
        contexts.begin_encounter(5);
        assert!(contexts.is_locked_itself(RngContext::Combat));
        let saved = contexts.save();
        let fight = ten(&mut contexts, RngContext::Combat);
        for fresh in 0..3 {
            let mut loaded = RngContexts::load(RngRules::standard(), &saved, fresh);
            assert_eq!(ten(&mut loaded, RngContext::Combat), fight);
        }
        // The same encounter from its beginning, in another session.
        let mut another = RngContexts::new(RngRules::standard(), 777);
        another.begin_encounter(5);
        assert_eq!(ten(&mut another, RngContext::Combat), fight);
    }

    #[test]
    fn a_fight_goes_on_where_it_was_saved() {
        let mut contexts = RngContexts::new(RngRules::standard(), 1);
        contexts.begin_encounter(5);
        ten(&mut contexts, RngContext::Combat);
        let json = serde_json::to_string(&contexts.save()).unwrap();
        let next = ten(&mut contexts, RngContext::Combat);
        let mut loaded = RngContexts::load(RngRules::standard(), &serde_json::from_str(&json).unwrap(), 9);
        assert_eq!(ten(&mut loaded, RngContext::Combat), next);
    }

    #[test]
    fn crafting_is_locked_per_session() {
        let mut contexts = RngContexts::new(RngRules::standard(), 1);
        assert!(contexts.is_locked_itself(RngContext::Crafting));
        let saved = contexts.save();
        let made = ten(&mut contexts, RngContext::Crafting);
        contexts.begin_encounter(5);
        let mut loaded = RngContexts::load(RngRules::standard(), &saved, 2);
        assert_eq!(ten(&mut loaded, RngContext::Crafting), made);
    }

    #[test]
    fn exploration_context_allows_fresh_seed_on_load() {
        for context in [RngContext::Exploration, RngContext::Dialogue] {
            let mut contexts = RngContexts::new(RngRules::standard(), 1);
            let saved = contexts.save();
            let first = ten(&mut contexts, context);
            let again = |fresh| ten(&mut RngContexts::load(RngRules::standard(), &saved, fresh), context);
            assert_ne!(again(2), first);
            assert_ne!(again(2), again(3));
        }
    }

    #[test]
    fn contexts_nest_and_default_is_the_current_one() {
        let mut contexts = RngContexts::new(RngRules::standard(), 1);
        assert_eq!(contexts.current(), RngContext::Default);
        contexts.enter(RngContext::Exploration);
        contexts.enter(RngContext::Combat);
        contexts.enter(RngContext::Default);
        assert_eq!(contexts.current(), RngContext::Combat);
        let mut copy = contexts.clone();
        assert_eq!(ten(&mut contexts, RngContext::Default), ten(&mut copy, RngContext::Combat));
        assert_eq!(contexts.exit(), RngContext::Combat);
        assert_eq!(contexts.exit(), RngContext::Exploration);
        assert_eq!(contexts.exit(), RngContext::Default);
        assert_eq!(contexts.exit(), RngContext::Default, "leaving the table is no error");
    }

    #[test]
    fn a_lock_can_be_set_and_released_by_hand() {
        let mut contexts = RngContexts::new(RngRules::standard(), 1);
        contexts.lock(RngContext::Dialogue, 8);
        let saved = contexts.save();
        let talk = ten(&mut contexts, RngContext::Dialogue);
        assert_eq!(ten(&mut RngContexts::load(RngRules::standard(), &saved, 2), RngContext::Dialogue), talk);
        contexts.release(RngContext::Dialogue);
        let mut loaded = RngContexts::load(RngRules::standard(), &contexts.save(), 2);
        assert_eq!(
            ten(&mut loaded, RngContext::Dialogue),
            ten(&mut RngContexts::new(RngRules::standard(), 2), RngContext::Dialogue)
        );
    }

    #[test]
    fn one_context_never_shifts_the_dice_of_another() {
        let mut quiet = RngContexts::new(RngRules::standard(), 1);
        let mut busy = quiet.clone();
        ten(&mut busy, RngContext::Dialogue);
        assert_eq!(ten(&mut quiet, RngContext::Exploration), ten(&mut busy, RngContext::Exploration));
    }

    #[test]
    fn labels_name_their_context() {
        assert_eq!(RngContext::of_label("Combat:Attack"), RngContext::Combat);
        assert_eq!(RngContext::of_label("Crafting:Forge"), RngContext::Crafting);
        assert_eq!(RngContext::of_label("Skill:Stealth"), RngContext::Default);
        assert_eq!("combat".parse(), Ok(RngContext::Combat));
        assert_eq!("Skill:Stealth".parse(), Ok(RngContext::Default));
        assert!("brawl".parse::<RngContext>().is_err());
    }
}
