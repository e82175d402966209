//! What can go wrong, and the one place that turns it into a status and a body.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use chance::InputError;
use live::RoomError;
use protocol::{ErrorCode, ErrorContext, ErrorDetail, ErrorMessage, ErrorResponse, GameState};
use serde_json::Value;

use crate::request_ids::Ids;
use store::StoreError;

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ApiError {
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
    /// An invalid field.
    Field(InputError),
    /// There is no token, or none that is any good.
    Unauthorized { problem: &'static str },
    /// The secret of a device is not the one of the player it is for.
    WrongSecret,
    /// The token was good once.
    SessionExpired,
    /// The caller is known, and may not do that.
    Forbidden { problem: &'static str },
    /// There is no such player, or not any more.
    NoSuchPlayer,
    /// One client has as many sockets as it may.
    TooManySockets,
    /// This path speaks WebSocket only.
    UpgradeRequired,
    /// There is no such game.
    NoSuchGame,
    /// The rules of a game do not allow it.
    Rules { code: ErrorCode, message: String, details: Option<Box<ErrorContext>> },
    /// The game is not where the sender thought; here is where it is.
    Moved { expected: u64, actual: u64, state: Box<GameState> },
    /// The mailbox of a game is full.
    RoomBusy,
    /// Somebody was faster, or an id or code is taken.
    Conflict { problem: String },
    /// The store cannot be reached, or is locked.
    StoreDown { retry_after: u64 },
    /// The store has no room.
    StoreFull { retry_after: u64 },
    /// The store is damaged or refused, which is a fault of the server: sending the same again does not help.
    StoreBroken,
    /// One client asks too often.
    TooOften { allowed: String, retry_after: u64 },
    /// All places for long computations are taken.
    Busy { retry_after: u64 },
    /// Data for the answer is still being computed.
    NotReady { retry_after: u64 },
    /// The chances to reach targets with these boxes open are still being solved.
    Solving { percent: usize, retry_after: u64 },
    /// The answer did not come in time.
    Timeout,
    /// The computation broke off, which is a fault of the server.
    Internal,
}

/// An error with the kind of body for its client. As a response it has no body yet:
/// [`trace::follow`](crate::trace::follow) writes it, with the ids of the request.
#[derive(Clone, Debug)]
pub(crate) struct Rejection {
    refusal: ApiError,
    for_program: bool,
}

/// Requests under `/api`, `/health` and similar paths get JSON; all others get a page.
pub(crate) fn is_for_program(uri: &Uri) -> bool {
    matches!(
        uri.path().split('/').nth(1),
        Some("api" | "health" | "metrics" | "openapi.json" | "asyncapi.json")
    )
}

impl Rejection {
    pub(crate) fn new(refusal: ApiError, uri: &Uri) -> Self {
        Self { refusal, for_program: is_for_program(uri) }
    }

    /// A refusal for the reader of a page.
    pub(crate) fn of_page(refusal: ApiError) -> Self {
        Self { refusal, for_program: false }
    }

    /// The error, for programs and logs.
    pub(crate) fn code(&self) -> &'static str {
        self.refusal.code().as_str()
    }

    /// Gives the response its body.
    pub(crate) fn write_into(self, response: Response, ids: Ids) -> Response {
        let (mut parts, _) = response.into_parts();
        parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.refusal.retry_after() {
            parts.headers.insert(RETRY_AFTER, seconds.into());
        }
        if parts.status == StatusCode::UNAUTHORIZED {
            parts.headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        let detail = self.refusal.detail(ids);
        let (content_type, body) = if self.for_program {
            let game_state =
                if let ApiError::Moved { state, .. } = self.refusal { Some(state) } else { None };
            let body = serde_json::to_vec(&ErrorResponse { success: false, error: detail, game_state });
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

impl From<ApiError> for Rejection {
    /// All paths but files and unknown ones are for programs.
    fn from(refusal: ApiError) -> Self {
        Self { refusal, for_program: true }
    }
}

impl From<InputError> for Rejection {
    fn from(error: InputError) -> Self {
        ApiError::Field(error).into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable { .. } | StoreError::Busy(_) => Self::StoreDown { retry_after: 1 },
            StoreError::Full(_) => Self::StoreFull { retry_after: 60 },
            StoreError::Conflict { .. } | StoreError::WrongKind { .. } | StoreError::Taken { .. } => {
                Self::Conflict { problem: error.to_string() }
            }
            StoreError::Malformed(wrong) => Self::Field(wrong),
            StoreError::Corrupt(_)
            | StoreError::Foreign(_)
            | StoreError::NewerSchema { .. }
            | StoreError::Database(_) => Self::StoreBroken,
        }
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NotFound => Self::NoSuchGame,
            RoomError::Field(wrong) => Self::Field(wrong),
            RoomError::Refused { code, message, details } => Self::Rules { code, message, details },
            RoomError::Conflict { expected, actual, state } => Self::Moved { expected, actual, state },
            RoomError::Store(error) => (*error).clone().into(),
            RoomError::Busy => Self::RoomBusy,
        }
    }
}

impl From<RoomError> for Rejection {
    fn from(error: RoomError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let mut response = self.refusal.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl ApiError {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rule that was broken is a conflict with the game, whichever rule it is"
    )]
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoAcceptableCoding => StatusCode::NOT_ACCEPTABLE,
            Self::MediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::Field(_) if matches!(self.code(), ErrorCode::CategoryScored | ErrorCode::GameCompleted) => {
                StatusCode::CONFLICT
            }
            Self::Field(_) => StatusCode::BAD_REQUEST,
            Self::BodyBroken | Self::NotJson { .. } => StatusCode::BAD_REQUEST,
            Self::Unauthorized { .. } | Self::WrongSecret | Self::SessionExpired => StatusCode::UNAUTHORIZED,
            Self::Forbidden { .. } => StatusCode::FORBIDDEN,
            Self::NoSuchPlayer => StatusCode::NOT_FOUND,
            Self::UpgradeRequired => StatusCode::UPGRADE_REQUIRED,
            Self::NoSuchGame => StatusCode::NOT_FOUND,
            Self::Rules { code, .. } => match *code {
                ErrorCode::Forbidden | ErrorCode::CoachOff => StatusCode::FORBIDDEN,
                ErrorCode::InvalidRequest | ErrorCode::InvalidDice | ErrorCode::InvalidCategory => {
                    StatusCode::BAD_REQUEST
                }
                ErrorCode::GameNotFound => StatusCode::NOT_FOUND,
                ErrorCode::ServiceDown => StatusCode::SERVICE_UNAVAILABLE,
                ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::CONFLICT,
            },
            Self::RoomBusy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Conflict { .. } | Self::Moved { .. } => StatusCode::CONFLICT,
            Self::StoreDown { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::StoreFull { .. } => StatusCode::INSUFFICIENT_STORAGE,
            Self::TooOften { .. } | Self::Busy { .. } | Self::TooManySockets => StatusCode::TOO_MANY_REQUESTS,
            Self::NotReady { .. } | Self::Solving { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Self::StoreBroken | Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound => ErrorCode::NotFound,
            Self::MethodNotAllowed { .. } => ErrorCode::MethodNotAllowed,
            Self::NoAcceptableCoding => ErrorCode::NotAcceptable,
            Self::MediaType { .. } => ErrorCode::UnsupportedMediaType,
            Self::BodyTooLarge { .. } => ErrorCode::BodyTooLarge,
            Self::BodyTooSlow { .. } | Self::Timeout => ErrorCode::Timeout,
            Self::BodyBroken | Self::NotJson { .. } => ErrorCode::MalformedJson,
            Self::Field(wrong) => wrong.into(),
            Self::Unauthorized { .. } | Self::WrongSecret => ErrorCode::Unauthorized,
            Self::SessionExpired => ErrorCode::SessionExpired,
            Self::Forbidden { .. } => ErrorCode::Forbidden,
            Self::NoSuchPlayer => ErrorCode::PlayerNotFound,
            Self::UpgradeRequired => ErrorCode::UpgradeRequired,
            Self::NoSuchGame => ErrorCode::GameNotFound,
            Self::Rules { code, .. } => *code,
            Self::Conflict { .. } | Self::Moved { .. } => ErrorCode::Conflict,
            Self::RoomBusy => ErrorCode::ServiceDown,
            Self::StoreFull { .. } => ErrorCode::Database,
            Self::TooOften { .. } | Self::Busy { .. } | Self::TooManySockets => ErrorCode::RateLimit,
            Self::StoreDown { .. } | Self::NotReady { .. } | Self::Solving { .. } => ErrorCode::ServiceDown,
            Self::StoreBroken | Self::Internal => ErrorCode::Internal,
        }
    }

    const fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooOften { retry_after, .. }
            | Self::Busy { retry_after }
            | Self::StoreDown { retry_after }
            | Self::StoreFull { retry_after }
            | Self::NotReady { retry_after }
            | Self::Solving { retry_after, .. } => Some(*retry_after),
            Self::RoomBusy => Some(1),
            Self::TooManySockets => Some(10),
            Self::Rules { code: ErrorCode::ServiceDown, .. } => Some(1),
            Self::NotFound
            | Self::MethodNotAllowed { .. }
            | Self::NoAcceptableCoding
            | Self::MediaType { .. }
            | Self::BodyTooLarge { .. }
            | Self::BodyTooSlow { .. }
            | Self::BodyBroken
            | Self::NotJson { .. }
            | Self::Field(_)
            | Self::Unauthorized { .. }
            | Self::WrongSecret
            | Self::SessionExpired
            | Self::Forbidden { .. }
            | Self::NoSuchPlayer
            | Self::UpgradeRequired
            | Self::NoSuchGame
            | Self::Rules { .. }
            | Self::Moved { .. }
            | Self::Conflict { .. }
            | Self::StoreBroken
            | Self::Timeout
            | Self::Internal => None,
        }
    }

    /// Its code, what happened and what exactly was wrong, for a message on a socket.
    pub(crate) fn message(&self) -> ErrorMessage {
        let mut message = ErrorMessage::new(self.code(), self.words().0);
        message.details = self.context();
        message
    }

    /// The message, and the suggested action.
    fn words(&self) -> (String, &'static str) {
        match self {
            Self::NotFound => ("There is nothing at this path.".into(), "Check the path."),
            Self::MethodNotAllowed { method } => {
                (format!("This path does not answer {method}."), "Use a method that the Allow header names.")
            }
            Self::NoAcceptableCoding => (
                "This file is available uncompressed, as gzip and as br; the request accepts none of them."
                    .into(),
                "Accept the encoding identity, gzip or br.",
            ),
            Self::MediaType { .. } => {
                ("The body must be JSON.".into(), "Send the header Content-Type: application/json.")
            }
            Self::BodyTooLarge { limit } => {
                (format!("The body has more than {limit} bytes."), "Leave out optional fields.")
            }
            Self::BodyTooSlow { seconds } => {
                (format!("The body did not arrive within {seconds} seconds."), "Send the request again.")
            }
            Self::BodyBroken => {
                ("The body ended too early.".into(), "Send as many bytes as Content-Length says.")
            }
            Self::NotJson { problem } => (format!("The body is not JSON: {problem}."), "Correct the body."),
            Self::Field(wrong) => {
                let (field, expected, actual) = (wrong.field(), wrong.expected(), wrong.shown());
                (format!("{field}: expected {expected}, got {actual}"), "Correct the field and ask again.")
            }
            Self::Unauthorized { problem } => (
                format!("This needs a valid token: {problem}."),
                "Send Authorization: Bearer with a token from POST /api/v1/players/{id}/token.",
            ),
            Self::WrongSecret => (
                "Wrong secret, or no such player.".into(),
                "Register with POST /api/v1/players if the secret is lost.",
            ),
            Self::SessionExpired => {
                ("The token has expired.".into(), "Get another one from POST /api/v1/players/{id}/token.")
            }
            Self::Forbidden { problem } => (format!("Not allowed: {problem}."), "Use your own id."),
            Self::NoSuchPlayer => ("There is no such player.".into(), "Check the id."),
            Self::TooManySockets => {
                ("This client has too many open sockets.".into(), "Close some of them first.")
            }
            Self::UpgradeRequired => {
                ("This address speaks WebSocket only.".into(), "Connect with a WebSocket client.")
            }
            Self::NoSuchGame => ("There is no such game.".into(), "Check the id or the code."),
            Self::Rules { message, .. } => (sentence(message), "Look at the state of the game."),
            Self::Moved { expected, actual, .. } => (
                format!("expectedVersion: expected {actual}, where the game is, got {expected}"),
                "Look at the state that comes with this, and decide again.",
            ),
            Self::RoomBusy => ("This game is busy.".into(), "Wait as long as Retry-After says."),
            Self::Conflict { problem } => (problem.clone(), "Look again, then retry."),
            Self::StoreDown { .. } => (
                "The store cannot be reached now; nothing was changed that was not confirmed.".into(),
                "Wait as long as Retry-After says, then send the same again.",
            ),
            Self::StoreFull { .. } => (
                "The server has no room to store more; nothing was changed.".into(),
                "Wait as long as Retry-After says, then send the same again.",
            ),
            Self::StoreBroken => {
                ("The store of the server failed.".into(), "Report this to the operator, with the trace id.")
            }
            Self::TooOften { allowed, .. } => (
                format!("Rate limit: one client may ask this {allowed}."),
                "Wait as long as Retry-After says.",
            ),
            Self::Busy { .. } => ("All workers are busy.".into(), "Wait as long as Retry-After says."),
            Self::NotReady { .. } => (
                "The game with these rules is still being solved.".into(),
                "Wait as long as Retry-After says.",
            ),
            Self::Solving { percent, .. } => (
                format!("The targets with these boxes open are being solved: {percent}% done."),
                "Wait as long as Retry-After says, then ask the same again; with at most 7 open boxes there is no wait.",
            ),
            Self::Timeout => ("The answer took too long.".into(), "Ask for less, or try again later."),
            Self::Internal => {
                ("The computation failed.".into(), "Report this to the operator, with the trace id.")
            }
        }
    }

    fn context(&self) -> Option<ErrorContext> {
        if let Self::Rules { details, .. } = self {
            return details.as_deref().cloned();
        }
        if let Self::Field(wrong) = self {
            return Some(wrong.into());
        }
        if let Self::Solving { percent, .. } = self {
            let constraint = Some("percent solved".to_owned());
            let (expected, actual) = (Some(100.into()), Some((*percent).into()));
            return Some(ErrorContext { field: None, constraint, expected, actual });
        }
        let (field, expected, actual): (&str, Value, Value) = match self {
            Self::MethodNotAllowed { method } => {
                ("method", "one of the Allow header".into(), method.as_str().into())
            }
            Self::MediaType { actual } => {
                ("content-type", "application/json".into(), actual.as_deref().into())
            }
            Self::Moved { expected, actual, .. } => ("expectedVersion", (*actual).into(), (*expected).into()),
            Self::NotFound
            | Self::NoAcceptableCoding
            | Self::BodyTooLarge { .. }
            | Self::BodyTooSlow { .. }
            | Self::BodyBroken
            | Self::NotJson { .. }
            | Self::Field(_)
            | Self::Unauthorized { .. }
            | Self::WrongSecret
            | Self::SessionExpired
            | Self::Forbidden { .. }
            | Self::NoSuchPlayer
            | Self::UpgradeRequired
            | Self::NoSuchGame
            | Self::Rules { .. }
            | Self::RoomBusy
            | Self::TooManySockets
            | Self::Conflict { .. }
            | Self::StoreBroken
            | Self::StoreDown { .. }
            | Self::StoreFull { .. }
            | Self::TooOften { .. }
            | Self::Busy { .. }
            | Self::NotReady { .. }
            | Self::Solving { .. }
            | Self::Timeout
            | Self::Internal => return None,
        };
        let (field, expected, actual) = (Some(field.to_owned()), Some(expected), Some(actual));
        Some(ErrorContext { field, constraint: None, expected, actual })
    }

    fn detail(&self, ids: Ids) -> ErrorDetail {
        let (message, action) = self.words();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (code, retry_after) = (self.code(), self.retry_after());
        ErrorDetail {
            code,
            message,
            severity: code.severity(),
            timestamp: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            request_id: Some(ids.request),
            trace_id: Some(ids.trace),
            details: self.context(),
            recoverable: code.is_recoverable(),
            retry_after,
            suggested_action: Some(action.into()),
        }
    }
}

/// With a capital and a full stop, as a sentence stands alone.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    // What begins with the name of a field keeps it as it is written.
    let named = text.split(' ').next().is_some_and(|first| first.ends_with([':', ',']));
    if named {
        return text.to_owned();
    }
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).chain(Some('.').filter(|_| !text.ends_with('.'))).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::testing::{get, send};

    #[test]
    fn http_and_sockets_say_the_same_about_trying_again() {
        let ids = Ids { request: Uuid::nil(), trace: Uuid::nil() };
        for (error, recoverable) in [
            (ApiError::StoreBroken, false),
            (ApiError::StoreFull { retry_after: 1 }, true),
            (ApiError::SessionExpired, true),
            (ApiError::BodyTooSlow { seconds: 1 }, true),
            (ApiError::Timeout, true),
            (ApiError::TooManySockets, true),
            (ApiError::Conflict { problem: String::new() }, true),
            (ApiError::BodyBroken, false),
            (ApiError::WrongSecret, false),
            (ApiError::NoSuchGame, false),
            (ApiError::Internal, false),
        ] {
            let (body, message) = (error.detail(ids), error.message());
            assert_eq!((body.recoverable, message.recoverable), (recoverable, recoverable), "{error:?}");
            assert_eq!(body.severity, message.severity, "{error:?}");
        }
    }

    #[tokio::test]
    async fn programs_get_errors_as_json() {
        let rows = [
            ("GET", "/api", 404, "ERR_NOT_FOUND"),
            ("GET", "/api/v1/nowhere", 404, "ERR_NOT_FOUND"),
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
        for (method, path, status) in
            [("GET", "/nowhere", 404), ("GET", "/apiary", 404), ("PUT", "/", 405), ("PUT", "/plain.txt", 405)]
        {
            let reply = send(method, path, &[]).await;
            assert_eq!(reply.status, status, "{method} {path}");
            assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{method} {path}");
            assert!(reply.body.contains("<a href=\"/\">"));
        }
    }

    #[tokio::test]
    async fn a_wrong_method_is_told_the_right_ones() {
        for path in ["/", "/plain.txt", "/health/live"] {
            let reply = send("POST", path, &[]).await;
            assert_eq!((reply.status, reply.header("allow")), (405, Some("GET,HEAD")), "{path}");
        }
    }

    #[tokio::test]
    async fn paths_cannot_leave_the_table_of_assets() {
        for path in ["/../Cargo.toml", "/_app/../index.html", "/_app/", "/%2e%2e/Cargo.toml", "//"] {
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
