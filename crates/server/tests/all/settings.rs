//! The table of settings in `docs/operations.md` is the real list.

use serde_json::Value;
use server::SETTINGS;

#[test]
fn the_documented_settings_are_the_real_ones() {
    let mut table = String::from("| key | default | takes | what it does |\n|---|---|---|---|\n");
    for setting in SETTINGS {
        let default = match (setting.key, setting.default()) {
            ("data_dir", _) => "`dicee` in the user's data folder".to_owned(),
            (_, Value::Null) => "none".to_owned(),
            (_, Value::Array(items)) if items.is_empty() => "none".to_owned(),
            (_, Value::String(text)) => format!("`{text}`"),
            (_, value) => format!("`{value}`"),
        };
        let row = format!("| `{}` | {default} | {} | {} |\n", setting.key, setting.expected, setting.help);
        table.push_str(&row);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
    let document = std::fs::read_to_string(path).unwrap();
    assert!(document.contains(&table), "docs/operations.md should have this table:\n\n{table}");
}
