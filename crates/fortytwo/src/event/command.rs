use std::fmt;

use chance::Hex;
use serde::Serialize;

use super::{Event, PlayerType, Speed};
use crate::bid::Bid;
use crate::consensus_action::ConsensusAction;
use crate::declaration::Declaration;
use crate::house::HouseRules;
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;

/// What a seat may ask for; the only way to change anything. On the wire an object whose field `type` is the name in
/// capitals, such as `PLAY_DOMINO`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoCommand"))]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Command {
    /// Promise a secret from which all tiles will be dealt. For the table itself, before the start.
    Commit {
        /// The name of the game.
        game_id: String,
        /// The SHA-256 of the secret.
        commitment: Hex,
    },
    /// Add a text of one's own to the deals, before the start.
    Mix {
        /// The seat.
        player: Seat,
        /// The text, 1 to 64 characters.
        client_seed: String,
    },
    /// Show the promised secret. For the table itself, after the end.
    Reveal {
        /// The secret.
        server_seed: Hex,
    },
    /// Set up the table and deal.
    StartGame {
        /// The seed of the first hand, for practice; without it the tiles come from the promised secret, or where nothing
        /// was promised from a seed that is drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u32>,
        /// Who sits where; seat 0 against three bots if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player_types: Option<BySeat<PlayerType>>,
        /// Who deals; seat 3 if left out, so that seat 0 speaks first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dealer: Option<Seat>,
        /// What the table agrees on.
        #[serde(default)]
        house: HouseRules,
    },
    /// Bid.
    PlaceBid {
        /// The seat.
        player: Seat,
        /// Its bid.
        bid: Bid,
    },
    /// Pass.
    Pass {
        /// The seat.
        player: Seat,
    },
    /// Name trumps, or a special contract.
    SelectTrump {
        /// The seat.
        player: Seat,
        /// What it names.
        trump: Declaration,
    },
    /// Play a tile.
    PlayDomino {
        /// The seat.
        player: Seat,
        /// The tile.
        domino: Tile,
    },
    /// Agree to turn the trick over, or to count the hand.
    AgreeToAction {
        /// The seat.
        player: Seat,
        /// To what.
        action: ConsensusAction,
    },
    /// Set the pace of AI seats.
    EnableQuickplay {
        /// The pace; unchanged if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<Speed>,
    },
    /// Let AI seats act at the normal pace.
    DisableQuickplay {},
    /// Deal again during the auction: for the only person at a table of bots.
    RequestRedeal {},
    /// Write down what machinery did: an AI or effect event of the own seat, or an animation. It changes nothing at the
    /// table.
    Record {
        /// The event.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
        event: Box<Event>,
    },
}

impl Command {
    /// The seat that the command speaks for, if it speaks for one.
    #[must_use]
    pub const fn player(&self) -> Option<Seat> {
        match self {
            Self::PlaceBid { player, .. }
            | Self::Pass { player }
            | Self::SelectTrump { player, .. }
            | Self::PlayDomino { player, .. }
            | Self::Mix { player, .. }
            | Self::AgreeToAction { player, .. } => Some(*player),
            Self::Commit { .. }
            | Self::Reveal { .. }
            | Self::StartGame { .. }
            | Self::EnableQuickplay { .. }
            | Self::DisableQuickplay {}
            | Self::RequestRedeal {}
            | Self::Record { .. } => None,
        }
    }
}

/// In the words of the table: `pass`, `bid 31`, `trump 5`, `play 6-4`, `agree`.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commit { .. } => f.write_str("promise"),
            Self::Mix { client_seed, .. } => write!(f, "mix {client_seed}"),
            Self::Reveal { .. } => f.write_str("reveal"),
            Self::StartGame { .. } => f.write_str("start"),
            Self::PlaceBid { bid, .. } => write!(f, "bid {bid}"),
            Self::Pass { .. } => f.write_str("pass"),
            Self::SelectTrump { trump, .. } => write!(f, "trump {trump}"),
            Self::PlayDomino { domino, .. } => write!(f, "play {domino}"),
            Self::AgreeToAction { .. } => f.write_str("agree"),
            Self::EnableQuickplay { .. } => f.write_str("quickplay on"),
            Self::DisableQuickplay {} => f.write_str("quickplay off"),
            Self::RequestRedeal {} => f.write_str("redeal"),
            Self::Record { .. } => f.write_str("record"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_defaults_and_nothing_more() {
        let start: Command = serde_json::from_str(r#"{"type":"START_GAME"}"#).unwrap();
        let house = HouseRules::default();
        assert_eq!(start, Command::StartGame { seed: None, player_types: None, dealer: None, house });
        let play: Command =
            serde_json::from_str(r#"{"type":"PLAY_DOMINO","player":1,"domino":"6-4"}"#).unwrap();
        assert_eq!(play, Command::PlayDomino { player: Seat::ALL[1], domino: "6-4".parse().unwrap() });
        for text in [
            r#"{"type":"START_GAME","seed":4294967296}"#,
            r#"{"type":"START_GAME","seed":-1}"#,
            r#"{"type":"PASS","player":1,"bid":"30"}"#,
            r#"{"type":"REQUEST_REDEAL","player":1}"#,
            r#"{"type":"START_GAME","playerTypes":["human","ai"]}"#,
        ] {
            assert!(serde_json::from_str::<Command>(text).is_err(), "{text}");
        }
    }
}
