//! Questions about rolls and games of dice (data contract 6): requests, what they ask, and answers.

mod analysis;
mod exact_probability;
mod outlook;
mod resolve;
mod roll;
mod score_chance;
mod score_chances;
mod simulation;
mod verification;

pub use analysis::AnalysisResponse;
pub use exact_probability::ExactProbability;
pub use outlook::{DistributionResponse, TargetResponse};
pub use resolve::Situation;
pub use roll::{
    ChanceToWin, EvaluatedState, EvaluationRequest, EvaluationResponse, ProbabilityRequest,
    ProbabilityResponse, RecommendationRequest, RecommendationResponse, RequestedMethod,
};
pub use score_chance::{ScoreChance, ScoreChances};
pub use score_chances::{best_odds, sample, score_chances};
pub use simulation::{
    CategoryTally, Confidence, GamesSimulated, ScenarioSimulated, Simulated, Simulation, SimulationRequest,
    SimulationResponse,
};
pub use verification::{Verification, VerificationRequest, VerificationResponse, odds_after_keeping};
