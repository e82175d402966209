//! The JSON Schemas of everything that crosses a wire, and TypeScript from them (feature `schema`).
//!
//! ```
//! use protocol::schema::Schemas;
//!
//! let schemas = Schemas::collect(|inputs| drop(inputs.subschema_for::<dicee::DiceeCommand>()), |_| {});
//! assert!(schemas.typescript().contains("export type DiceeCommand ="));
//! ```

mod limits;
mod published;
mod typescript;

pub use limits::{limits_module, limits_types};

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// Named JSON Schemas that may refer to one another.
///
/// What is read and what is written may differ: a field with a default may be left out of a request and is always there
/// in an answer. Where a type is used for both and differs, the one that is read has `Input` after its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schemas {
    definitions: BTreeMap<String, Value>,
}

impl Schemas {
    /// The schemas of the types that `inputs` and `outputs` name, with all that they mention.
    #[must_use]
    pub fn collect(
        inputs: impl FnOnce(&mut SchemaGenerator),
        outputs: impl FnOnce(&mut SchemaGenerator),
    ) -> Self {
        let settings = SchemaSettings::draft2020_12();
        let mut reading = settings.clone().for_deserialize().into_generator();
        let mut writing = settings.for_serialize().into_generator();
        inputs(&mut reading);
        outputs(&mut writing);
        let mut read: BTreeMap<String, Value> = reading.take_definitions(true).into_iter().collect();
        let written: BTreeMap<String, Value> = writing.take_definitions(true).into_iter().collect();
        let different = differences(&read, &written);
        for schema in read.values_mut() {
            rename(schema, &different);
        }
        let mut definitions = written;
        for (name, schema) in read {
            let name = if different.contains(&name) { format!("{name}Input") } else { name };
            definitions.entry(name).or_insert(schema);
        }
        Self { definitions }
    }

    /// Everything that this repository publishes, as in `npm/schemas.json`.
    #[must_use]
    pub fn published() -> Self {
        published::all()
    }

    /// The schema of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.definitions.get(name)
    }

    /// All names with their schemas, in the order of the alphabet.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.definitions.iter().map(|(name, schema)| (name.as_str(), schema))
    }

    /// Adds a schema.
    pub fn insert(&mut self, name: impl Into<String>, schema: Value) {
        self.definitions.insert(name.into(), schema);
    }

    /// As a file of JSON Schema: each type under `$defs`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let all = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$comment": "Generated from the Rust types by `cargo xtask types`. Do not edit.",
            "$defs": self.definitions,
        });
        format!("{all:#}\n")
    }

    /// As a JavaScript module for `validate.js`: compact, and without what only people read.
    #[must_use]
    pub fn to_module(&self) -> String {
        let mut text = String::from(
            "// Generated from the Rust types by `cargo xtask types`. Do not edit.\nexport default {\n",
        );
        for (name, schema) in self.iter() {
            let mut bare = schema.clone();
            strip(&mut bare);
            text.push_str(&format!("  {name}: {bare},\n"));
        }
        text + "};\n"
    }

    /// The TypeScript declarations of `validate.js`.
    #[must_use]
    pub fn validator_types(&self) -> String {
        let names: String = self.iter().map(|(name, _)| format!("  {name}: types.{name};\n")).collect();
        format!(
            "{VALIDATOR}\n/** Every type that can be checked, by name. */\nexport interface Types {{\n{names}}}\n"
        )
    }

    /// As TypeScript declarations, one for each type.
    #[must_use]
    pub fn typescript(&self) -> String {
        typescript::declarations(self)
    }
}

const VALIDATOR: &str = "\
// Generated from the Rust types by `cargo xtask types`. Do not edit.
import type * as types from './index.js';

/** What is wrong with a value. */
export interface Fault {
  /** The field, with the path to it; `body` for the whole value. */
  field: string;
  /** What would have been accepted. */
  expected: string;
  /** What came. */
  actual: unknown;
}

export type Name = keyof Types;

/** The names of all types that can be checked. */
export const names: Name[];

/** What is wrong with a value of the named type; empty if nothing is. */
export function check(name: Name, value: unknown): Fault[];

/** Whether a value is of the named type. */
export function is<N extends Name>(name: N, value: unknown): value is Types[N];

/** The value itself if it is of the named type; throws a `TypeError` with the fields of a `Fault` otherwise. */
export function parse<N extends Name>(name: N, value: unknown): Types[N];
";

/// Takes out what a validator does not look at.
fn strip(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    for name in ["description", "default", "title", "$comment"] {
        fields.shift_remove(name);
    }
    // The other formats name number types of Rust, whose bounds are there as well.
    if fields.get("format").is_some_and(|format| format != "uuid") {
        fields.shift_remove("format");
    }
    for (key, value) in fields.iter_mut() {
        match (key.as_str(), value) {
            // Names of fields, which may be any of the words above.
            ("properties", Value::Object(properties)) => properties.values_mut().for_each(strip),
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(parts)) => {
                parts.iter_mut().for_each(strip);
            }
            ("items" | "additionalProperties", part) => strip(part),
            _ => {}
        }
    }
}

/// Names that mean something else when they are read than when they are written, and those that mention them.
fn differences(read: &BTreeMap<String, Value>, written: &BTreeMap<String, Value>) -> BTreeSet<String> {
    let both = || read.iter().filter_map(|(name, schema)| Some((name, schema, written.get(name)?)));
    let mut different: BTreeSet<String> =
        both().filter(|(_, read, written)| read != written).map(|(name, ..)| name.clone()).collect();
    loop {
        let more: Vec<String> = both()
            .filter(|(name, schema, _)| !different.contains(*name) && mentions(schema, &different))
            .map(|(name, ..)| name.clone())
            .collect();
        if more.is_empty() {
            return different;
        }
        different.extend(more);
    }
}

fn name_in(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix("#/$defs/")
}

fn mentions(schema: &Value, names: &BTreeSet<String>) -> bool {
    match schema {
        Value::Object(fields) => fields.iter().any(|(key, value)| {
            let named = (key == "$ref").then(|| name_in(value)).flatten();
            named.is_some_and(|name| names.contains(name)) || mentions(value, names)
        }),
        Value::Array(items) => items.iter().any(|item| mentions(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn rename(schema: &mut Value, names: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields.iter_mut() {
                let named = (key == "$ref").then(|| name_in(value)).flatten();
                match named.filter(|name| names.contains(*name)) {
                    Some(name) => *value = format!("#/$defs/{name}Input").into(),
                    None => rename(value, names),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
