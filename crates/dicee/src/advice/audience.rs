use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a player knows (data contract 4.1). It picks the words of learning tips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkillLevel {
    /// Learning what is likely.
    #[default]
    Beginner,
    /// Understands expected points.
    Intermediate,
    /// Knows the strategy.
    Advanced,
    /// Plays nearly perfectly; gets no tips with recommendations.
    Expert,
}

/// How much an explanation says (data contract 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExplanationDepth {
    /// What to do and what for, in words a child understands.
    Minimal,
    /// What it is worth, and what the next best is worth.
    #[default]
    Standard,
    /// Chances and comparisons as well.
    Detailed,
}

/// Whom an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Audience {
    /// What the reader knows.
    pub level: SkillLevel,
    /// How much the explanation says.
    pub depth: ExplanationDepth,
}

impl SkillLevel {
    /// All of them, from the first steps on.
    pub const ALL: [Self; 4] = [Self::Beginner, Self::Intermediate, Self::Advanced, Self::Expert];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Intermediate => "intermediate",
            Self::Advanced => "advanced",
            Self::Expert => "expert",
        }
    }
}

impl ExplanationDepth {
    /// All of them, shortest first.
    pub const ALL: [Self; 3] = [Self::Minimal, Self::Standard, Self::Detailed];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Standard => "standard",
            Self::Detailed => "detailed",
        }
    }
}

impl fmt::Display for SkillLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for ExplanationDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
