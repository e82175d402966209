//! Distributions and targets: counted on the threads for long work, within stated bounds.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, State};
use dicee::{
    Bot, DistributionReport, DistributionRequest, InputError, Policy, ScoreDistribution, TargetRequest,
};
use protocol::{DistributionResponse, TargetResponse};

use crate::api::Api;
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::metrics::observe_since;
use crate::trace::Ids;

/// Open boxes up to which the play of a bot that overlooks options is counted for a request: about a second.
const OVERLOOKING_BOXES: usize = 7;

/// How likely every number of points still to come is.
pub(crate) async fn distribution(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<DistributionRequest>,
) -> Result<Json<DistributionResponse>, Rejection> {
    let started = Instant::now();
    let (position, start) = request.resolve().map_err(ApiError::Field)?;
    let (rules, bot) = (request.rules_variant.unwrap_or_default(), request.bot.unwrap_or_default());
    let few = position.open().len() <= OVERLOOKING_BOXES;
    if !few && !matches!(bot, Bot::Optimal | Bot::Greedy) {
        let expected = format!("optimal or greedy where more than {OVERLOOKING_BOXES} boxes are open");
        return Err(ApiError::Field(InputError::new("bot", expected, bot.name())).into());
    }
    if api.solved.get(rules).is_none() {
        return Err(ApiError::NotReady { retry_after: 1 }.into());
    }
    let solved = Arc::clone(&api.solved);
    let count = move || {
        let scores = ScoreDistribution::new(&Policy::of_bot(bot, solved.get(rules)?), position, start);
        Some(DistributionReport::new(&scores, rules, bot.name(), position, &request.scores))
    };
    let report = api.workers.acquire().await?.run_blocking(count).await?.ok_or(ApiError::Internal)?;
    Ok(Json(DistributionResponse {
        report,
        request_id: ids.request,
        computation_time_ms: observe_since(&api.metrics.simulation_ms, started),
        success: true,
    }))
}

/// The highest chance to make at least so many points, and what to do for it.
pub(crate) async fn target(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<TargetRequest>,
) -> Result<Json<TargetResponse>, Rejection> {
    let started = Instant::now();
    let (position, rolled) = request.resolve().map_err(ApiError::Field)?;
    let rules = request.rules_variant.unwrap_or_default();
    let report = api.targets.report(&api.workers, rules, position, request.score, rolled).await?;
    Ok(Json(TargetResponse {
        report,
        request_id: ids.request,
        computation_time_ms: observe_since(&api.metrics.simulation_ms, started),
        success: true,
    }))
}
