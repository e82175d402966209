//! Games that come from outside: files of the ledger, histories in the words of the contract, and links.

use std::fs::File;
use std::io;
use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;
use chance::InputError;
use dicee::DiceeGame;
use dicee::contract::{self, Recording};
use ledger::{Clock, Log, Source, link};
use serde_json::Value;

use crate::failure::{Failure, found};

/// The largest file that is read; a game needs less than a hundredth of it.
const LARGEST: u64 = 64 << 20;

const EXPECTED: &str = "a saved game, a history of events, or a link";

/// Where a game came from, and so what can be said about it.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A log with ids and seals, all of which hold.
    Ledger,
    /// Events in the words of the contract, as they came.
    Contract(Box<Recording>),
    /// A link: only what happened.
    Link,
}

/// A game from outside. Everything in it can have happened.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) log: Log<DiceeGame>,
    pub(crate) origin: Origin,
}

/// Loads a game from a file, from a link, or from standard input, which is `-` and may hold either.
pub(crate) fn load(source: &str) -> Result<Loaded, Failure> {
    if source == "-" {
        return parse(&text_of("source", "standard input", io::stdin())?);
    }
    if is_link(source) {
        return from_link(source);
    }
    load_file("source", Path::new(source))
}

/// Loads a game from a file, whatever its name looks like.
pub(crate) fn load_file(field: &str, path: &Path) -> Result<Loaded, Failure> {
    let name = path.display().to_string();
    let open = File::open(path).and_then(|file| {
        if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
    });
    let file = open.map_err(|error| {
        let expected = "a file that can be read, or a link such as '?g=...'";
        InputError::new(field, expected, format!("{name}: {error}"))
    })?;
    parse(&text_of(field, &name, file)?)
}

/// All text of a file or pipe, up to the limit.
fn text_of(field: &str, name: &str, from: impl io::Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes).with_context(|| format!("reading {name}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err(InputError::new(field, EXPECTED, format!("{name}, which is too large")).into());
    }
    // What is no text is no game either, and the readers say so.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether this is a link rather than the name of a file.
fn is_link(source: &str) -> bool {
    let query = source.rsplit(['?', '#']).next().unwrap_or(source);
    let first = query.split('&').next().unwrap_or(query);
    source.contains("://") || first.split_once('=').is_some_and(|(name, _)| is_part(name))
}

fn is_part(name: &str) -> bool {
    name.strip_prefix('g').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn from_link(source: &str) -> Result<Loaded, Failure> {
    let bad = |error: &dyn std::fmt::Display| found("link", "a link to a game", format!("link: {error}"));
    let events = link::decode_game::<DiceeGame>(&link::parameters(source)).map_err(|error| {
        if error.to_string().contains("`GAME_STARTED`") { other_game("link") } else { bad(&error) }
    })?;
    let clock = Clock { timestamp: 0, source: Source::System };
    let log = Log::from_events(events, "link", clock).map_err(|error| bad(&error))?;
    Ok(Loaded { log, origin: Origin::Link })
}

/// A file's content: a link on a line, or a list of envelopes or events.
fn parse(text: &str) -> Result<Loaded, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(InputError::new("history", EXPECTED, "nothing").into());
    }
    if is_link(text) && !text.starts_with('[') {
        return from_link(text);
    }
    // Only what tells the two apart is looked at here; the readers say what is wrong with the rest.
    let entries: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
    let first = entries.first().unwrap_or(&Value::Null);
    if first["payload"]["type"].is_string() {
        return Err(other_game("log").into());
    }
    if first.get("payload").is_some() || (entries.is_empty() && text.contains("\"payload\"")) {
        let log = Log::from_json(text, &contract::upcaster())
            .map_err(|error| found("log", "a saved game that was not changed", error))?;
        return Ok(Loaded { log, origin: Origin::Ledger });
    }
    let recording = contract::read(text).map_err(|error| found("history", EXPECTED, error))?;
    Ok(Loaded { log: recording.log.clone(), origin: Origin::Contract(Box::new(recording)) })
}

/// Texas 42 writes its kinds in capitals, in another field.
fn other_game(field: &str) -> InputError {
    InputError::new(field, "a game of dice", "a game of Texas 42; see dicee fortytwo replay")
}

/// The query of the link that holds a game.
pub(crate) fn query(log: &Log<DiceeGame>) -> anyhow::Result<String> {
    let parameters = link::encode_game::<DiceeGame>(log.events()).context("writing the link")?;
    Ok(link::query(&parameters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_file_names_are_told_apart() {
        for link in
            ["g=abc", "?g=abc", "https://example.org/#g1=a&g2=b", "g1=a&g2=b", "http://localhost/?x=1&g=a"]
        {
            assert!(is_link(link), "{link}");
        }
        for file in ["game.json", "g", "games/g=1/x.json", "./great=game.json", "-"] {
            assert!(!is_link(file), "{file}");
        }
    }
}
