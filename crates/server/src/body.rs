//! The body of a request: read within limits into the type that is expected, or refused with the field that is wrong.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use protocol::ErrorCode;
use protocol::read::shorten;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, Rejection};

/// The most bytes that a body may have; the router enforces it.
pub(crate) const LIMIT: usize = 64 << 10;
/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body of JSON with this shape, and nothing else in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Checked<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Rejection> {
        check_type(request.headers())?;
        let arriving = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state));
        let slow = ApiError::BodyTooSlow { seconds: BODY_TIMEOUT.as_secs() };
        let body = arriving.await.map_err(|_| slow)?.map_err(|problem| {
            let large = problem.status() == StatusCode::PAYLOAD_TOO_LARGE;
            if large { ApiError::BodyTooLarge { limit: LIMIT } } else { ApiError::BodyBroken }
        })?;
        protocol::read::body(&body).map(Self).map_err(|wrong| {
            let not_json = wrong.code() == Some(ErrorCode::MalformedJson.as_str());
            if not_json { ApiError::NotJson { problem: wrong.to_string() } } else { ApiError::Field(wrong) }
                .into()
        })
    }
}

fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let given = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let essence = given.as_deref().map(|given| given.split(';').next().unwrap_or(given).trim());
    if essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(ApiError::MediaType { actual: given.map(|given| shorten(&given)) })
}
