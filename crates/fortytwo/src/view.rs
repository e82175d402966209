use chance::Hex;
use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::consensus_action::ConsensusAction;
use crate::contract::{Contract, Tally};
use crate::declaration::Declaration;
use crate::event::{Command, PlayerType};
use crate::house::HouseRules;
use crate::projections::{CompletedTrick, Phase, Play, Quickplay};
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::tile_set::TileSet;

/// What one seat, or a spectator, may know: everything that lies open, and the seat's own tiles. No seed, because a
/// seed tells every hand; it is shown when the game is over, so that the deals can be checked.
///
/// A bot decides from this alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoView"))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Who looks; nobody is a spectator.
    pub viewer: Option<Seat>,
    /// What the table is doing.
    pub phase: Phase,
    /// What the table agreed on; before the start nothing is, and these are the defaults.
    pub house: HouseRules,
    /// Who sits where.
    pub player_types: BySeat<PlayerType>,
    /// Who dealt, once there is a game.
    pub dealer: Option<Seat>,
    /// The number of this hand, the first being 0.
    pub hand_number: u32,
    /// Whose turn it is to bid, to name trumps or to play.
    pub current_player: Option<Seat>,
    /// The viewer's own tiles; none for a spectator.
    pub hand: TileSet,
    /// How many tiles each seat holds.
    pub tiles_left: BySeat<usize>,
    /// The auction so far, in order.
    pub calls: Vec<Call>,
    /// Who won the auction, once it is over.
    pub bidder: Option<Seat>,
    /// The highest bid so far.
    pub bid: Option<Bid>,
    /// What was named.
    pub trump: Option<Declaration>,
    /// The trick on the table, the lead first.
    pub trick: Vec<Play>,
    /// The tricks of this hand; they stay when it is scored, until the next deal.
    pub completed_tricks: Vec<CompletedTrick>,
    /// Points and tricks of this hand; they stay when it is scored, until the next deal.
    pub tally: Tally,
    /// Marks of the game.
    pub marks: ByTeam<u8>,
    /// What all are asked to agree to.
    pub consensus: Option<Asked>,
    /// The pace of AI seats.
    pub quickplay: Quickplay,
    /// What the viewer may do now; exactly these commands of the game are accepted.
    pub moves: Vec<Command>,
    /// Who won, once the game is over.
    pub winner: Option<Team>,
    /// The seed of the first hand, once the game is over; only in practice and links there is one.
    pub seed: Option<u32>,
    /// The SHA-256 of the secret from which all tiles are dealt, where one was promised.
    #[serde(default)]
    pub commitment: Option<Hex>,
    /// What the players added to the deals, in the order of their seats.
    #[serde(default)]
    pub client_seeds: Vec<String>,
    /// The secret of the deals, once it is shown after the game.
    #[serde(default)]
    pub server_seed: Option<Hex>,
}

/// One call of the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoCall"))]
pub struct Call {
    /// Who spoke.
    pub player: Seat,
    /// What; nothing is a pass.
    pub bid: Option<Bid>,
}

/// What the seats of a hand are asked to agree to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoAsked"))]
pub struct Asked {
    /// The action.
    pub action: ConsensusAction,
    /// Who has agreed.
    pub agreed: Vec<Seat>,
    /// Who has not.
    pub missing: Vec<Seat>,
}

impl View {
    /// The contract of this hand, once trumps are named.
    #[must_use]
    pub fn contract(&self) -> Option<Contract> {
        Some(Contract { bidder: self.bidder?, bid: self.bid?, declaration: self.trump? })
    }
}
