//! Questions about one roll. An answer takes microseconds, so it is computed where the request arrives; only targets are
//! solved elsewhere.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Extension, State};
use axum::routing::post;
use dicee::{
    AnalyzeRequest, Outlook, Position, Question, TargetReport, TurnAnalysis, TurnAnalysisData, WinForecaster,
};
use protocol::{
    AnalysisResponse, ChanceToWin, EvaluationRequest, EvaluationResponse, ProbabilityRequest,
    ProbabilityResponse, RecommendationRequest, RecommendationResponse, RequestedMethod, Situation,
    VerificationRequest, VerificationResponse, best_odds, odds_after_keeping, sample, score_chances,
};

use crate::api::{Api, Route};
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::limit::{LimitKey, Quota};
use crate::metrics::observe_since;
use crate::operation::{Access, Method, Operation};
use crate::trace::Ids;
use crate::{outlook, simulation};
use uuid::Uuid;

/// The operations on single rolls, and the simulation of whole games.
pub(crate) fn routes() -> [Route; 8] {
    [
        (&PROBABILITIES, post(probabilities)),
        (&RECOMMENDATION, post(recommendation)),
        (&EVALUATE, post(evaluate)),
        (&VERIFY, post(verify)),
        (&ANALYSIS, post(analysis)),
        (&SIMULATE, post(simulation::simulate)),
        (&DISTRIBUTION, post(outlook::distribution)),
        (&TARGET, post(outlook::target)),
    ]
}

pub(crate) static PROBABILITIES: Operation = operation(
    ("probabilities", "/api/v1/stats/probabilities", "The exact chances of every open box"),
    100,
    "ProbabilityRequest",
    &[(200, Some("ProbabilityResponse"))],
    &[409],
);
pub(crate) static RECOMMENDATION: Operation = operation(
    ("recommendation", "/api/v1/stats/recommendation", "What to do with a roll, and why"),
    50,
    "RecommendationRequest",
    &[(200, Some("RecommendationResponse"))],
    &[409, 500, 503, 504],
);
pub(crate) static EVALUATE: Operation = operation(
    ("evaluate", "/api/v1/stats/evaluate", "How good a decision was"),
    100,
    "EvaluationRequest",
    &[(200, Some("EvaluationResponse"))],
    &[409],
);
pub(crate) static VERIFY: Operation = operation(
    ("verify", "/api/v1/stats/verify", "Whether a computed probability is right"),
    100,
    "VerificationRequest",
    &[(200, Some("VerificationResponse"))],
    &[409],
);
pub(crate) static ANALYSIS: Operation = operation(
    ("analysis", "/api/v1/stats/analysis", "Every option of a roll, for this turn and for the whole game"),
    100,
    "AnalyzeRequest",
    &[(200, Some("AnalysisResponse"))],
    &[409, 500, 503, 504],
);
pub(crate) static SIMULATE: Operation = operation(
    ("simulate", "/api/v1/stats/simulate", "Many games of a bot, or many trials of a scenario"),
    10,
    "SimulationRequest",
    &[(200, Some("SimulationResponse"))],
    &[409, 500, 503, 504],
);

pub(crate) static DISTRIBUTION: Operation = operation(
    ("distribution", "/api/v1/stats/distribution", "How likely every number of points still to come is"),
    20,
    "DistributionRequest",
    &[(200, Some("DistributionResponse"))],
    &[409, 500, 503, 504],
);
pub(crate) static TARGET: Operation = operation(
    ("target", "/api/v1/stats/target", "The highest chance to make so many points, and what to do for it"),
    20,
    "TargetRequest",
    &[(200, Some("TargetResponse"))],
    &[409, 500, 503, 504],
);

const fn operation(
    (name, path, summary): (&'static str, &'static str, &'static str),
    per_minute: u32,
    takes: &'static str,
    gives: &'static [(u16, Option<&'static str>)],
    errors: &'static [u16],
) -> Operation {
    Operation {
        name,
        method: Method::Post,
        path,
        tag: "stats",
        summary,
        quota: Some(Quota::per_minute(per_minute)),
        access: Access::Open,
        query: &[],
        takes: Some(takes),
        gives,
        errors,
    }
}

type Answer<T> = Result<Json<T>, Rejection>;

/// The exact chances of every open box.
pub(crate) async fn probabilities(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<ProbabilityRequest>,
) -> Answer<ProbabilityResponse> {
    let started = Instant::now();
    let asked = request.resolve()?;
    // Each box is looked at by itself: how far ahead the values look plays no part.
    let advisor = asked.advisor(Outlook::Turn)?;
    let mut probabilities = advisor.probabilities(0.0);
    let kept = odds_after_keeping(
        asked.rules(),
        asked.position(),
        asked.dice(),
        request.kept_mask,
        asked.rolls_left(),
    );
    let kept_odds = kept.map(|(category, odds)| (category, odds.into())).collect();
    let best_odds = best_odds(&asked).map(|(category, odds)| (category, odds.into())).collect();
    let detailed = request.show_distributions.unwrap_or(false);
    let kept_scores = detailed.then(|| score_chances(&asked, Some(request.kept_mask)));
    let best_scores = detailed.then(|| score_chances(&asked, None));
    let mut intervals = None;
    if request.computation_method == Some(RequestedMethod::MonteCarlo) {
        let seed = Uuid::new_v4().as_u64_pair().0;
        let trials = move || (sample(&mut probabilities, &asked, seed), probabilities);
        let (sampled, with_samples) = api.workers.acquire().await?.run_blocking(trials).await?;
        intervals = Some(sampled);
        probabilities = with_samples;
    }
    probabilities.computation_time_ms = observe_since(&api.metrics.probabilities_ms, started);
    Ok(Json(ProbabilityResponse {
        computation_time_ms: probabilities.computation_time_ms,
        probabilities,
        kept_odds,
        best_odds,
        kept_scores,
        best_scores,
        intervals,
        request_id: ids.request,
        cache_hit: false,
        success: true,
    }))
}

/// What to do with a roll, and why.
pub(crate) async fn recommendation(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Extension(client): Extension<LimitKey>,
    Checked(request): Checked<RecommendationRequest>,
) -> Answer<RecommendationResponse> {
    let asked = request.resolve()?;
    let target = reach(&api, client, asked.question(request.target)).await?;
    let winning = winning(&api, &request, &asked).await?;
    let started = Instant::now();
    let advisor = asked.advisor(api.solved.outlook(asked.rules()))?;
    let recommendation = request.recommend(&advisor);
    let mut probabilities = advisor.probabilities(0.0);
    probabilities.computation_time_ms = observe_since(&api.metrics.decision_ms, started);
    Ok(Json(RecommendationResponse {
        recommendation,
        target,
        winning,
        computation_time_ms: probabilities.computation_time_ms,
        probabilities,
        request_id: ids.request,
        success: true,
    }))
}

/// The chance to win against the scores of a request, if it has any and the game is solved: some ten milliseconds.
async fn winning(
    api: &Arc<Api>,
    request: &RecommendationRequest,
    asked: &Situation,
) -> Result<Option<ChanceToWin>, ApiError> {
    let Some(contenders) = request.contenders(asked) else { return Ok(None) };
    let (solved, rules) = (Arc::clone(&api.solved), asked.rules());
    let forecast = move || Some(WinForecaster::quick(solved.get(rules)?).forecast(&contenders));
    let forecast = api.workers.acquire().await?.run_blocking(forecast).await?;
    Ok(forecast.as_ref().and_then(ChanceToWin::of_first))
}

/// How good a decision was.
pub(crate) async fn evaluate(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<EvaluationRequest>,
) -> Answer<EvaluationResponse> {
    let started = Instant::now();
    let asked = request.resolve()?;
    let advisor = asked.advisor(api.solved.outlook(asked.rules()))?;
    let evaluation = request.evaluate(&advisor)?;
    observe_since(&api.metrics.decision_ms, started);
    Ok(Json(EvaluationResponse { evaluation, request_id: ids.request, success: true }))
}

/// Every option of a roll for both horizons: what the browser module answers, for browsers that cannot run it.
pub(crate) async fn analysis(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Extension(client): Extension<LimitKey>,
    Checked(request): Checked<AnalyzeRequest>,
) -> Answer<AnalysisResponse> {
    let question = request.resolve().map_err(ApiError::Field)?;
    let target = reach(&api, client, question).await?;
    let started = Instant::now();
    let Question { rules, position, roll, rolls_left, .. } = question;
    let look =
        |outlook| TurnAnalysisData::from(&TurnAnalysis::new(rules, position, outlook, roll, rolls_left));
    let outlook = api.solved.outlook(rules);
    let game = matches!(outlook, Outlook::Game(_)).then(|| look(outlook));
    Ok(Json(AnalysisResponse {
        turn: look(Outlook::Turn),
        game,
        target,
        upper_totals: Position::upper_totals(position.open()).collect(),
        request_id: ids.request,
        computation_time_ms: observe_since(&api.metrics.decision_ms, started),
        success: true,
    }))
}

/// The chances to reach the target of a question, if it has one. Such a question counts as one of [`TARGET`], too.
async fn reach(
    api: &Arc<Api>,
    client: LimitKey,
    question: Question,
) -> Result<Option<TargetReport>, ApiError> {
    let Question { rules, position, roll, rolls_left, target } = question;
    let Some(points) = target else { return Ok(None) };
    api.admit(&TARGET, client).await?;
    let rolled = Some((roll, rolls_left));
    api.targets.report(&api.workers, rules, position, points, rolled).await.map(Some)
}

/// Whether a probability that a client computed is right.
pub(crate) async fn verify(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<VerificationRequest>,
) -> Answer<VerificationResponse> {
    let started = Instant::now();
    let verification = request.verify()?;
    let computation_time_ms = observe_since(&api.metrics.probabilities_ms, started);
    Ok(Json(VerificationResponse {
        verification,
        request_id: ids.request,
        computation_time_ms,
        success: true,
    }))
}
