//! The TypeScript of `@dicee/learn` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use coach::{
    Answer, Deck, DrillRequest, Exercise, Lesson, LessonStep, OddsQuestion, PlayedGameData, Puzzle, SetAside,
    Situation, Tries,
};
use protocol::schema::Schemas;
use published::INPUT_ERROR;
use wasm_learn::{Insights, ShownCalibration, ShownSituation, TryRequest};

/// What cannot be derived: a shorter name.
const HEAD: &str = "\
/** The thirteen boxes of the card, in card order. */
export type Category = DiceeCategory;
";

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<DrillRequest>();
            inputs.subschema_for::<Exercise>();
            inputs.subschema_for::<PlayedGameData>();
            inputs.subschema_for::<Situation>();
            inputs.subschema_for::<Tries>();
            inputs.subschema_for::<TryRequest>();
            inputs.subschema_for::<Deck>();
        },
        |outputs| {
            outputs.subschema_for::<Answer>();
            outputs.subschema_for::<Insights>();
            outputs.subschema_for::<Lesson>();
            outputs.subschema_for::<LessonStep>();
            outputs.subschema_for::<OddsQuestion>();
            outputs.subschema_for::<Puzzle>();
            outputs.subschema_for::<SetAside>();
            outputs.subschema_for::<ShownCalibration>();
            outputs.subschema_for::<ShownSituation>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
