//! The exact distribution of the points still to come.

pub(crate) mod curve;
mod forward;
mod report;
mod turn;

use crate::policy::Policy;
use crate::position::Position;
use crate::rolls_left::RollsLeft;

pub(crate) use forward::{Mass, carry};
pub use report::{DistributionReport, PointsChance};
pub use turn::TurnStart;
pub(crate) use turn::{LANES, Scratch, play_turn};

/// How likely every number of points still to come is, when a [`Policy`] plays from here.
///
/// The chances are counted forward from the position, turn by turn, over the same positions as the solver: nothing is
/// sampled. They are `f64`, summed in a fixed order, and add up to 1 within 1e-12.
///
/// ```no_run
/// use dicee::{SolvedGame, Policy, Position, Rules, ScoreDistribution};
///
/// let solved = SolvedGame::solve(Rules::JokerRules);
/// let scores = ScoreDistribution::before_turn(&Policy::Expected(&solved), Position::START);
/// assert_eq!(scores.quantile(0.5), 248);
/// assert!((scores.at_least(300) - 0.1163).abs() < 1e-3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreDistribution {
    /// Invariant: the first and the last chance are above 0.
    lowest: u16,
    chances: Vec<f64>,
}

impl ScoreDistribution {
    /// From a position before its turn; a full card brings nothing more.
    #[must_use]
    pub fn before_turn(policy: &Policy<'_>, position: Position) -> Self {
        Self::new(policy, position, TurnStart::Fresh)
    }

    /// From any moment of a turn.
    ///
    /// # Panics
    ///
    /// Panics if dice are in the cup and no roll is left.
    #[must_use]
    pub fn new(policy: &Policy<'_>, position: Position, start: TurnStart) -> Self {
        if let TurnStart::Kept { keep, rolls_left } = start {
            assert!(rolls_left > RollsLeft::NONE || keep.len() == 5, "dice in the cup need a roll");
        }
        let mass = forward::points_to_come(policy, position, start);
        Self::from_chances(mass.first, mass.chances)
    }

    /// The chances added up, as straight lines between knots of three bytes: nowhere off by more than `tolerance`, from
    /// 0.0005 up, and the 0.0002 to which knots are rounded.
    #[must_use]
    pub fn to_curve(&self, tolerance: f64) -> Vec<u8> {
        let mut bytes = Vec::new();
        curve::write(self.lowest.into(), &self.chances, tolerance, &mut bytes);
        bytes
    }

    /// What [`Self::to_curve`] wrote.
    #[must_use]
    pub fn from_curve(bytes: &[u8]) -> Self {
        let (first, chances) = curve::read(bytes);
        Self::from_chances(first, chances)
    }

    /// Exactly these points.
    #[must_use]
    pub fn certain(points: u16) -> Self {
        Self { lowest: points, chances: vec![1.0] }
    }

    /// From chances that begin at `first` points.
    pub(crate) fn from_chances(first: usize, mut chances: Vec<f64>) -> Self {
        while chances.last() == Some(&0.0) {
            chances.pop();
        }
        let zeros = chances.iter().take_while(|chance| **chance == 0.0).count();
        chances.drain(..zeros);
        let lowest = u16::try_from(first + zeros).expect("no game has more than 1,575 points");
        Self { lowest, chances }
    }

    /// The points of games that were played, weighted so that their mean is this one: a game counts more or less the
    /// further it lies from the mean of all, as a control variate demands.
    pub(crate) fn from_sample(points: &[u16], mean: f64) -> Self {
        let games = points.len() as f64;
        let sampled = points.iter().copied().map(f64::from).sum::<f64>() / games;
        let variance =
            points.iter().map(|&points| (f64::from(points) - sampled).powi(2)).sum::<f64>() / games;
        let tilt = if variance > 0.0 { (mean - sampled) / variance } else { 0.0 };
        let first = points.iter().copied().min().unwrap_or(0);
        let last = points.iter().copied().max().unwrap_or(0);
        let mut chances = vec![0.0; usize::from(last - first) + 1];
        for &points in points {
            let weight = 1.0 + tilt * (f64::from(points) - sampled);
            chances[usize::from(points - first)] += weight.max(0.0) / games;
        }
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        Self::from_chances(first.into(), chances)
    }

    /// The same, with so many points on top.
    #[must_use]
    pub fn plus(mut self, points: u16) -> Self {
        self.lowest += points;
        self
    }

    /// Each number of points and its chance, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u16, f64)> + ExactSizeIterator + '_ {
        let points = self.lowest..=self.highest();
        points.zip(&self.chances).map(|(points, &chance)| (points, chance))
    }

    /// The fewest points.
    #[must_use]
    pub const fn lowest(&self) -> u16 {
        self.lowest
    }

    /// The most points.
    #[must_use]
    pub fn highest(&self) -> u16 {
        self.lowest + u16::try_from(self.chances.len() - 1).expect("no game has more than 1,575 points")
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.iter().map(|(points, chance)| f64::from(points) * chance).sum()
    }

    /// The standard deviation.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        let square = |(points, chance): (u16, f64)| (f64::from(points) - mean).powi(2) * chance;
        self.iter().map(square).sum::<f64>().sqrt()
    }

    /// The chance of exactly so many points.
    #[must_use]
    pub fn chance(&self, points: u16) -> f64 {
        let place = points.checked_sub(self.lowest).map(usize::from);
        place.and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// The chance of so many points or more.
    #[must_use]
    pub fn at_least(&self, points: u16) -> f64 {
        // From the top down: small chances first, so that the tail keeps its digits.
        self.iter()
            .rev()
            .take_while(|(score, _)| *score >= points)
            .map(|(_, chance)| chance)
            .sum::<f64>()
            .min(1.0)
    }

    /// The fewest points that are not exceeded with at least this chance.
    #[must_use]
    pub fn quantile(&self, share: f64) -> u16 {
        let mut sum = 0.0;
        let reaches = |(_, chance): &(u16, f64)| {
            sum += chance;
            // A hair of rounding must not push a quantile past its score.
            sum >= share - 1e-12
        };
        self.iter().find(reaches).map_or(self.highest(), |(points, _)| points)
    }

    /// The share of scores that this many points beat: lower ones, and half of the equal ones.
    #[must_use]
    pub fn beaten_by(&self, points: u16) -> f64 {
        let below: f64 = self.iter().take_while(|(score, _)| *score < points).map(|(_, chance)| chance).sum();
        (below + self.chance(points) / 2.0).min(1.0)
    }
}
