//! What stands in the path and the query of a request.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use chance::InputError;
use ledger::LARGEST_EXACT;
use protocol::GameId;

use crate::error::{ApiError, Rejection};

/// What stands in a path; what is no text names nothing.
#[derive(Clone, Debug)]
pub(crate) struct InPath(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for InPath {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Rejection> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(text)) => Ok(Self(text)),
            Err(_) => Err(ApiError::NoSuchGame.into()),
        }
    }
}

/// A game by the name in a path; whatever is no name is no game.
pub(crate) fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::NoSuchGame)
}

/// `since` in a query, and nothing else but what is named.
pub(crate) fn since_of(query: &[(String, String)], others: &[&str]) -> Result<u64, Rejection> {
    let mut since = 0;
    for (place, (name, value)) in query.iter().enumerate() {
        if query[..place].iter().any(|(before, _)| before == name) {
            return Err(wrong(name, "it once", "it twice"));
        }
        match name.as_str() {
            "since" => {
                since = value.parse().map_err(|_| wrong("since", VERSION, value))?;
                check_version("since", since)?;
            }
            other if others.contains(&other) => {}
            other => return Err(unknown(other)),
        }
    }
    Ok(since)
}

/// What a version is, for refusals.
const VERSION: &str = "a version: a number up to 2^53";

/// Refuses a version that no game can have.
pub(crate) fn check_version(field: &str, version: u64) -> Result<(), ApiError> {
    if version <= LARGEST_EXACT {
        return Ok(());
    }
    Err(ApiError::Field(InputError::new(field, VERSION, version.to_string())))
}

/// A parameter that is wrong.
pub(crate) fn wrong(field: &str, expected: &str, actual: &str) -> Rejection {
    let actual: String = actual.chars().take(200).collect();
    ApiError::Field(InputError::new(field, expected, actual)).into()
}

/// A parameter that this operation does not have.
pub(crate) fn unknown(name: &str) -> Rejection {
    let shown: String = name.chars().take(80).collect();
    wrong(&shown, "a parameter that is known", "an unknown one")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths and queries as they come, and the position of a reader in the history of a store.
    #[test]
    fn fuzz_query() {
        let run = |input: &[u8]| {
            let text = String::from_utf8_lossy(input);
            let cursor = serde_json::from_str::<store::Cursor>(&text);
            if let Ok(cursor) = &cursor {
                let again = serde_json::from_value(serde_json::json!(cursor));
                assert_eq!(again.ok().as_ref(), Some(cursor), "a cursor survives being written");
            }
            let Ok(uri) = axum::http::Uri::try_from(format!("/games/x?{text}")) else {
                return "no address".to_owned();
            };
            let query = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&uri);
            let since = query
                .map(|query| since_of(&query, &["kind"]).map_or_else(|_| "refused".into(), |_| "ok".into()));
            let since: String = since.unwrap_or_else(|error| error.to_string());
            format!(
                "{since} {} {} {}",
                game_id(&text).is_ok(),
                cursor.is_ok(),
                text.parse::<protocol::CommandId>().is_ok()
            )
        };
        let seeds = [
            "since=7",
            "since=9007199254740992&kind=dicee",
            r#"{"transaction":5,"position":17}"#,
            "K7QW2M",
            "a%20b=%ff",
        ];
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
        fuzz::Target::new("query", run)
            .examples(seeds)
            .words(&["since=", "kind=", "&", "%00", "token="])
            .check(corpus);
    }
}
