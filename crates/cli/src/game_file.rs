//! Games that come from outside: files of the ledger, histories in the words of the contract, and links.

use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

use anyhow::Context as _;
use dicee::DiceeGame;
use dicee::contract::{self, GameEvent};
use ledger::{Clock, Log, Source, link};

use crate::failure::{BadInput, Failure};

/// The largest file that is read; a game needs less than a hundredth of it.
const LARGEST: u64 = 64 << 20;

const EXPECTED: &str = "a saved game, a history of events, or a link";

/// Where a game came from, and so what can be said about it.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A log with ids and seals, all of which hold.
    Ledger,
    /// Events in the words of the contract, as they came.
    Contract(Vec<GameEvent>),
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
        let mut text = String::new();
        io::stdin().take(LARGEST).read_to_string(&mut text).context("reading standard input")?;
        return parse(&text);
    }
    if is_link(source) {
        return from_link(source);
    }
    parse(&read_file(Path::new(source))?)
}

fn read_file(path: &Path) -> Result<String, Failure> {
    let expected = "a file that can be read, or a link such as '?g=...'";
    let bad = |error: io::Error| BadInput::new("source", expected, format!("{}: {error}", path.display()));
    let size = fs::metadata(path).map_err(bad)?.len();
    if size > LARGEST {
        return Err(BadInput::new("source", EXPECTED, format!("{size} bytes")).into());
    }
    Ok(fs::read_to_string(path).map_err(bad)?)
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
    let bad =
        |error: &dyn std::fmt::Display| BadInput::found("link", "a link to a game", format!("link: {error}"));
    let events = link::decode_game::<DiceeGame>(&link::parameters(source)).map_err(|error| bad(&error))?;
    let clock = Clock { timestamp: 0, source: Source::System };
    let log = Log::from_events(events, "link", clock).map_err(|error| bad(&error))?;
    Ok(Loaded { log, origin: Origin::Link })
}

/// A file's content: a link on a line, or a list of envelopes or events.
fn parse(text: &str) -> Result<Loaded, Failure> {
    let text = text.trim();
    if is_link(text) && !text.starts_with('[') {
        return from_link(text);
    }
    // Only what tells the two apart is looked at here; the readers say what is wrong with the rest.
    let envelope =
        text.get(..400).unwrap_or(text).contains("\"payload\"") || text.contains("\"schemaVersion\"");
    if envelope || text == "[]" {
        let log = Log::from_json(text, &contract::upcaster())
            .map_err(|error| BadInput::found("log", "a saved game that was not changed", error))?;
        return Ok(Loaded { log, origin: Origin::Ledger });
    }
    let recording = contract::read(text).map_err(|error| BadInput::found("history", EXPECTED, error))?;
    Ok(Loaded { log: recording.log, origin: Origin::Contract(recording.events) })
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
