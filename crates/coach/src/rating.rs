use dicee::SkillLevel;
use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, interval_of, student_975};

/// What a game of dice, or a hand of Forty-Two, says about skill.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    /// What was given away.
    pub(crate) loss: f64,
    /// How many decisions there were.
    pub(crate) decisions: u32,
    /// How many of them were the best there was.
    pub(crate) optimal: u32,
}

/// How losses become a rating.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// The weight of a sample compared with the next one.
    pub(crate) memory: f64,
    /// Below these losses the levels above `beginner` begin.
    pub(crate) borders: [f64; 3],
    /// A level changes only once the loss is this far beyond its border.
    pub(crate) hysteresis: f64,
    /// The fewest and the most samples that a trend compares with as many before them.
    pub(crate) trend: (usize, usize),
}

/// Weighted means over all samples; 0 without any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    pub(crate) loss_per_decision: f64,
    pub(crate) optimal_share: f64,
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

impl Scale {
    /// What a sample loses, with its interval. Samples are oldest first.
    pub(crate) fn loss(&self, samples: &[Sample]) -> Option<Interval> {
        interval_of(self.weighted(samples).map(|(sample, weight)| (sample.loss, weight)))
    }

    pub(crate) fn mean(&self, samples: &[Sample]) -> Mean {
        let sum = |value: fn(&Sample) -> f64| -> f64 {
            self.weighted(samples).map(|(sample, weight)| value(sample) * weight).sum()
        };
        let decisions = sum(|sample| f64::from(sample.decisions));
        let share = |sum: f64| if decisions > 0.0 { sum / decisions } else { 0.0 };
        Mean {
            loss_per_decision: share(sum(|sample| sample.loss)),
            optimal_share: share(sum(|sample| f64::from(sample.optimal))),
        }
    }

    /// The level after another sample; none before the third.
    pub(crate) fn next_level(&self, level: Option<SkillLevel>, samples: &[Sample]) -> Option<SkillLevel> {
        const LEAST: usize = 3;
        if samples.len() < LEAST {
            return None;
        }
        let (sum, weight) = self.weighted(samples).fold((0.0, 0.0), |(sum, weights), (sample, weight)| {
            (sum + weight * sample.loss, weights + weight)
        });
        let loss = sum / weight;
        let Some(level) = level else { return Some(self.level_of(loss)) };
        let (if_better, if_worse) =
            (self.level_of(loss + self.hysteresis), self.level_of(loss - self.hysteresis));
        // With so much more loss it would still be better, or with so much less still worse.
        Some(if if_better > level {
            if_better
        } else if if_worse < level {
            if_worse
        } else {
            level
        })
    }

    fn level_of(&self, loss: f64) -> SkillLevel {
        let passed = self.borders.iter().filter(|&&border| loss < border).count();
        SkillLevel::ALL[passed]
    }

    /// The newest first, each with its weight.
    fn weighted<'s>(&self, samples: &'s [Sample]) -> impl Iterator<Item = (&'s Sample, f64)> + Clone {
        let memory = self.memory;
        samples.iter().rev().zip(std::iter::successors(Some(1.0), move |weight| Some(weight * memory)))
    }
}

impl Trend {
    pub(crate) fn new(scale: &Scale, samples: &[Sample]) -> Option<Self> {
        let (least, most) = scale.trend;
        let half = (samples.len() / 2).min(most);
        if half < least {
            return None;
        }
        let losses: Vec<f64> = samples.iter().rev().map(|sample| sample.loss).collect();
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
        Some(Self { direction, change, games: u32::try_from(half).expect("a few samples") })
    }
}

/// Mean and variance.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale { memory: 0.97, borders: [45.0, 25.0, 10.0], hysteresis: 2.0, trend: (5, 20) };

    fn samples(losses: &[f64]) -> Vec<Sample> {
        losses.iter().map(|&loss| Sample { loss, decisions: 36, optimal: 20 }).collect()
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
            assert_eq!(SCALE.next_level(level, &samples(&[loss; 5])), Some(next), "{level:?} at {loss}");
        }
        assert_eq!(SCALE.next_level(None, &samples(&[20.0; 2])), None);
    }

    #[test]
    fn a_trend_is_named_only_where_it_is_no_accident() {
        let falling: Vec<f64> = (0..20).map(|game| 40.0 - f64::from(game) + f64::from(game % 3)).collect();
        let rising: Vec<f64> = falling.iter().rev().copied().collect();
        let flat: Vec<f64> = (0..20).map(|game| 30.0 + 8.0 * f64::from(game % 4)).collect();
        for (losses, direction) in
            [(falling, Direction::Improving), (rising, Direction::Slipping), (flat, Direction::Steady)]
        {
            assert_eq!(Trend::new(&SCALE, &samples(&losses)).unwrap().direction, direction);
        }
        assert_eq!(Trend::new(&SCALE, &samples(&[20.0; 9])), None);
    }
}
