use ledger::PlayerId;
use protocol::{ComplaintReason, GameId};

/// A player wants nothing to do with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Who.
    pub player: PlayerId,
    /// With whom.
    pub other: PlayerId,
}

/// What a player told the operator about another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Who told it.
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
