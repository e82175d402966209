//! The TypeScript of `@dicee/forecast` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use dicee::{
    AnalyzeRequest, DistributionReport, DistributionRequest, Estimate, ScenarioAnswer, TargetReport,
    TargetRequest, WinForecast, WinRequest,
};
use protocol::schema::Schemas;
use published::INPUT_ERROR;
use wasm_forecast::TrialsRequest;

/// What cannot be derived: a shorter name.
const HEAD: &str = "\
/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;
";

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<WinRequest>();
            inputs.subschema_for::<DistributionRequest>();
            inputs.subschema_for::<TargetRequest>();
            inputs.subschema_for::<AnalyzeRequest>();
            inputs.subschema_for::<TrialsRequest>();
        },
        |outputs| {
            outputs.subschema_for::<WinForecast>();
            outputs.subschema_for::<DistributionReport>();
            outputs.subschema_for::<TargetReport>();
            outputs.subschema_for::<Estimate>();
            outputs.subschema_for::<ScenarioAnswer>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
