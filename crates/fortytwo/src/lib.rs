//! Texas 42, the domino game for two against two.
//!
//! # The rules
//!
//! The 28 tiles are dealt, seven to each of four seats; 0 and 2 are partners against 1 and 3. Every seat speaks once
//! in the auction, from the left of the dealer: 30 to 41 points, or marks, or pass. The winner names the trumps (a
//! pip, the doubles, or none) and leads. A trump belongs to trumps alone; any other tile leads its higher pip and
//! follows either of its pips. Who can follow must; nobody must trump. The highest trump wins the trick, else the
//! highest tile of the suit led, the double being highest. A trick is worth one point and what its tiles count (5-5
//! and 6-4 ten, 5-0, 4-1 and 3-2 five), 42 in all. Who makes the bid, or sets it, wins a mark, or the marks that were
//! bid; seven marks win the game. House rules add nello, splash, plunge, sevens and the forced bid.
//!
//! # How the types meet
//!
//! - Tiles: [`Tile`], [`Pip`], [`TileSet`]; [`deal`] turns a seed into four hands.
//! - The table: [`Seat`], [`Team`], and values for each of them, [`BySeat`] and [`ByTeam`].
//! - The auction: [`Bid`], [`Auction`], under the [`HouseRules`] of the table.
//! - Suits: [`Declaration`] says which tiles follow a lead, which are legal, what a play gives away, and who wins.
//! - Score: [`Contract`] judges a [`Tally`], [`Outcome`] by outcome.
//!
//! ```
//! use fortytwo::{Declaration, Tile, trick_points};
//!
//! let fives: Declaration = "5".parse()?;
//! let plays = ["6-5", "6-6", "5-0", "6-4"].map(|tile| tile.parse::<Tile>().unwrap());
//! assert_eq!(fives.winner(&plays), Some(0));
//! assert_eq!(trick_points(&plays), 16);
//! # Ok::<(), fortytwo::InputError>(())
//! ```

mod ai;
mod auction;
mod bid;
mod contract;
mod deal;
mod declaration;
mod error;
mod house;
mod seat;
mod sight;
mod solver;
mod tile;
mod tile_set;
mod world;

pub use ai::{Bot, HandRecord, Skill, play_hand};
pub use auction::{Auction, AuctionEnd, BidRefusal};
pub use bid::{Bid, Marks, Points};
pub use contract::{Contract, HAND_POINTS, Outcome, TRICKS, Tally, declarer, may_declare};
pub use deal::{deal, next_seed};
pub use declaration::{Declaration, Suit, trick_points};
pub use error::InputError;
pub use house::{HouseRules, TargetMarks};
pub use seat::{BySeat, ByTeam, Seat, Team};
pub use sight::Sight;
pub use solver::{Goal, Layout, Solver, Stake};
pub use tile::{Pip, Tile};
pub use tile_set::{TileSet, Tiles};
pub use world::Worlds;
