//! The published types are those of the code, and what the game writes is what they say. `cargo xtask types` writes them
//! anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../dicee/tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use dicee::contract::{
    self, AnalysisEvent, BaseGameEvent, ConfidenceLevel, GameEvent, Moment, REGISTRY, Stamp, TelemetryEvent,
    api,
};
use dicee::{Audience, Category, DiceeCommand, DiceeView, Outlook, Rules};
use ledger::{Game as _, Stream};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use ts_rs::{Config, TS, TypeVisitor};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("npm")
}

/// Collects types with all that they mention.
struct Published {
    config: Config,
    declarations: BTreeMap<String, String>,
    schemas: SchemaGenerator,
}

impl Published {
    fn all() -> Self {
        let mut published = Self {
            config: Config::new().with_large_int("number"),
            declarations: BTreeMap::new(),
            schemas: SchemaSettings::draft2020_12().into_generator(),
        };
        published.add::<GameEvent>();
        published.add::<AnalysisEvent>();
        published.add::<TelemetryEvent>();
        published.add::<DiceeCommand>();
        published.add::<DiceeView>();
        published.add::<api::ProbabilityRequest>();
        published.add::<api::ProbabilityResponse>();
        published.add::<api::RecommendationRequest>();
        published.add::<api::RecommendationResponse>();
        published.add::<api::EvaluationRequest>();
        published.add::<api::EvaluationResponse>();
        published.add::<api::VerificationRequest>();
        published.add::<api::VerificationResponse>();
        published.add::<api::SimulationRequest>();
        published.add::<api::SimulationResponse>();
        published.add::<api::GameStateResponse>();
        published.add::<api::ErrorResponse>();
        published.add::<api::ClientMessage>();
        published.add::<api::ServerMessage>();
        published.add::<BaseGameEvent>();
        published
    }

    fn add<T: TS + JsonSchema + 'static>(&mut self) {
        self.visit::<T>();
        self.schemas.subschema_for::<T>();
    }

    fn typescript(&self) -> String {
        let mut text = String::from(
            "// Generated from the Rust types by `cargo xtask types`. Do not edit.\n\n\
             /** The face of a die. */\nexport type DieValue = 1 | 2 | 3 | 4 | 5 | 6;\n",
        );
        for declaration in self.declarations.values() {
            text.push('\n');
            text.push_str(declaration);
        }
        for registered in REGISTRY {
            let (name, union) = (event_name(registered.kind), union_of(registered.stream));
            text.push_str(&format!(
                "\n/** `{}` {}, in the {union} stream. */\nexport type {name} = Extract<{union}, {{ eventType: \"{}\" }}>;\n",
                registered.kind, registered.version, registered.kind
            ));
        }
        text
    }

    fn json_schemas(mut self) -> String {
        let mut definitions: Map<String, Value> = self.schemas.take_definitions(true).into_iter().collect();
        for registered in REGISTRY {
            let schema = json!({
                "description": format!("`{}` {}", registered.kind, registered.version),
                "allOf": [{ "$ref": format!("#/$defs/{}", union_of(registered.stream)) }],
                "properties": { "eventType": { "const": registered.kind } },
                "required": ["eventType"],
            });
            definitions.insert(event_name(registered.kind), schema);
        }
        let mut sorted: Vec<(String, Value)> = definitions.into_iter().collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let all = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$comment": "Generated from the Rust types by `cargo xtask types`. Do not edit.",
            "$defs": Map::from_iter(sorted),
        });
        format!("{:#}\n", all)
    }
}

impl TypeVisitor for Published {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own are declared; numbers and lists have no file to go to.
        if T::output_path().is_none() || self.declarations.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        let lines: Vec<&str> = declaration.lines().map(str::trim_end).collect();
        let declaration = lines.join("\n") + "\n";
        self.declarations.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

fn union_of(stream: Stream) -> &'static str {
    match stream {
        Stream::Domain => "GameEvent",
        Stream::Analysis => "AnalysisEvent",
        Stream::Telemetry => "TelemetryEvent",
    }
}

/// `hint_requested` -> `HintRequestedEvent`, and `score` as the contract calls it.
fn event_name(kind: &str) -> String {
    if kind == "score" {
        return "ScoreDecisionEvent".into();
    }
    let words = kind.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect::<String>() + "Event"
}

fn check(file: &str, generated: &str) {
    let path = folder().join(file);
    if std::env::var_os("DICEE_WRITE_TYPES").is_some() {
        fs::write(&path, generated).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(published == generated, "{file} is stale: run cargo xtask types");
}

#[test]
fn the_published_typescript_is_that_of_the_code() {
    check("index.d.ts", &Published::all().typescript());
}

#[test]
fn the_published_schemas_are_those_of_the_code() {
    check("schemas.json", &Published::all().json_schemas());
}

#[test]
fn everything_that_a_game_writes_fits_its_schema() {
    let schemas: Value = serde_json::from_str(&Published::all().json_schemas()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schemas.json", schemas).unwrap();
    let mut index = boon::Schemas::new();
    let mut fits = |name: &str, value: &Value| {
        let schema = compiler.compile(&format!("schemas.json#/$defs/{name}"), &mut index).unwrap();
        if let Err(error) = index.validate(value, schema) {
            panic!("{name}: {error:#}\n{value:#}");
        }
        schema
    };
    let log = common::multiplayer_game(Rules::JokerRules, 3);
    let audience = Audience::default();
    let mut kinds = Vec::new();
    for event in contract::events(&log, Outlook::Turn) {
        let value = serde_json::to_value(&event).unwrap();
        fits("GameEvent", &value);
        fits(&event_name(event.body.kind()), &value);
        kinds.push(event.body.kind());
    }
    for (moment, timestamp) in Moment::all(&log, Outlook::Turn).into_iter().take(20) {
        let stamp = Stamp { sequence_number: 1, timestamp };
        for event in [moment.analysis(audience, 0.1, stamp), moment.recommendation(audience, stamp)] {
            fits(&event_name(event.body.kind()), &serde_json::to_value(&event).unwrap());
            kinds.push(event.body.kind());
        }
        let open = moment.advisor().position().open().iter().next().unwrap();
        let hover = moment.hover(open, 900, 1, stamp).unwrap();
        let prediction = moment.prediction(open, 0.25, ConfidenceLevel::Low, stamp).unwrap();
        for event in [hover, prediction, moment.hint_requested(audience, stamp)] {
            fits(&event_name(event.body.kind()), &serde_json::to_value(&event).unwrap());
            kinds.push(event.body.kind());
        }
    }
    fits("DiceeView", &serde_json::to_value(log.state().view(None)).unwrap());
    fits("DiceeCommand", &serde_json::to_value(DiceeCommand::Score { category: Category::Chance }).unwrap());
    for registered in REGISTRY {
        let shown = kinds.contains(&registered.kind);
        assert!(shown, "no {} was checked", registered.kind);
    }
}

#[test]
fn what_breaks_the_contract_does_not_fit_its_schema() {
    let schemas: Value = serde_json::from_str(&Published::all().json_schemas()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schemas.json", schemas).unwrap();
    let mut index = boon::Schemas::new();
    let schema = compiler.compile("schemas.json#/$defs/RollEvent", &mut index).unwrap();
    let events = contract::events(&common::multiplayer_game(Rules::Standard, 3), Outlook::Turn);
    let roll = events.iter().find(|event| event.body.kind() == "roll").unwrap();
    let roll = serde_json::to_value(roll).unwrap();
    assert!(index.validate(&roll, schema).is_ok());
    for (field, value) in [
        ("diceResult", json!([1, 2, 3, 4, 7])),
        ("diceResult", json!([1, 2, 3, 4])),
        ("keptMask", json!([true])),
        ("rollType", json!("first")),
        ("eventType", json!("score")),
        ("streamType", json!("elsewhere")),
        ("gameId", json!(7)),
        ("timestamp", json!("now")),
    ] {
        let mut broken = roll.clone();
        broken[field] = value.clone();
        assert!(index.validate(&broken, schema).is_err(), "{field}: {value}");
        broken.as_object_mut().unwrap().remove(field);
        assert!(index.validate(&broken, schema).is_err(), "no {field}");
    }
}
