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
    /// The statistics to show: `beginner`, `intermediate` or `expert`.
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
            profile: stats_profile(skill.games, skill.optimal_share),
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

/// More numbers come when they were earned: 60 % of decisions best over ten games, 75 % over twenty.
fn stats_profile(games: u32, optimal_share: f64) -> StatsProfile {
    if games >= 20 && optimal_share >= 0.75 {
        StatsProfile::Expert
    } else if games >= 10 && optimal_share >= 0.6 {
        StatsProfile::Intermediate
    } else {
        StatsProfile::Beginner
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
            (10, 0.6, StatsProfile::Intermediate),
            (30, 0.59, StatsProfile::Beginner),
            (20, 0.75, StatsProfile::Expert),
        ] {
            assert_eq!(stats_profile(games, share), profile, "{games} games, {share}");
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
