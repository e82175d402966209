//! The limits that clients need as JavaScript constants, without the schemas around them.

use pools::RollTable;

use crate::limits::{LONGEST_CHAT, LONGEST_DISPLAY_NAME};

const PUBLISHED: [(&str, usize, &str); 3] = [
    ("LONGEST_CHAT", LONGEST_CHAT, "The most characters of a line of chat."),
    ("LONGEST_DISPLAY_NAME", LONGEST_DISPLAY_NAME, "The most characters of the name of a player."),
    (
        "LONGEST_LABEL",
        RollTable::LONGEST_LABEL,
        "The most characters of a label, an actor or a target at a roll table.",
    ),
];

const HEAD: &str = "// Generated from the Rust types by `cargo xtask types`. Do not edit.\n";

/// `limits.js` of the published package.
#[must_use]
pub fn limits_module() -> String {
    let lines = PUBLISHED.map(|(name, limit, _)| format!("export const {name} = {limit};\n"));
    HEAD.to_owned() + &lines.concat()
}

/// The TypeScript declarations of `limits.js`.
#[must_use]
pub fn limits_types() -> String {
    let lines = PUBLISHED.map(|(name, _, means)| format!("\n/** {means} */\nexport const {name}: number;\n"));
    HEAD.to_owned() + &lines.concat()
}
