use std::collections::HashMap;

use ledger::{Game, Log, MOST_EVENTS, PlayerId, Scope};
use protocol::ErrorCode;

use crate::game::{Denied, LiveGame, Uses};

/// Events that the commands of one player may add to one game: far more than any game needs, and few enough that all
/// seats of a table together leave a log that can be read back.
const MOST_OF_A_PLAYER: u32 = 5_000;
/// The same in bytes of events as JSON: a few kinds of events are long, and all of a game is read at once.
const MOST_BYTES_OF_A_PLAYER: usize = 2_000_000;
/// Events that are kept free at the end of a log, so that no command can exceed the limit: none has as many as this.
const RESERVE: usize = 1_000;

/// Per-player quotas of a game.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// How many events were counted.
    upto: usize,
    by_player: HashMap<PlayerId, Share>,
}

/// What one player has used up.
#[derive(Debug, Default)]
struct Share {
    events: u32,
    bytes: usize,
    uses: Uses,
}

impl Shares {
    /// Refuses a player who has used up a quota, that of every game or one of this game, and everybody where the log is
    /// full.
    pub(super) fn check<G: LiveGame>(
        &mut self,
        log: &Log<G>,
        player: PlayerId,
        command: &G::Command,
    ) -> Result<(), Denied> {
        self.count(log);
        let Share { events, bytes, uses } = self.by_player.entry(player).or_default();
        if *events >= MOST_OF_A_PLAYER {
            let message = format!("limit reached: at most {MOST_OF_A_PLAYER} events per player and game");
            return Err(Denied::new(ErrorCode::Forbidden, message));
        }
        if *bytes >= MOST_BYTES_OF_A_PLAYER {
            let most = MOST_BYTES_OF_A_PLAYER / 1_000_000;
            let message = format!("limit reached: at most {most} MB of events per player and game");
            return Err(Denied::new(ErrorCode::Forbidden, message));
        }
        check_length(log)?;
        G::check_share(log, uses, player, command)
    }

    /// Counts a command without events: its id is remembered all the same.
    pub(super) fn count_empty_command(&mut self, player: PlayerId) {
        self.by_player.entry(player).or_default().events += 1;
    }

    fn count<G: LiveGame>(&mut self, log: &Log<G>) {
        for envelope in log.envelopes().get(self.upto..).unwrap_or_default() {
            if let Scope::Player(player) = envelope.correlation_id.scope() {
                let share = self.by_player.entry(player).or_default();
                share.events += 1;
                share.bytes += serde_json::to_vec(&envelope.payload).map_or(0, |json| json.len());
                if let Some(what) = G::uses(&envelope.payload) {
                    *share.uses.entry(what).or_default() += 1;
                }
            }
        }
        self.upto = log.envelopes().len();
    }
}

/// Refuses a command where the log is full. The room lets commands by which a player leaves pass without this check.
pub(super) fn check_length<G: Game>(log: &Log<G>) -> Result<(), Denied> {
    if log.envelopes().len() + RESERVE <= MOST_EVENTS {
        return Ok(());
    }
    Err(Denied::new(
        ErrorCode::GameCompleted,
        "limit reached: this game has as many events as a game may have",
    ))
}
