use ledger::PlayerId;
use protocol::{ComplaintReason, GameId};

/// A player wants nothing to do with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// The player.
    pub player: PlayerId,
    /// With whom.
    pub other: PlayerId,
}

/// A report by one player about another, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The reporter.
    pub reporter: PlayerId,
    /// About whom.
    pub player: PlayerId,
    /// At which game.
    pub game: GameId,
    /// What kind of thing.
    pub reason: ComplaintReason,
    /// In the words of the reporter; may be empty.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}
