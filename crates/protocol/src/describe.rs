//! Descriptions for programs: the published schemas as components, and the WebSocket in AsyncAPI 3.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::SCHEMAS;

/// The published schemas, moved to where OpenAPI and AsyncAPI keep them. Only those that were referred to are given out.
#[derive(Clone, Debug)]
pub struct Components {
    all: Map<String, Value>,
    wanted: BTreeSet<String>,
}

impl Default for Components {
    fn default() -> Self {
        let mut published: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
        let all = match published.get_mut("$defs").map(Value::take) {
            Some(Value::Object(all)) => all,
            Some(_) | None => Map::new(),
        };
        Self { all, wanted: BTreeSet::new() }
    }
}

impl Components {
    /// Whether there is a schema of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.all.contains_key(name)
    }

    /// A reference to a schema, which is wanted then with all that it mentions.
    pub fn refer(&mut self, name: &str) -> Value {
        if self.wanted.insert(name.to_owned())
            && let Some(mut schema) = self.all.remove(name)
        {
            self.move_references(&mut schema);
            self.all.insert(name.to_owned(), schema);
        }
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

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

    /// The schemas that were referred to.
    #[must_use]
    pub fn referred(self) -> Map<String, Value> {
        let mut referred: Vec<(String, Value)> =
            self.all.into_iter().filter(|(name, _)| self.wanted.contains(name)).collect();
        referred.sort_by(|a, b| a.0.cmp(&b.0));
        referred.into_iter().collect()
    }

    /// The messages of a union that is told apart by `type`: each with its type, and its schema.
    fn messages(&mut self, union: &str) -> Vec<(String, Value)> {
        let Some(schema) = self.all.get(union) else { return Vec::new() };
        let options = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
        let mut messages = Vec::new();
        for mut message in options.cloned().unwrap_or_default() {
            let Some(kind) = message.pointer("/properties/type/const").and_then(Value::as_str) else {
                continue;
            };
            let kind = kind.to_owned();
            self.move_references(&mut message);
            messages.push((kind, message));
        }
        messages
    }
}

/// The WebSocket at a live game, in AsyncAPI 3.0. `version` is that of the program.
#[must_use]
pub fn asyncapi(version: &str) -> Value {
    let mut components = Components::default();
    let (mut messages, mut channel) = (Map::new(), Map::new());
    let mut describe = |side: &str, union: &str, components: &mut Components| -> Vec<Value> {
        let all = components.messages(union);
        let named = all.into_iter().map(|(kind, payload)| {
            let name = format!("{side}_{kind}");
            let about = payload.get("description").cloned().unwrap_or_default();
            let message = json!({
                "name": kind, "title": kind, "summary": about, "contentType": "application/json",
                "payload": payload,
            });
            messages.insert(name.clone(), message);
            channel.insert(name.clone(), json!({ "$ref": format!("#/components/messages/{name}") }));
            json!({ "$ref": format!("#/channels/game/messages/{name}") })
        });
        named.collect()
    };
    let received = describe("client", "ClientMessage", &mut components);
    let sent = describe("server", "ServerMessage", &mut components);
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Dicee: live games",
            "version": version,
            "description": "The WebSocket at a live game. Messages are JSON objects told apart by their type.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "channels": {
            "game": {
                "address": "/api/v1/games/{gameId}/ws",
                "title": "A live game",
                "description": "since in the query is the version that the client knows. A client without a token is a \
                    spectator; the token comes as the header Authorization, or as the first message.",
                "parameters": { "gameId": { "description": "The game." } },
                "messages": channel,
                "bindings": { "ws": {
                    "method": "GET",
                    "query": {
                        "type": "object",
                        "properties": {
                            "since": { "type": "integer", "minimum": 0, "maximum": ledger::LARGEST_EXACT },
                        },
                    },
                } },
            },
        },
        "operations": {
            "receive": {
                "action": "receive",
                "summary": "Messages from clients",
                "channel": { "$ref": "#/channels/game" },
                "messages": received,
            },
            "send": {
                "action": "send",
                "summary": "Messages from the server",
                "channel": { "$ref": "#/channels/game" },
                "messages": sent,
            },
        },
        "components": { "messages": messages, "schemas": components.referred() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every place that a reference names.
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn every_reference_of_the_asyncapi_document_leads_somewhere() {
        let document = asyncapi("1.0.0");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let place = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(place).is_some(), "{reference}");
        }
    }

    #[test]
    fn every_message_is_described() {
        let document = asyncapi("1.0.0");
        let messages = document["components"]["messages"].as_object().unwrap();
        for kind in ["authenticate", "resume", "command", "prediction", "cursor", "rematch", "chat"] {
            assert!(messages.contains_key(&format!("client_{kind}")), "{kind}");
        }
        for kind in ["connection_status", "state_update", "events", "ack", "error", "presence", "win_chance"]
        {
            assert!(messages.contains_key(&format!("server_{kind}")), "{kind}");
        }
        assert!(messages.values().all(|message| message["summary"].is_string()));
        assert_eq!(document["operations"]["receive"]["messages"].as_array().unwrap().len(), 14);
    }
}
