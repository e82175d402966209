use std::time::Duration;

use chance::Chance;
use dicee::{Category, ExplanationDepth, GameStatus, PlayerId};
use ledger::{Envelope, Game, Log, Seat, Stream, Upcaster};
use protocol::ErrorContext;
use serde_json::{Map, Value};

use super::house::House;
use crate::error::WrongField;

/// A game that can be played at a live table: what the server has to know beyond its rules.
///
/// All of it is about the people around the rules: who sits where, what each of them may be told, and what happens by
/// itself while nobody says anything. No method waits for anything.
pub(crate) trait Hosted:
    Game<Command: Send + Sync, Event: Send + Sync, Refusal: Send> + Send + Sync + 'static
{
    /// The name under which games of this kind are stored.
    const KIND: Kind;

    /// Brings stored events of older schemas up to date.
    fn upcaster() -> Upcaster;

    /// The command in a message.
    ///
    /// # Errors
    ///
    /// The field that is wrong.
    fn read_command(value: Value) -> Result<Self::Command, WrongField>;

    /// The seat from which this player may send the command, and the command as it is carried out.
    ///
    /// # Errors
    ///
    /// If a player may not do this, whatever the rules say.
    fn authorise(&self, player: PlayerId, command: Self::Command) -> Result<Sent<Self::Command>, Denied>;

    /// The seat of a player.
    fn seat_of(&self, player: PlayerId) -> Option<Seat>;

    /// Everybody at the table, in seat order.
    fn seats(&self) -> Vec<SeatTaken>;

    /// How many people may still sit down.
    fn free_seats(&self) -> u8;

    /// Where the game stands.
    fn status(&self) -> GameStatus;

    /// The luck of the next command; `None` is any luck.
    fn luck(&self, house: &House) -> Option<Box<dyn Chance + Send>>;

    /// What happens by itself, if nobody does anything before.
    fn pending(log: &Log<Self>, house: &House) -> Vec<Pending<Self::Command>>;

    /// What it takes to tell the next event: what happened before, or nothing.
    type Teller: Default + Send;
    /// An event that was told, and can be shown to anybody.
    type Told: Send;

    /// Goes on past an event that nobody wants to be told.
    fn pass(teller: &mut Self::Teller, envelope: &Envelope<Self::Event>);

    /// Tells the next event.
    fn tell(teller: &mut Self::Teller, envelope: &Envelope<Self::Event>, house: &House) -> Self::Told;

    /// The event as a viewer may know it.
    fn show(told: &Self::Told, viewer: Option<Seat>) -> Value;

    /// What this game adds to the state that a viewer is shown.
    fn details(
        log: &Log<Self>,
        viewer: Option<Seat>,
        names: &dyn Fn(PlayerId) -> String,
    ) -> Map<String, Value>;

    /// What else is said to everybody about what has just happened: messages without anything hidden.
    fn announcements(
        _log: &Log<Self>,
        _told: &[Self::Told],
        _names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<Value> {
        Vec::new()
    }

    /// What a seat wants to know about the position, and what is noted about that.
    ///
    /// # Errors
    ///
    /// If there is nothing to say.
    fn remark(
        _log: &Log<Self>,
        _seat: Option<Seat>,
        _asked: Asked,
        _counts: NoteCounts,
        _house: &House,
    ) -> Result<Remark, Denied> {
        Err(Denied::new("ERR_INVALID_REQUEST", "there are no hints and no analysis in this game"))
    }

    /// Whether the log may leave the server as it is.
    fn is_open(&self) -> bool;

    /// What was well played and what was not. May take long.
    ///
    /// # Errors
    ///
    /// If there is nothing to report on yet.
    fn report(log: &Log<Self>, viewer: Option<Seat>, house: &House) -> Result<Value, Denied>;

    /// The error code of a refusal, and the field it is about.
    fn explain(refusal: &Self::Refusal) -> (&'static str, Option<ErrorContext>);

    /// Whether this event opened play.
    fn begins(event: &Self::Event) -> bool;

    /// Whether this event ended the game.
    fn ends(event: &Self::Event) -> bool;
}

/// Which game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The dice game.
    Dicee,
    /// Texas 42.
    Fortytwo,
    /// An extended check with a dice pool.
    ExtendedCheck,
    /// The shared roll log of a group.
    RollTable,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Dicee, Self::Fortytwo, Self::ExtendedCheck, Self::RollTable];

    /// The name in messages and stores.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Dicee => "dicee",
            Self::Fortytwo => "fortytwo",
            Self::ExtendedCheck => "extended_check",
            Self::RollTable => "roll_table",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in the store.
    pub(crate) fn stored(self) -> store::Kind {
        self.name().parse().expect("the names of kinds are plain")
    }
}

/// A command that may be carried out.
#[derive(Debug)]
pub(crate) struct Sent<C> {
    pub(crate) seat: Seat,
    pub(crate) command: C,
    /// Whether it takes a seat. Whose it becomes is part of its id then: two players may ask for the same one.
    pub(crate) takes_seat: bool,
}

/// Somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatTaken {
    pub(crate) seat: Seat,
    /// Nobody, where a bot sits that has no name of its own.
    pub(crate) player: Option<PlayerId>,
    /// How it plays, if it is a bot.
    pub(crate) bot: Option<String>,
}

/// What a socket may ask about a position, or say about the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Asked {
    /// The chances of every box.
    Analysis,
    /// Advice.
    Hint(ExplanationDepth),
    /// Somebody looks at a box since `since`, for the `count`th time at this roll.
    Hover { category: Category, since: u64, count: u32 },
}

/// How many notes there are on a game, by stream.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoteCounts {
    pub(crate) analysis: u64,
    pub(crate) telemetry: u64,
}

/// An answer, and notes for the streams that a game can do without.
#[derive(Debug, Default)]
pub(crate) struct Remark {
    /// What is said to whoever asked.
    pub(crate) message: Option<Value>,
    pub(crate) notes: Vec<(Stream, Value)>,
}

/// Something that happens by itself.
pub(crate) struct Pending<C> {
    /// When: milliseconds since 1970.
    pub(crate) at: u64,
    /// Whose move it is.
    pub(crate) seat: Seat,
    /// Tells it from others at the same version.
    pub(crate) name: &'static str,
    /// What it comes to.
    pub(crate) thought: Thought<C>,
}

/// How a command is found.
pub(crate) enum Thought<C> {
    /// It is there.
    Ready(C),
    /// It takes a while: on a thread for that.
    Slow(Box<dyn FnOnce() -> Option<C> + Send + Sync>),
}

/// Why a player may not do something, or why there is nothing to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Denied {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Denied {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new("ERR_FORBIDDEN", message)
    }
}

/// `at` plus a while.
pub(crate) fn later(at: u64, wait: Duration) -> u64 {
    at.saturating_add(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
}
