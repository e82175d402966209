//! Forty-Two at a live table.

use std::time::Duration;

use chance::{Chance, Hex, InputError, ServerSeed};
use fortytwo::{
    Bot, BySeat, Command, Event, FortyTwo, GameReview, Hint, Phase, PlayerType, Refusal, Sight, Solver,
    effects,
};
use ledger::{Game as _, GameStatus, PlayerId, Seat, SeenEvent};
use protocol::{
    ClockSettings, ErrorCode, ErrorContext, FortyTwoOptions, FortyTwoState, GameId, GameKind, GameState,
    OpenFortyTwo, RepeatedDeals, Report, ServerMessage,
};

use tokio::time::Instant;

use crate::attendance::Attendance;
use crate::context::Context;
use crate::game::{Action, Denied, LateAnswer, Pending, link_to};
use crate::seated::{GuestShare, Repeated, SeatedState, Seats, TableGame};

/// How long a player may be away before a bot plays for them.
const STAND_IN: Duration = Duration::from_secs(60);

/// Texts that one guest may mix into the deals, replaced ones included: a quarter of those of a table.
const TEXTS_OF_A_GUEST: usize = 8;
const TEXTS: &str = "texts in the deals";

/// Deals that the report on a game looks at, over all its choices: seconds of one core. A long game has fewer for each.
const REPORT_DEALS: usize = 30_000;
const LEAST_REPORT_DEALS: u32 = 10;

/// How many deals the report looks at for each choice.
fn report_deals(events: &[Event]) -> u32 {
    let is_choice = |event: &&Event| {
        matches!(
            event,
            Event::BidPlaced { .. }
                | Event::PlayerPassed { .. }
                | Event::TrumpSelected { .. }
                | Event::DominoPlayed { .. }
        )
    };
    let choices = events.iter().filter(is_choice).count().max(1);
    let each = u32::try_from(REPORT_DEALS / choices).unwrap_or(u32::MAX);
    each.clamp(LEAST_REPORT_DEALS, GameReview::DEALS)
}

/// From when on a bot plays for a player who is away, until they are back. Where nobody is there, nobody waits.
fn gone_at(person: PlayerId, seats: &Seats<FortyTwoOptions>, attendance: &Attendance) -> Option<Instant> {
    let stands_in = seats.options.stand_in && attendance.anybody();
    attendance.away_since(person).filter(|_| stands_in).map(|since| since + STAND_IN)
}

impl TableGame for FortyTwo {
    const SEATS: u8 = 4;
    type Request = OpenFortyTwo;
    type Options = FortyTwoOptions;

    fn agree(request: OpenFortyTwo) -> Result<(FortyTwoOptions, Vec<Command>), InputError> {
        let options = request.options()?;
        let start = request.start.unwrap_or(false).then(|| {
            let types = BySeat([PlayerType::Human, PlayerType::Ai, PlayerType::Ai, PlayerType::Ai]);
            Command::StartGame { seed: None, player_types: Some(types), dealer: None, house: options.house }
        });
        Ok((options, start.into_iter().collect()))
    }

    fn request_again(&self, options: &FortyTwoOptions, alone: bool) -> OpenFortyTwo {
        let FortyTwoOptions { bots, house, time_limit, stand_in, same_deals_as: _ } = *options;
        OpenFortyTwo {
            start: Some(alone),
            bots: Some(bots),
            house: Some(house),
            settings: Some(ClockSettings { time_limit }),
            stand_in: Some(stand_in),
            same_deals_as: None,
        }
    }

    fn repeats(request: &OpenFortyTwo) -> Option<&GameId> {
        request.same_deals_as.as_ref()
    }

    /// The same promise, texts, rules and first dealer give the same tiles. The player takes the next seat: with the tiles of
    /// the other side.
    fn repeat(request: OpenFortyTwo, first: &[Event], seat: Seat) -> Result<Repeated<Self>, InputError> {
        let mut game = Self::default();
        first.iter().for_each(|event| game.apply(event));
        let dealer = first.iter().find_map(|event| {
            if let Event::GameStarted { dealer, .. } = event { Some(*dealer) } else { None }
        });
        let promise = game.promise();
        let (game_id, shown) = (request.same_deals_as.clone(), promise.revealed());
        let (Some(game_id), Some(commitment), Some(secret), Some(dealer), None) =
            (game_id, promise.commitment(), shown, dealer, game.deck().first_seed())
        else {
            let expected = "a game whose deals followed from a secret that is shown";
            return Err(InputError::new("sameDealsAs", expected, "another one"));
        };
        if request.house.is_some_and(|house| house != game.house()) {
            return Err(InputError::new("house", "nothing: the rules are those of the first game", "others"));
        }
        let seat = Seat((seat.0 + 1) % <Self as TableGame>::SEATS);
        let mut options = request.options()?;
        options.house = game.house();
        options.same_deals_as = Some(RepeatedDeals { game_id, dealer });
        let promised = Command::Commit { game_id: promise.game().to_owned(), commitment };
        let mut commands = vec![(Seat(0), promised)];
        // The newest text of a seat counts, so all of them in order come to the same.
        commands.extend(first.iter().filter_map(|event| {
            let Event::SeedMixed { player, client_seed } = event else { return None };
            Some(((*player).into(), Command::Mix { player: *player, client_seed: client_seed.clone() }))
        }));
        if request.start == Some(true) {
            let types = fortytwo::Seat::ALL.map(|other| match Seat::from(other) == seat {
                true => PlayerType::Human,
                false => PlayerType::Ai,
            });
            let (player_types, dealer) = (Some(BySeat(types)), Some(dealer));
            commands
                .push((seat, Command::StartGame { seed: None, player_types, dealer, house: options.house }));
        }
        Ok(Repeated { secret: ServerSeed::from_bytes(secret.0), options, seat, commands })
    }

    fn is_boarding(&self) -> bool {
        self.phase() == Phase::Waiting
    }

    /// Once tiles are dealt.
    fn keeps_seats(&self) -> bool {
        self.phase() != Phase::Waiting
    }

    fn status(&self) -> GameStatus {
        match self.phase() {
            Phase::Waiting => GameStatus::Waiting,
            Phase::GameOver => GameStatus::Completed,
            Phase::Bidding | Phase::TrumpSelection | Phase::Playing | Phase::Scoring => GameStatus::Active,
        }
    }

    fn won(&self, seat: Seat) -> Option<bool> {
        let team = fortytwo::Seat::try_from(seat).ok()?.team();
        self.winner().map(|winner| winner == team)
    }

    fn is_practice(&self, options: &FortyTwoOptions) -> bool {
        Self::is_practice(self) || options.same_deals_as.is_some()
    }

    fn bot(&self, options: &FortyTwoOptions) -> Option<String> {
        Some(options.bots.name().to_owned())
    }

    fn promise(id: &str, secret: &ServerSeed) -> Option<Command> {
        let commitment = Hex(*secret.commitment().as_bytes());
        Some(Command::Commit { game_id: id.to_owned(), commitment })
    }

    /// The tiles: nobody can know them without the secret, which leaves the server when the game is over.
    fn luck(&self, secret: &ServerSeed) -> Option<Box<dyn Chance + Send>> {
        Some(Box::new(Self::luck(self, secret)?))
    }

    fn prepare(
        &self,
        seats: &Seats<FortyTwoOptions>,
        seat: Seat,
        command: &Command,
    ) -> Result<Command, Denied> {
        match command {
            Command::StartGame { seed: None, .. } if self.promise().commitment().is_none() => {
                // A table of before there were promises makes one as soon as it is looked at.
                let message = "the table is about to promise its deals: try again in a moment";
                Err(Denied::new(ErrorCode::InvalidTurn, message))
            }
            &Command::StartGame { seed, dealer, player_types, .. } => {
                if seats.seat_of(seats.host) != Some(seat) {
                    return Err(Denied::forbidden("only the host may start the game"));
                }
                if player_types.is_some() {
                    let message =
                        "command.playerTypes: expected nothing; people sit down, bots take the rest";
                    return Err(Denied::new(ErrorCode::InvalidRequest, message));
                }
                let people = seats.players.iter().flatten().count();
                let repeated = seats.options.same_deals_as.as_ref();
                if seed.is_some() && repeated.is_some() {
                    let message = "command.seed: expected nothing where the deals are those of another game";
                    return Err(Denied::new(ErrorCode::InvalidRequest, message));
                }
                let dealer = repeated.map(|repeated| repeated.dealer).or(dealer);
                if seed.is_some() && people > 1 {
                    // Choosing the seed is knowing every hand; alone that is practice.
                    let message = "command.seed: expected nothing where more than one person plays";
                    return Err(Denied::new(ErrorCode::InvalidRequest, message));
                }
                let types = std::array::from_fn(|seat| match seats.players.get(seat) {
                    Some(Some(_)) => PlayerType::Human,
                    Some(None) | None => PlayerType::Ai,
                });
                let (player_types, house) = (Some(BySeat(types)), seats.options.house);
                Ok(Command::StartGame { seed, player_types, dealer, house })
            }
            Command::Record { .. } => Err(Denied::forbidden("RECORD is for the server alone")),
            Command::Commit { .. } => Err(Denied::forbidden("COMMIT is for the server alone")),
            Command::Reveal { .. } => Err(Denied::forbidden("REVEAL is for the server alone")),
            Command::Mix { .. } if seats.options.same_deals_as.is_some() => {
                let message = "the deals of this table are those of another game: nothing is mixed into them";
                Err(Denied::new(ErrorCode::InvalidTurn, message))
            }
            Command::Mix { .. }
            | Command::PlaceBid { .. }
            | Command::Pass { .. }
            | Command::SelectTrump { .. }
            | Command::PlayDomino { .. }
            | Command::AgreeToAction { .. }
            | Command::EnableQuickplay { .. }
            | Command::DisableQuickplay {}
            | Command::RequestRedeal {} => Ok(command.clone()),
        }
    }

    fn pending(
        &self,
        seats: &Seats<FortyTwoOptions>,
        id: &str,
        version: u64,
        attendance: &Attendance,
        context: &Context<()>,
    ) -> Vec<Pending<Command>> {
        let since = version.saturating_sub(1);
        let by_table = |name, command| {
            let (wait, seat, action) = (Duration::ZERO, Seat(0), Action::Ready(command));
            vec![Pending { since, wait, not_before: None, seat, name, ends_turn: false, action }]
        };
        let secret = context.game_secret();
        match (self.phase(), self.promise().commitment(), self.promise().revealed()) {
            (Phase::Waiting, None, _) => {
                return <Self as TableGame>::promise(id, secret)
                    .map_or_else(Vec::new, |command| by_table("promise", command));
            }
            (Phase::GameOver, Some(_), None) if self.deck().seed().is_none() => {
                return by_table("reveal", Command::Reveal { server_seed: Hex(secret.reveal()) });
            }
            _ => {}
        }
        if seats.is_empty() {
            // Bots do not play for themselves.
            return Vec::new();
        }
        let (skill, seed) = (seats.options.bots, context.bot_seed(id, version));
        let think = |seat: Seat| {
            let view = self.view(Some(seat));
            Action::Compute(Box::new(move || Bot::new(skill, seed).choose(&view)))
        };
        let mut pending: Vec<Pending<Command>> = effects::resumed(self)
            .into_iter()
            .map(|scheduled| {
                let seat: Seat = scheduled.effect.player().into();
                // Nobody waits longer for a bot than the server's own pace.
                let wait = Duration::from_millis(scheduled.execute_at.into()).min(context.bot_delay());
                let name = match scheduled.effect {
                    effects::Effect::AiTurn { .. } => "turn",
                    effects::Effect::AiAgree { .. } => "agree",
                };
                Pending { since, wait, not_before: None, seat, name, ends_turn: false, action: think(seat) }
            })
            .collect();
        // For people who left a bot moves at the usual pace, for those who take too long when their time is over, and for
        // those who are gone once they were away for a while.
        for (seat, person) in (0..).map(Seat).zip(&seats.players) {
            let own = fortytwo::Seat::try_from(seat).is_ok_and(|seat| !self.players().is_ai(seat));
            if !own || self.is_boarding() || self.view(Some(seat)).moves.is_empty() {
                continue;
            }
            let ends_turn = person.is_some();
            let instead = |wait, name, not_before| Pending {
                since,
                wait,
                not_before,
                seat,
                name,
                ends_turn,
                action: think(seat),
            };
            let Some(person) = person else {
                pending.push(instead(context.bot_delay(), "instead", None));
                continue;
            };
            let limit = seats.options.time_limit.map(|limit| Duration::from_secs(limit.into()));
            pending.extend(limit.map(|limit| instead(limit, "instead", None)));
            let gone = gone_at(*person, seats, attendance);
            pending.extend(gone.map(|gone| instead(context.bot_delay(), "stand-in", Some(gone))));
        }
        pending
    }

    fn guest_share(command: &Command) -> Option<GuestShare> {
        matches!(command, Command::Mix { .. }).then_some(GuestShare { what: TEXTS, most: TEXTS_OF_A_GUEST })
    }

    fn uses(event: &Event) -> Option<&'static str> {
        matches!(event, Event::SeedMixed { .. }).then_some(TEXTS)
    }

    const HINTS: bool = true;

    /// From the view of the seat, as a bot in its place would have it.
    fn hint(&self, seat: Seat, version: u64) -> Option<LateAnswer> {
        let view = self.view(Some(seat));
        let chooses = |command: &Command| !matches!(command, Command::AgreeToAction { .. });
        if self.is_boarding() || !view.moves.iter().any(chooses) {
            return None;
        }
        let sight = Sight::try_from(&view).ok()?;
        Some(LateAnswer(Box::new(move || {
            let hint = Box::new(Hint::new(&sight, &mut Solver::new()).ok()??);
            Some(ServerMessage::PlayHint { version, hint })
        })))
    }

    /// The pace of the table changes nothing.
    fn is_move(event: &Event) -> bool {
        !matches!(
            event,
            Event::QuickplayEnabled {} | Event::QuickplayDisabled {} | Event::QuickplaySpeedSet { .. }
        )
    }

    fn see(event: &Event, viewer: Option<Seat>) -> SeenEvent {
        let viewer = viewer.and_then(|seat| fortytwo::Seat::try_from(seat).ok());
        event.seen_by(viewer).expect("an event that was stored can be written as JSON")
    }

    fn state(_kind: &GameKind, shown: SeatedState<Self>) -> GameState {
        let SeatedState { table, host, options, view, events, .. } = shown;
        GameState::Fortytwo(Box::new(FortyTwoState { table, host_player_id: host, options, view, events }))
    }

    fn is_open(&self) -> bool {
        self.phase() == Phase::GameOver
    }

    const KEEPS_REPORT: bool = true;

    fn report(events: &[Event]) -> Result<Report, Denied> {
        if !events.iter().any(Self::ends) {
            // Even a finished hand leads to the next ones.
            return Err(Denied::new(ErrorCode::InvalidTurn, "hands are reviewed when the game is over"));
        }
        let review = GameReview::of_game(events, report_deals(events), &mut Solver::new());
        let review = review.map_err(|error| Denied::new(ErrorCode::Internal, error.to_string()))?;
        Ok(Report::Fortytwo(review))
    }

    fn link(events: &[Event]) -> Result<String, Denied> {
        link_to::<Self>(events)
    }

    fn explain(refusal: &Refusal) -> (ErrorCode, Option<ErrorContext>) {
        (refusal.into(), Some(refusal.into()))
    }

    fn begins(event: &Event) -> bool {
        matches!(event, Event::GameStarted { .. })
    }

    fn ends(event: &Event) -> bool {
        matches!(event, Event::GameEnded { .. })
    }
}
