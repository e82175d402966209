//! A designer's day: six systems as published games use them, written as expressions, beside what icepool counts
//! (`benches/pools/designers_day.py`).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{Aliases, ContestOdds, Expression, NetOdds, OddsQuestion, Side};
use serde_json::Value;

const COUNTED_BY_ICEPOOL: &str = include_str!("../designers_day.json");

fn parse(text: &str) -> Expression {
    Expression::parse(text, &Aliases::default()).unwrap()
}

fn odds(text: &str) -> NetOdds {
    parse(text).net_odds().unwrap()
}

#[test]
fn six_published_systems_have_the_odds_that_icepool_counts() {
    let rows: Vec<Value> = serde_json::from_str(COUNTED_BY_ICEPOOL).unwrap();
    let mut systems: Vec<&str> = rows.iter().map(|row| row["system"].as_str().unwrap()).collect();
    systems.dedup();
    assert_eq!(systems.len(), 6, "{systems:?}");
    for row in &rows {
        let expression = row["expression"].as_str().unwrap();
        let known = odds(expression);
        let same = |name: &str, ours: String| {
            if let Some(theirs) = row[name].as_str() {
                assert_eq!(ours, theirs, "{name} of {row}");
            }
        };
        same("mean", known.net().mean().to_string());
        same("fumble", known.fumble().to_string());
        if let Some(dc) = row["dc"].as_i64() {
            same("success", known.reaches(dc).to_string());
            let question = OddsQuestion { dc: Some(dc), ..OddsQuestion::about(parse(expression)) };
            assert_eq!(question.report().unwrap().reach.unwrap().success, known.reaches(dc), "{row}");
        }
        if let Some(versus) = row["versus"].as_str() {
            let contest = ContestOdds::of_net(&known, &odds(versus));
            same("wins", contest.wins(Side::Initiator).to_string());
        }
    }
}

#[test]
fn what_can_be_counted_by_hand_is_what_the_hand_counts() {
    // Chronicles of Darkness: no success among six dice is 7^6 of 10^6, whatever explodes.
    assert_eq!(odds("6d10!10>=8").reaches(1).to_string(), "882351/1000000");
    // Vampire: no success (5^6) less nothing but blanks (4^6).
    assert_eq!(odds("6d10>=6b1").fumble().to_string(), "11529/1000000");
    // Exalted: a die brings 3/10 of one and 1/10 of two successes.
    assert_eq!(odds("8d10>=7ds10").net().mean().to_string(), "4/1");
    // Blades: three dice without a six are 125 of 216.
    assert_eq!(odds("3d6kh1").reaches(6).to_string(), "91/216");
    // Savage Worlds: both dice below four, 3/8 of 3/6.
    assert_eq!(odds("max(1d8!!8, 1d6!!6)").reaches(4).to_string(), "13/16");
}

#[test]
fn the_systems_stand_in_the_documentation_with_these_expressions() {
    let text = include_str!("../../../../docs/pools.md");
    let section = text.split("\n## A designer's day").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<Value> = serde_json::from_str(COUNTED_BY_ICEPOOL).unwrap();
    for row in &rows {
        let (system, expression) = (row["system"].as_str().unwrap(), row["expression"].as_str().unwrap());
        assert!(section.contains(system), "{system}");
        assert!(section.contains(&format!("`{expression}`")), "{expression}");
    }
}
