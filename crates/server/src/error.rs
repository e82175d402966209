//! What can go wrong, and the one place that turns it into a status and a body.

use std::io;
use std::net::SocketAddr;

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

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

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Nothing is at this path.
    NotFound,
    /// The path is right, the method is not; the router adds `Allow`.
    MethodNotAllowed { method: Method },
    /// The client accepts none of the forms a file is stored in, not even the plain one.
    NoAcceptableCoding,
}

/// A refusal together with the kind of body its reader understands.
#[derive(Clone, Debug)]
pub(crate) struct Rejection {
    refusal: Refusal,
    for_program: bool,
}

impl Rejection {
    /// Programs ask under `/api` and `/health` and get JSON; everybody else gets a page.
    pub(crate) fn new(refusal: Refusal, uri: &Uri) -> Self {
        let first = uri.path().split('/').nth(1);
        Self { refusal, for_program: matches!(first, Some("api" | "health")) }
    }

    /// A refusal for the reader of a page.
    pub(crate) fn of_page(refusal: Refusal) -> Self {
        Self { refusal, for_program: false }
    }
}

/// The error body of the API.
#[derive(Debug, Serialize)]
struct ErrorBody {
    success: bool,
    error: ErrorDetail,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorDetail {
    code: &'static str,
    message: String,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
    recoverable: bool,
    suggested_action: &'static str,
}

#[derive(Debug, Serialize)]
struct Details {
    field: &'static str,
    expected: &'static str,
    actual: String,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoAcceptableCoding => StatusCode::NOT_ACCEPTABLE,
        }
    }

    fn detail(&self) -> ErrorDetail {
        let (code, message, details, suggested_action) = match self {
            Self::NotFound => {
                ("ERR_NOT_FOUND", String::from("There is nothing at this address."), None, "Check the path.")
            }
            Self::MethodNotAllowed { method } => (
                "ERR_METHOD_NOT_ALLOWED",
                format!("This address does not answer {method}."),
                Some(Details {
                    field: "method",
                    expected: "one of the Allow header",
                    actual: method.to_string(),
                }),
                "Use a method that the Allow header names.",
            ),
            Self::NoAcceptableCoding => (
                "ERR_NOT_ACCEPTABLE",
                String::from("This file exists plain, as gzip and as br; the request accepts none of them."),
                None,
                "Accept the identity, gzip or br coding.",
            ),
        };
        ErrorDetail { code, message, severity: "error", details, recoverable: false, suggested_action }
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let status = self.refusal.status();
        let detail = self.refusal.detail();
        let caching = [(CACHE_CONTROL, "no-store")];
        if self.for_program {
            return (status, caching, Json(ErrorBody { success: false, error: detail })).into_response();
        }
        // The message holds nothing of the request but a method, whose characters are safe in HTML.
        let page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{status}</title>\n\
             <h1>{status}</h1>\n<p>{}</p>\n<p><a href=\"/\">To the start</a></p>\n</html>\n",
            detail.message
        );
        (status, caching, [(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
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
