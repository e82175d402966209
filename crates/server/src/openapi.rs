//! The API, described for programs: OpenAPI 3.1 over the published JSON Schemas.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use dicee::contract::SCHEMAS;
use serde_json::{Map, Value, json};

use crate::api::Endpoint;

/// `GET /openapi.json`
pub(crate) async fn document() -> Response {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| describe().to_string());
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// What an endpoint does, takes and gives.
const fn contract(endpoint: Endpoint) -> (&'static str, &'static str, &'static str) {
    match endpoint {
        Endpoint::Probabilities => {
            ("The exact chances of every open box", "ProbabilityRequest", "ProbabilityResponse")
        }
        Endpoint::Recommendation => {
            ("What to do with a roll, and why", "RecommendationRequest", "RecommendationResponse")
        }
        Endpoint::Evaluate => ("How good a decision was", "EvaluationRequest", "EvaluationResponse"),
        Endpoint::Verify => {
            ("Whether a computed probability is right", "VerificationRequest", "VerificationResponse")
        }
        Endpoint::Simulate => {
            ("Many games of a bot, on the server's threads", "SimulationRequest", "SimulationResponse")
        }
    }
}

/// Statuses that any endpoint may answer with.
const ERRORS: [(&str, &str); 6] = [
    ("400", "The body is not JSON, or a field cannot be"),
    ("408", "The body did not arrive in time"),
    ("409", "The box is filled, or the card is full"),
    ("413", "The body has more than 65536 bytes"),
    ("415", "The body is not said to be JSON"),
    ("429", "Asked too often; Retry-After says how long to wait"),
];
/// Those of simulations besides.
const LATE: [(&str, &str); 3] = [
    ("500", "The simulation broke off"),
    ("503", "The game is still being solved; Retry-After says how long to wait"),
    ("504", "No answer in time"),
];

fn describe() -> Value {
    let mut schemas = Schemas::published();
    let mut paths = Map::new();
    for endpoint in Endpoint::ALL {
        let (summary, takes, gives) = contract(endpoint);
        let mut responses = Map::new();
        let mut respond = |status: &str, description: &str, schema: Value| {
            let content = json!({ "application/json": { "schema": schema } });
            responses.insert(status.into(), json!({ "description": description, "content": content }));
        };
        respond("200", "The answer", schemas.refer(gives));
        let late = if endpoint == Endpoint::Simulate { &LATE[..] } else { &[] };
        for (status, description) in ERRORS.iter().chain(late) {
            respond(status, description, schemas.refer("ErrorResponse"));
        }
        let operation = json!({
            "operationId": endpoint.name(),
            "summary": summary,
            "description": format!("One client may ask this {}.", endpoint.quota()),
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": schemas.refer(takes) } },
            },
            "responses": responses,
        });
        paths.insert(endpoint.path(), json!({ "post": operation }));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dicee",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas.referred() },
    })
}

/// The published schemas, and which of them were referred to.
struct Schemas {
    all: Map<String, Value>,
    wanted: BTreeSet<String>,
}

impl Schemas {
    fn published() -> Self {
        let mut published: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
        let all = match published.get_mut("$defs").map(Value::take) {
            Some(Value::Object(all)) => all,
            Some(_) | None => Map::new(),
        };
        Self { all, wanted: BTreeSet::new() }
    }

    fn refer(&mut self, name: &str) -> Value {
        if self.wanted.insert(name.to_owned())
            && let Some(mut schema) = self.all.remove(name)
        {
            self.move_references(&mut schema);
            self.all.insert(name.to_owned(), schema);
        }
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// References point to where OpenAPI keeps schemas, and what they point to is wanted as well.
    fn move_references(&mut self, schema: &mut Value) {
        match schema {
            Value::Object(fields) => {
                let name =
                    fields.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix("#/$defs/"));
                if let Some(name) = name.map(str::to_owned) {
                    let reference = self.refer(&name);
                    fields.insert("$ref".into(), reference["$ref"].clone());
                }
                fields.values_mut().for_each(|value| self.move_references(value));
            }
            Value::Array(items) => items.iter_mut().for_each(|value| self.move_references(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn referred(self) -> Map<String, Value> {
        self.all.into_iter().filter(|(name, _)| self.wanted.contains(name)).collect()
    }
}
