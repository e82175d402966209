//! A table that the operator closed: nobody plays there any more. What happened stays, and can be looked at.

use ledger::PlayerId;
use store::Sanction;

use super::Room;
use crate::bus::NodeHint;
use crate::game::LiveGame;
use crate::request::{CommandInput, RoomCommand, RoomError};

/// Why nobody can do anything at a closed table.
pub(super) const CLOSED: &str = "the operator closed this table";

impl<G: LiveGame> Room<G> {
    /// Closes the table on all nodes: everybody who plays leaves, and nobody can come back.
    pub(super) async fn close(&mut self) -> Result<(), RoomError> {
        // Before anybody is told: a node that opens the room later looks there.
        let sanction = Sanction::Closed(self.id.clone());
        self.node.directory().set_sanction(sanction, Some(self.node.now())).await?;
        self.note_closed();
        self.node.bus.publish(NodeHint::Closed { game: self.id.clone() });
        let seats = self.log.state().seats().into_iter().filter(|taken| taken.bot.is_none());
        let people: Vec<PlayerId> = seats.filter_map(|taken| taken.player).collect();
        for player in people {
            // A name of its own: a player may have used any other one for a command.
            let id = format!("close-{}", self.node.context.entropy.uuid());
            match self.leave_for_good(player, RoomCommand::new(id, CommandInput::Leave)).await {
                // Who is gone, or cannot go because the game is over, needs no goodbye.
                Ok(()) | Err(RoomError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.update_lobby();
        Ok(())
    }

    /// The table is closed: nothing happens by itself any more, and the lobby does not list it.
    pub(super) fn note_closed(&mut self) {
        self.closed = true;
        self.set_timers();
    }
}
