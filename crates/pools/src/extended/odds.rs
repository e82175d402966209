use num_bigint::BigUint;
use num_traits::Zero as _;
use serde::Serialize;

use crate::input;
use crate::{ExtendedProgress, ExtendedStatus, ExtendedTerms, Fraction, InputError, NetOdds};

/// The exact odds of an extended check, round by round.
///
/// ```
/// use pools::{DiceSystem, ExtendedOdds, ExtendedTerms};
///
/// let terms = ExtendedTerms::new(&DiceSystem::standard(), 6, 10, 5)?;
/// let odds = ExtendedOdds::new(&terms)?;
/// assert_eq!(odds.success().to_string(), "616037905429157780769388833/4000000000000000000000000000");
/// assert_eq!(odds.by_round().len(), 5);
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtendedOdds {
    rounds: Vec<RoundCases>,
    /// Cases of each number of successes after the last round, over its total.
    unfinished: Vec<BigUint>,
}

/// Where all cases stand after a round. Fractions are made when they are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RoundCases {
    round: u32,
    success: BigUint,
    catastrophe: BigUint,
    total: BigUint,
}

/// Where an extended check stands after a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundOdds {
    /// The round, from 1.
    pub round: u32,
    /// The target has been reached by now.
    pub cum_success: Fraction,
    /// It has ended in catastrophe by now.
    pub cum_catastrophic: Fraction,
    /// It goes on; after the last round, it has failed.
    pub ongoing: Fraction,
}

/// The most limb multiplications that are worth waiting for: about two seconds.
const MOST_WORK: u64 = 1_000_000_000;

/// Where a check can stand: for each number of fumbles in a row, the cases of each number of successes.
type Cases = Vec<Vec<BigUint>>;

impl ExtendedOdds {
    /// The odds of a check before its first round.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a check so long that an exact answer would take minutes.
    pub fn new(terms: &ExtendedTerms) -> Result<Self, InputError> {
        Self::from(terms, 0, 0, 0)
    }

    /// The odds of a check under way; a check that is over has no round left and is what it is.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn of_progress(progress: &ExtendedProgress) -> Result<Self, InputError> {
        let done = progress.terms.rounds() - progress.rounds_remaining();
        let last = |success: u32, catastrophe: u32| {
            let (success, catastrophe, total) = (success.into(), catastrophe.into(), BigUint::from(1u32));
            let round = RoundCases { round: done, success, catastrophe, total };
            Ok(Self { rounds: vec![round], unfinished: Vec::new() })
        };
        match progress.status {
            ExtendedStatus::InProgress => {
                Self::from(&progress.terms, progress.accumulated, progress.consecutive_fumbles, done)
            }
            ExtendedStatus::Succeeded => last(1, 0),
            ExtendedStatus::CatastrophicFailure => last(0, 1),
            ExtendedStatus::Failed | ExtendedStatus::Abandoned => last(0, 0),
        }
    }

    /// About how many steps [`Self::of_progress`] takes, each about two nanoseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn steps_of_progress(progress: &ExtendedProgress) -> Result<u64, InputError> {
        match progress.status {
            ExtendedStatus::InProgress => check_work(&progress.terms, progress.rounds_remaining()),
            ExtendedStatus::Succeeded
            | ExtendedStatus::Failed
            | ExtendedStatus::CatastrophicFailure
            | ExtendedStatus::Abandoned => Ok(0),
        }
    }

    /// About how many steps [`Self::new`] takes, each about two nanoseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn steps(terms: &ExtendedTerms) -> Result<u64, InputError> {
        check_work(terms, terms.rounds())
    }

    fn from(terms: &ExtendedTerms, accumulated: u32, fumbles: u32, done: u32) -> Result<Self, InputError> {
        let rounds = terms.rounds() - done;
        check_work(terms, rounds)?;
        let round = Round::new(terms, &terms.odds()?);
        // Without a catastrophe nobody counts fumbles in a row.
        let streaks = terms.system().catastrophe_after().unwrap_or(1) as usize;
        let mut cases: Cases = vec![vec![BigUint::zero(); terms.target() as usize]; streaks];
        cases[(fumbles as usize).min(streaks - 1)][accumulated as usize] = BigUint::from(1u32);
        let (mut success, mut catastrophe) = (BigUint::zero(), BigUint::zero());
        let mut total = BigUint::from(1u32);
        let mut rounds = Vec::new();
        for number in done + 1..=terms.rounds() {
            total *= &round.total;
            success *= &round.total;
            catastrophe *= &round.total;
            cases = round.play(&cases, &mut success, &mut catastrophe);
            let (success, catastrophe, total) = (success.clone(), catastrophe.clone(), total.clone());
            rounds.push(RoundCases { round: number, success, catastrophe, total });
        }
        let of_sum = |sum: usize| cases.iter().map(|row| &row[sum]).sum();
        let unfinished = (0..terms.target() as usize).map(of_sum).collect();
        Ok(Self { rounds, unfinished })
    }

    /// The chance to reach the target.
    #[must_use]
    pub fn success(&self) -> Fraction {
        self.last(RoundCases::success)
    }

    /// The chance that the rounds run out.
    #[must_use]
    pub fn failed(&self) -> Fraction {
        self.last(RoundCases::ongoing)
    }

    /// The chance of a catastrophe.
    #[must_use]
    pub fn catastrophic(&self) -> Fraction {
        self.last(RoundCases::catastrophe)
    }

    fn last(&self, of: impl Fn(&RoundCases) -> Fraction) -> Fraction {
        self.rounds.last().map_or_else(Fraction::zero, of)
    }

    /// The chance to end as well as this check did, or better: in success by that round; else in success, or short of
    /// it with as many successes or more. `None` for a check that is not over, or was given up.
    #[must_use]
    pub fn as_well(&self, ended: &ExtendedProgress) -> Option<Fraction> {
        let last = self.rounds.last()?;
        match ended.status {
            ExtendedStatus::Succeeded => {
                let round = u32::try_from(ended.rolls.len()).ok()?;
                self.rounds.iter().find(|known| known.round == round).map(RoundCases::success)
            }
            ExtendedStatus::Failed => {
                let enough: BigUint = self.unfinished.iter().skip(ended.accumulated as usize).sum();
                Some(Fraction::share(&(enough + &last.success), &last.total))
            }
            ExtendedStatus::CatastrophicFailure => Some(Fraction::one()),
            ExtendedStatus::InProgress | ExtendedStatus::Abandoned => None,
        }
    }

    /// How it stands after each round.
    #[must_use]
    pub fn by_round(&self) -> Vec<RoundOdds> {
        let odds = |round: &RoundCases| RoundOdds {
            round: round.round,
            cum_success: round.success(),
            cum_catastrophic: round.catastrophe(),
            ongoing: round.ongoing(),
        };
        self.rounds.iter().map(odds).collect()
    }

    /// The chance to have failed with 0, 1, 2, ... successes accumulated.
    #[must_use]
    pub fn unfinished(&self) -> Vec<Fraction> {
        let Some(last) = self.rounds.last() else { return Vec::new() };
        self.unfinished.iter().map(|cases| Fraction::share(cases, &last.total)).collect()
    }
}

impl RoundCases {
    fn success(&self) -> Fraction {
        Fraction::share(&self.success, &self.total)
    }

    fn catastrophe(&self) -> Fraction {
        Fraction::share(&self.catastrophe, &self.total)
    }

    fn ongoing(&self) -> Fraction {
        Fraction::share(&(&self.total - &self.success - &self.catastrophe), &self.total)
    }
}

/// One round, as what it does to the cases.
struct Round {
    /// Cases of each number of net successes without a fumble, up to the target.
    clean: Vec<BigUint>,
    /// Cases of at least so many net successes.
    at_least: Vec<BigUint>,
    fumbles: BigUint,
    total: BigUint,
    /// What a fumble takes off.
    fumble_cost: usize,
    /// Whether fumbles in a row end it.
    has_catastrophe: bool,
}

impl Round {
    fn new(terms: &ExtendedTerms, odds: &NetOdds) -> Self {
        let target = terms.target() as usize;
        // More than the target is as good as the target.
        let highest = usize::try_from(odds.net().highest()).unwrap_or(0).min(target);
        let mut clean: Vec<BigUint> = vec![BigUint::zero(); highest + 1];
        for &(net, _) in odds.net().weights() {
            clean[usize::try_from(net).unwrap_or(0).min(highest)] += odds.clean_cases(net);
        }
        let mut at_least = vec![BigUint::zero(); target + 1];
        let mut sum = BigUint::zero();
        for net in (0..=highest.max(target)).rev() {
            if let Some(cases) = clean.get(net) {
                sum += cases;
            }
            if let Some(place) = at_least.get_mut(net) {
                place.clone_from(&sum);
            }
        }
        Self {
            clean,
            at_least,
            fumbles: odds.fumble_cases().clone(),
            total: odds.net().total().clone(),
            fumble_cost: terms.system().fumble_cost() as usize,
            has_catastrophe: terms.system().catastrophe_after().is_some(),
        }
    }

    fn play(&self, cases: &Cases, success: &mut BigUint, catastrophe: &mut BigUint) -> Cases {
        let target = cases[0].len();
        let mut next: Cases = vec![vec![BigUint::zero(); target]; cases.len()];
        for sum in 0..target {
            let any: BigUint = cases.iter().map(|row| &row[sum]).sum();
            if any.is_zero() {
                continue;
            }
            // A clean round forgets the fumbles before it.
            for (place, clean) in next[0][sum..].iter_mut().zip(&self.clean) {
                *place += &any * clean;
            }
            *success += any * &self.at_least[target - sum];
            let left = sum.saturating_sub(self.fumble_cost);
            for (fumbles, row) in cases.iter().enumerate() {
                let fumbled = &row[sum] * &self.fumbles;
                let streak = if self.has_catastrophe { fumbles + 1 } else { 0 };
                match next.get_mut(streak) {
                    Some(row) => row[left] += fumbled,
                    None => *catastrophe += fumbled,
                }
            }
        }
        next
    }
}

fn check_work(terms: &ExtendedTerms, rounds: u32) -> Result<u64, InputError> {
    let round = terms.round_cost()?;
    let (rounds, target) = (u64::from(rounds), u64::from(terms.target()));
    let limbs = |bits: u64| bits / 64 + 1;
    let streaks = u64::from(terms.system().catastrophe_after().unwrap_or(1));
    let reached = target.min(rounds.saturating_mul(round.values));
    let products = rounds.saturating_mul(reached).saturating_mul(round.values.min(target) + streaks);
    // Numbers are on average half as long as at the end.
    let length = limbs(rounds.saturating_mul(round.bits)).div_ceil(2);
    let estimate =
        products.saturating_mul(length).saturating_mul(limbs(round.bits)).saturating_add(round.steps);
    if estimate > MOST_WORK {
        return Err(input::too_much_work("rounds", MOST_WORK, estimate));
    }
    Ok(estimate)
}
