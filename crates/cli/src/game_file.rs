//! Games from outside: saved logs, histories in the words of the data contract, and links; of any game.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use chance::InputError;
use dicee::{DiceeGame, GameStatus};
use fortytwo::{FortyTwo, Skill, share};
use ledger::{Game, Log, LogError, Sender, Source, Stamp, Upcaster, link};
use live::{Seated, SeatedEvent, Seating, SeatingEvent, TableGame};
use pools::{ExtendedCheck, RollTable, Session, SessionLuck, SessionView};
use protocol::FortyTwoOptions;
use protocol::contract::{self, Recording};
use serde_json::Value;

use crate::failure::Failure;
use crate::files;

/// The largest file that is read; a game needs less than a hundredth of it.
const LARGEST: u64 = 64 << 20;

const EXPECTED: &str = "a saved game, a history of events, or a link";

/// A game from outside. Everything in it can have happened.
#[derive(Debug)]
pub(crate) enum Loaded {
    /// The dice game, and where it came from.
    Dicee(Box<Log<DiceeGame>>, Origin),
    /// Texas 42, whether it came from a log with ids and seals, and how well its bots play.
    FortyTwo(Box<Log<FortyTwo>>, Origin, Skill),
    /// A table of dice pools: what can be said of it without looking at its rolls.
    Pools(PoolsTable),
}

/// A log of an extended check, a roll table or a session, whose ids, seals and rules hold.
#[derive(Debug)]
pub(crate) struct PoolsTable {
    /// The name of the game.
    pub(crate) kind: &'static str,
    /// Where it stands.
    pub(crate) status: GameStatus,
    /// How many events there are, those about seats included.
    pub(crate) events: u64,
    /// The hash over all of them.
    pub(crate) chain: Option<String>,
    /// How lucky its rolls were, where it is a session and some rank.
    pub(crate) luck: Option<SessionLuck>,
}

/// Where a game came from, and so what can be said about it.
#[derive(Debug)]
pub(crate) enum Origin {
    /// A log with ids and a hash chain, all of which hold.
    Ledger,
    /// The log of a live table, whose seats are part of the chain: how many events it has, and the last chain.
    Live {
        /// The events, those about seats included.
        events: u64,
        /// When the last of them happened, in milliseconds since 1970.
        at: u64,
        /// Which events of the game the table brought about, and no player.
        by_table: Vec<bool>,
        /// Whether the deals were played before at another table.
        repeats: bool,
        /// The hash over all of them.
        chain: Option<String>,
    },
    /// Events in the words of the data contract, as they came.
    Contract(Box<Recording>),
    /// A link: only what happened.
    Link,
}

/// Why there is no game.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// There is nothing to read.
    Unreadable(Failure),
    /// What was read is no game, or one that cannot have happened.
    Damaged(InputError),
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Unreadable(failure) => failure,
            LoadError::Damaged(error) => error.into(),
        }
    }
}

impl From<InputError> for LoadError {
    fn from(error: InputError) -> Self {
        Self::Damaged(error)
    }
}

/// Loads a game from what was given for `field`: the name of a file, a link, or `-` for standard input, which may hold
/// either.
pub(crate) fn load(field: &str, given: &str) -> Result<Loaded, LoadError> {
    if given == "-" {
        if io::stdin().is_terminal() {
            eprintln!("Reading a log or a link from the keyboard; Ctrl-D ends it.");
        }
        return parse(field, "standard input", &text_of(field, "standard input", io::stdin())?);
    }
    let path = Path::new(given);
    if !path.exists() && is_link(given) { from_link(field, given) } else { load_file(field, path) }
}

/// Loads a game from a file, whatever its name looks like.
pub(crate) fn load_file(field: &str, path: &Path) -> Result<Loaded, LoadError> {
    let name = path.display().to_string();
    let unreadable = |actual: String| {
        let expected = "a file that can be read, or a link such as '?g=...'";
        LoadError::Unreadable(InputError::new(field, expected, actual).into())
    };
    if path.is_dir() {
        return Err(unreadable(format!("{name}, which is a directory")));
    }
    let file =
        File::open(path).map_err(|error| unreadable(format!("{name}: {}", files::why_unreadable(&error))))?;
    parse(field, &name, &text_of(field, &name, file)?)
}

/// A game of dice, where nothing else will do.
pub(crate) fn dicee(field: &str, loaded: Loaded) -> Result<(Log<DiceeGame>, Origin), Failure> {
    match loaded {
        Loaded::Dicee(log, origin) => Ok((*log, origin)),
        Loaded::FortyTwo(..) => {
            let actual = "a game of Texas 42; see dicee fortytwo";
            Err(InputError::new(field, "a game of dice", actual).into())
        }
        Loaded::Pools(table) => Err(table.refused(field, "a game of dice")),
    }
}

/// A game of Texas 42, where nothing else will do, and how well its bots play.
pub(crate) fn fortytwo(field: &str, loaded: Loaded) -> Result<(Log<FortyTwo>, Skill), Failure> {
    match loaded {
        Loaded::FortyTwo(log, _, skill) => Ok((*log, skill)),
        Loaded::Dicee(..) => {
            Err(InputError::new(field, "a game of 42", "a game of dice; see dicee replay").into())
        }
        Loaded::Pools(table) => Err(table.refused(field, "a game of 42")),
    }
}

impl PoolsTable {
    /// Where a table of pools will not do.
    pub(crate) fn refused(&self, field: &str, expected: &str) -> Failure {
        let actual = format!("a game of {}, which dicee verify can check", self.kind);
        InputError::new(field, expected, actual).into()
    }

    /// Reads the log of a live table, or of a game without seats.
    fn read<G: TableGame>(text: &str, seated: bool) -> Result<Self, LogError> {
        fn read<H: Game>(text: &str) -> Result<Log<H>, LogError> {
            Log::from_json(text, &Upcaster::default())
        }
        fn table<H: Game>(log: &Log<H>, status: GameStatus) -> PoolsTable {
            let chain = log.envelopes().last().map(|last| last.chain.as_str().to_owned());
            PoolsTable { kind: H::NAME, status, events: log.version(), chain, luck: None }
        }
        if seated {
            let log = read::<Seated<G>>(text)?;
            return Ok(table(&log, Seating::status(log.state())));
        }
        let log = read::<G>(text)?;
        Ok(table(&log, TableGame::status(log.state())))
    }

    /// Reads the file of a session, which never ends.
    fn read_session(text: &str) -> Result<Self, LogError> {
        let log: Log<Session> = Log::from_json(text, &Upcaster::default())?;
        let chain = log.envelopes().last().map(|last| last.chain.as_str().to_owned());
        let luck = log.state().look(None, SessionView::SHOWN).luck;
        Ok(Self { kind: Session::NAME, status: GameStatus::Active, events: log.version(), chain, luck })
    }
}

/// The beginning of a text, as a message quotes it.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let start: String = text.chars().take(MOST).collect();
    format!("{start:?}{}", if start.len() < text.len() { "..." } else { "" })
}

/// Now, for people to read; no id depends on it.
pub(crate) fn stamp() -> Stamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Stamp { timestamp: u64::try_from(since.as_millis()).unwrap_or(0), source: Source::Client }
}

/// The query of the link that holds a game of dice.
pub(crate) fn query(log: &Log<DiceeGame>) -> anyhow::Result<String> {
    let parameters = link::encode_game::<DiceeGame>(log.events()).context("writing the link")?;
    Ok(link::query(&parameters))
}

/// All text of a file or pipe, up to the limit.
fn text_of(field: &str, name: &str, from: impl Read) -> Result<String, LoadError> {
    let unreadable = |expected: &str, actual: String| {
        LoadError::Unreadable(InputError::new(field, expected, actual).into())
    };
    let mut bytes = Vec::new();
    from.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable("a file that can be read", format!("{name}: {error}")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(unreadable("at most 64 MiB", format!("{name}, which is larger than any game")));
    }
    // Bytes that are no text are no game either, and the readers say so.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether this is a link, or the bare value of one, rather than the name of a file or JSON.
fn is_link(text: &str) -> bool {
    let query = text.rsplit(['?', '#']).next().unwrap_or(text);
    let first = query.split('&').next().unwrap_or(query);
    let bare = text.len() > 40
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let has_game = first.split_once('=').is_some_and(|(name, _)| is_part(name));
    bare || has_game || (text.contains("://") && !text.contains(['{', '[', '\n']))
}

fn is_part(name: &str) -> bool {
    name.strip_prefix('g').is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The game in a link. Links of today name it; older ones are told apart by their first event.
fn from_link(field: &str, text: &str) -> Result<Loaded, LoadError> {
    let damaged = |error: &dyn std::fmt::Display| {
        let expected = "a link to a game";
        InputError::new(field, expected, error.to_string())
            .saying(format!("{field}: expected {expected}, but {error}"))
    };
    let parameters = link::parameters(text);
    let contents = link::contents(&parameters).map_err(|error| damaged(&error))?;
    let is_fortytwo = match contents.game.as_deref() {
        Some(FortyTwo::NAME) => true,
        Some(DiceeGame::NAME) => false,
        Some(other) => return Err(other_kind(field, other)),
        None => contents.first_event.as_deref().is_some_and(is_capital),
    };
    if is_fortytwo {
        let log = share::from_link(&parameters, stamp()).map_err(|error| damaged(&error))?;
        let skill = share::linked_skill(&parameters).map_err(|error| damaged(&error))?;
        return Ok(Loaded::FortyTwo(Box::new(log), Origin::Link, skill));
    }
    let events = link::decode_game::<DiceeGame>(&parameters).map_err(|error| damaged(&error))?;
    let stamp = Stamp { timestamp: 0, source: Source::System };
    let log = Log::from_events(events, "link", stamp).map_err(|error| damaged(&error))?;
    Ok(Loaded::Dicee(Box::new(log), Origin::Link))
}

/// Texas 42 writes the kinds of its events in capitals, the dice game does not.
fn is_capital(kind: &str) -> bool {
    kind.starts_with(|first: char| first.is_ascii_uppercase())
}

/// What a file holds: a link on a line, a log, or a list of events.
fn parse(field: &str, name: &str, text: &str) -> Result<Loaded, LoadError> {
    let text = text.trim();
    if text.is_empty() {
        let actual = format!("{name}, which is empty and holds no game: nothing");
        return Err(InputError::new(field, EXPECTED, actual).into());
    }
    if is_link(text) {
        return from_link(field, text);
    }
    // Only what tells the formats apart is looked at here; the readers say what is wrong with the rest.
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let entries = value.get("events").unwrap_or(&value);
    let payload = entries.get(0).and_then(|first| first.get("payload"));
    let is_log = payload.is_some() || value.get("events").is_some() || text.contains("\"payload\"");
    let unchanged =
        |error: LogError| InputError::new(field, "a saved game that was not changed", error.to_string());
    if payload.is_some_and(is_of_session) {
        return PoolsTable::read_session(text).map(Loaded::Pools).map_err(|error| unchanged(error).into());
    }
    let is_fortytwo = match value.get("kind").and_then(Value::as_str) {
        Some(FortyTwo::NAME) => true,
        Some(DiceeGame::NAME) => false,
        Some(kind @ (ExtendedCheck::NAME | RollTable::NAME)) if is_log => {
            let seated = payload.is_some_and(is_of_table);
            let read = match kind {
                RollTable::NAME => PoolsTable::read::<RollTable>(text, seated),
                _ => PoolsTable::read::<ExtendedCheck>(text, seated),
            };
            return read.map(Loaded::Pools).map_err(|error| unchanged(error).into());
        }
        Some(other) if is_log => return Err(other_kind(field, other)),
        Some(_) | None => payload.and_then(|payload| payload["type"].as_str()).is_some_and(is_capital),
    };
    if is_fortytwo && payload.is_some_and(is_of_table) {
        let table: Log<Seated<FortyTwo>> = Log::from_json(text, &Upcaster::default()).map_err(unchanged)?;
        return without_seats(&table).map_err(|error| unchanged(error).into());
    }
    if is_fortytwo {
        let expected = "a saved game that was not changed";
        let (log, skill) =
            share::from_saved(text).map_err(|error| InputError::new(field, expected, error.to_string()))?;
        return Ok(Loaded::FortyTwo(Box::new(log), Origin::Ledger, skill));
    }
    if is_log {
        let log = Log::from_json(text, &dicee::upcaster()).map_err(unchanged)?;
        return Ok(Loaded::Dicee(Box::new(log), Origin::Ledger));
    }
    let recording = contract::read(text)
        .map_err(|error| InputError::new(field, EXPECTED, format!("{} ({error})", shown(text))))?;
    Ok(Loaded::Dicee(Box::new(recording.log.clone()), Origin::Contract(Box::new(recording))))
}

/// The game that was played at a live table. Its log also says who sat down where, which is no part of the game, and how
/// well the bots play.
fn without_seats(table: &Log<Seated<FortyTwo>>) -> Result<Loaded, LogError> {
    let options = table.events().find_map(|event| match event {
        SeatedEvent::Seating(SeatingEvent::TableOpened { options, .. }) => Some(options.clone()),
        SeatedEvent::Seating(_) | SeatedEvent::Game(_) => None,
    });
    let FortyTwoOptions { bots, same_deals_as, .. } = options.unwrap_or_default();
    let events = table.events().filter_map(|event| match event {
        SeatedEvent::Game(event) => Some(event.clone()),
        SeatedEvent::Seating(_) => None,
    });
    let log = Log::from_events(events, "live", stamp())?;
    let of_game = table.envelopes().iter().filter(|entry| matches!(entry.payload, SeatedEvent::Game(_)));
    let by_table = of_game.map(|entry| matches!(entry.correlation_id.by(), Some(Sender::Seat(_)))).collect();
    let last = table.envelopes().last();
    let (at, chain) =
        (last.map_or(0, |last| last.timestamp), last.map(|last| last.chain.as_str().to_owned()));
    let origin =
        Origin::Live { events: table.version(), at, by_table, repeats: same_deals_as.is_some(), chain };
    Ok(Loaded::FortyTwo(Box::new(log), origin, bots))
}

/// Whether the log that begins with this event is the one of a live table.
fn is_of_table(first: &Value) -> bool {
    first["type"] == "TABLE_OPENED"
}

/// Whether the log that begins with this event is the one of a session of dice pools.
fn is_of_session(first: &Value) -> bool {
    first["type"] == "SESSION_OPENED"
}

/// A game that no command of ours knows is not damaged.
fn other_kind(field: &str, kind: &str) -> LoadError {
    let known = [DiceeGame::NAME, FortyTwo::NAME, ExtendedCheck::NAME, RollTable::NAME];
    let expected = format!("a game of {}", known.join(", "));
    LoadError::Unreadable(InputError::text(field, expected, kind).into())
}

#[cfg(test)]
mod tests {
    use chance::SeededChance;
    use fortytwo::{Command, HouseRules};
    use ledger::{PlayerId, Seat};
    use live::SeatedCommand;

    use super::*;

    #[test]
    fn the_log_of_a_live_game_is_read_without_its_seats() {
        let mut table = Log::<Seated<FortyTwo>>::default();
        let mut luck = SeededChance::from_seed(7);
        let host = PlayerId(uuid::Uuid::from_u128(1));
        let now = stamp();
        let start = Command::StartGame {
            seed: Some(7),
            player_types: None,
            dealer: None,
            house: HouseRules::default(),
        };
        for (id, command) in [
            ("open", SeatedCommand::Open { host, options: Default::default() }),
            ("start", SeatedCommand::Game(start)),
        ] {
            table.submit(Seat(0), id, None, &command, &mut luck, now).unwrap();
        }
        for text in [table.to_json().unwrap(), table.to_named_json().unwrap()] {
            let Loaded::FortyTwo(log, Origin::Live { events, chain, at, by_table, repeats }, _) =
                parse("game", "log", &text).unwrap()
            else {
                panic!("{text}");
            };
            assert_eq!(events, table.version());
            assert_eq!(chain.as_deref(), table.envelopes().last().map(|last| last.chain.as_str()));
            assert!(log.version() < events && log.events().len() >= 2);
            assert_eq!((at, by_table.len() as u64, repeats), (now.timestamp, log.version(), false));
            assert!(by_table.iter().all(|by_table| *by_table), "no player did anything here");
            let changed = text.replacen("GAME_STARTED", "GAME_STARTS", 1);
            assert!(parse("game", "log", &changed).is_err());
        }
    }

    #[test]
    fn the_log_of_a_live_roll_table_is_sound_and_a_changed_one_is_not() {
        let mut table = Log::<Seated<RollTable>>::default();
        let mut luck = SeededChance::from_seed(7);
        let host = PlayerId(uuid::Uuid::from_u128(1));
        let roll = serde_json::from_value(serde_json::json!({ "type": "ROLL", "expression": "5d10" }));
        for (id, command) in [
            ("open", SeatedCommand::Open { host, options: Default::default() }),
            ("roll", SeatedCommand::Game(roll.unwrap())),
        ] {
            table.submit(Seat(0), id, None, &command, &mut luck, stamp()).unwrap();
        }
        let text = table.to_named_json().unwrap();
        let Ok(Loaded::Pools(read)) = parse("game", "log", &text) else { panic!("{text}") };
        assert_eq!(
            (read.kind, read.status, read.events),
            ("roll_table", GameStatus::Active, table.version())
        );
        let changed = text.replacen("5d10", "6d10", 1);
        assert!(matches!(parse("game", "log", &changed), Err(LoadError::Damaged(_))));
        // A game that nobody here knows cannot be judged, which is something else than damaged.
        let foreign = text.replacen("roll_table", "chess", 1);
        assert!(matches!(parse("game", "log", &foreign), Err(LoadError::Unreadable(_))));
    }

    #[test]
    fn links_and_file_names_are_told_apart() {
        for link in
            ["g=abc", "?g=abc", "https://example.org/#g1=a&g2=b", "g1=a&g2=b", "http://localhost/?x=1&g=a"]
        {
            assert!(is_link(link), "{link}");
        }
        for file in ["game.json", "g", "games/g=1/x.json", "./great=game.json", "-", "[{\"a\": \"x://y\"}]"] {
            assert!(!is_link(file), "{file}");
        }
    }
}
