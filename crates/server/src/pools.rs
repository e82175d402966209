//! Dice pools and all other dice, stateless: exact odds, and rolls whose seed is returned. The numbers and their names are
//! those of `dicee ... --json`; both are made by the same functions.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

use ::pools::{
    AttackRequest, CheckRequest, ContestRequest, ExtendedRequest, InputError, OddsRequest, RollRequest,
};
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use protocol::PoolResponse;
use serde::Serialize;

use crate::api::{Api, Route};
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::limit::Quota;
use crate::metrics::observe_since;
use crate::operation::{Access, Method, Operation};
use crate::trace::Ids;

/// The operations on dice.
pub(crate) fn routes() -> [Route; 6] {
    [
        (&ODDS, post(odds)),
        (&ROLL, post(roll)),
        (&CHECK, post(check)),
        (&CONTEST, post(contest)),
        (&EXTENDED, post(extended)),
        (&ATTACK, post(attack)),
    ]
}

static ODDS: Operation = operation(
    ("pool_odds", "/api/v1/pools/odds", "The exact odds of any dice"),
    ("PoolOddsRequest", &[(200, Some("OddsAnswerResponse"))]),
);
static ROLL: Operation = operation(
    ("pool_roll", "/api/v1/pools/roll", "Any dice, rolled, and how the roll ranks"),
    ("PoolRollRequest", &[(200, Some("RollOrSeriesResponse"))]),
);
static CHECK: Operation = operation(
    ("pool_check", "/api/v1/pools/check", "The odds of a check, and a roll of it"),
    ("CheckRequest", &[(200, Some("CheckAnswerResponse"))]),
);
static CONTEST: Operation = operation(
    ("pool_contest", "/api/v1/pools/contest", "Who wins a contest how often, and rolls of it"),
    ("ContestRequest", &[(200, Some("ContestAnswerResponse"))]),
);
static EXTENDED: Operation = operation(
    ("pool_extended", "/api/v1/pools/extended", "The odds of an extended check by round, and rolls of it"),
    ("ExtendedRequest", &[(200, Some("ExtendedAnswerResponse"))]),
);
static ATTACK: Operation = operation(
    ("pool_attack", "/api/v1/pools/attack", "The odds of an attack and its damage, and rolls of it"),
    ("AttackRequest", &[(200, Some("AttackAnswerResponse"))]),
);

const fn operation(
    (name, path, summary): (&'static str, &'static str, &'static str),
    (takes, gives): (&'static str, &'static [(u16, Option<&'static str>)]),
) -> Operation {
    Operation {
        name,
        method: Method::Post,
        path,
        tag: "pools",
        summary,
        quota: Some(Quota::per_minute(100)),
        access: Access::Open,
        query: &[],
        takes: Some(takes),
        gives,
        errors: &[500, 504],
    }
}

/// Answers that take longer are computed by a worker; in nanoseconds.
const QUICK: u64 = 10_000_000;
/// Answers that would take longer are refused; in nanoseconds.
const MOST: u64 = 100_000_000;
/// Odds of a roll that take more steps, each about a nanosecond, are left out.
const MOST_ROLL_STEPS: u64 = 10_000_000;

/// What is to be answered: how long it takes, by which field, and the work itself.
struct Task<W> {
    nanoseconds: u64,
    /// The field to make smaller where that is too long.
    field: &'static str,
    work: W,
}

impl<W, T> Task<W>
where
    W: FnOnce() -> Result<T, InputError> + Send + 'static,
    T: Serialize,
{
    /// Does the work and writes the answer, here or on a worker. Writing long fractions is most of it.
    async fn answer(self, api: Arc<Api>, ids: Ids) -> Result<Response, Rejection> {
        let Self { nanoseconds, field, work } = self;
        if nanoseconds > MOST {
            let (limit, estimate) = (MOST / 1000, nanoseconds / 1000);
            return Err(too_long(field, limit, estimate).into());
        }
        let shared = Arc::clone(&api);
        let write = move || -> Result<Vec<u8>, Rejection> {
            let started = Instant::now();
            let answer = work()?;
            let computation_time_ms = observe_since(&shared.metrics.probabilities_ms, started);
            let response =
                PoolResponse { answer, request_id: ids.request, computation_time_ms, success: true };
            serde_json::to_vec(&response).map_err(|_| ApiError::Internal.into())
        };
        let written = if nanoseconds <= QUICK {
            write()
        } else {
            api.workers.acquire().await?.run_blocking(write).await?
        };
        Ok(([(CONTENT_TYPE, "application/json")], Body::from(written?)).into_response())
    }
}

async fn odds(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<OddsRequest>,
) -> Result<Response, Rejection> {
    let question = request.question()?;
    let field = if question.joint { "joint" } else { "expression" };
    let nanoseconds = question.nanoseconds()?;
    let work = move || Ok(question.report()?.answer());
    Task { nanoseconds, field, work }.answer(api, ids).await
}

async fn roll(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<RollRequest>,
) -> Result<Response, Rejection> {
    let (question, seed) = (request.question(MOST_ROLL_STEPS)?, fresh_seed()?);
    let nanoseconds = question.nanoseconds();
    let work = move || question.answer(|| seed);
    Task { nanoseconds, field: "expression", work }.answer(api, ids).await
}

async fn check(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<CheckRequest>,
) -> Result<Response, Rejection> {
    let (question, seed) = (request.question()?, fresh_seed()?);
    let nanoseconds = question.nanoseconds()?;
    let work = move || question.answer(|| seed);
    Task { nanoseconds, field: "pool", work }.answer(api, ids).await
}

async fn contest(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<ContestRequest>,
) -> Result<Response, Rejection> {
    let (question, seed) = (request.question()?, fresh_seed()?);
    let nanoseconds = question.nanoseconds()?;
    let work = move || question.answer(|| seed);
    Task { nanoseconds, field: "initiator", work }.answer(api, ids).await
}

async fn extended(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<ExtendedRequest>,
) -> Result<Response, Rejection> {
    let (question, seed) = (request.question()?, fresh_seed()?);
    let nanoseconds = question.nanoseconds()?;
    let work = move || question.answer(|| seed);
    Task { nanoseconds, field: "rounds", work }.answer(api, ids).await
}

async fn attack(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<AttackRequest>,
) -> Result<Response, Rejection> {
    let (question, seed) = (request.question()?, fresh_seed()?);
    let nanoseconds = question.nanoseconds()?;
    let work = move || question.answer(|| seed);
    Task { nanoseconds, field: "damage", work }.answer(api, ids).await
}

/// A seed for those who did not give one.
fn fresh_seed() -> Result<u64, ApiError> {
    getrandom::u64().map_err(|_| ApiError::Internal)
}

/// A question whose answer would take too long.
fn too_long(field: &str, limit: u64, estimate: u64) -> InputError {
    let expected = format!("a question that takes at most {} ms: fewer dice, sides or rounds", limit / 1000);
    InputError::new(field, expected, format!("about {} ms", estimate / 1000))
}
