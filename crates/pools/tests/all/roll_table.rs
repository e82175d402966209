//! The shared roll log of a group: the promises of the ledger, what is hidden, and the odds that are shown.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{Chance, SeededChance};
use ledger::conformance::{self, Driver};
use ledger::{Game as _, Log, Seat, Source, Stamp, Upcaster};
use pools::{
    Aliases, Expression, ExtendedStatus, Fraction, HitQuality, RollTable, TableAlias, TableCommand,
    TableEvent, TableRefusal, TableResult, seen,
};
use serde_json::{Value, json};

const STAMP: Stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Server };

fn command(json: Value) -> TableCommand {
    serde_json::from_value(json).unwrap()
}

/// A table where seat 0 made this open check, and this hidden roll.
fn table() -> Log<RollTable> {
    let mut log = Log::<RollTable>::default();
    let mut luck = SeededChance::from_seed(3);
    let commands = [
        json!({"type": "CHECK", "pool": 6, "difficulty": 2, "label": "Stealth"}),
        json!({"type": "ROLL", "expression": "4d6kh3+2", "label": "Poison", "hidden": true}),
    ];
    for (id, json) in (0..).zip(commands) {
        log.submit(Seat(0), &format!("{id}"), None, &command(json), &mut luck, STAMP).unwrap();
    }
    log
}

fn refusal(log: &Log<RollTable>, seat: u8, json: Value) -> TableRefusal {
    log.state().decide(Seat(seat), &command(json), &mut SeededChance::from_seed(1)).unwrap_err()
}

struct Play;

/// Expressions, and whether a table rolls them.
const EXPRESSIONS: [(&str, bool); 14] = [
    ("d20", true),
    ("4d6k3+2", true),
    ("6d10>=8b1", true),
    ("5d6!", true),
    ("4d6!!kh3", true),
    ("6d10ro1>=8", true),
    ("3x(2d6rr<=2)", true),
    ("4dF", true),
    ("7", true),
    ("if(d20 + 5 >= 15, 2d6, 0)", true),
    ("", false),
    ("6d10>8", false),
    ("@sword", false),
    ("301d6", false),
];

const LABELS: [(Option<&str>, bool); 5] = [
    (None, true),
    (Some("Stealth"), true),
    (Some("  Perception check, in the dark "), true),
    (Some("   "), false),
    (Some("tab\tbed"), false),
];

impl Play {
    fn some(luck: &mut SeededChance) -> (Seat, TableCommand) {
        let pick = |luck: &mut SeededChance, choices: usize| {
            usize::try_from(luck.below(u32::try_from(choices).unwrap())).unwrap()
        };
        let number = |luck: &mut SeededChance| i64::from(luck.below(340)) - 20;
        let small = |luck: &mut SeededChance| i64::from(luck.below(12)) - 1;
        let seat = Seat(u8::try_from(luck.below(3)).unwrap());
        let label = LABELS[pick(luck, 9).min(4)].0.map(str::to_owned);
        let hidden = luck.below(3) == 0;
        let (actor, target) = (label.clone().filter(|_| luck.below(2) == 0), None);
        let command = match luck.below(15) {
            0..4 => {
                let expression = EXPRESSIONS[pick(luck, EXPRESSIONS.len())].0.to_owned();
                TableCommand::Roll { expression, label, actor, target, hidden }
            }
            4 => {
                let (pool, difficulty) = (number(luck), number(luck) * 5);
                TableCommand::Check { pool, difficulty, label, actor, target, hidden }
            }
            5 => {
                let (pool, difficulty) = (small(luck), small(luck));
                TableCommand::Check { pool, difficulty, label, actor, target, hidden }
            }
            6 => {
                let (initiator, defender) = (small(luck), number(luck));
                TableCommand::Contest { initiator, defender, label, actor, target, hidden }
            }
            7 | 8 => {
                let (pool, damage, armour) = (number(luck), small(luck), small(luck));
                TableCommand::Attack { pool, damage, armour, label, actor, target, hidden }
            }
            9 => {
                let terms = json!({"pool": 1 + luck.below(9), "targetSuccesses": 5, "maxRounds": 3});
                let terms = serde_json::from_value(terms).unwrap();
                TableCommand::StartCheck { terms, label, actor, target }
            }
            10 | 11 => TableCommand::RollRound { check: luck.below(4) },
            12 => {
                let expression = if luck.below(2) == 0 { "2d6+3" } else { "@nothing" };
                let axe = TableAlias { name: "axe".into(), expression: expression.into() };
                TableCommand::SetTable { system: None, aliases: Some(vec![axe]) }
            }
            _ => TableCommand::Reveal { roll: luck.below(30) },
        };
        (seat, command)
    }
}

impl Driver for Play {
    type Game = RollTable;

    fn start(&self, luck: &mut SeededChance) -> (Seat, TableCommand) {
        Self::some(luck)
    }

    fn propose(&self, _: &RollTable, luck: &mut SeededChance) -> (Seat, TableCommand) {
        Self::some(luck)
    }

    /// By the lists above, and for a reveal by what the seat sees.
    fn is_legal(&self, game: &RollTable, seat: Seat, command: &TableCommand) -> bool {
        let known =
            |asked: &Option<String>| LABELS.iter().any(|(label, good)| *good && *label == asked.as_deref());
        match command {
            TableCommand::Roll { expression, label, .. } => {
                known(label) && EXPRESSIONS.contains(&(expression.as_str(), true))
            }
            TableCommand::Check { pool, difficulty, label, .. } => {
                known(label) && *pool <= 300 && (0..=1000).contains(difficulty)
            }
            TableCommand::Contest { initiator, defender, label, .. } => {
                known(label) && *initiator <= 300 && *defender <= 300
            }
            TableCommand::Attack { pool, damage, armour, label, .. } => {
                known(label) && *pool <= 300 && (0..=300).contains(damage) && *armour >= 0
            }
            TableCommand::StartCheck { label, .. } => known(label),
            TableCommand::RollRound { check } => game.view(None).checks.iter().any(|known| {
                let progress = &known.progress.progress;
                let goes_on = progress.status == ExtendedStatus::InProgress;
                known.check == *check && progress.seat == seat.0 && goes_on
            }),
            TableCommand::SetTable { aliases, .. } => {
                aliases.iter().flatten().all(|alias| !alias.expression.contains('@'))
            }
            TableCommand::Reveal { roll } => game
                .view(Some(seat))
                .rolls
                .iter()
                .any(|seen| seen.roll == *roll && seen.seat == seat.0 && seen.hidden),
        }
    }

    fn is_over(&self, _: &RollTable) -> bool {
        false
    }

    fn check_view(&self, _: &RollTable, viewer: Option<Seat>, view: &pools::TableView) {
        for (roll, number) in view.rolls.iter().zip(1..) {
            assert_eq!(roll.roll, number);
            let own = Some(Seat(roll.seat)) == viewer;
            assert_eq!(roll.result.is_some(), own || !roll.hidden);
            if roll.hidden && !own {
                let shown = json!({"roll": number, "seat": roll.seat, "hidden": true});
                assert_eq!(serde_json::to_value(roll).unwrap(), shown);
            }
        }
    }

    /// Whatever the hidden dice show, those who may not know them are told the same.
    fn check_history(&self, log: &Log<RollTable>) {
        let hidden: Vec<u32> = (log.state().view(None).rolls.iter())
            .filter_map(|roll| roll.hidden.then_some(roll.roll))
            .collect();
        let mut number = 0;
        let other: Vec<TableEvent> = log
            .events()
            .map(|event| {
                let is_roll = !matches!(
                    event,
                    TableEvent::RollRevealed { .. }
                        | TableEvent::CheckStarted { .. }
                        | TableEvent::TableSet { .. }
                );
                number += u32::from(is_roll);
                if is_roll && hidden.contains(&number) { with_other_dice(event) } else { event.clone() }
            })
            .collect();
        let other = Log::<RollTable>::from_events(other, "other", STAMP).unwrap();
        let owners: Vec<u8> = log.state().view(None).rolls.iter().map(|roll| roll.seat).collect();
        for viewer in [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(7))] {
            let owns = |roll: &u32| Some(Seat(owners[*roll as usize - 1])) == viewer;
            if !hidden.iter().any(owns) {
                assert_eq!(seen(log, viewer).unwrap(), seen(&other, viewer).unwrap());
                assert_eq!(log.state().view(viewer), other.state().view(viewer));
            }
        }
    }
}

fn with_other_dice(event: &TableEvent) -> TableEvent {
    let mut event = event.clone();
    match &mut event {
        TableEvent::DiceRolled { expression, faces, total, label, .. } => {
            let known = Expression::parse("d4", &Aliases::default()).unwrap();
            *expression = known.to_string();
            (*faces, *total, *label) = (vec![3], 3, Some("secret".into()));
        }
        TableEvent::CheckRolled { dice, .. } => *dice = vec![1; dice.len()],
        TableEvent::ContestRolled { initiator, .. } => initiator.push(10),
        TableEvent::AttackRolled { attack, damage_dice, actor, .. } => {
            *attack = vec![1; attack.len() % 300 + 1];
            damage_dice.clear();
            *actor = Some("somebody else".into());
        }
        TableEvent::CheckStarted { .. }
        | TableEvent::RoundRolled { .. }
        | TableEvent::TableSet { .. }
        | TableEvent::RollRevealed { .. } => {}
    }
    event
}

#[test]
fn a_table_keeps_every_promise_of_the_ledger_and_every_secret() {
    conformance::check(&Play, 0..150, 40, &[None, Some(Seat(0)), Some(Seat(1)), Some(Seat(9))]);
}

#[test]
fn every_expression_is_the_same_roll_again_from_its_faces() {
    let mut luck = SeededChance::from_seed(5);
    for (text, _) in EXPRESSIONS.iter().filter(|(_, good)| *good) {
        let expression = Expression::parse(text, &Aliases::default()).unwrap();
        for _ in 0..50 {
            let (faces, rolled) = expression.throw(&mut luck);
            assert_eq!(expression.of_faces(&faces), Some(rolled), "{text}");
            let more = [faces.as_slice(), &[1]].concat();
            assert_eq!(expression.of_faces(&more), None, "{text} with a face too many");
            if let Some((_, fewer)) = faces.split_last() {
                assert_eq!(expression.of_faces(fewer), None, "{text} with a face too few");
            }
        }
    }
}

#[test]
fn a_roll_is_shown_with_its_odds() {
    let log = table();
    let view = log.state().view(Some(Seat(0)));
    let Some(TableResult::Check(check)) = &view.rolls[0].result else { panic!("a check") };
    assert_eq!(check.success.fraction, Fraction::new(42_039, 100_000));
    let Some(TableResult::Roll(rolled)) = &view.rolls[1].result else { panic!("a roll") };
    assert_eq!(rolled.expression, "4d6kh3 + 2");
    let odds = Expression::parse("4d6kh3+2", &Aliases::default()).unwrap().odds().unwrap();
    let rank = odds.values().percentile(rolled.total);
    assert_eq!(rolled.percentile.as_ref().unwrap().fraction, rank);
    assert_eq!(rolled.at_least.as_ref().unwrap().fraction, odds.values().at_least(rolled.total));
    let shown = serde_json::to_value(&view.rolls[0]).unwrap();
    for (pointer, value) in [
        ("/roll", json!(1)),
        ("/seat", json!(0)),
        ("/result/kind", json!("check")),
        ("/label", json!("Stealth")),
        ("/result/difficulty", json!(2)),
        ("/result/success", json!({"fraction": "42039/100000", "probability": 0.42039})),
    ] {
        assert_eq!(shown.pointer(pointer), Some(&value), "{pointer}");
    }
    assert_eq!(shown["result"]["roll"]["dice"].as_array().unwrap().len(), 6);
}

/// A table after these commands of seat 0.
fn after(commands: impl IntoIterator<Item = Value>) -> RollTable {
    let (mut table, mut luck) = (RollTable::default(), SeededChance::from_seed(4));
    for json in commands {
        for event in table.decide(Seat(0), &command(json), &mut luck).unwrap() {
            assert!(table.admits(&event), "{event:?}");
            table.apply(&event);
        }
    }
    table
}

#[test]
fn an_attack_shows_its_quality_its_damage_and_the_chance_to_hit() {
    let attack =
        json!({"type": "ATTACK", "pool": 6, "damage": 4, "armour": 2, "actor": "Mira", "target": "Ogre"});
    for _ in 0..20 {
        let table = after([attack.clone()]);
        let roll = &table.view(None).rolls[0];
        assert_eq!((roll.actor.as_deref(), roll.target.as_deref()), (Some("Mira"), Some("Ogre")));
        let Some(TableResult::Attack(made)) = &roll.result else { panic!("an attack") };
        assert_eq!(made.result.damage_roll.is_some(), made.result.quality != HitQuality::Miss);
        let check = after([json!({"type": "CHECK", "pool": 6, "difficulty": 1})]);
        let Some(TableResult::Check(check)) = &check.view(None).rolls[0].result else { panic!("a check") };
        assert_eq!(made.hits, check.success, "hitting is a check against one net success");
    }
}

#[test]
fn an_extended_check_is_rolled_round_by_round_by_its_own_seat() {
    let start = json!({"type": "START_CHECK", "label": "Pick the lock", "actor": "Mira",
        "terms": {"pool": 6, "targetSuccesses": 100, "maxRounds": 2}});
    let round = json!({"type": "ROLL_ROUND", "check": 1});
    let table = after([start.clone(), round.clone()]);
    let view = table.view(None);
    let Some(TableResult::Round(rolled)) = &view.rolls[0].result else { panic!("a round") };
    assert_eq!((rolled.check, rolled.round, rolled.status), (1, 1, ExtendedStatus::InProgress));
    assert_eq!(view.rolls[0].label.as_deref(), Some("Pick the lock"));
    assert_eq!((view.checks.len(), view.checks[0].progress.rounds_remaining), (1, 1));
    let decide = |table: &RollTable, seat: u8, json: &Value| {
        let mut luck = SeededChance::from_seed(1);
        table.decide(Seat(seat), &command(json.clone()), &mut luck).map_err(|refusal| refusal.to_string())
    };
    assert!(decide(&table, 1, &round).unwrap_err().contains("belongs to seat 0"));
    let other = json!({"type": "ROLL_ROUND", "check": 2});
    assert!(decide(&table, 0, &other).unwrap_err().contains("of which there are 1, got 2"));
    let over = after([start, round.clone(), round.clone()]);
    assert!(decide(&over, 0, &round).unwrap_err().contains("is over"));
}

#[test]
fn a_table_rolls_by_its_own_system_and_names() {
    let set = json!({"type": "SET_TABLE", "system": {"sides": 6, "successThreshold": 5}, "aliases": [
        {"name": "sword", "expression": "2d6+3"},
        {"name": "flurry", "expression": "3x@sword"},
    ]});
    let check = json!({"type": "CHECK", "pool": 200, "difficulty": 2});
    let table = after([set, check, json!({"type": "ROLL", "expression": "@flurry - 5"})]);
    let view = table.view(None);
    assert_eq!(view.aliases.len(), 2);
    let Some(TableResult::Check(made)) = &view.rolls[0].result else { panic!("a check") };
    assert!(made.result.roll.dice.iter().all(|face| (1..=6).contains(face)), "dice of six sides");
    let Some(TableResult::Roll(rolled)) = &view.rolls[1].result else { panic!("a roll") };
    assert!((10..=40).contains(&rolled.total) && !rolled.expression.contains('@'), "{}", rolled.expression);
    let wrong = json!({"type": "SET_TABLE", "aliases": [{"name": "axe", "expression": "@nothing"}]});
    let refused = table.decide(Seat(0), &command(wrong), &mut SeededChance::from_seed(1)).unwrap_err();
    assert_eq!(refused.field(), Some("aliases"));
    assert!(refused.to_string().starts_with("aliases[0]: "), "{refused}");
}

#[test]
fn odds_that_keep_the_table_waiting_are_left_out() {
    for (expression, shown) in [("100d10", true), ("120d10", false)] {
        let mut table = RollTable::default();
        let roll = command(json!({"type": "ROLL", "expression": expression}));
        table.apply(&table.decide(Seat(0), &roll, &mut SeededChance::from_seed(1)).unwrap()[0].clone());
        let Some(TableResult::Roll(rolled)) = &table.view(None).rolls[0].result else { panic!("a roll") };
        assert_eq!((rolled.percentile.is_some(), rolled.at_least.is_some()), (shown, shown), "{expression}");
    }
}

#[test]
fn a_hidden_roll_is_told_to_its_seat_and_after_the_reveal_to_all() {
    let mut log = table();
    assert!(!log.state().is_open());
    let kinds = |log: &Log<RollTable>, viewer| -> Vec<String> {
        seen(log, viewer).unwrap().into_iter().map(|seen| seen.t).collect()
    };
    assert_eq!(kinds(&log, Some(Seat(0))), ["CHECK_ROLLED", "DICE_ROLLED"]);
    assert_eq!(kinds(&log, Some(Seat(1))), ["CHECK_ROLLED", "ROLL_HIDDEN"]);
    assert_eq!(kinds(&log, None), ["CHECK_ROLLED", "ROLL_HIDDEN"]);
    let hidden = serde_json::to_value(&seen(&log, None).unwrap()[1]).unwrap();
    assert_eq!(hidden, json!({"t": "ROLL_HIDDEN", "p": {"seat": 0}}));
    let reveal = TableCommand::Reveal { roll: 2 };
    log.submit(Seat(0), "reveal", None, &reveal, &mut SeededChance::from_seed(1), STAMP).unwrap();
    assert!(log.state().is_open());
    // What was told stays as it was; the roll comes with its reveal.
    assert_eq!(kinds(&log, None), ["CHECK_ROLLED", "ROLL_HIDDEN", "ROLL_REVEALED"]);
    let told = &seen(&log, None).unwrap()[2].p;
    assert_eq!(told["rolled"], serde_json::to_value(log.events().nth(1).unwrap()).unwrap());
    assert_eq!(log.state().view(None), log.state().view(Some(Seat(0))));
}

/// Sends these to a table, each from its seat.
fn play(log: &mut Log<RollTable>, commands: &[(u8, Value)]) {
    let mut luck = SeededChance::from_seed(5);
    for (seat, json) in commands {
        let id = format!("played {}", log.version());
        log.submit(Seat(*seat), &id, None, &command(json.clone()), &mut luck, STAMP).unwrap();
    }
}

#[test]
fn the_luck_of_a_table_counts_open_rolls_of_every_kind_and_hidden_ones_once_they_are_shown() {
    assert_eq!(RollTable::default().report().luck, None);
    let mut log = table();
    let TableResult::Check(check) = log.state().view(None).rolls[0].result.clone().unwrap() else { panic!() };
    let alone = log.state().report();
    // One open roll is as lucky as its percentile, for its seat and for all; the hidden one is told nobody.
    let luck = alone.luck.unwrap();
    assert!((luck.percentile - check.percentile.probability).abs() < 1e-9, "{luck:?}");
    assert_eq!(luck.rolls, 1);
    assert_eq!(alone.seats.iter().map(|own| (own.seat, own.luck.clone())).collect::<Vec<_>>(), [(0, luck)]);

    let terms = json!({"pool": 6, "targetSuccesses": 10, "maxRounds": 5});
    play(
        &mut log,
        &[
            (0, json!({"type": "REVEAL", "roll": 2})),
            (1, json!({"type": "CONTEST", "initiator": 6, "defender": 4})),
            (1, json!({"type": "SET_TABLE", "system": {"sides": 6, "successThreshold": 5}})),
            (2, json!({"type": "ATTACK", "pool": 6, "damage": 3, "armour": 1})),
            (2, json!({"type": "START_CHECK", "terms": terms})),
            (2, json!({"type": "ROLL_ROUND", "check": 1})),
            // The odds of these would take long, or have too many results: they do not rank.
            (2, json!({"type": "ROLL", "expression": "120d100"})),
            (2, json!({"type": "ROLL", "expression": "d100*d1000"})),
            (2, json!({"type": "SET_TABLE", "system": {"sides": 100, "successThreshold": 50}})),
            (2, json!({"type": "ATTACK", "pool": 6, "damage": 20, "armour": 1})),
        ],
    );
    let report = log.state().report();
    assert_eq!(report.luck.map(|luck| luck.rolls), Some(5));
    let rolls: Vec<_> = report.seats.iter().map(|own| (own.seat, own.luck.rolls)).collect();
    assert_eq!(rolls, [(0, 2), (1, 1), (2, 2)]);
}

#[test]
fn two_rolls_of_a_table_are_ranked_by_their_sum_among_all() {
    for seed in 0..20 {
        let (mut log, mut luck) = (Log::<RollTable>::default(), SeededChance::from_seed(seed));
        let roll = command(json!({"type": "ROLL", "expression": "d6"}));
        for (seat, id) in [(0, "a"), (1, "b")] {
            log.submit(Seat(seat), id, None, &roll, &mut luck, STAMP).unwrap();
        }
        let total = |result: Option<TableResult>| {
            let Some(TableResult::Roll(rolled)) = result else { panic!("{result:?}") };
            rolled.total
        };
        let sum: i64 = log.state().view(None).rolls.into_iter().map(|roll| total(roll.result)).sum();
        let odds = Expression::parse("2d6", &Aliases::default()).unwrap().net_odds().unwrap();
        let expected = odds.percentile(sum, false).value();
        let told = log.state().report().luck.unwrap().percentile;
        assert!((told - expected).abs() < 1e-9, "seed {seed}: {told} {expected}");
    }
}

#[test]
fn commands_are_refused_with_a_reason() {
    let log = table();
    for (seat, json, words) in [
        (1, json!({"type": "REVEAL", "roll": 2}), "seat 0, which alone may reveal it"),
        (0, json!({"type": "REVEAL", "roll": 1}), "roll 1 is not hidden"),
        (0, json!({"type": "REVEAL", "roll": 3}), "of which there are 2, got 3"),
        (0, json!({"type": "REVEAL", "roll": 0}), "got 0"),
        (
            0,
            json!({"type": "CHECK", "pool": 301, "difficulty": 1}),
            "pool: expected at most 300 dice, got 301",
        ),
        (
            0,
            json!({"type": "CHECK", "pool": 1, "difficulty": -1}),
            "difficulty: expected a number from 0 to 1000",
        ),
        (0, json!({"type": "CONTEST", "initiator": 1, "defender": 999}), "defender: expected at most 300"),
        (0, json!({"type": "ROLL", "expression": "100d6!"}), "got up to 1100"),
        (0, json!({"type": "ROLL", "expression": "2d6 + (3d8"}), "column 11"),
        (
            0,
            json!({"type": "ROLL", "expression": "1+".repeat(100) + "1"}),
            "expected at most 200 characters, got 201",
        ),
        (0, json!({"type": "ROLL", "expression": "d6", "label": "a".repeat(81)}), "got 81"),
    ] {
        let refusal = refusal(&log, seat, json);
        assert!(refusal.to_string().contains(words), "{refusal}");
        assert!(refusal.field().is_some());
    }
    for wrong in [
        json!({"type": "ROLL", "expression": "d6", "faces": [6]}),
        json!({"type": "CHECK", "pool": 3}),
        json!({"type": "REVEAL", "roll": 1, "to": 2}),
        json!({"type": "PEEK", "roll": 1}),
    ] {
        assert!(serde_json::from_value::<TableCommand>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn a_table_holds_two_thousand_rolls_and_shows_the_last_hundred() {
    let mut table = RollTable::default();
    let mut luck = SeededChance::from_seed(1);
    let roll = command(json!({"type": "ROLL", "expression": "2d6", "hidden": true}));
    for _ in 0..RollTable::MOST_ROLLS {
        table.apply(&table.decide(Seat(0), &roll, &mut luck).unwrap()[0].clone());
    }
    assert_eq!(table.decide(Seat(0), &roll, &mut luck), Err(TableRefusal::Full { most: 2000 }));
    let one_more = RollTable::default().decide(Seat(0), &roll, &mut luck).unwrap();
    assert!(RollTable::default().admits(&one_more[0]) && !table.admits(&one_more[0]));
    let view = table.view(None);
    assert_eq!((view.rolls.len(), view.rolled, view.rolls_remaining), (100, 2000, 0));
    assert_eq!((view.rolls[0].roll, view.rolls[99].roll), (1901, 2000));
    assert!(
        table.decide(Seat(0), &TableCommand::Reveal { roll: 1 }, &mut luck).is_ok(),
        "a full table reveals"
    );
}

#[test]
fn forged_events_are_not_admitted() {
    let state = table();
    let admits = |json: Value| {
        let event: Result<TableEvent, _> = serde_json::from_value(json);
        event.is_ok_and(|event| state.state().admits(&event))
    };
    let rolled = |expression: &str, faces: &[i64], total: i64| json!({"type": "DICE_ROLLED", "seat": 1, "expression": expression, "faces": faces, "total": total});
    assert!(admits(rolled("2d6", &[6, 5], 11)));
    assert!(admits(rolled("2d6!", &[6, 6, 1, 5], 18)));
    for (expression, faces, total) in [
        ("2d6", vec![6, 5], 12),
        ("2d6", vec![7, 5], 12),
        ("2d6", vec![0, 5], 5),
        ("2d6", vec![6], 6),
        ("2d6", vec![6, 5, 1], 12),
        ("2d6!", vec![6, 5], 11),
        ("301d6", vec![1; 301], 301),
        ("2d", vec![6, 5], 11),
    ] {
        assert!(!admits(rolled(expression, &faces, total)), "{expression} {faces:?} = {total}");
    }
    let check = |dice: Vec<u8>| json!({"type": "CHECK_ROLLED", "seat": 1, "difficulty": 1, "dice": dice});
    assert!(admits(check(vec![10, 1])));
    assert!(!admits(check(vec![])) && !admits(check(vec![11])) && !admits(check(vec![0])));
    assert!(!admits(check(vec![5; 301])));
    let contest = |defender: Vec<u8>| json!({"type": "CONTEST_ROLLED", "seat": 1, "initiator": [8], "defender": defender, "label": "x"});
    assert!(admits(contest(vec![2])) && !admits(contest(vec![])));
    let mut blank = contest(vec![2]);
    blank["label"] = " x".into();
    assert!(!admits(blank));
    let rolls: Vec<Value> = state.events().map(|event| serde_json::to_value(event).unwrap()).collect();
    let reveal =
        |roll: u32, rolled: &Value| admits(json!({"type": "ROLL_REVEALED", "roll": roll, "rolled": rolled}));
    assert!(reveal(2, &rolls[1]));
    assert!(
        !reveal(1, &rolls[0]) && !reveal(9, &rolls[1]) && !reveal(2, &rolls[0]),
        "not hidden, or another"
    );
    let mut better = rolls[1].clone();
    (better["faces"], better["total"]) = (json!([6, 6, 6, 6]), json!(20));
    assert!(!reveal(2, &better), "other faces than those that fell");
}

/// Every kind of event as it is stored: names and shapes are permanent, so this file never changes.
#[test]
fn the_stored_form_of_a_table_is_pinned() {
    let mut log = table();
    let mut luck = SeededChance::from_seed(9);
    let commands = [
        (1, json!({"type": "CONTEST", "initiator": 4, "defender": 3, "label": "Arm wrestling"})),
        (2, json!({"type": "ROLL", "expression": "3d6!>=5:2 + 1"})),
        (1, json!({"type": "CHECK", "pool": 0, "difficulty": 0, "hidden": true})),
        (0, json!({"type": "REVEAL", "roll": 2})),
    ];
    for (id, (seat, json)) in (10..).zip(commands) {
        log.submit(Seat(seat), &format!("{id}"), None, &command(json), &mut luck, STAMP).unwrap();
    }
    let pinned = include_str!("../data/roll-table.json");
    assert_eq!(log.to_json().unwrap(), pinned.trim_end());
    let read = Log::<RollTable>::from_json(pinned, &Upcaster::default()).unwrap();
    assert_eq!(read.state(), log.state());
}
