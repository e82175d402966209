//! A whole game in a URL: the events as `{t, p}` pairs (kind and payload), JSON, DEFLATE, base64url, in the
//! parameter `g`; past [`LONGEST`] characters in `g1`, `g2`, ... Ids, chains and times are left out: they follow from
//! the events, or do not matter. [`encode_game`] also leaves out the payloads that the rules alone decide, and says in
//! front which game it is; links from before that have no such pair.

mod readable;

pub use readable::{Readable, decode_readable};

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chance::Fields;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::Serialize;
use serde::de::Error as _;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::game::{Event, Game};
use crate::seen::SeenEvent;

/// The longest value of one parameter.
pub const LONGEST: usize = 1900;
/// The most bytes that a link may unpack to; a game needs a few thousand.
const LARGEST: usize = 4 << 20;
/// The most events that a link may hold; a long game has a few thousand.
const MOST_EVENTS: usize = 10_000;
/// Small links are worth the work.
const LEVEL: u8 = 10;

/// The kind of the pair in front of the events that names the game.
const HEADER: &str = "$game";

/// Why a link does not hold a game, or cannot.
#[derive(Debug, Error)]
pub enum LinkError {
    /// No part of a link.
    #[error("the link holds no game: expected the parameter g, or g1, g2 and so on")]
    Missing,
    /// A part that is not there though later ones are.
    #[error("the link is incomplete: g{part} is missing")]
    MissingPart {
        /// Its number.
        part: usize,
    },
    /// Characters that no link has.
    #[error("the link is damaged: it has characters that no link has, or lacks some at its end")]
    Alphabet(#[from] base64::DecodeError),
    /// Bytes that do not unpack.
    #[error("the link is damaged or cut off: it does not unpack ({0})")]
    Packing(&'static str),
    /// More than any game needs.
    #[error("a link holds at most {LARGEST} bytes of events, before they are packed")]
    TooLarge,
    /// More events than any game has.
    #[error("a link holds at most {MOST_EVENTS} events")]
    TooLong,
    /// Text that is no list of events, or an event that cannot be written.
    #[error("the link holds something else than a game: {0}")]
    Content(serde_json::Error),
    /// Another game.
    #[error("the link holds a game of {actual}, not of {expected}")]
    OtherGame {
        /// The game that was expected.
        expected: &'static str,
        /// The game that the link names.
        actual: String,
    },
    /// An event that this game does not know.
    #[error("event {} of the link: {error}", place + 1)]
    Event {
        /// Its place, from 0.
        place: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// An event that cannot follow those before it.
    #[error("event {} of the link cannot follow what happened before it", place + 1)]
    Impossible {
        /// Its place, from 0.
        place: usize,
    },
}

/// An event without its envelope, as links hold it: like [`SeenEvent`], but nothing else may stand beside it.
#[derive(Serialize)]
struct Pair {
    t: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    p: Map<String, Value>,
}

/// The parameters that hold these events, in order.
///
/// # Errors
///
/// [`LinkError::TooLong`] or [`LinkError::TooLarge`] if a link cannot hold them; if an event cannot be written as JSON.
pub fn encode<'a, E: Event + 'a>(
    events: impl IntoIterator<Item = &'a E>,
) -> Result<Vec<(String, String)>, LinkError> {
    let pairs = events.into_iter().map(|event| Pair::of(event)).collect::<Result<Vec<_>, _>>();
    pack(&pairs.map_err(LinkError::Content)?)
}

/// The parameters that hold this game from its beginning. An event that was [due](Game::due) is only named.
///
/// # Errors
///
/// As [`encode`].
pub fn encode_game<'a, G: Game>(
    events: impl IntoIterator<Item = &'a G::Event>,
) -> Result<Vec<(String, String)>, LinkError>
where
    G::Event: 'a,
{
    let mut state = G::default();
    let mut pairs = vec![Pair::header(G::NAME)];
    for event in events {
        let mut pair = Pair::of(event).map_err(LinkError::Content)?;
        if state.due().as_ref() == Some(event) {
            pair.p.clear();
        }
        state.apply(event);
        pairs.push(pair);
    }
    pack(&pairs)
}

/// The events that these parameters hold; parameters of other names are ignored, and `g` goes before `g1`.
///
/// # Errors
///
/// [`LinkError`] if the link is cut off, damaged or foreign.
pub fn decode<E: Event>(parameters: &BTreeMap<String, String>) -> Result<Vec<E>, LinkError> {
    let pairs = unpack(parameters)?.1.into_iter().enumerate();
    pairs.map(|(place, pair)| pair.event().map_err(|error| LinkError::Event { place, error })).collect()
}

/// The game that these parameters hold, from [`encode_game`] or [`encode`]: what is only named is computed again, and
/// every event must be able to follow those before it.
///
/// # Errors
///
/// [`LinkError`] if the link is cut off, damaged or foreign, or holds something that cannot have happened.
pub fn decode_game<G: Game>(parameters: &BTreeMap<String, String>) -> Result<Vec<G::Event>, LinkError> {
    let (kind, pairs) = unpack(parameters)?;
    if let Some(actual) = kind.filter(|kind| kind != G::NAME) {
        return Err(LinkError::OtherGame { expected: G::NAME, actual });
    }
    let mut state = G::default();
    let mut events = Vec::new();
    for (place, pair) in pairs.into_iter().enumerate() {
        let event = pair.event_after(&state).map_err(|error| LinkError::Event { place, error })?;
        if !state.admits(&event) {
            return Err(LinkError::Impossible { place });
        }
        state.apply(&event);
        events.push(event);
    }
    Ok(events)
}

/// What a link says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The [name](Game::NAME) of the game; `None` if the link is from before links named it.
    pub game: Option<String>,
    /// The kind of the first event, which tells older links apart.
    pub first_event: Option<String>,
}

/// What these parameters hold, before any event is read.
///
/// # Errors
///
/// [`LinkError`] if the link is cut off, damaged or foreign.
pub fn contents(parameters: &BTreeMap<String, String>) -> Result<Contents, LinkError> {
    let (game, pairs) = unpack(parameters)?;
    Ok(Contents { game, first_event: pairs.into_iter().next().map(|pair| pair.t) })
}

/// The parameters in what people paste: a URL, a query string, or the bare value of `g`.
#[must_use]
pub fn parameters(text: &str) -> BTreeMap<String, String> {
    let text = text.trim();
    let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
    let query = address.split_once('?').map_or(address, |(_, query)| query);
    // Pages that keep the game from their server put it behind the hash.
    let query = if fragment.starts_with('g') && fragment.contains('=') { fragment } else { query };
    let pair = |part: &str| match part.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => ("g".to_owned(), part.to_owned()),
    };
    // One by one: to collect them, a map sorts them first, with a kilobyte of code for a handful of names.
    let mut parameters = BTreeMap::new();
    parameters.extend(query.split('&').filter(|part| !part.is_empty()).map(pair));
    parameters
}

/// Parameters as a query string.
#[must_use]
pub fn query(parameters: &[(String, String)]) -> String {
    parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// Nothing is written that [`unpack`] would refuse.
fn pack(pairs: &[Pair]) -> Result<Vec<(String, String)>, LinkError> {
    let header = usize::from(pairs.first().is_some_and(|pair| pair.named_game().is_some()));
    if pairs.len() - header > MOST_EVENTS {
        return Err(LinkError::TooLong);
    }
    let json = serde_json::to_vec(pairs).map_err(LinkError::Content)?;
    if json.len() > LARGEST {
        return Err(LinkError::TooLarge);
    }
    let packed = URL_SAFE_NO_PAD.encode(compress_to_vec(&json, LEVEL));
    if packed.len() <= LONGEST {
        return Ok(vec![("g".into(), packed)]);
    }
    let parts = packed.as_bytes().chunks(LONGEST).zip(1..);
    Ok(parts
        .map(|(part, number)| (format!("g{number}"), String::from_utf8_lossy(part).into_owned()))
        .collect())
}

/// The kind of the game, where the link names it, and the events.
fn unpack(parameters: &BTreeMap<String, String>) -> Result<(Option<String>, Vec<Pair>), LinkError> {
    let packed = URL_SAFE_NO_PAD.decode(joined(parameters)?)?;
    let json = decompress_to_vec_with_limit(&packed, LARGEST).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            LinkError::TooLarge
        } else if matches!(error.status, TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput)
        {
            LinkError::Packing("it ends too soon")
        } else {
            LinkError::Packing("the bytes are not DEFLATE")
        }
    })?;
    // As text, as everything else is read: a second reader, for bytes, would be in every browser module.
    let json = str::from_utf8(&json).map_err(|_| LinkError::Packing("its bytes are not text"))?;
    let Value::Array(list) = serde_json::from_str(json).map_err(LinkError::Content)? else {
        return Err(LinkError::Content(serde_json::Error::custom("invalid type, expected a sequence")));
    };
    let pairs = list.into_iter().map(Pair::of_json).collect::<Result<Vec<_>, _>>();
    let mut pairs = pairs.map_err(LinkError::Content)?;
    let kind = pairs.first().and_then(Pair::named_game);
    if kind.is_some() {
        pairs.remove(0);
    }
    if pairs.len() > MOST_EVENTS {
        return Err(LinkError::TooLong);
    }
    Ok((kind, pairs))
}

fn joined(parameters: &BTreeMap<String, String>) -> Result<String, LinkError> {
    if let Some(whole) = parameters.get("g") {
        return Ok(whole.clone());
    }
    let numbers = parameters.keys().filter_map(|name| {
        let number = name.strip_prefix('g')?.parse::<usize>().ok()?;
        (number > 0 && *name == format!("g{number}")).then_some(number)
    });
    let last = numbers.max().ok_or(LinkError::Missing)?.min(parameters.len());
    let part = |number| parameters.get(&format!("g{number}")).ok_or(LinkError::MissingPart { part: number });
    (1..=last.max(1)).map(|number| part(number).map(String::as_str)).collect()
}

impl Pair {
    /// By hand, as [`Fields`] says, for the sake of browser modules.
    fn of_json(value: Value) -> Result<Self, serde_json::Error> {
        let mut fields = Fields::of(value)?;
        let t = fields.take("t")?;
        let p = match fields.remove("p") {
            None => Map::new(),
            Some(Value::Object(p)) => p,
            Some(_) => return Err(serde_json::Error::custom("p: invalid type, expected an object")),
        };
        fields.end(Self { t, p })
    }

    fn header(kind: &str) -> Self {
        Self { t: HEADER.to_owned(), p: Map::from_iter([("kind".to_owned(), kind.into())]) }
    }

    /// The game that this pair names, if it is a header.
    fn named_game(&self) -> Option<String> {
        let kind = self.p.get("kind").and_then(Value::as_str);
        kind.filter(|_| self.t == HEADER).map(str::to_owned)
    }

    fn of<E: Event>(event: &E) -> Result<Self, serde_json::Error> {
        let SeenEvent { t, p } = SeenEvent::whole(event)?;
        Ok(Self { t, p })
    }

    /// The event, which may be only named where it is due.
    fn event_after<G: Game>(self, state: &G) -> Result<G::Event, serde_json::Error> {
        match state.due() {
            Some(due) if self.p.is_empty() && Self::of(&due)?.t == self.t => Ok(due),
            _ => self.event(),
        }
    }

    fn event<E: Event>(self) -> Result<E, serde_json::Error> {
        if self.p.contains_key(E::TAG) {
            return Err(serde_json::Error::custom("the payload names a kind of its own"));
        }
        let mut object = Map::new();
        object.insert(E::TAG.into(), Value::String(self.t));
        object.extend(self.p);
        serde_json::from_value(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chance::Chance;
    use serde::Deserialize;

    use super::*;
    use crate::seat::Seat;
    use crate::version::Version;

    /// Two numbers are chosen, and their sum follows.
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Sums(Vec<Happened>);

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", deny_unknown_fields)]
    enum Happened {
        Chosen { number: u32 },
        Added { sum: u32 },
    }

    impl Event for Happened {
        const TAG: &'static str = "type";

        fn schema(&self) -> Version {
            Version::new(1, 0, 0)
        }
    }

    impl Game for Sums {
        const NAME: &'static str = "sums";
        type Command = u32;
        type Event = Happened;
        type Refusal = std::fmt::Error;
        type View = ();

        fn decide(
            &self,
            _: Seat,
            number: &u32,
            _: &mut dyn Chance,
        ) -> Result<Vec<Happened>, std::fmt::Error> {
            Ok(vec![Happened::Chosen { number: *number }])
        }

        fn admits(&self, event: &Happened) -> bool {
            self.due().map_or(matches!(event, Happened::Chosen { .. }), |due| due == *event)
        }

        fn due(&self) -> Option<Happened> {
            match self.0.as_slice() {
                [.., Happened::Chosen { number: one }, Happened::Chosen { number: two }] => {
                    Some(Happened::Added { sum: one + two })
                }
                _ => None,
            }
        }

        fn apply(&mut self, event: &Happened) {
            self.0.push(event.clone());
        }

        fn view(&self, _: Option<Seat>) {}
    }

    fn history(sum: u32) -> [Happened; 3] {
        [Happened::Chosen { number: 123_456 }, Happened::Chosen { number: 7 }, Happened::Added { sum }]
    }

    #[test]
    fn what_is_due_is_only_named_and_computed_again() {
        let due = history(123_463);
        let parameters = encode_game::<Sums>(&due).unwrap();
        assert_eq!(parameters[0].0, "g");
        let (kind, pairs) = unpack(&parameters.into_iter().collect()).unwrap();
        assert_eq!(kind.as_deref(), Some("sums"));
        let named: Vec<bool> = pairs.iter().map(|pair| pair.p.is_empty()).collect();
        assert_eq!(named, [false, false, true]);
        let decoded = decode_game::<Sums>(&encode_game::<Sums>(&due).unwrap().into_iter().collect());
        assert_eq!(decoded.unwrap(), due);
        // Written in full it is the same game, and another sum is none.
        let full: BTreeMap<_, _> = encode(&due).unwrap().into_iter().collect();
        assert_eq!(decode_game::<Sums>(&full).unwrap(), due);
        let forged = encode(&history(5)).unwrap().into_iter().collect();
        assert!(matches!(decode_game::<Sums>(&forged), Err(LinkError::Impossible { place: 2 })));
    }

    #[test]
    fn a_link_that_names_another_game_is_refused() {
        let pairs = [Pair::header("dicee"), Pair::of(&history(0)[0]).unwrap()];
        let parameters = pack(&pairs).unwrap().into_iter().collect();
        assert_eq!(contents(&parameters).unwrap().game.as_deref(), Some("dicee"));
        let error = decode_game::<Sums>(&parameters).unwrap_err().to_string();
        assert_eq!(error, "the link holds a game of dicee, not of sums");
    }

    #[test]
    fn a_link_of_more_events_than_any_game_has_is_refused() {
        let chosen = Happened::Chosen { number: 1 };
        let link = |events: usize| encode(std::iter::repeat_n(&chosen, events));
        let longest = link(MOST_EVENTS).unwrap().into_iter().collect();
        assert_eq!(decode::<Happened>(&longest).unwrap().len(), MOST_EVENTS);
        // Neither written nor, where another program wrote it, read.
        assert!(matches!(link(MOST_EVENTS + 1), Err(LinkError::TooLong)));
        let game = encode_game::<Sums>(std::iter::repeat_n(&chosen, MOST_EVENTS + 1));
        assert!(matches!(game, Err(LinkError::TooLong)));
        let foreign = format!("[{}]", vec![r#"{"t":"Chosen","p":{"number":1}}"#; MOST_EVENTS + 1].join(","));
        let foreign = URL_SAFE_NO_PAD.encode(compress_to_vec(foreign.as_bytes(), LEVEL));
        let read = decode::<Happened>(&BTreeMap::from([("g".to_owned(), foreign)]));
        assert!(matches!(read, Err(LinkError::TooLong)));
    }

    #[test]
    fn a_link_of_more_bytes_than_one_may_hold_is_not_written() {
        let pair = || Pair { t: "x".repeat(LARGEST / 4), p: Map::new() };
        assert!(pack(&[pair(), pair(), pair()]).is_ok());
        assert!(matches!(pack(&[pair(), pair(), pair(), pair()]), Err(LinkError::TooLarge)));
    }

    #[test]
    fn a_link_that_was_cut_off_is_read_up_to_the_cut() {
        let numbers = (0..200).map(|step| step * 7919 % 1000);
        let mut game = Sums::default();
        for number in numbers {
            game.apply(&Happened::Chosen { number });
            if let Some(due) = game.due() {
                game.apply(&due);
            }
        }
        let whole = query(&encode_game::<Sums>(&game.0).unwrap());
        let read = |link: &str| decode_readable::<Sums>(&parameters(link));
        assert_eq!(read(&whole).events, game.0);
        assert!(read(&whole).problem.is_none());
        let mut most = 0;
        for cut in 2..whole.len() {
            let Readable { events, problem } = read(&whole[..cut]);
            assert!(problem.is_some(), "{cut}");
            assert!(events.len() >= most && game.0.starts_with(&events), "{cut}");
            most = events.len();
        }
        assert!(most > game.0.len() / 2, "{most} of {}", game.0.len());
        // A wrong character ends it as a cut does, and a foreign game has no beginning here.
        let damaged = format!("{}!{}", &whole[..whole.len() / 2], &whole[whole.len() / 2..]);
        assert_eq!(read(&damaged).events, read(&whole[..whole.len() / 2]).events);
        let other = query(&pack(&[Pair::header("dicee"), Pair::of(&history(0)[0]).unwrap()]).unwrap());
        assert!(read(&other).events.is_empty());
        assert!(read("g=garbage").events.is_empty() && read("").events.is_empty());
    }

    #[test]
    fn links_are_read_as_people_paste_them() {
        let expected = BTreeMap::from([("g".to_owned(), "a-_B".to_owned())]);
        for text in ["a-_B", "g=a-_B", "?g=a-_B", "https://dicee.example/42?g=a-_B#top", " g=a-_B\n"] {
            assert_eq!(parameters(text), expected, "{text}");
        }
        let parts = [("g1".to_owned(), "x".to_owned()), ("g2".to_owned(), "y".to_owned())];
        assert_eq!(query(&parts), "g1=x&g2=y");
        assert_eq!(parameters("https://dicee.example/?lang=en&g1=x&g2=y").len(), 3);
        assert!(parameters("").is_empty());
    }
}
