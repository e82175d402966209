//! Simulated games over HTTP.

use super::*;

#[tokio::test]
async fn simulations_repeat_with_their_seed_and_surround_the_optimum() {
    let request = json!({ "iterations": 5_000, "seed": 1, "confidenceLevel": 0.99 });
    let [first, second] = [simulate(&request).await, simulate(&request).await];
    assert_eq!((&first["partial"], &first["actualIterations"]), (&json!(false), &json!(5_000)), "{first}");
    assert!(first["warning"].is_null());
    for field in ["meanScore", "percentiles", "standardDeviation", "categories"] {
        assert_eq!(first[field], second[field]);
    }
    let interval = first["confidenceInterval"].as_array().unwrap();
    assert!(interval[0].as_f64() < Some(253.970) && interval[1].as_f64() > Some(253.970), "{first}");

    let mut bot = json!({ "iterations": 1000, "seed": 1, "bot": "beginner" });
    let beginner = simulate(&bot).await;
    assert!(beginner["meanScore"].as_f64() < first["meanScore"].as_f64());
    bot.as_object_mut().unwrap().remove("seed");
    let [a, b] = [simulate(&bot).await, simulate(&bot).await];
    assert_ne!(a["seed"], b["seed"]);
}

#[tokio::test]
async fn a_simulation_that_runs_out_of_time_says_so_and_can_be_repeated() {
    let request = json!({ "iterations": 10_000_000, "seed": 3, "maxComputationTimeMs": 1 });
    let partial = simulate(&request).await;
    let games = partial["actualIterations"].as_u64().unwrap();
    assert!((64..10_000_000).contains(&games), "{partial}");
    assert_eq!((&partial["partial"], &partial["requestedIterations"]), (&json!(true), &json!(10_000_000)));
    assert!(partial["warning"].as_str().unwrap().contains(&games.to_string()));
    let table = SOLVED.solved.get(Rules::Standard).unwrap();
    let same =
        dicee::Tally::of_games(dicee::Bot::Optimal, table, &chance::SeededChance::from_seed(3), 0..games);
    assert!((same.summary().mean() - partial["meanScore"].as_f64().unwrap()).abs() < 1e-9);
}

#[tokio::test]
async fn a_simulation_waits_for_no_place_and_no_solve() {
    let api = fresh();
    let reply = post(&api, Endpoint::Simulate.path(), "{}".to_owned()).await;
    assert_eq!((reply.status, &error_of(&reply)["code"]), (503, &json!("ERR_SERVICE_DOWN")));
    assert_eq!(reply.header("retry-after"), Some("1"));

    let busy = fresh();
    busy.solved.solve(Rules::Classic);
    let _taken: Vec<_> = std::iter::from_fn(|| busy.simulator.place()).collect();
    let reply = post(&busy, Endpoint::Simulate.path(), r#"{"rulesVariant": "classic"}"#.to_owned()).await;
    let error = error_of(&reply);
    assert_eq!(
        (reply.status, &error["code"], &error["retryAfter"]),
        (429, &json!("ERR_RATE_LIMIT"), &json!(5))
    );
    assert_eq!((reply.header("retry-after"), &error["recoverable"]), (Some("5"), &json!(true)));
}
