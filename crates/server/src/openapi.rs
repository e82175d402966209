//! The API, described for programs: OpenAPI 3.1 over the table of operations, the published JSON Schemas of the dice
//! game, and those of the server's own bodies.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use protocol::SCHEMAS;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::api::OPERATIONS;
use crate::operation::{Access, Operation};
use crate::{behaviour, example, games, players, pools};

/// `GET /openapi.json`
pub(crate) async fn document() -> Response {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| describe().to_string());
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// The schema of a type that the dice game publishes, for a field of a body of the server's own.
pub(crate) fn published(name: &str) -> schemars::Schema {
    let mut schema = schemars::Schema::default();
    schema.insert("$ref".into(), format!("#/$defs/{name}").into());
    schema
}

/// Adds the schemas of the server's own bodies: requests to the first generator, responses to the second.
fn own_schemas(requests: &mut SchemaGenerator, responses: &mut SchemaGenerator) {
    games::schemas(requests, responses);
    players::schemas(requests, responses);
    pools::schemas(requests, responses);
    behaviour::schemas(responses);
}

/// What an error with this status means, whichever operation answers with it.
const fn meaning(status: u16) -> &'static str {
    match status {
        400 => "Something in the request cannot be; the error names the field",
        401 => "The token is missing, wrong or expired",
        403 => "This player may not do that",
        404 => "There is no such thing",
        408 => "The body did not arrive in time",
        409 => "It cannot be done in this state; look again",
        413 => "The body has more than 65536 bytes",
        415 => "The body is not said to be JSON",
        422 => "The rules of the game do not allow it",
        429 => "Asked too often; Retry-After says how long to wait",
        500 => "The computation broke off",
        503 => "Not now; Retry-After says how long to wait",
        504 => "No answer in time",
        507 => "The disk of the server is full",
        426 => "Over plain HTTP there is nothing here: connect with WebSocket",
        _ => "An error",
    }
}

fn describe() -> Value {
    let mut schemas = Schemas::all();
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS.iter() {
        let described = describe_operation(operation, &mut schemas);
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.name()] = described;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dicee",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
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

fn describe_operation(operation: &Operation, schemas: &mut Schemas) -> Value {
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
        let schema: Value = serde_json::from_str(parameter.schema).unwrap_or_default();
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

/// All schemas by name, and which of them were referred to.
struct Schemas {
    all: Map<String, Value>,
    wanted: BTreeSet<String>,
}

impl Schemas {
    fn all() -> Self {
        let mut published: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
        let mut all = match published.get_mut("$defs").map(Value::take) {
            Some(Value::Object(all)) => all,
            Some(_) | None => Map::new(),
        };
        let settings = SchemaSettings::draft2020_12();
        let mut requests = settings.clone().for_deserialize().into_generator();
        let mut responses = settings.for_serialize().into_generator();
        own_schemas(&mut requests, &mut responses);
        // A name that several use means the same to all of them.
        for (name, schema) in
            requests.take_definitions(true).into_iter().chain(responses.take_definitions(true))
        {
            all.entry(name).or_insert(schema);
        }
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
