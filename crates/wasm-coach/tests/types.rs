//! The TypeScript of `@dicee/coach` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use coach::GameReport;
use dicee::{DecisionEvaluation, DecisionRecommendation, DiceeCommand, KeepOutlook, TurnAnalysisData};
use protocol::schema::Schemas;
use published::INPUT_ERROR;
use wasm_coach::{
    AudienceRequest, BotRequest, CategoryAim, PlayedMove, ReportRequest, ScoreDistribution, UpperBonus,
};

/// What cannot be derived: a shorter name.
const HEAD: &str = "\
/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;
";

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<ReportRequest>();
            inputs.subschema_for::<BotRequest>();
            inputs.subschema_for::<AudienceRequest>();
            inputs.subschema_for::<PlayedMove>();
        },
        |outputs| {
            outputs.subschema_for::<GameReport>();
            outputs.subschema_for::<DecisionRecommendation>();
            outputs.subschema_for::<DecisionEvaluation>();
            outputs.subschema_for::<TurnAnalysisData>();
            outputs.subschema_for::<KeepOutlook>();
            outputs.subschema_for::<CategoryAim>();
            outputs.subschema_for::<ScoreDistribution>();
            outputs.subschema_for::<DiceeCommand>();
            outputs.subschema_for::<UpperBonus>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
