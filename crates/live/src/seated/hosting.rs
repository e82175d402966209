use chance::{Chance, InputError};
use ledger::{Envelope, GameStatus, Log, PlayerId, Seat, Upcaster};
use protocol::{ErrorCode, ErrorContext, GameId, GameKind, GameState, Report, SeatCommand, ShownEvent, read};
use serde_json::Value;
use uuid::Uuid;

use super::{
    GuestShare, Repeated, Seated, SeatedCommand, SeatedEvent, SeatedRefusal, SeatedState, SeatingEvent,
    TableGame, reserved, seen,
};
use crate::attendance::Attendance;
use crate::context::Context;
use crate::game::{
    Action, Authorised, Creating, Denied, Forecasting, Hosted, OccupiedSeat, Outcome, Pending, Repetition,
    Seating, Showing, Shown, Timing, Uses,
};

/// How often one player may sit down at one table: coming and going must not fill its log.
const MOST_SEATINGS: usize = 50;
const SEATINGS: &str = "seatings";

impl<G: TableGame> Hosted for Seated<G> {
    type Services = ();

    fn upcaster() -> Upcaster {
        G::upcaster()
    }

    fn check_definition() -> Result<(), String> {
        reserved::check::<G::Command, G::Event>()
    }
}

impl<G: TableGame> Seating for Seated<G> {
    fn read_command(command: Value) -> Result<Self::Command, InputError> {
        let kind = command.get(reserved::TAG).and_then(Value::as_str);
        if kind.is_some_and(|kind| reserved::COMMANDS.contains(&kind)) {
            return Ok(match read::value(command, "command")? {
                SeatCommand::Sit { seat } => SeatedCommand::Sit { player: None, seat },
                SeatCommand::Stand {} => SeatedCommand::Stand,
            });
        }
        read::value(command, "command").map(SeatedCommand::Game)
    }

    fn join(player: PlayerId, seat: Option<Seat>) -> Self::Command {
        SeatedCommand::Sit { player: Some(player), seat: seat.map(|seat| seat.0) }
    }

    fn leave() -> Self::Command {
        SeatedCommand::Stand
    }

    fn is_leave(command: &Self::Command) -> bool {
        matches!(command, SeatedCommand::Stand)
    }

    fn check_share(
        log: &Log<Self>,
        used: &Uses,
        player: PlayerId,
        command: &Self::Command,
    ) -> Result<(), Denied> {
        let used = |what| used.get(what).copied().unwrap_or_default();
        match command {
            SeatedCommand::Sit { .. } if used(SEATINGS) >= MOST_SEATINGS => {
                let message =
                    format!("limit reached: you may sit down at most {MOST_SEATINGS} times at one table");
                Err(Denied::forbidden(message))
            }
            SeatedCommand::Game(command) => match G::guest_share(command) {
                // The host may use up what the table has; a guest must leave something to the others.
                Some(GuestShare { what, most })
                    if used(what) >= most && log.state().host() != Some(player) =>
                {
                    let message =
                        format!("limit reached: a guest may use at most {most} {what} at one table");
                    Err(Denied::forbidden(message))
                }
                Some(_) | None => Ok(()),
            },
            SeatedCommand::Sit { .. } | SeatedCommand::Open { .. } | SeatedCommand::Stand => Ok(()),
        }
    }

    fn uses(event: &Self::Event) -> Option<&'static str> {
        match event {
            SeatedEvent::Seating(SeatingEvent::PlayerSat { .. }) => Some(SEATINGS),
            SeatedEvent::Seating(_) => None,
            SeatedEvent::Game(event) => G::uses(event),
        }
    }

    fn authorise(
        &self,
        player: PlayerId,
        command: &Self::Command,
        _context: &Context<()>,
    ) -> Result<Authorised<Self::Command>, Denied> {
        let Some(seats) = &self.seats else { return Err(Denied::forbidden("the table is not open")) };
        let seated = seats.seat_of(player);
        let own = || seated.ok_or_else(Denied::no_seat);
        match command {
            SeatedCommand::Open { .. } => Err(Denied::forbidden("opening is for the server alone")),
            SeatedCommand::Sit { seat, .. } => {
                let kept = self.game.keeps_seats();
                let before = seats.seat_before(player).filter(|_| kept);
                let any = || seats.free(Some(player), kept).next();
                let free = seat.map(Seat).or(seated).or(before).or_else(any);
                let command = SeatedCommand::Sit { player: Some(player), seat: *seat };
                Ok(Authorised { seat: free.unwrap_or(Seat(0)), command, takes_seat: true })
            }
            SeatedCommand::Stand => {
                Ok(Authorised { seat: own()?, command: SeatedCommand::Stand, takes_seat: false })
            }
            SeatedCommand::Game(command) => {
                let seat = own()?;
                let command = SeatedCommand::Game(self.game.prepare(seats, seat, command)?);
                Ok(Authorised { seat, command, takes_seat: false })
            }
        }
    }

    fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.as_ref()?.seat_of(player)
    }

    fn has_played(&self, player: PlayerId) -> bool {
        let seats = self.seats.as_ref();
        seats.is_some_and(|seats| seats.seat_of(player).or(seats.seat_before(player)).is_some())
    }

    fn seats(&self) -> Vec<OccupiedSeat> {
        let Some(seats) = &self.seats else { return Vec::new() };
        let bot = self.game.bot(&seats.options).filter(|_| !self.game.is_boarding());
        let all = (0..).map(Seat).zip(&seats.players).map(|(seat, player)| OccupiedSeat {
            seat,
            player: *player,
            bot: bot.clone().filter(|_| player.is_none()),
        });
        all.filter(|taken| taken.player.is_some() || taken.bot.is_some()).collect()
    }

    fn host(&self) -> Option<PlayerId> {
        self.seats.as_ref().map(|seats| seats.host)
    }

    fn free_seats(&self) -> u8 {
        let Some(seats) = self.seats.as_ref().filter(|_| self.game.is_boarding()) else { return 0 };
        u8::try_from(seats.free(None, self.game.keeps_seats()).count()).unwrap_or(u8::MAX)
    }

    fn status(&self) -> GameStatus {
        let empty = self.seats.as_ref().is_some_and(super::Seats::is_empty);
        if empty { GameStatus::Abandoned } else { self.game.status() }
    }

    fn outcome(&self, player: PlayerId) -> Outcome {
        let Some(seat) = self.seat_of(player) else { return Outcome::default() };
        let finished = self.game.status() == GameStatus::Completed;
        let won = self.game.won(seat).filter(|_| finished);
        let practice = self.seats.as_ref().is_some_and(|seats| self.game.is_practice(&seats.options));
        Outcome { seat: Some(seat), finished, score: None, won, practice }
    }

    fn explain(&self, refusal: &Self::Refusal, _by: Option<PlayerId>) -> (ErrorCode, Option<ErrorContext>) {
        let code = match refusal {
            SeatedRefusal::Game(refusal) => {
                let (code, mut details) = G::explain(refusal);
                if let Some(details) = details.as_mut().filter(|_| code == ErrorCode::NotYourTurn) {
                    self.name_people(details);
                }
                return (code, details);
            }
            SeatedRefusal::NotOpen => ErrorCode::GameNotFound,
            SeatedRefusal::NotSeated { .. } => ErrorCode::Forbidden,
            SeatedRefusal::NoSeat { .. } => ErrorCode::InvalidRequest,
            SeatedRefusal::Opened
            | SeatedRefusal::SeatTaken { .. }
            | SeatedRefusal::Full
            | SeatedRefusal::AlreadySeated { .. }
            | SeatedRefusal::Started => ErrorCode::InvalidTurn,
            SeatedRefusal::Over => ErrorCode::GameCompleted,
        };
        let mut details = ErrorContext { constraint: Some(refusal.to_string()), ..ErrorContext::default() };
        match refusal {
            SeatedRefusal::SeatTaken { seat } | SeatedRefusal::NoSeat { seat, .. } => {
                details.field = Some("command.seat".into());
                details.actual = Some((*seat).into());
            }
            SeatedRefusal::Game(_)
            | SeatedRefusal::NotOpen
            | SeatedRefusal::NotSeated { .. }
            | SeatedRefusal::Opened
            | SeatedRefusal::Full
            | SeatedRefusal::AlreadySeated { .. }
            | SeatedRefusal::Started
            | SeatedRefusal::Over => {}
        }
        (code, Some(details))
    }
}

impl<G: TableGame> Seated<G> {
    /// A game of seats names the seat that was expected and the one that came; clients get the ids of the players there. A
    /// bot has none.
    fn name_people(&self, details: &mut ErrorContext) {
        let player = |seat: &Value| -> Option<Value> {
            let seat = Seat(u8::try_from(seat.as_u64()?).ok()?);
            Some(self.seats.as_ref()?.player(seat)?.to_string().into())
        };
        details.field = Some("playerId".into());
        details.expected = details.expected.as_ref().and_then(player);
        details.actual = details.actual.as_ref().and_then(player);
    }
}

impl<G: TableGame> Creating for Seated<G> {
    type Options = G::Request;

    fn options_for_strangers() -> G::Request {
        G::Request::default()
    }

    fn options_again(&self) -> G::Request {
        let Some(seats) = &self.seats else { return G::Request::default() };
        let alone = seats.owners.iter().flatten().count() == 1;
        self.game.request_again(&seats.options, alone)
    }

    /// The player who opens a table sits on seat 0; the others keep their places around it, so that partners stay partners.
    fn seat_again(seat: Seat, opener: Seat) -> Option<Seat> {
        let turned = (u16::from(seat.0) + u16::from(G::SEATS)).checked_sub(u16::from(opener.0))?;
        u8::try_from(turned % u16::from(G::SEATS)).ok().map(Seat)
    }

    fn opening(
        request: G::Request,
        id: &GameId,
        host: PlayerId,
        context: &Context<()>,
    ) -> Result<Vec<Self::Command>, InputError> {
        let (options, commands) = G::agree(request)?;
        let open = SeatedCommand::Open { host, options };
        let promise = G::promise(id.as_str(), context.game_secret());
        let commands = promise.into_iter().chain(commands).map(SeatedCommand::Game);
        Ok([open].into_iter().chain(commands).collect())
    }

    fn repeats(request: &G::Request) -> Option<&GameId> {
        G::repeats(request)
    }

    fn repeat(
        request: G::Request,
        first: &Log<Self>,
        host: PlayerId,
    ) -> Result<Repetition<Self::Command>, InputError> {
        let seats = first.state().seats.as_ref();
        let seat = seats.and_then(|seats| seats.seat_of(host).or(seats.seat_before(host)));
        let played = seat.filter(|_| first.state().game.status() == GameStatus::Completed);
        let asked = G::repeats(&request).map_or_else(String::new, GameId::to_string);
        let played =
            played.ok_or_else(|| InputError::new("sameDealsAs", "a finished game that you played", asked))?;
        let Repeated { secret, options, seat, commands } = G::repeat(request, &game_events(first), played)?;
        let mut all = vec![(Seat(0), SeatedCommand::Open { host, options })];
        if seat != Seat(0) {
            all.push((seat, SeatedCommand::Sit { player: Some(host), seat: Some(seat.0) }));
        }
        all.extend(commands.into_iter().map(|(seat, command)| (seat, SeatedCommand::Game(command))));
        Ok(Repetition { secret, commands: all })
    }
}

impl<G: TableGame> Timing for Seated<G> {
    fn luck(&self, _id: &GameId, context: &Context<()>) -> Option<Box<dyn Chance + Send>> {
        self.game.luck(context.game_secret())
    }

    fn pending(
        log: &Log<Self>,
        id: &GameId,
        attendance: &Attendance,
        context: &Context<()>,
    ) -> Vec<Pending<Self::Command>> {
        let Some(seats) = &log.state().seats else { return Vec::new() };
        let pending = log.state().game.pending(seats, id.as_str(), log.version(), attendance, context);
        let seated = pending.into_iter().map(|pending| {
            let Pending { since, wait, not_before, seat, name, ends_turn, action } = pending;
            let action = match action {
                Action::Ready(command) => Action::Ready(SeatedCommand::Game(command)),
                Action::Compute(compute) => Action::Compute(Box::new(|| compute().map(SeatedCommand::Game))),
            };
            Pending { since, wait, not_before, seat, name, ends_turn, action }
        });
        seated.collect()
    }
}

impl<G: TableGame> Showing for Seated<G> {
    type Renderer = ();
    type Rendered = Self::Event;

    fn skip(_renderer: &mut (), _envelope: &Envelope<Self::Event>) {}

    fn render(_renderer: &mut (), envelope: &Envelope<Self::Event>, _context: &Context<()>) -> Self::Event {
        envelope.payload.clone()
    }

    fn show(rendered: &Self::Event, viewer: Option<Seat>) -> ShownEvent {
        ShownEvent::Seen(match rendered {
            SeatedEvent::Seating(_) => seen(rendered),
            SeatedEvent::Game(event) => G::see(event, viewer),
        })
    }

    fn state(log: &Log<Self>, kind: &GameKind, shown: Shown<'_>) -> GameState {
        let Shown { viewer, table, events, names: _ } = shown;
        let seats = log.state().seats.as_ref();
        let events = events.into_iter().filter_map(|event| match event {
            ShownEvent::Seen(event) => Some(event),
            ShownEvent::Dicee(_) => None,
        });
        let shown = SeatedState {
            table,
            host: seats.map_or(PlayerId(Uuid::nil()), |seats| seats.host),
            options: seats.map(|seats| seats.options.clone()).unwrap_or_default(),
            view: log.state().game.view(viewer),
            times: times(log),
            events: events.collect(),
        };
        G::state(kind, shown)
    }

    fn is_open(&self) -> bool {
        self.game.is_open()
    }

    const KEEPS_REPORT: bool = G::KEEPS_REPORT;

    fn report(log: &Log<Self>, _viewer: Option<Seat>, _context: &Context<()>) -> Result<Report, Denied> {
        G::report(&game_events(log))
    }

    fn link(log: &Log<Self>) -> Result<String, Denied> {
        G::link(&game_events(log))
    }

    fn begins(event: &Self::Event) -> bool {
        matches!(event, SeatedEvent::Game(event) if G::begins(event))
    }

    fn ends(event: &Self::Event) -> bool {
        matches!(event, SeatedEvent::Game(event) if G::ends(event))
    }
}

impl<G: TableGame> Forecasting for Seated<G> {}

/// When the last events happened that a game wants timed, newest last.
fn times<G: TableGame>(log: &Log<Seated<G>>) -> Vec<u64> {
    let timed = |payload: &_| matches!(payload, SeatedEvent::<G::Event, G::Options>::Game(event) if G::is_timed(event));
    let newest_first = log.envelopes().iter().rev().filter(|envelope| timed(&envelope.payload));
    let mut times: Vec<u64> = newest_first.take(G::TIMED).map(|envelope| envelope.timestamp).collect();
    times.reverse();
    times
}

/// What happened in the game, without the seating around it.
fn game_events<G: TableGame>(log: &Log<Seated<G>>) -> Vec<G::Event> {
    let events = log.events().filter_map(|event| match event {
        SeatedEvent::Game(event) => Some(event.clone()),
        SeatedEvent::Seating(_) => None,
    });
    events.collect()
}
