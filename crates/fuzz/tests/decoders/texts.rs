//! Short texts with a meaning: dice, tiles, bids, categories, ids, fractions, dates, hexadecimal bytes, dice expressions.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use chance::{Hex, SeededChance};
use fuzz::Target;
use pools::{Aliases, Expression};

use crate::{answer, check, rule, text};

/// Parses a text; what has a text of its own parses to itself from it.
fn parse<T: FromStr<Err: Display> + ToString + PartialEq + Debug>(input: &str) -> String {
    match input.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert_eq!(written.parse::<T>().ok(), Some(value), "{written} means the same");
            "ok".to_owned()
        }
        Err(error) => rule(&error.to_string()),
    }
}

/// As [`parse`], for what is written by serde alone.
fn read<T: FromStr<Err: Display> + Debug>(input: &str) -> String {
    answer(input.parse::<T>())
}

#[test]
fn fuzz_text_fortytwo() {
    let run = |input: &[u8]| {
        let text = text(input);
        [
            parse::<fortytwo::Tile>(text),
            parse::<fortytwo::Bid>(text),
            parse::<fortytwo::Declaration>(text),
            read::<fortytwo::Skill>(text),
        ]
        .join("|")
    };
    let seeds =
        ["6-6", "5-0", "30", "42", "2-marks", "84", "fives", "doubles", "no-trump", "nello", "expert"];
    check(Target::new("text_fortytwo", run).examples(seeds).words(&seeds));
}

#[test]
fn fuzz_text_dicee() {
    let run = |input: &[u8]| {
        let text = text(input);
        let numbers: Vec<i64> = text.split([',', ' ']).filter_map(|part| part.parse().ok()).collect();
        let bytes: Vec<u8> = numbers.iter().filter_map(|&number| u8::try_from(number).ok()).collect();
        [
            read::<dicee::Category>(text),
            read::<dicee::Rules>(text),
            read::<dicee::Horizon>(text),
            read::<dicee::Bot>(text),
            answer(dicee::DiceConfig::parse(&numbers).map(|_| ())),
            answer(dicee::KeepPattern::parse("kept", &numbers).map(|_| ())),
            answer(dicee::KeepPattern::from_faces(&bytes).map(|_| ())),
            answer(numbers.first().map_or(Ok(()), |&number| dicee::RollsLeft::parse(number).map(|_| ()))),
        ]
        .join("|")
    };
    let seeds = ["1 2 3 4 5", "6,6,6,6,6", "full_house", "Full House", "joker_rules", "game", "expert", "2"];
    check(Target::new("text_dicee", run).examples(seeds).words(&seeds));
}

#[test]
fn fuzz_text_ids() {
    let run = |input: &[u8]| {
        let text = text(input);
        let hex = Hex::try_from(text.to_owned());
        if let Ok(hex) = &hex {
            assert_eq!(Hex::try_from(String::from(*hex)).ok().as_ref(), Some(hex));
        }
        [
            parse::<ledger::PlayerId>(text),
            parse::<protocol::GameId>(text),
            parse::<protocol::GameKind>(text),
            parse::<protocol::Code>(text),
            parse::<protocol::CommandId>(text),
            parse::<ledger::Version>(text),
            parse::<coach::Day>(text),
            read::<ledger::CommandKey>(text),
            answer(hex),
        ]
        .join("|")
    };
    let seeds = [
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "dicee",
        "K7QW2M",
        "c-1",
        "1.2.3",
        "2026-11-15",
        "0:c1",
        "00ff",
        "@system:x",
    ];
    check(Target::new("text_ids", run).examples(seeds).words(&seeds));
}

#[test]
fn fuzz_text_pools() {
    let run = |input: &[u8]| {
        let text = text(input);
        [parse::<pools::Fraction>(text), read::<pools::DiceAsked>(text), read::<pools::RngContext>(text)]
            .join("|")
    };
    let seeds = ["1/6", "-3/4", "0", "6d10", "4d6", "combat", "skill:climbing", "12345678901234567890/7"];
    check(Target::new("text_pools", run).examples(seeds).words(&["/", "-", "d", "1e9"]));
}

/// The expression language: parsed, printed, completed, costed, rolled, and given its odds where they are cheap.
#[test]
fn fuzz_expression() {
    let run = |input: &[u8]| {
        let text = text(input);
        let aliases = Aliases::default();
        for way in Expression::complete(text, &aliases) {
            assert!(
                Expression::parse(&way.text, &aliases).is_ok(),
                "{} is offered and does not parse",
                way.text
            );
        }
        let expression = match Expression::parse(text, &aliases) {
            Ok(expression) => expression,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return error.to_string();
            }
        };
        let written = expression.to_string();
        assert_eq!(
            Expression::parse(&written, &aliases).as_ref(),
            Ok(&expression),
            "{written} means the same"
        );
        if expression.most_dice() <= 2_000 {
            let (faces, rolled) = expression.throw(&mut SeededChance::from_seed(3));
            let again = expression.of_faces(&faces).expect("the faces that fell make the same roll");
            assert_eq!(again.total, rolled.total);
        }
        let shape: String =
            written.chars().filter(|character| !character.is_ascii_digit()).take(40).collect();
        match expression.odds_cost() {
            // The odds themselves are exact arithmetic without input; the cheap ones are enough here.
            Ok(cost) if cost.steps <= 20_000 => {
                format!(
                    "ok odds {} {shape}",
                    expression.odds().map_or_else(|error| error.to_string(), |_| String::new())
                )
            }
            Ok(_) => format!("ok {shape}"),
            Err(error) => format!("ok no odds {error} {shape}"),
        }
    };
    let seeds = [
        "4d6kh3 + 2",
        "6d10!10>=8",
        "6d10>=6b1",
        "2d20kl1",
        "d%",
        "3d6r1",
        "max(1d8, 1d6) * 2",
        "-(2d4 - 1)",
        "3d6!>=5:2 + 1",
        "4dF",
        "(1d6 + 1)d8",
        "10d6dl2",
        "2d6 = 7",
        "d20 > d12",
        "min(d4, 3, d6)",
        "5d10e10",
        "repeat(3, 4d6kh3)",
    ];
    let words = [
        "kh",
        "kl",
        "dh",
        "dl",
        "d",
        "!",
        ">=",
        "<=",
        "r",
        "ro",
        "b1",
        "max(",
        "min(",
        ")",
        "+",
        "-",
        "*",
        "/",
        "@",
        "d%",
        "dF",
        "99999999999999999999",
    ];
    check(Target::new("expression", run).examples(seeds).words(&words));
}
