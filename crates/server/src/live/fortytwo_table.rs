//! Forty-Two at a live table.

use std::time::Duration;

use dicee::GameStatus;
use fortytwo::{
    Bot, BySeat, Command, Event, FortyTwo, GameReview, HouseRules, Phase, PlayerType, Refusal, Skill, Solver,
    effects,
};
use ledger::{Game as _, Seat};
use protocol::ErrorContext;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::hosted::{Denied, Kind, Pending, Thought, later};
use super::house::House;
use super::seated::{Chairs, Seatable};

/// What a table of Forty-Two agrees on before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FortyTwoOptions {
    /// How seats without a person are played.
    #[serde(default)]
    pub(crate) bots: Skill,
    /// The rules beyond straight 42.
    #[serde(default)]
    pub(crate) house: HouseRules,
    /// Seconds for each move of a person; then a bot moves for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_limit: Option<u32>,
}

impl Seatable for FortyTwo {
    const KIND: Kind = Kind::Fortytwo;
    const SEATS: u8 = 4;
    type Options = FortyTwoOptions;

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

    fn bot(&self, options: &FortyTwoOptions) -> Option<String> {
        Some(options.bots.name().to_owned())
    }

    fn prepare(chairs: &Chairs<FortyTwoOptions>, seat: Seat, command: Command) -> Result<Command, Denied> {
        match command {
            Command::StartGame { seed, dealer, player_types, .. } => {
                if chairs.seat_of(chairs.host) != Some(seat) {
                    return Err(Denied::forbidden("only the host may start the game"));
                }
                if player_types.is_some() {
                    let message =
                        "command.playerTypes: expected nothing; people sit down, bots take the rest";
                    return Err(Denied::new("ERR_INVALID_REQUEST", message));
                }
                let people = chairs.people.iter().flatten().count();
                if seed.is_some() && people > 1 {
                    // Whoever chooses the seed knows every hand.
                    let message = "command.seed: expected nothing where more than one person plays";
                    return Err(Denied::new("ERR_INVALID_REQUEST", message));
                }
                let types = std::array::from_fn(|seat| match chairs.people.get(seat) {
                    Some(Some(_)) => PlayerType::Human,
                    Some(None) | None => PlayerType::Ai,
                });
                let (player_types, house) = (Some(BySeat(types)), chairs.options.house);
                Ok(Command::StartGame { seed, player_types, dealer, house })
            }
            Command::Record { .. } => Err(Denied::forbidden("RECORD is for the server alone")),
            Command::PlaceBid { .. }
            | Command::Pass { .. }
            | Command::SelectTrump { .. }
            | Command::PlayDomino { .. }
            | Command::AgreeToAction { .. }
            | Command::EnableQuickplay { .. }
            | Command::DisableQuickplay {}
            | Command::RequestRedeal {} => Ok(command),
        }
    }

    fn pending(
        &self,
        chairs: &Chairs<FortyTwoOptions>,
        version: u64,
        last: u64,
        house: &House,
    ) -> Vec<Pending<Command>> {
        if chairs.people.iter().all(Option::is_none) {
            // Bots do not play for themselves.
            return Vec::new();
        }
        let (skill, seed) = (chairs.options.bots, house.bot_seed(version));
        let think = |seat: Seat| {
            let view = self.view(Some(seat));
            Thought::Slow(Box::new(move || Bot::new(skill, seed).choose(&view)))
        };
        let mut pending: Vec<Pending<Command>> = effects::resumed(self)
            .into_iter()
            .map(|scheduled| {
                let seat: Seat = scheduled.effect.player().into();
                // Nobody waits longer for a bot than the server's own pace.
                let wait = Duration::from_millis(scheduled.execute_at.into()).min(house.bot_delay());
                let name = match scheduled.effect {
                    effects::Effect::AiTurn { .. } => "turn",
                    effects::Effect::AiAgree { .. } => "agree",
                };
                Pending { at: later(last, wait), seat, name, thought: think(seat) }
            })
            .collect();
        // For people who left a bot moves at once, for those who take too long when their time is over.
        for (seat, person) in (0..).map(Seat).zip(&chairs.people) {
            let own = fortytwo::Seat::try_from(seat).is_ok_and(|seat| !self.players().is_ai(seat));
            let wait = match (person, chairs.options.time_limit) {
                (None, _) => house.bot_delay(),
                (Some(_), Some(limit)) => Duration::from_secs(limit.into()),
                (Some(_), None) => continue,
            };
            if own && !self.is_boarding() && !self.view(Some(seat)).moves.is_empty() {
                pending.push(Pending { at: later(last, wait), seat, name: "instead", thought: think(seat) });
            }
        }
        pending
    }

    fn see(event: &Event, viewer: Option<Seat>) -> Value {
        let viewer = viewer.and_then(|seat| fortytwo::Seat::try_from(seat).ok());
        event.seen_by(viewer).ok().and_then(|seen| serde_json::to_value(seen).ok()).unwrap_or_default()
    }

    fn is_open(&self) -> bool {
        self.phase() == Phase::GameOver
    }

    fn report(events: Vec<Event>, _viewer: Option<Seat>) -> Result<Value, Denied> {
        let over = events.iter().any(Self::ends);
        if !over {
            // Even a finished hand leads to the next ones.
            return Err(Denied::new("ERR_INVALID_TURN", "hands are reviewed when the game is over"));
        }
        let review = GameReview::of_game(&events, &mut Solver::new()).map_err(|error| error.to_string());
        let review =
            review.and_then(|review| serde_json::to_value(review).map_err(|error| error.to_string()));
        review.map_err(|error| Denied::new("ERR_INTERNAL", error))
    }

    fn explain(refusal: &Refusal) -> (&'static str, Option<ErrorContext>) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others are about what was chosen")]
        let code = match refusal {
            Refusal::NotYourTurn { .. } => "ERR_NOT_YOUR_TURN",
            Refusal::NotStarted => "ERR_GAME_NOT_STARTED",
            Refusal::GameOver { .. } => "ERR_GAME_COMPLETED",
            Refusal::NoSeat { .. } | Refusal::NotYourSeat { .. } => "ERR_FORBIDDEN",
            _ => "ERR_INVALID_TURN",
        };
        (code, None)
    }

    fn begins(event: &Event) -> bool {
        matches!(event, Event::GameStarted { .. })
    }

    fn ends(event: &Event) -> bool {
        matches!(event, Event::GameEnded { .. })
    }
}
