//! The lobby: opening tables, the list of open tables, quick match, and rematches.

use std::sync::Arc;

use chance::InputError;
use ledger::PlayerId;
use protocol::{GameId, GameKind};
use store::{TableEntry, TableFilter, TableOrder};
use uuid::Uuid;

use crate::game::Denied;
use crate::listing::TableTerms;
use crate::registry::Opening;
use crate::request::{CommandInput, Rematch, RoomCommand, RoomError};
use crate::rooms::Rooms;

/// How many tables a quick match considers, and how many of them it tries before it opens a new one.
const LOOKED_AT: u32 = 200;
const TRIED: usize = 20;

impl Rooms {
    /// Creates a game, and a table for it in the lobby. The host sits on its first seat.
    ///
    /// # Errors
    ///
    /// [`RoomError`]; nothing is stored of a game that cannot be opened as requested. The number of open public tables of one host
    /// is limited.
    pub async fn create_game(
        self: &Arc<Self>,
        host: PlayerId,
        opening: Opening,
        terms: TableTerms,
    ) -> Result<GameId, RoomError> {
        if terms.public && opening.repeats() {
            // Strangers would not know the tiles that the others have seen.
            return Err(InputError::new("public", "false where deals come again", true).into());
        }
        if terms.public {
            self.check_public_tables()?;
            self.node().check_open_tables(host).await?;
        }
        let node = self.node();
        let id: GameId = node.context.entropy.uuid().to_string().parse()?;
        let (kind, shown) = (opening.kind().clone(), opening.shown());
        let row = Arc::clone(self.registry().find(&kind).ok_or(RoomError::NotFound)?);
        let new = row.create(Arc::clone(node), id.clone(), host, opening).await?;
        node.list(&id, kind, host, terms, shown, new).await?;
        Ok(id)
    }

    /// Refuses requests for public tables where the operator turned them off.
    fn check_public_tables(&self) -> Result<(), RoomError> {
        if self.node().public_tables {
            return Ok(());
        }
        Err(Denied::forbidden("public tables are off on this server: open one for those with its code")
            .into())
    }

    /// Public tables with a free seat whose host is present, the newest first; none if public tables are off.
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
        Ok(self.node().directory().open_tables(&self.node().listed(kind, limit)).await?)
    }

    /// Seats the player at an open table of this kind, or opens a public one. Returns the game, and whether it was opened.
    ///
    /// Tables with the most taken seats come first, then those that have waited longest. Players who blocked each other are not
    /// matched. When the last seat is taken the game begins, unless there is more to agree on.
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
        // The store orders all tables: among the newest only, a flood of tables would hide all others.
        let fullest = TableFilter { order: TableOrder::Fullest, ..self.node().listed(Some(kind), LOOKED_AT) };
        let directory = self.node().directory();
        let mut tables = directory.open_tables(&fullest).await?;
        tables.retain(|table| table.host != player);
        let mut apart = Vec::new();
        if !tables.is_empty() {
            apart = directory.blocks_of(player).await?;
            apart.extend(directory.blocked_by(player).await?);
            tables.retain(|table| !apart.contains(&table.host));
        }
        for table in tables.into_iter().take(TRIED) {
            if !apart.is_empty() && self.is_seated(&table.game, &apart).await? {
                continue;
            }
            let id = format!("quick-{}", self.node().context.entropy.uuid());
            let join = CommandInput::Join { seat: None };
            let request = RoomCommand { trace, ..RoomCommand::new(id, join) };
            match self.command(&table.game, player, request).await {
                Ok(_) => {
                    self.begin_full(&table.game, table.host).await;
                    return Ok((table.game, false));
                }
                // The table filled up meanwhile, or the player already sits there.
                Err(RoomError::Refused { .. } | RoomError::NotFound | RoomError::Busy) => {}
                Err(error) => return Err(error),
            }
        }
        let terms = TableTerms { public: true, ..TableTerms::default() };
        Ok((self.create_game(player, opening, terms).await?, true))
    }

    /// Begins a game whose last seat was just taken, in place of its host, who may be away. If that fails, the host begins it as at
    /// any table.
    async fn begin_full(self: &Arc<Self>, game: &GameId, host: PlayerId) {
        let full = self.state(game, None, u64::MAX).await.is_ok_and(|state| state.table().free_seats == 0);
        if full {
            let _ = self.command(game, host, RoomCommand::new("begin", CommandInput::Begin)).await;
        }
    }

    /// Whether one of these players has a seat in a game; true if that cannot be determined now.
    async fn is_seated(self: &Arc<Self>, game: &GameId, players: &[PlayerId]) -> Result<bool, RoomError> {
        match self.state(game, None, u64::MAX).await {
            Ok(state) => {
                let mut people = state.table().seats.iter().filter_map(|seat| seat.player_id);
                Ok(people.any(|player| players.contains(&player)))
            }
            Err(RoomError::NotFound | RoomError::Busy) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Starts a rematch with the same people: the first player who asks opens the table, and the others who ask sit down at
    /// it. A player who asks too late for a seat still gets its id.
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
