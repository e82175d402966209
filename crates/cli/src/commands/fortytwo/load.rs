//! Games from outside: a log in a file, a link, or either on standard input.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use chance::InputError;
use dicee::{DiceeGame, contract};
use fortytwo::{FortyTwo, share};
use ledger::{Clock, Log, Source, Upcaster, link};

use crate::failure::Failure;

/// Longer than any game.
const LONGEST: u64 = 16 << 20;

/// Now, for people to read; no id depends on it.
pub(super) fn clock() -> Clock {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Clock { timestamp: u64::try_from(since.as_millis()).unwrap_or(0), source: Source::Client }
}

/// The game behind what was given for `field`: the name of anything that can be read, a link, or `-` for standard input.
pub(super) fn game(field: &'static str, given: &str) -> Result<Log<FortyTwo>, Failure> {
    if given == "-" {
        if io::stdin().is_terminal() {
            eprintln!("Reading a log or a link from the keyboard; Ctrl-D ends it.");
        }
        return from_reader(field, "standard input", Ok(io::stdin()));
    }
    let file = Path::new(given);
    if file.exists() {
        return from_file(field, file);
    }
    if like_a_link(given) {
        return parse(field, given);
    }
    Err(InputError::new(field, "a file that is there, a link, or -", quoted(given)).into())
}

/// A name of a file is shorter than a link, has a dot or a slash, and no parameter.
fn like_a_link(text: &str) -> bool {
    let bare = text.len() > 40
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    bare || text.contains("g=") || text.contains("g1=")
}

fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    format!("{start:?}")
}

/// The game in a file, a pipe, or whatever else has a name.
pub(super) fn from_file(field: &'static str, file: &Path) -> Result<Log<FortyTwo>, Failure> {
    let name = file.display().to_string();
    if file.is_dir() {
        return Err(InputError::new(field, "a file", format!("{name}, which is a directory")).into());
    }
    from_reader(field, &name, File::open(file))
}

fn from_reader(
    field: &'static str,
    name: &str,
    reader: io::Result<impl Read>,
) -> Result<Log<FortyTwo>, Failure> {
    let mut bytes = Vec::new();
    let read = reader.and_then(|reader| reader.take(LONGEST + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(InputError::new(field, "a file that can be read", format!("{name}: {error}")).into());
    }
    if bytes.len() as u64 > LONGEST {
        let actual = format!("{name}, which is larger than any game");
        return Err(InputError::new(field, "at most 16 MiB", actual).into());
    }
    if bytes.trim_ascii().is_empty() {
        return Err(InputError::new(
            field,
            "a game of 42",
            format!("{name}, which is empty and holds no game"),
        )
        .into());
    }
    parse(field, &String::from_utf8_lossy(&bytes))
}

fn parse(field: &'static str, text: &str) -> Result<Log<FortyTwo>, Failure> {
    let text = text.trim();
    let is_log = text.starts_with(['[', '{']);
    if !is_log && !like_a_link(text) {
        return Err(InputError::new(field, "the log or the link of a game of 42", quoted(text)).into());
    }
    let loaded = if is_log {
        Log::from_json(text, &Upcaster::default()).map_err(|error| error.to_string())
    } else {
        share::from_link(&link::parameters(text), clock()).map_err(|error| error.to_string())
    };
    Ok(loaded.map_err(|why| {
        if is_of_dice(text, is_log) {
            return InputError::new(field, "a game of 42", "a game of dice; see dicee replay");
        }
        InputError::new(field, "a game of 42 that can have been played", why)
    })?)
}

/// Whether the log, or else the link, is one of the dice game.
fn is_of_dice(text: &str, is_log: bool) -> bool {
    if is_log {
        Log::<DiceeGame>::from_json(text, &contract::upcaster()).is_ok() || contract::read(text).is_ok()
    } else {
        link::decode_game::<DiceeGame>(&link::parameters(text)).is_ok()
    }
}
