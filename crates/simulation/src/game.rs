//! The game of the simulation: two people call in turn, and the table answers each call by itself.
//!
//! The rules let the table answer as often as it likes: that it does so once for each call follows from idempotent commands
//! and optimistic concurrency alone, which is what the simulation is about.

use std::time::Duration;

use chance::Chance;
use ledger::{Event, Game, GameStatus, Seat, Version};
use live::{Action, Attendance, Context, Denied, Pending, Seats, TableGame};
use protocol::{ErrorCode, ErrorContext, NoOptions};
use serde::{Deserialize, Serialize};

/// The game ends after so many calls.
pub(crate) const CALLS: u32 = 10;
/// How long the table takes to answer.
const THINKING: Duration = Duration::from_millis(40);

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Echo {
    calls: u32,
    /// The last call that was answered.
    answered: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub(crate) enum Command {
    Call {},
    Answer {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub(crate) enum Happened {
    Called { seat: u8, call: u32 },
    Answered { call: u32 },
}

#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("it is not the turn of this seat")]
    NotYourTurn,
    #[error("the game is over")]
    Over,
}

#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct View {
    calls: u32,
    answered: u32,
}

impl Event for Happened {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}

impl Echo {
    fn is_over(&self) -> bool {
        self.calls >= CALLS && self.answered >= CALLS
    }

    fn may_call(&self, seat: Seat) -> bool {
        self.calls < CALLS && self.answered == self.calls && u32::from(seat.0) == self.calls % 2
    }
}

impl Game for Echo {
    const NAME: &'static str = "echo";

    type Command = Command;
    type Event = Happened;
    type Refusal = Refusal;
    type View = View;

    fn decide(
        &self,
        seat: Seat,
        command: &Command,
        _chance: &mut dyn Chance,
    ) -> Result<Vec<Happened>, Refusal> {
        match command {
            _ if self.is_over() => Err(Refusal::Over),
            Command::Call {} if self.may_call(seat) => {
                Ok(vec![Happened::Called { seat: seat.0, call: self.calls + 1 }])
            }
            Command::Call {} => Err(Refusal::NotYourTurn),
            Command::Answer {} => Ok(vec![Happened::Answered { call: self.calls }]),
        }
    }

    fn apply(&mut self, event: &Happened) {
        match event {
            Happened::Called { .. } => self.calls += 1,
            Happened::Answered { call } => self.answered = *call,
        }
    }

    fn admits(&self, event: &Happened) -> bool {
        match event {
            Happened::Called { seat, call } => self.may_call(Seat(*seat)) && *call == self.calls + 1,
            Happened::Answered { call } => *call == self.calls,
        }
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View { calls: self.calls, answered: self.answered }
    }
}

impl TableGame for Echo {
    const SEATS: u8 = 2;
    type Request = NoOptions;
    type Options = NoOptions;

    fn status(&self) -> GameStatus {
        match self.calls {
            _ if self.is_over() => GameStatus::Completed,
            0 => GameStatus::Waiting,
            _ => GameStatus::Active,
        }
    }

    fn prepare(&self, _seats: &Seats<NoOptions>, _seat: Seat, command: &Command) -> Result<Command, Denied> {
        match command {
            Command::Call {} => Ok(Command::Call {}),
            Command::Answer {} => Err(Denied::forbidden("the table answers by itself")),
        }
    }

    fn pending(
        &self,
        _seats: &Seats<NoOptions>,
        _id: &str,
        version: u64,
        _attendance: &Attendance,
        _context: &Context<()>,
    ) -> Vec<Pending<Command>> {
        if self.answered == self.calls {
            return Vec::new();
        }
        vec![Pending {
            since: version.saturating_sub(1),
            wait: THINKING,
            seat: Seat(0),
            name: "answer",
            ends_turn: false,
            not_before: None,
            action: Action::Ready(Command::Answer {}),
        }]
    }

    fn explain(refusal: &Refusal) -> (ErrorCode, Option<ErrorContext>) {
        match refusal {
            Refusal::NotYourTurn => (ErrorCode::NotYourTurn, None),
            Refusal::Over => (ErrorCode::GameCompleted, None),
        }
    }

    fn begins(event: &Happened) -> bool {
        matches!(event, Happened::Called { call: 1, .. })
    }
}
