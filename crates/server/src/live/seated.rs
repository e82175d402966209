//! Chairs around a game whose rules know seats and not people: who sits where is part of the same history.

use std::fmt::Debug;

use chance::Chance;
use dicee::{GameStatus, PlayerId};
use ledger::{Envelope, Event, Game, Log, Seat, Stream, Upcaster, Version};
use protocol::ErrorContext;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::hosted::{Denied, Hosted, Kind, Pending, SeatTaken, Sent, Thought};
use super::house::House;
use crate::body;
use crate::error::WrongField;

/// A game of seats, with what it takes to put people on them.
pub(crate) trait Seatable:
    Game<Command: Clone + Debug + DeserializeOwned + Send + Sync, Event: Send + Sync, Refusal: Send>
    + Send
    + Sync
    + 'static
{
    const KIND: Kind;
    const SEATS: u8;
    /// What was agreed on beyond the rules of the game.
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Whether strangers may still sit down.
    fn is_boarding(&self) -> bool;

    /// Whether a seat that was given up stays its owner's: there is something on it that is for them alone.
    fn keeps_seats(&self) -> bool;

    /// Where the game stands.
    fn status(&self) -> GameStatus;

    /// How the bot on a seat without a person plays; `None` where there are no bots.
    fn bot(&self, _options: &Self::Options) -> Option<String> {
        None
    }

    /// A command of this seat as it is carried out.
    ///
    /// # Errors
    ///
    /// If no player may send it.
    fn prepare(
        chairs: &Chairs<Self::Options>,
        seat: Seat,
        command: Self::Command,
    ) -> Result<Self::Command, Denied>;

    /// What happens by itself after what happened `last`.
    fn pending(
        &self,
        _chairs: &Chairs<Self::Options>,
        _version: u64,
        _last: u64,
        _house: &House,
    ) -> Vec<Pending<Self::Command>> {
        Vec::new()
    }

    /// An event as a viewer may know it.
    fn see(event: &Self::Event, viewer: Option<Seat>) -> Value;

    /// Whether the log may leave the server as it is.
    fn is_open(&self) -> bool;

    /// What was well played and what was not.
    ///
    /// # Errors
    ///
    /// If there is nothing to report on.
    fn report(events: Vec<Self::Event>, viewer: Option<Seat>) -> Result<Value, Denied>;

    fn explain(refusal: &Self::Refusal) -> (&'static str, Option<ErrorContext>);
    fn begins(event: &Self::Event) -> bool;
    fn ends(event: &Self::Event) -> bool;
}

/// A game and the people on its seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seated<G: Seatable> {
    /// `None` until the table is opened.
    chairs: Option<Chairs<G::Options>>,
    game: G,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chairs<O> {
    pub(crate) host: PlayerId,
    pub(crate) options: O,
    /// By seat.
    pub(crate) people: Vec<Option<PlayerId>>,
    /// Who sat there last, by seat.
    owners: Vec<Option<PlayerId>>,
}

/// What may be asked of a table.
#[derive(Clone, Debug)]
pub(crate) enum SeatedCommand<C, O> {
    /// Opens it, and takes its first seat.
    Open { host: PlayerId, options: O },
    /// Takes a seat; any free one when left out. Who asks is known from elsewhere.
    Sit { player: Option<PlayerId>, seat: Option<u8> },
    /// Gives the seat up.
    Stand,
    /// Plays.
    Game(C),
}

/// What players say about seats.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum SeatRequest {
    Sit {
        #[serde(default)]
        seat: Option<u8>,
    },
    Stand {},
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum SeatedEvent<E, O> {
    Seating(SeatingEvent<O>),
    Game(E),
}

/// What happened around a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub(crate) enum SeatingEvent<O> {
    TableOpened { host_player_id: PlayerId, options: O },
    PlayerSat { player_id: PlayerId, seat: u8 },
    PlayerStood { seat: u8 },
}

/// Why a table does not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SeatedRefusal<R: std::error::Error> {
    #[error("the table is not open")]
    NotOpen,
    #[error("the table was opened before")]
    Opened,
    #[error("seat: expected a free one, got {seat}")]
    SeatTaken { seat: u8 },
    #[error("seat: expected 0 to {last}, got {seat}")]
    NoSeat { seat: u8, last: u8 },
    #[error("all seats are taken")]
    Full,
    #[error("you sit on seat {seat} already")]
    AlreadySeated { seat: u8 },
    #[error("the game has already started")]
    Started,
    #[error("the game is over")]
    Over,
    #[error("seat {seat} is empty")]
    NotSeated { seat: u8 },
    #[error(transparent)]
    Game(R),
}

impl<O> Chairs<O> {
    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let place = self.people.iter().position(|seated| *seated == Some(player))?;
        u8::try_from(place).ok().map(Seat)
    }

    fn person(&self, seat: Seat) -> Option<PlayerId> {
        self.people.get(usize::from(seat.0)).copied().flatten()
    }

    /// The seats on which this player could sit down; `kept` says whether seats stay their owners'.
    fn free(&self, player: Option<PlayerId>, kept: bool) -> impl Iterator<Item = Seat> {
        let seats = (0..).map(Seat).zip(self.people.iter().zip(&self.owners));
        let is_free = move |owner: &Option<PlayerId>| !kept || owner.is_none() || *owner == player;
        seats.filter(move |(_, (seated, owner))| seated.is_none() && is_free(owner)).map(|(seat, _)| seat)
    }

    /// The seat that this player gave up.
    fn seat_before(&self, player: PlayerId) -> Option<Seat> {
        let place = self.owners.iter().position(|owner| *owner == Some(player))?;
        u8::try_from(place).ok().map(Seat)
    }
}

impl<G: Seatable> Seated<G> {
    fn sit(&self, player: PlayerId, seat: u8) -> Result<(), SeatedRefusal<G::Refusal>> {
        let chairs = self.chairs.as_ref().ok_or(SeatedRefusal::NotOpen)?;
        if let Some(seat) = chairs.seat_of(player) {
            return Err(SeatedRefusal::AlreadySeated { seat: seat.0 });
        }
        if seat >= G::SEATS {
            return Err(SeatedRefusal::NoSeat { seat, last: G::SEATS - 1 });
        }
        let kept = self.game.keeps_seats();
        let comes_back = kept && chairs.seat_before(player) == Some(Seat(seat));
        if !self.game.is_boarding() && !comes_back {
            return Err(SeatedRefusal::Started);
        }
        // Who has a seat that is kept for them cannot have another one.
        let elsewhere = kept && chairs.seat_before(player).is_some_and(|own| own != Seat(seat));
        if elsewhere || !chairs.free(Some(player), kept).any(|free| free == Seat(seat)) {
            return Err(SeatedRefusal::SeatTaken { seat });
        }
        Ok(())
    }

    fn stand(&self, seat: u8) -> Result<(), SeatedRefusal<G::Refusal>> {
        let chairs = self.chairs.as_ref().ok_or(SeatedRefusal::NotOpen)?;
        chairs.person(Seat(seat)).ok_or(SeatedRefusal::NotSeated { seat })?;
        let over = matches!(self.game.status(), GameStatus::Completed | GameStatus::Abandoned);
        if over { Err(SeatedRefusal::Over) } else { Ok(()) }
    }
}

type Decided<G> = Result<
    Vec<SeatedEvent<<G as Game>::Event, <G as Seatable>::Options>>,
    SeatedRefusal<<G as Game>::Refusal>,
>;

impl<G: Seatable> Game for Seated<G> {
    const NAME: &'static str = G::NAME;

    type Command = SeatedCommand<G::Command, G::Options>;
    type Event = SeatedEvent<G::Event, G::Options>;
    type Refusal = SeatedRefusal<G::Refusal>;
    type View = G::View;

    fn decide(&self, seat: Seat, command: &Self::Command, chance: &mut dyn Chance) -> Decided<G> {
        let seating = |event| Ok(vec![SeatedEvent::Seating(event)]);
        match command {
            SeatedCommand::Open { .. } if self.chairs.is_some() => Err(SeatedRefusal::Opened),
            SeatedCommand::Open { host, options } => Ok(vec![
                SeatedEvent::Seating(SeatingEvent::TableOpened {
                    host_player_id: *host,
                    options: options.clone(),
                }),
                SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id: *host, seat: 0 }),
            ]),
            SeatedCommand::Sit { player, .. } => {
                let player_id = player.ok_or(SeatedRefusal::NotSeated { seat: seat.0 })?;
                let chairs = self.chairs.as_ref().ok_or(SeatedRefusal::NotOpen)?;
                let mut free = chairs.free(Some(player_id), self.game.keeps_seats());
                if chairs.seat_of(player_id).is_none() && free.next().is_none() {
                    return Err(SeatedRefusal::Full);
                }
                self.sit(player_id, seat.0)?;
                seating(SeatingEvent::PlayerSat { player_id, seat: seat.0 })
            }
            SeatedCommand::Stand => {
                self.stand(seat.0)?;
                seating(SeatingEvent::PlayerStood { seat: seat.0 })
            }
            SeatedCommand::Game(_) if self.chairs.is_none() => Err(SeatedRefusal::NotOpen),
            SeatedCommand::Game(command) => {
                let events = self.game.decide(seat, command, chance).map_err(SeatedRefusal::Game)?;
                Ok(events.into_iter().map(SeatedEvent::Game).collect())
            }
        }
    }

    fn admits(&self, event: &Self::Event) -> bool {
        match event {
            SeatedEvent::Seating(SeatingEvent::TableOpened { .. }) => self.chairs.is_none(),
            SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id, seat }) => {
                self.sit(*player_id, *seat).is_ok()
            }
            SeatedEvent::Seating(SeatingEvent::PlayerStood { seat }) => self.stand(*seat).is_ok(),
            SeatedEvent::Game(event) => self.chairs.is_some() && self.game.admits(event),
        }
    }

    fn due(&self) -> Option<Self::Event> {
        self.game.due().map(SeatedEvent::Game)
    }

    fn apply(&mut self, event: &Self::Event) {
        match (event, &mut self.chairs) {
            (SeatedEvent::Game(event), chairs) => {
                self.game.apply(event);
                // Who left before it began has nothing here.
                if let Some(chairs) = chairs.as_mut().filter(|_| G::begins(event)) {
                    chairs.owners.clone_from(&chairs.people);
                }
            }
            (SeatedEvent::Seating(SeatingEvent::TableOpened { host_player_id, options }), None) => {
                let nobody = vec![None; usize::from(G::SEATS)];
                let (host, options) = (*host_player_id, options.clone());
                self.chairs = Some(Chairs { host, options, people: nobody.clone(), owners: nobody });
            }
            (SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id, seat }), Some(chairs)) => {
                // A table whose host has left belongs to whoever comes.
                if chairs.people.iter().all(Option::is_none) {
                    chairs.host = *player_id;
                }
                for places in [&mut chairs.people, &mut chairs.owners] {
                    if let Some(place) = places.get_mut(usize::from(*seat)) {
                        *place = Some(*player_id);
                    }
                }
            }
            (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat }), Some(chairs)) => {
                let left = chairs.people.get_mut(usize::from(*seat)).and_then(Option::take);
                // A table whose host left belongs to whoever sits first.
                if left == Some(chairs.host)
                    && let Some(next) = chairs.people.iter().flatten().next()
                {
                    chairs.host = *next;
                }
            }
            (SeatedEvent::Seating(_), _) => {}
        }
    }

    fn view(&self, viewer: Option<Seat>) -> G::View {
        self.game.view(viewer)
    }
}

impl<E: Event, O> Event for SeatedEvent<E, O>
where
    O: Clone + PartialEq + Debug + Serialize + DeserializeOwned,
{
    const TAG: &'static str = E::TAG;

    fn schema(&self) -> Version {
        match self {
            Self::Seating(_) => Version::new(1, 0, 0),
            Self::Game(event) => event.schema(),
        }
    }

    fn stream(&self) -> Stream {
        match self {
            Self::Seating(_) => Stream::Domain,
            Self::Game(event) => event.stream(),
        }
    }
}

impl<G: Seatable> Hosted for Seated<G> {
    const KIND: Kind = G::KIND;

    fn upcaster() -> Upcaster {
        Upcaster::default()
    }

    fn read_command(value: Value) -> Result<Self::Command, WrongField> {
        if matches!(value.get("type").and_then(Value::as_str), Some("sit" | "stand")) {
            return Ok(match body::read_value(value, "command")? {
                SeatRequest::Sit { seat } => SeatedCommand::Sit { player: None, seat },
                SeatRequest::Stand {} => SeatedCommand::Stand,
            });
        }
        body::read_value(value, "command").map(SeatedCommand::Game)
    }

    fn authorise(&self, player: PlayerId, command: Self::Command) -> Result<Sent<Self::Command>, Denied> {
        let Some(chairs) = &self.chairs else { return Err(Denied::forbidden("the table is not open")) };
        let seated = chairs.seat_of(player);
        match command {
            SeatedCommand::Open { .. } => Err(Denied::forbidden("opening is for the server alone")),
            SeatedCommand::Sit { seat, .. } => {
                let kept = self.game.keeps_seats();
                let own = chairs.seat_before(player).filter(|_| kept);
                let any = || chairs.free(Some(player), kept).next();
                let free = seated.or(seat.map(Seat)).or(own).or_else(any);
                let command = SeatedCommand::Sit { player: Some(player), seat };
                Ok(Sent { seat: free.unwrap_or(Seat(0)), command, takes_seat: true })
            }
            SeatedCommand::Stand | SeatedCommand::Game(_) => {
                let seat = seated.ok_or_else(|| Denied::forbidden("you have no seat in this game"))?;
                let command = match command {
                    SeatedCommand::Game(command) => SeatedCommand::Game(G::prepare(chairs, seat, command)?),
                    other @ (SeatedCommand::Open { .. }
                    | SeatedCommand::Sit { .. }
                    | SeatedCommand::Stand) => other,
                };
                Ok(Sent { seat, command, takes_seat: false })
            }
        }
    }

    fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.chairs.as_ref()?.seat_of(player)
    }

    fn seats(&self) -> Vec<SeatTaken> {
        let Some(chairs) = &self.chairs else { return Vec::new() };
        let bot = self.game.bot(&chairs.options).filter(|_| !self.game.is_boarding());
        let seats = (0..).map(Seat).zip(&chairs.people).map(|(seat, player)| SeatTaken {
            seat,
            player: *player,
            bot: bot.clone().filter(|_| player.is_none()),
        });
        seats.filter(|taken| taken.player.is_some() || taken.bot.is_some()).collect()
    }

    fn free_seats(&self) -> u8 {
        let Some(chairs) = self.chairs.as_ref().filter(|_| self.game.is_boarding()) else { return 0 };
        u8::try_from(chairs.free(None, self.game.keeps_seats()).count()).unwrap_or(u8::MAX)
    }

    fn status(&self) -> GameStatus {
        let empty = self.chairs.as_ref().is_some_and(|chairs| chairs.people.iter().all(Option::is_none));
        if empty { GameStatus::Abandoned } else { self.game.status() }
    }

    fn luck(&self, _house: &House) -> Option<Box<dyn Chance + Send>> {
        None
    }

    fn pending(log: &Log<Self>, house: &House) -> Vec<Pending<Self::Command>> {
        let Some(chairs) = &log.state().chairs else { return Vec::new() };
        let last = log.envelopes().last().map_or(0, |last| last.timestamp);
        let pending = log.state().game.pending(chairs, log.version(), last, house);
        let wrap = |pending: Pending<G::Command>| Pending {
            at: pending.at,
            seat: pending.seat,
            name: pending.name,
            thought: match pending.thought {
                Thought::Ready(command) => Thought::Ready(SeatedCommand::Game(command)),
                Thought::Slow(think) => Thought::Slow(Box::new(|| think().map(SeatedCommand::Game))),
            },
        };
        pending.into_iter().map(wrap).collect()
    }

    type Teller = ();
    type Told = Self::Event;

    fn pass(_teller: &mut (), _envelope: &Envelope<Self::Event>) {}

    fn tell(_teller: &mut (), envelope: &Envelope<Self::Event>, _house: &House) -> Self::Event {
        envelope.payload.clone()
    }

    fn show(told: &Self::Event, viewer: Option<Seat>) -> Value {
        match told {
            SeatedEvent::Seating(_) => ledger::link::to_pair(told)
                .map(|(kind, rest)| serde_json::json!({ "t": kind, "p": rest }))
                .unwrap_or_default(),
            SeatedEvent::Game(event) => G::see(event, viewer),
        }
    }

    fn details(
        log: &Log<Self>,
        viewer: Option<Seat>,
        _names: &dyn Fn(PlayerId) -> String,
    ) -> Map<String, Value> {
        let mut details = Map::new();
        if let Some(chairs) = &log.state().chairs {
            details.insert("hostPlayerId".into(), chairs.host.0.to_string().into());
            details.insert("options".into(), serde_json::to_value(&chairs.options).unwrap_or_default());
        }
        let view = serde_json::to_value(log.state().view(viewer)).unwrap_or_default();
        details.insert("view".into(), view);
        details
    }

    fn is_open(&self) -> bool {
        self.game.is_open()
    }

    fn report(log: &Log<Self>, viewer: Option<Seat>, _house: &House) -> Result<Value, Denied> {
        let events = log.events().filter_map(|event| match event {
            SeatedEvent::Game(event) => Some(event.clone()),
            SeatedEvent::Seating(_) => None,
        });
        G::report(events.collect(), viewer)
    }

    fn explain(refusal: &Self::Refusal) -> (&'static str, Option<ErrorContext>) {
        match refusal {
            SeatedRefusal::Game(refusal) => G::explain(refusal),
            SeatedRefusal::NotOpen => ("ERR_GAME_NOT_FOUND", None),
            SeatedRefusal::NotSeated { .. } => ("ERR_FORBIDDEN", None),
            SeatedRefusal::NoSeat { .. } => ("ERR_INVALID_REQUEST", None),
            SeatedRefusal::Opened
            | SeatedRefusal::SeatTaken { .. }
            | SeatedRefusal::Full
            | SeatedRefusal::AlreadySeated { .. }
            | SeatedRefusal::Started => ("ERR_INVALID_TURN", None),
            SeatedRefusal::Over => ("ERR_GAME_COMPLETED", None),
        }
    }

    fn begins(event: &Self::Event) -> bool {
        matches!(event, SeatedEvent::Game(event) if G::begins(event))
    }

    fn ends(event: &Self::Event) -> bool {
        matches!(event, SeatedEvent::Game(event) if G::ends(event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;
    use fortytwo::FortyTwo;
    use ledger::{Clock, Source};
    use serde_json::json;
    use uuid::Uuid;

    use crate::live::FortyTwoOptions;

    type Table = Seated<FortyTwo>;

    fn player(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn send(
        log: &mut Log<Table>,
        seat: u8,
        command: SeatedCommand<fortytwo::Command, FortyTwoOptions>,
    ) -> bool {
        let clock = Clock { timestamp: 0, source: Source::Client };
        let id = log.version().to_string();
        log.submit(Seat(seat), &id, None, &command, &mut SeededChance::from_seed(1), clock).is_ok()
    }

    fn opened() -> Log<Table> {
        let mut log = Log::default();
        let options = FortyTwoOptions::default();
        assert!(send(&mut log, 0, SeatedCommand::Open { host: player(1), options }));
        log
    }

    /// These words are stored: they are read for ever.
    #[test]
    fn stored_seating_is_written_as_it_always_was() {
        let mut log = opened();
        assert!(send(&mut log, 2, SeatedCommand::Sit { player: Some(player(2)), seat: None }));
        assert!(send(&mut log, 2, SeatedCommand::Stand));
        let events: Vec<Value> = log.events().map(|event| serde_json::to_value(event).unwrap()).collect();
        let house = json!({
            "nello": false, "splash": false, "plunge": false, "sevens": false, "forcedBid": false, "targetMarks": 7,
        });
        let (first, second) = (player(1).0.to_string(), player(2).0.to_string());
        assert_eq!(
            events,
            [
                json!({
                    "type": "TABLE_OPENED", "hostPlayerId": first, "options": { "bots": "strong", "house": house },
                }),
                json!({ "type": "PLAYER_SAT", "playerId": first, "seat": 0 }),
                json!({ "type": "PLAYER_SAT", "playerId": second, "seat": 2 }),
                json!({ "type": "PLAYER_STOOD", "seat": 2 }),
            ]
        );
        let json = log.to_json().unwrap();
        let read = Log::<Table>::from_json(&json, &Table::upcaster()).unwrap();
        assert_eq!(read.envelopes(), log.envelopes());
    }

    #[test]
    fn seating_from_outside_is_judged_by_the_same_rules() {
        let log = opened();
        let sat =
            |number, seat| SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id: player(number), seat });
        let rows = [
            (sat(2, 1), true),
            (sat(2, 0), false),
            (sat(1, 1), false),
            (sat(2, 4), false),
            (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat: 0 }), true),
            (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat: 1 }), false),
        ];
        for (event, possible) in rows {
            assert_eq!(log.state().admits(&event), possible, "{event:?}");
        }
    }

    #[test]
    fn seats_of_a_running_game_are_their_owners() {
        let mut log = opened();
        let start = serde_json::from_value(json!({ "type": "START_GAME" })).unwrap();
        let start = FortyTwo::prepare(log.state().chairs.as_ref().unwrap(), Seat(0), start).unwrap();
        assert!(send(&mut log, 0, SeatedCommand::Game(start)));
        let sit = |number| SeatedCommand::Sit { player: Some(player(number)), seat: None };
        assert!(!send(&mut log, 1, sit(2)));
        assert_eq!(log.state().free_seats(), 0);
        let bots = |log: &Log<Table>| log.state().seats().iter().filter(|taken| taken.bot.is_some()).count();
        assert_eq!(bots(&log), 3);
        // Whoever leaves is played by a bot, and may come back; nobody else sees their tiles.
        assert!(send(&mut log, 0, SeatedCommand::Stand));
        assert_eq!(bots(&log), 4);
        assert!(!send(&mut log, 0, sit(2)));
        assert!(send(&mut log, 0, sit(1)));
        assert_eq!(bots(&log), 3);
    }
}
