use fortytwo::{JudgedHand, JudgedOption, Misplay};

use crate::rating::Sample;
use crate::tally::Count;

/// How many kinds of mistake there are.
pub(super) const KINDS: usize = Misplay::ALL.len();

/// A way to err that has nothing to do with kinds, as [`Noise`](crate::noise) for dice.
#[derive(Clone, Copy, Debug)]
enum Noise {
    /// Any option, all equally likely.
    Uniform,
    /// Sees each option with this probability and takes the best of those it saw.
    Overlooks(f64),
    /// The more an option costs, the rarer it is: `exp(-loss / marks)`.
    Careless(f64),
}

pub(super) const NOISES: usize = 6;
const ALL: [Noise; NOISES] = [
    Noise::Uniform,
    Noise::Overlooks(0.9),
    Noise::Overlooks(0.7),
    Noise::Overlooks(0.5),
    Noise::Careless(0.1),
    Noise::Careless(0.4),
];

/// What is remembered of a hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HandLine {
    pub(super) sample: Sample,
    /// By kind: how often it was possible, made, and what that cost.
    pub(super) kinds: [Count; KINDS],
    /// By kind: how often each noise would have made it.
    pub(super) noise: [[f64; NOISES]; KINDS],
}

impl HandLine {
    pub(super) fn new(hand: &JudgedHand) -> Self {
        let mut line = Self {
            sample: Sample::default(),
            kinds: [Count::default(); KINDS],
            noise: [[0.0; NOISES]; KINDS],
        };
        for choice in &hand.choices {
            line.sample.decisions += 1;
            line.sample.loss += choice.loss;
            line.sample.optimal += u32::from(choice.chosen == choice.best);
            for kind in Misplay::ALL {
                if choice.options.iter().any(|option| option.mistake == Some(kind)) {
                    line.kinds[kind as usize].add((choice.mistake == Some(kind)).then_some(choice.loss));
                }
            }
            line.add_noise(&choice.options);
        }
        // What had help is taken to have cost as much as the rest.
        let decisions = f64::from(line.sample.decisions);
        line.sample.loss *= (decisions + f64::from(hand.aided)) / decisions.max(1.0);
        line
    }

    /// `options` are cheapest first.
    fn add_noise(&mut self, options: &[JudgedOption]) {
        for (place, noise) in ALL.into_iter().enumerate() {
            let weight = |rank: usize, option: &JudgedOption| match noise {
                Noise::Uniform => 1.0,
                Noise::Overlooks(sees) => sees * (1.0 - sees).powi(i32::try_from(rank).unwrap_or(i32::MAX)),
                Noise::Careless(marks) => (-option.loss / marks).exp(),
            };
            let weights: Vec<f64> =
                options.iter().enumerate().map(|(rank, option)| weight(rank, option)).collect();
            let sum: f64 = weights.iter().sum();
            for (option, weight) in options.iter().zip(weights) {
                if let Some(kind) = option.mistake {
                    self.noise[kind as usize][place] += weight / sum;
                }
            }
        }
    }
}
