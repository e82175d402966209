use serde_json::Value;

use super::patch::{PatchOperation, push};
use super::update::StateChanges;
use crate::state::GameState;

/// A state without events as it is written, as one viewer may know it: what a room remembers to tell changes from.
///
/// Of two states that follow each other almost everything is the same. So the texts are compared, and only what differs is
/// read: several times as fast as [`diff`](super::diff), which says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateText {
    version: u64,
    json: Box<str>,
}

impl StateText {
    /// The text of a state, which must come without events.
    #[must_use]
    pub fn new(state: &GameState) -> Self {
        let json = serde_json::to_string(state).unwrap_or_default().into_boxed_str();
        Self { version: state.table().version, json }
    }

    /// The version of the state.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What leads from this state to a later one, without events.
    #[must_use]
    pub fn changes_to(&self, after: &Self) -> StateChanges {
        let patch = diff_text(&self.json, &after.json);
        StateChanges { since: self.version, version: after.version, events: Vec::new(), patch }
    }
}

/// What [`diff`](super::diff) says of two values that are written without spaces.
fn diff_text(before: &str, after: &str) -> Vec<PatchOperation> {
    let mut patch = Vec::new();
    compare(before, after, &mut String::new(), &mut patch);
    patch
}

fn compare(before: &str, after: &str, path: &mut String, patch: &mut Vec<PatchOperation>) {
    if before == after {
        return;
    }
    match (before.as_bytes().first(), after.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => {
            let length = patch.len();
            if !compare_in_step(inside(before), inside(after), path, patch) {
                patch.truncate(length);
                compare_fields(&fields(before), &fields(after), path, patch);
            }
        }
        (Some(b'['), Some(b'[')) => compare_items(inside(before), inside(after), path, patch),
        _ => patch.push(PatchOperation::Replace { path: path.clone(), value: read(after) }),
    }
}

/// Compares the insides of two objects that have the same fields in the same order, as almost always; `false` if they do not.
/// What is equal is read once.
fn compare_in_step(mut old: &str, mut new: &str, path: &mut String, patch: &mut Vec<PatchOperation>) -> bool {
    let length = path.len();
    while !old.is_empty() && !new.is_empty() {
        let (name, value, behind) = first_field(new);
        let same = new.get(..new.len() - behind.len()).and_then(|field| old.strip_prefix(field));
        new = behind;
        // At the end of an object no comma follows.
        if let Some(rest) = same.filter(|rest| !behind.is_empty() || rest.is_empty()) {
            old = rest;
            continue;
        }
        let (known, before, behind) = first_field(old);
        old = behind;
        if known != name {
            return false;
        }
        push(path, &unescaped(name));
        compare(before, value, path, patch);
        path.truncate(length);
    }
    old.is_empty() && new.is_empty()
}

fn compare_fields(
    old: &[(&str, &str)],
    new: &[(&str, &str)],
    path: &mut String,
    patch: &mut Vec<PatchOperation>,
) {
    let length = path.len();
    for (name, _) in old.iter().filter(|(name, _)| find(new, name, 0).is_none()) {
        push(path, &unescaped(name));
        patch.push(PatchOperation::Remove { path: path.clone() });
        path.truncate(length);
    }
    for (place, (name, value)) in new.iter().enumerate() {
        let known = find(old, name, place);
        if known == Some(*value) {
            continue;
        }
        push(path, &unescaped(name));
        match known {
            Some(old) => compare(old, value, path, patch),
            None => patch.push(PatchOperation::Add { path: path.clone(), value: read(value) }),
        }
        path.truncate(length);
    }
}

/// Compares the insides of two lists.
fn compare_items(mut old: &str, mut new: &str, path: &mut String, patch: &mut Vec<PatchOperation>) {
    let (length, mut place) = (path.len(), 0_usize);
    while !old.is_empty() && !new.is_empty() {
        let ((before, old_behind), (value, new_behind)) = (first_item(old), first_item(new));
        if before != value {
            push(path, &place.to_string());
            compare(before, value, path, patch);
            path.truncate(length);
        }
        (old, new, place) = (old_behind, new_behind, place + 1);
    }
    for place in (place..place + items(old).len()).rev() {
        push(path, &place.to_string());
        patch.push(PatchOperation::Remove { path: path.clone() });
        path.truncate(length);
    }
    for value in items(new) {
        push(path, "-");
        patch.push(PatchOperation::Add { path: path.clone(), value: read(value) });
        path.truncate(length);
    }
}

/// The value of a field, which is probably at this place or right behind it.
fn find<'t>(fields: &[(&str, &'t str)], name: &str, place: usize) -> Option<&'t str> {
    let (before, behind) = fields.split_at_checked(place).unwrap_or((fields, &[]));
    behind.iter().chain(before).find(|(known, _)| *known == name).map(|(_, value)| *value)
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// The name of a field, from what stands between its quotes.
fn unescaped(name: &str) -> String {
    if name.contains('\\') {
        return serde_json::from_str(&format!("\"{name}\"")).unwrap_or_default();
    }
    name.to_owned()
}

/// The fields of an object: what stands between the quotes of each name, and the value.
fn fields(object: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    let mut rest = inside(object);
    while !rest.is_empty() {
        let (name, value, behind) = first_field(rest);
        fields.push((name, value));
        rest = behind;
    }
    fields
}

/// The first field of the inside of an object, and what is behind it and its comma.
fn first_field(rest: &str) -> (&str, &str, &str) {
    let (name, behind) = rest.split_at(end_of(rest));
    let behind = behind.strip_prefix(':').unwrap_or_default();
    let (value, behind) = behind.split_at(end_of(behind));
    (inside(name), value, behind.strip_prefix(',').unwrap_or_default())
}

/// The items of the inside of a list.
fn items(mut rest: &str) -> Vec<&str> {
    let mut items = Vec::new();
    while !rest.is_empty() {
        let (item, behind) = first_item(rest);
        items.push(item);
        rest = behind;
    }
    items
}

/// The first item of the inside of a list, and what is behind it and its comma.
fn first_item(rest: &str) -> (&str, &str) {
    let (item, behind) = rest.split_at(end_of(rest));
    (item, behind.strip_prefix(',').unwrap_or_default())
}

/// Without the first and the last character, which are brackets or quotes.
fn inside(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}

/// Where the value ends with which a text begins; at least 1, so that reading goes on whatever the text.
fn end_of(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (place, byte) in text.bytes().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    in_string = false;
                    if depth == 0 {
                        return place + 1;
                    }
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place + 1;
                }
            }
            b',' | b':' if depth == 0 => return place.max(1),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::patch::any_json;
    use super::super::patch::diff;
    use super::*;

    fn check(before: &Value, after: &Value) {
        let (old, new) = (before.to_string(), after.to_string());
        assert_eq!(diff_text(&old, &new), diff(before, after), "{old} -> {new}");
    }

    #[test]
    fn what_changed_is_found_in_the_text() {
        let before = json!({ "version": 3, "view": { "rolls": [1, 2], "seed": null, "a/b": 1, "\"q\\": 0 },
            "code": "X, \"{", "players": [{ "name": "é]" }, {}] });
        for after in [
            json!({ "version": 4, "view": { "rolls": [1, 5, 9], "a/b": 2, "\"q\\": 1 }, "players": [{ "name": "é" }] }),
            json!({ "new": [], "code": "}", "view": [], "version": 3.5, "players": [{}, {}, { "name": "[" }] }),
            json!([before.clone()]),
            json!(null),
            before.clone(),
        ] {
            check(&before, &after);
            check(&after, &before);
        }
    }

    proptest! {
        #[test]
        fn the_text_says_what_the_values_say(before in any_json(), after in any_json()) {
            check(&before, &after);
        }

        #[test]
        fn no_text_makes_reading_panic(before in "[a\"{}\\[\\]:,\\\\é ]{0,20}", after in "[a\"{}\\[\\]:,\\\\é ]{0,20}") {
            diff_text(&before, &after);
        }
    }
}
