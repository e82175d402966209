use std::cmp::Reverse;
use std::sync::LazyLock;

use chance::{Distribution, Ratio};

use crate::category::Category;
use crate::config::{ConfigIndex, DiceConfig};
use crate::face::Face;
use crate::keep::{KeepIndex, KeepPattern};
use crate::lattice::{self, Cell, GRID, Grid, ROLLS};
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scores::{SCORES, five_of};

/// The exact chances of one category on one card, for every roll, keep and number of rolls left.
///
/// *Achieving* a category means scoring more than 0 in it. "Best" means that every keep for the rest of the
/// turn is chosen for this category alone.
///
/// ```
/// use dicee::{Category, CategoryOdds, KeepPattern, Position, RollsLeft, Rules};
///
/// let odds = CategoryOdds::new(Rules::Standard, Position::START, Category::FullHouse);
/// let three_fives = KeepPattern::from_faces(&[5, 5, 5])?;
/// assert_eq!(odds.with_keep(three_fives, RollsLeft::parse(1)?).to_string(), "5/36");
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CategoryOdds {
    /// What each roll scores in the category; 0 also where the rules forbid it.
    scores: [u8; DiceConfig::COUNT],
    achieving: Chain,
    scoring: Chain,
}

impl CategoryOdds {
    /// The odds of a category on this card.
    #[must_use]
    pub fn new(rules: Rules, position: Position, category: Category) -> Self {
        Self::with(rules, position, category, Clone::clone)
    }

    /// Asks about the odds of a category on this card without copying them: cards on which no roll is special share
    /// one table.
    pub fn with<R>(rules: Rules, position: Position, category: Category, ask: impl FnOnce(&Self) -> R) -> R {
        static ORDINARY: LazyLock<Vec<CategoryOdds>> =
            LazyLock::new(|| SCORES.iter().map(CategoryOdds::from_scores).collect());
        let ordinary = &ORDINARY[category.index()];
        if !rules.favours_further_dicee(position.dicee_box()) {
            return ask(ordinary);
        }
        let mut scores = ordinary.scores;
        for roll in Face::ALL.map(five_of) {
            let scored = position.score(rules, roll, category);
            scores[roll.to_index().as_usize()] = scored.map_or(0, |outcome| outcome.scored.points);
        }
        if scores == ordinary.scores { ask(ordinary) } else { ask(&Self::from_scores(&scores)) }
    }

    fn from_scores(scores: &[u8; DiceConfig::COUNT]) -> Self {
        Self {
            scores: *scores,
            achieving: Chain::new(scores.map(|score| u64::from(score > 0))),
            scoring: Chain::new(scores.map(u64::from)),
        }
    }

    /// The chance of achieving the category after keeping these dice, with `rolls` left before the roll.
    ///
    /// # Panics
    ///
    /// Panics if there is no roll left: then nothing is kept, and [`Self::best`] tells what the roll is.
    #[must_use]
    pub fn with_keep(&self, keep: KeepPattern, rolls: RollsLeft) -> Ratio {
        Ratio::over_power_of_six(self.achieving.keep(keep, rolls), 5 * u32::from(rolls.get()))
    }

    /// The best chance of achieving the category with this roll in hand.
    #[must_use]
    pub fn best(&self, roll: ConfigIndex, rolls: RollsLeft) -> Ratio {
        Ratio::over_power_of_six(self.achieving.roll(roll, rolls), 5 * u32::from(rolls.get()))
    }

    /// The keep that gives the best chance. Among equals, the one with the highest expected score in this
    /// category, then the one that keeps most dice, then the one with the lowest index.
    #[must_use]
    pub fn best_keep(&self, roll: DiceConfig, rolls: RollsLeft) -> KeepPattern {
        let whole = KeepPattern::all_of(roll);
        if rolls == RollsLeft::NONE {
            return whole;
        }
        let best = self.achieving.roll(roll.to_index(), rolls);
        KeepPattern::iter_valid_for(roll)
            .filter(|&keep| self.achieving.keep(keep, rolls) == best)
            .max_by_key(|&keep| (self.scoring.keep(keep, rolls), keep.len(), Reverse(keep.to_index())))
            .unwrap_or(whole)
    }

    /// The keep that gives the highest expected score in this category. Among equals, the one that keeps most dice,
    /// then the one with the lowest index. It need not be [`Self::best_keep`]: a likelier small score can be worth
    /// less than a rarer large one.
    #[must_use]
    pub fn best_points_keep(&self, roll: DiceConfig, rolls: RollsLeft) -> KeepPattern {
        if rolls == RollsLeft::NONE {
            return KeepPattern::all_of(roll);
        }
        KeepPattern::iter_valid_for(roll)
            .max_by_key(|&keep| (self.scoring.keep(keep, rolls), keep.len(), Reverse(keep.to_index())))
            .expect("keeping nothing is always possible")
    }

    /// What a roll scores in this category; 0 also where the rules forbid it.
    #[must_use]
    pub fn score(&self, roll: ConfigIndex) -> u8 {
        self.scores[roll.as_usize()]
    }

    /// The expected score in this category after keeping these dice, when the rest is played for it.
    ///
    /// # Panics
    ///
    /// As [`Self::with_keep`].
    #[must_use]
    pub fn expected_with_keep(&self, keep: KeepPattern, rolls: RollsLeft) -> f64 {
        self.scoring.keep(keep, rolls) as f64 / denominator(rolls) as f64
    }

    /// The best expected score in this category with this roll in hand.
    #[must_use]
    pub fn best_expected(&self, roll: ConfigIndex, rolls: RollsLeft) -> f64 {
        self.scoring.roll(roll, rolls) as f64 / denominator(rolls) as f64
    }

    /// The distribution of the score in this category after keeping these dice, when every later keep is
    /// chosen for the highest expected score in it.
    ///
    /// # Panics
    ///
    /// As [`Self::with_keep`].
    #[must_use]
    pub fn distribution(&self, keep: KeepPattern, rolls: RollsLeft) -> Distribution {
        score_distribution(&self.scores.map(u16::from), keep, rolls)
    }
}

/// Counts over `denominator(rolls)`, for every number of rolls left.
#[derive(Clone, Debug)]
struct Chain {
    /// By rolls left: the best count of every roll.
    rolls: [[u64; DiceConfig::COUNT]; 4],
    /// By rolls left less one: the count of every keep.
    keeps: [[u64; KeepPattern::COUNT]; 3],
}

impl Chain {
    fn new(standing: [u64; DiceConfig::COUNT]) -> Self {
        let mut chain = Self {
            rolls: [standing, [0; DiceConfig::COUNT], [0; DiceConfig::COUNT], [0; DiceConfig::COUNT]],
            keeps: [[0; KeepPattern::COUNT]; 3],
        };
        for left in 1..4 {
            let mut grid: Grid<u64> = [0; GRID];
            for (cell, count) in grid[ROLLS..].iter_mut().zip(chain.rolls[left - 1]) {
                // A further roll of five dice multiplies the number of cases by 6^5.
                *cell = count * u64::from(DiceConfig::ROLLS);
            }
            lattice::average(&mut grid);
            chain.keeps[left - 1].copy_from_slice(&grid[..KeepPattern::COUNT]);
            lattice::choose(&mut grid);
            chain.rolls[left].copy_from_slice(&grid[ROLLS..KeepPattern::COUNT]);
        }
        chain
    }

    fn roll(&self, roll: ConfigIndex, rolls: RollsLeft) -> u64 {
        self.rolls[rolls.as_usize()][roll.as_usize()]
    }

    fn keep(&self, keep: KeepPattern, rolls: RollsLeft) -> u64 {
        let level = rolls.as_usize().checked_sub(1).expect("keeping dice needs a roll");
        self.keeps[level][keep.to_index().as_usize()]
    }
}

/// The cases of `rolls` rolls of five dice; 6^15 at most, so sums of scores still fit.
fn denominator(rolls: RollsLeft) -> u64 {
    u64::from(DiceConfig::ROLLS).pow(u32::from(rolls.get()))
}

/// Cases by points, under play for the highest expected points.
#[derive(Clone)]
struct Cases {
    /// The sum of points over all cases.
    sum: u64,
    /// One count for each possible number of points.
    counts: Vec<u64>,
}

impl Cell for Cases {
    fn average(cells: [&Self; 6]) -> Self {
        let counts =
            (0..cells[0].counts.len()).map(|place| u64::average(cells.map(|cell| &cell.counts[place])));
        Self { sum: u64::average(cells.map(|cell| &cell.sum)), counts: counts.collect() }
    }

    fn improve(&mut self, rival: &Self) {
        if rival.sum > self.sum {
            self.clone_from(rival);
        }
    }
}

fn score_distribution(
    points: &[u16; DiceConfig::COUNT],
    keep: KeepPattern,
    rolls: RollsLeft,
) -> Distribution {
    assert!(rolls > RollsLeft::NONE, "keeping dice needs a roll");
    let mut possible = points.to_vec();
    possible.sort_unstable();
    possible.dedup();
    let empty = Cases { sum: 0, counts: vec![0; possible.len()] };
    let mut grid: Grid<Cases> = std::array::from_fn(|_| empty.clone());
    for (cell, points) in grid[ROLLS..].iter_mut().zip(points) {
        cell.sum = u64::from(*points);
        cell.counts[possible.binary_search(points).expect("it is in the list")] = 1;
    }
    for left in 0..rolls.get() {
        if left > 0 {
            lattice::choose(&mut grid);
        }
        for cell in &mut grid[ROLLS..KeepPattern::COUNT] {
            cell.sum *= u64::from(DiceConfig::ROLLS);
            cell.counts.iter_mut().for_each(|count| *count *= u64::from(DiceConfig::ROLLS));
        }
        lattice::average(&mut grid);
    }
    let keep: KeepIndex = keep.to_index();
    let counts = grid[keep.as_usize()].counts.iter().copied();
    Distribution::from_weights(possible.into_iter().map(i64::from).zip(counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CategorySet, DiceeBox, PartialDice, TransitionTable};
    use Category::*;
    use chance::{Chance as _, SeededChance};

    fn one() -> RollsLeft {
        RollsLeft::parse(1).unwrap()
    }

    fn keep(faces: &[u8]) -> KeepPattern {
        KeepPattern::from_faces(faces).unwrap()
    }

    fn fresh(category: Category) -> CategoryOdds {
        CategoryOdds::new(Rules::Standard, Position::START, category)
    }

    #[test]
    fn three_fives_with_one_roll_left_have_the_known_odds() {
        for (category, numerator) in [
            (FullHouse, 5),
            (FourOfKind, 11),
            (Dicee, 1),
            (Fives, 36),
            (ThreeOfKind, 36),
            (Chance, 36),
            (SmallStraight, 0),
            (Sixes, 11),
        ] {
            let ratio = fresh(category).with_keep(keep(&[5, 5, 5]), one());
            assert_eq!(ratio, Ratio::new(numerator, 36), "{category}");
        }
    }

    #[test]
    fn single_roll_odds_of_thirty_random_rolls_equal_a_count_of_all_outcomes() {
        let mut luck = SeededChance::from_seed(30);
        for _ in 0..30 {
            let dice: [u8; 5] = std::array::from_fn(|_| luck.die());
            let roll = DiceConfig::from_dice(&dice).unwrap();
            for keep in KeepPattern::iter_valid_for(roll) {
                let (mut cases, mut hits) = (0u64, [0u64; 13]);
                let kept = keep.faces();
                for outcome in 0..6u32.pow(u32::try_from(5 - kept.len()).unwrap()) {
                    let mut dice = kept.clone();
                    let mut rest = outcome;
                    while dice.len() < 5 {
                        dice.push(u8::try_from(rest % 6 + 1).unwrap());
                        rest /= 6;
                    }
                    let after = DiceConfig::from_dice(&dice.try_into().unwrap()).unwrap();
                    cases += 1;
                    for category in Category::ALL {
                        hits[category.index()] += u64::from(category.score(after) > 0);
                    }
                }
                for category in Category::ALL {
                    let expected = Ratio::new(hits[category.index()], cases);
                    assert_eq!(
                        fresh(category).with_keep(keep, one()),
                        expected,
                        "{category} keeping {keep} of {roll}"
                    );
                }
            }
        }
    }

    #[test]
    fn odds_over_two_rolls_equal_a_plain_recursion() {
        let two = RollsLeft::AFTER_FIRST;
        let table = TransitionTable::global();
        for category in [FullHouse, LargeStraight, Dicee, Ones, FourOfKind] {
            let odds = fresh(category);
            let standing = |roll: DiceConfig| f64::from(u8::from(category.score(roll) > 0));
            let after_one = |roll: DiceConfig| {
                let keeps = KeepPattern::iter_valid_for(roll);
                keeps.map(|k| table.expected_value(PartialDice::from_kept(k), standing)).fold(0.0, f64::max)
            };
            for partial in PartialDice::iter_all().step_by(17) {
                let expected = table.expected_value(partial, after_one);
                let ours = odds.with_keep(partial.kept(), two).value();
                assert!((ours - expected).abs() < 1e-12, "{category} {}: {ours} {expected}", partial.kept());
            }
        }
    }

    #[test]
    fn chances_stay_in_bounds_and_never_fall_with_more_rolls() {
        for category in Category::ALL {
            let odds = fresh(category);
            for roll in ConfigIndex::iter_all() {
                let best: Vec<_> = RollsLeft::iter_all().map(|rolls| odds.best(roll, rolls)).collect();
                assert!(best.is_sorted(), "{category} {roll:?}");
                assert!(best[3] <= Ratio::ONE);
                let expected: Vec<_> =
                    RollsLeft::iter_all().map(|rolls| odds.best_expected(roll, rolls)).collect();
                assert!(expected.is_sorted_by(|a, b| a <= b));
            }
        }
    }

    #[test]
    fn the_best_keep_has_the_best_chance() {
        let roll = DiceConfig::from_dice(&[1, 2, 3, 4, 6]).unwrap();
        assert_eq!(fresh(LargeStraight).best_keep(roll, one()), keep(&[1, 2, 3, 4]));
        assert_eq!(fresh(LargeStraight).best(roll.to_index(), one()), Ratio::new(1, 6));
        assert_eq!(fresh(SmallStraight).best_keep(roll, one()), KeepPattern::all_of(roll));
        assert_eq!(fresh(Dicee).best_keep(roll, RollsLeft::NONE), KeepPattern::all_of(roll));
        // A six is certain already; rolling the others may bring more.
        assert_eq!(fresh(Sixes).best_keep(roll, one()), keep(&[6]));
    }

    #[test]
    fn playing_for_points_is_worth_the_best_expected_score() {
        let two = RollsLeft::AFTER_FIRST;
        let roll = DiceConfig::from_dice(&[1, 1, 2, 5, 6]).unwrap();
        let odds = fresh(ThreeOfKind);
        let (likely, rich) = (odds.best_keep(roll, two), odds.best_points_keep(roll, two));
        assert_ne!(likely, rich);
        assert!(
            (odds.expected_with_keep(rich, two) - odds.best_expected(roll.to_index(), two)).abs() < 1e-12
        );
        assert!(odds.expected_with_keep(likely, two) < odds.expected_with_keep(rich, two));
        assert!(odds.with_keep(likely, two) > odds.with_keep(rich, two));
        assert_eq!(odds.best_points_keep(roll, RollsLeft::NONE), KeepPattern::all_of(roll));
        assert_eq!(fresh(Chance).score(roll.to_index()), 15);
    }

    #[test]
    fn jokers_count_as_achieving_where_the_rules_have_them() {
        let open = CategorySet::from_slice(&[FullHouse, Fours]);
        let position = Position::new(open, 0, DiceeBox::Zero).unwrap();
        let odds = |rules, category| CategoryOdds::new(rules, position, category);
        // Four fives kept: the fifth makes a joker, because the fives box is filled.
        let fives = keep(&[5, 5, 5, 5]);
        assert_eq!(odds(Rules::Standard, FullHouse).with_keep(fives, one()), Ratio::ZERO);
        assert_eq!(odds(Rules::JokerRules, FullHouse).with_keep(fives, one()), Ratio::new(1, 6));
        // Four fours kept: the fours box is open, so no joker; and forced into it.
        let fours = keep(&[4, 4, 4, 4]);
        assert_eq!(odds(Rules::JokerRules, FullHouse).with_keep(fours, one()), Ratio::ZERO);
        assert_eq!(odds(Rules::ForcedDicee, Fours).with_keep(fours, one()), Ratio::ONE);
    }

    #[test]
    fn distributions_agree_with_chances_and_expectations() {
        let two = RollsLeft::AFTER_FIRST;
        for category in Category::ALL {
            let odds = fresh(category);
            for keep in [keep(&[]), keep(&[5, 5]), keep(&[2, 3, 4]), keep(&[6, 6, 6, 1])] {
                for rolls in [one(), two, RollsLeft::MAX] {
                    let distribution = odds.distribution(keep, rolls);
                    let expected = odds.expected_with_keep(keep, rolls);
                    assert!((distribution.mean() - expected).abs() < 1e-9, "{category} {keep} {rolls}");
                    if rolls == one() || matches!(category, FullHouse | SmallStraight | LargeStraight | Dicee)
                    {
                        assert_eq!(
                            distribution.at_least(1),
                            odds.with_keep(keep, rolls),
                            "{category} {keep}"
                        );
                    }
                }
            }
        }
    }
}
