//! The examples of `docs/pools.md`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{ExtendedCommand, TableCommand};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[test]
fn the_commands_in_the_documentation_are_commands() {
    let text = include_str!("../../../../docs/pools.md");
    let section = text.split("\n## At a live table").nth(1).unwrap().split("\n## ").next().unwrap();
    let (check, table) = section.split_once("**A roll table**").unwrap();
    assert_eq!((read::<ExtendedCommand>(check), read::<TableCommand>(table)), (3, 7));
}

/// How many examples there are, each of which is such a command and is written as it was read.
fn read<T: Serialize + DeserializeOwned>(section: &str) -> usize {
    let mut count = 0;
    for rest in section.lines().filter_map(|line| line.strip_prefix("| `{")?.split('`').next()) {
        let example: Value = serde_json::from_str(&format!("{{{rest}")).unwrap();
        let command: T = serde_json::from_value(example.clone()).unwrap();
        let written = serde_json::to_value(command).unwrap();
        assert!(holds(&written, &example), "{example} is written {written}");
        count += 1;
    }
    count
}

/// Whether everything that an example says is there; a system is written with what goes without saying.
fn holds(written: &Value, example: &Value) -> bool {
    match (written, example) {
        (Value::Object(written), Value::Object(example)) => {
            example.iter().all(|(field, said)| written.get(field).is_some_and(|value| holds(value, said)))
        }
        _ => written == example,
    }
}
