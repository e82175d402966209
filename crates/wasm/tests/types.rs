//! The TypeScript and the names of `@dicee/probability-engine` are those of the code. `cargo xtask types` writes
//! them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use dicee::{AnalyzeRequest, Names, PositionRequest, TurnAnalysisData};
use protocol::schema::Schemas;
use published::INPUT_ERROR;
use wasm::{CacheStats, ProbabilityVector};

/// What cannot be derived: a shorter name.
const HEAD: &str = "\
/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;
";

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<PositionRequest>();
            inputs.subschema_for::<AnalyzeRequest>();
        },
        |outputs| {
            outputs.subschema_for::<TurnAnalysisData>();
            outputs.subschema_for::<ProbabilityVector>();
            outputs.subschema_for::<CacheStats>();
            outputs.subschema_for::<Names>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}

/// Pages that are rendered before any module is loaded take the names from this file.
#[test]
fn the_published_names_are_those_of_the_code() {
    let text = serde_json::to_string_pretty(&Names::new()).unwrap();
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/names.json", &format!("{text}\n"));
}
