//! The TypeScript of `@dicee/pool-session` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use pools::{SessionCommand, SessionView};
use protocol::schema::Schemas;
use published::INPUT_ERROR;

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<SessionCommand>();
        },
        |outputs| {
            outputs.subschema_for::<SessionView>();
        },
    );
    let text = format!("{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
