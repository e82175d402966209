//! The examples of `docs/pools.md`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{ExtendedCommand, TableCommand};
use serde_json::Value;

#[test]
fn the_commands_in_the_documentation_are_commands() {
    let text = include_str!("../../../../docs/pools.md");
    let section = text.split("\n## At a live table").nth(1).unwrap().split("\n## ").next().unwrap();
    let examples: Vec<Value> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `{")?.split('`').next())
        .map(|rest| serde_json::from_str(&format!("{{{rest}")).unwrap())
        .collect();
    let (check, table): (Vec<Value>, Vec<Value>) = examples
        .into_iter()
        .partition(|example| serde_json::from_value::<ExtendedCommand>(example.clone()).is_ok());
    assert_eq!((check.len(), table.len()), (3, 4));
    for example in table {
        let command: TableCommand = serde_json::from_value(example.clone()).unwrap();
        assert_eq!(serde_json::to_value(command).unwrap(), example);
    }
}
