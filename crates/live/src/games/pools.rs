//! Extended checks and shared roll logs at a live table.

use chance::InputError;
use ledger::{Game as _, GameStatus, Seat, SeenEvent};
use pools::{
    ExtendedCheck, ExtendedCommand, ExtendedEvent, ExtendedRefusal, ExtendedStatus, RollTable, TableCommand,
    TableEvent, TableRefusal, TableView,
};
use protocol::{
    ErrorCode, ErrorContext, ExtendedCheckState, GameKind, GameState, NoOptions, OpenExtendedCheck,
    OpenRollTable, Report, RollTableState,
};

use crate::game::Denied;
use crate::seated::{GuestShare, SeatedState, Seats, TableGame};

/// What a guest may have a quarter of.
const ROLLS: &str = "rolls";
const CHECKS: &str = "extended checks";

impl TableGame for ExtendedCheck {
    const SEATS: u8 = 8;
    type Request = OpenExtendedCheck;
    type Options = NoOptions;

    fn agree(request: OpenExtendedCheck) -> Result<(NoOptions, Vec<ExtendedCommand>), InputError> {
        let start = request.terms.map(|terms| ExtendedCommand::StartCheck { terms });
        Ok((NoOptions {}, start.into_iter().collect()))
    }

    fn request_again(&self, _options: &NoOptions, _alone: bool) -> OpenExtendedCheck {
        let terms = self.progress().map(|progress| progress.terms.clone());
        OpenExtendedCheck { terms }
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

    /// A group may grow while a check goes on.
    fn is_boarding(&self) -> bool {
        !matches!(self.status(), GameStatus::Completed | GameStatus::Abandoned)
    }

    fn keeps_seats(&self) -> bool {
        true
    }

    fn state(_kind: &GameKind, shown: SeatedState<Self>) -> GameState {
        let SeatedState { table, host, options, view, events, .. } = shown;
        let state = ExtendedCheckState { table, host_player_id: host, options, view, events };
        GameState::ExtendedCheck(Box::new(state))
    }

    fn explain(refusal: &ExtendedRefusal) -> (ErrorCode, Option<ErrorContext>) {
        let details = ErrorContext { constraint: Some(refusal.to_string()), ..ErrorContext::default() };
        (refusal.into(), Some(details))
    }

    fn begins(event: &ExtendedEvent) -> bool {
        matches!(event, ExtendedEvent::ExtendedCheckStarted { .. })
    }

    /// Only giving up is an event of its own: else the round that decides the check is the last event, and counts as its end.
    fn ends(event: &ExtendedEvent) -> bool {
        matches!(event, ExtendedEvent::ExtendedCheckAbandoned { .. })
    }
}

impl TableGame for RollTable {
    const SEATS: u8 = 16;
    type Request = OpenRollTable;
    type Options = NoOptions;

    fn agree(request: OpenRollTable) -> Result<(NoOptions, Vec<TableCommand>), InputError> {
        let OpenRollTable { system, aliases } = request;
        let agrees = system.is_some() || aliases.is_some();
        let set = agrees.then_some(TableCommand::SetTable { system, aliases });
        Ok((NoOptions {}, set.into_iter().collect()))
    }

    fn request_again(&self, _options: &NoOptions, _alone: bool) -> OpenRollTable {
        let TableView { system, aliases, .. } = self.view(None);
        let aliases = (!aliases.is_empty()).then_some(aliases);
        OpenRollTable { system, aliases }
    }

    fn prepare(
        &self,
        seats: &Seats<NoOptions>,
        seat: Seat,
        command: &TableCommand,
    ) -> Result<TableCommand, Denied> {
        let sets = matches!(command, TableCommand::SetTable { .. });
        if sets && seats.seat_of(seats.host) != Some(seat) {
            return Err(Denied::forbidden("only the host may change what the table agreed on"));
        }
        Ok(command.clone())
    }

    /// A quarter of what the table has.
    fn guest_share(command: &TableCommand) -> Option<GuestShare> {
        match command {
            TableCommand::Roll { .. }
            | TableCommand::Check { .. }
            | TableCommand::Contest { .. }
            | TableCommand::Attack { .. }
            | TableCommand::RollRound { .. } => {
                Some(GuestShare { what: ROLLS, most: Self::MOST_ROLLS as usize / 4 })
            }
            TableCommand::StartCheck { .. } => Some(GuestShare { what: CHECKS, most: Self::MOST_CHECKS / 4 }),
            TableCommand::Reveal { .. } | TableCommand::SetTable { .. } => None,
        }
    }

    fn uses(event: &TableEvent) -> Option<&'static str> {
        if matches!(event, TableEvent::CheckStarted { .. }) {
            return Some(CHECKS);
        }
        Self::is_timed(event).then_some(ROLLS)
    }

    /// It is open as long as there is room for a roll.
    fn status(&self) -> GameStatus {
        match self.rolls() {
            0 => GameStatus::Waiting,
            Self::MOST_ROLLS.. => GameStatus::Completed,
            _ => GameStatus::Active,
        }
    }

    fn is_boarding(&self) -> bool {
        true
    }

    /// A hidden roll is for the player who made it.
    fn keeps_seats(&self) -> bool {
        true
    }

    const TIMED: usize = Self::SHOWN;

    fn is_timed(event: &TableEvent) -> bool {
        match event {
            TableEvent::DiceRolled { .. }
            | TableEvent::CheckRolled { .. }
            | TableEvent::ContestRolled { .. }
            | TableEvent::AttackRolled { .. }
            | TableEvent::RoundRolled { .. } => true,
            TableEvent::CheckStarted { .. }
            | TableEvent::TableSet { .. }
            | TableEvent::RollRevealed { .. } => false,
        }
    }

    fn see(event: &TableEvent, viewer: Option<Seat>) -> SeenEvent {
        event.seen_by(viewer).expect("an event that was stored can be written as JSON")
    }

    fn state(_kind: &GameKind, shown: SeatedState<Self>) -> GameState {
        let SeatedState { table, host, options, view, times, events } = shown;
        let (host_player_id, rolled_at) = (host, times);
        let state = RollTableState { table, host_player_id, options, view, rolled_at, events };
        GameState::RollTable(Box::new(state))
    }

    fn is_open(&self) -> bool {
        Self::is_open(self)
    }

    fn report(events: &[TableEvent]) -> Result<Report, Denied> {
        let mut table = Self::default();
        events.iter().for_each(|event| table.apply(event));
        Ok(Report::RollTable(table.report()))
    }

    fn explain(refusal: &TableRefusal) -> (ErrorCode, Option<ErrorContext>) {
        (refusal.into(), Some(refusal.into()))
    }
}
