//! Sessions: what they hold, that they replay, and that a history that was touched is not admitted.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use ledger::{Game as _, Log, Seat, Source, Stamp, Upcaster};
use pools::{
    ExtendedStatus, RngContext, Session, SessionCommand, SessionEvent, SessionRefusal, SessionResult,
};
use serde_json::{Value, json};

struct Table {
    log: Log<Session>,
    luck: SeededChance,
    sent: u32,
}

impl Table {
    fn open(seed: u64) -> Self {
        let mut table = Self { log: Log::default(), luck: SeededChance::from_seed(seed), sent: 0 };
        table.send(json!({"type": "OPEN"}));
        table
    }

    fn try_send(&mut self, command: Value) -> Result<(), String> {
        let command: SessionCommand = serde_json::from_value(command).map_err(|error| error.to_string())?;
        self.sent += 1;
        let stamp = Stamp { timestamp: 1, source: Source::Client };
        let id = self.sent.to_string();
        let sent = self.log.submit(Seat(0), &id, None, &command, &mut self.luck, stamp);
        sent.map(|_| ()).map_err(|error| error.to_string())
    }

    fn send(&mut self, command: Value) -> &mut Self {
        self.try_send(command.clone()).unwrap_or_else(|error| panic!("{command}: {error}"));
        self
    }

    fn last(&self) -> SessionResult {
        SessionResult::clone(&self.log.state().view(None).log.last().unwrap().result)
    }
}

/// A night with a bit of everything.
fn night(seed: u64) -> Table {
    let mut table = Table::open(seed);
    for command in [
        json!({"type": "DEFINE", "name": "sword", "expression": "2d6+3"}),
        json!({"type": "SET_POOL", "character": "mira", "pool": "stealth", "dice": 6}),
        json!({"type": "SET_POOL", "character": "mira", "pool": "blade", "dice": "7d10!10>=8b1"}),
        json!({"type": "SET_POOL", "character": "orc", "pool": "notice", "dice": 4}),
        json!({"type": "CHECK", "character": "mira", "pool": "stealth", "dc": 2, "modifier": -1}),
        json!({"type": "CONTEST", "initiator": {"character": "mira", "pool": "stealth"},
            "defender": {"character": "orc", "pool": "notice"}}),
        json!({"type": "BEGIN_ENCOUNTER", "seed": "99"}),
        json!({"type": "ENTER_CONTEXT", "context": "combat"}),
        json!({"type": "ATTACK", "character": "mira", "pool": "blade", "damage": 3, "armour": 2, "target": "orc"}),
        json!({"type": "ROLL", "expression": "@sword", "character": "orc", "label": "Combat:Damage"}),
        json!({"type": "LEAVE_CONTEXT"}),
        json!({"type": "START_CHECK", "check": "lock", "character": "mira", "dice": 6, "target": 8, "rounds": 4}),
        json!({"type": "ROLL_ROUND", "check": "lock"}),
    ] {
        table.send(command);
    }
    table
}

#[test]
fn characters_roll_their_named_pools() {
    let table = night(1);
    let view = table.log.state().view(None);
    assert_eq!(view.characters["mira"].len(), 2);
    let labels: Vec<Option<&str>> = view.log.iter().map(|entry| entry.label.as_deref()).collect();
    assert_eq!(
        labels,
        [Some("Skill:stealth"), Some("Skill:stealth"), Some("Combat:Attack"), Some("Combat:Damage"), None]
    );
    let SessionResult::Check { dice, result, success, .. } = &*view.log[0].result else { panic!("a check") };
    assert_eq!((dice.to_string().as_str(), result.difficulty, success.is_some()), ("5", 2, true));
    let SessionResult::Roll { expression, .. } = &*view.log[3].result else { panic!("a roll") };
    assert_eq!(expression, "2d6 + 3", "aliases are written out in the log");
    assert!(view.log.iter().all(|entry| entry.percentile.is_some()));
    let luck = view.luck.unwrap();
    assert_eq!((luck.all.rolls, luck.characters["mira"].rolls, luck.characters["orc"].rolls), (5, 4, 1));
    let error = night(1).try_send(json!({"type": "CHECK", "character": "mira", "pool": "cooking", "dc": 1}));
    assert_eq!(error.unwrap_err(), "pool: expected one of blade, stealth, got cooking");
}

/// The browser module is built without the exact reader of fractions, which is ten kilobytes of tables.
#[test]
fn no_event_holds_a_fraction() {
    fn is_whole(value: &Value) -> bool {
        match value {
            Value::Number(number) => !number.is_f64(),
            Value::Array(items) => items.iter().all(is_whole),
            Value::Object(fields) => fields.values().all(is_whole),
            Value::Null | Value::Bool(_) | Value::String(_) => true,
        }
    }
    let mut table = night(1);
    let system = json!({"sides": 7, "successThreshold": 5, "probabilities": {"successPerDie": 3.0 / 7.0}});
    table.send(json!({"type": "SET_SYSTEM", "system": system}));
    assert!(is_whole(&serde_json::from_str(&table.log.to_json().unwrap()).unwrap()));
}

#[test]
fn nobody_is_told_to_choose_among_no_characters() {
    let asked = json!({"type": "CHECK", "character": "mira", "pool": "stealth", "dc": 1});
    let refused = Table::open(1).try_send(asked).unwrap_err();
    assert_eq!(refused, "character: expected a character of this session, of which there is none, got mira");
}

#[test]
fn a_saved_session_reads_back_and_shows_the_same() {
    let table = night(2);
    let saved = table.log.to_json().unwrap();
    let loaded: Log<Session> = Log::from_json(&saved, &Upcaster::default()).unwrap();
    assert_eq!(loaded.state().view(None), table.log.state().view(None));
    for version in 0..=table.log.version() {
        assert_eq!(loaded.state_at(version).view(None), table.log.state_at(version).view(None));
    }
}

#[test]
fn dice_that_the_seed_does_not_roll_are_not_admitted() {
    let table = night(3);
    let version = table.log.version() - 1;
    let state = table.log.state_at(version);
    let SessionEvent::DiceRolled { throw, label, mut faces, drawn } =
        table.log.events().last().unwrap().clone()
    else {
        panic!("a roll")
    };
    let event = |faces: &[Vec<i64>], drawn| SessionEvent::DiceRolled {
        throw: throw.clone(),
        label: label.clone(),
        faces: faces.to_vec(),
        drawn,
    };
    assert!(state.admits(&event(&faces, drawn)));
    assert!(!state.admits(&event(&faces, drawn + 1)));
    faces[0][0] = faces[0][0] % 10 + 1;
    assert!(!state.admits(&event(&faces, drawn)), "a better die");
}

#[test]
fn a_session_saved_in_an_older_spelling_is_admitted() {
    let mut table = Table::open(12);
    table.send(json!({"type": "CHECK", "dice": "2d6 * 2 + 1", "dc": 2}));
    let older = |event: &SessionEvent| -> SessionEvent {
        let json = serde_json::to_string(event).unwrap().replace("2d6 * 2 + 1", "(2d6 * 2) + 1");
        serde_json::from_str(&json).unwrap()
    };
    let (before, rolled) = (table.log.state_at(1), older(table.log.events().last().unwrap()));
    assert!(serde_json::to_string(&rolled).unwrap().contains("(2d6 * 2) + 1") && before.admits(&rolled));
    let defined = |expression: &str| {
        let name = "blow".to_owned();
        before.admits(&SessionEvent::AliasDefined { name, expression: expression.to_owned() })
    };
    assert!(defined("(2d6 * 2) + 1") && defined("2d6 * 2 + 1"));
    assert!(!defined("@blow") && !defined("2d") && !defined("1001d6"));
    let shouted = SessionEvent::AliasDefined { name: "BLOW".to_owned(), expression: "2d6".to_owned() };
    assert!(!before.admits(&shouted));
}

#[test]
fn an_alias_whose_canonical_spelling_is_longer_than_what_was_asked_reads_back() {
    let mut table = Table::open(13);
    let asked = vec!["d6!"; 75].join("+");
    assert_eq!(asked.len() + 1, Session::LONGEST_EXPRESSION);
    table.send(json!({"type": "DEFINE", "name": "volley", "expression": asked}));
    let saved = table.log.to_json().unwrap();
    let loaded: Log<Session> = Log::from_json(&saved, &Upcaster::default()).unwrap();
    assert!(loaded.state().aliases()["volley"].len() > Session::LONGEST_EXPRESSION);
    assert_eq!(loaded.state().view(None), table.log.state().view(None));
}

#[test]
fn an_encounter_replays_the_same_dice_and_exploration_does_not() {
    let fight = json!({"type": "ROLL", "expression": "20d10", "label": "Combat:Attack"});
    let look = json!({"type": "ROLL", "expression": "20d10", "label": "Exploration:Search"});
    let mut table = Table::open(4);
    table.send(json!({"type": "BEGIN_ENCOUNTER", "seed": "7"})).send(fight.clone());
    let saved = table.log.to_json().unwrap();
    let again = |seed: &str| {
        let log = Log::from_json(&saved, &Upcaster::default()).unwrap();
        let mut table = Table { log, luck: SeededChance::from_seed(0), sent: 100 };
        table.send(json!({"type": "RESUME", "seed": seed})).send(fight.clone());
        let fought = table.last();
        table.send(look.clone());
        (fought, table.last())
    };
    let ((first, found), (second, other)) = (again("1"), again("2"));
    assert_eq!(first, second, "combat is locked for the encounter");
    assert_ne!(found, other, "exploration has fresh dice");
    // The same encounter from its beginning is the same fight.
    let (mut a, mut b) = (Table::open(5), Table::open(6));
    for table in [&mut a, &mut b] {
        table.send(json!({"type": "BEGIN_ENCOUNTER", "seed": "7"})).send(fight.clone());
    }
    assert_eq!(a.last(), b.last());
    let view = a.log.state().view(None);
    let combat = view.contexts.iter().find(|known| known.context == RngContext::Combat).unwrap();
    assert!(combat.locked && combat.seed.0 == 7);
}

#[test]
fn extended_checks_go_on_until_they_are_over() {
    let mut table = night(8);
    assert!(
        table
            .try_send(json!({"type": "START_CHECK", "check": "lock", "dice": 6, "target": 3, "rounds": 2}))
            .is_err()
    );
    let status = |table: &Table| table.log.state().view(None).checks[0].view.progress.status;
    while status(&table) == ExtendedStatus::InProgress {
        table.send(json!({"type": "ROLL_ROUND", "check": "lock"}));
    }
    let view = table.log.state().view(None);
    let check = &view.checks[0];
    assert_ne!(check.view.progress.status, ExtendedStatus::InProgress);
    let rounds = view.log.iter().filter(|entry| matches!(*entry.result, SessionResult::Round { .. })).count();
    assert_eq!(check.view.progress.rolls.len(), rounds);
    let error = table.try_send(json!({"type": "ROLL_ROUND", "check": "lock"})).unwrap_err();
    assert!(error.starts_with("the check \"lock\" is over"), "{error}");
    // A name that is free again may be used again, with any dice.
    let again =
        json!({"type": "START_CHECK", "check": "lock", "dice": "5d10!10>=8b1", "target": 50, "rounds": 9});
    table.send(again).send(json!({"type": "ROLL_ROUND", "check": "lock"}));
    table.send(json!({"type": "ABANDON_CHECK", "check": "lock"}));
    assert!(table.try_send(json!({"type": "ROLL_ROUND", "check": "lock"})).is_err());
}

#[test]
fn the_log_is_filtered_by_label_and_cleared_without_forgetting() {
    let mut table = night(9);
    let state = table.log.state();
    assert_eq!(state.look(Some("combat:"), 100).log.len(), 2);
    assert_eq!(state.look(Some("Skill:"), 1).log.len(), 1);
    assert_eq!(state.look(None, 100).log.len(), 5);
    table.send(json!({"type": "CLEAR_LOG"}));
    let view = table.log.state().view(None);
    assert_eq!((view.log.len(), view.rolled, view.luck), (0, 5, None));
    table.send(json!({"type": "ROLL", "expression": "d6"}));
    assert_eq!(table.log.state().view(None).log[0].roll, 6, "numbers go on");
}

#[test]
fn a_system_counts_for_what_is_rolled_after_it() {
    let mut table = Table::open(10);
    table.send(
        json!({"type": "SET_SYSTEM", "system": {"sides": 6, "successThreshold": 5, "botchValue": null}}),
    );
    table.send(json!({"type": "CHECK", "dice": 20, "dc": 3}));
    let SessionResult::Check { result, .. } = table.last() else { panic!("a check") };
    let faces = serde_json::to_value(&result.roll).unwrap()["dice"].clone();
    assert!(faces.as_array().unwrap().iter().all(|face| face.as_i64().unwrap() <= 6), "{faces}");
    let bad = table.try_send(json!({"type": "SET_SYSTEM", "system": {"sides": 4}})).unwrap_err();
    assert!(bad.contains("successThreshold"), "{bad}");
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut table = night(11);
    let before = table.log.state().view(None);
    for command in [
        json!({"type": "OPEN"}),
        json!({"type": "ROLL", "expression": "2000d6"}),
        json!({"type": "ROLL", "expression": "2d6 + (3"}),
        json!({"type": "ROLL", "expression": "2d6", "label": ""}),
        json!({"type": "CHECK", "dc": 1}),
        json!({"type": "CHECK", "pool": "stealth", "dc": 1}),
        json!({"type": "CHECK", "dice": 6, "dc": -1}),
        json!({"type": "CHECK", "dice": 6, "dc": 1, "luck": 7}),
        json!({"type": "LEAVE_CONTEXT"}),
        json!({"type": "REMOVE_CHARACTER", "character": "nobody"}),
        json!({"type": "DEFINE", "name": "loop", "expression": "@loop"}),
        json!({"type": "DEFINE", "name": "two words", "expression": "2d6"}),
        json!({"type": "ROLL_ROUND", "check": "door"}),
        json!({"type": "ATTACK", "dice": 6, "damage": -1}),
    ] {
        assert!(table.try_send(command.clone()).is_err(), "{command}");
        assert_eq!(table.log.state().view(None), before, "{command}");
    }
    let shut =
        Session::default().decide(Seat(0), &SessionCommand::ClearLog {}, &mut SeededChance::from_seed(1));
    assert_eq!(shut, Err(SessionRefusal::NotOpen));
}

/// A session with every kind of event, as it was stored when the file was made. The file is never changed.
#[test]
fn a_stored_session_is_read_for_ever() {
    let pinned = include_str!("../data/session.json");
    let log = Log::<Session>::from_json(pinned, &Upcaster::default()).unwrap();
    assert_eq!(log.to_json().unwrap(), pinned.trim_end());
    let stored: Value = serde_json::from_str(pinned).unwrap();
    let kinds: std::collections::BTreeSet<_> =
        stored.as_array().unwrap().iter().map(|event| event["payload"]["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.len(), 15, "{kinds:?}");
}
