//! JSON Schemas of what is written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::system::SCHEMA;
use crate::{Dice, DiceAsked, DiceSystem, Fraction, NameMap, Seed, Shares};

impl JsonSchema for Fraction {
    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "An exact number, reduced.",
            "pattern": "^-?[0-9]+/[1-9][0-9]*$",
        })
    }
}

impl JsonSchema for Dice {
    fn schema_name() -> Cow<'static, str> {
        "Dice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of dice of the system, or an expression in canonical spelling.",
            "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 1000 }, { "type": "string" }],
        })
    }
}

impl JsonSchema for DiceAsked {
    fn schema_name() -> Cow<'static, str> {
        "DiceAsked".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of dice of the system, or an expression such as `6d10!10>=8b1`.",
            "anyOf": [{ "type": "integer", "maximum": 1000 }, { "type": "string", "minLength": 1, "maxLength": 1000 }],
        })
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let text = json_schema!({ "type": "string", "pattern": "^[0-9]{1,20}$" });
        if generator.contract().is_serialize() {
            return text;
        }
        json_schema!({ "anyOf": [text, { "type": "integer", "minimum": 0, "maximum": u64::MAX }] })
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<N: JsonSchema> JsonSchema for Shares<N> {
    fn schema_name() -> Cow<'static, str> {
        format!("Shares_of_{}", N::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<N>() })
    }
}

impl<V: JsonSchema> JsonSchema for NameMap<V> {
    fn schema_name() -> Cow<'static, str> {
        format!("Map_of_{}", V::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<V>() })
    }

    fn inline_schema() -> bool {
        true
    }
}

impl JsonSchema for DiceSystem {
    fn schema_name() -> Cow<'static, str> {
        "DiceSystem".into()
    }

    /// The schema that files are checked against.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema: Schema = serde_json::from_str(SCHEMA).unwrap_or_default();
        for name in ["$schema", "$id", "title"] {
            schema.remove(name);
        }
        schema
    }
}
