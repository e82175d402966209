//! A million seeded rolls against each exact distribution, by Pearson's chi-squared test.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use chance::SeededChance;
use ledger::{Game as _, Seat};
use pools::{
    Aliases, Attack, AttackOdds, CheckOdds, ContestOdds, ContestedCheck, DiceRoll, DiceService, DiceSystem,
    Expression, ExtendedCheck, ExtendedCommand, ExtendedOdds, ExtendedStatus, ExtendedTerms, Fraction,
    JointOdds, Odds, PoolOdds, RngRules, SkillCheckResult,
};

const ROLLS: u32 = 1_000_000;

/// Fails if so many rolls with these results are less likely than one in 20,000. Rare outcomes share a class.
fn agrees<T: Ord + Clone + Debug>(what: &str, odds: &[(T, Fraction)], seen: &BTreeMap<T, u32>, rolls: u32) {
    let known = |outcome: &T| odds.iter().any(|(known, _)| known == outcome);
    assert!(seen.keys().all(known), "{what}: something happened that cannot");
    let (mut chi_squared, mut classes) = (0.0, 0u32);
    let (mut expected, mut counted) = (0.0, 0.0);
    for (place, (outcome, share)) in odds.iter().enumerate() {
        expected += share.value() * f64::from(rolls);
        counted += f64::from(seen.get(outcome).copied().unwrap_or(0));
        let rest: f64 = odds[place + 1..].iter().map(|(_, share)| share.value() * f64::from(rolls)).sum();
        if (expected >= 20.0 && rest >= 20.0) || place + 1 == odds.len() {
            chi_squared += (counted - expected).powi(2) / expected;
            classes += 1;
            (expected, counted) = (0.0, 0.0);
        }
    }
    // Wilson and Hilferty's approximation of the quantile.
    let freedom = f64::from(classes - 1);
    let spread = 2.0 / (9.0 * freedom);
    let bound = freedom * (1.0 - spread + 3.89 * spread.sqrt()).powi(3);
    assert!(
        chi_squared < bound,
        "{what}: chi-squared {chi_squared} with {freedom} degrees of freedom, bound {bound}"
    );
}

fn listed<T: Ord + Clone>(odds: &Odds<T>) -> Vec<(T, Fraction)> {
    odds.iter().map(|(outcome, share)| (outcome.clone(), share)).collect()
}

fn tally<T: Ord>(rolls: u32, mut roll: impl FnMut() -> T) -> BTreeMap<T, u32> {
    let mut seen = BTreeMap::new();
    for _ in 0..rolls {
        *seen.entry(roll()).or_insert(0) += 1;
    }
    seen
}

#[test]
fn pools_checks_and_their_joint_distribution() {
    let system = DiceSystem::standard();
    let pool = system.pool("pool", 6).unwrap();
    let odds = PoolOdds::new(&system, pool);
    let mut luck = SeededChance::from_seed(1);
    let (mut nets, mut joint, mut tiers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for _ in 0..ROLLS {
        let roll = DiceRoll::roll(&system, pool, &mut luck);
        *nets.entry(i64::from(roll.net)).or_insert(0) += 1;
        *joint.entry((roll.successes, roll.botches)).or_insert(0) += 1;
        *tiers.entry(SkillCheckResult::judge(&system, roll, 1).outcome).or_insert(0) += 1;
    }
    agrees("net", &listed(odds.net()), &nets, ROLLS);
    agrees("tiers", &listed(CheckOdds::new(&system, pool, 1).tiers()), &tiers, ROLLS);
    let exact = JointOdds::new(&system, pool);
    let exact: Vec<_> = exact.iter().map(|(s, b, _)| ((s, b), exact.probability(s, b))).collect();
    agrees("joint", &exact, &joint, ROLLS);
}

#[test]
fn contests() {
    let system = DiceSystem::standard();
    let (first, second) = (system.pool("pool", 5).unwrap(), system.pool("pool", 3).unwrap());
    let odds = ContestOdds::new(&PoolOdds::new(&system, first), &PoolOdds::new(&system, second));
    let mut luck = SeededChance::from_seed(2);
    let seen = tally(ROLLS, || {
        let roll = DiceRoll::roll(&system, first, &mut luck);
        ContestedCheck::judge(roll, DiceRoll::roll(&system, second, &mut luck)).outcome
    });
    agrees("contest", &listed(odds.outcomes()), &seen, ROLLS);
}

#[test]
fn extended_checks() {
    let terms = ExtendedTerms::new(&DiceSystem::standard(), 2, 3, 4).unwrap();
    let odds = ExtendedOdds::new(&terms).unwrap();
    let mut luck = SeededChance::from_seed(3);
    let start = ExtendedCommand::StartCheck { terms };
    let mut begun = ExtendedCheck::default();
    begun.apply(&begun.decide(Seat(0), &start, &mut luck).unwrap()[0]);
    let seen = tally(ROLLS, || {
        let mut check = begun.clone();
        loop {
            check.apply(&check.decide(Seat(0), &ExtendedCommand::RollRound {}, &mut luck).unwrap()[0]);
            let progress = check.progress().unwrap();
            if progress.status != ExtendedStatus::InProgress {
                return (format!("{:?}", progress.status), progress.rolls.len());
            }
        }
    });
    let mut exact = vec![(("Failed".to_owned(), 4), odds.failed())];
    let (mut success, mut catastrophe) = (Fraction::zero(), Fraction::zero());
    for (round, number) in odds.by_round().iter().zip(1..) {
        exact.push((("Succeeded".to_owned(), number), round.cum_success.minus(&success)));
        exact.push((("CatastrophicFailure".to_owned(), number), round.cum_catastrophic.minus(&catastrophe)));
        (success, catastrophe) = (round.cum_success.clone(), round.cum_catastrophic.clone());
    }
    exact.retain(|(_, share)| !share.is_zero());
    agrees("extended", &exact, &seen, ROLLS);
}

#[test]
fn attacks() {
    let system = DiceSystem::standard();
    let attack = Attack { pool: 6, damage: 2, armour: 3 };
    let odds = AttackOdds::new(&system, attack.plan(&system).unwrap());
    let mut service = DiceService::new(system, RngRules::standard(), 4);
    let (mut damages, mut qualities) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..ROLLS {
        let result = service.attack("a", "b", &attack).unwrap();
        *damages.entry(i64::from(result.damage)).or_insert(0) += 1;
        *qualities.entry(result.quality).or_insert(0) += 1;
    }
    agrees("quality", &listed(odds.qualities()), &qualities, ROLLS);
    agrees("damage", &listed(odds.damage()), &damages, ROLLS);
}

#[test]
fn expressions() {
    for (seed, text) in (10..).zip([
        "4d6kh3",
        "3d6!+2",
        "5d10>=8b1",
        "2d6ro1 + d8rr<=2",
        "2x(d6*d4)",
        "if(d20+3>=12, 2d6!!, 0)",
    ]) {
        let expression = Expression::parse(text, &Aliases::default()).unwrap();
        let mut luck = SeededChance::from_seed(seed);
        let seen = tally(ROLLS, || expression.roll(&mut luck).total);
        agrees(text, &listed(expression.odds().unwrap().values()), &seen, ROLLS);
    }
}
