//! Extractors for the caller of a handler.

use std::fmt;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use dicee::PlayerId;

use super::{Identity, same};
use crate::clock::now;
use crate::error::{ApiError, Rejection};

/// The authenticated player; a request without a valid token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller(pub(crate) PlayerId);

/// The authenticated player, or a spectator if there is no token at all. An invalid token is refused, so that a client
/// with an expired session is not silently treated as a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MaybeCaller(pub(crate) Option<PlayerId>);

/// The authenticated player, who may be erased already: only to finish that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MaybeErased(pub(crate) PlayerId);

/// A caller with the operator's token; if none is configured the endpoint does not exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator;

/// Why a request without a token is refused.
const NO_TOKEN: ApiError = ApiError::Unauthorized { problem: "none was sent" };

/// The configured operator's token.
#[derive(Clone)]
pub(crate) struct OperatorToken(Option<Arc<str>>);

impl OperatorToken {
    /// An empty token counts as none: everybody could send it.
    pub(crate) fn new(token: Option<String>) -> Self {
        Self(token.filter(|token| !token.is_empty()).map(Arc::from))
    }
}

impl fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "OperatorToken(secret)" } else { "OperatorToken(none)" })
    }
}

impl<S: Sync> FromRequestParts<S> for MaybeCaller
where
    Identity: FromRef<S>,
{
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let Some(token) = bearer(&parts.headers)? else { return Ok(Self(None)) };
        let player = Identity::from_ref(state).recognise(token, now()).await?;
        Ok(Self(Some(player)))
    }
}

impl<S: Sync> FromRequestParts<S> for Caller
where
    Identity: FromRef<S>,
{
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let MaybeCaller(player) = MaybeCaller::from_request_parts(parts, state).await?;
        player.map(Self).ok_or_else(|| NO_TOKEN.into())
    }
}

impl<S: Sync> FromRequestParts<S> for MaybeErased
where
    Identity: FromRef<S>,
{
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let token = bearer(&parts.headers)?.ok_or(NO_TOKEN)?;
        let player = Identity::from_ref(state).recognise_erased(token, now()).await?;
        Ok(Self(player))
    }
}

impl<S: Sync> FromRequestParts<S> for Operator
where
    OperatorToken: FromRef<S>,
{
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        let OperatorToken(Some(expected)) = OperatorToken::from_ref(state) else {
            return Err(ApiError::NotFound.into());
        };
        let given = bearer(&parts.headers)?.ok_or(NO_TOKEN)?;
        if !same(given.as_bytes(), expected.as_bytes()) {
            return Err(ApiError::Unauthorized { problem: "it is not the operator's" }.into());
        }
        Ok(Self)
    }
}

/// The token of `Authorization: Bearer ...`; `None` if there is no such header.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let refuse = |problem| ApiError::Unauthorized { problem };
    let mut given = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = given.next() else { return Ok(None) };
    if given.next().is_some() {
        return Err(refuse("more than one was sent"));
    }
    let value = value.to_str().map_err(|_| refuse("it cannot be read"))?;
    let (scheme, token) = value.split_once(' ').ok_or(refuse("it does not come as Bearer"))?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(refuse("it does not come as Bearer"));
    }
    Ok(Some(token.trim()))
}
