use std::collections::{BTreeMap, VecDeque};

use chance::{rank_of, sort_by_rank};
use dicee::{Category, InputError, MistakeKind, Quality, SkillLevel, SolvedGame, TurnSurvey};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game_line::GameLine;
use crate::mistake::Mistake;
use crate::noise::{NOISES, add_chances};
use crate::played::{Moment, Origin, PlayedGame, SetAside};
use crate::rating::Sample;
use crate::situation::Situation;
use crate::skill::{SCALE, Skill};
use crate::tally::{Phase, Tally};

/// All that is remembered about how somebody plays, folded game by game at the end of each game.
///
/// The same games in the same order give the same profile, on the server, in the browser and in the terminal. It is
/// bounded: the last [`Self::LINES`] games as lines, the last [`Self::MISTAKES`] mistakes with their positions, and counts
/// over the last 25 to 50 games, so that what was unlearned is forgotten.
///
/// ```no_run
/// use chance::SeededChance;
/// use coach::{PlayedGame, Profile};
/// use dicee::{Bot, GameId, Rules, SolvedGame};
///
/// let solved = SolvedGame::solve(Rules::Standard);
/// let mut profile = Profile::default();
/// for number in 0..20 {
///     let luck = SeededChance::from_seed(number);
///     let record = Bot::Skilled.play(&solved, &mut luck.stream(0), &mut luck.stream(1));
///     let id = GameId(uuid::Uuid::from_u128(number.into()));
///     profile.add(&solved, &PlayedGame::new(id, number, record))?;
/// }
/// let skill = profile.skill();
/// assert_eq!(skill.games, 20);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    version: u32,
    games: u32,
    set_aside: u32,
    level: Option<SkillLevel>,
    #[serde(deserialize_with = "chance::objects")]
    lines: VecDeque<GameLine>,
    #[serde(deserialize_with = "chance::objects")]
    mistakes: VecDeque<Mistake>,
    /// What each kind costs a game, with more weight on recent games.
    recent_cost: BTreeMap<MistakeKind, f64>,
    /// The stretch of games under way, and the one before it.
    #[serde(deserialize_with = "chance::object")]
    tally: Tally,
    #[serde(deserialize_with = "chance::object")]
    earlier: Tally,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            games: 0,
            set_aside: 0,
            level: None,
            lines: VecDeque::new(),
            mistakes: VecDeque::new(),
            recent_cost: BTreeMap::new(),
            tally: Tally::default(),
            earlier: Tally::default(),
        }
    }
}

impl Profile {
    /// The fold that made it. A stored profile of another version is folded again from its games.
    pub const VERSION: u32 = 1;
    /// How many games are remembered as lines.
    pub const LINES: usize = 200;
    /// How many mistakes are remembered with their positions.
    pub const MISTAKES: usize = 200;
    /// How many games are counted together before the counts of the stretch before them are dropped.
    const STRETCH: u32 = 25;
    /// The weight of the game before in what a kind costs of late.
    const MEMORY: f64 = 0.85;

    /// A stored profile.
    ///
    /// # Errors
    ///
    /// [`InputError`] if it is no profile or one of another version; then it must be folded again.
    pub fn from_json(text: &str) -> Result<Self, InputError> {
        Self::from_value(serde_json::from_str(text).map_err(|error| unreadable(&error))?)
    }

    /// The same from JSON that was already read: a browser module leaves the text to JavaScript.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`].
    pub fn from_value(value: Value) -> Result<Self, InputError> {
        // By the names of fields, as everything that browser modules read: that keeps them small.
        let profile: Self = chance::object(value).map_err(|error| unreadable(&error))?;
        if profile.version == Self::VERSION {
            Ok(profile)
        } else {
            Err(InputError::new("profile", format!("version {}", Self::VERSION), profile.version))
        }
    }

    /// The profile as text to store.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a profile has nothing that JSON cannot say")
    }

    /// Folds a game; `Some` says why it does not count.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the solved game has other rules than the game that was played.
    pub fn add(&mut self, solved: &SolvedGame, game: &PlayedGame) -> Result<Option<SetAside>, InputError> {
        solved.expect_rules(game.record.rules())?;
        if self.lines.iter().any(|line| line.id == game.id) {
            return Ok(Some(SetAside::Known));
        }
        let reason = judge(game);
        match reason {
            None => self.count(solved, game),
            Some(_) => self.set_aside += 1,
        }
        Ok(reason)
    }

    /// How well the player plays.
    #[must_use]
    pub fn skill(&self) -> Skill {
        Skill::new(self.games, self.level, &self.samples())
    }

    /// How many games counted.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// How many games did not.
    #[must_use]
    pub const fn set_aside(&self) -> u32 {
        self.set_aside
    }

    /// The last games that counted, oldest first.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &GameLine> {
        self.lines.iter()
    }

    /// The last mistakes, oldest first.
    pub fn mistakes(&self) -> impl DoubleEndedIterator<Item = &Mistake> + ExactSizeIterator {
        self.mistakes.iter()
    }

    /// The kinds that cost most a game of late, dearest first: the next best things to practise. Kinds that cost nothing are
    /// absent.
    #[must_use]
    pub fn weak_kinds(&self) -> Vec<MistakeKind> {
        let mut kinds: Vec<(MistakeKind, f64)> = self
            .recent_cost
            .iter()
            .map(|(&kind, &cost)| (kind, cost))
            .filter(|(_, cost)| *cost > 0.01)
            .collect();
        sort_by_rank(&mut kinds, |(_, cost)| !rank_of(*cost));
        kinds.into_iter().map(|(kind, _)| kind).collect()
    }

    /// The counts over the last 25 to 50 games.
    pub(crate) fn counts(&self) -> Tally {
        self.earlier.plus(&self.tally)
    }

    fn count(&mut self, solved: &SolvedGame, game: &PlayedGame) {
        if self.tally.games >= Self::STRETCH {
            self.earlier = std::mem::take(&mut self.tally);
        }
        let mut line = GameLine {
            id: game.id,
            finished_at: game.finished_at,
            rules: game.record.rules(),
            score: game.record.card().grand_total(),
            luck: 0.0,
            loss: 0.0,
            decisions: 0,
            optimal: 0,
        };
        let mut costs = [0.0; MistakeKind::ALL.len()];
        let mut noise = [[0.0; NOISES.len()]; MistakeKind::ALL.len()];
        let situations = Situation::all_of(&game.record);
        for turn in situations.chunk_by(|a, b| a.0.turn == b.0.turn) {
            let survey = TurnSurvey::new(solved, turn[0].0.position);
            let mut before = solved.value(turn[0].0.position);
            for (decision, situation) in turn {
                let options = survey.options(decision.roll, decision.rolls_left);
                let chosen = options.iter().find(|option| option.action == decision.action);
                let (best, chosen) = (options[0], chosen.expect("every decision of a record is legal"));
                line.luck += best.value - before;
                before = chosen.value;
                if game.aided.contains(&Moment::of(decision)) {
                    continue;
                }
                line.decisions += 1;
                line.loss += chosen.loss;
                line.optimal += u32::from(chosen.loss < Quality::NOTHING);
                self.tally.add_decision(Phase::of_turn(decision.turn + 1), &options, chosen);
                add_chances(&options, &mut noise);
                if let Some(mistake) = Mistake::of_decision(game, (decision, situation), &best, chosen) {
                    costs[mistake.kind as usize] += mistake.loss;
                    self.remember(mistake);
                }
            }
        }
        line.loss *= situations.len() as f64 / f64::from(line.decisions);
        self.tally.end_game(&costs, &noise);
        for kind in MistakeKind::ALL {
            // The first game is all there is to go by.
            let memory = if self.games == 0 { 0.0 } else { Self::MEMORY };
            let recent = self.recent_cost.entry(kind).or_default();
            *recent = memory * *recent + (1.0 - memory) * costs[kind as usize];
        }
        self.games += 1;
        self.lines.push_back(line);
        if self.lines.len() > Self::LINES {
            self.lines.pop_front();
        }
        self.level = SCALE.next_level(self.level, &self.samples());
    }

    fn samples(&self) -> Vec<Sample> {
        self.lines.iter().map(Sample::from).collect()
    }

    fn remember(&mut self, mistake: Mistake) {
        if self.mistakes.len() == Self::MISTAKES {
            self.mistakes.pop_front();
        }
        self.mistakes.push_back(mistake);
    }
}

fn unreadable(error: &serde_json::Error) -> InputError {
    InputError::new("profile", "a stored profile", error.to_string())
}

fn judge(game: &PlayedGame) -> Option<SetAside> {
    let decisions = game.record.decisions();
    if game.record.turns().len() < Category::COUNT {
        return Some(SetAside::Unfinished);
    }
    if game.origin != Origin::Drawn {
        return Some(SetAside::Practice);
    }
    let aided = decisions.iter().filter(|decision| game.aided.contains(&Moment::of(decision)));
    (2 * aided.count() > decisions.len()).then_some(SetAside::Aided)
}
