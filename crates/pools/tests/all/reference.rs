//! Every value of the reference file, exactly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{
    Aliases, Comparison, ContestOdds, ContestedOutcome, DiceSystem, Expression, ExtendedOdds, ExtendedTerms,
    Fraction, PoolOdds, Side,
};
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/reference.json")).unwrap()
}

fn pool(dice: i64) -> PoolOdds {
    let system = DiceSystem::standard();
    PoolOdds::new(&system, system.pool("pool", dice).unwrap())
}

/// Compares as text, so that the spelling is checked as well.
fn same(actual: &Fraction, expected: &Value, what: &str) {
    assert_eq!(actual.to_string(), expected["frac"].as_str().unwrap(), "{what}");
    let decimal: f64 = expected["dec"].as_str().unwrap().parse().unwrap();
    assert!(
        (actual.value() - decimal).abs() <= 1e-14 * decimal.abs().max(1e-3),
        "{what}: {}",
        actual.value()
    );
}

#[test]
fn pools_agree_with_the_reference() {
    let reference = reference();
    let pools = reference["pools"].as_object().unwrap();
    assert_eq!(pools.len(), 8);
    for (dice, expected) in pools {
        let odds = pool(dice.parse().unwrap());
        same(&odds.fumble(), &expected["fumble"], "fumble");
        same(&odds.critical(), &expected["critical"], "critical");
        same(&odds.plain_failure(), &expected["plain_failure_net0_no_fumble"], "plain failure");
        same(&odds.net().mean(), &expected["E_net"], "mean");
        same(&odds.net().variance(), &expected["Var_net"], "variance");
        for (net, expected) in expected["P_net_ge"].as_object().unwrap() {
            same(&odds.net().at_least(net.parse().unwrap()), expected, "at least");
        }
        let pmf = expected["pmf_net"].as_object().unwrap();
        assert_eq!(odds.net().weights().len(), pmf.len());
        for (net, expected) in pmf {
            same(&odds.net().probability(&net.parse().unwrap()), expected, "net");
        }
        let expression = Expression::parse(&format!("{dice}d10>=8b1"), &Aliases::default()).unwrap();
        assert_eq!(expression.odds().unwrap().values(), odds.net());
        assert_eq!(expression.odds().unwrap().fumble(), Some(odds.fumble()));
        assert_eq!(expression.success_pool(&DiceSystem::standard()), Some(odds));
    }
}

#[test]
fn a_pool_of_no_dice_rolls_one() {
    assert_eq!(pool(0), pool(1));
    let none = Expression::parse("0d10>=8b1", &Aliases::default()).unwrap();
    assert_eq!(none.odds().unwrap().values(), pool(1).net());
}

#[test]
fn contests_agree_with_the_reference() {
    let reference = reference();
    let contests = reference["contested"].as_object().unwrap();
    for (pools, expected) in contests {
        let (first, second) = pools.split_once('v').unwrap();
        let (first, second) = (pool(first.parse().unwrap()), pool(second.parse().unwrap()));
        let odds = ContestOdds::new(&first, &second);
        let outcome = |outcome| odds.outcomes().probability(&outcome);
        let Comparison { higher, equal, lower } = first.net().compare(second.net());
        let values = [
            ("both_fumble", outcome(ContestedOutcome::BothFumble)),
            ("defender_by_initiator_fumble", outcome(ContestedOutcome::InitiatorFumble)),
            ("defender_on_net", outcome(ContestedOutcome::DefenderWins)),
            ("defender_wins_total", odds.wins(Side::Defender)),
            ("initiator_by_defender_fumble", outcome(ContestedOutcome::DefenderFumble)),
            ("initiator_on_net", outcome(ContestedOutcome::InitiatorWins)),
            ("initiator_wins_total", odds.wins(Side::Initiator)),
            ("tie", outcome(ContestedOutcome::Tie)),
            ("plain_net_gt", higher),
            ("plain_net_eq", equal),
            ("plain_net_lt", lower),
        ];
        assert_eq!(values.len(), expected.as_object().unwrap().len());
        for (name, value) in values {
            same(&value, &expected[name], name);
        }
    }
}

#[test]
fn extended_checks_agree_with_the_reference() {
    let reference = reference();
    let expected = &reference["extended"]["6d10_target10_rounds5"];
    let terms = ExtendedTerms::new(&DiceSystem::standard(), 6, 10, 5).unwrap();
    let odds = ExtendedOdds::new(&terms).unwrap();
    same(&odds.success(), &expected["success"], "success");
    same(&odds.failed(), &expected["failed"], "failed");
    same(&odds.catastrophic(), &expected["catastrophic"], "catastrophic");
    let rounds = expected["by_round"].as_array().unwrap();
    assert_eq!(odds.by_round().len(), rounds.len());
    for (round, expected) in odds.by_round().iter().zip(rounds) {
        assert_eq!(Value::from(round.round), expected["round"]);
        same(&round.cum_success, &expected["cum_success"], "cumulated success");
        same(&round.cum_catastrophic, &expected["cum_catastrophic"], "cumulated catastrophe");
        same(&round.ongoing, &expected["ongoing"], "ongoing");
    }
    let unfinished = expected["final_acc_given_ongoing_unnormalised"].as_object().unwrap();
    assert_eq!(odds.unfinished().len(), unfinished.len());
    for (sum, expected) in unfinished {
        same(&odds.unfinished()[sum.parse::<usize>().unwrap()], expected, "accumulated");
    }
}

#[test]
fn brute_force_agrees_for_pools_up_to_six_dice() {
    for dice in 1..=6u32 {
        let mut cases = std::collections::BTreeMap::new();
        let mut fumbles = 0u32;
        for number in 0..10u32.pow(dice) {
            let face = |place| number / 10u32.pow(place) % 10 + 1;
            let (mut successes, mut botches) = (0i64, 0i64);
            for place in 0..dice {
                successes += i64::from(face(place) >= 8);
                botches += i64::from(face(place) == 1);
            }
            *cases.entry((successes, botches)).or_insert(0u32) += 1;
            fumbles += u32::from(successes == 0 && botches > 0);
        }
        let odds = pool(dice.into());
        let joint = odds.joint().unwrap();
        assert_eq!(joint.iter().filter(|(.., cases)| *cases > 0u32.into()).count(), cases.len());
        for ((s, b), count) in cases {
            assert_eq!(
                joint.cases(s.try_into().unwrap(), b.try_into().unwrap()),
                count.into(),
                "{s} {b} of {dice}"
            );
        }
        assert_eq!(odds.fumble(), Fraction::new(fumbles.into(), 10i64.pow(dice)));
    }
}
