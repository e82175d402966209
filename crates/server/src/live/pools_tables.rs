//! Extended checks and shared roll logs at a live table.

use dicee::GameStatus;
use ledger::{Seat, link};
use pools::{
    ExtendedCheck, ExtendedCommand, ExtendedEvent, ExtendedRefusal, ExtendedStatus, RollTable, TableCommand,
    TableEvent, TableRefusal,
};
use protocol::ErrorContext;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::hosted::{Denied, Kind};
use super::seated::{Chairs, Seatable};

/// Nothing is agreed on beyond the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoOptions {}

impl Seatable for ExtendedCheck {
    const KIND: Kind = Kind::ExtendedCheck;
    const SEATS: u8 = 8;
    type Options = NoOptions;

    /// A group may grow while a check goes on.
    fn is_boarding(&self) -> bool {
        self.status() != GameStatus::Completed && self.status() != GameStatus::Abandoned
    }

    fn keeps_seats(&self) -> bool {
        true
    }

    fn status(&self) -> GameStatus {
        match self.progress().map(|progress| progress.status) {
            None => GameStatus::Waiting,
            Some(ExtendedStatus::InProgress) => GameStatus::Active,
            Some(ExtendedStatus::Abandoned) => GameStatus::Abandoned,
            Some(
                ExtendedStatus::Succeeded | ExtendedStatus::Failed | ExtendedStatus::CatastrophicFailure,
            ) => GameStatus::Completed,
        }
    }

    fn prepare(
        _chairs: &Chairs<NoOptions>,
        _seat: Seat,
        command: ExtendedCommand,
    ) -> Result<ExtendedCommand, Denied> {
        Ok(command)
    }

    fn see(event: &ExtendedEvent, _viewer: Option<Seat>) -> Value {
        pair(event)
    }

    fn is_open(&self) -> bool {
        true
    }

    fn report(_events: Vec<ExtendedEvent>, _viewer: Option<Seat>) -> Result<Value, Denied> {
        Err(no_report())
    }

    fn explain(refusal: &ExtendedRefusal) -> (&'static str, Option<ErrorContext>) {
        let code = match refusal {
            ExtendedRefusal::NotStarted => "ERR_GAME_NOT_STARTED",
            ExtendedRefusal::Over { .. } => "ERR_GAME_COMPLETED",
            ExtendedRefusal::NotYours { .. } => "ERR_FORBIDDEN",
            ExtendedRefusal::Started { .. } => "ERR_INVALID_TURN",
        };
        (code, None)
    }

    fn begins(event: &ExtendedEvent) -> bool {
        matches!(event, ExtendedEvent::ExtendedCheckStarted { .. })
    }

    fn ends(event: &ExtendedEvent) -> bool {
        matches!(event, ExtendedEvent::ExtendedCheckAbandoned { .. })
    }
}

impl Seatable for RollTable {
    const KIND: Kind = Kind::RollTable;
    const SEATS: u8 = 16;
    type Options = NoOptions;

    fn is_boarding(&self) -> bool {
        true
    }

    /// A hidden roll is for whoever made it.
    fn keeps_seats(&self) -> bool {
        true
    }

    /// It is open as long as there is room for a roll.
    fn status(&self) -> GameStatus {
        match self.rolls() {
            0 => GameStatus::Waiting,
            Self::MOST_ROLLS.. => GameStatus::Completed,
            _ => GameStatus::Active,
        }
    }

    fn prepare(
        _chairs: &Chairs<NoOptions>,
        _seat: Seat,
        command: TableCommand,
    ) -> Result<TableCommand, Denied> {
        Ok(command)
    }

    fn see(event: &TableEvent, viewer: Option<Seat>) -> Value {
        event.seen_by(viewer).ok().and_then(|seen| serde_json::to_value(seen).ok()).unwrap_or_default()
    }

    fn is_open(&self) -> bool {
        Self::is_open(self)
    }

    fn report(_events: Vec<TableEvent>, _viewer: Option<Seat>) -> Result<Value, Denied> {
        Err(no_report())
    }

    fn explain(refusal: &TableRefusal) -> (&'static str, Option<ErrorContext>) {
        let code = match refusal {
            TableRefusal::NotYours { .. } => "ERR_FORBIDDEN",
            TableRefusal::Full { .. } => "ERR_GAME_COMPLETED",
            TableRefusal::Input(_)
            | TableRefusal::LongExpression { .. }
            | TableRefusal::TooManyDice { .. }
            | TableRefusal::Label { .. }
            | TableRefusal::NoSuchRoll { .. }
            | TableRefusal::NotHidden { .. } => "ERR_INVALID_REQUEST",
        };
        let field = refusal
            .field()
            .map(|field| ErrorContext { field: Some(format!("command.{field}")), ..ErrorContext::default() });
        (code, field)
    }

    fn begins(_event: &TableEvent) -> bool {
        false
    }

    fn ends(_event: &TableEvent) -> bool {
        false
    }
}

fn pair<E: ledger::Event>(event: &E) -> Value {
    link::to_pair(event).map(|(kind, rest)| json!({ "t": kind, "p": rest })).unwrap_or_default()
}

fn no_report() -> Denied {
    Denied::new("ERR_INVALID_REQUEST", "there are reports on games of dicee and fortytwo")
}
