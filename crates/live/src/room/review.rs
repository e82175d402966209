use ledger::PlayerId;
use protocol::{ErrorCode, ServerMessage};

use super::{Room, STILL_SECRET};
use crate::game::{Denied, LiveGame};
use crate::request::WatcherId;
use crate::text::Text;

/// The position that everybody sees while a game is reviewed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The host.
    pub(super) player: PlayerId,
    /// After how many events.
    pub(super) version: u64,
}

impl From<Cursor> for ServerMessage {
    fn from(cursor: Cursor) -> Self {
        Self::Cursor { player_id: cursor.player, version: cursor.version }
    }
}

impl<G: LiveGame> Room<G> {
    /// The host of a finished game moves everybody to a position of it.
    pub(super) fn move_cursor(&mut self, watcher: WatcherId, version: u64) {
        let Some((player, queue)) = self.watcher(watcher) else { return };
        match self.check_cursor(player, version) {
            Ok(cursor) => {
                self.cursor = Some(cursor);
                self.broadcast(cursor.into());
            }
            Err(denied) => {
                queue.send(Text::json(&ServerMessage::Error(denied.into())));
            }
        }
    }

    pub(super) fn check_cursor(&self, player: Option<PlayerId>, version: u64) -> Result<Cursor, Denied> {
        let host = player.filter(|player| self.log.state().host() == Some(*player));
        let player = host.ok_or_else(|| Denied::forbidden("only the host moves everybody's position"))?;
        if !self.is_over() {
            return Err(Denied::new(ErrorCode::InvalidTurn, "a game is reviewed together once it is over"));
        }
        let last = self.log.version();
        if version > last {
            let message = format!("version: expected 0 to {last}, got {version}");
            return Err(Denied::new(ErrorCode::InvalidRequest, message));
        }
        Ok(Cursor { player, version })
    }

    /// The game as a link, for those who may read its log.
    pub(super) fn link(&self, viewer: Option<PlayerId>) -> Result<String, Denied> {
        if !self.is_over() {
            return Err(Denied::new(ErrorCode::InvalidTurn, "a game has a link once it is over"));
        }
        self.check_reader(viewer)?;
        // A table that everybody left is over, but its players may come back and play on.
        if !self.log.state().is_open() {
            return Err(Denied::forbidden(STILL_SECRET));
        }
        G::link(&self.log)
    }

    /// Sends a new watcher the position that the others see.
    pub(super) fn show_cursor(&self, watcher: WatcherId) {
        if let (Some(cursor), Some((_, queue))) = (self.cursor, self.watcher(watcher)) {
            queue.send(Text::json(&ServerMessage::from(cursor)));
        }
    }
}
