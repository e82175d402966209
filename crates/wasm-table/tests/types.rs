//! The TypeScript of `@dicee/table` is that of the code. `cargo xtask types` writes it anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use dicee::{DiceeCommand, DiceeView, GameRecordData};
use protocol::schema::Schemas;
use wasm_table::{BotTurn, DiceVerdict, HistoryEntry, Receipt, TableRequest};

/// What cannot be derived: what is thrown.
const HEAD: &str = r#"/** Thrown as an `Error` with these fields: a command that the rules do not allow. */
export interface Refusal extends Error {
  name: "Refusal";
  /** For machines, such as `ERR_NOT_YOUR_TURN`. */
  code: string;
  /** The field of the command at fault, where there is one. */
  field?: string;
}

/** Thrown as an `Error` with these fields: a request that does not fit. */
export interface InputError extends Error {
  name: "InputError";
  code: string;
  field: string;
  expected: string;
  actual: string;
}

/** Thrown for a link that holds no game, and for a log that does not hold. */
export interface StoredGameError extends Error {
  name: "LinkError" | "LogError";
  code: string;
}
"#;

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<DiceeCommand>();
            inputs.subschema_for::<TableRequest>();
        },
        |outputs| {
            outputs.subschema_for::<DiceeView>();
            outputs.subschema_for::<Receipt>();
            outputs.subschema_for::<GameRecordData>();
            outputs.subschema_for::<BotTurn>();
            outputs.subschema_for::<HistoryEntry>();
            outputs.subschema_for::<DiceVerdict>();
        },
    );
    let text = format!("{HEAD}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
