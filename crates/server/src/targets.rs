//! Chances to reach a target: solved in the background, and cached by open boxes.
//!
//! The solution for a set of open boxes covers every upper subtotal, every roll and every target up to a bound. Few
//! boxes take at most a second and are solved within the request. More take up to a minute or two: one set after the
//! other is solved on a separate thread that leaves half of the cores to players, while requests wait for a short time
//! without a thread. A later request finds the solution.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use dicee::{
    CategorySet, DiceConfig, Position, RollsLeft, Rules, SolveProgress, TargetChances, TargetReport,
};
use live::background_pool;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::workers::Workers;

/// Open boxes up to which targets are solved for a request: about a second.
const AT_ONCE: usize = 7;
/// Sets of open boxes that may wait to be solved, the one in hand included.
const QUEUE: usize = 4;
/// How long a request waits for a set that is being solved.
const WAIT: Duration = Duration::from_secs(2);
/// Bytes of chances that are kept.
const KEPT: usize = 64 << 20;
/// Targets are solved up to a multiple of this, so that the next higher one is there, too.
const STEP: u16 = 128;
/// The largest `Retry-After` of an answer.
const LONGEST: u64 = 120;

/// The solved chances of this server.
#[derive(Debug)]
pub(crate) struct Targets {
    at_once: usize,
    wait: Duration,
    kept: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The set that was used last is the last one.
    known: Vec<(Extent, Arc<TargetChances>)>,
    /// The first one is in hand.
    jobs: VecDeque<Job>,
    /// Whether a thread works at the jobs.
    working: bool,
}

/// What is solved: these boxes, up to this target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    rules: Rules,
    open: CategorySet,
    highest: u16,
}

#[derive(Clone, Debug)]
struct Job {
    extent: Extent,
    stage: watch::Sender<Stage>,
}

/// How far a job is.
#[derive(Clone, Debug)]
enum Stage {
    Waiting,
    Solving { since: Instant, progress: SolveProgress },
    Solved(Arc<TargetChances>),
}

/// What a question finds.
enum Found {
    Known(Arc<TargetChances>),
    Job(watch::Receiver<Stage>),
}

impl Default for Targets {
    fn default() -> Self {
        Self::new(AT_ONCE, WAIT, KEPT)
    }
}

impl Targets {
    fn new(at_once: usize, wait: Duration, kept: usize) -> Self {
        Self { at_once, wait, kept, state: Mutex::default() }
    }

    /// The highest chance to make at least `score` points from here on and, with a roll on the table, what to do for it.
    ///
    /// # Errors
    ///
    /// [`ApiError::Field`] for a target beyond the highest one; [`ApiError::Solving`] while the open boxes are being solved;
    /// [`ApiError::Busy`] when too many others are.
    pub(crate) async fn report(
        self: &Arc<Self>,
        workers: &Workers,
        rules: Rules,
        position: Position,
        score: u16,
        rolled: Option<(DiceConfig, RollsLeft)>,
    ) -> Result<TargetReport, ApiError> {
        let highest = TargetChances::HIGHEST;
        if score > highest {
            return Err(ApiError::Field(dicee::input::target_score(highest, score.into())));
        }
        let extent = Extent::new(rules, position.open(), score);
        let chances = if let Some(known) = self.known(extent) {
            known
        } else if extent.open.len() <= self.at_once {
            let solve = move || extent.solve(|_| ControlFlow::Continue(()));
            let solved = workers.acquire().await?.run_blocking(solve).await?.ok_or(ApiError::Internal)?;
            self.keep(extent, solved)
        } else {
            self.wait_for(extent).await?
        };
        TargetReport::new(&chances, position, score, rolled).map_err(ApiError::Field)
    }

    async fn wait_for(self: &Arc<Self>, extent: Extent) -> Result<Arc<TargetChances>, ApiError> {
        let mut stage = match self.find_or_enqueue(extent)? {
            Found::Known(chances) => return Ok(chances),
            Found::Job(stage) => stage,
        };
        let solved = stage.wait_for(|stage| matches!(stage, Stage::Solved(_)));
        if let Ok(end) = tokio::time::timeout(self.wait, solved).await {
            // The sender is gone only if the thread broke off.
            let end = end.map_err(|_| ApiError::Internal)?.clone();
            return if let Stage::Solved(chances) = end { Ok(chances) } else { Err(ApiError::Internal) };
        }
        let stage = stage.borrow().clone();
        Err(stage.refusal())
    }

    fn find_or_enqueue(self: &Arc<Self>, extent: Extent) -> Result<Found, ApiError> {
        let mut state = self.lock();
        // Looked up once more under the lock that is held until the job is there.
        if let Some(chances) = state.use_known(extent) {
            return Ok(Found::Known(chances));
        }
        if let Some(job) = state.jobs.iter().find(|job| job.extent.covers(extent)) {
            return Ok(Found::Job(job.stage.subscribe()));
        }
        if state.jobs.len() >= QUEUE {
            return Err(ApiError::Busy { retry_after: 30 });
        }
        let (stage, receiver) = watch::channel(Stage::Waiting);
        state.jobs.push_back(Job { extent, stage });
        if !state.working {
            let targets = Arc::downgrade(self);
            let worker = thread::Builder::new().name("targets".into()).spawn(move || work(&targets));
            if worker.is_err() {
                state.jobs.clear();
                return Err(ApiError::Busy { retry_after: 30 });
            }
            state.working = true;
        }
        Ok(Found::Job(receiver))
    }

    fn known(&self, extent: Extent) -> Option<Arc<TargetChances>> {
        self.lock().use_known(extent)
    }

    /// Keeps what was solved, and forgets what was not used for longest where it is too much.
    fn keep(&self, extent: Extent, chances: TargetChances) -> Arc<TargetChances> {
        let chances = Arc::new(chances);
        let mut state = self.lock();
        state.known.retain(|(known, _)| !extent.covers(*known));
        state.known.push((extent, Arc::clone(&chances)));
        let mut bytes = state.bytes();
        while bytes > self.kept && state.known.len() > 1 {
            bytes -= state.known.remove(0).1.bytes();
        }
        chances
    }

    /// The bytes of the chances that are kept.
    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn bytes(&self) -> usize {
        self.known.iter().map(|(_, known)| known.bytes()).sum()
    }

    fn use_known(&mut self, extent: Extent) -> Option<Arc<TargetChances>> {
        let place = self.known.iter().position(|(known, _)| known.covers(extent))?;
        let known = self.known.remove(place);
        let chances = Arc::clone(&known.1);
        self.known.push(known);
        Some(chances)
    }
}

impl Extent {
    fn new(rules: Rules, open: CategorySet, score: u16) -> Self {
        let highest = (score / STEP + 1) * STEP - 1;
        Self { rules, open, highest: highest.min(TargetChances::HIGHEST) }
    }

    fn covers(self, other: Self) -> bool {
        self.rules == other.rules && self.open == other.open && self.highest >= other.highest
    }

    fn solve(self, progress: impl FnMut(SolveProgress) -> ControlFlow<()>) -> Option<TargetChances> {
        TargetChances::solve_turn(self.rules, self.open, self.highest, progress).ok().flatten()
    }
}

impl Stage {
    /// How far the job is, and when to ask again.
    fn refusal(&self) -> ApiError {
        let (percent, retry_after) = match self {
            Self::Waiting => (0, LONGEST / 4),
            Self::Solving { since, progress } => {
                let SolveProgress { done, total } = *progress;
                let left = since.elapsed().as_secs() * (total - done) as u64 / done.max(1) as u64;
                (100 * done / total.max(1), left.clamp(1, LONGEST))
            }
            Self::Solved(_) => (100, 1),
        };
        ApiError::Solving { percent, retry_after }
    }
}

/// Solves one set of open boxes after the other until none is left or the server is gone.
fn work(targets: &Weak<Targets>) {
    let broken_off = BrokenOff(targets);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let Ok(pool) = background_pool("targets", (cores / 2).max(1)) else { return };
    while let Some(Job { extent, stage }) = next_job(targets) {
        let since = Instant::now();
        let solved = pool.install(|| {
            extent.solve(|progress| {
                stage.send_replace(Stage::Solving { since, progress });
                if targets.strong_count() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        let (Some(targets), Some(solved)) = (targets.upgrade(), solved) else { return };
        let chances = targets.keep(extent, solved);
        targets.lock().jobs.pop_front();
        stage.send_replace(Stage::Solved(chances));
    }
    // From here on the jobs may be those of another thread.
    std::mem::forget(broken_off);
}

/// The job in hand. Where none is left, the thread is said to have ended under the same lock, so that the next question
/// starts another.
fn next_job(targets: &Weak<Targets>) -> Option<Job> {
    let targets = targets.upgrade()?;
    let mut state = targets.lock();
    let job = state.jobs.front().cloned();
    state.working = job.is_some();
    job
}

/// Where the work breaks off, the jobs that are left are dropped, which their waiters notice.
struct BrokenOff<'t>(&'t Weak<Targets>);

impl Drop for BrokenOff<'_> {
    fn drop(&mut self) {
        let Some(targets) = self.0.upgrade() else { return };
        let mut state = targets.lock();
        state.working = false;
        state.jobs.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicee::{Category, DiceeBox};

    const OPEN: [Category; 3] = [Category::Fives, Category::Sixes, Category::Chance];

    fn position(upper: i64) -> Position {
        Position::new(CategorySet::from_slice(&OPEN), upper, DiceeBox::Zero).unwrap()
    }

    async fn ask(targets: &Arc<Targets>, upper: i64, score: u16) -> Result<TargetReport, ApiError> {
        targets.report(&Workers::new(), Rules::Standard, position(upper), score, None).await
    }

    fn exact(upper: i64, score: u16) -> f64 {
        let chances = TargetChances::solve_from(Rules::Standard, position(upper), score, |_| {});
        chances.unwrap().chance(position(upper), score).unwrap()
    }

    #[tokio::test]
    async fn solved_for_the_request_or_behind_it_the_chance_is_the_same() {
        for at_once in [13, 0] {
            let targets = Arc::new(Targets::new(at_once, Duration::from_secs(60), KEPT));
            for (upper, score) in [(30, 60), (40, 90), (30, 130)] {
                let report = ask(&targets, upper, score).await.unwrap();
                assert!((report.chance - exact(upper, score)).abs() < 1e-8, "{upper} {score}");
            }
            // One set of boxes: the higher target took the place of the lower one.
            let state = targets.lock();
            assert_eq!(state.known.iter().map(|(extent, _)| extent.highest).collect::<Vec<_>>(), [255]);
            assert!(state.jobs.is_empty());
        }
    }

    #[tokio::test]
    async fn who_does_not_wait_is_told_when_to_ask_again_and_then_gets_the_answer() {
        let targets = Arc::new(Targets::new(0, Duration::ZERO, KEPT));
        let first = ask(&targets, 30, 60).await;
        if let Err(refusal) = &first {
            assert!(matches!(refusal, ApiError::Solving { retry_after: 1..=LONGEST, .. }), "{refusal:?}");
        }
        let job = targets.lock().jobs.front().map(|job| job.stage.subscribe());
        if let Some(mut stage) = job {
            let solved = stage.wait_for(|stage| matches!(stage, Stage::Solved(_)));
            tokio::time::timeout(Duration::from_secs(60), solved).await.unwrap().unwrap();
        }
        assert!((ask(&targets, 30, 60).await.unwrap().chance - exact(30, 60)).abs() < 1e-8);
    }

    #[tokio::test]
    async fn too_many_sets_of_boxes_are_refused_and_what_is_kept_is_bounded() {
        let targets = Arc::new(Targets::new(0, Duration::from_secs(60), 1));
        targets.lock().working = true;
        let sets = |count: usize| CategorySet::from_slice(&Category::ALL[..count]);
        for count in 1..=QUEUE {
            assert!(targets.find_or_enqueue(Extent::new(Rules::Classic, sets(count), 5)).is_ok());
        }
        let one_more = targets.find_or_enqueue(Extent::new(Rules::Classic, sets(QUEUE + 1), 5));
        assert!(matches!(one_more, Err(ApiError::Busy { .. })));
        // The same set again waits for the job that is there.
        assert!(targets.find_or_enqueue(Extent::new(Rules::Classic, sets(1), 100)).is_ok());
        assert_eq!(targets.lock().jobs.len(), QUEUE);
        for count in 1..=2 {
            let extent = Extent::new(Rules::Classic, sets(count), 5);
            targets.keep(extent, extent.solve(|_| ControlFlow::Continue(())).unwrap());
        }
        assert_eq!(targets.lock().known.len(), 1);
    }

    #[tokio::test]
    async fn a_target_beyond_the_highest_is_refused_by_its_field() {
        let targets = Arc::new(Targets::default());
        let refusal = ask(&targets, 30, 512).await.unwrap_err();
        assert!(matches!(refusal, ApiError::Field(error) if error.field() == "score"));
    }
}
