//! The parameters in the path and the query of a request.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::Uri;
use axum::http::request::Parts;
use chance::InputError;
use ledger::LARGEST_EXACT;
use protocol::GameId;

use crate::error::{ApiError, Rejection};

/// A parameter in the path; one that is not valid text matches nothing.
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

/// The query: each parameter at most once.
#[derive(Clone, Debug)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// The parameters of an address.
    ///
    /// # Errors
    ///
    /// A repeated parameter, which would be ambiguous.
    pub(crate) fn of(uri: &Uri) -> Result<Self, Rejection> {
        let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|error| wrong("query", "parameters, each as name=value", &error.to_string()))?;
        for (place, (name, _)) in pairs.iter().enumerate() {
            if pairs[..place].iter().any(|(before, _)| before == name) {
                return Err(wrong(&shortened(name), "it once", "it twice"));
            }
        }
        Ok(Self(pairs))
    }

    /// Refuses parameters that the operation does not have.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Rejection> {
        match self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => Err(wrong(&shortened(name), "a parameter that is known", "an unknown one")),
            None => Ok(()),
        }
    }

    /// The value of a parameter.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A number within bounds.
    pub(crate) fn number<T>(&self, name: &str, bounds: RangeInclusive<T>) -> Result<Option<T>, Rejection>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| bounds.contains(number));
        let expected = || format!("a number from {} to {}", bounds.start(), bounds.end());
        number.map(Some).ok_or_else(|| wrong(name, &expected(), value))
    }

    /// `since`, and nothing else: the version that is known already.
    pub(crate) fn since(&self) -> Result<u64, Rejection> {
        self.only(&["since"])?;
        let Some(value) = self.get("since") else { return Ok(0) };
        let since = value.parse().map_err(|_| wrong("since", VERSION, value))?;
        check_version("since", since)?;
        Ok(since)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Parameters {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Rejection> {
        Self::of(&parts.uri)
    }
}

/// The description of a version, for refusals.
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

fn shortened(name: &str) -> String {
    name.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_parameter_is_refused_by_its_name() {
        let read = |query: &str| Parameters::of(&format!("/games?{query}").parse().unwrap());
        assert_eq!(read("kind=dicee&limit=3").unwrap().get("limit"), Some("3"));
        for query in ["kind=dicee&kind=fortytwo", "kind=dicee&limit=1&kind=dicee", "kind&%6bind"] {
            let refused = format!("{:?}", read(query).unwrap_err());
            assert!(refused.contains("kind") && refused.contains("it twice"), "{query}: {refused}");
        }
    }

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
            let since = Parameters::of(&uri).and_then(|parameters| parameters.since());
            let since = if since.is_ok() { "ok" } else { "refused" };
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
