use std::sync::atomic::AtomicU64;

use coach::{GameLine, Profile, StatsProfile, Suggestions};
use dicee::SkillLevel;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;

use super::Labelled;

/// What finished dice games say about those who played them: how well each level decides, and how many earned more
/// statistics. Counted behind the games.
#[derive(Clone, Debug)]
pub(crate) struct LearnedMetrics {
    decisions: Labelled<Counter>,
    points_lost: Labelled<Counter<f64, AtomicU64>>,
    suggestions: Labelled<Counter>,
}

impl Default for LearnedMetrics {
    fn default() -> Self {
        let (decisions, points_lost) = (Labelled::default(), Labelled::default());
        let suggestions = Labelled::default();
        // All of them now, so that one that nobody reached shows 0.
        for level in SkillLevel::ALL {
            drop(decisions.get_or_create(&[("level", level.name())]));
            drop(points_lost.get_or_create(&[("level", level.name())]));
        }
        for earned in StatsProfile::EARNED {
            drop(suggestions.get_or_create(&[("statistics", earned.profile.name())]));
        }
        Self { decisions, points_lost, suggestions }
    }
}

impl LearnedMetrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let decisions = "Decisions of finished dice games, by the level of their player";
        registry.register("judged_decisions", decisions, self.decisions.clone());
        registry.register("decision_points_lost", "What they gave away", self.points_lost.clone());
        let suggestions = "Players to whom more statistics were suggested";
        registry.register("suggestions", suggestions, self.suggestions.clone());
    }

    /// A player finished these games.
    pub(crate) fn count<'a>(
        &self,
        before: &Profile,
        after: &Profile,
        games: impl Iterator<Item = &'a GameLine>,
    ) {
        let (offered, suggested) = (Suggestions::new(before).profile, Suggestions::new(after));
        let level = [("level", suggested.level.name())];
        for line in games {
            self.decisions.get_or_create(&level).inc_by(u64::from(line.decisions));
            self.points_lost.get_or_create(&level).inc_by(line.loss.max(0.0));
        }
        if suggested.profile > offered {
            self.suggestions.get_or_create(&[("statistics", suggested.profile.name())]).inc();
        }
    }
}
