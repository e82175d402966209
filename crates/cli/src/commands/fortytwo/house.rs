use chance::InputError;
use fortytwo::{HouseRules, TargetMarks};

/// The house rules that can be asked for by name.
pub(super) const NAMES: [&str; 5] = ["nello", "splash", "plunge", "sevens", "forced-bid"];
/// What stands for every one of them.
pub(super) const ALL: &str = "all";

/// The rules with these names, to so many marks.
pub(super) fn rules(names: &[String], marks: Option<u8>) -> Result<HouseRules, InputError> {
    let on = |name: &str| names.iter().any(|rule| rule == name || rule == ALL);
    Ok(HouseRules {
        nello: on("nello"),
        splash: on("splash"),
        plunge: on("plunge"),
        sevens: on("sevens"),
        forced_bid: on("forced-bid"),
        target_marks: marks.map_or(Ok(TargetMarks::default()), TargetMarks::try_from)?,
    })
}

/// What a command line accepts.
pub(super) fn names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(NAMES.into_iter().chain([ALL]))
}
