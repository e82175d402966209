//! Distributions, targets, scenarios and samples over HTTP.

use super::*;

const DISTRIBUTION: &str = "/api/v1/stats/distribution";
const ANALYSIS: &str = "/api/v1/stats/analysis";
const TARGET: &str = "/api/v1/stats/target";

/// A card with sixes and chance open, without the upper bonus.
fn late() -> ScorecardData {
    let rolls = [
        (Category::Ones, [1, 1, 1, 2, 3]),
        (Category::Twos, [2, 2, 2, 1, 3]),
        (Category::Threes, [3, 3, 3, 1, 2]),
        (Category::Fours, [4, 4, 1, 2, 3]),
        (Category::Fives, [5, 5, 5, 1, 2]),
        (Category::ThreeOfKind, [5, 5, 5, 1, 2]),
        (Category::FourOfKind, [1, 1, 2, 3, 4]),
        (Category::FullHouse, [1, 1, 2, 2, 2]),
        (Category::SmallStraight, [1, 2, 3, 4, 6]),
        (Category::LargeStraight, [1, 1, 2, 3, 4]),
        (Category::Dicee, [1, 1, 2, 3, 4]),
    ];
    card(&rolls)
}

async fn answer_of(path: &str, body: &Value) -> Value {
    let reply = post(&SOLVED, path, body.to_string()).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

#[tokio::test]
async fn a_distribution_adds_up_and_has_the_solvers_mean() {
    let moment = json!({ "currentScorecard": late(), "diceResult": [6, 6, 6, 2, 1], "rollsRemaining": 1 });
    let answer = answer_of(DISTRIBUTION, &json!({ "moment": moment, "scores": [30, 60] })).await;
    let points = answer["distribution"].as_array().unwrap();
    let total: f64 = points.iter().map(|point| point["probability"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert_eq!(answer["at_least"].as_array().unwrap().len(), 2);
    let fresh = answer_of(DISTRIBUTION, &json!({ "moment": { "currentScorecard": late() } })).await;
    let position = late().card().unwrap().position();
    let value = SOLVED.solved.get(Rules::Standard).unwrap().value(position);
    assert!((fresh["mean"].as_f64().unwrap() - value).abs() < 1e-9);
    let weaker = json!({ "moment": { "currentScorecard": late() }, "bot": "beginner" });
    assert!(answer_of(DISTRIBUTION, &weaker).await["mean"].as_f64().unwrap() < value - 1.0);
}

#[tokio::test]
async fn the_analysis_of_a_roll_is_that_of_the_engine_for_both_horizons() {
    let roll = json!({ "dice": [5, 5, 5, 2, 6], "rolls_left": 1 });
    let answer = answer_of(ANALYSIS, &roll).await;
    let question = serde_json::from_value::<dicee::AnalyzeRequest>(roll).unwrap().resolve().unwrap();
    let solved = SOLVED.solved.get(Rules::Standard).unwrap();
    for (name, outlook) in [("turn", dicee::Outlook::Turn), ("game", dicee::Outlook::Game(solved))] {
        let dicee::Question { rules, position, roll, rolls_left, .. } = question;
        let exact = dicee::TurnAnalysis::new(rules, position, outlook, roll, rolls_left);
        assert_eq!(answer[name], serde_json::to_value(&exact).unwrap(), "{name}");
    }
    assert_eq!(answer["upperTotals"], json!([0]));
    let reply =
        post(&SOLVED, ANALYSIS, json!({ "dice": [5, 5, 5, 2, 7], "rolls_left": 1 }).to_string()).await;
    assert_eq!((reply.status, reply.json()["error"]["details"]["field"].as_str()), (400, Some("dice")));
}

#[tokio::test]
async fn a_target_is_never_less_likely_than_with_play_for_the_mean() {
    let moment = json!({ "currentScorecard": late(), "diceResult": [6, 6, 6, 2, 1], "rollsRemaining": 1 });
    let target = answer_of(TARGET, &json!({ "moment": moment, "score": 45 })).await;
    let usual = answer_of(DISTRIBUTION, &json!({ "moment": moment, "scores": [45] })).await;
    let chance = target["chance"].as_f64().unwrap();
    assert!(chance >= usual["at_least"][0]["probability"].as_f64().unwrap() - 1e-7);
    let options = target["options"].as_array().unwrap();
    assert_eq!(options[0]["chance"], target["chance"]);
    assert!(options.len() > 10, "{options:?}");
}

#[tokio::test]
async fn analysis_and_recommendation_have_the_chance_of_every_option_to_reach_a_target() {
    let roll = json!({
        "dice": [6, 6, 6, 2, 1], "rolls_left": 1, "open": ["sixes", "chance"], "upper": 41, "target": 75,
    });
    let analysis = answer_of(ANALYSIS, &roll).await;
    let target = &analysis["target"];
    assert_eq!(target["score"], 75);
    let count = analysis["game"]["options"].as_array().unwrap().len();
    assert_eq!(target["options"].as_array().unwrap().len(), count);
    assert!(target["text"].as_str().unwrap().starts_with("Keep 6 6 6 and roll two dice: "), "{target}");
    // The same card and roll, asked in the other words.
    let moment = json!({ "currentScorecard": late(), "diceResult": [6, 6, 6, 2, 1], "rollsRemaining": 1 });
    let alone = answer_of(TARGET, &json!({ "moment": moment, "score": 75 })).await;
    for field in ["chance", "options", "text"] {
        assert_eq!(target[field], alone[field], "{field}");
    }
    let mut advice = body(Endpoint::Recommendation);
    let card = json!({
        "currentScorecard": late(), "diceResult": [6, 6, 6, 2, 1], "availableCategories": ["sixes", "chance"],
        "keptMask": [false, false, false, false, false], "rollsRemaining": 1, "target": 75,
    });
    advice.as_object_mut().unwrap().extend(card.as_object().unwrap().clone());
    let answer = ask(Endpoint::Recommendation, &advice).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["target"], *target);
    advice["target"] = json!(512);
    let refusal = ask(Endpoint::Recommendation, &advice).await;
    assert_eq!((refusal.status, &error_of(&refusal)["details"]["field"]), (400, &json!("target")));
}

#[tokio::test]
async fn what_is_too_large_or_cannot_be_is_refused_with_its_field() {
    for (path, body, field) in [
        (ANALYSIS, json!({ "dice": [5, 5, 5, 2, 6], "rolls_left": 1, "target": 512 }), "target"),
        (TARGET, json!({ "moment": { "currentScorecard": late() }, "score": 512 }), "score"),
        (
            TARGET,
            json!({ "moment": { "diceResult": [1, 2, 3, 4, 5], "rollsRemaining": 1, "keptMask": [true, true, true, true, false] }, "score": 5 }),
            "moment.keptMask",
        ),
        (DISTRIBUTION, json!({ "bot": "casual" }), "bot"),
        (DISTRIBUTION, json!({ "moment": { "diceResult": [1, 2, 3, 4, 5] } }), "moment.rollsRemaining"),
        (DISTRIBUTION, json!({ "moment": { "rollsRemaining": 1 } }), "moment.rollsRemaining"),
        (
            DISTRIBUTION,
            json!({ "moment": { "diceResult": [1, 2, 3, 4, 5], "rollsRemaining": 3 } }),
            "moment.rollsRemaining",
        ),
        (DISTRIBUTION, json!({ "scores": vec![1; 101] }), "scores"),
    ] {
        let reply = post(&SOLVED, path, body.to_string()).await;
        assert_eq!(reply.status, 400, "{body}: {}", reply.body);
        assert_eq!(error_of(&reply)["details"]["field"], field, "{body}");
    }
}

#[tokio::test]
async fn a_scenario_is_tried_many_times_beside_its_exact_value() {
    let moment = json!({
        "diceResult": [5, 5, 5, 2, 6], "keptMask": [true, true, true, false, false], "rollsRemaining": 1,
    });
    let scenario = json!({ "moment": moment, "category": "full_house" });
    let answer = simulate(&json!({ "iterations": 20_000, "seed": 4, "scenario": scenario })).await;
    let tried = &answer["scenario"];
    assert!((tried["exact"].as_f64().unwrap() - 5.0 / 36.0).abs() < 1e-12, "{answer}");
    let [low, high] = [0, 1].map(|end| tried["interval"][end].as_f64().unwrap());
    assert!(low < 5.0 / 36.0 && 5.0 / 36.0 < high && high - low < 0.02, "{answer}");
    assert_eq!(tried["trials"], 20_000);
    assert_eq!(tried["convergence"].as_array().unwrap().last().unwrap()["trials"], 20_000);
    assert_eq!((&answer["partial"], &answer["success"]), (&json!(false), &json!(true)));
    let points = json!({ "moment": { "currentScorecard": late() } });
    let answer = simulate(&json!({ "iterations": 1000, "bot": "greedy", "scenario": points })).await;
    assert!(answer["scenario"]["exact"].as_f64().unwrap() > 20.0, "{answer}");
}

#[tokio::test]
async fn monte_carlo_samples_and_says_so() {
    let mut request = body(Endpoint::Probabilities);
    request["computationMethod"] = json!("monte_carlo");
    let answer = ask(Endpoint::Probabilities, &request).await.json();
    assert_eq!(answer["probabilities"]["computationMethod"], "monte_carlo");
    assert_eq!(answer["probabilities"]["confidence"], 0.95);
    for (category, interval) in answer["intervals"].as_object().unwrap() {
        let sampled = answer["probabilities"]["categories"][category]["probability"].as_f64().unwrap();
        let exact = answer["bestOdds"][category]["value"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| interval[end].as_f64().unwrap());
        assert!(low <= sampled && sampled <= high && high - low < 0.03, "{category}");
        // Five standard deviations: a fresh seed each time must not fail a build.
        assert!(
            (sampled - exact).abs() <= 5.0 * (exact * (1.0 - exact) / 10_000.0).sqrt() + 1e-9,
            "{category}"
        );
    }
}

#[tokio::test]
async fn every_score_of_every_box_has_its_chance() {
    let mut request = body(Endpoint::Probabilities);
    request["showDistributions"] = json!(true);
    let answer = ask(Endpoint::Probabilities, &request).await.json();
    // Three fives kept and one roll: a full house in 5 of 36 cases.
    let full_house = &answer["keptScores"]["full_house"];
    assert_eq!(full_house[1]["points"], 25);
    assert_eq!(full_house[1]["chance"]["fraction"], "5/36");
    assert_eq!(answer["keptOdds"]["full_house"]["fraction"], "5/36");
    for scores in ["keptScores", "bestScores"] {
        for (category, scores) in answer[scores].as_object().unwrap() {
            let scores = scores.as_array().unwrap();
            let total: f64 = scores.iter().map(|score| score["chance"]["value"].as_f64().unwrap()).sum();
            assert!((total - 1.0).abs() < 1e-12, "{category}");
        }
    }
    let plain = ask(Endpoint::Probabilities, &body(Endpoint::Probabilities)).await.json();
    assert!(plain["keptScores"].is_null() && plain["intervals"].is_null());
    assert_eq!(plain["bestOdds"]["full_house"]["fraction"], "1/6");
}
