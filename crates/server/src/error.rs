//! What can go wrong, and the one place that turns it into a status and a body.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use dicee::Severity;
use dicee::contract::RequestError;
use dicee::contract::api::{ErrorContext, ErrorDetail, ErrorResponse};
use serde_json::Value;

use crate::StoreError;
use crate::trace::Ids;

/// Why the server could not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program listens there.
    #[error(
        "{addr} is already in use; stop the program that listens there, or choose another address with --addr"
    )]
    AddressInUse {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The operating system does not let this user listen there.
    #[error("listening on {addr} is not allowed; choose a port from 1024 up with --addr")]
    AddressNotAllowed {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The address is not one of this machine, or cannot be used for another reason.
    #[error("cannot listen on {addr}; choose an address of this machine with --addr, such as 127.0.0.1:8080")]
    AddressUnusable {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The folder of the games' file is not there and cannot be made.
    #[error("the data directory {} cannot be made; choose another with --data-dir, or none with --memory", path.display())]
    DataDirectory {
        /// The folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The store cannot be opened.
    #[error("the store {place} cannot be opened; {}", what_to_do(.source))]
    Store {
        /// Where it is, without passwords.
        place: String,
        /// Why.
        source: StoreError,
    },
    /// The listening socket failed while serving.
    #[error("the server stopped because its socket failed")]
    Serve(#[source] io::Error),
}

impl Error {
    pub(crate) fn from_bind(addr: SocketAddr, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::AddrInUse {
            Self::AddressInUse { addr, source }
        } else if source.kind() == io::ErrorKind::PermissionDenied {
            Self::AddressNotAllowed { addr, source }
        } else {
            Self::AddressUnusable { addr, source }
        }
    }
}

/// How somebody gets a server whose store did not open to start.
const fn what_to_do(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unavailable { .. } => {
            "see that it exists, is running and may be used, then start again; --check-config looks without starting"
        }
        StoreError::Busy(_) => "end the program that holds it, and start again",
        StoreError::Full(_) => "make room on its disk, and start again",
        StoreError::Corrupt(_) => "restore a backup, as docs/operations.md says",
        StoreError::Foreign(_) => "choose another place with --data-dir or --database",
        StoreError::NewerSchema { .. } => {
            "use the newer program that was here, or restore a backup made before it"
        }
        StoreError::Conflict { .. }
        | StoreError::WrongKind { .. }
        | StoreError::Malformed { .. }
        | StoreError::Taken { .. }
        | StoreError::Database(_) => "see that its user may make tables",
    }
}

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Nothing is at this path.
    NotFound,
    /// The path is right, the method is not; the router adds `Allow`.
    MethodNotAllowed { method: Method },
    /// The client accepts none of the forms a file is stored in, not even the plain one.
    NoAcceptableCoding,
    /// The body is not said to be JSON.
    MediaType { actual: Option<String> },
    /// The body has more bytes than any request needs.
    BodyTooLarge { limit: usize },
    /// The body did not arrive in time.
    BodyTooSlow { seconds: u64 },
    /// The connection broke while the body arrived.
    BodyBroken,
    /// The body is not JSON at all.
    NotJson { problem: String },
    /// A field that cannot be.
    Field(Box<WrongField>),
    /// One client asks too often.
    TooOften { allowed: String, retry_after: u64 },
    /// All places for long computations are taken.
    Busy { retry_after: u64 },
    /// What it takes to answer is still being made.
    NotReady { retry_after: u64 },
    /// The answer did not come in time.
    Timeout,
    /// The computation broke off, which is a fault of the server.
    Internal,
}

/// A field that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrongField {
    pub(crate) code: &'static str,
    /// With the way to it.
    pub(crate) field: String,
    pub(crate) expected: String,
    pub(crate) actual: Value,
}

/// A refusal together with the kind of body its reader understands. As a response it has no body yet:
/// [`trace::follow`](crate::trace::follow) writes it, which knows the names of the request.
#[derive(Clone, Debug)]
pub(crate) struct Rejection {
    refusal: Refusal,
    for_program: bool,
}

/// Programs ask under `/api`, `/health` and the like and get JSON; everybody else gets a page.
pub(crate) fn is_for_program(uri: &Uri) -> bool {
    matches!(uri.path().split('/').nth(1), Some("api" | "health" | "metrics" | "openapi.json"))
}

impl Rejection {
    pub(crate) fn new(refusal: Refusal, uri: &Uri) -> Self {
        Self { refusal, for_program: is_for_program(uri) }
    }

    /// A refusal for the reader of a page.
    pub(crate) fn of_page(refusal: Refusal) -> Self {
        Self { refusal, for_program: false }
    }

    /// Gives the response its body.
    pub(crate) fn write_into(self, response: Response, ids: Ids) -> Response {
        let (mut parts, _) = response.into_parts();
        parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.refusal.retry_after() {
            parts.headers.insert(RETRY_AFTER, seconds.into());
        }
        let detail = self.refusal.detail(ids);
        let (content_type, body) = if self.for_program {
            let body = serde_json::to_vec(&ErrorResponse { success: false, error: detail });
            ("application/json", body.expect("an error has only names that are text"))
        } else {
            // The message holds nothing of the request but a method, whose characters are safe in HTML.
            let status = parts.status;
            let page = format!(
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{status}</title>\n\
                 <h1>{status}</h1>\n<p>{}</p>\n<p><a href=\"/\">To the start</a></p>\n</html>\n",
                detail.message
            );
            ("text/html; charset=utf-8", page.into_bytes())
        };
        parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        parts.headers.insert(CONTENT_LENGTH, body.len().into());
        Response::from_parts(parts, Body::from(body))
    }
}

impl From<Refusal> for Rejection {
    /// Everything but files and unknown paths is asked by programs.
    fn from(refusal: Refusal) -> Self {
        Self { refusal, for_program: true }
    }
}

impl From<RequestError> for Rejection {
    fn from(error: RequestError) -> Self {
        let (field, actual) = (error.field().into(), error.actual().into());
        let wrong = WrongField { code: error.code(), field, expected: error.expected(), actual };
        Refusal::Field(Box::new(wrong)).into()
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let mut response = self.refusal.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoAcceptableCoding => StatusCode::NOT_ACCEPTABLE,
            Self::MediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::Field(wrong) => match wrong.code {
                "ERR_CATEGORY_SCORED" | "ERR_GAME_COMPLETED" => StatusCode::CONFLICT,
                _ => StatusCode::BAD_REQUEST,
            },
            Self::BodyBroken | Self::NotJson { .. } => StatusCode::BAD_REQUEST,
            Self::TooOften { .. } | Self::Busy { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::NotReady { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "ERR_NOT_FOUND",
            Self::MethodNotAllowed { .. } => "ERR_METHOD_NOT_ALLOWED",
            Self::NoAcceptableCoding => "ERR_NOT_ACCEPTABLE",
            Self::MediaType { .. } => "ERR_UNSUPPORTED_MEDIA_TYPE",
            Self::BodyTooLarge { .. } => "ERR_BODY_TOO_LARGE",
            Self::BodyTooSlow { .. } | Self::Timeout => "ERR_TIMEOUT",
            Self::BodyBroken | Self::NotJson { .. } => "ERR_MALFORMED_JSON",
            Self::Field(wrong) => wrong.code,
            Self::TooOften { .. } | Self::Busy { .. } => "ERR_RATE_LIMIT",
            Self::NotReady { .. } => "ERR_SERVICE_DOWN",
            Self::Internal => "ERR_INTERNAL",
        }
    }

    const fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooOften { retry_after, .. }
            | Self::Busy { retry_after }
            | Self::NotReady { retry_after } => Some(*retry_after),
            Self::NotFound
            | Self::MethodNotAllowed { .. }
            | Self::NoAcceptableCoding
            | Self::MediaType { .. }
            | Self::BodyTooLarge { .. }
            | Self::BodyTooSlow { .. }
            | Self::BodyBroken
            | Self::NotJson { .. }
            | Self::Field(_)
            | Self::Timeout
            | Self::Internal => None,
        }
    }

    /// What happened, and what to do about it.
    fn words(&self) -> (String, &'static str) {
        match self {
            Self::NotFound => ("There is nothing at this address.".into(), "Check the path."),
            Self::MethodNotAllowed { method } => (
                format!("This address does not answer {method}."),
                "Use a method that the Allow header names.",
            ),
            Self::NoAcceptableCoding => (
                "This file exists plain, as gzip and as br; the request accepts none of them.".into(),
                "Accept the identity, gzip or br coding.",
            ),
            Self::MediaType { .. } => {
                ("The body must be JSON.".into(), "Send the header Content-Type: application/json.")
            }
            Self::BodyTooLarge { limit } => {
                (format!("The body has more than {limit} bytes."), "Leave out what is optional.")
            }
            Self::BodyTooSlow { seconds } => {
                (format!("The body did not arrive within {seconds} seconds."), "Send the request again.")
            }
            Self::BodyBroken => ("The body did not arrive whole.".into(), "Send the request again."),
            Self::NotJson { problem } => (format!("The body is not JSON: {problem}."), "Correct the body."),
            Self::Field(wrong) => {
                let WrongField { field, expected, actual, .. } = &**wrong;
                let actual = actual.as_str().map_or_else(|| actual.to_string(), str::to_owned);
                (format!("{field}: expected {expected}, got {actual}"), "Correct the field and ask again.")
            }
            Self::TooOften { allowed, .. } => {
                (format!("One client may ask this {allowed}."), "Wait as long as Retry-After says.")
            }
            Self::Busy { .. } => {
                ("As many simulations as may run are running.".into(), "Wait as long as Retry-After says.")
            }
            Self::NotReady { .. } => (
                "The game under these rules is still being solved.".into(),
                "Wait as long as Retry-After says.",
            ),
            Self::Timeout => ("The answer did not come in time.".into(), "Ask for less, or later."),
            Self::Internal => ("The computation broke off.".into(), "Report this, with the trace id."),
        }
    }

    fn context(&self) -> Option<ErrorContext> {
        let (field, expected, actual): (&str, Value, Value) = match self {
            Self::MethodNotAllowed { method } => {
                ("method", "one of the Allow header".into(), method.as_str().into())
            }
            Self::MediaType { actual } => {
                ("content-type", "application/json".into(), actual.as_deref().into())
            }
            Self::Field(wrong) => (&wrong.field, wrong.expected.as_str().into(), wrong.actual.clone()),
            Self::NotFound
            | Self::NoAcceptableCoding
            | Self::BodyTooLarge { .. }
            | Self::BodyTooSlow { .. }
            | Self::BodyBroken
            | Self::NotJson { .. }
            | Self::TooOften { .. }
            | Self::Busy { .. }
            | Self::NotReady { .. }
            | Self::Timeout
            | Self::Internal => return None,
        };
        let (field, expected, actual) = (Some(field.to_owned()), Some(expected), Some(actual));
        Some(ErrorContext { field, constraint: None, expected, actual })
    }

    fn detail(&self, ids: Ids) -> ErrorDetail {
        let (message, action) = self.words();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let retry_after = self.retry_after();
        ErrorDetail {
            code: self.code().into(),
            message,
            severity: Severity::Error,
            timestamp: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            request_id: Some(ids.request),
            trace_id: Some(ids.trace),
            details: self.context(),
            recoverable: retry_after.is_some() || matches!(self, Self::BodyTooSlow { .. } | Self::BodyBroken),
            retry_after,
            suggested_action: Some(action.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{get, send};

    #[tokio::test]
    async fn programs_get_errors_as_json() {
        let rows = [
            ("GET", "/api", 404, "ERR_NOT_FOUND"),
            ("GET", "/api/v1/games", 404, "ERR_NOT_FOUND"),
            ("POST", "/health", 404, "ERR_NOT_FOUND"),
            ("GET", "/health/live/", 404, "ERR_NOT_FOUND"),
            ("POST", "/health/live", 405, "ERR_METHOD_NOT_ALLOWED"),
            ("DELETE", "/health/ready", 405, "ERR_METHOD_NOT_ALLOWED"),
        ];
        for (method, path, status, code) in rows {
            let reply = send(method, path, &[]).await;
            assert_eq!(reply.status, status, "{method} {path}");
            assert_eq!(reply.header("content-type"), Some("application/json"), "{method} {path}");
            let body = reply.json();
            assert_eq!(body["success"], false);
            let body = &body["error"];
            assert_eq!(body["code"], code);
            assert_eq!(body["severity"], "error");
            assert_eq!(body["recoverable"], false);
            assert!(body["message"].is_string() && body["suggestedAction"].is_string());
        }
    }

    #[tokio::test]
    async fn people_get_errors_as_a_page_with_a_way_back() {
        for (method, path, status) in [
            ("GET", "/nowhere", 404),
            ("GET", "/apiary", 404),
            ("PUT", "/", 405),
            ("PUT", "/assets/plain.txt", 405),
        ] {
            let reply = send(method, path, &[]).await;
            assert_eq!(reply.status, status, "{method} {path}");
            assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{method} {path}");
            assert!(reply.body.contains("<a href=\"/\">"));
        }
    }

    #[tokio::test]
    async fn a_wrong_method_is_told_the_right_ones() {
        for path in ["/", "/assets/plain.txt", "/health/live"] {
            let reply = send("POST", path, &[]).await;
            assert_eq!((reply.status, reply.header("allow")), (405, Some("GET,HEAD")), "{path}");
        }
    }

    #[tokio::test]
    async fn paths_cannot_leave_the_table_of_assets() {
        for path in ["/../Cargo.toml", "/assets/../index.html", "/assets/", "/%2e%2e/Cargo.toml", "//"] {
            assert_eq!(get(path, &[]).await.status, 404, "{path}");
        }
    }

    #[tokio::test]
    async fn errors_are_never_stored() {
        for path in ["/nowhere", "/api/nowhere"] {
            assert_eq!(get(path, &[]).await.header("cache-control"), Some("no-store"), "{path}");
        }
    }
}
