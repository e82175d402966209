use ledger::PlayerId;
use thiserror::Error;

use super::settings::Settings;
use crate::dice::KeptMask;
use crate::rules::ScoreRefusal;

/// Why a game does not do what it was asked. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiceeRefusal {
    /// There is no game yet.
    #[error("there is no game yet: create one first")]
    NotCreated,
    /// There is one already.
    #[error("this game was created before")]
    AlreadyCreated,
    /// Only possible before the start.
    #[error("the game has already started")]
    AlreadyStarted,
    /// Only possible after the start.
    #[error("the game has not started yet")]
    NotStarted,
    /// Nothing more happens here.
    #[error("the game is over")]
    Over,
    /// The table is playing a turn that took too long.
    #[error("the turn took too long: the table plays it to its end")]
    Overtime,
    /// Only possible after the end.
    #[error("the game is not over yet: its seed stays secret")]
    NotOver,
    /// Not a number of players for this mode.
    #[error("players: expected {expected} for this mode, got {actual}")]
    Players {
        /// How many it takes.
        expected: String,
        /// How many there are.
        actual: usize,
    },
    /// A player who is there twice.
    #[error("player {player} is already in this game")]
    AlreadySeated {
        /// The player.
        player: PlayerId,
    },
    /// A command for a seat that the sender does not hold.
    #[error("seat {actual}: expected seat {expected}")]
    WrongSeat {
        /// Whose command this is.
        expected: u8,
        /// Whose it was.
        actual: u8,
    },
    /// A seat without a player, or one who left.
    #[error("seat {seat} has no player in this game")]
    NotSeated {
        /// The seat.
        seat: u8,
    },
    /// Only the host may.
    #[error("only the host may do this")]
    NotHost,
    /// Only the table may.
    #[error("only the table itself may do this")]
    NotTable,
    /// Somebody else plays.
    #[error("it is the turn of player {current}")]
    NotYourTurn {
        /// Who plays.
        current: PlayerId,
    },
    /// A turn limit that makes no sense.
    #[error(
        "timeLimit: expected {} to {} seconds, got {actual}",
        Settings::TIME_LIMITS.start(),
        Settings::TIME_LIMITS.end()
    )]
    TimeLimit {
        /// What came.
        actual: u32,
    },
    /// There is no turn limit.
    #[error("this game has no time limit")]
    NoTimeLimit,
    /// A seed that cannot be used.
    #[error("{field}: expected {expected}")]
    Seed {
        /// The field.
        field: &'static str,
        /// What can be.
        expected: &'static str,
    },
    /// Three rolls have been made.
    #[error("three rolls are made: score a box")]
    NoRollLeft,
    /// Nothing has been rolled.
    #[error("roll the dice first")]
    NotRolled,
    /// Before the first roll there is nothing to keep.
    #[error("keptMask: expected no die before the first roll of a turn, got {actual:?}")]
    NothingToKeep {
        /// What came.
        actual: KeptMask,
    },
    /// All five dice kept: there is nothing to roll.
    #[error("keptMask: expected at least one die to roll, got five kept")]
    NothingToRoll,
    /// The rules do not allow the box.
    #[error(transparent)]
    Score(#[from] ScoreRefusal),
    /// The settings do not allow it.
    #[error("this game is played without taking back")]
    UndoForbidden,
    /// A roll lies between, or nothing was done.
    #[error("there is nothing to take back since the last roll")]
    NothingToUndo,
}

impl DiceeRefusal {
    /// The error code of the data contract, section 11.2.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotCreated => "ERR_GAME_NOT_FOUND",
            Self::NotStarted => "ERR_GAME_NOT_STARTED",
            Self::Over => "ERR_GAME_COMPLETED",
            Self::NotYourTurn { .. } => "ERR_NOT_YOUR_TURN",
            Self::NotSeated { .. } | Self::NotHost | Self::NotTable | Self::WrongSeat { .. } => {
                "ERR_FORBIDDEN"
            }
            Self::Score(ScoreRefusal::AlreadyFilled { .. }) => "ERR_CATEGORY_SCORED",
            Self::Score(ScoreRefusal::ForcedElsewhere { .. }) => "ERR_INVALID_CATEGORY",
            Self::NothingToKeep { .. } | Self::NothingToRoll => "ERR_INVALID_DICE",
            Self::AlreadyCreated
            | Self::AlreadyStarted
            | Self::NotOver
            | Self::Overtime
            | Self::Players { .. }
            | Self::AlreadySeated { .. }
            | Self::TimeLimit { .. }
            | Self::NoTimeLimit
            | Self::Seed { .. }
            | Self::NoRollLeft
            | Self::NotRolled
            | Self::UndoForbidden
            | Self::NothingToUndo => "ERR_INVALID_TURN",
        }
    }

    /// The field of the command at fault, where there is one.
    #[must_use]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Score(_) => Some("category"),
            Self::NothingToKeep { .. } | Self::NothingToRoll => Some("keptMask"),
            Self::Players { .. } | Self::AlreadySeated { .. } => Some("playerIds"),
            Self::TimeLimit { .. } => Some("timeLimit"),
            Self::Seed { field, .. } => Some(field),
            Self::WrongSeat { .. } | Self::NotSeated { .. } => Some("seat"),
            Self::NotCreated
            | Self::AlreadyCreated
            | Self::AlreadyStarted
            | Self::NotStarted
            | Self::Over
            | Self::Overtime
            | Self::NotOver
            | Self::NotHost
            | Self::NotTable
            | Self::NotYourTurn { .. }
            | Self::NoTimeLimit
            | Self::NoRollLeft
            | Self::NotRolled
            | Self::UndoForbidden
            | Self::NothingToUndo => None,
        }
    }
}
