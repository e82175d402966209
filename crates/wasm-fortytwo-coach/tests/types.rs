//! The TypeScript of `@dicee/fortytwo-coach` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use fortytwo::{DeclarationOdds, HandData, JudgedHand, ReviewedHand, SightData, Skill, TileOdds};
use protocol::schema::Schemas;
use published::INPUT_ERROR;
use wasm_fortytwo_coach::{
    BotMove, DealRequest, FortyTwoInsights, FortyTwoPlayedHand, FoundDeal, PositionAnswer, PositionRequest,
    SearchRequest, SolvedDeal,
};

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<DealRequest>();
            inputs.subschema_for::<PositionRequest>();
            inputs.subschema_for::<SearchRequest>();
        },
        |outputs| {
            outputs.subschema_for::<JudgedHand>();
            outputs.subschema_for::<FortyTwoPlayedHand>();
            outputs.subschema_for::<FortyTwoInsights>();
            // The table writes these two, so the names are those of what is written.
            outputs.subschema_for::<SightData>();
            outputs.subschema_for::<HandData>();
            outputs.subschema_for::<Skill>();
            outputs.subschema_for::<BotMove>();
            outputs.subschema_for::<ReviewedHand>();
            outputs.subschema_for::<TileOdds>();
            outputs.subschema_for::<DeclarationOdds>();
            outputs.subschema_for::<SolvedDeal>();
            outputs.subschema_for::<PositionAnswer>();
            outputs.subschema_for::<FoundDeal>();
        },
    );
    let text = format!("{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
