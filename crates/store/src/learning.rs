use ledger::PlayerId;
use protocol::GameId;

/// A game that a player finished, as what is learned from it needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedEntry {
    /// Whose game.
    pub player: PlayerId,
    /// Which game, and when it ended.
    pub place: PlayedPlace,
    /// Whether a device sent it; otherwise it was read from the events of this store, and can be read again.
    pub uploaded: bool,
    /// What was played, as JSON.
    pub body: String,
}

/// What was concluded about the choices of a player in a finished game, where that takes too long to do again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedEntry {
    /// Whose choices.
    pub player: PlayerId,
    /// Which game, and when it ended.
    pub place: PlayedPlace,
    /// The judgement that this is: one of a newer revision takes the place of an older one.
    pub revision: u32,
    /// What was concluded, as JSON.
    pub body: String,
}

/// Where a game stands among the games of its player: by the time it ended in milliseconds since 1970, then by its id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedPlace {
    /// When it ended.
    pub finished_at: u64,
    /// The game.
    pub game: GameId,
}

/// The fold over all games of a player up to one of them: where later folds go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileSnapshot {
    /// The player.
    pub player: PlayerId,
    /// The last game that is in it.
    pub place: PlayedPlace,
    /// The fold that made it: one of another revision is not used.
    pub revision: u32,
    /// How many games are in it.
    pub folded: u64,
    /// The profile, as JSON.
    pub body: String,
}

/// What a player practises, with the version to change it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeRecord {
    /// How often it was changed.
    pub version: u64,
    /// The practice, as JSON.
    pub body: String,
}
