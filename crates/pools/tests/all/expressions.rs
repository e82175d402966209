//! The language: what is read, what is refused, and that rolling and odds mean the same.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chance::{Chance, SeededChance};
use pools::{Aliases, Expression, ExpressionError, Fraction, Odds, Problem};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Expression, ExpressionError> {
    Expression::parse(text, &Aliases::default())
}

fn odds(text: &str) -> Odds {
    parse(text).unwrap_or_else(|error| panic!("{error}")).odds().unwrap().values().clone()
}

/// Luck that tries everything: every answer of every question, one way through after the other.
#[derive(Default)]
struct Everything {
    /// The answers of this way through, each with the number of answers there were.
    path: Vec<(u32, u32)>,
    place: usize,
}

impl Chance for Everything {
    fn next_word(&mut self) -> u32 {
        unreachable!("dice ask for numbers below a bound")
    }

    fn below(&mut self, bound: u32) -> u32 {
        if self.place == self.path.len() {
            self.path.push((0, bound));
        }
        self.place += 1;
        self.path[self.place - 1].0
    }
}

impl Everything {
    /// How likely this way through is.
    fn share(&self) -> Fraction {
        self.path
            .iter()
            .fold(Fraction::one(), |share, &(_, bound)| share.times(&Fraction::new(1, bound.into())))
    }

    /// Goes on to the next way through; false after the last.
    fn next(&mut self) -> bool {
        self.place = 0;
        while let Some((answer, bound)) = self.path.pop() {
            if answer + 1 < bound {
                self.path.push((answer + 1, bound));
                return true;
            }
        }
        false
    }
}

/// The odds of an expression by rolling it in every possible way.
fn by_rolling(text: &str) -> BTreeMap<i64, Fraction> {
    let expression = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut luck = Everything::default();
    let mut odds: BTreeMap<i64, Fraction> = BTreeMap::new();
    loop {
        let total = expression.roll(&mut luck).total;
        let entry = odds.entry(total).or_insert_with(Fraction::zero);
        *entry = entry.plus(&luck.share());
        if !luck.next() {
            return odds;
        }
    }
}

#[test]
fn rolling_in_every_way_gives_the_odds() {
    for text in [
        "5",
        "d6",
        "3d6",
        "2d6+3",
        "2d4-1d6",
        "2*d6",
        "d20/3",
        "-d4",
        "4dF",
        "d%",
        "4d6kh3",
        "4d6kl2",
        "5d4dl2",
        "5d4dh1",
        "3d6ro1",
        "3d6rr<=2",
        "2d6ro>=5",
        "3d6min3",
        "3d6max4",
        "2d6min2max5ro1",
        "3d4!:2",
        "2d6!>=5:2",
        "2d6!!:2",
        "3d4!!:1kh2",
        "3dF!!:1kl1",
        "3d2!:3",
        "4d10>=8b1",
        "4d10>=8",
        "4d10<=3b10",
        "3d10=7f1",
        "3d10>=8f<=3",
        "4d6kh3>=5b1",
        "4d6kl2>=5b1",
        "3d6!:1>=5b1",
        "2d6!!:2>=8b<=2",
        "3d6ro1>=5b1",
        "2d6+3 >= 10",
        "d20 + 5 > d20 + 2",
        "(2d6) = 7",
        "d6 != d6",
        "2d4 < d8",
        "2d4 >= 2d3",
        "d8 = 2x(d3)",
        "3d6>=5b1 > 1d2",
        "4d6>=5>=2",
        "3x(d4+1)",
        "2x(2d4kh1)",
        "max(d6, d8)",
        "min(d6, d8, 4)",
        "if(d6>=4, d8, d4)",
        "if((2d6) >= 9, 2d6, 1) + 1",
        "(d4)*(d6)",
        "1000*d4 + d6",
    ] {
        let exact: BTreeMap<i64, Fraction> =
            odds(text).iter().map(|(&value, share)| (value, share)).collect();
        assert_eq!(exact, by_rolling(text), "{text}");
        let (low, high) = parse(text).unwrap().range();
        assert!(exact.keys().all(|value| (low..=high).contains(value)), "{text}: {low} to {high}");
    }
}

#[test]
fn fumbles_are_what_rolling_calls_fumbles() {
    for text in ["3d10>=8b1", "4d6kh2>=5b1", "2d6!:2>=5b1", "2d6!!:1>=8b<=2", "3d6ro1>=5b<=2", "2d6rr1>=5b2"]
    {
        let expression = parse(text).unwrap();
        let (mut luck, mut fumble) = (Everything::default(), Fraction::zero());
        loop {
            let rolled = expression.roll(&mut luck);
            if rolled.pools[0].is_fumble == Some(true) {
                assert_eq!(rolled.total, 0, "{text}");
                fumble = fumble.plus(&luck.share());
            }
            if !luck.next() {
                break;
            }
        }
        assert_eq!(expression.odds().unwrap().fumble(), Some(fumble), "{text}");
    }
    assert_eq!(parse("3d10>=8").unwrap().odds().unwrap().fumble(), None);
}

#[test]
fn a_plain_pool_of_any_dice_has_a_joint_distribution() {
    let system = pools::DiceSystem::standard();
    for text in ["3d6>=5b1", "3d2>=2b1", "3d6>=1", "3d6<=2b>=5", "2dF=1b-1", "3d1=1"] {
        let expression = parse(text).unwrap();
        let joint = expression.success_pool(&system).unwrap().joint().unwrap();
        let (mut luck, mut seen) = (Everything::default(), BTreeMap::new());
        loop {
            let rolled = expression.roll(&mut luck);
            let count = |mark| rolled.pools[0].dice.iter().filter(|die| die.mark == Some(mark)).count();
            *seen.entry((count(pools::Mark::Success), count(pools::Mark::Against))).or_insert(0u32) += 1;
            if !luck.next() {
                break;
            }
        }
        for (s, b, cases) in joint.iter() {
            let slow = seen.get(&(s as usize, b as usize)).copied().unwrap_or(0);
            assert_eq!(cases, slow.into(), "{s} successes and {b} botches of {text}");
        }
    }
    for text in ["3d6", "3d6ro1>=5", "3d6kh2>=5", "3d6!>=5", "3d6>=5f1", "3d6>=5b1+1"] {
        assert!(parse(text).unwrap().success_pool(&system).is_none(), "{text}");
    }
}

#[test]
fn known_odds_of_known_dice() {
    let abilities = odds("4d6kh3");
    assert_eq!(abilities.mean().to_string(), "15869/1296");
    assert_eq!(abilities.probability(&18), Fraction::new(21, 1296));
    assert_eq!(odds("2d20kh1").mean().to_string(), "553/40");
    assert_eq!(odds("3d6").probability(&10), Fraction::new(27, 216));
    assert_eq!(odds("d6ro1").mean().to_string(), "47/12");
    assert_eq!(odds("d6rr1").mean(), Fraction::new(4, 1));
    // An explosion capped at two: 3.5 (1 + 1/6 + 1/36).
    assert_eq!(odds("d6!:2").mean(), Fraction::new(43 * 7, 72));
    assert_eq!(odds("(2d6) >= 7").mean(), Fraction::new(21, 36));
}

#[test]
fn large_expressions_stay_exact() {
    let sum = odds("200d10");
    assert_eq!(sum.weights().len(), 1801);
    assert_eq!(sum.mean(), Fraction::new(1100, 1));
    assert_eq!(sum.variance(), Fraction::new(200 * 99, 12));
    assert_eq!(odds("100d6kh50").highest(), 300);
}

#[test]
fn spellings_of_others_mean_the_same() {
    for (theirs, ours) in [
        ("4d6k3", "4d6kh3"),
        ("4d6d1", "4d6kh3"),
        ("4D6DL1", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("4d6dh", "4d6kl3"),
        ("5d10 t8 f1", "5d10>=8f<=1"),
        ("6d10 t7", "6d10>=7"),
        ("3d6 e6", "3d6!>=6:1"),
        ("3d6 ie6", "3d6!>=6:100"),
        ("3d6x", "3d6!6:10"),
        ("3d6xo>=5", "3d6!>=5:1"),
        ("5d10x10", "5d10!10:10"),
        ("5d6!", "5d6!6:10"),
        ("5d6!!", "5d6!!6:10"),
        ("4d6ir2", "4d6rr<=2"),
        ("4d6rr2", "4d6rr2"),
        ("d%", "1d100"),
        ("4df", "4dF"),
        ("4d6min2", "4d6min2"),
        ("0d10>=8b1", "1d10>=8b1"),
        ("4dFx=-1", "4dF!<=-1:10"),
        ("4dF!!=-1", "4dF!!<=-1:10"),
    ] {
        assert_eq!(parse(theirs).unwrap_or_else(|error| panic!("{error}")).to_string(), ours, "{theirs}");
    }
}

#[test]
fn what_is_read_in_two_ways_is_refused_with_both() {
    for (text, first, second) in [
        ("6d10>8", "6d10>=8", "6d10>=9"),
        ("6d10<3", "6d10<=3", "6d10<=2"),
        ("6d10>8 + 3", "(6d10>=8) + 3", "(6d10>=9) + 3"),
        ("2d6>7", "(2d6) > 7", "0"),
        ("2d6 > 6", "2d6>=6", "(2d6) > 6"),
        ("4d6r1", "4d6ro1", "4d6rr1"),
        ("4d6r", "4d6ro1", "4d6rr1"),
        ("4d6r<2", "4d6ro<=1", "4d6rr<=2"),
        ("1 + 4d6r<=2kh3", "1 + 4d6ro<=2kh3", "1 + 4d6rr<=2kh3"),
        ("3d6!>5", "3d6!>=5", "3d6!>=6"),
        ("3+2d6>=5", "3+(2d6>=5)", "(3+2d6) >=5"),
        ("2d6>=5+3", "(2d6>=5)+3", "(2d6) >=5+3"),
        ("max(1, 2d6>=5+3)", "max(1, (2d6>=5)+3)", "max(1, (2d6) >=5+3)"),
        ("2d6>=10", "(2d6) >= 10", "0"),
        ("2d6max4>=5", "(2d6max4) >= 5", "0"),
        ("2d6!>=6:2>=7", "(2d6!>=6:2) >= 7", "0"),
        ("6d10cs>=8", "6d10>=8", "6d10"),
        ("4d6cs6", "4d6=6", "4d6"),
        ("4d6cs>4 + 1", "(4d6>=5) + 1", "4d6 + 1"),
        ("4d6cs", "4d6=6", "4d6"),
        ("4d6cf", "4d6=1", "4d6"),
        ("5d10>=8f2", "5d10>=8f<=2", "5d10>=8f=2"),
        ("+d20", "d20", "2d20kh1"),
        ("+d6+5", "d6+5", "2d6kh1+5"),
        ("6d6!=6", "6d6!6", "(6d6) != 6"),
        ("2d6 != 7", "2d6", "(2d6) != 7"),
        ("3 + 2d6 != 7", "3 + 2d6", "3 + (2d6) != 7"),
        // Where the rest cannot be read, the dice alone are shown.
        ("6d10>8 + ?", "6d10>=8", "6d10>=9"),
    ] {
        let problem = parse(text).unwrap_err().problem;
        let Problem::Ambiguous { readings } = &problem else { panic!("{text}: {problem}") };
        let shown: Vec<&str> = readings.iter().map(|reading| reading.write.as_str()).collect();
        assert_eq!(shown, [first, second], "{text}");
    }
    // What has no meaning here is not offered.
    let problem = parse("4d6cs8").unwrap_err().problem;
    assert!(
        problem.to_string().ends_with("; this one can be written here:\n    4d6  only colour them (Roll20)")
    );
    // Where neither can be, that is what is said.
    assert!(parse("4d6!kh3>5").unwrap_err().to_string().contains("!!, which adds explosions"));
    // In parentheses, or with botches, there is one reading.
    for text in ["3+(2d6>=5)", "(3+2d6)>=5", "6d10>=8b1+2", "(2d6)>=10", "max(2d6>=5, 1)"] {
        assert!(parse(text).is_ok(), "{text}");
    }
}

#[test]
fn errors_point_at_the_place() {
    for (text, column, words) in [
        ("", 1, "got the end"),
        ("2d", 3, "expected sides"),
        ("2d6 +", 6, "got the end"),
        ("2d6 ? 3", 5, "got `?`"),
        ("(2d6", 5, "closing parenthesis"),
        ("2d0", 3, "sides from 1 to 1000, got 0"),
        ("2d6kh9", 6, "dice to keep from 1 to 2, got 9"),
        ("2d6dl2", 6, "dice to drop, which can only be 1, got 2"),
        ("9999d6", 1, "dice from 1 to 1000, got 9999"),
        ("0d6", 1, "dice from 1 to 1000, got 0"),
        ("4d6kh0", 6, "dice to keep from 1 to 4, got 0"),
        ("4d6kh5", 6, "dice to keep from 1 to 4, got 5"),
        ("1d4dl1", 4, "two dice or more to drop some of, got a single die"),
        ("6 4d6", 3, "repeated terms are written"),
        ("@sword", 1, "an alias that was defined, and none was, got @sword"),
        ("fireball", 1, "an @alias"),
        ("4d6 keep 3", 5, "expected kh3 or kl3, got a whole word"),
        ("4d6 Drop lowest", 5, "expected dl1 or dh1, got a whole word"),
        ("4d6reroll1", 4, "expected ro1 or rr1, got a whole word"),
        ("4d6 explode", 5, "expected !, got a whole word"),
        ("2d6kh1kl1", 7, "explode, count), got the same kind twice"),
        ("2d6min2min3", 8, "twice"),
        ("4d6!kh3", 1, "!!, which adds explosions to their die, got dice to keep"),
        ("d6rr<=6", 1, "a face that is not rolled again, got a reroll of every face"),
        ("1/(d6-3)", 3, "expected a divisor that is never 0, got one that can be 0"),
        ("1/0", 3, "expected a divisor that is never 0"),
        ("6d10>=8b9", 8, "against successes that is none itself, got one that is a success"),
        ("3d6>=5max4", 1, "a face to count that the dice can show, got one that no die shows"),
        ("3d6<=2min3", 1, "a face to count that the dice can show, got one that no die shows"),
        ("3d6>=5ds6max5", 1, "a face to count double that is a success, got one that is no success"),
        ("max()", 5, "got `)`"),
        ("if(1,2)", 1, "exactly 3 arguments, got 2"),
        ("2d6é", 4, "got `é`"),
        ("d6!p", 3, "expected ! or !!, got a penetrating explosion"),
        ("99999999999999999999", 1, "got 99999999999999999999"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(error.column, column, "{error}");
        let (place, rest) = (format!("expression, column {column}: expected "), error.to_string());
        assert!(rest.starts_with(&place) && rest.contains(", got ") && rest.contains(words), "{error}");
    }
    let shown = parse("2d6 + + 3").unwrap_err().to_string();
    assert!(shown.contains("\n  2d6 + + 3\n        ^"), "{shown}");
}

#[test]
fn what_is_too_large_is_refused_before_it_is_done() {
    let deep = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    let wide = vec!["1"; 600].join("+");
    for (text, words) in [
        (deep.as_str(), "levels of parentheses"),
        (wide.as_str(), "characters"),
        ("100x(100x(100x(d6)))", "dice in one roll"),
        ("100x(100x(100x(1)))", "dice in one roll"),
        ("1000000*1000000*1000000", "as a result"),
        ("1000d10!:100", "dice in one roll"),
    ] {
        let problem = parse(text).unwrap_err().to_string();
        assert!(problem.contains(words), "{problem}");
    }
    // Up to the limit all is fine.
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    assert!(parse(&nested(50)).is_ok() && parse(&nested(51)).is_err());
    let sum = |terms: usize| vec!["1"; terms].join("+");
    assert!(parse(&sum(250)).is_ok() && parse(&sum(251)).is_err());
    let highest = |arguments: usize| format!("max({})", vec!["1"; arguments].join(","));
    assert!(parse(&highest(20)).is_ok() && parse(&highest(21)).is_err());
    for text in ["1000d1000", "1000d10kh500", "100x(1000000*d6)", "1000d1000 + 1000d999", "99d1000!:100"] {
        let problem = parse(text).unwrap().odds().unwrap_err().problem;
        let Problem::TooMuchWork { estimate, limit } = problem else { panic!("{text}: {problem}") };
        assert!(estimate > limit, "{text}");
    }
}

#[test]
fn aliases_stand_for_what_was_defined_before_them() {
    let mut aliases = Aliases::default();
    aliases.define("Sword", "2d6+3").unwrap();
    aliases.define("flurry", "3x@sword").unwrap();
    let flurry = Expression::parse("@FLURRY", &aliases).unwrap();
    assert_eq!(flurry.odds().unwrap().values(), &odds("6d6+9"));
    assert!(flurry.explain().contains("sword"), "{}", flurry.explain());
    assert_eq!(aliases.names().collect::<Vec<_>>(), ["flurry", "sword"]);
    for (name, text) in [("loop", "@loop"), ("2x", "d6"), ("", "d6"), ("a b", "d6"), ("ok", "d")] {
        assert!(aliases.define(name, text).is_err(), "{name}");
    }
    // Aliases of aliases grow, but not without bound.
    let mut grown = Ok(());
    for step in 0..40 {
        let text = if step == 0 { "d6".to_owned() } else { format!("@a{0}+@a{0}", step - 1) };
        grown = grown.and_then(|()| aliases.define(&format!("a{step}"), &text));
    }
    assert!(matches!(grown.unwrap_err().problem, Problem::TooLarge { .. }));
}

#[test]
fn explanations_say_what_happens_and_state_the_cap() {
    let explain = |text: &str| parse(text).unwrap().explain();
    assert_eq!(
        explain("6d10>=8b1"),
        "Roll 6 dice of 10 sides; count each 8 or more as a success and take one off for each 1, a botch, but never \
         below 0.\nThe result is from 0 to 6."
    );
    assert!(explain("3d6!").contains("for each 6 roll another die, at most 10 times for each die"));
    assert!(explain("4d6kh3+2").contains("keep the 3 highest"));
    assert!(explain("3x(d6)").contains("3 times, each rolled again"));
}

#[test]
fn rolled_dice_show_what_became_of_them() {
    let roll = |text: &str, seed| parse(text).unwrap().roll(&mut SeededChance::from_seed(seed));
    for seed in 0..200 {
        let kept = roll("4d6kh3", seed);
        assert_eq!(kept.pools[0].dice.iter().filter(|die| die.dropped).count(), 1);
        let sum: i64 = kept.pools[0].dice.iter().filter(|die| !die.dropped).map(|die| die.face).sum();
        assert_eq!(sum, kept.total);
        let exploded = roll("3d4!:3", seed);
        assert_eq!(exploded.pools[0].dice.iter().filter(|die| !die.extra).count(), 3);
        let again = roll("5d6ro<=2", seed);
        assert!(again.pools[0].dice.iter().all(|die| die.rerolled_from.is_none_or(|first| first <= 2)));
        assert_eq!(roll("2x(2d6)", seed).pools.len(), 2);
    }
    assert_eq!(roll("6d10>=8b1", 5), roll("6d10>=8b1", 5), "the same seed, the same dice");
}

/// Text that is nearly an expression, so that the deeper parts of the parser are reached.
fn nearly() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "2", "6", "10", "1000", "d6", "3d6", "d10", "d%", "dF", "kh3", "kl", "dl1", "k", "d1", "ro1",
        "rr<=2", "ir2", "r1", "r", "r<2", "cs6", "cf", "!=7", ">7", "+d20", "f2", "!", "!!", "!>=5:3", "x",
        "xo", "e6", "ie6", ">=8", "<=3", "=5", ">", "<", "b1", "f1", "t7", "+", "-", "*", "/", "(", ")", ",",
        "max(", "min(", "if(", "3x", "100x", "@a", " ", "min2", "max5", "!=", "==", ":", "99999", "cs", "é",
    ]);
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

fn try_all_uses(text: &str) {
    let mut aliases = Aliases::default();
    aliases.define("a", "2d6kh1").unwrap();
    let expression = match Expression::parse(text, &aliases) {
        Ok(expression) => expression,
        Err(ExpressionError { problem: Problem::Ambiguous { readings }, .. }) => {
            for reading in readings {
                let write = reading.write;
                assert!(Expression::parse(&write, &aliases).is_ok(), "{text}: {write} was offered");
            }
            return;
        }
        Err(_) => return,
    };
    let (low, high) = expression.range();
    let total = expression.roll(&mut SeededChance::from_seed(1)).total;
    assert!((low..=high).contains(&total), "{text}: {total} is not from {low} to {high}");
    assert!(!expression.explain().is_empty());
    let canonical = expression.to_string();
    let again = Expression::parse(&canonical, &aliases).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.to_string(), canonical, "{text}");
    assert_eq!(
        again.roll(&mut SeededChance::from_seed(1)).total,
        total,
        "{text} and its canonical spelling {canonical} roll differently"
    );
    if let Ok(odds) = expression.odds() {
        assert!(
            (low..=high).contains(&odds.values().lowest()) && (low..=high).contains(&odds.values().highest())
        );
        assert!(!odds.values().probability(&total).is_zero(), "{text}: {total} was rolled but cannot happen");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn fuzzed_expressions_never_panic(text in ".{0,60}") {
        try_all_uses(&text);
    }

    #[test]
    fn nearly_right_expressions_never_panic_and_mean_what_they_print(text in nearly()) {
        try_all_uses(&text);
    }
}
