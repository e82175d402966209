//! Schedules in which everything must hold, and planted mistakes that must be found.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use simulation::{Bug, Promise, run};

/// Schedules of an ordinary run.
const SCHEDULES: u64 = 2000;
/// Within so many schedules a planted mistake shows.
const ENOUGH: u64 = 300;

/// Runs the seeds on all cores.
fn each(seeds: std::ops::Range<u64>, check: impl Fn(u64) + Send + Sync) {
    use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
    seeds.into_par_iter().for_each(check);
}

#[test]
fn every_promise_holds_in_two_thousand_schedules() {
    each(0..SCHEDULES, |seed| {
        let summary = run(seed, None).unwrap_or_else(|violation| panic!("{violation}"));
        // Two games: opened, two people seated, ten calls that are all acknowledged, and ten answers.
        assert_eq!((summary.acknowledged, summary.events), (20, 46), "seed {seed}");
    });
}

#[test]
fn a_seed_is_a_schedule() {
    each(0..100, |seed| assert_eq!(run(seed, None), run(seed, None)));
}

#[test]
fn different_seeds_are_different_schedules() {
    let traces: std::collections::BTreeSet<u64> =
        (0..50).map(|seed| run(seed, None).unwrap().trace).collect();
    assert_eq!(traces.len(), 50);
}

/// Looks for the schedule in which a planted mistake breaks this promise.
fn finds(bug: Bug, promise: Promise) {
    let violations = (0..ENOUGH).filter_map(|seed| run(seed, Some(bug)).err());
    let violation = violations.into_iter().find(|violation| violation.promise == promise);
    let violation = violation.unwrap_or_else(|| panic!("{bug:?} was not found in {ENOUGH} schedules"));
    assert_eq!(run(violation.seed, Some(bug)), Err(violation), "the seed shows it again");
}

#[test]
fn an_acknowledgement_before_the_append_is_found() {
    finds(Bug::AcknowledgeBeforeAppend, Promise::AcknowledgedOnce);
}

#[test]
fn a_follower_by_position_is_found() {
    finds(Bug::FollowByPosition, Promise::FollowedOnce);
}

#[test]
fn a_stale_read_after_a_failover_is_found() {
    finds(Bug::StaleReadAfterFailover, Promise::NeverStale);
}

#[test]
fn a_bot_that_moves_twice_is_found() {
    finds(Bug::DoubleBotMove, Promise::OnceByItself);
}
