//! The published and recorded values that the engine must reproduce (`data/reference.json`).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use dicee::{
    Action, AnalyzeRequest, Category, DiceConfig, KeepPattern, Outlook, Position, PositionRequest, Rules,
    SolvedGame, TurnAnalysis,
};
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/reference.json")).unwrap()
}

fn close(ours: f64, published: &Value, tolerance: f64, what: &str) {
    let published = published.as_f64().unwrap();
    assert!((ours - published).abs() <= tolerance, "{what}: {ours} instead of {published}");
}

fn position(state: &Value) -> (Rules, Position) {
    let request = PositionRequest {
        rules: state["rules"].as_str().map(Into::into),
        open: Some(serde_json::from_value(state["open"].clone()).unwrap()),
        upper: state["upper"].as_i64(),
        dicee_box: state["dicee_box"].as_str().map(Into::into),
    };
    request.resolve().unwrap()
}

fn text(action: Action) -> (&'static str, String) {
    match action {
        Action::Score(category) => ("score", category.to_string()),
        Action::Keep(keep) => ("keep", keep.to_string()),
    }
}

#[test]
fn all_four_rules_have_the_known_optimum_and_spread() {
    let reference = reference();
    for rules in Rules::ALL {
        let table = SolvedGame::solve(rules);
        close(table.expected_score(), &reference["start"][rules.name()], 1e-6, rules.name());
        if let Some(published) = reference["standard_deviation"].get(rules.name()) {
            // Ties in value that differ in spread move the fourth decimal; the rounding of 39.82 the third.
            close(table.standard_deviation().unwrap(), published, 1e-3, rules.name());
        }
        let values = SolvedGame::solve_values(rules, |_| {});
        assert_eq!(values.expected_score().to_bits(), table.expected_score().to_bits());
        assert_eq!(values.standard_deviation(), None);
    }
}

#[test]
fn recorded_states_have_their_values() {
    let reference = reference();
    let states = reference["states"].as_array().unwrap();
    assert!(states.len() >= 28);
    for rules in Rules::ALL {
        let mut wanted = states.iter().filter(|state| state["rules"] == rules.name()).peekable();
        if wanted.peek().is_none() {
            continue;
        }
        let table = SolvedGame::solve_values(rules, |_| {});
        for state in wanted {
            let (_, position) = position(state);
            close(table.value(position), &state["value"], 1e-6, &state.to_string());
        }
    }
}

#[test]
fn recorded_openings_have_their_best_and_second_best_actions() {
    let reference = reference();
    let openings = reference["openings"].as_array().unwrap();
    let table = SolvedGame::solve_values(Rules::ForcedDicee, |_| {});
    for opening in openings {
        assert_eq!(opening["rules"], "forced_dicee");
        let request = AnalyzeRequest {
            rules: opening["rules"].as_str().map(Into::into),
            dice: serde_json::from_value(opening["dice"].clone()).unwrap(),
            rolls_left: opening["rolls_left"].as_i64().unwrap(),
            ..AnalyzeRequest::default()
        };
        let question = request.resolve().unwrap();
        let analysis = TurnAnalysis::new(
            question.rules,
            question.position,
            Outlook::Game(&table),
            question.roll,
            question.rolls_left,
        );
        for (place, name) in ["best", "second"].into_iter().enumerate() {
            let recorded = &opening[name];
            let ours = analysis.options[place];
            let (action, what) = text(ours.action);
            assert_eq!(
                (action, what.as_str()),
                (recorded["action"].as_str().unwrap(), recorded["what"].as_str().unwrap())
            );
            close(ours.value, &recorded["value"], 1e-5, &opening.to_string());
        }
    }
}

#[test]
fn the_combinatorics_are_the_known_ones() {
    let known = &reference()["combinatorics"];
    assert_eq!(known["configs"], DiceConfig::iter_all().len());
    assert_eq!(known["keeps"], KeepPattern::iter_all().len());
    let pairs: usize = DiceConfig::iter_all().map(|roll| KeepPattern::iter_valid_for(roll).count()).sum();
    assert_eq!(known["keep_roll_pairs"], pairs);
}

#[test]
fn category_means_and_zeros_of_optimal_games_are_the_published_ones() {
    let reference = reference();
    let published = &reference["category_mean_and_p_zero_joker_rules"];
    let table = SolvedGame::solve(Rules::JokerRules);
    let games = 60_000;
    let cards = dicee::play_optimal_games(&table, &chance::SeededChance::from_seed(2024), 0..games);
    let check = |name: &str, points: &dyn Fn(&dicee::Scorecard) -> u16| {
        let summary: chance::Summary = cards.iter().map(|card| f64::from(points(card))).collect();
        let zeros = cards.iter().filter(|card| points(card) == 0).count() as f64 / games as f64;
        // Four standard errors, and half a unit of the last published digit.
        let error = 4.0 * summary.standard_deviation() / (games as f64).sqrt() + 0.005;
        close(summary.mean(), &published[name][0], error, name);
        close(zeros, &published[name][1], 4.0 * (zeros * (1.0 - zeros) / games as f64).sqrt() + 0.0005, name);
    };
    for category in Category::ALL {
        check(category.name(), &|card| card.points(category).unwrap().into());
    }
    check("upper_bonus", &|card| card.upper_bonus());
    check("dicee_bonus", &|card| card.dicee_bonus());
    let total: chance::Summary = cards.iter().map(|card| f64::from(card.grand_total())).collect();
    let (low, high) = total.interval(4.0);
    assert!((low..=high).contains(&table.expected_score()), "{low} to {high}");
}
