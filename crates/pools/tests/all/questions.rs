//! Every kind of question through the requests that the terminal, the server and the browser share: the answers beside
//! what counting gives, and the fields that refusals name.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use pools::{
    AttackRequest, CheckRequest, ContestRequest, ExtendedRequest, Fraction, InputError, MatrixRequest,
    OddsRequest, RollRequest, SweepRequest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The seed that is drawn where none is given.
const FRESH: u64 = 77;
/// The most steps for the odds of a roll.
const STEPS: u64 = 50_000_000;

/// The answer to a question of this kind, as JSON.
pub(crate) fn ask(kind: &str, question: Value) -> Result<Value, InputError> {
    let fresh = || FRESH;
    match kind {
        "check" => {
            let question = read::<CheckRequest>(question).question()?;
            assert!(question.nanoseconds()? > 0);
            question.answer(fresh).map(written)
        }
        "contest" => {
            let question = read::<ContestRequest>(question).question()?;
            assert!(question.nanoseconds()? > 0);
            question.answer(fresh).map(written)
        }
        "extended" => {
            let question = read::<ExtendedRequest>(question).question()?;
            assert!(question.nanoseconds()? > 0);
            question.answer(fresh).map(written)
        }
        "attack" => {
            let question = read::<AttackRequest>(question).question()?;
            assert!(question.nanoseconds()? > 0);
            question.answer(fresh).map(written)
        }
        "odds" => {
            let question = read::<OddsRequest>(question).question()?;
            assert!(question.nanoseconds()? > 0);
            question.check_exact()?;
            question.report().map(|report| written(report.answer()))
        }
        "roll" => {
            let question = read::<RollRequest>(question).question(STEPS)?;
            assert!(question.nanoseconds() > 0);
            question.answer(fresh).map(written)
        }
        "sweep" => read::<SweepRequest>(question).answer().map(written),
        "matrix" => read::<MatrixRequest>(question).answer().map(written),
        other => panic!("no question is called {other}"),
    }
}

fn answer(kind: &str, question: Value) -> Value {
    ask(kind, question.clone()).unwrap_or_else(|error| panic!("{kind} {question}: {error}"))
}

fn read<T: DeserializeOwned>(request: Value) -> T {
    serde_json::from_value(request.clone()).unwrap_or_else(|error| panic!("{request}: {error}"))
}

fn written(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

/// A question of each kind that has odds and a roll.
pub(crate) fn rolled() -> [(&'static str, Value); 8] {
    [
        ("check", json!({"pool": 4, "dc": 1, "seed": "5"})),
        ("check", json!({"pool": "3d6kh2", "dc": 7, "seed": 6})),
        ("contest", json!({"initiator": 3, "defender": "2d10!10>=8b1", "seed": "5"})),
        ("extended", json!({"pool": 3, "target": 4, "rounds": 5, "seed": "5"})),
        ("attack", json!({"pool": 5, "damage": 2, "armour": 3, "seed": "5"})),
        ("roll", json!({"expression": "4d6kh3 + 2", "seed": "5"})),
        ("roll", json!({"expression": "3d10>=8b1", "seed": "5", "context": "combat"})),
        ("roll", json!({"expression": "2d6", "seed": "5", "times": 4})),
    ]
}

/// The same question with this field.
fn with(question: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut question = question.clone();
    question[field] = value.into();
    question
}

// What is counted here: a net result, or -1 for a fumble, and how many of all rolls have it.
type Rolls = Vec<(i64, i64)>;

/// Every roll of so many dice, of which 8, 9 and 10 are successes and 1 is a botch.
fn rolls(dice: u32) -> Rolls {
    let mut all = vec![(0i64, 0i64, 1i64)];
    for _ in 0..dice {
        let next = |&(good, bad, cases): &_| {
            [(good + 1, bad, 3 * cases), (good, bad + 1, cases), (good, bad, 6 * cases)]
        };
        all = all.iter().flat_map(next).collect();
    }
    let net = |good: i64, bad: i64| if good == 0 && bad > 0 { -1 } else { (good - bad).max(0) };
    all.into_iter().map(|(good, bad, cases)| (net(good, bad), cases)).collect()
}

/// Every sum of so many dice.
fn sums(dice: u32, sides: i64) -> BTreeMap<i64, i64> {
    let mut all = BTreeMap::from([(0, 1)]);
    for _ in 0..dice {
        let mut next = BTreeMap::new();
        for (sum, cases) in all {
            (1..=sides).for_each(|face| *next.entry(sum + face).or_insert(0) += cases);
        }
        all = next;
    }
    all
}

/// How much these rolls are worth together.
fn worth<'a, T: Copy + 'a>(rolls: impl IntoIterator<Item = &'a (T, i64)>, of: impl Fn(T) -> i64) -> i64 {
    rolls.into_iter().map(|&(roll, cases)| of(roll) * cases).sum()
}

fn fraction(cases: i64, all: i64) -> Value {
    Fraction::new(cases, all).to_string().into()
}

/// The share of rolls that hold.
fn share<T: Copy>(rolls: &[(T, i64)], holds: impl Fn(T) -> bool) -> Value {
    fraction(worth(rolls, |roll| holds(roll).into()), worth(rolls, |_| 1))
}

/// The share of lower rolls and half the share of equal ones.
fn percentile<T: Copy + Ord>(rolls: &[(T, i64)], known: T) -> Value {
    let halves = worth(rolls, |roll| 2 * i64::from(roll < known) + i64::from(roll == known));
    fraction(halves, 2 * worth(rolls, |_| 1))
}

/// The net result of a roll of a pool, or -1 for a fumble.
fn net_of(roll: &Value) -> i64 {
    if roll["is_fumble"] == true { -1 } else { roll["net"].as_i64().unwrap() }
}

#[test]
fn a_check_is_what_counting_every_roll_gives() {
    for (pool, dc) in [(1, 1), (2, 0), (3, 2), (4, 1), (5, 0)] {
        let found = answer("check", json!({"pool": pool, "dc": dc, "seed": "9"}));
        let (all, more) = (rolls(pool), rolls(pool + 1));
        let of_margin = |low, high| share(&all, |net| net >= 0 && (low..=high).contains(&(net - dc)));
        assert_eq!(found["success"], share(&all, |net| net >= dc), "{pool} against {dc}");
        assert_eq!(found["fumble"], share(&all, |net| net < 0));
        assert_eq!(found["critical"], share(&all, |net| net >= 5));
        assert_eq!(found["mean"], fraction(worth(&all, |net| net.max(0)), 10i64.pow(pool)));
        let tiers = json!({
            "critical_failure": share(&all, |net| net < 0),
            "failure": of_margin(-9, -1),
            "marginal_success": of_margin(0, 0),
            "full_success": of_margin(1, 2),
            "exceptional_success": of_margin(3, 4),
            "critical_success": of_margin(5, 9),
        });
        assert_eq!(found["tiers"], tiers, "{pool} against {dc}");

        let gain =
            |of: &dyn Fn(i64) -> i64| fraction(worth(&more, of) - 10 * worth(&all, of), 10i64.pow(pool + 1));
        let one_more = json!({
            "mean": gain(&|net| net.max(0)),
            "chance": gain(&|net| (net >= dc).into()),
            "fumble": gain(&|net| (net < 0).into()),
            "critical": gain(&|net| (net >= 5).into()),
        });
        assert_eq!(found["one_more_die"], one_more, "{pool} against {dc}");
        let net = net_of(&found["roll"]["roll"]);
        assert_eq!(found["percentile"], percentile(&all, net));
        assert_eq!(found["at_least"], share(&all, |known| known >= net));
    }
}

#[test]
fn the_same_dice_are_the_same_however_they_are_asked_for() {
    let numbers = |question: Value| {
        let found = answer("check", question);
        ["success", "tiers", "fumble", "critical", "mean", "one_more_die"].map(|field| found[field].clone())
    };
    let known = numbers(json!({"pool": 5, "dc": 2}));
    for question in [
        json!({"attribute": 3, "skill": 2, "dc": 2}),
        json!({"attribute": 5, "dc": 2}),
        json!({"pool": 7, "modifier": -2, "dc": 2}),
        json!({"pool": "5d10>=8b1", "dc": 2}),
        json!({"pool": "@five", "dc": 2, "aliases": {"five": "@die", "die": "5d10>=8b1"}}),
        json!({"pool": 5, "dc": 2, "system": {}}),
    ] {
        assert_eq!(numbers(question.clone()), known, "{question}");
    }
    assert_eq!(answer("check", json!({"pool": -3, "dc": 1}))["pool"], 1, "no dice roll one");
    assert_eq!(answer("check", json!({"pool": 1000, "dc": 1})).get("one_more_die"), None);
}

#[test]
fn a_contest_is_what_counting_every_pair_gives() {
    for (mine, theirs) in [(1, 1), (2, 3), (4, 2)] {
        let found = answer("contest", json!({"initiator": mine, "defender": theirs, "seed": "4"}));
        let (first, second) = (rolls(mine), rolls(theirs));
        let pair = |&(a, times): &(i64, i64)| second.iter().map(move |&(b, cases)| ((a, b), times * cases));
        let all: Vec<((i64, i64), i64)> = first.iter().flat_map(pair).collect();
        for (name, holds) in [
            ("initiator_wins", &(|a, b| a > b) as &dyn Fn(i64, i64) -> bool),
            ("defender_wins", &|a, b| a < b),
            ("tie", &|a, b| a == b && a >= 0),
            ("both_fumble", &|a, b| a < 0 && b < 0),
            ("initiator_on_net", &|a, b| a > b && b >= 0),
            ("initiator_by_defender_fumble", &|a, b| a > b && b < 0),
            ("defender_on_net", &|a, b| b > a && a >= 0),
            ("defender_by_initiator_fumble", &|a, b| b > a && a < 0),
        ] {
            assert_eq!(found[name], share(&all, |(a, b)| holds(a, b)), "{name} of {mine} against {theirs}");
        }
        // From worst to best: lost by much or little, both fumbled, tied, won by little or much.
        let standing = |(a, b): (i64, i64)| match (a.cmp(&b) as i64, a) {
            (0, -1) => (-1, 0),
            (0, _) => (0, 0),
            (won, _) => (2 * won, a.max(0) - b.max(0)),
        };
        let ranked: Vec<_> = all.iter().map(|&(pair, cases)| (standing(pair), cases)).collect();
        let (a, b) = (net_of(&found["roll"]["initiator"]), net_of(&found["roll"]["defender"]));
        assert_eq!(found["percentile"], percentile(&ranked, standing((a, b))));
        assert_eq!(found["as_well"], share(&ranked, |known| known >= standing((a, b))));
        let winner = if a > b {
            json!("initiator")
        } else if b > a {
            json!("defender")
        } else {
            Value::Null
        };
        assert_eq!(found["winner"], winner);
    }
}

#[test]
fn an_attack_is_what_counting_every_hit_and_every_damage_gives() {
    let armour = 3;
    let found = answer("attack", json!({"pool": 5, "damage": 1, "armour": armour, "seed": "4"}));
    let quality = |net: i64| match net {
        5.. => ("critical_hit", 2),
        3.. => ("strong_hit", 2),
        2 => ("solid_hit", 1),
        1 => ("glancing_hit", 1),
        _ => ("miss", 0),
    };
    let all = rolls(5);
    for name in ["miss", "glancing_hit", "solid_hit", "strong_hit", "critical_hit"] {
        assert_eq!(found["qualities"][name], share(&all, |net| quality(net).0 == name), "{name}");
    }
    let mut damage = BTreeMap::<i64, i64>::new();
    for &(net, cases) in &all {
        let (name, dice) = quality(net);
        for (sum, times) in sums(dice, 10) {
            let dealt = if name == "critical_hit" { sum } else { (sum - armour).max(0) };
            // Every case over 10^2 rolls of damage.
            *damage.entry(dealt).or_default() += cases * times * 10i64.pow(2 - dice);
        }
    }
    let damage: Rolls = damage.into_iter().collect();
    let shares = damage.iter().map(|&(dealt, cases)| (dealt.to_string(), fraction(cases, 10i64.pow(7))));
    assert_eq!(found["damage"], Value::Object(shares.collect()));
    assert_eq!(found["mean_damage"], fraction(worth(&damage, |dealt| dealt), 10i64.pow(7)));
    let dealt = found["roll"]["damage"].as_i64().unwrap();
    assert_eq!(found["percentile"], percentile(&damage, dealt));
    assert_eq!(found["at_least"], share(&damage, |known| known >= dealt));
}

#[test]
fn an_extended_check_is_what_the_eight_ways_of_three_coins_give() {
    // One is a success, the other a botch, which takes two away. To two successes within three rounds: SS and BSS
    // succeed, BBB is a catastrophe, SBS and BBS end with one success, SBB and BSB with none.
    let coins = json!({"pool": "1d2>=2b1", "target": 2, "rounds": 3});
    let found = answer("extended", coins.clone());
    assert_eq!((&found["success"], &found["failed"]), (&json!("3/8"), &json!("1/2")));
    assert_eq!(found["catastrophic"], "1/8");
    assert_eq!(found["unfinished"], json!({"0": "1/4", "1": "1/4"}));
    let round = |round: u32, success: &str, catastrophic: &str, ongoing: &str| json!({"round": round, "cum_success": success, "cum_catastrophic": catastrophic, "ongoing": ongoing});
    let rounds =
        json!([round(1, "0/1", "0/1", "1/1"), round(2, "1/4", "0/1", "3/4"), round(3, "3/8", "1/8", "1/2")]);
    assert_eq!(found["by_round"], rounds);

    let mut seen = BTreeMap::new();
    for seed in 0..100 {
        let found = answer("extended", with(&coins, "seed", seed));
        let ended = &found["roll"];
        let rolled = ended["rolls"].as_array().unwrap().len();
        let end = (ended["status"].as_str().unwrap().to_owned(), ended["accumulated"].to_string(), rolled);
        seen.insert(end, found["as_well"].as_str().unwrap().to_owned());
    }
    let ends: Vec<&str> = seen.values().map(String::as_str).collect();
    assert_eq!(seen.len(), 5, "{seen:?}");
    for known in ["1/4", "3/8", "5/8", "7/8", "1/1"] {
        assert!(ends.contains(&known), "{known} in {seen:?}");
    }
}

#[test]
fn the_odds_of_two_dice_are_those_of_thirty_six_rolls() {
    let question = json!({"expression": "2d6", "dc": 7, "versus": "1d12", "explain": true});
    let found = answer("odds", question);
    let all: Rolls = sums(2, 6).into_iter().collect();
    for &(value, cases) in &all {
        assert_eq!(found["values"][value.to_string()], fraction(cases, 36));
        assert_eq!(found["at_least"][value.to_string()], share(&all, |known| known >= value));
    }
    assert_eq!((&found["mean"], &found["variance"]), (&json!("7/1"), &json!("35/6")));
    assert!((found["standard_deviation"].as_f64().unwrap() - (35.0f64 / 6.0).sqrt()).abs() < 1e-12);
    assert_eq!((&found["lowest"], &found["highest"]), (&json!(2), &json!(12)));
    assert_eq!(found["quantiles"], json!({"p05": 3, "p25": 5, "p50": 7, "p75": 9, "p95": 11}));
    assert_eq!(found["success"], "7/12");
    // A die of twelve sides is above, at and below any of its faces by one count each.
    assert_eq!(found["comparison"], json!({"higher": "1/2", "equal": "1/12", "lower": "5/12"}));
    assert_eq!((&found["versus"], found.get("net")), (&json!("1d12"), None));
    assert!(found["explanation"].as_str().unwrap().starts_with("Roll 2 dice of 6 sides"), "{found}");
}

#[test]
fn the_odds_of_a_pool_have_every_pair_of_successes_and_botches_and_the_dice_that_are_needed() {
    let question = json!({"expression": "3d10>=8b1", "dc": 1, "chance": "50%", "joint": true});
    let found = answer("odds", question.clone());
    let all = rolls(3);
    assert_eq!((&found["dice"], &found["success"]), (&json!(3), &share(&all, |net| net >= 1)));
    assert_eq!(found["plain_failure"], share(&all, |net| net == 0));
    for net in 0..=3 {
        // A fumble has no net success either.
        assert_eq!(found["net"][net.to_string()], share(&all, |known| known.max(0) == net));
    }
    let factorial = |n: u64| (1..=n).product::<u64>();
    let joint = found["joint"].as_array().unwrap();
    assert_eq!(joint.len(), 10);
    for share in joint {
        let (good, bad) = (share["successes"].as_u64().unwrap(), share["botches"].as_u64().unwrap());
        let neither = 3 - good - bad;
        let ways = factorial(3) / factorial(good) / factorial(bad) / factorial(neither);
        let cases = ways * 3u64.pow(u32::try_from(good).unwrap()) * 6u64.pow(u32::try_from(neither).unwrap());
        assert_eq!(share["fraction"], fraction(i64::try_from(cases).unwrap(), 1000), "{share}");
    }
    let enough = |dice: &u32| 2 * worth(&rolls(*dice), |net| (net >= 1).into()) >= 10i64.pow(*dice);
    assert_eq!(found["dice_needed"], (1..10).find(enough).unwrap());
    let never = answer("odds", with(&question, "chance", "1"));
    assert_eq!((&never["dice_needed"], &never["chance"]), (&Value::Null, &json!("1/1")));

    // However it explodes, no die is a success with 7/10: seven dice fail in less than a tenth, six do not.
    let exploding = answer("odds", json!({"expression": "2d10!10>=8", "dc": 1, "chance": "0.9"}));
    assert_eq!((&exploding["success"], &exploding["dice_needed"]), (&json!("51/100"), &json!(7)));
    assert_eq!(exploding["one_more_die"]["chance"], "147/1000");
}

#[test]
fn a_roll_is_its_dice_and_ranks_among_all() {
    let question = json!({"expression": "4d6kh3 + 2", "seed": "42", "explain": true});
    let found = answer("roll", question.clone());
    let dice = found["pools"][0]["dice"].as_array().unwrap();
    let kept = dice.iter().filter(|die| die.get("dropped").is_none());
    let total: i64 = kept.map(|die| die["face"].as_i64().unwrap()).sum::<i64>() + 2;
    assert_eq!((dice.len(), &found["total"]), (4, &json!(total)));
    let mut all = Rolls::new();
    for roll in 0..6i64.pow(4) {
        let mut faces = [roll, roll / 6, roll / 36, roll / 216].map(|face| face % 6 + 1);
        faces.sort_unstable();
        all.push((faces[1..].iter().sum::<i64>() + 2, 1));
    }
    assert_eq!(found["percentile"], percentile(&all, total));
    assert_eq!(found["at_least"], share(&all, |known| known >= total));
    assert!(found["explanation"].as_str().unwrap().contains("keep the 3 highest"), "{found}");

    let combat = answer("roll", with(&question, "context", "combat"));
    let labelled = answer("roll", with(&question, "context", "Combat:Attack"));
    assert_eq!(combat["pools"], labelled["pools"], "a label has the dice of its context");
    assert_ne!(combat["pools"], answer("roll", with(&question, "context", "crafting"))["pools"]);
    assert!(combat["seeding"].is_string() && found.get("seeding").is_none(), "{combat}");

    let without = read::<RollRequest>(question).question(0).unwrap().answer(|| FRESH).map(written).unwrap();
    assert_eq!((&without["pools"], without.get("percentile")), (&found["pools"], None), "too few steps");
}

#[test]
fn several_rolls_are_added_up_and_their_sum_ranks_among_all_sums() {
    let found = answer("roll", json!({"expression": "2d6", "times": 3, "seed": "8"}));
    let totals: Vec<i64> =
        found["rolls"].as_array().unwrap().iter().map(|roll| roll["total"].as_i64().unwrap()).collect();
    let sum = totals.iter().sum::<i64>();
    assert_eq!((totals.len(), &found["sum"]), (3, &json!(sum)));
    assert_eq!(found["lowest"], *totals.iter().min().unwrap());
    assert_eq!(found["highest"], *totals.iter().max().unwrap());
    // Three times the squared deviation about the mean is whole: 3 (sum of squares) less the square of the sum.
    let spread = 3 * totals.iter().map(|total| total * total).sum::<i64>() - sum * sum;
    let deviation = found["deviation"].as_f64().unwrap();
    assert!(
        (deviation * deviation * 9.0 - f64::from(i32::try_from(spread).unwrap())).abs() < 1e-9,
        "{found}"
    );
    let all: Rolls = sums(6, 6).into_iter().collect();
    assert_eq!((&found["mean"], &found["percentile"]), (&json!("7/1"), &percentile(&all, sum)));
    assert_eq!(found["at_least"], share(&all, |known| known >= sum));
}

#[test]
fn decimals_say_what_the_fractions_say_and_stand_alone_when_asked_for() {
    let odds = [
        (
            "odds",
            json!({"expression": "3d10>=8b1", "dc": 1, "chance": "1/2", "joint": true, "versus": "1d6"}),
        ),
        ("odds", json!({"expression": "3d6"})),
    ];
    for (kind, question) in rolled().into_iter().chain(odds) {
        let both = answer(kind, question.clone());
        let compared = compare(&both["decimal"], &both);
        assert!(compared > 1, "{both}");
        let alone = answer(kind, with(&question, "decimals", true));
        let mut expected = both.clone();
        for field in both["decimal"].as_object().unwrap().keys() {
            expected.as_object_mut().unwrap().remove(field);
        }
        if let Some(joint) = expected.get_mut("joint") {
            for share in joint.as_array_mut().unwrap() {
                let exact = share.as_object_mut().unwrap().remove("fraction").unwrap();
                assert_eq!(compare(&share["probability"], &exact), 1);
            }
        }
        assert_eq!(alone, expected, "{kind} {question}");
    }
}

/// Compares decimals with the fractions at the same place; how many there are.
fn compare(decimal: &Value, exact: &Value) -> usize {
    match decimal {
        Value::Object(fields) => fields.iter().map(|(name, value)| compare(value, &exact[name])).sum(),
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| compare(item, &exact[at])).sum(),
        _ if exact.is_string() => {
            let (above, below) = exact.as_str().unwrap().split_once('/').unwrap();
            let known = above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap();
            assert!((decimal.as_f64().unwrap() - known).abs() < 1e-12, "{decimal} and {exact}");
            1
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            assert_eq!(decimal, exact);
            0
        }
    }
}

#[test]
fn a_seed_rolls_the_same_again_and_a_fresh_one_is_drawn_only_where_it_is_needed() {
    for (kind, question) in rolled() {
        let given = answer(kind, question.clone());
        assert_eq!(given, answer(kind, question.clone()), "{kind}");
        let mut fresh = question.clone();
        fresh.as_object_mut().unwrap().remove("seed");
        if kind != "roll" {
            let still = answer(kind, fresh.clone());
            assert!(still.get("roll").is_none() && still.get("seed").is_none(), "{still}");
            fresh["roll"] = true.into();
        }
        let drawn = answer(kind, fresh);
        assert_eq!(drawn["seed"], FRESH.to_string(), "{kind}");
        assert_eq!(drawn, answer(kind, with(&question, "seed", FRESH)), "{kind}: a seed may be a number");
    }
    for wrong in [json!(-1), json!("-1"), json!("+1"), json!("18446744073709551616"), json!(""), json!(0.5)] {
        let read = serde_json::from_value::<RollRequest>(json!({"expression": "1d6", "seed": wrong}));
        assert!(read.unwrap_err().to_string().contains("a whole number from 0 to 18446744073709551615"));
    }
}
