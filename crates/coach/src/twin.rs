use chance::{Chance, SeededChance};
use dicee::{
    Action, Category, DiceConfig, GameRecord, InputError, KeepPattern, MistakeKind, RollsLeft, SolvedGame,
    SurveyedOption, TurnRecord, TurnSurvey,
};

use crate::decision::Move;
use crate::noise::costly_kind;
use crate::profile::Profile;
use crate::situation::Situation;
use crate::tally::{KindTally, STEEPNESS};

/// A bot that overlooks what one player overlooks, as often and as dearly, and plays perfectly otherwise.
///
/// Within a kind, a mistake that costs `l` points is made with probability `a * exp(-s * l)`: `s` so that the kind costs the
/// player's mean, `a` so that it comes as often. Other mistakes lead to other cards, where a kind is invited more or less often,
/// and only one mistake is made at a time; so the twin plays games by itself first, and every `a` is put right by what its kind
/// costs in them.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin {
    habits: [Option<Tendency>; MistakeKind::ALL.len()],
}

/// A mixture of the two [`STEEPNESS`]es between which the player lies: each with the probability of a mistake that costs
/// nothing.
type Tendency = [(f64, f64); 2];

/// How often a twin is put right, and by how many games.
const ROUNDS: u32 = 3;
const TRIALS: u32 = 200;
/// Points a game that are added to both sides when what a kind costs is compared: what is rare says little.
const SMOOTHING: f64 = 0.2;

impl Twin {
    /// The twin of a player. The solved game is of the rules by which it plays; 600 games are played with it.
    #[must_use]
    pub fn of(solved: &SolvedGame, profile: &Profile) -> Self {
        let counts = profile.counts();
        let habits = MistakeKind::ALL.map(|kind| counts.kinds.get(&kind).and_then(tendency));
        let mut twin = Self { habits };
        // Whole games of the player's own decisions: those with a hint are not counted.
        let filled: u32 = counts.boxes.values().map(|count| count.filled).sum();
        if filled == 0 {
            return twin;
        }
        let games = f64::from(filled) / Category::COUNT as f64;
        for _ in 0..ROUNDS {
            let costs = twin.costs(solved);
            for (&kind, counts) in &counts.kinds {
                let wanted = counts.total().cost / games;
                let ratio = (wanted + SMOOTHING) / (costs[kind as usize] + SMOOTHING);
                for (_, most) in twin.habits[kind as usize].iter_mut().flatten() {
                    *most *= ratio;
                }
            }
        }
        twin
    }

    /// What each kind costs it a game, over games of its own.
    fn costs(&self, solved: &SolvedGame) -> [f64; MistakeKind::ALL.len()] {
        let luck = SeededChance::from_seed(0);
        let mut costs = [0.0; MistakeKind::ALL.len()];
        for game in 0..u64::from(TRIALS) {
            let (mut dice, mut mind) = (luck.stream(2 * game), luck.stream(2 * game + 1));
            play_with(solved, &mut dice, |survey, roll, left| {
                let chosen = self.choose(&survey.options(roll, left), &mut mind);
                if let Some(kind) = costly_kind(&chosen) {
                    costs[kind as usize] += chosen.loss;
                }
                chosen.action
            });
        }
        costs.map(|cost| cost / f64::from(TRIALS))
    }

    /// Decides what to do with a roll.
    pub fn decide(
        &self,
        survey: &TurnSurvey<'_>,
        roll: DiceConfig,
        rolls_left: RollsLeft,
        mind: &mut impl Chance,
    ) -> Action {
        self.choose(&survey.options(roll, rolls_left), mind).action
    }

    /// Decides in a situation.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the situation cannot be, or is for other rules than the solved game.
    pub fn decide_in(
        &self,
        solved: &SolvedGame,
        situation: &Situation,
        mind: &mut impl Chance,
    ) -> Result<Move, InputError> {
        let checked = situation.check()?;
        solved.expect_rules(checked.rules)?;
        let survey = TurnSurvey::new(solved, checked.position);
        let action = self.decide(&survey, checked.roll, checked.rolls_left, mind);
        Ok(Move::of(checked.rules, checked.position, checked.roll, action))
    }

    /// Takes one of the options, which are best first.
    fn choose(&self, options: &[SurveyedOption], mind: &mut impl Chance) -> SurveyedOption {
        let chances: Vec<f64> = options.iter().map(|option| self.chance(option)).collect();
        let mut left = unit(mind) * chances.iter().sum::<f64>().max(1.0);
        for (option, chance) in options.iter().zip(chances) {
            left -= chance;
            if left < 0.0 {
                return *option;
            }
        }
        options[0]
    }

    /// The chance that a mistake is made.
    fn chance(&self, option: &SurveyedOption) -> f64 {
        let habit = costly_kind(option).and_then(|kind| self.habits[kind as usize]);
        habit.map_or(0.0, |parts| {
            parts.iter().map(|(steepness, most)| most * (-steepness * option.loss).exp()).sum()
        })
    }

    /// Plays a whole game; the dice come from `dice`, what the twin overlooks from `mind`.
    pub fn play(&self, solved: &SolvedGame, dice: &mut impl Chance, mind: &mut impl Chance) -> GameRecord {
        play_with(solved, dice, |survey, roll, left| self.decide(survey, roll, left, mind))
    }
}

/// Plays a game in which every decision is made by a function of the options.
pub fn play_with(
    solved: &SolvedGame,
    dice: &mut impl Chance,
    mut decide: impl FnMut(&TurnSurvey<'_>, DiceConfig, RollsLeft) -> Action,
) -> GameRecord {
    let mut game = GameRecord::new(solved.rules());
    for _ in 0..Category::COUNT {
        let survey = TurnSurvey::new(solved, game.card().position());
        let mut left = RollsLeft::AFTER_FIRST;
        let mut rolls = vec![KeepPattern::NOTHING.complete(dice)];
        let mut keeps = Vec::new();
        let category = loop {
            match decide(&survey, rolls[rolls.len() - 1], left) {
                Action::Keep(keep) => {
                    keeps.push(keep);
                    rolls.push(keep.complete(dice));
                    left = left.after_roll().expect("keeps are options only while a roll is left");
                }
                Action::Score(category) => break category,
            }
        };
        let turn = TurnRecord::new(rolls, keeps, category).expect("kept dice stay as they are");
        game.push(turn).expect("the decision is a legal option");
    }
    game
}

fn tendency(counts: &KindTally) -> Option<Tendency> {
    let total = counts.total();
    if total.wrong == 0 {
        return None;
    }
    let wrong = f64::from(total.wrong);
    let cost = total.cost / wrong;
    // Mean costs fall as the steepness grows.
    let costs = counts.steep.map(|weighed| weighed.loss / weighed.weight);
    let upper = costs.iter().rposition(|&mean| mean >= cost).unwrap_or(0);
    let lower = (upper + 1).min(costs.len() - 1);
    let gap = costs[upper] - costs[lower];
    let share = if gap > 0.0 { ((cost - costs[lower]) / gap).clamp(0.0, 1.0) } else { 1.0 };
    let part = |place: usize, share: f64| (STEEPNESS[place], share * wrong / counts.steep[place].weight);
    Some([part(upper, share), part(lower, 1.0 - share)])
}

/// A uniform number from 0 to 1.
fn unit(luck: &mut impl Chance) -> f64 {
    f64::from(luck.next_word()) / (f64::from(u32::MAX) + 1.0)
}
