//! The TypeScript of `@dicee/pools` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use pools::{
    CheckAnswer, CheckRequest, Completion, DiceSystem, OddsAnswer, OddsRequest, ParseAnswer, RollOrSeries,
    RollRequest, SweepAnswer, SweepRequest,
};
use protocol::schema::Schemas;
use published::INPUT_ERROR;

/// What cannot be derived: what `cost` takes.
const HEAD: &str = r#"/** What can be asked with `cost`. */
export type PoolQuestion = "odds" | "check" | "roll";
"#;

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<OddsRequest>();
            inputs.subschema_for::<RollRequest>();
            inputs.subschema_for::<CheckRequest>();
            inputs.subschema_for::<SweepRequest>();
        },
        |outputs| {
            outputs.subschema_for::<OddsAnswer>();
            outputs.subschema_for::<RollOrSeries>();
            outputs.subschema_for::<CheckAnswer>();
            outputs.subschema_for::<SweepAnswer>();
            outputs.subschema_for::<ParseAnswer>();
            outputs.subschema_for::<Completion>();
            outputs.subschema_for::<DiceSystem>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
