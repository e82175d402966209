use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

use super::http::LoadError;
use super::process::Probe;
use super::run::Run;
use super::table::{self, GivenUp};
use crate::signals::Signals;

/// Why playing ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// Every game is over, given up, or idle.
    Done,
    TimeUp,
    Interrupted,
    Limited(LoadError),
}

/// Plays all games, or until something ends it. In the second place the games that are still there: idle ones. `probe` looks
/// at a server of our own.
pub(super) async fn play(
    run: &Arc<Run>,
    signals: &mut Signals,
    probe: Option<&Probe>,
) -> (Ended, JoinSet<Result<(), GivenUp>>) {
    let mut tables = JoinSet::new();
    let mut doors = tokio::time::interval(Duration::from_secs(1) / run.plan().rate);
    // When the machine is slow, nobody comes faster later.
    doors.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut looks = tokio::time::interval(Duration::from_millis(500));
    let deadline = Instant::now() + run.plan().limit;
    let at_once = usize::try_from(run.plan().games).unwrap_or(usize::MAX);
    let mut number = 0;
    let mut moves = 0;
    let ended = loop {
        let may_begin = if run.plan().soak { tables.len() < at_once } else { number < run.plan().games };
        tokio::select! {
            _ = doors.tick(), if may_begin => {
                number += 1;
                run.tally().started += 1;
                let run = Arc::clone(run);
                tables.spawn(async move { table::play(&run, number).await });
            }
            Some(ended) = tables.join_next() => {
                if let Ok(Err(GivenUp::Limited(error))) = ended {
                    break Ended::Limited(error);
                }
            }
            _ = looks.tick() => {
                moves = run.show(moves);
                run.note_opened(probe);
            }
            () = tokio::time::sleep_until(deadline) => break Ended::TimeUp,
            () = signals.next() => break Ended::Interrupted,
        }
        let idle = usize::try_from(run.tally().idle).unwrap_or(usize::MAX);
        if !run.plan().soak && number == run.plan().games && tables.len() == idle {
            break Ended::Done;
        }
    };
    run.ended();
    (ended, tables)
}
