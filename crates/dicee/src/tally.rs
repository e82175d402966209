use std::collections::BTreeMap;
use std::ops::Range;

use chance::{SeededChance, Summary};

use crate::bot::Bot;
use crate::category::Category;
use crate::scorecard::Scorecard;
use crate::simulate::play_optimal_games;
use crate::solver::SolvedGame;

/// What is remembered of many games: how often each score came, and what each box held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games by score.
    scores: Vec<u64>,
    upper_bonuses: u64,
    points: [u64; Category::COUNT],
    zeros: [u64; Category::COUNT],
}

const HIGHEST: usize = Tally::HIGHEST as usize;

impl Default for Tally {
    fn default() -> Self {
        Self { scores: vec![0; HIGHEST + 1], upper_bonuses: 0, points: [0; 13], zeros: [0; 13] }
    }
}

impl Tally {
    /// The highest score there is: all boxes full of Dicees, with twelve further ones.
    pub const HIGHEST: u16 = 1575;

    /// From counts that were made elsewhere: games by score, games with the upper bonus, and for each box its points
    /// and its zeros.
    #[must_use]
    pub fn from_counts(
        scores: &[u64],
        upper_bonuses: u64,
        points: [u64; Category::COUNT],
        zeros: [u64; Category::COUNT],
    ) -> Self {
        let mut counted = scores.to_vec();
        counted.resize(HIGHEST + 1, 0);
        Self { scores: counted, upper_bonuses, points, zeros }
    }

    /// The percentiles that reports show.
    pub const PERCENTILES: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

    /// Lets a bot play these games. Game number `n` takes its dice from stream `n` of `luck`, so it is the same game
    /// whatever range it is played in, and all bots meet the same dice.
    #[must_use]
    pub fn of_games(bot: Bot, solved: &SolvedGame, luck: &SeededChance, games: Range<u64>) -> Self {
        let mut tally = Self::default();
        if bot == Bot::Optimal {
            play_optimal_games(solved, luck, games).iter().for_each(|card| tally.add(card));
        } else {
            for game in games {
                // The high half of the streams belongs to minds.
                let mut mind = luck.stream(game | 1 << 63);
                tally.add(bot.play(solved, &mut luck.stream(game), &mut mind).card());
            }
        }
        tally
    }

    /// Counts one game by its full card.
    pub fn add(&mut self, card: &Scorecard) {
        self.scores[usize::from(card.grand_total()).min(HIGHEST)] += 1;
        self.upper_bonuses += u64::from(card.upper_bonus() > 0);
        for category in Category::ALL {
            let points = card.points(category).unwrap_or(0);
            self.points[category.index()] += u64::from(points);
            self.zeros[category.index()] += u64::from(points == 0);
        }
    }

    /// Counts all games of another tally.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        add(&mut self.scores, &other.scores);
        add(&mut self.points, &other.points);
        add(&mut self.zeros, &other.zeros);
        self.upper_bonuses += other.upper_bonuses;
        self
    }

    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.scores.iter().sum()
    }

    /// Mean and spread of the final scores.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.scores.iter().zip(0u32..).fold(Summary::default(), |summary, (&games, score)| {
            summary.merge(Summary::repeated(f64::from(score), games))
        })
    }

    /// The lowest score that at least this percentage of the games does not exceed; 0 without games.
    #[must_use]
    pub fn percentile(&self, percent: u8) -> u16 {
        let wanted = (self.games() * u64::from(percent)).div_ceil(100).max(1);
        let mut seen = 0;
        let place = self.scores.iter().position(|&games| {
            seen += games;
            seen >= wanted
        });
        place.and_then(|score| u16::try_from(score).ok()).unwrap_or(0)
    }

    /// [`Self::PERCENTILES`] by name, `p01` to `p99`.
    #[must_use]
    pub fn percentiles(&self) -> BTreeMap<String, u16> {
        Self::PERCENTILES.map(|percent| (format!("p{percent:02}"), self.percentile(percent))).into()
    }

    /// The share of games with the upper bonus; 0 without games.
    #[must_use]
    pub fn upper_bonus_rate(&self) -> f64 {
        self.share(self.upper_bonuses)
    }

    /// The mean of a box; 0 without games.
    #[must_use]
    pub fn mean_of(&self, category: Category) -> f64 {
        self.share(self.points[category.index()])
    }

    /// The share of games in which a box held 0; 0 without games.
    #[must_use]
    pub fn zero_rate_of(&self, category: Category) -> f64 {
        self.share(self.zeros[category.index()])
    }

    fn share(&self, part: u64) -> f64 {
        part as f64 / self.games().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceConfig, Rules};

    fn card(dice: [u8; 5]) -> Scorecard {
        let mut card = Scorecard::default();
        for category in Category::ALL {
            card.score(Rules::Standard, DiceConfig::from_dice(&dice).unwrap(), category).unwrap();
        }
        card
    }

    #[test]
    fn percentiles_are_scores_that_were_played() {
        let mut tally = Tally::default();
        assert_eq!((tally.games(), tally.percentile(50), tally.upper_bonus_rate()), (0, 0, 0.0));
        let (low, high) = (card([1, 1, 1, 2, 3]), card([2, 3, 4, 5, 6]));
        for _ in 0..3 {
            tally.add(&low);
        }
        tally.add(&high);
        let scores = [0, 1, 75, 76, 100].map(|percent| tally.percentile(percent));
        let (low, high) = (low.grand_total(), high.grand_total());
        assert_eq!(scores, [low, low, low, high, high]);
        assert!((tally.summary().mean() - f64::from(3 * low + high) / 4.0).abs() < 1e-9);
        assert!((tally.zero_rate_of(Category::LargeStraight) - 0.75).abs() < 1e-12);
        assert!((tally.mean_of(Category::LargeStraight) - 10.0).abs() < 1e-12);
    }

    #[test]
    fn tallies_merge_as_if_played_together() {
        let (mut a, mut b, mut all) = (Tally::default(), Tally::default(), Tally::default());
        for (n, dice) in [[1, 2, 3, 4, 5], [6, 6, 6, 6, 6], [2, 2, 3, 3, 3]].into_iter().enumerate() {
            if n < 1 {
                a.add(&card(dice))
            } else {
                b.add(&card(dice))
            }
            all.add(&card(dice));
        }
        assert_eq!(a.merge(b), all);
    }
}
