use chance::SeededChance;
use dicee::{Bot, Quality, Rules, SolvedGame, SurveyedOption, TurnSurvey};
use serde::{Deserialize, Serialize};

use crate::noise::costly_kind;
use crate::practice::day::Day;
use crate::practice::exercise::Exercise;
use crate::situation::Situation;

/// The puzzle of a day: the same for everybody, without a network, for ever.
///
/// The date seeds a game of the skilled bot. Of its decisions the one is taken where playing for the turn costs most against
/// playing for the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// How puzzles are made; a later way gets a later number, and old days keep theirs.
    pub version: u32,
    /// The day, such as `2026-11-15`.
    pub date: String,
    /// The card, the dice and the kind of mistake that they invite.
    #[serde(flatten)]
    pub exercise: Exercise,
    /// What the tempting move costs.
    pub temptation: f64,
}

/// The tries at a puzzle so far, best grade last if it was solved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tries {
    /// The grade of each try.
    pub grades: Vec<Quality>,
    /// Whether the last one solved it.
    pub solved: bool,
}

impl Puzzle {
    /// How puzzles are made today.
    pub const VERSION: u32 = 1;
    /// How many tries there are.
    pub const TRIES: usize = 3;
    /// A game in which nothing tempts by this much is passed over for the next one.
    const LEAST: f64 = 1.0;
    /// Games that are looked at before the best so far is taken.
    const GAMES: u64 = 16;

    /// The puzzle of a day.
    ///
    /// # Panics
    ///
    /// Panics unless the solved game has the standard rules, which all puzzles have.
    #[must_use]
    pub fn of_day(solved: &SolvedGame, day: Day) -> Self {
        assert_eq!(solved.rules(), Rules::Standard, "puzzles are made under the standard rules");
        let luck = SeededChance::from_seed(u64::from(Self::VERSION) << 32 | u64::from(day.number()));
        let mut found: Option<(Exercise, f64)> = None;
        for game in 0..Self::GAMES {
            let tempting = most_tempting(solved, &luck, game);
            if tempting.as_ref().is_some_and(|(_, cost)| found.as_ref().is_none_or(|(_, best)| cost > best)) {
                found = tempting;
            }
            if found.as_ref().is_some_and(|(_, cost)| *cost >= Self::LEAST) {
                break;
            }
        }
        let (exercise, temptation) = found.expect("in sixteen games something tempts");
        Self { version: Self::VERSION, date: day.to_string(), exercise, temptation }
    }

    /// What to tell others: the day, a square for each try and nothing that gives the puzzle away.
    #[must_use]
    pub fn share_text(day: Day, tries: &Tries) -> String {
        let squares: String = tries.grades.iter().map(|&grade| square(grade)).collect();
        let result = match (tries.solved, tries.grades.len()) {
            (true, 1) => "solved at the first try".to_owned(),
            (true, count) => format!("solved in {count} tries"),
            (false, _) => "not solved".to_owned(),
        };
        format!("Dicee puzzle {day}\n{squares} {result}")
    }
}

/// A square a grade, from blue to brown as the tiers on the screen.
const fn square(grade: Quality) -> char {
    match grade {
        Quality::Optimal => '🟦',
        Quality::Excellent => '🟩',
        Quality::Good => '⬜',
        Quality::Acceptable => '🟨',
        Quality::Suboptimal => '🟧',
        Quality::Poor => '🟫',
    }
}

/// The decision of a game where greed costs most.
fn most_tempting(solved: &SolvedGame, luck: &SeededChance, game: u64) -> Option<(Exercise, f64)> {
    let record = Bot::Skilled.play(solved, &mut luck.stream(2 * game), &mut luck.stream(2 * game + 1));
    let mut found: Option<(Exercise, f64)> = None;
    for turn in Situation::all_of(&record).chunk_by(|a, b| a.0.turn == b.0.turn) {
        let survey = TurnSurvey::new(solved, turn[0].0.position);
        for (decision, situation) in turn {
            let options = survey.options(decision.roll, decision.rolls_left);
            let greedy = greedy(&options);
            let Some(kind) = costly_kind(greedy) else { continue };
            if found.as_ref().is_none_or(|(_, cost)| greedy.loss > *cost) {
                found = Some((Exercise { situation: situation.clone(), kind }, greedy.loss));
            }
        }
    }
    found
}

/// What brings most points this turn; of equals, the one that is best for the game.
fn greedy(options: &[SurveyedOption]) -> &SurveyedOption {
    let best =
        options.iter().reduce(|best, rival| if rival.turn_value > best.turn_value { rival } else { best });
    best.expect("a card with an open box has an option")
}
