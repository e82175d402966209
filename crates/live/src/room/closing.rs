//! A table that the operator closed: nobody plays there any more. Its history stays readable.

use ledger::PlayerId;
use store::Sanction;

use super::Room;
use crate::bus::NodeHint;
use crate::game::LiveGame;
use crate::request::{CommandInput, RoomCommand, RoomError};

/// Why commands and chat are refused at a closed table.
pub(super) const CLOSED: &str = "the operator closed this table";

impl<G: LiveGame> Room<G> {
    /// Closes the table on all nodes: all players leave, and nobody can come back.
    pub(super) async fn close(&mut self) -> Result<(), RoomError> {
        // Before the hint: the other nodes read it there.
        let sanction = Sanction::Closed(self.id.clone());
        self.node.directory().set_sanction(sanction, Some(self.node.now())).await?;
        self.note_closed();
        self.node.bus.publish(NodeHint::Closed { game: self.id.clone() });
        let seats = self.log.state().seats().into_iter().filter(|taken| taken.bot.is_none());
        let people: Vec<PlayerId> = seats.filter_map(|taken| taken.player).collect();
        for player in people {
            // A fresh id: the player may have used any other one for a command.
            let id = format!("close-{}", self.node.context.entropy.uuid());
            match self.leave_for_good(player, RoomCommand::new(id, CommandInput::Leave)).await {
                // Already gone, or cannot leave because the game is over.
                Ok(()) | Err(RoomError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.update_lobby();
        Ok(())
    }

    /// Reads from the store whether the operator closed the table; the hint of another node is not trusted.
    pub(super) async fn check_closed(&mut self) {
        if self.closed {
            return;
        }
        match self.node.directory().is_sanctioned(Sanction::Closed(self.id.clone())).await {
            Ok(true) => self.note_closed(),
            Ok(false) => {}
            Err(_) => self.refresh_soon(),
        }
    }

    /// The table is closed: no bot or clock acts any more, and the lobby does not list it.
    pub(super) fn note_closed(&mut self) {
        self.closed = true;
        self.set_timers();
    }
}
