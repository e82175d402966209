//! The TypeScript of `@dicee/pools` is that of the code. `cargo xtask types` writes it anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use pools::{
    CheckAnswer, CheckRequest, Completion, DiceSystem, OddsAnswer, OddsRequest, ParseAnswer, RollOrSeries,
    RollRequest, SweepAnswer, SweepRequest,
};
use protocol::schema::Schemas;

const HEAD: &str = r#"// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** What can be asked with `cost`. */
export type PoolQuestion = "odds" | "check" | "roll";

/** Thrown as an `Error` with these fields: a request that does not fit. */
export interface InputError extends Error {
  name: "InputError";
  code: string;
  field: string;
  expected: string;
  actual: string;
}
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
    let text = format!("{HEAD}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
