//! Players that are programs. Each decides from a [`Sight`] and its own seeded luck, and from nothing else.

mod appraisal;
mod belief;
mod bidding;
mod heuristic;
mod inference;
mod reading;
mod record;
mod rollout;
mod seated;
mod standing;
mod strong;
#[cfg(feature = "strong1")]
mod strong1;

use std::fmt;
use std::str::FromStr;

use chance::{Chance, InputError, SeededChance};
use serde::{Deserialize, Serialize};

pub(crate) use belief::Belief;
pub use bidding::Prospect;
pub(crate) use bidding::chance_beyond_points;
pub use record::{HandInPlay, HandRecord, play_hand};

use crate::auction::AuctionEnd;
use crate::bid::Bid;
use crate::contract::may_declare;
use crate::declaration::Declaration;
use crate::sight::Sight;
use crate::solver::Solver;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// How well a [`Bot`] plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoSkill"))]
pub enum Skill {
    /// Any legal call and play.
    Random,
    /// A sensible player: bids by trumps, doubles and offs, leads trumps, walks doubles, throws count to its partner.
    Heuristic,
    /// Imagines how the hidden tiles may lie by what was called and played, solves each of those worlds, and does what
    /// makes the bid most often; bids every contract of the house rules and knows the score of the match.
    #[default]
    Strong,
}

impl Skill {
    /// All of them, weakest first.
    pub const ALL: [Self; 3] = [Self::Random, Self::Heuristic, Self::Strong];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heuristic => "heuristic",
            Self::Strong => "strong",
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Skill {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = Self::ALL.into_iter().find(|skill| skill.name() == text);
        known.ok_or_else(|| InputError::quoted("skill", "random, heuristic or strong", text))
    }
}

/// A player that is a program.
///
/// The same seed and the same [`Sight`] give the same decision, whatever was asked before. Its work is bounded in
/// worlds and search, not in time.
///
/// ```
/// use fortytwo::{Bot, Seat, Sight, Skill, deal};
///
/// let hand = deal(2)[Seat::ALL[0]];
/// let sight = Sight::new(Seat::ALL[0], Seat::ALL[3], hand)?;
/// let mut bot = Bot::new(Skill::Heuristic, 1);
/// assert_eq!(bot.bid(&sight), bot.bid(&sight));
/// # Ok::<(), fortytwo::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    mind: Mind,
    luck: SeededChance,
}

/// How a bot decides.
#[derive(Clone, Debug)]
enum Mind {
    Random,
    Heuristic,
    /// The strong one of the first release.
    #[cfg(feature = "strong1")]
    Strong1(Solver),
    Strong(Solver),
}

impl Bot {
    /// A player of this skill.
    #[must_use]
    pub fn new(skill: Skill, seed: u64) -> Self {
        let mind = match skill {
            Skill::Random => Mind::Random,
            Skill::Heuristic => Mind::Heuristic,
            Skill::Strong => Mind::Strong(Solver::new()),
        };
        Self { mind, luck: SeededChance::from_seed(seed) }
    }

    /// The strong player of the first release, kept as it was so that today's can be measured against it: it makes straight
    /// bids, reads calls alone, and does not look at the score.
    #[cfg(feature = "strong1")]
    #[must_use]
    pub fn strong1(seed: u64) -> Self {
        Self { mind: Mind::Strong1(Solver::new()), luck: SeededChance::from_seed(seed) }
    }

    /// How well it plays.
    #[must_use]
    pub const fn skill(&self) -> Skill {
        match self.mind {
            Mind::Random => Skill::Random,
            Mind::Heuristic => Skill::Heuristic,
            #[cfg(feature = "strong1")]
            Mind::Strong1(_) => Skill::Strong,
            Mind::Strong(_) => Skill::Strong,
        }
    }

    /// How many plays it has looked at in its searches, ever: its work, in a unit that is the same on every machine.
    #[must_use]
    pub const fn work(&self) -> u64 {
        match &self.mind {
            Mind::Random | Mind::Heuristic => 0,
            #[cfg(feature = "strong1")]
            Mind::Strong1(solver) => solver.nodes(),
            Mind::Strong(solver) => solver.nodes(),
        }
    }

    /// What to say in the auction: a bid that may be spoken, or `None` to pass. Passes when it is not its turn.
    pub fn bid(&mut self, sight: &Sight) -> Option<Bid> {
        if sight.auction().next() != Some(sight.seat()) {
            return None;
        }
        let legal = sight.auction().legal_bids(sight.rules(), sight.hand().doubles());
        let forced = sight.auction().check_pass(sight.rules()).is_err();
        let mut luck = luck(&self.luck, sight);
        let bid = match &mut self.mind {
            Mind::Random => random_bid(&legal, &mut luck),
            Mind::Heuristic => heuristic::bid(sight, &legal),
            #[cfg(feature = "strong1")]
            Mind::Strong1(solver) => strong1::bid(sight, &legal, &mut luck, solver),
            Mind::Strong(solver) => bidding::bid(sight, &legal, &mut luck, solver),
        };
        if forced { bid.or(legal.first().copied()) } else { bid }
    }

    /// What a strong player thinks of the bids it could make now, for studies of its bidding; nothing of the others, and
    /// nothing when it is not its turn.
    pub fn prospects(&mut self, sight: &Sight) -> Vec<Prospect> {
        let Mind::Strong(solver) = &mut self.mind else { return Vec::new() };
        if sight.auction().next() != Some(sight.seat()) {
            return Vec::new();
        }
        let legal = sight.auction().legal_bids(sight.rules(), sight.hand().doubles());
        bidding::prospects(sight, &legal, &mut luck(&self.luck, sight), solver)
    }

    /// What to name; `None` when it is not for this seat to name something.
    pub fn declare(&mut self, sight: &Sight) -> Option<Declaration> {
        let Some(AuctionEnd::Won { bid, .. }) = sight.auction().end() else { return None };
        if sight.declarer() != Some(sight.seat()) {
            return None;
        }
        let legal: Vec<Declaration> =
            Declaration::ALL.into_iter().filter(|d| may_declare(sight.rules(), bid, *d)).collect();
        let mut luck = luck(&self.luck, sight);
        match &mut self.mind {
            Mind::Random => pick(&legal, &mut luck),
            Mind::Heuristic => Some(heuristic::declare(sight.hand(), &legal)),
            #[cfg(feature = "strong1")]
            Mind::Strong1(solver) => Some(strong1::declare(sight, bid, &legal, &mut luck, solver)),
            Mind::Strong(solver) => Some(bidding::declare(sight, &legal, &mut luck, solver)),
        }
    }

    /// What to play; `None` when it is not this seat's turn.
    pub fn play(&mut self, sight: &Sight) -> Option<Tile> {
        let legal = sight.legal();
        if legal.len() <= 1 {
            return legal.first();
        }
        let mut luck = luck(&self.luck, sight);
        match &mut self.mind {
            Mind::Random => pick(&legal.iter().collect::<Vec<_>>(), &mut luck),
            Mind::Heuristic => heuristic::play(sight),
            #[cfg(feature = "strong1")]
            Mind::Strong1(solver) => strong1::play(sight, &mut luck, solver),
            Mind::Strong(solver) => strong::play(sight, &mut luck, solver),
        }
    }
}

/// Luck for one decision: a stream of its own for each moment of a hand and each seat.
fn luck(luck: &SeededChance, sight: &Sight) -> SeededChance {
    let calls = sight.auction().calls().count() as u64;
    let moment = calls << 8 | u64::from(sight.contract().is_some()) << 7 | sight.seen().len() as u64;
    luck.stream(u64::from(sight.hand().bits()) << 16 | moment << 2 | u64::from(u8::from(sight.seat())))
}

/// The pips, doubles and no trumps, those first that look best for a hand.
pub(crate) fn likely_declarations(hand: TileSet) -> Vec<Declaration> {
    let points = |declaration: Declaration| appraisal::Appraisal::new(hand, declaration).points;
    let mut likely = heuristic::straight().to_vec();
    likely.sort_by(|one, other| points(*other).total_cmp(&points(*one)));
    likely
}

fn random_bid(legal: &[Bid], luck: &mut SeededChance) -> Option<Bid> {
    // As likely to pass as to speak, or every auction would end in marks.
    if luck.below(2) == 0 { None } else { pick(legal, luck) }
}

fn pick<T: Copy>(list: &[T], luck: &mut SeededChance) -> Option<T> {
    let bound = u32::try_from(list.len()).ok().filter(|len| *len > 0)?;
    list.get(luck.below(bound) as usize).copied()
}
