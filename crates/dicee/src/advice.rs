//! Advice, grading in words, and the wire types of both (data contract 4.3, 4.4 and 6).

mod advisor;
mod aim;
mod audience;
mod evaluation;
mod explain;
mod keep_outlook;
mod mistake;
mod probabilities;
mod recommendation;
mod survey;
mod tips;

pub use advisor::{AdviceError, Advisor};
pub use audience::{Audience, ExplanationDepth, SkillLevel};
pub use evaluation::{DecisionEvaluation, EvaluationFeedback};
pub use keep_outlook::{KeepOutlook, NextRoll};
pub use mistake::{MistakeCategory, MistakeKind};
pub use probabilities::{CategoryStatistics, ComputationMethod, ProbabilityVector, RerollRecommendation};
pub use recommendation::{DecisionRecommendation, KeepAlternative, RecommendedAction, ScoreAlternative};
pub use survey::{SurveyedOption, TurnSurvey};
