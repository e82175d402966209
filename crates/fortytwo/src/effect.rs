use serde::{Deserialize, Serialize};

use crate::consensus_action::ConsensusAction;
use crate::seat::Seat;

/// Something that an AI seat does by itself after a while. It is also the key of its timer: a seat has at most one
/// timer for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Effect {
    /// It bids, names trumps or plays.
    AiTurn {
        /// The seat.
        player: Seat,
    },
    /// It agrees with the others.
    AiAgree {
        /// The seat.
        player: Seat,
        /// To what.
        action: ConsensusAction,
    },
}

impl Effect {
    /// Whose it is.
    #[must_use]
    pub const fn player(&self) -> Seat {
        match self {
            Self::AiTurn { player } | Self::AiAgree { player, .. } => *player,
        }
    }
}
