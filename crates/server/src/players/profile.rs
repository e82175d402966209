//! What a player's games say together.

use dicee::{GameRecord, PlayerId, Quality, records_by};
use protocol::{ByQuality, Decisions, DiceeResults, FortyTwoResults};

use crate::stored_dicee::{by_clock, dicee_events};
use live::{GameRegistry, Outcome, SolvedGames};
use store::{Kind, StoredEvent};

/// How many of the newest games are looked at.
pub(super) const LOOKED_AT: u32 = 200;

/// How many finished dice games are graded.
const GRADED: usize = 100;

/// What the newest games say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Results {
    pub(super) games_finished: u32,
    pub(super) dicee: DiceeResults,
    pub(super) fortytwo: FortyTwoResults,
}

/// Sums games up, the newest first. With solved tables the decisions are graded, which takes about a millisecond a game:
/// not for threads that others wait on.
pub(super) fn sum_up(
    player: PlayerId,
    games: &[(Kind, Vec<StoredEvent>)],
    registry: &GameRegistry,
    solved: Option<&SolvedGames>,
) -> Results {
    let mut results = Results::default();
    let mut points: Vec<u16> = Vec::new();
    let mut graded = solved.map(|_| Decisions::default());
    let mut loss = 0.0;
    for (kind, events) in games {
        let Outcome { finished: true, practice: false, score, won, .. } =
            registry.outcome(kind, events, player)
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
                loss += grade(solved, player, events, decisions);
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
