//! The lobby: opening tables, those that wait for players, a seat at one of them, and playing again.

use std::sync::Arc;

use ledger::PlayerId;
use protocol::{ErrorCode, GameId, GameKind};
use store::{TableEntry, TableFilter};
use uuid::Uuid;

use crate::game::Denied;
use crate::listing::TableTerms;
use crate::registry::Opening;
use crate::request::{CommandInput, Rematch, RoomCommand, RoomError};
use crate::rooms::Rooms;

/// How long a table is listed after its host was last seen there, in milliseconds.
const LISTED_FOR: u64 = 2 * 60 * 1000;
/// Listed tables of one host at the same time.
const MOST_OPEN: u32 = 5;
/// Tables that a quick match looks at, and how many of them are tried before a new one is opened.
const LOOKED_AT: u32 = 200;
const TRIED: usize = 20;

impl Rooms {
    /// Creates a game, and a table for it in the lobby. The host sits on its first seat.
    ///
    /// # Errors
    ///
    /// [`RoomError`]; nothing is stored of a game that cannot be opened as it was asked for. Of public tables that wait
    /// for players one host keeps a few at most.
    pub async fn create_game(
        self: &Arc<Self>,
        host: PlayerId,
        opening: Opening,
        terms: TableTerms,
    ) -> Result<GameId, RoomError> {
        if terms.public {
            self.check_public_tables()?;
            self.check_open_tables(host).await?;
        }
        let node = self.node();
        let id: GameId = node.context.entropy.uuid().to_string().parse()?;
        let (kind, shown) = (opening.kind().clone(), opening.shown());
        let row = Arc::clone(self.registry().find(&kind).ok_or(RoomError::NotFound)?);
        let new = row.create(Arc::clone(node), id.clone(), host, opening).await?;
        node.list(&id, kind, host, terms, shown, new).await?;
        Ok(id)
    }

    /// Refuses what needs public tables where the operator does not want them.
    fn check_public_tables(&self) -> Result<(), RoomError> {
        if self.node().public_tables {
            return Ok(());
        }
        Err(Denied::forbidden("public tables are off on this server: open one for those with its code")
            .into())
    }

    async fn check_open_tables(&self, host: PlayerId) -> Result<(), RoomError> {
        let filter = TableFilter { host: Some(host), ..self.listed(None, MOST_OPEN) };
        let open = self.node().directory().open_tables(&filter).await?.len();
        if open < MOST_OPEN as usize {
            return Ok(());
        }
        let message = format!("you keep {open} open tables already: start one, or leave one");
        Err(Denied::new(ErrorCode::TooManyTables, message).into())
    }

    /// Public tables with a free seat whose host is there, the newest first; none where public tables are off.
    ///
    /// # Errors
    ///
    /// If the store fails.
    pub async fn open_tables(
        &self,
        kind: Option<GameKind>,
        limit: u32,
    ) -> Result<Vec<TableEntry>, RoomError> {
        if !self.node().public_tables {
            return Ok(Vec::new());
        }
        Ok(self.node().directory().open_tables(&self.listed(kind, limit)).await?)
    }

    fn listed(&self, kind: Option<GameKind>, limit: u32) -> TableFilter {
        TableFilter { kind, host: None, since: self.node().now().saturating_sub(LISTED_FOR), limit }
    }

    /// Sits down at an open table of this kind, or opens one for others; whether it was opened.
    ///
    /// Tables where most people wait come first, then those that wait longest. Nobody is matched with a player whom
    /// they blocked, or who blocked them.
    ///
    /// # Errors
    ///
    /// [`RoomError`] if there is no such game, or the store fails.
    pub async fn quick_match(
        self: &Arc<Self>,
        player: PlayerId,
        kind: GameKind,
        trace: Option<Uuid>,
    ) -> Result<(GameId, bool), RoomError> {
        self.check_public_tables()?;
        let opening = self.registry().options_for_strangers(&kind)?;
        let mut tables = self.open_tables(Some(kind), LOOKED_AT).await?;
        tables.retain(|table| table.host != player);
        tables.sort_by_key(|table| (table.free_seats, table.created_at));
        if !tables.is_empty() {
            let directory = self.node().directory();
            let mut apart = directory.blocks_of(player).await?;
            apart.extend(directory.blocked_by(player).await?);
            tables.retain(|table| !apart.contains(&table.host));
        }
        for table in tables.into_iter().take(TRIED) {
            let id = format!("quick-{}", self.node().context.entropy.uuid());
            let join = CommandInput::Join { seat: None };
            let request = RoomCommand { trace, ..RoomCommand::new(id, join) };
            match self.command(&table.game, player, request).await {
                Ok(_) => return Ok((table.game, false)),
                // It filled up meanwhile, or the player sits there.
                Err(RoomError::Refused { .. } | RoomError::NotFound | RoomError::Busy) => {}
                Err(error) => return Err(error),
            }
        }
        let terms = TableTerms { public: true, ..TableTerms::default() };
        Ok((self.create_game(player, opening, terms).await?, true))
    }

    /// Plays again with the same people: the first who asks opens the table, and everybody else who asks sits down at
    /// it. A player who comes too late for a seat is told where it is all the same.
    ///
    /// # Errors
    ///
    /// [`RoomError`] unless the game is over and the player has a seat in it.
    pub async fn rematch(self: &Arc<Self>, game: &GameId, player: PlayerId) -> Result<Rematch, RoomError> {
        let rematch = self.ask_rematch(game, player).await?;
        let new = &rematch.table.game_id;
        for seat in [rematch.seat, None] {
            let request = RoomCommand::new(format!("rematch-{player}"), CommandInput::Join { seat });
            match self.command(new, player, request).await {
                Err(RoomError::Refused { .. }) => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        Ok(rematch)
    }
}
