use num_bigint::BigUint;
use num_traits::Zero as _;
use serde::{Deserialize, Serialize};

use crate::{Counted, DiceRoll, Fraction, NetOdds, Odds, PoolOdds};

/// One of the two in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Who started it.
    Initiator,
    /// Who resists.
    Defender,
}

/// What happened in a contest; [`Self::winner`] says who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ContestedOutcome {
    /// The initiator has more net successes.
    InitiatorWins,
    /// The defender has more net successes.
    DefenderWins,
    /// Both have as many; the initiator gets a minor advantage.
    Tie,
    /// Both fumbled, and nobody wins.
    BothFumble,
    /// The initiator fumbled, so the defender wins.
    InitiatorFumble,
    /// The defender fumbled, so the initiator wins.
    DefenderFumble,
}

/// A contest that was fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestedCheck<R = DiceRoll> {
    /// The initiator's roll.
    pub initiator: R,
    /// The defender's roll.
    pub defender: R,
    /// What happened.
    pub outcome: ContestedOutcome,
    /// The winner's net successes less the loser's; 0 where nobody wins.
    pub margin: u64,
    /// Who started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiator_id: Option<String>,
    /// Who resisted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender_id: Option<String>,
}

/// The exact odds of a contest.
///
/// ```
/// use pools::{ContestOdds, ContestedOutcome, DiceSystem, PoolOdds, Side};
///
/// let system = DiceSystem::standard();
/// let (six, four) = (system.pool("initiator", 6)?, system.pool("defender", 4)?);
/// let odds = ContestOdds::new(&PoolOdds::new(&system, six), &PoolOdds::new(&system, four));
/// assert_eq!(odds.wins(Side::Initiator).to_string(), "1194974361/2500000000");
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestOdds {
    outcomes: Odds<ContestedOutcome>,
}

impl ContestedOutcome {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::InitiatorWins,
        Self::DefenderWins,
        Self::Tie,
        Self::BothFumble,
        Self::InitiatorFumble,
        Self::DefenderFumble,
    ];

    /// What happens when these two rolls meet. Fumbles come first.
    #[must_use]
    pub fn of_rolls<R: Counted>(initiator: &R, defender: &R) -> Self {
        Self::between((initiator.net(), initiator.is_fumble()), (defender.net(), defender.is_fumble()))
    }

    /// What happens when these results meet, each with whether it is a fumble.
    #[must_use]
    pub fn between(initiator: (i64, bool), defender: (i64, bool)) -> Self {
        match (initiator.1, defender.1, initiator.0.cmp(&defender.0)) {
            (true, true, _) => Self::BothFumble,
            (true, false, _) => Self::InitiatorFumble,
            (false, true, _) => Self::DefenderFumble,
            (false, false, std::cmp::Ordering::Greater) => Self::InitiatorWins,
            (false, false, std::cmp::Ordering::Less) => Self::DefenderWins,
            (false, false, std::cmp::Ordering::Equal) => Self::Tie,
        }
    }

    /// The winner's result less the loser's; 0 where nobody wins.
    #[must_use]
    pub const fn margin(self, initiator: i64, defender: i64) -> u64 {
        // A fumbled roll has no net successes, so the difference is the winner's.
        match self.winner() {
            Some(_) => initiator.abs_diff(defender),
            None => 0,
        }
    }

    /// Who won, if anybody.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::InitiatorWins | Self::DefenderFumble => Some(Side::Initiator),
            Self::DefenderWins | Self::InitiatorFumble => Some(Side::Defender),
            Self::Tie | Self::BothFumble => None,
        }
    }

    /// Who has the minor advantage of a tie: the initiator.
    #[must_use]
    pub const fn minor_advantage(self) -> Option<Side> {
        match self {
            Self::Tie => Some(Side::Initiator),
            Self::InitiatorWins
            | Self::DefenderWins
            | Self::BothFumble
            | Self::InitiatorFumble
            | Self::DefenderFumble => None,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InitiatorWins => "initiator_wins",
            Self::DefenderWins => "defender_wins",
            Self::Tie => "tie",
            Self::BothFumble => "both_fumble",
            Self::InitiatorFumble => "initiator_fumble",
            Self::DefenderFumble => "defender_fumble",
        }
    }
}

impl<R: Counted> ContestedCheck<R> {
    /// Judges two rolls.
    #[must_use]
    pub fn judge(initiator: R, defender: R) -> Self {
        let outcome = ContestedOutcome::of_rolls(&initiator, &defender);
        let margin = outcome.margin(initiator.net(), defender.net());
        Self { initiator, defender, outcome, margin, initiator_id: None, defender_id: None }
    }

    /// The same with the names of the two.
    #[must_use]
    pub fn between(mut self, initiator: &str, defender: &str) -> Self {
        self.initiator_id = Some(initiator.to_owned());
        self.defender_id = Some(defender.to_owned());
        self
    }
}

impl ContestOdds {
    /// The odds of two pools against each other.
    #[must_use]
    pub fn new(initiator: &PoolOdds, defender: &PoolOdds) -> Self {
        Self::of_net(initiator.counted(), defender.counted())
    }

    /// The odds of any two results against each other.
    #[must_use]
    pub fn of_net(initiator: &NetOdds, defender: &NetOdds) -> Self {
        let (mine, theirs) = (initiator.net(), defender.net());
        let (my_fumbles, their_fumbles) = (initiator.fumble_cases(), defender.fumble_cases());
        let (mut wins, mut ties) = (BigUint::zero(), BigUint::zero());
        // The defender's clean cases below the initiator's net successes.
        let mut below = BigUint::zero();
        let mut others = theirs.weights().iter().map(|(net, _)| *net).peekable();
        for &(net, _) in mine.weights() {
            let cases = initiator.clean_cases(net);
            while let Some(lower) = others.next_if(|&lower| lower < net) {
                below += defender.clean_cases(lower);
            }
            wins += &cases * &below;
            ties += cases * defender.clean_cases(net);
        }
        let (my_clean, their_clean) = (mine.total() - my_fumbles, theirs.total() - their_fumbles);
        let losses = &my_clean * &their_clean - &wins - &ties;
        let outcomes = Odds::ascending([
            (ContestedOutcome::InitiatorWins, wins),
            (ContestedOutcome::DefenderWins, losses),
            (ContestedOutcome::Tie, ties),
            (ContestedOutcome::BothFumble, my_fumbles * their_fumbles),
            (ContestedOutcome::InitiatorFumble, my_fumbles * their_clean),
            (ContestedOutcome::DefenderFumble, my_clean * their_fumbles),
        ]);
        Self { outcomes }
    }

    /// The distribution over what can happen.
    #[must_use]
    pub const fn outcomes(&self) -> &Odds<ContestedOutcome> {
        &self.outcomes
    }

    /// The chance that this side wins, by net successes or by the other's fumble.
    #[must_use]
    pub fn wins(&self, side: Side) -> Fraction {
        self.outcomes.chance_that(|outcome| outcome.winner() == Some(side))
    }
}

/// How well a contest ended for the initiator, from worst to best: lost by much, lost by little, both fumbled, tied with
/// the minor advantage, won by little, won by much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContestStanding {
    rank: u8,
    /// Positive where the initiator won, negative where the defender did.
    lead: i64,
}

impl ContestStanding {
    /// The standing of two rolls.
    #[must_use]
    pub fn of_rolls<R: Counted>(initiator: &R, defender: &R) -> Self {
        Self::between((initiator.net(), initiator.is_fumble()), (defender.net(), defender.is_fumble()))
    }

    /// The standing of two results, each with whether it is a fumble.
    #[must_use]
    pub fn between(initiator: (i64, bool), defender: (i64, bool)) -> Self {
        let outcome = ContestedOutcome::between(initiator, defender);
        let lead = initiator.0 - defender.0;
        match (outcome, outcome.winner()) {
            (_, Some(Side::Defender)) => Self { rank: 0, lead },
            (ContestedOutcome::BothFumble, _) => Self { rank: 1, lead: 0 },
            (_, None) => Self { rank: 2, lead: 0 },
            (_, Some(Side::Initiator)) => Self { rank: 3, lead },
        }
    }

    /// Its place in the order of all standings: the worse, the lower.
    #[must_use]
    pub const fn place(self) -> i64 {
        // No two results are so far apart: they have twelve digits.
        (self.rank as i64) * (1 << 44) + self.lead
    }

    /// The [places](Self::place) of every way a contest can end, with their odds. It takes a product for every pair of
    /// results.
    #[must_use]
    pub fn odds(initiator: &NetOdds, defender: &NetOdds) -> Odds {
        let cases = |odds: &NetOdds| -> Vec<((i64, bool), BigUint)> {
            let clean = odds.net().weights().iter().map(|&(net, _)| ((net, false), odds.clean_cases(net)));
            clean.chain([((0, true), odds.fumble_cases().clone())]).collect()
        };
        let (mine, theirs) = (cases(initiator), cases(defender));
        Odds::from_weights(mine.iter().flat_map(|(first, weight)| {
            theirs.iter().map(move |(second, times)| (Self::between(*first, *second).place(), weight * times))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceSystem, brute};

    fn roll(faces: &[u8]) -> DiceRoll {
        DiceRoll::of_faces(&DiceSystem::standard(), faces.to_vec())
    }

    fn contest(initiator: &[u8], defender: &[u8]) -> ContestedCheck {
        ContestedCheck::judge(roll(initiator), roll(defender))
    }

    #[test]
    fn contested_check_compares_net_successes() {
        let check = contest(&[8, 8, 2], &[8, 9, 1]);
        assert_eq!(check.outcome, ContestedOutcome::InitiatorWins);
        let check = contest(&[7, 7, 7], &[8, 2]);
        assert_eq!(
            (check.outcome, check.outcome.winner()),
            (ContestedOutcome::DefenderWins, Some(Side::Defender))
        );
    }

    #[test]
    fn initiator_fumble_means_defender_auto_wins() {
        let check = contest(&[1, 2], &[2, 3]);
        assert_eq!(check.outcome, ContestedOutcome::InitiatorFumble);
        assert_eq!((check.outcome.winner(), check.margin), (Some(Side::Defender), 0));
        let check = contest(&[8, 8], &[1, 3]);
        assert_eq!(check.outcome, ContestedOutcome::DefenderFumble);
        assert_eq!((check.outcome.winner(), check.margin), (Some(Side::Initiator), 2));
    }

    #[test]
    fn both_fumble_is_mutual_failure() {
        let check = contest(&[1, 2], &[1, 1]);
        assert_eq!((check.outcome, check.margin), (ContestedOutcome::BothFumble, 0));
        assert_eq!(check.outcome.winner(), None);
    }

    #[test]
    fn tie_gives_initiator_minor_advantage() {
        let check = contest(&[8, 2], &[9, 3]);
        assert_eq!((check.outcome, check.outcome.winner()), (ContestedOutcome::Tie, None));
        assert_eq!(check.outcome.minor_advantage(), Some(Side::Initiator));
        assert_eq!(ContestedOutcome::BothFumble.minor_advantage(), None);
    }

    #[test]
    fn margin_calculated_correctly() {
        assert_eq!(contest(&[8, 8, 8, 2], &[9, 3]).margin, 2);
        assert_eq!(contest(&[8, 2], &[9, 9, 9, 9]).margin, 3);
        assert_eq!(contest(&[8], &[9]).margin, 0);
    }

    #[test]
    fn standings_rank_from_a_loss_by_much_to_a_win_by_much_and_agree_with_the_outcomes() {
        let order = [
            ((0, false), (3, false)),
            ((0, true), (1, false)),
            ((0, true), (0, false)),
            ((0, true), (0, true)),
            ((2, false), (2, false)),
            ((0, false), (0, true)),
            ((3, false), (1, false)),
            ((5, false), (0, true)),
        ];
        let ranked = order.map(|(first, second)| ContestStanding::between(first, second));
        assert!(ranked.is_sorted(), "{ranked:?}");
        let places = ranked.map(ContestStanding::place);
        assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
        let system = DiceSystem::standard();
        let pool = |dice| PoolOdds::new(&system, system.pool("pool", dice).unwrap());
        let (six, four) = (pool(6), pool(4));
        let standings = ContestStanding::odds(six.counted(), four.counted());
        let odds = ContestOdds::new(&six, &four);
        let of_rank = |rank: i64| standings.chance_that(|place| (place + (1 << 43)) >> 44 == rank);
        assert_eq!(of_rank(0), odds.wins(Side::Defender));
        assert_eq!(of_rank(3), odds.wins(Side::Initiator));
        let mean = standings.iter().fold(Fraction::zero(), |sum, (standing, share)| {
            sum.plus(&share.times(&standings.rank(standing)))
        });
        assert_eq!(mean, Fraction::new(1, 2), "the mean of all percentiles");
    }

    #[test]
    fn odds_agree_with_every_pair_of_rolls() {
        let system = DiceSystem::standard();
        for (first, second) in [(1, 1), (3, 2), (1, 4), (3, 3)] {
            let theirs: Vec<DiceRoll> = brute::rolls(second).map(|faces| roll(&faces)).collect();
            let slow = Odds::from_weights(brute::rolls(first).flat_map(|faces| {
                let mine = roll(&faces);
                theirs
                    .iter()
                    .map(move |theirs| (ContestedOutcome::of_rolls(&mine, theirs), 1u32))
                    .collect::<Vec<_>>()
            }));
            let pool = |dice: u32| PoolOdds::new(&system, system.pool("pool", dice.into()).unwrap());
            assert_eq!(
                *ContestOdds::new(&pool(first), &pool(second)).outcomes(),
                slow,
                "{first} against {second}"
            );
        }
    }
}
