//! The TypeScript of `@dicee/fortytwo` is that of the code. `cargo xtask types` writes it again.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../protocol/tests/published/mod.rs"]
mod published;

use fortytwo::{Command, Comparison, Drill, HandData, SightData, Skill, View};
use protocol::schema::Schemas;
use published::{INPUT_ERROR, TABLE_ERRORS};
use wasm_fortytwo::{CheckedDeals, Due, Glance, HistoryEntry, NewGame, Receipt};

/// What cannot be derived: events are written as they are stored.
const HEAD: &str = "\
/** An event of the log: its kind, such as `DOMINO_PLAYED`, and its payload. */
export interface PlayedEvent {
  t: string;
  p: Record<string, unknown>;
}
";

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let schemas = Schemas::collect(
        |inputs| {
            inputs.subschema_for::<NewGame>();
        },
        |outputs| {
            outputs.subschema_for::<Command>();
            outputs.subschema_for::<View>();
            outputs.subschema_for::<Skill>();
            outputs.subschema_for::<SightData>();
            outputs.subschema_for::<HandData>();
            outputs.subschema_for::<Receipt>();
            outputs.subschema_for::<CheckedDeals>();
            outputs.subschema_for::<Due>();
            outputs.subschema_for::<Glance>();
            outputs.subschema_for::<HistoryEntry>();
            outputs.subschema_for::<Comparison>();
            outputs.subschema_for::<Drill>();
        },
    );
    let text = format!("{HEAD}\n{TABLE_ERRORS}\n{INPUT_ERROR}\n{}", schemas.typescript());
    published::check(env!("CARGO_MANIFEST_DIR"), "src/types.d.ts", &text);
}
