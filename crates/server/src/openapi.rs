//! The API, described for programs: OpenAPI 3.1 over the table of operations and the published JSON Schemas, and the
//! WebSocket in AsyncAPI 3.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use protocol::{Components, GameKind};
use serde_json::{Map, Value, json};

use crate::api::Api;
use crate::body::LIMIT;
use crate::example;
use crate::operation::{Access, Operation};
use crate::operations::OPERATIONS;

/// `GET /openapi.json`
pub(crate) async fn document(State(api): State<Arc<Api>>) -> Response {
    let kinds = || api.rooms.registry().kinds().collect::<Vec<&GameKind>>();
    let document = api.openapi.get_or_init(|| describe(&kinds()).to_string().into());
    ([(CONTENT_TYPE, "application/json")], Bytes::clone(document)).into_response()
}

/// `GET /asyncapi.json`
pub(crate) async fn socket_document() -> Response {
    static DOCUMENT: LazyLock<String> =
        LazyLock::new(|| protocol::asyncapi(env!("CARGO_PKG_VERSION")).to_string());
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// The tags of operations, and what they have in common.
const TAGS: [(&str, &str); 5] = [
    ("stats", "Questions about rolls and games of dice"),
    ("pools", "Questions about dice pools and all other dice"),
    ("games", "Live games"),
    ("players", "Registration, tokens, profiles, export and erasure"),
    ("operator", "For those who run the server"),
];

/// The meaning of an error status, the same for all operations.
fn meaning(status: u16) -> String {
    let meaning = match status {
        400 => "Something in the request is invalid; the error names the field",
        401 => "The token is missing, wrong or expired",
        403 => "This player may not do that",
        404 => "There is no such thing",
        408 => "The body did not arrive in time",
        409 => "It cannot be done in this state; read the state again",
        413 => return format!("The body has more than {LIMIT} bytes"),
        415 => "Content-Type is not application/json",
        429 => "Rate limit; Retry-After says how long to wait",
        500 => "The computation failed",
        503 => "Not now; Retry-After says how long to wait",
        504 => "No answer in time",
        507 => "The disk of the server is full",
        426 => "Connect with WebSocket; there is nothing here over plain HTTP",
        _ => "An error",
    };
    meaning.to_owned()
}

/// The API of a server with these games.
fn describe(kinds: &[&GameKind]) -> Value {
    let mut schemas = Components::default();
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS.iter() {
        let described = describe_operation(operation, kinds, &mut schemas);
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.name()] = described;
    }
    let tags: Vec<Value> =
        TAGS.iter().map(|(name, about)| json!({ "name": name, "description": about })).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dicee",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": schemas.referred(),
            "securitySchemes": {
                "player": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" },
                "operator": { "type": "http", "scheme": "bearer" },
            },
        },
    })
}

fn describe_operation(operation: &Operation, kinds: &[&GameKind], schemas: &mut Components) -> Value {
    let body = |schema: Value| json!({ "application/json": { "schema": schema } });
    let mut responses = Map::new();
    for (status, schema) in operation.gives {
        let words = if *status == 101 { "The socket is open" } else { "The answer" };
        let mut response = json!({ "description": words });
        if let Some(schema) = schema {
            response["content"] = body(schemas.refer(schema));
        }
        responses.insert(status.to_string(), response);
    }
    for status in operation.error_statuses() {
        let content = body(schemas.refer("ErrorResponse"));
        responses.insert(status.to_string(), json!({ "description": meaning(status), "content": content }));
    }
    let in_path = operation.path_parameters().map(|name| {
        let mut schema = json!({ "type": "string" });
        if operation.tag == "players" {
            schema["format"] = "uuid".into();
        }
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    });
    let in_query = operation.query.iter().map(|parameter| {
        let schema = parameter.takes.schema(kinds);
        json!({ "name": parameter.name, "in": "query", "description": parameter.about, "schema": schema })
    });
    let parameters: Vec<Value> = in_path.chain(in_query).collect();
    let mut described = json!({
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "parameters": parameters,
        "responses": responses,
    });
    if let Some(quota) = operation.quota {
        described["description"] = format!("One client may ask this {quota}.").into();
    }
    if let Some(takes) = operation.takes {
        let mut content = body(schemas.refer(takes));
        if let Some(example) = example::of(takes) {
            content["application/json"]["example"] = example;
        }
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    match operation.access {
        Access::Open => {}
        Access::Known => described["security"] = json!([{}, { "player": [] }]),
        Access::Player => described["security"] = json!([{ "player": [] }]),
        Access::Operator => described["security"] = json!([{ "operator": [] }]),
    }
    described
}
