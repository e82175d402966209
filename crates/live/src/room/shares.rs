use std::collections::HashMap;

use ledger::{Game, Log, MOST_EVENTS, PlayerId, Scope};
use protocol::ErrorCode;

use crate::game::Denied;

/// What the commands of one player may bring about in one game: far more than any game needs, and so little that all
/// seats of a table together leave a log that can be read back.
const MOST_OF_A_PLAYER: u32 = 5_000;
/// No command is carried out that could make a log longer than it may be. None has as many events as this.
const RESERVE: usize = 1_000;

/// How much of a game is whose.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// How many events were counted.
    upto: usize,
    by_player: HashMap<PlayerId, u32>,
}

impl Shares {
    /// Refuses a player who has used up what one may bring about, and everybody where the log is full.
    pub(super) fn check<G: Game>(&mut self, log: &Log<G>, player: PlayerId) -> Result<(), Denied> {
        self.count(log);
        if self.by_player.get(&player).is_some_and(|share| *share >= MOST_OF_A_PLAYER) {
            let message = format!("you did {MOST_OF_A_PLAYER} things in this game, and nobody may do more");
            return Err(Denied::new(ErrorCode::Forbidden, message));
        }
        check_length(log)
    }

    /// A command brought nothing about; it is remembered all the same.
    pub(super) fn count_nothing(&mut self, player: PlayerId) {
        *self.by_player.entry(player).or_default() += 1;
    }

    fn count<G: Game>(&mut self, log: &Log<G>) {
        for envelope in log.envelopes().get(self.upto..).unwrap_or_default() {
            if let Scope::Player(player) = envelope.correlation_id.scope() {
                *self.by_player.entry(player).or_default() += 1;
            }
        }
        self.upto = log.envelopes().len();
    }
}

/// Refuses every command where the log is full.
pub(super) fn check_length<G: Game>(log: &Log<G>) -> Result<(), Denied> {
    if log.envelopes().len() + RESERVE <= MOST_EVENTS {
        return Ok(());
    }
    Err(Denied::new(ErrorCode::GameCompleted, "this game is as long as a game may be"))
}
