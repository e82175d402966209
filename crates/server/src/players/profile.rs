//! What a player's games say together.

use std::sync::Arc;

use dicee::{GameRecord, PlayerId, Quality, records_by};
use protocol::{ByQuality, Decisions, DiceeResults, FortyTwoResults};
use tokio::sync::mpsc;

use crate::api::Api;
use crate::error::Rejection;
use crate::stored_dicee::{by_clock, dicee_events};
use crate::workers::Worker;
use live::{GameRegistry, Outcome, SolvedGames};
use store::{Kind, PlayerGame, StoredEvent};

/// How many of the newest games are looked at.
const LOOKED_AT: usize = 200;

/// How many finished dice games are graded.
const GRADED: usize = 100;

/// What the newest games say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Results {
    pub(super) games_finished: u32,
    pub(super) dicee: DiceeResults,
    pub(super) fortytwo: FortyTwoResults,
}

/// Reads the newest games and sums them up on the worker, one after the other: together they may be large. With `own` the
/// decisions are graded.
pub(super) async fn read_and_sum_up(
    api: &Arc<Api>,
    worker: Worker,
    player: PlayerId,
    games: Vec<PlayerGame>,
    own: bool,
) -> Result<Results, Rejection> {
    let (sender, mut receiver) = mpsc::channel(1);
    let shared = Arc::clone(api);
    let summing = worker.run_blocking(move || {
        let games = std::iter::from_fn(|| receiver.blocking_recv());
        sum_up(player, games, shared.rooms.registry(), own.then_some(&shared.solved))
    });
    let reading = async move {
        for PlayerGame { game, kind, .. } in games.into_iter().take(LOOKED_AT) {
            let events = api.archive.read(&game, 0).await?;
            // Nobody receives where the work has failed, which it says itself.
            if sender.send((kind, events)).await.is_err() {
                break;
            }
        }
        Ok::<_, Rejection>(())
    };
    let (read, summed) = tokio::join!(reading, summing);
    read?;
    Ok(summed?)
}

/// Sums games up, the newest first. With solved games the decisions are graded, which takes about a millisecond a game:
/// not for threads that others wait on.
pub(super) fn sum_up(
    player: PlayerId,
    games: impl IntoIterator<Item = (Kind, Vec<StoredEvent>)>,
    registry: &GameRegistry,
    solved: Option<&SolvedGames>,
) -> Results {
    let mut results = Results::default();
    let mut points: Vec<u16> = Vec::new();
    let mut graded = solved.map(|_| Decisions::default());
    let mut loss = 0.0;
    for (kind, events) in games {
        let Outcome { finished: true, practice: false, score, won, .. } =
            registry.outcome(&kind, &events, player)
        else {
            continue;
        };
        results.games_finished += 1;
        let won = u32::from(won == Some(true));
        if kind.as_str() == "fortytwo" {
            results.fortytwo.games_finished += 1;
            results.fortytwo.games_won += won;
        } else if kind.as_str() == "dicee" {
            results.dicee.games_finished += 1;
            results.dicee.games_won += won;
            points.extend(score);
            if points.len() <= GRADED
                && let (Some(solved), Some(decisions)) = (solved, &mut graded)
            {
                loss += grade(solved, player, &events, decisions);
            }
        }
    }
    results.dicee.best_score = points.iter().copied().max();
    let total: u32 = points.iter().map(|points| u32::from(*points)).sum();
    results.dicee.mean_score = (!points.is_empty()).then(|| f64::from(total) / points.len() as f64);
    if let Some(decisions) = &mut graded
        && decisions.total > 0
    {
        decisions.average_loss = loss / f64::from(decisions.total);
    }
    // Without a solved game nothing is known, which is something else than that nothing was decided.
    results.dicee.decisions = graded.filter(|decisions| decisions.games > 0 || points.is_empty());
    results
}

/// Adds the decisions of one game, and gives the points that they gave away.
fn grade(solved: &SolvedGames, player: PlayerId, events: &[StoredEvent], decisions: &mut Decisions) -> f64 {
    let record = |events: &[StoredEvent]| -> Option<GameRecord> {
        let (read, by_clock) = (dicee_events(events)?, by_clock(events));
        records_by(read.iter().zip(by_clock)).remove(&player)
    };
    let report =
        record(events).and_then(|record| coach::GameReport::new(solved.get(record.rules())?, &record).ok());
    let Some(report) = report else { return 0.0 };
    decisions.games += 1;
    let mut loss = 0.0;
    // What the clock did is nobody's decision.
    for decision in report.decisions.iter().filter(|decision| !decision.by_clock) {
        loss += decision.loss;
        decisions.total += 1;
        let ByQuality { optimal, excellent, good, acceptable, suboptimal, poor } = &mut decisions.by_quality;
        *match decision.quality {
            Quality::Optimal => optimal,
            Quality::Excellent => excellent,
            Quality::Good => good,
            Quality::Acceptable => acceptable,
            Quality::Suboptimal => suboptimal,
            Quality::Poor => poor,
        } += 1;
    }
    loss
}
