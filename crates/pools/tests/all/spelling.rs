//! The canonical spelling of what was read is read as the same, and nothing is accepted whose spelling would be refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{Aliases, Expression, ExpressionError, Problem};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Expression, ExpressionError> {
    Expression::parse(text, &Aliases::default())
}

/// The canonical spelling, which means the same and is its own spelling.
fn spelling(expression: &Expression, aliases: &Aliases) -> String {
    let spelt = expression.to_string();
    let again = Expression::parse(&spelt, aliases).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, *expression, "{spelt}");
    assert_eq!(again.to_string(), spelt);
    spelt
}

/// Dice in every spelling, also those that are written down otherwise.
const DICE: [&str; 22] = [
    "d6",
    "3d6",
    "d%",
    "4dF",
    "4d6kh3",
    "4d6dl1",
    "5d10ro1",
    "3d6rr<=2",
    "2d6min2max5",
    "2d6max5ro1min2",
    "3d6!",
    "3d6x>=5",
    "4dFx=-1",
    "2d6!!>=5:3kh1",
    "6d10>=8b1",
    "(6d10>=8)",
    "6d10t7",
    "5d10>=7ds10",
    "3d6=6f1",
    "4dF=1b-1",
    "4d6!>=5:2>=5ds6b1",
    "6d10t8!10",
];

/// An expression of any shape, with parentheses that are needed, and with others.
fn expression() -> impl Strategy<Value = String> {
    let number = (0..20u32).prop_map(|number| number.to_string());
    let dice = prop::sample::select(DICE.to_vec()).prop_map(str::to_owned);
    let leaf = prop_oneof![1 => number, 3 => dice, 1 => Just("@a".to_owned())];
    leaf.prop_recursive(7, 48, 3, |inner| {
        let operator = || prop::sample::select(vec!["+", "-", "*"]);
        let relation = prop::sample::select(vec![">=", "<=", ">", "<", "=", "!="]);
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            3 => (pair.clone(), operator()).prop_map(|((a, b), sign)| format!("{a}{sign}{b}")),
            3 => (pair.clone(), operator()).prop_map(|((a, b), sign)| format!("({a}) {sign} ({b})")),
            2 => (inner.clone(), 1..9u32).prop_map(|(a, by)| format!("{a}/{by}")),
            1 => (inner.clone(), 1..9u32).prop_map(|(a, by)| format!("({a}) / (3 * ({by} + d4))")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => inner.clone().prop_map(|a| format!("(({a}))")),
            1 => (inner.clone(), 1..4u32).prop_map(|(a, times)| format!("{times}x({a})")),
            1 => (pair.clone(), relation).prop_map(|((a, b), sign)| format!("(({a}) {sign} ({b}))")),
            1 => pair.clone().prop_map(|(a, b)| format!("max({a}, {b})")),
            1 => (pair, inner).prop_map(|((a, b), c)| format!("if({a}, {b}, {c})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_spelt_is_read_as_the_same(text in expression(), alias in expression()) {
        let mut aliases = Aliases::default();
        aliases.define("a", "2d6+1").unwrap();
        // The name then stands for what uses the one before; where it is too large, for that one still.
        let _ = aliases.define("a", &alias);
        // What is ambiguous or too large is refused: the rest must be most of it, or the run fails.
        let parsed = Expression::parse(&text, &aliases);
        prop_assume!(parsed.is_ok());
        let expression = parsed.unwrap();
        spelling(&expression, &aliases);
        spelling(&expression.written_out(), &Aliases::default());
    }
}

#[test]
fn the_longest_chains_have_no_parentheses() {
    for signs in ["+", "-", "*", "/", "+-", "*/", "/*", "-+"] {
        for length in [2, 3, 49, 50, 51, 52, 100, 249] {
            let rest: Vec<String> =
                signs.chars().cycle().take(length).map(|sign| format!(" {sign} 1")).collect();
            let text = format!("1d6{}", rest.concat());
            let chain = parse(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(spelling(&chain, &Aliases::default()), text);
        }
    }
    // Sums of products, and negatives within them, are chains of chains.
    let text = vec!["-1 * 1d6 / 2"; 60].join(" - ");
    assert_eq!(spelling(&parse(&text).unwrap(), &Aliases::default()), text);
}

#[test]
fn what_is_chained_from_the_right_keeps_its_parentheses() {
    for sign in ["-", "/"] {
        let text = |levels: usize| {
            format!("{}1 {sign} 1{}", format!("1 {sign} (").repeat(levels), ")".repeat(levels))
        };
        for levels in [1, 2, 30, 50] {
            let chain = parse(&text(levels)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(spelling(&chain, &Aliases::default()), text(levels));
        }
        assert!(parse(&text(51)).is_err());
    }
}

#[test]
fn levels_count_the_same_in_what_is_read_and_in_what_is_spelt() {
    // What goes around, what is in the middle, and the most times that it may go around.
    for (before, after, middle, most) in [
        ("(", ")", "1", 50),
        ("1-(", ")", "1-1", 50),
        ("(1+", ")*1", "d6", 50),
        ("-(", ")", "-1", 50),
        ("1x", "", "d6", 50),
        ("1x", "", "(d6)", 50),
        ("1x(", ")", "d6", 50),
        ("1x((", "))", "d6", 25),
        ("max(", ")", "1", 50),
        ("if(1,2,", ")", "d6", 50),
        ("1x(1+max(", "))", "d6", 25),
        // The spelling of these has parentheses that the text has not.
        ("1x(", ")", "2d6 > d12", 49),
        ("1x", "", "6d10t7", 50),
        ("1x(", ")", "6d10t7 + 1", 49),
    ] {
        for times in 1..60 {
            let text = format!("{}{middle}{}", before.repeat(times), after.repeat(times));
            match parse(&text) {
                Ok(expression) => {
                    spelling(&expression, &Aliases::default());
                    assert!(times <= most, "{text}");
                }
                Err(ExpressionError { problem: Problem::TooLarge { what, most: levels }, .. }) => {
                    assert_eq!((what, levels), ("levels of parentheses and repeats", 50));
                    assert!(times > most, "{text}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn nothing_is_accepted_whose_spelling_is_too_long() {
    // `d6!` is spelt `1d6!6:10`.
    let text = |dice: usize| vec!["d6!"; dice].join("+");
    let most = (1000 + " + ".len()) / "1d6!6:10 + ".len();
    assert!(spelling(&parse(&text(most)).unwrap(), &Aliases::default()).len() <= 1000);
    let error = parse(&text(most + 1)).unwrap_err().to_string();
    assert!(error.contains("at most 1000 characters in canonical spelling"), "{error}");
    // Nor with its aliases written out.
    let mut aliases = Aliases::default();
    aliases.define("volley", &text(most / 2)).unwrap();
    let twice = Expression::parse("@volley + @volley", &aliases).unwrap();
    assert!(spelling(&twice.written_out(), &Aliases::default()).len() > 900);
    let error = Expression::parse("@volley + @volley + @volley", &aliases).unwrap_err().to_string();
    assert!(error.contains("aliases written out"), "{error}");
    // More dice are a longer number.
    let almost = format!("9d10 + {}", vec!["1"; 249].join(" + "));
    assert_eq!(almost.len(), 1000);
    let almost = parse(&almost).unwrap();
    assert!(almost.with_dice(8).is_some() && almost.with_dice(10).is_none());
}
