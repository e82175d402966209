use std::collections::BTreeMap;

use dicee::{Category, MistakeKind, SurveyedOption};
use serde::{Deserialize, Serialize};

use crate::noise::{NOISES, NoiseChances, costly_kind};

/// A third of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Turns 1 to 4.
    Early,
    /// Turns 5 to 9.
    Middle,
    /// Turns 10 to 13.
    Late,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Early, Self::Middle, Self::Late];

    /// The phase of a turn, from 1.
    #[must_use]
    pub const fn of_turn(turn: usize) -> Self {
        match turn {
            0..=4 => Self::Early,
            5..=9 => Self::Middle,
            _ => Self::Late,
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Early => "early",
            Self::Middle => "middle",
            Self::Late => "late",
        }
    }
}

/// How often a mistake was possible, how often it was made, and what that cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// Decisions at which it was possible.
    pub opportunities: u32,
    /// Decisions at which it was made.
    pub wrong: u32,
    /// Points that cost.
    pub cost: f64,
}

impl Count {
    pub(crate) fn add(&mut self, cost: Option<f64>) {
        self.opportunities += 1;
        if let Some(cost) = cost {
            self.wrong += 1;
            self.cost += cost;
        }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            opportunities: self.opportunities + other.opportunities,
            wrong: self.wrong + other.wrong,
            cost: self.cost + other.cost,
        }
    }
}

/// How steeply a [`Twin`](crate::Twin) prefers cheaper mistakes: the weight of an option is `exp(-steepness * loss)`.
pub(crate) const STEEPNESS: [f64; 8] = [-0.05, 0.0, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

/// Options of one kind, weighted by a [`STEEPNESS`]: the sum of the weights, and of the weighted losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Weighed {
    pub(crate) weight: f64,
    pub(crate) loss: f64,
}

/// What a stretch of games says about one kind of mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KindTally {
    /// By phase of the game.
    #[serde(deserialize_with = "chance::object_array")]
    pub(crate) phases: [Count; 3],
    /// The sum of the squares of what it cost in each game.
    pub(crate) squares: f64,
    /// How often each [`Noise`](crate::noise::Noise) would have made it.
    pub(crate) noise: [f64; NOISES.len()],
    /// All options of this kind at all decisions, for each [`STEEPNESS`].
    #[serde(deserialize_with = "chance::object_array")]
    pub(crate) steep: [Weighed; STEEPNESS.len()],
}

/// Decisions about one box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoxCount {
    /// How often it was filled.
    pub filled: u32,
    /// How often filling it was a mistake.
    pub wrong: u32,
    /// What those mistakes cost.
    pub cost: f64,
    /// How often filling it was best and something else was done.
    pub missed: u32,
    /// What that cost.
    pub missed_cost: f64,
}

/// What a stretch of games says about the decisions of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tally {
    /// How many games.
    pub(crate) games: u32,
    /// By kind of mistake; kinds that were never possible are absent.
    #[serde(deserialize_with = "chance::objects_by_key")]
    pub(crate) kinds: BTreeMap<MistakeKind, KindTally>,
    /// By box.
    #[serde(deserialize_with = "chance::objects_by_key")]
    pub(crate) boxes: BTreeMap<Category, BoxCount>,
}

impl Default for KindTally {
    fn default() -> Self {
        Self {
            phases: [Count::default(); 3],
            squares: 0.0,
            noise: [0.0; NOISES.len()],
            steep: [Weighed::default(); STEEPNESS.len()],
        }
    }
}

impl KindTally {
    /// All phases together.
    pub(crate) fn total(&self) -> Count {
        self.phases.iter().fold(Count::default(), |sum, &phase| sum.plus(phase))
    }

    fn plus(&self, other: &Self) -> Self {
        let steep = |place: usize| Weighed {
            weight: self.steep[place].weight + other.steep[place].weight,
            loss: self.steep[place].loss + other.steep[place].loss,
        };
        Self {
            phases: std::array::from_fn(|phase| self.phases[phase].plus(other.phases[phase])),
            squares: self.squares + other.squares,
            noise: std::array::from_fn(|place| self.noise[place] + other.noise[place]),
            steep: std::array::from_fn(steep),
        }
    }
}

impl Tally {
    /// Adds a decision: its options, best first, and the one that was chosen.
    pub(crate) fn add_decision(&mut self, phase: Phase, options: &[SurveyedOption], chosen: &SurveyedOption) {
        let made = costly_kind(chosen);
        let mut possible = [false; MistakeKind::ALL.len()];
        for option in options {
            let Some(kind) = costly_kind(option) else { continue };
            possible[kind as usize] = true;
            let tally = self.kinds.entry(kind).or_default();
            for (sum, steepness) in tally.steep.iter_mut().zip(STEEPNESS) {
                let weight = (-steepness * option.loss).exp();
                sum.weight += weight;
                sum.loss += weight * option.loss;
            }
        }
        for kind in MistakeKind::ALL.into_iter().filter(|&kind| possible[kind as usize]) {
            let tally = self.kinds.entry(kind).or_default();
            tally.phases[phase as usize].add((made == Some(kind)).then_some(chosen.loss));
        }
        let best_box = options.first().and_then(box_of);
        if let Some(category) = box_of(chosen) {
            let tally = self.boxes.entry(category).or_default();
            tally.filled += 1;
            if made.is_some() {
                tally.wrong += 1;
                tally.cost += chosen.loss;
            }
        }
        if let Some(category) = best_box.filter(|_| made.is_some()) {
            let tally = self.boxes.entry(category).or_default();
            tally.missed += 1;
            tally.missed_cost += chosen.loss;
        }
    }

    /// Ends a game: what each kind cost in it, and what each noise would have done.
    pub(crate) fn end_game(&mut self, costs: &[f64; MistakeKind::ALL.len()], noise: &NoiseChances) {
        self.games += 1;
        for (&kind, tally) in &mut self.kinds {
            tally.squares += costs[kind as usize].powi(2);
            for (sum, chance) in tally.noise.iter_mut().zip(noise[kind as usize]) {
                *sum += chance;
            }
        }
    }

    /// Both stretches together.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.games += other.games;
        for (&kind, tally) in &other.kinds {
            let both = sum.kinds.get(&kind).map_or_else(|| tally.clone(), |own| own.plus(tally));
            sum.kinds.insert(kind, both);
        }
        for (&category, count) in &other.boxes {
            let own = sum.boxes.entry(category).or_default();
            own.filled += count.filled;
            own.wrong += count.wrong;
            own.cost += count.cost;
            own.missed += count.missed;
            own.missed_cost += count.missed_cost;
        }
        sum
    }
}

fn box_of(option: &SurveyedOption) -> Option<Category> {
    match option.action {
        dicee::Action::Score(category) => Some(category),
        dicee::Action::Keep(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_is_called_the_same_everywhere() {
        for phase in Phase::ALL {
            assert_eq!(serde_json::to_value(phase).unwrap(), phase.name());
        }
        assert_eq!(
            [1, 4, 5, 9, 10, 13].map(Phase::of_turn).map(Phase::name).join(" "),
            "early early middle middle late late"
        );
    }
}
