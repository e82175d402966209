//! The TypeScript of `@dicee/pool-session` is that of the code. `cargo xtask types` writes it anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use pools::{
    AttackAnswer, AttackRequest, ContestAnswer, ContestRequest, ExtendedAnswer, ExtendedRequest,
    MatrixAnswer, MatrixRequest, SessionCommand, SessionView,
};
use protocol::schema::Schemas;

const HEAD: &str = r#"// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** What can be asked with `cost`. */
export type TableQuestion = "contest" | "extended" | "attack";

/** Thrown as an `Error` with these fields: a request or a command that does not fit. */
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
            inputs.subschema_for::<ContestRequest>();
            inputs.subschema_for::<ExtendedRequest>();
            inputs.subschema_for::<AttackRequest>();
            inputs.subschema_for::<MatrixRequest>();
            inputs.subschema_for::<SessionCommand>();
        },
        |outputs| {
            outputs.subschema_for::<ContestAnswer>();
            outputs.subschema_for::<ExtendedAnswer>();
            outputs.subschema_for::<AttackAnswer>();
            outputs.subschema_for::<MatrixAnswer>();
            outputs.subschema_for::<SessionView>();
        },
    );
    let text = format!("{HEAD}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
