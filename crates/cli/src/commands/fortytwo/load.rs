//! Games from outside: a log in a file, a link, or either on standard input.

use std::io::{IsTerminal as _, Read as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};

use anyhow::Context as _;
use fortytwo::{FortyTwo, share};
use ledger::{Clock, Log, Source, Upcaster, link};

use crate::failure::{BadInput, Failure};

/// Longer than any game.
const LONGEST: u64 = 16 << 20;

/// Now, for people to read; no id depends on it.
pub(super) fn clock() -> Clock {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Clock { timestamp: u64::try_from(since.as_millis()).unwrap_or(0), source: Source::Client }
}

/// The game behind what was given for `field`: the name of a file, a link, or `-` for standard input.
pub(super) fn game(field: &'static str, given: &str) -> Result<Log<FortyTwo>, Failure> {
    if given == "-" {
        if io::stdin().is_terminal() {
            eprintln!("Reading a log or a link from the keyboard; Ctrl-D ends it.");
        }
        let mut text = String::new();
        io::stdin().take(LONGEST).read_to_string(&mut text).context("reading standard input")?;
        return parse(field, &text);
    }
    let file = Path::new(given);
    if file.is_file() {
        return from_file(field, file);
    }
    // A name of a file is shorter than a link, has a dot or a slash, and no parameter.
    let like_a_link = given.contains("g=") || given.contains("g1=");
    let bare = given.len() > 40
        && given.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if like_a_link || bare {
        return parse(field, given);
    }
    let start: String = given.chars().take(60).collect();
    Err(BadInput::new(field, "a file that is there, a link, or -", format!("{start:?}")).into())
}

/// The game in a file.
pub(super) fn from_file(field: &'static str, file: &Path) -> Result<Log<FortyTwo>, Failure> {
    let text = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    parse(field, &String::from_utf8_lossy(&text))
}

fn parse(field: &'static str, text: &str) -> Result<Log<FortyTwo>, Failure> {
    let text = text.trim();
    let refused = |why: String| BadInput::new(field, "a game of 42 that can have been played", why);
    let loaded = if text.starts_with(['[', '{']) {
        Log::from_json(text, &Upcaster::default()).map_err(|error| refused(error.to_string()))
    } else {
        share::from_link(&link::parameters(text), clock()).map_err(|error| refused(error.to_string()))
    };
    Ok(loaded?)
}
