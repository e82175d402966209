//! Questions about rolls and games of dice (data contract 6): requests, what they ask, and answers.

mod exact_probability;
mod resolve;
mod roll;
mod simulation;
mod verification;

pub use exact_probability::ExactProbability;
pub use resolve::Situation;
pub use roll::{
    EvaluatedState, EvaluationRequest, EvaluationResponse, ProbabilityRequest, ProbabilityResponse,
    RecommendationRequest, RecommendationResponse, RequestedMethod,
};
pub use simulation::{CategoryTally, Confidence, Simulation, SimulationRequest, SimulationResponse};
pub use verification::{Verification, VerificationRequest, VerificationResponse, odds_after_keeping};
