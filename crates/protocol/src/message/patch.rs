//! What changed between two JSON values, as JSON Patch (RFC 6902). Only `add`, `remove` and `replace` are used.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// One step from a JSON value to another. Paths are JSON Pointers (RFC 6901).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PatchOperation {
    /// Adds a field to an object, or an item to the end of a list, whose place is written `-`.
    Add {
        /// The path.
        path: String,
        /// The value.
        value: Value,
    },
    /// Takes a field out of an object, or the last item out of a list.
    Remove {
        /// The path.
        path: String,
    },
    /// Puts another value in a place.
    Replace {
        /// Where; empty for all of it.
        path: String,
        /// The value.
        value: Value,
    },
}

/// Why a patch does not apply.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatchError {
    /// There is nothing at this path.
    #[error("path: expected one that is there, got {path:?}")]
    Path {
        /// What came.
        path: String,
    },
    /// What comes out is no state of a game.
    #[error("the patch does not lead to a state of a game")]
    State,
}

/// How to get from one value to another. Lists are compared place by place, so a list that grows at its end is described by
/// what it grew.
#[must_use]
pub fn diff(before: &Value, after: &Value) -> Vec<PatchOperation> {
    let mut patch = Vec::new();
    compare(before, after, &mut String::new(), &mut patch);
    patch
}

fn compare(before: &Value, after: &Value, path: &mut String, patch: &mut Vec<PatchOperation>) {
    let length = path.len();
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().filter(|name| !new.contains_key(*name)) {
                push(path, name);
                patch.push(PatchOperation::Remove { path: path.clone() });
                path.truncate(length);
            }
            for (name, value) in new {
                push(path, name);
                match old.get(name) {
                    Some(old) => compare(old, value, path, patch),
                    None => patch.push(PatchOperation::Add { path: path.clone(), value: value.clone() }),
                }
                path.truncate(length);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for (place, (old, value)) in old.iter().zip(new).enumerate() {
                push(path, &place.to_string());
                compare(old, value, path, patch);
                path.truncate(length);
            }
            for place in (new.len()..old.len()).rev() {
                push(path, &place.to_string());
                patch.push(PatchOperation::Remove { path: path.clone() });
                path.truncate(length);
            }
            for value in new.iter().skip(old.len()) {
                push(path, "-");
                patch.push(PatchOperation::Add { path: path.clone(), value: value.clone() });
                path.truncate(length);
            }
        }
        _ if before == after => {}
        _ => patch.push(PatchOperation::Replace { path: path.clone(), value: after.clone() }),
    }
}

/// Adds a step to a pointer.
pub(super) fn push(path: &mut String, name: &str) {
    path.push('/');
    for letter in name.chars() {
        match letter {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            _ => path.push(letter),
        }
    }
}

/// Changes a value by a patch, one operation after the other.
///
/// # Errors
///
/// [`PatchError::Path`] for the first operation whose place is not there. The value is half changed then.
pub fn apply(value: &mut Value, patch: &[PatchOperation]) -> Result<(), PatchError> {
    patch.iter().try_for_each(|operation| apply_one(value, operation))
}

fn apply_one(value: &mut Value, operation: &PatchOperation) -> Result<(), PatchError> {
    let (PatchOperation::Add { path, .. }
    | PatchOperation::Remove { path }
    | PatchOperation::Replace { path, .. }) = operation;
    let missing = || PatchError::Path { path: path.clone() };
    if let (PatchOperation::Replace { value: new, .. }, "") = (operation, path.as_str()) {
        value.clone_from(new);
        return Ok(());
    }
    let (parent, last) = path.rsplit_once('/').ok_or_else(missing)?;
    let name = last.replace("~1", "/").replace("~0", "~");
    match (value.pointer_mut(parent).ok_or_else(missing)?, operation) {
        (Value::Object(fields), PatchOperation::Add { value, .. }) => {
            fields.insert(name, value.clone());
        }
        (Value::Object(fields), PatchOperation::Replace { value, .. }) => {
            fields.get_mut(&name).ok_or_else(missing)?.clone_from(value);
        }
        (Value::Object(fields), PatchOperation::Remove { .. }) => {
            fields.shift_remove(&name).ok_or_else(missing)?;
        }
        (Value::Array(items), PatchOperation::Add { value, .. }) if name == "-" => items.push(value.clone()),
        (Value::Array(items), PatchOperation::Replace { value, .. }) => {
            let place: usize = name.parse().map_err(|_| missing())?;
            items.get_mut(place).ok_or_else(missing)?.clone_from(value);
        }
        (Value::Array(items), PatchOperation::Remove { .. }) => {
            let place: usize = name.parse().map_err(|_| missing())?;
            if place >= items.len() {
                return Err(missing());
            }
            items.remove(place);
        }
        _ => return Err(missing()),
    }
    Ok(())
}

/// Any value of a few fields, with names and texts that have to be escaped.
#[cfg(test)]
pub(super) fn any_json() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..3).prop_map(Value::from),
        "[a~/\"\\\\é]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[ab~/\"\\\\]{0,2}", inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_patch_holds_no_more_than_what_changed() {
        let before =
            json!({ "version": 3, "view": { "rolls": [1, 2], "seed": null, "a/b": 1 }, "code": "X" });
        let after = json!({ "version": 4, "view": { "rolls": [1, 5, 9], "seed": null, "a/b": 2 } });
        let patch = serde_json::to_value(diff(&before, &after)).unwrap();
        assert_eq!(
            patch,
            json!([
                { "op": "remove", "path": "/code" },
                { "op": "replace", "path": "/version", "value": 4 },
                { "op": "replace", "path": "/view/rolls/1", "value": 5 },
                { "op": "add", "path": "/view/rolls/-", "value": 9 },
                { "op": "replace", "path": "/view/a~1b", "value": 2 },
            ])
        );
        assert_eq!(diff(&after, &after), []);
    }

    #[test]
    fn a_patch_for_another_value_is_refused() {
        let mut value = json!({ "rolls": [] });
        for operation in [
            json!({ "op": "remove", "path": "/rolls/0" }),
            json!({ "op": "replace", "path": "/view", "value": 1 }),
            json!({ "op": "add", "path": "/rolls/0/x", "value": 1 }),
            json!({ "op": "add", "path": "x", "value": 1 }),
            json!({ "op": "remove", "path": "" }),
        ] {
            let operation: PatchOperation = serde_json::from_value(operation).unwrap();
            assert!(apply(&mut value, std::slice::from_ref(&operation)).is_err(), "{operation:?}");
        }
    }

    proptest! {
        #[test]
        fn applying_a_difference_leads_to_the_second_value(before in any_json(), after in any_json()) {
            let mut value = before.clone();
            apply(&mut value, &diff(&before, &after)).unwrap();
            prop_assert_eq!(value, after);
        }
    }
}
