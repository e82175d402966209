//! Somebody who follows the events of all games, as a projection does.

use std::sync::Arc;

use protocol::GameId;
use store::{Cursor, Store as _};

use crate::Bug;
use crate::database::{Connection, Database};
use crate::faults::Luck;
use crate::life::Life;

/// Events that are read at once: few, so that many pages are turned while others write.
const PAGE: u32 = 3;

#[derive(Debug)]
pub(crate) struct Follower {
    connection: Connection,
    database: Arc<Database>,
    luck: Luck,
    bug: Option<Bug>,
    cursor: Cursor,
    position: u64,
    /// The events that came: their games and places.
    pub(crate) seen: Vec<(GameId, u64)>,
}

impl Follower {
    pub(crate) fn new(seed: u64, bug: Option<Bug>, database: &Arc<Database>) -> Self {
        let connection = Connection::open(database, &Arc::new(Life::new()), seed, "follower", false);
        let (luck, database) = (Luck::of(seed, "follow"), Arc::clone(database));
        Self { connection, database, luck, bug, cursor: Cursor::START, position: 0, seen: Vec::new() }
    }

    /// Reads one page, and whether there was something on it.
    pub(crate) async fn read(&mut self) -> bool {
        tokio::time::sleep(self.luck.wait(5, 60)).await;
        let before = self.seen.len();
        if self.bug == Some(Bug::FollowByPosition) {
            for (position, game, place) in self.database.by_position(self.position, PAGE as usize) {
                self.position = position;
                self.seen.push((game, place));
            }
        } else if let Ok(page) = self.connection.follow(self.cursor, PAGE).await {
            self.cursor = page.next;
            self.seen
                .extend(page.events.into_iter().map(|recorded| (recorded.game, recorded.event.position)));
        }
        self.seen.len() > before
    }
}
