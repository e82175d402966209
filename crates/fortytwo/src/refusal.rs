use thiserror::Error;

use crate::auction::BidRefusal;
use crate::bid::Bid;
use crate::consensus_action::ConsensusAction;
use crate::declaration::Declaration;
use crate::projections::Phase;
use crate::seat::{Seat, Team};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Why a command was not carried out. Nothing has changed. It is for the seat that asked: it may name that seat's own
/// tiles, and no others.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Not one of the four seats.
    #[error("seat: expected 0 to 3, got {seat}")]
    NoSeat {
        /// What came.
        seat: u8,
    },
    /// A command in the name of another seat.
    #[error("player: expected your own seat {seat}, got {player}")]
    NotYourSeat {
        /// Who asked.
        seat: Seat,
        /// For whom.
        player: Seat,
    },
    /// There is no game yet.
    #[error("the game has not started")]
    NotStarted,
    /// There is a game already.
    #[error("the game has already started")]
    AlreadyStarted,
    /// The game is over.
    #[error("the game is over: team {winner} won")]
    GameOver {
        /// Who won.
        winner: Team,
    },
    /// Not now.
    #[error("phase: expected {expected}, got {actual}")]
    WrongPhase {
        /// When it could be asked.
        expected: Phase,
        /// When it was asked.
        actual: Phase,
    },
    /// Somebody else acts, or nobody.
    #[error("player: expected {}, got {player}", seat_or_nobody(*current))]
    NotYourTurn {
        /// Who asked.
        player: Seat,
        /// Whose turn it is.
        current: Option<Seat>,
    },
    /// The auction does not allow it.
    #[error(transparent)]
    Bid(#[from] BidRefusal),
    /// A special contract that this table, or this bid, does not allow.
    #[error("trump: {declaration} cannot be named after a bid of {bid} at this table")]
    Declaration {
        /// What was named.
        declaration: Declaration,
        /// The bid that won.
        bid: Bid,
    },
    /// A tile that the seat does not hold.
    #[error("domino: expected one of your tiles ({}), got {domino}", listed(*hand))]
    NotInHand {
        /// What was played.
        domino: Tile,
        /// What there is.
        hand: TileSet,
    },
    /// A tile that the rules do not allow now.
    #[error("domino: expected one of {}, got {domino}", listed(*legal))]
    NotLegal {
        /// What was played.
        domino: Tile,
        /// What may be.
        legal: TileSet,
    },
    /// Nobody asked for this agreement.
    #[error("action: nothing to agree to now")]
    NothingToAgree {
        /// What was agreed to.
        action: ConsensusAction,
    },
    /// Said already.
    #[error("player: seat {player} has agreed already")]
    AlreadyAgreed {
        /// The seat.
        player: Seat,
    },
    /// This seat is not in the hand.
    #[error("player: seat {player} sits this hand out")]
    SitsOut {
        /// The seat.
        player: Seat,
    },
    /// A wish for other tiles at a table with other people, or of a bot.
    #[error("a new deal is for the only person at a table of bots")]
    NotYourTable,
    /// The deals were promised, or shown, already.
    #[error("the secret of the deals was promised or shown before")]
    AlreadyPromised,
    /// There is no promise about the deals.
    #[error("nothing was promised about the deals of this game")]
    NothingPromised,
    /// Not a text that can be part of a deal.
    #[error("{field}: expected 1 to 64 characters, none of them a control character")]
    Text {
        /// Which field.
        field: &'static str,
    },
    /// As many texts as a table takes.
    #[error("as many texts were added as a table takes")]
    TooManyTexts,
    /// Only possible after the end.
    #[error("the game is not over yet: the secret of its deals stays secret")]
    NotOver,
    /// Another secret than the one that was promised.
    #[error("serverSeed: expected the secret that was promised")]
    BrokenPromise,
    /// An event that only the rules may bring about, or a note about something that cannot be.
    #[error("event: expected a note about an AI seat, an effect or an animation that can be now")]
    NotANote,
}

impl Refusal {
    /// The code of the refusal, as the API says it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn { .. } => "ERR_NOT_YOUR_TURN",
            Self::NotStarted => "ERR_GAME_NOT_STARTED",
            Self::GameOver { .. } => "ERR_GAME_COMPLETED",
            Self::NoSeat { .. } | Self::NotYourSeat { .. } => "ERR_FORBIDDEN",
            Self::AlreadyStarted
            | Self::WrongPhase { .. }
            | Self::Bid(_)
            | Self::Declaration { .. }
            | Self::NotInHand { .. }
            | Self::NotLegal { .. }
            | Self::NothingToAgree { .. }
            | Self::AlreadyAgreed { .. }
            | Self::SitsOut { .. }
            | Self::NotYourTable
            | Self::AlreadyPromised
            | Self::NothingPromised
            | Self::Text { .. }
            | Self::TooManyTexts
            | Self::NotOver
            | Self::BrokenPromise
            | Self::NotANote => "ERR_INVALID_TURN",
        }
    }

    /// The field of the command at fault, where there is one.
    #[must_use]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::NoSeat { .. } => Some("seat"),
            Self::NotYourSeat { .. }
            | Self::NotYourTurn { .. }
            | Self::AlreadyAgreed { .. }
            | Self::SitsOut { .. } => Some("player"),
            Self::Bid(_) => Some("bid"),
            Self::Declaration { .. } => Some("trump"),
            Self::NotInHand { .. } | Self::NotLegal { .. } => Some("domino"),
            Self::NothingToAgree { .. } => Some("action"),
            Self::NotANote => Some("event"),
            Self::Text { field } => Some(field),
            Self::BrokenPromise => Some("serverSeed"),
            Self::NotStarted
            | Self::AlreadyStarted
            | Self::GameOver { .. }
            | Self::WrongPhase { .. }
            | Self::AlreadyPromised
            | Self::NothingPromised
            | Self::TooManyTexts
            | Self::NotOver
            | Self::NotYourTable => None,
        }
    }
}

fn seat_or_nobody(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "nobody".to_owned(), |seat| format!("seat {seat}"))
}

fn listed(tiles: TileSet) -> String {
    tiles.iter().map(|tile| tile.to_string()).collect::<Vec<_>>().join(", ")
}
