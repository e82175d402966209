//! The API through the real router.

mod outlook;
mod simulation;

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::Request;
use dicee::ScorecardData;
use dicee::{AnalyzeRequest, Category, DiceConfig, DistributionRequest, Quality, Rules, Scorecard};
use protocol::{
    ErrorResponse, EvaluationResponse, ProbabilityResponse, RecommendationResponse, SimulationRequest,
};
use serde_json::{Value, json};

use crate::api::Api;
use crate::limit::ClientAddress;
use crate::operation::Operation;
use crate::proxies::Proxies;
use crate::router;
use crate::stats;
use crate::testing::{ASSETS, Reply, answer, fresh, get, post, send, send_to};

/// The operations on rolls.
#[derive(Clone, Copy, Debug)]
enum Endpoint {
    Probabilities,
    Recommendation,
    Evaluate,
    Verify,
    Simulate,
}

impl Endpoint {
    const ALL: [Self; 5] =
        [Self::Probabilities, Self::Recommendation, Self::Evaluate, Self::Verify, Self::Simulate];

    fn operation(self) -> &'static Operation {
        match self {
            Self::Probabilities => &stats::PROBABILITIES,
            Self::Recommendation => &stats::RECOMMENDATION,
            Self::Evaluate => &stats::EVALUATE,
            Self::Verify => &stats::VERIFY,
            Self::Simulate => &stats::SIMULATE,
        }
    }

    fn path(self) -> &'static str {
        self.operation().path
    }
}

/// A server on which `standard` is solved.
static SOLVED: LazyLock<Arc<Api>> = LazyLock::new(|| {
    let api = fresh();
    api.solved.solve(Rules::Standard);
    api
});

fn card(filled: &[(Category, [u8; 5])]) -> ScorecardData {
    let mut card = Scorecard::default();
    for &(category, dice) in filled {
        card.score(Rules::Standard, DiceConfig::from_dice(&dice).unwrap(), category).unwrap();
    }
    ScorecardData::from(&card)
}

/// A valid body of each endpoint.
fn body(endpoint: Endpoint) -> Value {
    let card = card(&[]);
    let state = json!({
        "diceResult": [5, 2, 5, 6, 5],
        "availableCategories": card.categories_remaining,
    });
    let mut body = match endpoint {
        Endpoint::Probabilities => json!({
            "keptMask": [true, false, true, false, true], "rollsRemaining": 1, "currentScorecard": card,
        }),
        Endpoint::Recommendation => json!({
            "keptMask": [false, false, false, false, false], "rollsRemaining": 1, "currentScorecard": card,
            "skillLevel": "beginner", "showAlternatives": true, "explanationDepth": "standard",
        }),
        Endpoint::Evaluate => {
            let mut game_state = state;
            merge(&mut game_state, json!({ "rollNumber": 2, "scorecard": card }));
            return json!({
                "gameState": game_state, "chosenCategory": "chance", "timeToDecision": 900, "skillLevel": "expert",
            });
        }
        Endpoint::Verify => {
            return json!({
                "diceResult": [5, 2, 5, 6, 5], "keptMask": [true, false, true, false, true], "rollsRemaining": 1,
                "category": "full_house", "probability": 0.1389,
            });
        }
        Endpoint::Simulate => return json!({ "iterations": 1000, "seed": 7 }),
    };
    merge(&mut body, state);
    body
}

fn merge(target: &mut Value, more: Value) {
    let Value::Object(more) = more else { panic!("not an object: {more}") };
    target.as_object_mut().unwrap().extend(more);
}

async fn ask(endpoint: Endpoint, body: &Value) -> Reply {
    post(&SOLVED, endpoint.path(), body.to_string()).await
}

/// Plays games. There may be no more than one place for that, so tests take turns.
async fn simulate(body: &Value) -> Value {
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _turn = TURN.lock().await;
    ask(Endpoint::Simulate, body).await.json()
}

fn error_of(reply: &Reply) -> Value {
    // The shape is checked on the way.
    let error: ErrorResponse = serde_json::from_str(&reply.body).unwrap();
    assert!(!error.success && error.error.timestamp > 1_700_000_000_000);
    assert_eq!(reply.header("x-trace-id"), error.error.trace_id.map(|id| id.to_string()).as_deref());
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    reply.json()["error"].clone()
}

#[tokio::test]
async fn probabilities_are_exact_for_the_best_keep_and_the_given_one() {
    let reply = ask(Endpoint::Probabilities, &body(Endpoint::Probabilities)).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let answer: ProbabilityResponse = serde_json::from_str(&reply.body).unwrap();
    assert!(answer.success && !answer.cache_hit && answer.computation_time_ms > 0.0);
    assert_eq!(answer.probabilities.categories.len(), 13);
    assert_eq!(answer.kept_odds.len(), 13);
    assert_eq!(answer.kept_odds[&Category::FullHouse].fraction, "5/36");
    assert_eq!(answer.kept_odds[&Category::FourOfKind].fraction, "11/36");
    let best = answer.probabilities.categories[&Category::FullHouse].probability;
    assert!((best - 1.0 / 6.0).abs() < 1e-12, "keeping the six as well is better: {best}");

    let mut standing = body(Endpoint::Probabilities);
    standing["keptMask"] = json!([true, true, true, true, true]);
    let answer = ask(Endpoint::Probabilities, &standing).await.json();
    assert_eq!(answer["keptOdds"]["full_house"]["fraction"], "0/1");
    assert_eq!(answer["keptOdds"]["three_of_kind"]["percentage"], "100%");
}

#[tokio::test]
async fn advice_looks_at_the_game_once_it_is_solved_and_says_so() {
    let request = body(Endpoint::Recommendation);
    let solved = ask(Endpoint::Recommendation, &request).await.json();
    let unsolved = post(&fresh(), Endpoint::Recommendation.path(), request.to_string()).await.json();
    assert_eq!(solved["recommendation"]["horizon"], "game");
    assert_eq!(unsolved["recommendation"]["horizon"], "turn");
    assert!(solved["recommendation"]["expectedValue"].as_f64() > Some(200.0));
    assert!(unsolved["recommendation"]["expectedValue"].as_f64() < Some(50.0));
    let typed: RecommendationResponse = serde_json::from_value(solved).unwrap();
    assert!(!typed.recommendation.alternatives.is_empty());

    let mut alone = request;
    alone["showAlternatives"] = json!(false);
    let typed: RecommendationResponse =
        serde_json::from_str(&ask(Endpoint::Recommendation, &alone).await.body).unwrap();
    assert!(typed.recommendation.alternatives.is_empty());
}

#[tokio::test]
async fn advice_says_how_likely_it_is_to_beat_the_others_once_the_game_is_solved() {
    let mut request = body(Endpoint::Recommendation);
    assert!(ask(Endpoint::Recommendation, &request).await.json().get("winning").is_none());
    request["opponentScores"] = json!([250, 180]);
    let answer = ask(Endpoint::Recommendation, &request).await.json();
    let typed: RecommendationResponse = serde_json::from_value(answer).unwrap();
    let winning = typed.winning.unwrap();
    assert!((0.3..0.7).contains(&winning.probability) && !winning.exact, "{winning:?}");
    assert!((winning.alone + winning.shared / 2.0 - winning.probability).abs() < 0.01, "{winning:?}");
    assert!(winning.basis.contains("final"));
    let unsolved = post(&fresh(), Endpoint::Recommendation.path(), request.to_string()).await.json();
    assert!(unsolved["success"] == true && unsolved.get("winning").is_none());
}

#[tokio::test]
async fn scores_and_keeps_are_graded() {
    let score = ask(Endpoint::Evaluate, &body(Endpoint::Evaluate)).await;
    let score: EvaluationResponse = serde_json::from_str(&score.body).unwrap();
    assert_eq!(score.evaluation.points_earned, 23);
    assert!(score.evaluation.ev_difference > 0.0 && score.success);

    let mut keep = body(Endpoint::Evaluate);
    keep.as_object_mut().unwrap().remove("chosenCategory");
    keep["chosenKeptMask"] = json!([true, false, true, false, true]);
    let keep: EvaluationResponse = serde_json::from_str(&ask(Endpoint::Evaluate, &keep).await.body).unwrap();
    assert_eq!(keep.evaluation.decision_quality, Quality::Optimal);
    assert_eq!(keep.evaluation.chosen_kept_mask, keep.evaluation.optimal_kept_mask);
}

#[tokio::test]
async fn a_claimed_probability_is_compared_with_the_counted_one() {
    for (claim, matches) in [(0.1389, true), (0.1399, false), (0.138, true), (0.1667, false), (0.0, false)] {
        let mut request = body(Endpoint::Verify);
        request["probability"] = json!(claim);
        let answer = ask(Endpoint::Verify, &request).await.json();
        assert_eq!(answer["matches"], matches, "{claim}: {answer}");
        assert_eq!(answer["exact"]["fraction"], "5/36");
        assert_eq!(answer["tolerance"], 0.001);
    }
    let mut best = body(Endpoint::Verify);
    best.as_object_mut().unwrap().remove("keptMask");
    assert_eq!(ask(Endpoint::Verify, &best).await.json()["exact"]["fraction"], "1/6");
}

#[tokio::test]
async fn what_cannot_be_is_refused_by_code_field_expectation_and_value() {
    use Endpoint::{Evaluate, Probabilities, Recommendation, Simulate, Verify};
    let full = card(&Category::ALL.map(|category| (category, [1, 2, 3, 4, 5])));
    let mut wrong_sum = serde_json::to_value(card(&[(Category::Ones, [1, 1, 2, 3, 4])])).unwrap();
    wrong_sum["upperSubtotal"] = json!(3);
    let rows = [
        (Probabilities, "/diceResult", json!([5, 5, 5, 2]), 400, "ERR_INVALID_DICE", "diceResult"),
        (Probabilities, "/diceResult", json!([5, 5, 5, 2, 7]), 400, "ERR_INVALID_DICE", "diceResult"),
        (Probabilities, "/diceResult", json!([5, 5, 5, 2, 1, 1]), 400, "ERR_INVALID_DICE", "diceResult"),
        (Probabilities, "/keptMask", json!([true]), 400, "ERR_INVALID_DICE", "keptMask"),
        (Probabilities, "/keptMask/1", json!(1), 400, "ERR_INVALID_DICE", "keptMask[1]"),
        (Probabilities, "/rollsRemaining", json!(3), 400, "ERR_INVALID_TURN", "rollsRemaining"),
        (Probabilities, "/rollsRemaining", json!(-1), 400, "ERR_INVALID_TURN", "rollsRemaining"),
        (Probabilities, "/rollsRemaining", json!("1"), 400, "ERR_INVALID_TURN", "rollsRemaining"),
        (
            Probabilities,
            "/availableCategories",
            json!([]),
            400,
            "ERR_INVALID_CATEGORY",
            "availableCategories",
        ),
        (
            Probabilities,
            "/availableCategories/3",
            json!("yams"),
            400,
            "ERR_INVALID_CATEGORY",
            "availableCategories[3]",
        ),
        (
            Probabilities,
            "/availableCategories/0",
            json!("twos"),
            400,
            "ERR_INVALID_CATEGORY",
            "availableCategories",
        ),
        (Probabilities, "/currentScorecard", wrong_sum, 400, "ERR_INVALID_SCORECARD", "currentScorecard"),
        (Probabilities, "/currentScorecard", json!(7), 400, "ERR_INVALID_SCORECARD", "currentScorecard"),
        (Probabilities, "/currentScorecard", json!(full), 409, "ERR_GAME_COMPLETED", "currentScorecard"),
        (Recommendation, "/skillLevel", json!("wizard"), 400, "ERR_INVALID_REQUEST", "skillLevel"),
        (Evaluate, "/gameState/rollNumber", json!(0), 400, "ERR_INVALID_TURN", "gameState.rollNumber"),
        (Evaluate, "/gameState/rollNumber", json!(4), 400, "ERR_INVALID_TURN", "gameState.rollNumber"),
        (Evaluate, "/gameState/diceResult/0", json!(0), 400, "ERR_INVALID_DICE", "gameState.diceResult"),
        (
            Evaluate,
            "/gameState/availableCategories",
            json!([]),
            400,
            "ERR_INVALID_CATEGORY",
            "gameState.availableCategories",
        ),
        (Evaluate, "/chosenCategory", json!("yams"), 400, "ERR_INVALID_CATEGORY", "chosenCategory"),
        (Evaluate, "/chosenCategory", json!(null), 400, "ERR_INVALID_REQUEST", "chosenCategory"),
        (Verify, "/probability", json!(1.5), 400, "ERR_INVALID_REQUEST", "probability"),
        (Verify, "/probability", json!("high"), 400, "ERR_INVALID_REQUEST", "probability"),
        (Simulate, "/iterations", json!(999), 400, "ERR_INVALID_REQUEST", "iterations"),
        (Simulate, "/iterations", json!(10_000_001), 400, "ERR_INVALID_REQUEST", "iterations"),
        (Simulate, "/iterations", json!(1.5), 400, "ERR_INVALID_REQUEST", "iterations"),
        (Simulate, "/seed", json!((1u64 << 53) + 1), 400, "ERR_INVALID_REQUEST", "seed"),
    ];
    for (endpoint, at, value, status, code, field) in rows {
        let mut request = body(endpoint);
        *request.pointer_mut(at).unwrap() = value.clone();
        let reply = ask(endpoint, &request).await;
        let error = error_of(&reply);
        assert_eq!((reply.status, &error["code"]), (status, &json!(code)), "{at} {value}: {error}");
        assert_eq!(error["details"]["field"], field, "{at} {value}: {error}");
        assert!(error["details"]["expected"].is_string() && !error["details"]["actual"].is_null(), "{error}");
        assert!(error["requestId"].is_string() && error["suggestedAction"].is_string(), "{error}");
    }
}

#[tokio::test]
async fn missing_and_unknown_fields_are_named() {
    for endpoint in [Endpoint::Probabilities, Endpoint::Recommendation, Endpoint::Evaluate, Endpoint::Verify]
    {
        let whole = body(endpoint);
        for field in whole
            .as_object()
            .unwrap()
            .keys()
            .filter(|field| !["chosenCategory", "keptMask"].contains(&field.as_str()))
        {
            let mut request = whole.clone();
            request.as_object_mut().unwrap().remove(field);
            let error = error_of(&ask(endpoint, &request).await);
            assert_eq!(error["details"]["field"], json!(field), "{error}");
            assert_eq!(error["details"]["actual"], "nothing");
        }
    }
    for endpoint in Endpoint::ALL {
        let mut request = body(endpoint);
        request["extra"] = json!(1);
        let error = error_of(&ask(endpoint, &request).await);
        assert_eq!(
            (&error["code"], &error["details"]["field"]),
            (&json!("ERR_INVALID_REQUEST"), &json!("extra"))
        );
    }
    let mut request = body(Endpoint::Verify);
    request["x".repeat(50_000)] = json!(1);
    request["diceResult"] = json!("6".repeat(9_000));
    assert!(
        ask(Endpoint::Verify, &request).await.body.len() < 2_000,
        "what came is shown, not sent back whole"
    );

    let mut request = body(Endpoint::Evaluate);
    request["gameState"]["extra"] = json!(1);
    assert_eq!(error_of(&ask(Endpoint::Evaluate, &request).await)["details"]["field"], "gameState.extra");
    request["gameState"].as_object_mut().unwrap().remove("diceResult");
    request["gameState"].as_object_mut().unwrap().remove("extra");
    let error = error_of(&ask(Endpoint::Evaluate, &request).await);
    assert_eq!(
        (&error["code"], &error["details"]["field"]),
        (&json!("ERR_INVALID_DICE"), &json!("gameState.diceResult"))
    );
}

#[tokio::test]
async fn a_filled_box_a_keep_after_the_last_roll_and_five_kept_dice_are_refused() {
    let filled = card(&[(Category::Chance, [1, 2, 3, 4, 6])]);
    let mut taken = body(Endpoint::Evaluate);
    merge(
        &mut taken["gameState"],
        json!({ "availableCategories": filled.categories_remaining, "scorecard": filled }),
    );
    let mut all = body(Endpoint::Evaluate);
    all.as_object_mut().unwrap().remove("chosenCategory");
    all["chosenKeptMask"] = json!([true, true, true, true, true]);
    let mut late = all.clone();
    late["gameState"]["rollNumber"] = json!(3);
    late["chosenKeptMask"][0] = json!(false);
    let mut both = all.clone();
    both["chosenCategory"] = json!("chance");
    for (request, status, code, field) in [
        (taken, 409, "ERR_CATEGORY_SCORED", "chosenCategory"),
        (all, 400, "ERR_INVALID_DICE", "chosenKeptMask"),
        (late, 400, "ERR_INVALID_TURN", "chosenKeptMask"),
        (both, 400, "ERR_INVALID_REQUEST", "chosenCategory"),
    ] {
        let reply = ask(Endpoint::Evaluate, &request).await;
        let error = error_of(&reply);
        assert_eq!(
            (reply.status, &error["code"], &error["details"]["field"]),
            (status, &json!(code), &json!(field))
        );
    }
    let mut verify = body(Endpoint::Verify);
    merge(&mut verify, json!({ "currentScorecard": card(&[(Category::FullHouse, [1, 1, 2, 2, 2])]) }));
    assert_eq!(error_of(&ask(Endpoint::Verify, &verify).await)["code"], "ERR_CATEGORY_SCORED");
}

#[tokio::test]
async fn bodies_that_are_not_json_are_refused() {
    let path = Endpoint::Probabilities.path();
    for text in ["", "{", "[1,", "nonsense", "{\"a\":1}}", "\u{0}"] {
        let reply = post(&SOLVED, path, text.to_owned()).await;
        assert_eq!((reply.status, &error_of(&reply)["code"]), (400, &json!("ERR_MALFORMED_JSON")), "{text}");
    }
    let deep = "[".repeat(30_000);
    assert_eq!(post(&SOLVED, path, deep).await.status, 400);
    for text in ["[]", "7", "null", "\"text\""] {
        let reply = post(&SOLVED, path, text.to_owned()).await;
        let error = error_of(&reply);
        assert_eq!((reply.status, &error["details"]["field"]), (400, &json!("body")), "{text}: {error}");
    }
}

#[tokio::test]
async fn bodies_of_another_type_or_size_are_refused() {
    let (path, text) = (Endpoint::Verify.path(), body(Endpoint::Verify).to_string());
    for (content_type, status) in [
        ("application/json", 200),
        ("Application/JSON; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/jsonp", 415),
        ("", 415),
    ] {
        let reply =
            send_to(&SOLVED, "POST", path, &[("content-type", content_type)], text.clone().into()).await;
        assert_eq!(reply.status, status, "{content_type}");
    }
    let reply = send_to(&SOLVED, "POST", path, &[], text.clone().into()).await;
    assert_eq!((reply.status, &error_of(&reply)["code"]), (415, &json!("ERR_UNSUPPORTED_MEDIA_TYPE")));
    let at_limit = format!("{text}{}", " ".repeat(65_536 - text.len()));
    assert_eq!(post(&SOLVED, path, at_limit.clone()).await.status, 200);
    let reply = post(&SOLVED, path, at_limit + " ").await;
    assert_eq!((reply.status, &error_of(&reply)["code"]), (413, &json!("ERR_BODY_TOO_LARGE")));
}

#[tokio::test]
async fn a_client_that_asks_too_often_is_told_how_long_to_wait() {
    let api = crate::testing::with(true, None);
    let from = |address: [u8; 4], forwarded: &'static str| {
        let router = router(ASSETS, Arc::clone(&api));
        let request = Request::post(Endpoint::Recommendation.path())
            .header("content-type", "application/json")
            .header("x-forwarded-for", forwarded)
            .body(Body::from(body(Endpoint::Recommendation).to_string()));
        let mut request = request.unwrap();
        // As the listener does it where no proxy is trusted.
        let client = Proxies::default().client(IpAddr::from(address), request.headers());
        request.extensions_mut().insert(ClientAddress(client));
        answer(router, request)
    };
    for _ in 0..50 {
        assert_eq!(from([192, 0, 2, 1], "198.51.100.1").await.status, 200);
    }
    // A bucket may win a place back while fifty answers are computed, never fifty.
    let mut refused = None;
    for _ in 0..50 {
        let reply = from([192, 0, 2, 1], "198.51.100.2").await;
        if reply.status == 429 {
            refused = Some(reply);
        }
    }
    let refused = refused.unwrap();
    let error = error_of(&refused);
    assert_eq!(error["code"], "ERR_RATE_LIMIT");
    assert_eq!(refused.header("retry-after"), Some(error["retryAfter"].to_string().as_str()));
    assert!((1..=2).contains(&error["retryAfter"].as_u64().unwrap()));
    assert_eq!(from([192, 0, 2, 2], "198.51.100.2").await.status, 200);
}

#[tokio::test]
async fn other_origins_are_given_nothing() {
    let headers = [("origin", "https://elsewhere.example"), ("access-control-request-method", "POST")];
    for endpoint in Endpoint::ALL {
        let reply = send("OPTIONS", endpoint.path(), &headers).await;
        assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")), "{endpoint:?}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
        assert_eq!(send("GET", endpoint.path(), &headers).await.status, 405);
    }
}

#[tokio::test]
async fn the_description_covers_every_endpoint_and_refers_to_nothing_that_is_missing() {
    let reply = get("/openapi.json", &[]).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
    let document = reply.json();
    for endpoint in Endpoint::ALL {
        let operation = &document["paths"][endpoint.path()]["post"];
        assert!(operation["summary"].is_string(), "{endpoint:?}");
        assert!(operation["responses"]["429"].is_object());
    }
    let references = reply.body.split("\"$ref\":\"#/").skip(1).map(|rest| rest.split('"').next().unwrap());
    let mut count = 0;
    for reference in references {
        assert!(document.pointer(&format!("/{reference}")).is_some(), "{reference}");
        count += 1;
    }
    assert!(count > 20);
    assert!(!reply.body.contains("$defs"));
}

#[tokio::test]
async fn requests_are_counted_by_endpoint_and_outcome() {
    let api = fresh();
    post(&api, Endpoint::Verify.path(), body(Endpoint::Verify).to_string()).await;
    post(&api, Endpoint::Verify.path(), "{}".to_owned()).await;
    post(&api, Endpoint::Simulate.path(), "{}".to_owned()).await;
    let text = send_to(&api, "GET", "/metrics", &[], Body::empty()).await.body;
    for line in [
        "requests_total{endpoint=\"verify\",status=\"2xx\"} 1",
        "requests_total{endpoint=\"verify\",status=\"4xx\"} 1",
        "requests_total{endpoint=\"simulate\",status=\"5xx\"} 1",
        "probability_calculation_latency_ms_count 1",
        "solved_games 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_ends_is_not_waited_for() {
    let never = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let reply = post(&fresh(), Endpoint::Verify.path(), never).await;
    let error = error_of(&reply);
    assert_eq!(
        (reply.status, &error["code"], &error["recoverable"]),
        (408, &json!("ERR_TIMEOUT"), &json!(true))
    );
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused() {
    let broken = futures_util::stream::iter([Ok("{"), Err(std::io::Error::other("gone"))]);
    let reply = post(&fresh(), Endpoint::Verify.path(), Body::from_stream(broken)).await;
    assert_eq!((reply.status, &error_of(&reply)["code"]), (400, &json!("ERR_MALFORMED_JSON")));
}

/// The examples and the table of `docs/api.md`.
#[tokio::test]
async fn the_documentation_is_true() {
    let text = include_str!("../../../../docs/api.md");
    let blocks: Vec<&str> =
        text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [roll, full_house, verify, verified, analysis, scenario, distribution, error, ..] = blocks[..] else {
        panic!("{} blocks", blocks.len())
    };
    serde_json::from_str::<AnalyzeRequest>(analysis).unwrap();
    serde_json::from_str::<SimulationRequest>(scenario).unwrap();
    serde_json::from_str::<DistributionRequest>(distribution).unwrap();
    let ask =
        async |endpoint: Endpoint, body: &str| post(&SOLVED, endpoint.path(), body.to_owned()).await.json();

    let full_house: Value = serde_json::from_str(&format!("{{{full_house}}}")).unwrap();
    let answer = ask(Endpoint::Probabilities, roll).await;
    assert_eq!(answer["keptOdds"]["full_house"], full_house["full_house"]);

    let (mut answer, mut verified) =
        (ask(Endpoint::Verify, verify).await, serde_json::from_str::<Value>(verified).unwrap());
    for value in [&mut answer, &mut verified] {
        assert!(value["requestId"].take().is_string() && value["computationTimeMs"].take().is_f64());
    }
    assert_eq!(answer, verified);

    let mut wrong: Value = serde_json::from_str(roll).unwrap();
    wrong["diceResult"] = json!([5, 5, 5, 2, 7]);
    let (mut answer, mut error) = (
        ask(Endpoint::Probabilities, &wrong.to_string()).await,
        serde_json::from_str::<Value>(error).unwrap(),
    );
    for value in [&mut answer, &mut error] {
        for field in ["timestamp", "requestId", "traceId"] {
            assert!(!value["error"][field].take().is_null(), "{field}");
        }
    }
    assert_eq!(answer, error);

    for endpoint in Endpoint::ALL {
        let start = format!("| `POST {}` |", endpoint.path());
        let row = text.lines().find(|line| line.starts_with(&start)).unwrap();
        assert!(row.ends_with(&format!("| {} |", endpoint.operation().quota.unwrap())), "{row}");
    }
}
