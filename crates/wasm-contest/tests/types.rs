//! The TypeScript of `@dicee/pool-contests` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use pools::{
    AttackAnswer, AttackRequest, ContestAnswer, ContestRequest, ExtendedAnswer, ExtendedRequest,
    MatrixAnswer, MatrixRequest,
};
use protocol::schema::Schemas;
use published::INPUT_ERROR;

/// What cannot be derived: what `cost` takes.
const HEAD: &str = r#"/** What can be asked with `cost`. */
export type TableQuestion = "contest" | "extended" | "attack";
"#;

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<ContestRequest>();
            inputs.subschema_for::<ExtendedRequest>();
            inputs.subschema_for::<AttackRequest>();
            inputs.subschema_for::<MatrixRequest>();
        },
        |outputs| {
            outputs.subschema_for::<ContestAnswer>();
            outputs.subschema_for::<ExtendedAnswer>();
            outputs.subschema_for::<AttackAnswer>();
            outputs.subschema_for::<MatrixAnswer>();
        },
    );
    let text = format!("{HEAD}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
