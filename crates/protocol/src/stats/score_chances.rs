//! What a box can hold in the end, and how likely: for a keep, and for the best one.

use std::collections::BTreeMap;

use chance::{Distribution, Ratio, SeededChance, Summary};
use dicee::{
    Category, CategoryOdds, ComputationMethod, Counted, Dice, DiceConfig, KeptMask, Position,
    ProbabilityVector, RollsLeft, Rules, Scenario, TurnStart, proportion_interval,
};

use super::resolve::Situation;
use super::score_chance::{ScoreChance, ScoreChances};

/// What every open box can hold when these dice are kept and every later keep is chosen for the highest expected score in
/// that box; without `kept`, this keep is chosen so as well. With all five kept, or without a roll left, the dice stand as
/// they are.
#[must_use]
pub fn score_chances(asked: &Situation, kept: Option<KeptMask>) -> ScoreChances {
    let (rules, position, rolls) = (asked.rules(), asked.position(), asked.rolls_left());
    let of_box = |category| {
        let distribution = CategoryOdds::with(rules, position, category, |odds| {
            distribution(odds, asked.dice(), kept, rolls)
        });
        let chance = |(points, chance): (i64, Ratio)| {
            Some(ScoreChance { points: u8::try_from(points).ok()?, chance: chance.into() })
        };
        (category, distribution.iter().filter_map(chance).collect())
    };
    position.open().iter().map(of_box).collect()
}

fn distribution(odds: &CategoryOdds, dice: Dice, kept: Option<KeptMask>, rolls: RollsLeft) -> Distribution {
    let roll = dice.config();
    let certain = || Distribution::from_weights([(odds.score(roll.to_index()).into(), 1)]);
    if rolls == RollsLeft::NONE {
        return certain();
    }
    let keep = kept.map_or_else(|| odds.best_points_keep(roll, rolls), |kept| dice.kept(kept));
    if keep.len() == DiceConfig::DICE { certain() } else { odds.distribution(keep, rolls) }
}

/// The chance of achieving each open box when every keep is chosen for it.
pub fn best_odds(asked: &Situation) -> impl Iterator<Item = (Category, Ratio)> {
    let (rules, position, rolls) = (asked.rules(), asked.position(), asked.rolls_left());
    let roll = asked.dice().config().to_index();
    position.open().iter().map(move |category| {
        (category, CategoryOdds::with(rules, position, category, |odds| odds.best(roll, rolls)))
    })
}

/// Trials for each box.
const TRIALS: u64 = 10_000;

/// Puts sampled chances in the place of counted ones, as `computationMethod` `monte_carlo` wants it, and says where the
/// true ones lie: 95 times of 100 within the interval.
pub fn sample(
    probabilities: &mut ProbabilityVector,
    asked: &Situation,
    seed: u64,
) -> BTreeMap<Category, [f64; 2]> {
    let luck = SeededChance::from_seed(seed);
    probabilities.computation_method = ComputationMethod::MonteCarlo;
    probabilities.confidence = 0.95;
    let mut intervals = BTreeMap::new();
    for (&category, statistics) in &mut probabilities.categories {
        let share =
            estimate(asked.rules(), asked.position(), asked.dice(), asked.rolls_left(), category, &luck);
        statistics.probability = share;
        intervals.insert(category, proportion_interval(share, TRIALS, Summary::Z95));
    }
    intervals
}

fn estimate(
    rules: Rules,
    position: Position,
    dice: Dice,
    rolls_left: RollsLeft,
    category: Category,
    luck: &SeededChance,
) -> f64 {
    let start = TurnStart::Rolled { roll: dice.config(), rolls_left };
    let scenario = Scenario { rules, position, start, counted: Counted::Achieved(category) };
    scenario.run(None, luck, 0..TRIALS).mean()
}
