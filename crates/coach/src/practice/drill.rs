use chance::{Chance as _, SeededChance, rank_of, sort_by_rank};
use dicee::{
    Action, Bot, Category, DiceConfig, InputError, MistakeKind, SolvedGame, SurveyedOption, TurnSurvey,
};
use serde::{Deserialize, Serialize};

use crate::noise::costly_kind;
use crate::practice::exercise::Exercise;
use crate::profile::Profile;
use crate::situation::Situation;
use crate::tally::Phase;

/// What to drill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DrillRequest {
    /// Only situations that invite this kind of mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<MistakeKind>,
    /// Only situations in which filling this box is best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// Only this phase of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
}

/// An exercise must not be decided by trifles.
const LEAST: f64 = 0.3;
/// An exercise that nobody gets wrong teaches nothing.
const MOST: f64 = 15.0;
/// Games that are looked through before a drill is as long as it is.
const GAMES: u64 = 600;
/// Of so many exercises that fit in one game only the first few are taken, so that a drill is varied.
const FROM_A_GAME: usize = 2;
/// So many turns later than in the game before a drill begins to look; it shares no factor with the thirteen turns.
const FURTHER: u64 = 5;

/// Exercises of one sort, from games of a skilled bot; the same seed gives the same ones. There are fewer than `count` if the
/// sort is very rare.
#[must_use]
pub fn drill(solved: &SolvedGame, wanted: &DrillRequest, seed: u64, count: usize) -> Vec<Exercise> {
    let luck = SeededChance::from_seed(seed);
    let mut found = Vec::with_capacity(count);
    for game in 0..GAMES {
        let record = Bot::Skilled.play(solved, &mut luck.stream(2 * game), &mut luck.stream(2 * game + 1));
        let mut here = 0;
        let decisions = Situation::all_of(&record);
        let turns: Vec<_> = decisions.chunk_by(|a, b| a.0.turn == b.0.turn).collect();
        // Each game is entered at another turn, every other one at the end of a turn, where boxes are filled.
        let first = usize::try_from(FURTHER * game % Category::COUNT as u64).unwrap_or_default();
        let places = (0..turns.len()).map(|place| (place + first) % turns.len());
        for turn in places.map(|place| turns[place]) {
            if wanted.phase.is_some_and(|phase| phase != Phase::of_turn(turn[0].0.turn + 1)) {
                continue;
            }
            let survey = TurnSurvey::new(solved, turn[0].0.position);
            for place in 0..turn.len() {
                let (decision, situation) =
                    &turn[if game.is_multiple_of(2) { place } else { turn.len() - 1 - place }];
                let options = survey.options(decision.roll, decision.rolls_left);
                if here < FROM_A_GAME
                    && fits_box(&options, wanted.category)
                    && let Some(kind) = invited(&options, wanted.kind)
                {
                    found.push(Exercise { situation: situation.clone(), kind });
                    here += 1;
                    if found.len() == count {
                        return found;
                    }
                    break;
                }
            }
        }
    }
    found
}

/// Exercises for one player: seven in ten invite a kind that costs this player most of late, the others any; mixed, so that
/// nothing gives away which is which.
#[must_use]
pub fn training(solved: &SolvedGame, profile: &Profile, seed: u64, count: usize) -> Vec<Exercise> {
    /// How many weak kinds are trained together.
    const KINDS: usize = 3;
    let weak: Vec<MistakeKind> = profile.weak_kinds().into_iter().take(KINDS).collect();
    let mut exercises = Vec::with_capacity(count);
    let mut luck = SeededChance::from_seed(seed).stream(u64::MAX);
    for (place, &kind) in weak.iter().enumerate() {
        // Seven tenths, divided among the weak kinds; the first get what is left over.
        let share = (7 * count).div_ceil(10);
        let share = share / weak.len() + usize::from(place < share % weak.len());
        let wanted = DrillRequest { kind: Some(kind), ..DrillRequest::default() };
        exercises.extend(drill(solved, &wanted, seed.wrapping_add(1 + kind as u64), share));
    }
    let rest = count - exercises.len().min(count);
    exercises.extend(drill(solved, &DrillRequest::default(), seed, rest));
    luck.shuffle(&mut exercises);
    exercises
}

/// Other rolls on the same card that invite the same mistake, closest in cost first: the pattern is trained, not the position.
///
/// # Errors
///
/// [`InputError`] if the situation cannot be, or is for other rules than the solved game.
pub fn siblings(solved: &SolvedGame, exercise: &Exercise, count: usize) -> Result<Vec<Exercise>, InputError> {
    let checked = exercise.situation.check()?;
    solved.expect_rules(checked.rules)?;
    let survey = TurnSurvey::new(solved, checked.position);
    let cost = |roll: DiceConfig| {
        let options = survey.options(roll, checked.rolls_left);
        let of_kind =
            options.iter().filter(|option| option.mistake == Some(exercise.kind) && option.loss >= LEAST);
        of_kind.map(|option| option.loss).reduce(f64::min)
    };
    let own = cost(checked.roll).unwrap_or(1.0);
    let mut others: Vec<(f64, DiceConfig)> = DiceConfig::iter_all()
        .filter(|&roll| roll != checked.roll)
        .filter_map(|roll| Some(((cost(roll)? - own).abs(), roll)))
        .collect();
    sort_by_rank(&mut others, |(cost, _)| rank_of(*cost));
    let sibling = |(_, roll): (f64, DiceConfig)| Exercise {
        situation: Situation::new(checked.rules, &checked.card, roll, checked.rolls_left),
        kind: exercise.kind,
    };
    Ok(others.into_iter().take(count).map(sibling).collect())
}

fn fits_box(options: &[SurveyedOption], wanted: Option<Category>) -> bool {
    wanted.is_none_or(|category| options[0].action == Action::Score(category))
}

/// The kind of mistake that a roll invites: its cheapest real mistake, or the wanted kind where that costs a fair price too.
fn invited(options: &[SurveyedOption], wanted: Option<MistakeKind>) -> Option<MistakeKind> {
    let fair = |option: &&SurveyedOption| (LEAST..=MOST).contains(&option.loss);
    let mut mistakes = options.iter().filter(fair);
    match wanted {
        Some(kind) => mistakes.find(|option| option.mistake == Some(kind)).and_then(costly_kind),
        None => mistakes.next().and_then(costly_kind),
    }
}
