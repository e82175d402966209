use dicee::{Audience, ExplanationDepth, MistakeKind, SkillLevel};
use serde::{Deserialize, Serialize};

use crate::profile::Profile;
use crate::words;

/// What follows from how somebody plays: for whom advice is written, what to show, what to practise. The app offers it and
/// never switches by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    /// Whom tips and hints are written for.
    pub level: SkillLevel,
    /// How much explanations say.
    pub depth: ExplanationDepth,
    /// The statistics to show: `beginner`, `intermediate`, `expert` or `research`.
    pub profile: StatsProfile,
    /// The kinds of mistake to practise next, dearest first; at most three.
    pub practise: Vec<MistakeKind>,
    /// The next thing to do, in a sentence.
    pub next: String,
}

/// How many numbers the table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StatsProfile {
    /// Words instead of numbers.
    Beginner,
    /// Chances and costs.
    Intermediate,
    /// Everything.
    Expert,
    /// Everything, and the raw answers behind it.
    Research,
}

/// What earns more statistics: more than this share of best decisions, over at least so many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarnedStats {
    /// The statistics that are suggested then.
    pub profile: StatsProfile,
    /// The share of decisions that were the best there were.
    pub share: f64,
    /// The games.
    pub games: u32,
}

impl StatsProfile {
    /// What each profile but the first takes, in order.
    pub const EARNED: [EarnedStats; 3] = [
        EarnedStats { profile: Self::Intermediate, share: 0.6, games: 10 },
        EarnedStats { profile: Self::Expert, share: 0.75, games: 20 },
        EarnedStats { profile: Self::Research, share: 0.85, games: 50 },
    ];

    /// The most that was earned by so many games with this share of best decisions.
    #[must_use]
    pub fn earned(games: u32, optimal_share: f64) -> Self {
        let reached = |earned: &&EarnedStats| games >= earned.games && optimal_share > earned.share;
        Self::EARNED.iter().rev().find(reached).map_or(Self::Beginner, |earned| earned.profile)
    }

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Intermediate => "intermediate",
            Self::Expert => "expert",
            Self::Research => "research",
        }
    }
}

impl Suggestions {
    /// What a profile suggests.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        /// How many kinds are practised together.
        const KINDS: usize = 3;
        let skill = profile.skill();
        let level = skill.level.unwrap_or_default();
        let practise: Vec<MistakeKind> = profile.weak_kinds().into_iter().take(KINDS).collect();
        let next = match (skill.games, practise.first()) {
            (0, _) => "Play a game first: it shows what to practise.".to_owned(),
            (_, Some(&kind)) => format!("Practise next: avoid {}.", words::phrase(kind)),
            (_, None) => "Nothing costs you points of late. Play for the target instead.".to_owned(),
        };
        Self {
            level,
            depth: match level {
                SkillLevel::Beginner => ExplanationDepth::Minimal,
                SkillLevel::Intermediate => ExplanationDepth::Standard,
                SkillLevel::Advanced | SkillLevel::Expert => ExplanationDepth::Detailed,
            },
            profile: StatsProfile::earned(skill.games, skill.optimal_share),
            practise,
            next,
        }
    }

    /// Whom advice is written for.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        Audience { level: self.level, depth: self.depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_when_they_were_earned() {
        for (games, share, profile) in [
            (0, 0.0, StatsProfile::Beginner),
            (9, 0.9, StatsProfile::Beginner),
            (10, 0.6, StatsProfile::Beginner),
            (10, 0.61, StatsProfile::Intermediate),
            (30, 0.59, StatsProfile::Beginner),
            (20, 0.76, StatsProfile::Expert),
            (49, 0.95, StatsProfile::Expert),
            (50, 0.86, StatsProfile::Research),
        ] {
            assert_eq!(StatsProfile::earned(games, share), profile, "{games} games, {share}");
        }
    }

    #[test]
    fn each_profile_takes_more_than_the_one_before() {
        let steps = StatsProfile::EARNED;
        assert!(steps.is_sorted_by(|less, more| {
            less.profile < more.profile && less.share < more.share && less.games < more.games
        }));
    }

    #[test]
    fn a_profile_is_called_the_same_everywhere() {
        let profiles = StatsProfile::EARNED.map(|earned| earned.profile);
        for profile in profiles.into_iter().chain([StatsProfile::Beginner]) {
            assert_eq!(serde_json::to_value(profile).unwrap(), profile.name());
        }
    }

    #[test]
    fn an_empty_profile_is_a_beginners_and_asks_for_a_game() {
        let suggestions = Suggestions::new(&Profile::default());
        assert_eq!(
            suggestions.audience(),
            Audience { level: SkillLevel::Beginner, depth: ExplanationDepth::Minimal }
        );
        assert!(suggestions.practise.is_empty() && suggestions.next.contains("Play a game"));
    }
}
