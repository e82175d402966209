//! Texas 42, the domino game for two against two.
//!
//! # The rules
//!
//! The 28 tiles are dealt, seven to each of four seats; 0 and 2 are partners against 1 and 3. Every seat speaks once
//! in the auction, from the left of the dealer: 30 to 41 points, or marks, or pass. The winner names the trumps (a
//! pip, the doubles, or none) and leads. A trump belongs to trumps alone; any other tile leads its higher pip and
//! follows either of its pips. A player who can follow must follow; nobody must trump. The highest trump wins the trick,
//! else the highest tile of the suit led, the double being highest. A trick is worth one point plus the count of its tiles
//! (5-5 and 6-4 ten, 5-0, 4-1 and 3-2 five), 42 in all. The team that makes the bid, or sets it, wins a mark, or the marks
//! that were bid; seven marks win the game. House rules add nello, splash, plunge, sevens and the forced bid.
//!
//! # How the types meet
//!
//! - Tiles: [`Tile`], [`Pip`], [`TileSet`]; [`deal`] turns a seed into four hands. At live tables there is no
//!   seed: the table commits to a secret of 256 bits before the first hand ([`Command::Commit`]), every deal follows from it
//!   and the texts mixed in by the players ([`FortyTwo::luck`]), and [`check_deals`] verifies it once it is revealed.
//! - The table: [`Seat`], [`Team`], and values for each of them, [`BySeat`] and [`ByTeam`].
//! - The auction: [`Bid`], [`Auction`], under the [`HouseRules`] of the table.
//! - Suits: [`Declaration`] says which tiles follow a lead, which are legal, what a play reveals, and who wins.
//! - Score: a [`Contract`] turns a [`Tally`] into an [`Outcome`].
//! - The game: [`FortyTwo`] is a [`ledger::Game`]. A [`Command`] makes one choice (`choice.rs`), the rules add its
//!   consequences (`consequence.rs`), and the [`Event`]s are folded by small [`projections`]. A seat gets its [`View`].
//! - Analysis: [`Solver`] values a [`Layout`] with every tile face up; [`Sight`] is the knowledge of one seat, [`Worlds`] the
//!   deals that are consistent with it; [`hand_odds`] and [`PlayStudy`] combine them, a [`Hint`]
//!   gives a seat the value of its choices, [`GameReview`] values every choice of a finished game, with all
//!   tiles face up and by what its seat could know, and [`JudgedHand`] has the losses of one seat by what it could
//!   know. [`SightData`] and [`HandData`] are a sight and a hand as JSON.
//! - Players: a [`Bot`] of some [`Skill`] decides from a [`Sight`], which can be made from a [`View`].
//! - Duplicate: a [`TableResult`] is the result of each deal at one table, a [`Comparison`] compares two tables with the same
//!   deals.
//! - Runtime: [`effects`] say when AI seats act, [`share`] makes links and the events that each seat may see.
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
//!
//! A whole game, by four bots:
//!
//! ```
//! use chance::SeededChance;
//! use fortytwo::{Bot, Command, FortyTwo, HouseRules, Phase, Seat, Skill, share};
//! use ledger::{Game, Log, Source, Stamp};
//!
//! let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(1));
//! let stamp = Stamp { timestamp: 0, source: Source::Engine };
//! let house = HouseRules::default();
//! let start = Command::StartGame { seed: Some(42), player_types: None, dealer: None, house };
//! log.submit(ledger::Seat(0), "start", None, &start, &mut luck, stamp)?;
//! let mut bot = Bot::new(Skill::Heuristic, 1);
//! while log.state().phase() != Phase::GameOver {
//!     // The next seat that has something to do decides from what it may know.
//!     let next = Seat::ALL.into_iter().find_map(|seat| bot.choose(&log.state().view(Some(seat.into()))));
//!     let command = next.expect("somebody always has something to do");
//!     let seat = command.player().expect("moves are made by seats");
//!     log.submit(seat.into(), &log.version().to_string(), None, &command, &mut luck, stamp)?;
//! }
//! let link = share::to_link(&log)?;
//! assert_eq!(share::from_link(&link.into_iter().collect(), stamp)?.state(), log.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ai;
mod auction;
mod bid;
mod choice;
mod consensus_action;
mod consequence;
mod contract;
mod deal;
#[allow(clippy::wildcard_enum_match_arm, reason = "a check of deals looks at deals")]
mod deal_check;
mod declaration;
mod drill;
mod duplicate;
mod effect;
pub mod effects;
mod event;
mod game;
mod game_review;
mod hint;
mod house;
mod judgement;
mod misplay;
mod moment;
mod odds;
mod perspective;
#[allow(clippy::wildcard_enum_match_arm, reason = "a projection names the events that concern it")]
pub mod projections;
mod refusal;
mod review;
#[cfg(feature = "schema")]
mod schema;
mod seat;
mod seed_finder;
pub mod share;
mod sight;
mod solver;
mod tile;
mod tile_set;
mod view;
mod wire;
mod world;

pub use ai::{Bot, HandInPlay, HandRecord, Prospect, Skill, play_hand};
pub use auction::{Auction, AuctionEnd, BidRefusal};
pub use bid::{Bid, Marks, Points};
pub use chance::InputError;
pub use consensus_action::ConsensusAction;
pub use contract::{Contract, HAND_POINTS, Outcome, TRICKS, Tally, declarer, may_declare};
pub use deal::{deal, deal_by, next_seed};
pub use deal_check::{DealCheck, DealError, check_deals};
pub use declaration::{Declaration, Suit, trick_points};
pub use drill::{Drill, DrillKind, DrillTrick};
pub use duplicate::{ComparedDeal, Comparison, TableResult};
pub use event::{Command, Event, HandReason, PlayerType, Speed};
pub use game::FortyTwo;
pub use game_review::{
    BestDeclaration, CallReview, DeclarationReview, GameReview, ReviewStudy, ReviewedHand,
};
pub use hint::{BidOdds, DeclarationOdds, Hint, Share, TileOdds, hint_luck, nameable};
pub use house::{HouseRules, TargetMarks};
pub use judgement::{JudgedChoice, JudgedHand, JudgedOption, Seen};
pub use misplay::Misplay;
pub use moment::{Choice, Moment};
pub use odds::{HandOdds, HandStudy, PlayOdds, PlayStudy, Proportion, hand_odds};
pub use projections::{CompletedTrick, Phase, Play};
pub use refusal::Refusal;
pub use review::{HandReview, PlayReview, TileReview, TileValue};
pub use seat::{BySeat, ByTeam, Seat, Team};
pub use seed_finder::{FoundSeed, Wish, fits_wish};
pub use sight::Sight;
pub use solver::{Goal, Layout, Solver, Stake};
pub use tile::{Pip, Tile};
pub use tile_set::{TileSet, Tiles};
pub use view::{Asked, Call, View};
pub use wire::{HandData, SightData};
pub use world::Worlds;
