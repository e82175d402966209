//! Monte Carlo: one question, many trials.

use std::ops::Range;

use chance::{Chance, SeededChance, Summary};
use serde::{Deserialize, Serialize};

use crate::bot::Bot;
use crate::category::Category;
use crate::config::DiceConfig;
use crate::distribution::{ScoreDistribution, TurnStart};
use crate::keep::KeepPattern;
use crate::odds::CategoryOdds;
use crate::policy::Policy;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{SolvedGame, TurnValues};

/// A position, somebody who plays from there, and what is counted.
///
/// Trial number `n` takes its dice from stream `n` of a seed, so it is the same trial whatever range it is part of and
/// whatever machine runs it.
///
/// ```
/// use chance::SeededChance;
/// use dicee::{Category, Counted, KeepPattern, Position, RollsLeft, Rules, Scenario, TurnStart};
///
/// let scenario = Scenario {
///     rules: Rules::Standard,
///     position: Position::START,
///     start: TurnStart::Kept { keep: KeepPattern::from_faces(&[5, 5, 5])?, rolls_left: RollsLeft::parse(1)? },
///     counted: Counted::Achieved(Category::FullHouse),
/// };
/// let trials = scenario.run(None, &SeededChance::from_seed(1), 0..20_000);
/// let answer = scenario.answer(None, &[trials], 1, 0.95);
/// assert!((answer.exact.unwrap() - 5.0 / 36.0).abs() < 1e-12);
/// assert!((answer.estimate - 5.0 / 36.0).abs() < 0.02);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The rules.
    pub rules: Rules,
    /// The card.
    pub position: Position,
    /// Where in the turn it begins.
    pub start: TurnStart,
    /// What is counted.
    pub counted: Counted,
}

/// What a trial counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Whether the turn ends with a roll that scores in this box, when every keep is chosen for that.
    Achieved(Category),
    /// The points from here to the full card, when this bot plays.
    Points(Bot),
}

/// The answer to a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioAnswer {
    /// The rules.
    pub rules: Rules,
    /// The estimate: a share of the trials, or mean points.
    pub estimate: f64,
    /// Where the true value lies, as sure as `confidence` says.
    pub interval: [f64; 2],
    /// How sure the interval is.
    pub confidence: f64,
    /// Trials.
    pub trials: u64,
    /// Where the dice came from.
    pub seed: u64,
    /// The exact value, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
    /// How the estimate came to rest.
    pub convergence: Vec<Estimate>,
}

/// What was known after so many trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Trials so far.
    pub trials: u64,
    /// The estimate.
    pub estimate: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

/// Open boxes up to which the exact mean of a bot's play is worth its time.
const EXACT_BOXES: usize = 8;

impl Scenario {
    /// The trials after which [`Self::answer`] reports an estimate: 100, 200, 500, 1,000 and so on, and the last.
    #[must_use]
    pub fn checkpoints(trials: u64) -> Vec<u64> {
        let series = (2..18).flat_map(|power| [1, 2, 5].map(|factor| factor * 10u64.pow(power)));
        series.take_while(|&point| point < trials).chain([trials]).collect()
    }

    /// Runs these trials. A bot needs the solved game of the same rules.
    ///
    /// # Panics
    ///
    /// Panics if a bot plays without a solved game, or if a category is counted that is not open.
    #[must_use]
    pub fn run(&self, solved: Option<&SolvedGame>, luck: &SeededChance, trials: Range<u64>) -> Summary {
        match self.counted {
            Counted::Achieved(category) => {
                let aim = Aim::new(self.rules, self.position, category);
                let achieved =
                    trials.clone().filter(|&trial| aim.achieved(self.start, &mut luck.stream(trial)));
                let achieved = achieved.count() as u64;
                let failed = trials.end.saturating_sub(trials.start) - achieved;
                Summary::repeated(1.0, achieved).merge(Summary::repeated(0.0, failed))
            }
            Counted::Points(bot) => {
                let solved = solved.expect("a bot needs the solved game");
                self.points(bot, solved, luck, trials).into_iter().map(f64::from).collect()
            }
        }
    }

    /// The points from here to the full card of each trial, when this bot plays.
    ///
    /// # Panics
    ///
    /// Panics if the solved game has other rules.
    #[must_use]
    pub fn points(&self, bot: Bot, solved: &SolvedGame, luck: &SeededChance, trials: Range<u64>) -> Vec<u16> {
        assert_eq!(solved.rules(), self.rules, "the game was solved for other rules");
        if self.position.is_full() {
            return trials.map(|_| 0).collect();
        }
        let first = bot.solve_turn(solved, self.position, RollsLeft::MAX);
        trials
            .map(|trial| {
                // The high half of the streams belongs to minds.
                let mut mind = luck.stream(trial | 1 << 63);
                self.play(bot, solved, &first, &mut luck.stream(trial), &mut mind)
            })
            .collect()
    }

    /// Plays to the full card and counts the points.
    fn play(
        &self,
        bot: Bot,
        solved: &SolvedGame,
        first: &TurnValues,
        dice: &mut impl Chance,
        mind: &mut impl Chance,
    ) -> u16 {
        let (mut position, mut start) = (self.position, self.start);
        let mut points = 0;
        let mut later;
        let mut turn = first;
        while !position.is_full() {
            let rolled = start.roll(dice);
            let (roll, category) = bot.finish_turn(solved, position, turn, rolled, dice, mind);
            let outcome = position.score(self.rules, roll, category).expect("bots choose legal boxes");
            points += outcome.points();
            position = outcome.next;
            start = TurnStart::Fresh;
            if !position.is_full() {
                later = bot.solve_turn(solved, position, RollsLeft::AFTER_FIRST);
                turn = &later;
            }
        }
        points
    }

    /// The answer from trials in order; each part ends at a checkpoint of the convergence curve.
    #[must_use]
    pub fn answer(
        &self,
        solved: Option<&SolvedGame>,
        parts: &[Summary],
        seed: u64,
        confidence: f64,
    ) -> ScenarioAnswer {
        let sum = parts.iter().copied().fold(Summary::default(), Summary::merge);
        ScenarioAnswer {
            rules: self.rules,
            estimate: sum.mean(),
            interval: self.interval(&sum, confidence),
            confidence,
            trials: sum.count(),
            seed,
            exact: self.exact(solved),
            convergence: self.convergence(parts, confidence),
        }
    }

    /// What was known after each part of the trials.
    #[must_use]
    pub fn convergence(&self, parts: &[Summary], confidence: f64) -> Vec<Estimate> {
        let mut sum = Summary::default();
        let estimate = |&part: &Summary| {
            sum = sum.merge(part);
            let interval = self.interval(&sum, confidence);
            Estimate { trials: sum.count(), estimate: sum.mean(), interval }
        };
        parts.iter().map(estimate).collect()
    }

    fn interval(&self, sum: &Summary, confidence: f64) -> [f64; 2] {
        let z = if confidence > 0.97 { Summary::Z99 } else { Summary::Z95 };
        match self.counted {
            Counted::Achieved(_) => proportion_interval(sum.mean(), sum.count(), z),
            Counted::Points(_) => sum.interval(z).into(),
        }
    }

    /// The exact value, where it can be had in a moment.
    #[must_use]
    pub fn exact(&self, solved: Option<&SolvedGame>) -> Option<f64> {
        match self.counted {
            Counted::Achieved(category) => {
                let odds = CategoryOdds::new(self.rules, self.position, category);
                Some(match self.start {
                    TurnStart::Fresh => odds.with_keep(KeepPattern::NOTHING, RollsLeft::MAX).value(),
                    TurnStart::Rolled { roll, rolls_left } => odds.best(roll.to_index(), rolls_left).value(),
                    TurnStart::Kept { keep, rolls_left } => odds.with_keep(keep, rolls_left).value(),
                })
            }
            Counted::Points(bot) => {
                let solved = solved?;
                let fresh = self.start == TurnStart::Fresh;
                if bot == Bot::Optimal && fresh {
                    return Some(solved.value(self.position));
                }
                let policy = Policy::of_bot(bot, solved);
                let quick = self.position.open().len() <= EXACT_BOXES;
                quick.then(|| ScoreDistribution::new(&policy, self.position, self.start).mean())
            }
        }
    }
}

/// Wilson's interval of a proportion: it never leaves 0 to 1, and it is right where none or all succeed.
#[must_use]
pub fn proportion_interval(share: f64, trials: u64, z: f64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let trials = trials as f64;
    let centre = share + z * z / (2.0 * trials);
    let spread = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    let whole = 1.0 + z * z / trials;
    [((centre - spread) / whole).max(0.0), ((centre + spread) / whole).min(1.0)]
}

/// Playing a turn for one box.
struct Aim {
    odds: CategoryOdds,
    /// The best keep of each roll with one roll left and with two.
    keeps: [Vec<KeepPattern>; 2],
}

impl Aim {
    fn new(rules: Rules, position: Position, category: Category) -> Self {
        assert!(position.open().contains(category), "the box is open");
        let odds = CategoryOdds::new(rules, position, category);
        let keeps = [1, 2].map(|rolls| {
            let rolls = RollsLeft::parse(rolls).expect("0 to 3");
            DiceConfig::iter_all().map(|roll| odds.best_keep(roll, rolls)).collect()
        });
        Self { odds, keeps }
    }

    fn achieved(&self, start: TurnStart, dice: &mut impl Chance) -> bool {
        let (mut roll, left) = start.roll(dice);
        let mut left = left.as_usize();
        while left > 0 {
            // With three rolls left the next one is the first: nothing is kept for it.
            let keep = match left {
                3 => KeepPattern::NOTHING,
                _ => self.keeps[left - 1][roll.to_index().as_usize()],
            };
            roll = keep.complete(dice);
            left -= 1;
        }
        self.odds.score(roll.to_index()) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_one_two_five_and_the_last() {
        assert_eq!(Scenario::checkpoints(1200), [100, 200, 500, 1000, 1200]);
        assert_eq!(Scenario::checkpoints(1000), [100, 200, 500, 1000]);
        assert_eq!(Scenario::checkpoints(50), [50]);
    }

    #[test]
    fn a_proportion_has_an_interval_even_where_nothing_succeeded() {
        let [low, high] = proportion_interval(0.0, 100, Summary::Z95);
        assert!(low < 1e-12 && high > 0.03 && high < 0.04);
        let [low, high] = proportion_interval(0.5, 38_416, Summary::Z95);
        assert!((high - low - 0.01).abs() < 1e-4);
    }

    #[test]
    fn estimates_lie_where_their_exact_value_says() {
        let roll = DiceConfig::from_dice(&[5, 5, 5, 2, 6]).unwrap();
        let one = RollsLeft::parse(1).unwrap();
        let keep = KeepPattern::from_faces(&[5, 5, 5]).unwrap();
        for start in [
            TurnStart::Fresh,
            TurnStart::Rolled { roll, rolls_left: one },
            TurnStart::Rolled { roll, rolls_left: RollsLeft::AFTER_FIRST },
            TurnStart::Kept { keep, rolls_left: one },
        ] {
            for category in [Category::FullHouse, Category::Dicee, Category::LargeStraight] {
                let scenario = Scenario {
                    rules: Rules::Standard,
                    position: Position::START,
                    start,
                    counted: Counted::Achieved(category),
                };
                let exact = scenario.exact(None).unwrap();
                let sum = scenario.run(None, &SeededChance::from_seed(9), 0..20_000);
                let deviation = (exact * (1.0 - exact) / 20_000.0).sqrt();
                assert!(
                    (sum.mean() - exact).abs() <= 4.0 * deviation,
                    "{start:?} {category}: {}",
                    sum.mean()
                );
            }
        }
    }
}
