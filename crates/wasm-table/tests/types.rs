//! The TypeScript of `@dicee/table` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use dicee::{DiceeCommand, DiceeView, GameRecordData};
use protocol::schema::Schemas;
use published::{INPUT_ERROR, TABLE_ERRORS};
use wasm_table::{BotTurn, DiceVerdict, HistoryEntry, Receipt, TableRequest};

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
    let text = format!("{TABLE_ERRORS}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
