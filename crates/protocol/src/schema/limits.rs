//! The limits and thresholds that clients need as JavaScript constants, without the schemas around them.

use coach::{Deck, EarnedStats, GameReport, Puzzle, StatsProfile};
use dicee::{GameMode, Quality, TargetChances};
use pools::RollTable;

use crate::ids::Code;
use crate::limits::{LONGEST_CHAT, LONGEST_DISPLAY_NAME};

/// The name, the value and the meaning of each.
fn published() -> [(&'static str, String, &'static str); 11] {
    let seats = GameMode::Multiplayer.players();
    [
        ("CODE_LENGTH", Code::LENGTH.to_string(), "The characters of the code of a table."),
        (
            "FEWEST_PLAYERS",
            seats.start().to_string(),
            "The players that it takes to start a game of dice with others.",
        ),
        ("HIGHEST_TARGET", TargetChances::HIGHEST.to_string(), "The highest target that can be asked for."),
        ("LONGEST_CHAT", LONGEST_CHAT.to_string(), "The most characters of a line of chat."),
        (
            "LONGEST_DISPLAY_NAME",
            LONGEST_DISPLAY_NAME.to_string(),
            "The most characters of the name of a player.",
        ),
        (
            "LONGEST_LABEL",
            RollTable::LONGEST_LABEL.to_string(),
            "The most characters of a label, an actor or a target at a roll table.",
        ),
        ("MOST_PLAYERS", seats.end().to_string(), "The most players of a game of dice."),
        ("PUZZLE_TRIES", Puzzle::TRIES.to_string(), "The tries at the puzzle of a day."),
        (
            "SERIOUS",
            GameReport::SERIOUS.to_string(),
            "A mistake of at least so many points is called serious.",
        ),
        ("TRIFLE", Quality::TRIFLE.to_string(), "A decision that costs fewer points is no mistake."),
        (
            "WORTH_REPEATING",
            Deck::WORTH_REPEATING.to_string(),
            "A mistake of at least so many points joins the practice deck.",
        ),
    ]
}

const HEAD: &str = "// Generated from the Rust types by `cargo xtask types`. Do not edit.\n";

/// `limits.js` of the published package.
#[must_use]
pub fn limits_module() -> String {
    let lines = published().map(|(name, limit, _)| format!("export const {name} = {limit};\n"));
    HEAD.to_owned() + &lines.concat() + &format!("export const EARNED_STATS = [\n{}];\n", earned_stats())
}

/// The TypeScript declarations of `limits.js`.
#[must_use]
pub fn limits_types() -> String {
    let lines =
        published().map(|(name, _, means)| format!("\n/** {means} */\nexport const {name}: number;\n"));
    HEAD.to_owned() + &lines.concat() + EARNED_STATS_TYPE
}

/// One line for each profile that can be earned.
fn earned_stats() -> String {
    let line = |EarnedStats { profile, share, games }| {
        format!("  {{ profile: '{}', share: {share}, games: {games} }},\n", profile.name())
    };
    StatsProfile::EARNED.map(line).concat()
}

const EARNED_STATS_TYPE: &str = "
/** What earns more statistics, in order: more than this share of best decisions, over so many games. */
export const EARNED_STATS: readonly {
  readonly profile: 'intermediate' | 'expert' | 'research';
  readonly share: number;
  readonly games: number;
}[];
";
