//! Bodies that a reader of the description can send as they stand.

use dicee::Scorecard;
use dicee::ScorecardData;
use serde_json::{Value, json};

/// A body that the type of this name takes, and the server answers well.
pub(crate) fn of(schema: &str) -> Option<Value> {
    let card = || ScorecardData::from(&Scorecard::default());
    Some(match schema {
        "ProbabilityRequest" => json!({
            "diceResult": [5, 2, 5, 6, 5], "keptMask": [true, false, true, false, true], "rollsRemaining": 1,
            "availableCategories": card().categories_remaining, "currentScorecard": card(),
        }),
        "RecommendationRequest" => json!({
            "diceResult": [5, 2, 5, 6, 5], "keptMask": [false, false, false, false, false], "rollsRemaining": 1,
            "availableCategories": card().categories_remaining, "currentScorecard": card(),
            "skillLevel": "beginner", "showAlternatives": true, "explanationDepth": "standard",
        }),
        "EvaluationRequest" => json!({
            "gameState": {
                "diceResult": [5, 2, 5, 6, 5], "rollNumber": 2,
                "availableCategories": card().categories_remaining, "scorecard": card(),
            },
            "chosenCategory": "chance", "timeToDecision": 900, "skillLevel": "expert",
        }),
        "VerificationRequest" => json!({
            "diceResult": [5, 5, 5, 2, 6], "keptMask": [true, true, true, false, false], "rollsRemaining": 1,
            "category": "full_house", "probability": 0.1389,
        }),
        "SimulationRequest" => json!({ "iterations": 10_000, "seed": 7, "bot": "optimal" }),
        "CreateGameRequest" => json!({ "kind": "dicee", "mode": "solo" }),
        "CommandRequest" => json!({ "commandId": "roll-1", "command": { "type": "roll" } }),
        "RenameRequest" | "RegisterRequest" => json!({ "displayName": "Ann" }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use dicee::Rules;

    use crate::api::Api;
    use crate::operation::Method;
    use crate::operations::OPERATIONS;
    use crate::testing::{Reply, fresh, send_to};

    async fn post(api: &Arc<Api>, path: &str, token: &str, body: String) -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        send_to(api, "POST", path, &headers, Body::from(body)).await
    }

    #[tokio::test]
    async fn every_example_is_answered_well() {
        let api = fresh();
        api.solved.solve(Rules::Standard);
        let example = |schema: &str| super::of(schema).map(|body| body.to_string());
        let person = post(&api, "/api/v1/players", "", example("RegisterRequest").unwrap()).await;
        let token = person.json()["token"].as_str().unwrap().to_owned();
        let game = post(&api, "/api/v1/games", &token, example("CreateGameRequest").unwrap()).await;
        assert_eq!(game.status, 201, "{}", game.body);
        let game = game.json()["gameId"].as_str().unwrap().to_owned();
        let mut sent = 0;
        for operation in OPERATIONS.iter().filter(|operation| operation.method == Method::Post) {
            let Some(body) = operation.takes.and_then(example) else { continue };

            let path = operation.path.replace("{id}", &game);
            let reply = post(&api, &path, &token, body).await;
            let well = operation.gives.iter().any(|(status, _)| *status == reply.status);
            assert!(well, "{path}: {} {}", reply.status, reply.body);
            sent += 1;
        }
        assert!(sent >= 8, "only {sent} examples were tried");
    }
}
