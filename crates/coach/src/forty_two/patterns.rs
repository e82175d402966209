use std::collections::VecDeque;

use fortytwo::Misplay;
use serde::{Deserialize, Serialize};

use super::line::{HandLine, KINDS, NOISES};
use super::mistake::FortyTwoMistake;
use super::words;
use crate::statistics::{Interval, binomial_tail, interval_of};
use crate::tally::Count;

/// Where the marks go: how often each kind of mistake was possible and made, and which of them are habits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoPatterns {
    /// How many hands were counted.
    pub hands: u32,
    /// The kinds that are no accident, dearest first.
    pub habits: Vec<FortyTwoHabit>,
    /// Every kind that was possible, dearest first.
    pub kinds: Vec<FortyTwoKindCount>,
}

/// A kind of mistake that errors of no kind would hardly make so often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoHabit {
    /// Which kind.
    pub kind: Misplay,
    /// What it costs a hand, in marks.
    pub cost_per_hand: f64,
    /// How often it was made.
    pub wrong: u32,
    /// How often errors of no kind would have made it, at most.
    pub by_accident: f64,
    /// The chance that such errors make it so often.
    pub p_value: f64,
    /// The habit in a sentence.
    pub sentence: String,
    /// What to do instead.
    pub tip: String,
    /// The dearest of them.
    pub examples: Vec<FortyTwoMistake>,
}

/// How often a kind of mistake came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoKindCount {
    /// Which kind.
    pub kind: Misplay,
    /// As a heading.
    pub title: String,
    /// How often it was possible and made, and what it cost in marks.
    pub total: Count,
    /// What it costs a hand, in marks; absent before the second hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_per_hand: Option<Interval>,
}

/// All kinds together may be called a habit by accident in so many cases.
const SIGNIFICANCE: f64 = 0.05;
/// Fewer mistakes are no habit.
const LEAST: u32 = 3;
/// Nor is what costs less than this many marks a hand.
const LEAST_COST: f64 = 0.01;
const EXAMPLES: usize = 3;

impl FortyTwoPatterns {
    pub(super) fn new(lines: &VecDeque<HandLine>, mistakes: &VecDeque<FortyTwoMistake>) -> Self {
        let mut totals = [Count::default(); KINDS];
        let mut noise = [[0.0; NOISES]; KINDS];
        for line in lines {
            for kind in 0..KINDS {
                totals[kind] = totals[kind].plus(line.kinds[kind]);
                (0..NOISES).for_each(|place| noise[kind][place] += line.noise[kind][place]);
            }
        }
        let hands = u32::try_from(lines.len()).expect("a few hundred");
        let possible = Misplay::ALL.into_iter().filter(|kind| totals[*kind as usize].opportunities > 0);
        let mut kinds: Vec<FortyTwoKindCount> = possible
            .map(|kind| FortyTwoKindCount {
                kind,
                title: words::title(kind).to_owned(),
                total: totals[kind as usize],
                cost_per_hand: interval_of(lines.iter().map(|line| (line.kinds[kind as usize].cost, 1.0))),
            })
            .collect();
        kinds.sort_by(|a, b| b.total.cost.total_cmp(&a.total.cost));
        let errors: u32 = totals.iter().map(|total| total.wrong).sum();
        let habits = kinds.iter().filter_map(|FortyTwoKindCount { kind, total, .. }| {
            let share = largest_share(&noise, *kind);
            let p_value = binomial_tail(total.wrong, errors, share);
            let per_hand = total.cost / f64::from(hands);
            let is_habit =
                total.wrong >= LEAST && per_hand >= LEAST_COST && p_value < SIGNIFICANCE / KINDS as f64;
            is_habit.then(|| FortyTwoHabit {
                kind: *kind,
                cost_per_hand: per_hand,
                wrong: total.wrong,
                by_accident: share * f64::from(errors),
                p_value,
                sentence: words::habit(*kind, *total, per_hand, hands),
                tip: words::tip(*kind).to_owned(),
                examples: examples(mistakes, *kind),
            })
        });
        let habits = habits.collect();
        Self { hands, habits, kinds }
    }
}

/// The share of one kind among all errors, under the noise that makes most of it.
fn largest_share(noise: &[[f64; NOISES]; KINDS], kind: Misplay) -> f64 {
    let share = |place: usize| {
        let all: f64 = noise.iter().map(|chances| chances[place]).sum();
        if all > 0.0 { noise[kind as usize][place] / all } else { 0.0 }
    };
    (0..NOISES).map(share).fold(0.0, f64::max)
}

fn examples(mistakes: &VecDeque<FortyTwoMistake>, kind: Misplay) -> Vec<FortyTwoMistake> {
    let mut own: Vec<&FortyTwoMistake> = mistakes.iter().filter(|mistake| mistake.kind == kind).collect();
    own.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    own.into_iter().take(EXAMPLES).cloned().collect()
}

#[cfg(test)]
mod tests {
    use chance::{Chance as _, SeededChance};
    use fortytwo::{Choice, JudgedChoice, JudgedHand, JudgedOption, Seat};

    use crate::FortyTwoProfile;

    use super::*;

    /// A hand of eight choices, each of which invites two kinds of mistake; what is chosen follows from the options.
    fn hand(
        number: u32,
        luck: &mut SeededChance,
        mut pick: impl FnMut(&[JudgedOption]) -> usize,
    ) -> JudgedHand {
        let choices = (0..8).map(|_| {
            let mistake = |at: u32| Misplay::ALL.get(at as usize).copied();
            let (one, other) = (luck.below(9), luck.below(9));
            let options = vec![
                JudgedOption { loss: 0.0, mistake: None },
                JudgedOption { loss: 0.15, mistake: mistake(one) },
                JudgedOption { loss: 0.4, mistake: mistake(other) },
            ];
            let taken = options[pick(&options)];
            let tile = |text: &str| Choice::Play(text.parse().unwrap());
            JudgedChoice {
                trick: Some(1),
                chosen: tile(if taken.loss > 0.0 { "6-4" } else { "5-5" }),
                best: tile("5-5"),
                loss: taken.loss,
                mistake: taken.mistake,
                face_up: Some(0),
                seen: None,
                options,
            }
        });
        JudgedHand { hand: number, seat: Seat::ALL[0], choices: choices.collect(), aided: 0 }
    }

    #[test]
    fn a_player_with_one_habit_is_told_that_one_with_examples() {
        for planted in Misplay::ALL {
            let mut luck = SeededChance::from_seed(planted as u64);
            let mut profile = FortyTwoProfile::default();
            for number in 0..60 {
                let hand = hand(number, &mut luck, |options| {
                    options.iter().position(|option| option.mistake == Some(planted)).unwrap_or(0)
                });
                profile.add("game", &hand);
            }
            let patterns = profile.patterns();
            let named: Vec<Misplay> = patterns.habits.iter().map(|habit| habit.kind).collect();
            assert_eq!(named, [planted]);
            assert_eq!(patterns.habits[0].examples.len(), EXAMPLES);
            assert_eq!(patterns.kinds[0].total.wrong, patterns.habits[0].wrong);
            assert_eq!(patterns.hands, 60);
        }
    }

    #[test]
    fn errors_of_no_kind_are_called_a_habit_in_at_most_5_of_100_players() {
        let mut accused = 0;
        for player in 0..200 {
            let (mut luck, mut mind) =
                (SeededChance::from_seed(player), SeededChance::from_seed(player + 1000));
            let mut profile = FortyTwoProfile::default();
            for number in 0..60 {
                let hand =
                    hand(number, &mut luck, |_| if mind.below(4) == 0 { mind.below(3) as usize } else { 0 });
                profile.add("game", &hand);
            }
            accused += u32::from(!profile.patterns().habits.is_empty());
        }
        assert!(accused <= 10, "{accused} of 200");
    }

    #[test]
    fn choices_that_had_help_are_taken_to_have_cost_as_much_as_the_rest() {
        let lost = |aided: u32| {
            let mut luck = SeededChance::from_seed(3);
            let mut profile = FortyTwoProfile::default();
            let mut counted = 0;
            for number in 0..4 {
                let hand = JudgedHand { aided, ..hand(number, &mut luck, |_| 1) };
                counted += u32::from(profile.add("game", &hand));
            }
            (counted, profile.skill().loss_per_hand.map(|loss| loss.mean))
        };
        let whole = lost(0).1.unwrap();
        assert!((whole - 8.0 * 0.15).abs() < 1e-9, "{whole}");
        assert!((lost(4).1.unwrap() - 1.5 * whole).abs() < 1e-9);
        assert_eq!((lost(8).0, lost(9)), (4, (0, None)));
    }

    #[test]
    fn skill_is_marks_a_hand_with_its_interval_and_a_level() {
        let mut luck = SeededChance::from_seed(7);
        let mut profile = FortyTwoProfile::default();
        let mut sum = 0.0;
        for number in 0..50 {
            let hand = hand(number, &mut luck, |_| usize::from(number % 5 == 0));
            sum += hand.choices.iter().map(|choice| choice.loss).sum::<f64>();
            profile.add("game", &hand);
        }
        let skill = profile.skill();
        let loss = skill.loss_per_hand.unwrap();
        assert_eq!(skill.hands, 50);
        assert!(loss.contains(sum / 50.0) && loss.low < loss.high, "{loss:?} {sum}");
        assert!((skill.optimal_share - 0.8).abs() < 0.05, "{}", skill.optimal_share);
        assert!(skill.level.is_some() && skill.trend.is_some());
    }
}
