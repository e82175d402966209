use chance::Chance;
use ledger::{Event, Game, GameStatus, PlayerId, Seat, Stream, Version};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt::Debug;

use super::{Seated, SeatedCommand, SeatedEvent, SeatedRefusal, SeatingEvent, Seats, TableGame, reserved};

impl<G: TableGame> Seated<G> {
    fn sit(&self, player: PlayerId, seat: u8) -> Result<(), SeatedRefusal<G::Refusal>> {
        let seats = self.seats.as_ref().ok_or(SeatedRefusal::NotOpen)?;
        let kept = self.game.keeps_seats();
        // Until the game begins a player may move to another seat: where partners matter, that chooses one.
        let moves = !kept && self.game.is_boarding();
        if let Some(own) = seats.seat_of(player).filter(|own| !moves || *own == Seat(seat)) {
            return Err(SeatedRefusal::AlreadySeated { seat: own.0 });
        }
        if seat >= G::SEATS {
            return Err(SeatedRefusal::NoSeat { seat, last: G::SEATS - 1 });
        }
        let comes_back = kept && seats.seat_before(player) == Some(Seat(seat));
        if !self.game.is_boarding() && !comes_back {
            return Err(SeatedRefusal::Started);
        }
        // Who has a seat that is kept for them cannot have another one.
        let elsewhere = kept && seats.seat_before(player).is_some_and(|own| own != Seat(seat));
        if elsewhere || !seats.free(Some(player), kept).any(|free| free == Seat(seat)) {
            return Err(SeatedRefusal::SeatTaken { seat });
        }
        Ok(())
    }

    fn stand(&self, seat: u8) -> Result<(), SeatedRefusal<G::Refusal>> {
        let seats = self.seats.as_ref().ok_or(SeatedRefusal::NotOpen)?;
        seats.player(Seat(seat)).ok_or(SeatedRefusal::NotSeated { seat })?;
        let over = matches!(self.game.status(), GameStatus::Completed | GameStatus::Abandoned);
        if over { Err(SeatedRefusal::Over) } else { Ok(()) }
    }
}

type Decided<G> = Result<
    Vec<SeatedEvent<<G as Game>::Event, <G as TableGame>::Options>>,
    SeatedRefusal<<G as Game>::Refusal>,
>;

impl<G: TableGame> Game for Seated<G> {
    const NAME: &'static str = G::NAME;

    type Command = SeatedCommand<G::Command, G::Options>;
    type Event = SeatedEvent<G::Event, G::Options>;
    type Refusal = SeatedRefusal<G::Refusal>;
    type View = G::View;

    fn decide(&self, seat: Seat, command: &Self::Command, chance: &mut dyn Chance) -> Decided<G> {
        let seating = |event| Ok(vec![SeatedEvent::Seating(event)]);
        match command {
            SeatedCommand::Open { .. } if self.seats.is_some() => Err(SeatedRefusal::Opened),
            SeatedCommand::Open { host, options } => Ok(vec![
                SeatedEvent::Seating(SeatingEvent::TableOpened {
                    host_player_id: *host,
                    options: options.clone(),
                }),
                SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id: *host, seat: 0 }),
            ]),
            SeatedCommand::Sit { player, .. } => {
                let player_id = player.ok_or(SeatedRefusal::NotSeated { seat: seat.0 })?;
                let seats = self.seats.as_ref().ok_or(SeatedRefusal::NotOpen)?;
                let mut free = seats.free(Some(player_id), self.game.keeps_seats());
                if seats.seat_of(player_id).is_none() && free.next().is_none() {
                    return Err(SeatedRefusal::Full);
                }
                self.sit(player_id, seat.0)?;
                seating(SeatingEvent::PlayerSat { player_id, seat: seat.0 })
            }
            SeatedCommand::Stand => {
                self.stand(seat.0)?;
                seating(SeatingEvent::PlayerStood { seat: seat.0 })
            }
            SeatedCommand::Game(_) if self.seats.is_none() => Err(SeatedRefusal::NotOpen),
            SeatedCommand::Game(command) => {
                let events = self.game.decide(seat, command, chance).map_err(SeatedRefusal::Game)?;
                Ok(events.into_iter().map(SeatedEvent::Game).collect())
            }
        }
    }

    fn admits(&self, event: &Self::Event) -> bool {
        match event {
            SeatedEvent::Seating(SeatingEvent::TableOpened { .. }) => self.seats.is_none(),
            SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id, seat }) => {
                self.sit(*player_id, *seat).is_ok()
            }
            SeatedEvent::Seating(SeatingEvent::PlayerStood { seat }) => self.stand(*seat).is_ok(),
            SeatedEvent::Game(event) => self.seats.is_some() && self.game.admits(event),
        }
    }

    fn due(&self) -> Option<Self::Event> {
        self.game.due().map(SeatedEvent::Game)
    }

    fn apply(&mut self, event: &Self::Event) {
        match (event, &mut self.seats) {
            (SeatedEvent::Game(event), seats) => {
                let begins = G::begins(event) && self.game.status() == GameStatus::Waiting;
                self.game.apply(event);
                // A player who left before play began owns no seat.
                if let Some(seats) = seats.as_mut().filter(|_| begins) {
                    seats.owners.clone_from(&seats.players);
                }
            }
            (SeatedEvent::Seating(SeatingEvent::TableOpened { host_player_id, options }), None) => {
                let nobody = vec![None; usize::from(G::SEATS)];
                let (host, options) = (*host_player_id, options.clone());
                self.seats = Some(Seats { host, options, players: nobody.clone(), owners: nobody });
            }
            (SeatedEvent::Seating(SeatingEvent::PlayerSat { player_id, seat }), Some(seats)) => {
                // A table whose host has left belongs to the next player who comes.
                if seats.players.iter().all(Option::is_none) {
                    seats.host = *player_id;
                }
                for places in [&mut seats.players, &mut seats.owners] {
                    // One player, one seat.
                    places
                        .iter_mut()
                        .filter(|place| **place == Some(*player_id))
                        .for_each(|place| *place = None);
                    if let Some(place) = places.get_mut(usize::from(*seat)) {
                        *place = Some(*player_id);
                    }
                }
            }
            (SeatedEvent::Seating(SeatingEvent::PlayerStood { seat }), Some(seats)) => {
                let left = seats.players.get_mut(usize::from(*seat)).and_then(Option::take);
                // A table whose host left belongs to the first player who sits.
                if left == Some(seats.host)
                    && let Some(next) = seats.players.iter().flatten().next()
                {
                    seats.host = *next;
                }
            }
            (SeatedEvent::Seating(_), _) => {}
        }
    }

    fn view(&self, viewer: Option<Seat>) -> G::View {
        self.game.view(viewer)
    }
}

/// The kind decides what an event is about, so that an error is about that one event and not about all there are.
impl<'de, E: Event, O: DeserializeOwned> Deserialize<'de> for SeatedEvent<E, O> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let event = Value::deserialize(deserializer)?;
        let kind = event.get(reserved::TAG).and_then(Value::as_str);
        let read = if kind.is_some_and(|kind| reserved::EVENTS.contains(&kind)) {
            SeatingEvent::deserialize(event).map(Self::Seating)
        } else {
            E::deserialize(event).map(Self::Game)
        };
        read.map_err(D::Error::custom)
    }
}

impl<E: Event, O> Event for SeatedEvent<E, O>
where
    O: Clone + PartialEq + Debug + Serialize + DeserializeOwned,
{
    const TAG: &'static str = reserved::TAG;

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
