//! The log of a finished game as one compressed value.
//!
//! Most of a stored log can be derived and is left out: the repeated keys of every event, the ids and seals, which are hashes of
//! the rest, and a row for each command, which its events name too. The rest is compressed together, to a tenth of the size. The
//! last seal is kept: it covers the whole history, so a damaged or changed pack is detected when it is read. A log is packed
//! only if unpacking restores it byte for byte.

use ledger::{Chain, EventId, Version};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::Deserialize;
use serde_json::Value;

use crate::error::StoreError;

/// The first byte of a pack, for a later format.
const FORMAT: u8 = 1;
/// The compression level, of 10.
const LEVEL: u8 = 8;
/// A pack that holds more than so many bytes was not made by this program: games are bounded far below.
const LARGEST: usize = 256 << 20;
/// The prefix of an event without hashes, and of one with them.
const SHORT: char = '~';
const WHOLE: char = '=';
/// Where the cause and the seal of an event are left out. JSON never contains these as they are.
const CAUSE: char = '\u{1}';
const SEAL: char = '\u{2}';

/// The rows of a game, as a database holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogRows {
    /// In the order of the game.
    pub(crate) events: Vec<EventRow>,
    pub(crate) commands: Vec<CommandRow>,
}

/// An event: its position among those of all games, and its envelope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventRow {
    pub(crate) position: i64,
    pub(crate) envelope: String,
}

/// A command: its first event, and the version of the game behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CommandRow {
    pub(crate) command: String,
    pub(crate) first: i64,
    pub(crate) version: i64,
}

/// A packed log, with the positions of its events among those of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pack {
    pub(crate) first: i64,
    pub(crate) last: i64,
    pub(crate) events: i64,
    pub(crate) commands: i64,
    pub(crate) body: Vec<u8>,
}

impl Pack {
    /// Packs a log. `None` if there are no events, or if unpacking would not restore them byte for byte.
    pub(crate) fn of(mut rows: LogRows) -> Option<Self> {
        let (first, last) = (rows.events.first()?.position, rows.events.last()?.position);
        rows.commands.sort();
        let mut body = vec![FORMAT];
        body.extend(compress_to_vec(write(&rows)?.as_bytes(), LEVEL));
        let is_the_same = unpack(&body).is_ok_and(|unpacked| unpacked == rows);
        let length = |count: usize| i64::try_from(count).ok();
        let (events, commands) = (length(rows.events.len())?, length(rows.commands.len())?);
        is_the_same.then_some(Self { first, last, events, commands, body })
    }
}

/// The rows of a packed log, commands in the order of their names.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if this program did not write it.
pub(crate) fn unpack(body: &[u8]) -> Result<LogRows, StoreError> {
    let Some((&FORMAT, compressed)) = body.split_first() else {
        return Err(damaged("its format is not known"));
    };
    let text = decompress_to_vec_with_limit(compressed, LARGEST).map_err(|_| damaged("it cannot be read"))?;
    let text = String::from_utf8(text).map_err(|_| damaged("it is not text"))?;
    read(&text).ok_or_else(|| damaged("it is incomplete, or not what was sealed"))
}

fn damaged(why: &str) -> StoreError {
    StoreError::corrupt(format!("a packed log: {why}"))
}

/// The fields of an envelope from which the others follow.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Read {
    correlation_id: String,
    schema_version: Version,
    /// Absent where it is left out.
    chain: Option<Chain>,
    payload: Value,
}

/// The hashes of an event.
#[derive(Debug)]
struct Hashes {
    id: EventId,
    /// The id of the event before it.
    cause: Option<EventId>,
    seal: Chain,
}

impl Hashes {
    /// Of the event at a place, after the one before it.
    fn of(read: &Read, place: usize, before: Option<&Self>) -> Option<Self> {
        let id = EventId::of(&read.payload, place as u64).ok()?;
        let chain = before.map_or_else(Chain::default, |before| before.seal.clone());
        let seal = chain.next(&id, read.schema_version);
        Some(Self { cause: before.map(|before| before.id.clone()), id, seal })
    }

    /// What stands at the places of an envelope that are left out.
    fn texts(&self) -> (String, String, String) {
        let cause = self.cause.as_ref().map_or_else(String::new, |id| format!("\"causationId\":\"{id}\","));
        (format!("{{\"id\":\"{}\",", self.id), cause, format!("\"chain\":\"{}\",", self.seal.as_str()))
    }

    /// An envelope without them; `None` if it does not have them where this program writes them.
    fn left_out_of(&self, envelope: &str, is_last: bool) -> Option<String> {
        let (own, cause, seal) = self.texts();
        let mut short = envelope.strip_prefix(&own)?.to_owned();
        if !cause.is_empty() {
            short = replaced(&short, &cause, CAUSE)?;
        }
        if is_last { Some(short) } else { replaced(&short, &seal, SEAL) }
    }

    fn put_back_into(&self, short: &str) -> String {
        let (own, cause, seal) = self.texts();
        format!("{own}{}", short.replacen(CAUSE, &cause, 1).replacen(SEAL, &seal, 1))
    }
}

fn replaced(text: &str, part: &str, mark: char) -> Option<String> {
    text.contains(part).then(|| text.replacen(part, mark.encode_utf8(&mut [0; 4]), 1))
}

/// Line 1: the commands without events. Then one line for each event: the distance of its position from the one before, and its
/// envelope.
fn write(rows: &LogRows) -> Option<String> {
    let envelopes: Vec<Read> =
        rows.events.iter().map(|row| serde_json::from_str(&row.envelope).ok()).collect::<Option<_>>()?;
    let derived = commands(&envelopes)?;
    let explicit: Vec<_> = rows
        .commands
        .iter()
        .filter(|row| derived.binary_search(row).is_err())
        .map(|row| (&row.command, row.first, row.version))
        .collect();
    let mut text = serde_json::to_string(&explicit).ok()?;
    let (mut position, mut before) = (0, None);
    for (place, (row, read)) in rows.events.iter().zip(&envelopes).enumerate() {
        let hashes = Hashes::of(read, place, before.as_ref())?;
        let is_last = place + 1 == envelopes.len();
        text.push_str(&format!("\n{}", row.position.checked_sub(position)?));
        match hashes.left_out_of(&row.envelope, is_last) {
            Some(short) => text.extend([SHORT.to_string(), short]),
            None => text.extend([WHOLE.to_string(), row.envelope.clone()]),
        }
        (position, before) = (row.position, Some(hashes));
    }
    Some(text)
}

fn read(text: &str) -> Option<LogRows> {
    let mut lines = text.split('\n');
    let explicit: Vec<(String, i64, i64)> = serde_json::from_str(lines.next()?).ok()?;
    let (mut rows, mut envelopes) = (LogRows::default(), Vec::new());
    let (mut position, mut before): (i64, Option<Hashes>) = (0, None);
    for (place, line) in lines.enumerate() {
        let at = line.find([SHORT, WHOLE])?;
        position = position.checked_add(line[..at].parse().ok()?)?;
        let kept = &line[at + 1..];
        let is_short = line[at..].starts_with(SHORT);
        let whole = if is_short { format!("{{{}", kept.replace([CAUSE, SEAL], "")) } else { kept.to_owned() };
        let read: Read = serde_json::from_str(&whole).ok()?;
        let hashes = Hashes::of(&read, place, before.as_ref())?;
        let envelope = if is_short { hashes.put_back_into(kept) } else { whole };
        rows.events.push(EventRow { position, envelope });
        envelopes.push(read);
        before = Some(hashes);
    }
    let sealed = before.map(|last| last.seal);
    if envelopes.last().and_then(|last| last.chain.as_ref()) != sealed.as_ref() {
        return None;
    }
    rows.commands = commands(&envelopes)?;
    rows.commands.extend(explicit.into_iter().map(|(command, first, version)| CommandRow {
        command,
        first,
        version,
    }));
    rows.commands.sort();
    Some(rows)
}

/// The commands that events tell of, in the order of their names.
fn commands(envelopes: &[Read]) -> Option<Vec<CommandRow>> {
    let (mut commands, mut first) = (Vec::new(), 0);
    for run in envelopes.chunk_by(|one, next| one.correlation_id == next.correlation_id) {
        let version = first + i64::try_from(run.len()).ok()?;
        commands.push(CommandRow { command: run[0].correlation_id.clone(), first, version });
        first = version;
    }
    commands.sort();
    Some(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLDEN: [&str; 2] = [
        include_str!("../../dicee/tests/golden/fair-standard.json"),
        include_str!("../../dicee/tests/golden/solo-first-schemas.json"),
    ];

    /// A log as it is stored, with positions that other games lie between.
    fn stored(golden: &str) -> LogRows {
        let events: Vec<ledger::Envelope<Value>> = serde_json::from_str(golden).unwrap();
        let envelopes: Vec<String> =
            events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        let read: Vec<Read> = envelopes.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let positions = (1..).map(|place: i64| place * place);
        let events = positions.zip(envelopes).map(|(position, envelope)| EventRow { position, envelope });
        LogRows { events: events.collect(), commands: commands(&read).unwrap() }
    }

    #[test]
    fn a_log_comes_back_to_the_byte_in_a_tenth_of_the_room() {
        for golden in GOLDEN {
            let mut rows = stored(golden);
            rows.commands.push(CommandRow { command: String::from("0:look"), first: 3, version: 3 });
            rows.commands.sort();
            let pack = Pack::of(rows.clone()).unwrap();
            assert_eq!(unpack(&pack.body).unwrap(), rows);
            let plain: usize = rows.events.iter().map(|row| row.envelope.len()).sum();
            assert!(pack.body.len() * 10 < plain, "{} of {plain}", pack.body.len());
            let count = i64::try_from(rows.events.len()).unwrap();
            assert_eq!((pack.first, pack.last, pack.events), (1, count * count, count));
        }
    }

    #[test]
    fn what_is_written_in_another_way_comes_back_as_well() {
        let changes: [fn(&mut String); 5] = [
            |text| *text = text.replacen("{\"id\"", "{ \"id\"", 1),
            |text| *text = text.replacen("\"idx\":", "\"note\":\"\\u0001 ~ = \\n\",\"idx\":", 1),
            |text| *text = text.replacen("\"causationId\":\"", "\"causationId\":\"x", 1),
            |text| *text = text.replacen("{\"id\":\"", "{\"id\":\"x", 1),
            |text| {
                *text = text.replacen("\"payload\"", "\"newer\":[1,{\"causationId\":\"y\"}],\"payload\"", 1)
            },
        ];
        for change in changes {
            for place in [0, 1, 5] {
                let mut rows = stored(GOLDEN[0]);
                change(&mut rows.events[place].envelope);
                let pack = Pack::of(rows.clone()).unwrap();
                assert_eq!(unpack(&pack.body).unwrap(), rows);
            }
        }
    }

    #[test]
    fn a_log_that_would_not_come_back_is_not_packed() {
        assert!(Pack::of(LogRows::default()).is_none());
        let changes: [fn(&mut LogRows); 5] = [
            |rows| rows.events[3].envelope.insert(1, '\n'),
            |rows| rows.events[3].envelope.clear(),
            |rows| drop(rows.commands.pop()),
            |rows| rows.events[3].position = i64::MIN,
            // Its last seal shows whether a stored log was changed, so that must be the true one.
            |rows| {
                rows.events[3].envelope =
                    rows.events[3].envelope.replace("\"payload\":{", "\"payload\":{\"x\":1,")
            },
        ];
        for change in changes {
            let mut rows = stored(GOLDEN[0]);
            change(&mut rows);
            assert!(Pack::of(rows).is_none());
        }
    }

    #[test]
    fn a_damaged_pack_is_an_error() {
        let body = Pack::of(stored(GOLDEN[0])).unwrap().body;
        let newer = [&[FORMAT + 1], &body[1..]].concat();
        for damaged in [&[][..], &[FORMAT], &body[..body.len() / 2], &newer] {
            assert!(matches!(unpack(damaged), Err(StoreError::Corrupt(_))), "{} bytes", damaged.len());
        }
        for place in (0..body.len()).step_by(5) {
            let mut changed = body.clone();
            changed[place] ^= 0x10;
            // Whatever it says then, it does not panic.
            let _ = unpack(&changed);
        }
    }

    #[test]
    fn a_pack_that_was_changed_does_not_match_its_seal() {
        let rows = stored(GOLDEN[0]);
        let text = write(&rows).unwrap();
        assert_eq!(read(&text).unwrap(), rows);
        for (part, other) in [("\"roll\"", "\"roll2\""), ("\"chosenCategory\":\"", "\"chosenCategory\":\"x")]
        {
            assert!(text.contains(part));
            assert_eq!(read(&text.replacen(part, other, 1)), None, "{part}");
        }
    }
}
