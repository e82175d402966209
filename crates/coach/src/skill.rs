use std::collections::VecDeque;

use dicee::SkillLevel;
use serde::{Deserialize, Serialize};

use crate::game_line::GameLine;
use crate::statistics::{Interval, interval_of, student_975};

/// How well somebody plays: points given away a game, with luck taken out, weighted to recent games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Skill {
    /// How many games counted.
    pub games: u32,
    /// Points given away a game, and the interval that holds the truth in 95 cases of 100; absent before the second game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_per_game: Option<Interval>,
    /// Points given away a decision; 0 before the first game.
    pub loss_per_decision: f64,
    /// The share of decisions that were the best there was, 0 to 1; 0 before the first game.
    pub optimal_share: f64,
    /// The level; absent before the third game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SkillLevel>,
    /// Where it is going; absent before the tenth game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trend: Option<Trend>,
}

/// How the last games compare with those before them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// In a word.
    pub direction: Direction,
    /// Points a game by which the loss changed, with its interval; negative is better.
    pub change: Interval,
    /// How many games are compared with as many before them.
    pub games: u32,
}

/// Where a skill is going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The loss falls, and that is no accident.
    Improving,
    /// No change that could not be an accident.
    Steady,
    /// The loss grows, and that is no accident.
    Slipping,
}

/// The weight of a game compared with the next one.
const MEMORY: f64 = 0.97;
/// A level changes only once the loss is this many points beyond its border.
const HYSTERESIS: f64 = 2.0;
/// The borders between the levels, in points lost a game.
const BORDERS: [f64; 3] = [45.0, 25.0, 10.0];

impl Skill {
    pub(crate) fn new(games: u32, level: Option<SkillLevel>, lines: &VecDeque<GameLine>) -> Self {
        let weighted = || lines.iter().rev().zip(weights());
        let decisions: f64 = weighted().map(|(line, weight)| f64::from(line.decisions) * weight).sum();
        let share = |sum: f64| if decisions > 0.0 { sum / decisions } else { 0.0 };
        // Losses are scaled to whole games; so are the decisions that they are divided by.
        let losses: f64 = weighted().map(|(line, weight)| line.loss * weight).sum();
        let optimal: f64 = weighted().map(|(line, weight)| f64::from(line.optimal) * weight).sum();
        Self {
            games,
            loss_per_game: interval_of(weighted().map(|(line, weight)| (line.loss, weight))),
            loss_per_decision: share(losses),
            optimal_share: share(optimal),
            level,
            trend: Trend::new(lines),
        }
    }
}

impl Trend {
    /// As many games as can be compared with as many before them.
    const MOST: usize = 20;
    const LEAST: usize = 5;

    fn new(lines: &VecDeque<GameLine>) -> Option<Self> {
        let half = (lines.len() / 2).min(Self::MOST);
        if half < Self::LEAST {
            return None;
        }
        let losses: Vec<f64> = lines.iter().rev().map(|line| line.loss).collect();
        let (recent, before) = (moments(&losses[..half]), moments(&losses[half..2 * half]));
        let mean = recent.0 - before.0;
        let error = ((recent.1 + before.1) / half as f64).sqrt();
        let reach = student_975(2.0 * half as f64 - 2.0) * error;
        let change = Interval { mean, low: mean - reach, high: mean + reach };
        let direction = if change.high < 0.0 {
            Direction::Improving
        } else if change.low > 0.0 {
            Direction::Slipping
        } else {
            Direction::Steady
        };
        Some(Self { direction, change, games: u32::try_from(half).expect("at most 20") })
    }
}

/// The level after a game: where the loss lies, unless it is too close to the border it would cross.
pub(crate) fn next_level(level: Option<SkillLevel>, lines: &VecDeque<GameLine>) -> Option<SkillLevel> {
    /// A single game says little.
    const LEAST: usize = 3;
    if lines.len() < LEAST {
        return None;
    }
    let (sum, weight) = lines
        .iter()
        .rev()
        .zip(weights())
        .fold((0.0, 0.0), |(sum, weights), (line, weight)| (sum + weight * line.loss, weights + weight));
    let loss = sum / weight;
    let Some(level) = level else { return Some(level_of(loss)) };
    let (if_better, if_worse) = (level_of(loss + HYSTERESIS), level_of(loss - HYSTERESIS));
    // With so much more loss it would still be better, or with so much less still worse.
    Some(if if_better > level {
        if_better
    } else if if_worse < level {
        if_worse
    } else {
        level
    })
}

fn level_of(loss: f64) -> SkillLevel {
    let passed = BORDERS.iter().filter(|&&border| loss < border).count();
    SkillLevel::ALL[passed]
}

/// The weights of the games, newest first.
fn weights() -> impl Iterator<Item = f64> + Clone {
    std::iter::successors(Some(1.0), |weight| Some(weight * MEMORY))
}

fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use dicee::{GameId, Rules};

    use super::*;

    fn lines(losses: &[f64]) -> VecDeque<GameLine> {
        let line = |(number, &loss): (usize, &f64)| GameLine {
            id: GameId(uuid::Uuid::from_u128(number as u128)),
            finished_at: number as u64,
            rules: Rules::Standard,
            score: 200,
            luck: 0.0,
            loss,
            decisions: 36,
            optimal: 20,
        };
        losses.iter().enumerate().map(line).collect()
    }

    #[test]
    fn a_level_changes_only_beyond_its_border() {
        use SkillLevel::*;
        for (level, loss, next) in [
            (None, 46.0, Beginner),
            (None, 44.0, Intermediate),
            (None, 9.0, Expert),
            (Some(Beginner), 44.0, Beginner),
            (Some(Beginner), 42.9, Intermediate),
            (Some(Intermediate), 46.9, Intermediate),
            (Some(Intermediate), 47.1, Beginner),
            (Some(Beginner), 7.0, Expert),
            (Some(Expert), 11.9, Expert),
            (Some(Expert), 60.0, Beginner),
        ] {
            assert_eq!(next_level(level, &lines(&[loss; 5])), Some(next), "{level:?} at {loss}");
        }
        assert_eq!(next_level(None, &lines(&[20.0; 2])), None);
    }

    #[test]
    fn a_trend_is_named_only_where_it_is_no_accident() {
        let falling: Vec<f64> = (0..20).map(|game| 40.0 - f64::from(game) + f64::from(game % 3)).collect();
        let rising: Vec<f64> = falling.iter().rev().copied().collect();
        let flat: Vec<f64> = (0..20).map(|game| 30.0 + 8.0 * f64::from(game % 4)).collect();
        for (losses, direction) in
            [(falling, Direction::Improving), (rising, Direction::Slipping), (flat, Direction::Steady)]
        {
            assert_eq!(Trend::new(&lines(&losses)).unwrap().direction, direction);
        }
        assert_eq!(Trend::new(&lines(&[20.0; 9])), None);
    }
}
