use std::collections::BTreeMap;

use chance::{rank_of, sort_by_rank};
use dicee::{Category, MistakeCategory, MistakeKind, SkillLevel};
use serde::{Deserialize, Serialize};

use crate::mistake::Mistake;
use crate::noise::NOISES;
use crate::profile::Profile;
use crate::statistics::{Interval, binomial_tail, student_975};
use crate::tally::{BoxCount, Count, KindTally, Phase, Tally};
use crate::words;

/// Where a player's points go: by kind of mistake, by box and by phase of the game, and what of it is a habit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Patterns {
    /// How many games the counts are from: the last 25 to 50.
    pub games: u32,
    /// Kinds of mistake that come more often than any error without a habit would make them, dearest first. Empty where nothing
    /// can be said.
    pub habits: Vec<Habit>,
    /// Every kind that was possible, dearest first.
    pub kinds: Vec<KindCount>,
    /// Every box, in card order.
    pub boxes: BTreeMap<Category, BoxCount>,
}

/// A kind of mistake that is a habit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Habit {
    /// The kind.
    pub kind: MistakeKind,
    /// Points a game.
    pub cost_per_game: Interval,
    /// How often it was made.
    pub wrong: u32,
    /// How often errors without a habit would have made it, at most.
    pub by_accident: f64,
    /// The chance to see so many of it without a habit, at most.
    pub p_value: f64,
    /// All of that in words, at most 200 characters.
    pub sentence: String,
    /// What to remember, at most 200 characters.
    pub tip: String,
    /// The player's own positions, dearest first; at most three.
    pub examples: Vec<Mistake>,
}

/// What is known about one kind of mistake.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KindCount {
    /// The kind.
    pub kind: MistakeKind,
    /// Its family.
    pub category: MistakeCategory,
    /// What it is, in a few words.
    pub title: String,
    /// All phases together.
    pub total: Count,
    /// By phase of the game.
    pub phases: BTreeMap<Phase, Count>,
    /// Points a game.
    pub cost_per_game: Interval,
}

/// A habit is named if there is less than this chance that any is named without reason.
const SIGNIFICANCE: f64 = 0.05;
/// Fewer mistakes of a kind make no habit.
const LEAST: u32 = 3;
/// A habit that costs less than this many points a game is not worth a word.
const LEAST_COST: f64 = 0.1;

impl Patterns {
    /// Finds them in a profile; tips are written for this level.
    #[must_use]
    pub fn new(profile: &Profile, level: SkillLevel) -> Self {
        let tally = profile.counts();
        let mut kinds: Vec<KindCount> =
            tally.kinds.iter().map(|(&kind, counts)| KindCount::new(tally.games, kind, counts)).collect();
        sort_by_rank(&mut kinds, |count| !rank_of(count.total.cost));
        let habits = kinds.iter().filter_map(|count| {
            let (by_accident, p_value) = accident(&tally, count.kind)?;
            let costs_enough = count.cost_per_game.mean >= LEAST_COST && count.total.wrong >= LEAST;
            (costs_enough && p_value < SIGNIFICANCE / MistakeKind::ALL.len() as f64).then(|| Habit {
                kind: count.kind,
                cost_per_game: count.cost_per_game,
                wrong: count.total.wrong,
                by_accident,
                p_value,
                sentence: words::habit(count.kind, count.total, count.cost_per_game.mean, tally.games),
                tip: count.kind.tip(level).to_owned(),
                examples: examples(profile, count.kind),
            })
        });
        Self { games: tally.games, habits: habits.collect(), kinds, boxes: tally.boxes }
    }
}

impl KindCount {
    fn new(games: u32, kind: MistakeKind, counts: &KindTally) -> Self {
        let total = counts.total();
        // To collect them would be the code of a sort as well.
        let mut phases = BTreeMap::new();
        phases.extend(Phase::ALL.into_iter().zip(counts.phases));
        Self {
            kind,
            category: kind.category(),
            title: words::title(kind).to_owned(),
            total,
            phases,
            cost_per_game: per_game(games, total.cost, counts.squares),
        }
    }
}

/// The mean over games and its interval, from sums.
fn per_game(games: u32, sum: f64, squares: f64) -> Interval {
    let count = f64::from(games);
    let mean = sum / count;
    if games < 2 {
        return Interval { mean, low: 0.0, high: f64::MAX };
    }
    let variance = (squares - sum * mean).max(0.0) / (count - 1.0);
    let half = student_975(count - 1.0) * (variance / count).sqrt();
    Interval { mean, low: (mean - half).max(0.0), high: mean + half }
}

/// How often errors without a habit would make this kind, and the chance that they make so many of it; both for the noise
/// that explains it best.
///
/// Given how many errors there were, a noise spreads them over the kinds by how often each was within its reach. The player's
/// own decisions say how often that was, so rare and common kinds are judged alike.
fn accident(tally: &Tally, kind: MistakeKind) -> Option<(f64, f64)> {
    let errors: u32 = tally.kinds.values().map(|counts| counts.total().wrong).sum();
    let counts = tally.kinds.get(&kind)?;
    let share = (0..NOISES.len())
        .map(|noise| {
            let all: f64 = tally.kinds.values().map(|counts| counts.noise[noise]).sum();
            if all > 0.0 { counts.noise[noise] / all } else { 0.0 }
        })
        .fold(0.0, f64::max);
    Some((share * f64::from(errors), binomial_tail(counts.total().wrong, errors, share)))
}

fn examples(profile: &Profile, kind: MistakeKind) -> Vec<Mistake> {
    const MOST: usize = 3;
    let mut own: Vec<&Mistake> = profile.mistakes().filter(|mistake| mistake.kind == kind).collect();
    sort_by_rank(&mut own, |mistake| !rank_of(mistake.loss));
    own.into_iter().take(MOST).cloned().collect()
}
