use std::collections::{BTreeMap, HashMap};

use chance::Ratio;
use dicee::{
    Category, CategoryOdds, ComputationMethod, DiceConfig, InputError, KeepPattern, PartialDice, Position,
    RollsLeft, Rules, input,
};
use serde::Serialize;
use serde::ser::Serializer;

/// A roll, what is kept of it, and how often the rest may still be rolled: all that a probability depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    roll: DiceConfig,
    keep: KeepPattern,
    rolls: RollsLeft,
}

impl State {
    /// How many different states there are: 4,368 keeps of rolls, with 0 to 3 rolls left.
    pub(crate) const COUNT: usize = 4368 * 4;

    pub(crate) fn parse(dice: &[i64], kept: &[i64], rolls: i64) -> Result<Self, InputError> {
        let roll = DiceConfig::parse(dice)?;
        if kept.len() != DiceConfig::DICE || kept.iter().any(|flag| !matches!(flag, 0 | 1)) {
            return Err(input::kept_mask(&format!("{kept:?}")));
        }
        let rolls = RollsLeft::parse(rolls)?;
        let kept: Vec<i64> =
            dice.iter().zip(kept).filter(|&(_, &flag)| flag == 1).map(|(&face, _)| face).collect();
        Ok(Self { roll, keep: KeepPattern::parse("kept", &kept)?, rolls })
    }

    /// Sorted dice, kept faces, rolls left: `25556/555/1`.
    pub(crate) fn key(&self) -> String {
        let digits = |faces: Vec<u8>| faces.iter().map(u8::to_string).collect::<String>();
        format!("{}/{}/{}", digits(self.roll.faces()), digits(self.keep.faces()), self.rolls)
    }

    pub(crate) fn from_key(key: &str) -> Result<Self, InputError> {
        let foreign = || input::state_key(key);
        let digits = |text: &str| -> Option<Vec<i64>> {
            text.chars().map(|c| c.to_digit(10).map(i64::from)).collect()
        };
        let mut parts = key.split('/').map(digits);
        let (Some(Some(dice)), Some(Some(keep)), Some(Some(rolls)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(foreign());
        };
        let roll = DiceConfig::parse(&dice).map_err(|_| foreign())?;
        let keep = KeepPattern::parse("state_key", &keep).map_err(|_| foreign())?;
        let &[rolls] = rolls.as_slice() else { return Err(foreign()) };
        let rolls = RollsLeft::parse(rolls).map_err(|_| foreign())?;
        PartialDice::new(roll, keep).map_err(|_| foreign())?;
        Ok(Self { roll, keep, rolls })
    }

    /// The chances of every category on an empty card. Without a roll left, the dice are what they are.
    fn compute(&self) -> [Metric; Category::COUNT] {
        Category::ALL.map(|category| {
            CategoryOdds::with(Rules::Standard, Position::START, category, |odds| {
                let probability = match self.rolls {
                    RollsLeft::NONE => odds.best(self.roll.to_index(), self.rolls),
                    rolls => odds.with_keep(self.keep, rolls),
                };
                Metric { probability, recommended: odds.best_keep(self.roll, self.rolls) }
            })
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Metric {
    probability: Ratio,
    recommended: KeepPattern,
}

/// Answers so far. The space of states is small, so nothing is ever dropped.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    known: HashMap<State, [Metric; Category::COUNT]>,
    requests: u32,
    hits: u32,
}

/// What the cache has done, as `getCacheStats` tells it.
#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CacheStats {
    /// States remembered.
    size: usize,
    /// Share of requests answered from memory, 0 to 1.
    hit_rate: f64,
    /// Share of all distinct states remembered, 0 to 1.
    coverage: f64,
}

impl Cache {
    /// The answer for a state, for dice in this order.
    pub(crate) fn answer(&mut self, state: State, dice: &[i64]) -> Answer {
        let (metrics, cache_hit) = match self.known.get(&state) {
            Some(metrics) => (*metrics, true),
            None => (*self.known.entry(state).or_insert_with(|| state.compute()), false),
        };
        self.requests += 1;
        self.hits += u32::from(cache_hit);
        Answer {
            state_key: state.key(),
            metrics,
            dice: in_order(state, dice),
            cache_hit,
            computation_time: 0.0,
        }
    }

    /// The answer for a state, if it is known already.
    pub(crate) fn lookup(&mut self, state: State) -> Option<Answer> {
        if self.known.contains_key(&state) {
            return Some(self.answer(state, &[]));
        }
        self.requests += 1;
        None
    }

    pub(crate) fn stats(&self) -> CacheStats {
        let hit_rate = if self.requests == 0 { 0.0 } else { f64::from(self.hits) / f64::from(self.requests) };
        CacheStats {
            size: self.known.len(),
            hit_rate,
            coverage: self.known.len() as f64 / State::COUNT as f64,
        }
    }
}

/// A probability vector as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    state_key: String,
    metrics: [Metric; Category::COUNT],
    /// In the order in which they came, because recommendations name positions.
    dice: [u8; 5],
    cache_hit: bool,
    /// Milliseconds.
    pub(crate) computation_time: f64,
}

/// The parsed answer of `calculate_probabilities`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbabilityVector {
    /// Pass it to `lookupProbabilities`.
    state_key: String,
    /// One entry a box.
    probabilities: BTreeMap<Category, ProbabilityMetric>,
    /// The engine counts.
    computation_method: ComputationMethod,
    /// Milliseconds.
    computation_time: f64,
    /// Always 1: the engine is exact.
    confidence: u8,
    /// Whether it was remembered.
    cache_hit: bool,
}

/// One entry of the answer of `calculate_probabilities`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbabilityMetric {
    /// From 0 to 1.
    value: f64,
    /// For example `13.9%`.
    as_percentage: String,
    /// For example `1 in 7.2`.
    as_odds: String,
    /// Reduced, for example `5/36`.
    as_fraction: String,
    /// Always 1: the engine is exact.
    confidence: u8,
    /// Whether it can happen at all.
    is_achievable: bool,
    /// Positions (0 to 4) of the dice to keep for the best chance at this category.
    recommend_keep: Vec<usize>,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ProbabilityVector::from(self).serialize(serializer)
    }
}

impl From<&Answer> for ProbabilityVector {
    fn from(answer: &Answer) -> Self {
        let shown = |metric: &Metric| {
            let mask = metric.recommended.mask(&answer.dice).unwrap_or([true; 5]);
            ProbabilityMetric {
                value: metric.probability.value(),
                as_percentage: metric.probability.percentage(),
                as_odds: metric.probability.odds(),
                as_fraction: metric.probability.to_string(),
                confidence: 1,
                is_achievable: !metric.probability.is_zero(),
                recommend_keep: (0..5).filter(|&place| mask[place]).collect(),
            }
        };
        Self {
            state_key: answer.state_key.clone(),
            probabilities: Category::ALL.into_iter().zip(answer.metrics.iter().map(shown)).collect(),
            computation_method: ComputationMethod::Exact,
            computation_time: answer.computation_time,
            confidence: 1,
            cache_hit: answer.cache_hit,
        }
    }
}

/// The dice as they were given, or ascending where only their state is known.
fn in_order(state: State, dice: &[i64]) -> [u8; 5] {
    let given: Vec<u8> = dice.iter().filter_map(|&face| u8::try_from(face).ok()).collect();
    let sorted = || state.roll.faces().try_into().expect("a roll has five dice");
    given.try_into().unwrap_or_else(|_| sorted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ask(cache: &mut Cache, dice: [i64; 5], kept: [i64; 5], rolls: i64) -> serde_json::Value {
        let state = State::parse(&dice, &kept, rolls).unwrap();
        serde_json::to_value(cache.answer(state, &dice)).unwrap()
    }

    #[test]
    fn three_kept_fives_have_the_exact_odds() {
        let answer = ask(&mut Cache::default(), [5, 5, 5, 2, 6], [1, 1, 1, 0, 0], 1);
        let full_house = &answer["probabilities"]["full_house"];
        assert_eq!(full_house["asFraction"], "5/36");
        assert_eq!(full_house["asPercentage"], "13.9%");
        // Keeping the 2 as well would have been better: one chance in six.
        assert_eq!(full_house["recommendKeep"], serde_json::json!([0, 1, 2, 3]));
        assert_eq!(answer["probabilities"]["dicee"]["recommendKeep"], serde_json::json!([0, 1, 2]));
        assert_eq!(answer["probabilities"]["four_of_kind"]["asFraction"], "11/36");
        assert_eq!(answer["probabilities"].as_object().unwrap().len(), 13);
        assert_eq!(answer["stateKey"], "25556/555/1");
    }

    #[test]
    fn without_rolls_the_dice_are_what_they_are() {
        let answer = ask(&mut Cache::default(), [3, 3, 3, 5, 5], [0; 5], 0);
        assert_eq!(answer["probabilities"]["full_house"]["value"], 1.0);
        assert_eq!(answer["probabilities"]["dicee"]["isAchievable"], false);
    }

    #[test]
    fn the_cache_tells_the_truth_about_itself() {
        let mut cache = Cache::default();
        assert_eq!(ask(&mut cache, [1, 2, 3, 4, 5], [0; 5], 2)["cacheHit"], false);
        assert_eq!(ask(&mut cache, [5, 4, 3, 2, 1], [0; 5], 2)["cacheHit"], true);
        let unknown = State::from_key("66666//1").unwrap();
        assert!(cache.lookup(unknown).is_none());
        let known = State::from_key("12345//2").unwrap();
        assert!(cache.lookup(known).is_some());
        assert_eq!(cache.stats(), CacheStats { size: 1, hit_rate: 0.5, coverage: 1.0 / 17_472.0 });
    }

    #[test]
    fn what_is_remembered_equals_what_is_computed_afresh() {
        let mut cache = Cache::default();
        for state in ["12345//2", "25556/555/1", "11166/66/3", "22222/22222/0"]
            .map(|key| State::from_key(key).unwrap())
        {
            let first = cache.answer(state, &[]).metrics;
            assert_eq!(cache.answer(state, &[]).metrics, first);
            assert_eq!(state.compute(), first);
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_key_reader_panic(text in "[0-9/]{0,20}|.{0,20}") {
            if let Ok(state) = State::from_key(&text) {
                prop_assert_eq!(State::from_key(&state.key()), Ok(state));
            }
        }
    }

    #[test]
    fn state_keys_are_read_back() {
        let state = State::parse(&[6, 1, 6, 2, 2], &[1, 0, 1, 0, 0], 2).unwrap();
        assert_eq!(State::from_key(&state.key()), Ok(state));
        for foreign in
            ["", "1", "12345/1", "12345/6/1", "1234/1/1", "12345/1/4", "12345/1/1/1", "1234x//1", "a/b/c"]
        {
            assert!(State::from_key(foreign).is_err(), "{foreign}");
        }
    }

    #[test]
    fn masks_and_dice_that_cannot_be_are_refused() {
        for (dice, kept, rolls, field) in [
            (&[5, 5, 5, 2][..], &[0; 5][..], 1, "dice"),
            (&[5, 5, 5, 2, 7], &[0; 5], 1, "dice"),
            (&[5, 5, 5, 2, 6], &[0; 4], 1, "kept"),
            (&[5, 5, 5, 2, 6], &[2, 0, 0, 0, 0], 1, "kept"),
            (&[5, 5, 5, 2, 6], &[0; 5], 4, "rolls_left"),
            (&[261, 5, 5, 2, 6], &[0; 5], 1, "dice"),
            (&[5, 5, 5, 2, 6], &[-1, 0, 0, 0, 0], 1, "kept"),
        ] {
            assert_eq!(State::parse(dice, kept, rolls).unwrap_err().field(), field);
        }
    }
}
