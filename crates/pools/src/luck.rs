use serde::{Deserialize, Serialize};

use crate::{AttackOdds, AttackPlan, ContestStanding, Counted, DiceSystem, NetOdds, Odds};

/// A roll among all that could have been: the percentile of each, its chance, and which of them came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ranked {
    /// Every percentile that could have come, ascending, with its chance.
    ranks: Vec<(f64, f64)>,
    /// The one that came.
    percentile: f64,
}

/// How lucky several rolls were together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Luck {
    /// How many rolls.
    pub rolls: usize,
    /// The mean of their percentiles, from 0 to 1; one half is to be expected.
    pub mean: f64,
    /// The share of nights with the same dice that are worse, and half of those that are equal.
    pub percentile: f64,
}

impl Ranked {
    /// A roll of net successes, fumbles below a plain 0.
    #[must_use]
    pub fn of_net(odds: &NetOdds, net: i64, is_fumble: bool) -> Self {
        let fumble = (!odds.fumble().is_zero()).then_some((0, true));
        let all = odds
            .net()
            .weights()
            .iter()
            .map(|&(net, _)| (net, false))
            .filter(|&(net, _)| net != 0 || !odds.plain_failure().is_zero());
        // A fumble has no net success: it stands right before the plain 0, after whatever is negative.
        let mut order: Vec<(i64, bool)> = all.collect();
        let worse = order.partition_point(|&(net, _)| net < 0);
        if let Some(fumble) = fumble {
            order.insert(worse, fumble);
        }
        let share = |&(net, fumble): &(i64, bool)| {
            let chance = match (fumble, net) {
                (true, _) => odds.fumble(),
                (false, 0) => odds.plain_failure(),
                (false, net) => odds.net().probability(&net),
            };
            chance.value()
        };
        let shares: Vec<f64> = order.iter().map(share).collect();
        let place = order.iter().position(|&known| known == (net, is_fumble)).unwrap_or(0);
        Self::of_shares(&shares, place)
    }

    /// A roll among all of these dice.
    #[must_use]
    pub fn of_roll<R: Counted>(odds: &NetOdds, roll: &R) -> Self {
        Self::of_net(odds, roll.net(), roll.is_fumble())
    }

    /// A contest, as its initiator sees it; `None` where there are too many pairs to count behind a roll.
    #[must_use]
    pub fn of_contest<R: Counted>(initiator: (&NetOdds, &R), defender: (&NetOdds, &R)) -> Option<Self> {
        let ((first, one), (second, other)) = (initiator, defender);
        if first.net().weights().len() * second.net().weights().len() > MOST_PAIRS {
            return None;
        }
        let standing = ContestStanding::of_rolls(one, other);
        Some(Self::of(&ContestStanding::odds(first, second), &standing.place()))
    }

    /// An attack by its damage; `None` where there are too many damage dice to count behind a roll.
    #[must_use]
    pub fn of_attack(system: &DiceSystem, attack: &NetOdds, plan: AttackPlan, damage: u32) -> Option<Self> {
        let few = plan.damage().dice() <= MOST_DAMAGE_DICE;
        few.then(|| Self::of(AttackOdds::of_net(system, attack, plan).damage(), &i64::from(damage)))
    }

    /// Any outcome among all.
    #[must_use]
    pub fn of<T: Ord + Clone>(odds: &Odds<T>, outcome: &T) -> Self {
        let shares: Vec<f64> = odds.iter().map(|(_, share)| share.value()).collect();
        let place = odds.weights().iter().position(|(known, _)| known == outcome).unwrap_or(0);
        Self::of_shares(&shares, place)
    }

    fn of_shares(shares: &[f64], place: usize) -> Self {
        let mut below = 0.0;
        let rank = |share: &f64| {
            let rank = below + share / 2.0;
            below += share;
            (rank, *share)
        };
        let ranks: Vec<(f64, f64)> = shares.iter().map(rank).collect();
        let percentile = ranks.get(place).map_or(0.5, |(rank, _)| *rank);
        Self { ranks, percentile }
    }

    /// The share of lower rolls and half the share of equal ones.
    #[must_use]
    pub const fn percentile(&self) -> f64 {
        self.percentile
    }
}

/// Pairs of results of a contest, and damage dice of an attack, that are counted behind a roll.
const MOST_PAIRS: usize = 2000;
const MOST_DAMAGE_DICE: u32 = 20;
/// Steps into which the sum of all percentiles is divided: finer than anybody reads off a night.
const STEPS: usize = 20_000;

impl Luck {
    /// The most rolls of one night; earlier ones are left out.
    pub const MOST: usize = 500;

    /// The luck of rolls; `None` if there are none.
    ///
    /// The sum of the percentiles is compared with the distribution that the same dice have, counted outcome by outcome
    /// on a grid of 20,000 steps. A large night is not taken for a normal distribution.
    #[must_use]
    pub fn of<'a>(rolls: impl IntoIterator<Item = &'a Ranked>) -> Option<Self> {
        let rolls: Vec<&Ranked> = rolls.into_iter().collect();
        let rolls = &rolls[rolls.len().saturating_sub(Self::MOST)..];
        if rolls.is_empty() {
            return None;
        }
        let steps = STEPS / rolls.len();
        #[expect(clippy::cast_precision_loss, reason = "at most 20,000")]
        let scale = steps as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 20,000")]
        // Not by `clamp`, which can say both bounds in a panic: the writing of floats is 7 KB of the browser module.
        let step = |rank: f64| (rank * scale).round().max(0.0).min(scale) as usize;
        let mut sums = vec![1.0];
        let mut came = 0;
        for roll in rolls {
            // Dice with many results have several within one step, which bounds the work whatever was rolled.
            let mut shifts: Vec<(usize, f64)> = Vec::new();
            for &(rank, share) in &roll.ranks {
                let shift = step(rank);
                match shifts.last_mut() {
                    Some((last, sum)) if *last == shift => *sum += share,
                    _ => shifts.push((shift, share)),
                }
            }
            let mut next = vec![0.0; sums.len() + steps];
            for (shift, share) in shifts {
                for (place, chance) in sums.iter().enumerate() {
                    next[place + shift] += chance * share;
                }
            }
            sums = next;
            came += step(roll.percentile);
        }
        // What is equal in truth may be a step apart on the grid.
        let about = rolls.len().isqrt();
        let (low, high) = (came.saturating_sub(about), (came + about).min(sums.len() - 1));
        let worse: f64 = sums[..low].iter().sum();
        let equal: f64 = sums[low..=high].iter().sum();
        #[expect(clippy::cast_precision_loss, reason = "at most 500")]
        let mean = rolls.iter().map(|roll| roll.percentile).sum::<f64>() / rolls.len() as f64;
        Some(Self { rolls: rolls.len(), mean, percentile: (worse + equal / 2.0).clamp(0.0, 1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceSystem, PoolOdds};

    fn die(face: i64) -> Ranked {
        Ranked::of(&Odds::from_weights((1..=6).map(|face| (face, 1u32))), &face)
    }

    #[test]
    fn one_roll_is_as_lucky_as_its_percentile() {
        for face in 1..=6 {
            let luck = Luck::of([&die(face)]).unwrap();
            assert!((luck.percentile - die(face).percentile()).abs() < 1e-9, "{face}: {luck:?}");
        }
    }

    #[test]
    fn two_dice_are_ranked_by_their_sum_among_all_36() {
        // The sum of the percentiles orders like the sum of the faces.
        for (first, second) in [(1, 1), (3, 4), (6, 2), (6, 6)] {
            let luck = Luck::of([&die(first), &die(second)]).unwrap();
            let two = Odds::from_weights((1..=6).map(|face| (face, 1u32)));
            let expected = two.plus(&two).percentile(first + second).value();
            assert!((luck.percentile - expected).abs() < 1e-9, "{first}, {second}: {luck:?} {expected}");
        }
        assert!(Luck::of([]).is_none());
    }

    #[test]
    fn a_fumble_is_the_worst_that_can_come() {
        let system = DiceSystem::standard();
        let odds = PoolOdds::new(&system, system.pool("pool", 3).unwrap());
        let rank = |net, fumble| Ranked::of_net(odds.counted(), net, fumble).percentile();
        assert!(rank(0, true) < rank(0, false) && rank(0, false) < rank(1, false));
        assert!((rank(0, true) - odds.fumble().value() / 2.0).abs() < 1e-12);
    }
}
