use std::collections::HashSet;
use std::sync::Arc;

use ledger::PlayerId;
use protocol::{ErrorCode, GameId, RematchTable, ServerMessage};
use store::TableEntry;

use super::Room;
use super::closing::CLOSED;
use crate::game::{Denied, LiveGame};
use crate::listing::{TableTerms, shown_options};
use crate::request::{Rematch, RoomError};

/// The table of the rematch, and who asked for it.
#[derive(Debug, Default)]
pub(super) struct Rematches {
    table: Option<RematchTable>,
    /// Everybody who asked for it.
    willing: HashSet<PlayerId>,
}

impl Rematches {
    pub(super) const fn table(&self) -> Option<&RematchTable> {
        self.table.as_ref()
    }

    /// Somebody asked, here or at another node; whether it is the first time.
    pub(super) fn note(&mut self, table: RematchTable, player: PlayerId) -> bool {
        self.table = Some(table);
        self.willing.insert(player)
    }
}

impl<G: LiveGame> Room<G> {
    /// The table of the rematch: opened for the first player who asks, who becomes its host, and announced to everybody here.
    /// Asking again gives the same answer.
    pub(super) async fn rematch(&mut self, player: PlayerId) -> Result<Rematch, RoomError> {
        let seat = self.seat(Some(player));
        let seat = seat.ok_or_else(|| Denied::forbidden("a rematch is for the players of this game"))?;
        if self.closed {
            return Err(Denied::forbidden(CLOSED).into());
        }
        if !self.is_over() {
            return Err(Denied::new(ErrorCode::InvalidTurn, "a rematch waits until this game is over").into());
        }
        let entry = match self.rematch_entry().await? {
            Some(entry) => entry,
            None => self.open_rematch(player).await?,
        };
        let table = RematchTable { game_id: entry.game, code: entry.code };
        let repeated = !self.rematches.note(table.clone(), player);
        if !repeated {
            let RematchTable { game_id, code } = table.clone();
            self.broadcast(ServerMessage::Rematch { game_id, code, player_id: player });
        }
        let opener = self.seat(Some(entry.host));
        let seat = opener.and_then(|opener| G::seat_again(seat, opener));
        Ok(Rematch { table, seat, repeated })
    }

    /// Finds the table of a rematch that was opened before this room.
    pub(super) async fn find_rematch(&mut self) -> Result<(), RoomError> {
        if self.is_over() {
            let entry = self.rematch_entry().await?;
            self.rematches.table = entry.map(|entry| RematchTable { game_id: entry.game, code: entry.code });
        }
        Ok(())
    }

    /// The id of the rematch follows from the id of this game, so that all nodes open the same one.
    fn rematch_id(&self) -> Result<GameId, RoomError> {
        let id = self.node.context.derived_id("rematch", self.id.as_str());
        Ok(id.to_string().parse()?)
    }

    async fn rematch_entry(&self) -> Result<Option<TableEntry>, RoomError> {
        Ok(self.node.directory().table(&self.rematch_id()?).await?)
    }

    async fn open_rematch(&self, host: PlayerId) -> Result<TableEntry, RoomError> {
        let terms =
            TableTerms { public: self.is_public() && self.node.public_tables, coach: self.has_coach() };
        if terms.public {
            self.node.check_open_tables(host).await?;
        }
        let (id, options) = (self.rematch_id()?, self.log.state().options_again());
        let shown = shown_options(&options);
        let (node, services, kind) =
            (Arc::clone(&self.node), self.context.share_services(), self.kind.clone());
        // All nodes that open it promise with the same secret.
        let secret = node.keep_secret(&id, &node.context.fresh_secret()).await?;
        let (again, shared) = (Arc::clone(&node), Arc::clone(&services));
        let created = Self::create(secret, node, services, kind.clone(), id.clone(), host, options).await;
        let (new, host) = match created {
            Ok(new) => (new, host),
            Err(error) => {
                if let Some(entry) = self.rematch_entry().await? {
                    // Another node was faster, and listed it.
                    return Ok(entry);
                }
                // It was opened, by another node or before a crash of this one, and is not listed yet.
                let room = Self::open(again, shared, kind.clone(), id.clone()).await?;
                if room.log.version() == 0 {
                    return Err(error);
                }
                (room.as_new(), room.log.state().host().unwrap_or(host))
            }
        };
        self.node.list(&id, kind, host, terms, shown, new).await
    }
}
