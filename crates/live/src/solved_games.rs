use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;

use dicee::{Category, CategoryOdds, Outlook, Position, Rules, ScoreOutlook, SolvedGame};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::background::background_pool;
use crate::forecast::Effort;

/// The solved dice game of every rules variant, each as soon as it is solved, and what forecasts need.
#[derive(Debug)]
pub struct SolvedGames {
    solved: [OnceLock<SolvedGame>; Rules::ALL.len()],
    outlooks: [OnceLock<ScoreOutlook>; Rules::ALL.len()],
    /// Whether an outlook is being made: one at a time.
    making: AtomicBool,
    /// How many forecasts may be computed at once, by effort.
    quick: Semaphore,
    thorough: Semaphore,
}

impl Default for SolvedGames {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            solved: Default::default(),
            outlooks: Default::default(),
            making: AtomicBool::new(false),
            quick: Semaphore::new(cores),
            thorough: Semaphore::new((cores / 2).max(1)),
        }
    }
}

impl SolvedGames {
    /// The solved game, unless it is still being solved.
    #[must_use]
    pub fn get(&self, rules: Rules) -> Option<&SolvedGame> {
        self.solved.get(place(rules)?)?.get()
    }

    /// The furthest horizon that is known now: the game, or while that is being solved the turn.
    #[must_use]
    pub fn outlook(&self, rules: Rules) -> Outlook<'_> {
        self.get(rules).map_or(Outlook::Turn, Outlook::Game)
    }

    /// How many are solved.
    #[must_use]
    pub fn ready(&self) -> usize {
        self.solved.iter().filter(|solved| solved.get().is_some()).count()
    }

    /// The bytes that the solved games hold.
    #[must_use]
    pub fn solved_bytes(&self) -> usize {
        self.solved.iter().filter_map(OnceLock::get).map(SolvedGame::bytes).sum()
    }

    /// The bytes that the outlooks of forecasts hold.
    #[must_use]
    pub fn outlook_bytes(&self) -> usize {
        self.outlooks.iter().filter_map(OnceLock::get).map(ScoreOutlook::bytes).sum()
    }

    /// How far the solved value of an empty card is from the published one; `None` while it is being solved.
    #[must_use]
    pub fn accuracy_delta(&self, rules: Rules) -> Option<f64> {
        let reference = match rules {
            Rules::Standard => 253.970_241_190,
            Rules::JokerRules => 254.589_609_482,
            Rules::ForcedDicee => 254.587_728_734,
            Rules::Classic => 245.870_774_514,
        };
        Some((self.get(rules)?.value(Position::START) - reference).abs())
    }

    /// Solves a variant, unless it is solved. Blocks for a second or so.
    pub fn solve(&self, rules: Rules) {
        if let Some(cell) = place(rules).and_then(|place| self.solved.get(place)) {
            cell.get_or_init(|| SolvedGame::solve_values(rules, |_| {}));
        }
    }

    /// Solves every variant, the default first, until `stop` says so. The counts behind all odds come before them, so
    /// that the first question does not wait for them. Blocks for some seconds.
    pub fn solve_all(&self, stop: impl Fn() -> bool) {
        CategoryOdds::with(Rules::Standard, Position::START, Category::Chance, |_| {});
        for rules in Rules::ALL.into_iter().take_while(|_| !stop()) {
            self.solve(rules);
        }
    }

    /// The points to come from every position. It takes 46 MiB and some seconds, so it is made when it is first asked for,
    /// on a thread of its own that leaves half of the cores to players; until then there is none.
    #[must_use]
    pub fn score_outlook(self: &Arc<Self>, rules: Rules) -> Option<&ScoreOutlook> {
        let place = place(rules)?;
        let known = self.outlooks.get(place)?.get();
        if known.is_none() && self.get(rules).is_some() && !self.making.swap(true, Relaxed) {
            let games = Arc::clone(self);
            let made = thread::Builder::new().name("score-outlook".into()).spawn(move || {
                games.make_outlook(rules, place);
                games.making.store(false, Relaxed);
            });
            if made.is_err() {
                self.making.store(false, Relaxed);
            }
        }
        known
    }

    fn make_outlook(&self, rules: Rules, place: usize) {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let pool = background_pool("score-outlook", (cores / 2).max(1));
        let (Some(game), Some(cell), Ok(pool)) = (self.get(rules), self.outlooks.get(place), pool) else {
            return;
        };
        cell.get_or_init(|| pool.install(|| ScoreOutlook::new(game, |_| {})));
    }

    /// A place to compute a forecast; `None` when all are taken.
    pub(crate) fn admit(&self, effort: Effort) -> Option<SemaphorePermit<'_>> {
        match effort {
            Effort::Quick => self.quick.try_acquire().ok(),
            Effort::Thorough => self.thorough.try_acquire().ok(),
        }
    }
}

fn place(rules: Rules) -> Option<usize> {
    Rules::ALL.iter().position(|known| *known == rules)
}
