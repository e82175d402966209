//! The schema of a request to open a game: the options of the games of this repository, told apart by `kind`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::{CreateGameRequest, OpenDicee, OpenExtendedCheck, OpenFortyTwo, OpenRollTable};

#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
enum Options {
    /// The dice game.
    Dicee(OpenDicee),
    /// Texas 42.
    Fortytwo(OpenFortyTwo),
    /// An extended check with a dice pool.
    ExtendedCheck(OpenExtendedCheck),
    /// The shared roll log of a group.
    RollTable(OpenRollTable),
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct EveryTable {
    /// Whether the table is listed, so that strangers may sit down.
    #[schemars(default)]
    public: bool,
    /// Whether hints and analysis are given at this table, to everybody or to nobody; true when left out.
    coach: Option<bool>,
}

impl JsonSchema for CreateGameRequest {
    fn schema_name() -> Cow<'static, str> {
        "CreateGameRequest".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Options::json_schema(generator);
        let every = EveryTable::json_schema(generator);
        let fields = every.get("properties").and_then(Value::as_object).expect("a struct has fields");
        let options = ["oneOf", "anyOf"].into_iter().find(|key| schema.get(*key).is_some());
        let options = options.and_then(|key| schema.get_mut(key)).and_then(Value::as_array_mut);
        for option in options.into_iter().flatten() {
            let properties = option.get_mut("properties").and_then(Value::as_object_mut);
            let properties = properties.expect("the options of a game are an object");
            for (place, (name, field)) in (1..).zip(fields) {
                properties.shift_insert(place, name.clone(), field.clone());
            }
            let dicee = properties["kind"]["const"] == "dicee";
            if dicee && let Some(required) = option.get_mut("required").and_then(Value::as_array_mut) {
                // `kind` may be left out of a request for a dice game.
                required.retain(|name| name != "kind");
            }
        }
        schema.insert(
            "description".into(),
            "`POST /api/v1/games`: what to open. `kind` is `dicee` when left out.".into(),
        );
        schema
    }
}
