//! Request and trace ids, and the log line of a request.

use std::net::SocketAddr;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::error::{Rejection, is_for_program};
use crate::logs::Answered;
pub(crate) use crate::request_ids::Ids;

/// Carries the trace id in both directions.
const TRACE: HeaderName = HeaderName::from_static("x-trace-id");

/// Gives the request its ids, writes them into the body of an error, returns the trace id to programs, and logs the
/// request.
pub(crate) async fn follow(mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let for_program = is_for_program(request.uri());
    let trace = given(request.headers()).unwrap_or_else(Uuid::new_v4);
    let ids = Ids { request: Uuid::new_v4(), trace };
    request.extensions_mut().insert(ids);
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // At the level of errors, so that the span is there at every log level.
    let span = tracing::error_span!("request", trace = %trace);
    let mut response = next.run(request).instrument(span.clone()).await;
    let mut code = None;
    if let Some(rejection) = response.extensions_mut().remove::<Rejection>() {
        code = Some(rejection.code());
        response = rejection.write_into(response, ids);
    }
    if for_program && let Ok(value) = HeaderValue::try_from(trace.to_string()) {
        response.headers_mut().insert(TRACE, value);
    }
    let answered = Answered {
        method: method.as_str(),
        route: route.as_ref().map_or("none", MatchedPath::as_str),
        path: uri.path(),
        client,
        status: response.status(),
        code,
        time: started.elapsed(),
    };
    span.in_scope(|| answered.tell());
    response
}

/// `x-trace-id`, or the trace of a W3C `traceparent`; anything but a UUID is ignored.
fn given(headers: &HeaderMap) -> Option<Uuid> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let parent = || text("traceparent")?.split('-').nth(1);
    let id = text(TRACE.as_str()).and_then(|id| Uuid::try_parse(id).ok());
    id.or_else(|| Uuid::try_parse(parent()?).ok()).filter(|id| !id.is_nil())
}

#[cfg(test)]
mod tests {
    use crate::testing::get;

    const ID: &str = "6f1c1f0e-9d5b-4f8e-8a3c-2b7d5e9f0a11";

    #[tokio::test]
    async fn a_trace_id_that_is_a_uuid_comes_back() {
        let parent = "00-6f1c1f0e9d5b4f8e8a3c2b7d5e9f0a11-00f067aa0ba902b7-01";
        for headers in [
            &[("x-trace-id", ID)][..],
            &[("traceparent", parent)],
            &[("x-trace-id", ID), ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")],
            &[("x-trace-id", "not a uuid"), ("traceparent", parent)],
        ] {
            let reply = get("/api/nowhere", headers).await;
            assert_eq!(reply.header("x-trace-id"), Some(ID), "{headers:?}");
            assert_eq!(reply.json()["error"]["traceId"], ID, "{headers:?}");
        }
    }

    #[tokio::test]
    async fn any_other_request_is_given_a_trace_id() {
        for headers in [
            &[][..],
            &[("x-trace-id", "<script>")],
            &[("x-trace-id", "00000000-0000-0000-0000-000000000000")],
            &[("traceparent", "00-zz-00f067aa0ba902b7-01")],
            &[("traceparent", "-")],
        ] {
            let (first, second) = (get("/health/live", headers).await, get("/health/live", headers).await);
            let ids = [first, second].map(|reply| reply.header("x-trace-id").unwrap().to_owned());
            assert!(ids.iter().all(|id| uuid::Uuid::try_parse(id).is_ok_and(|id| !id.is_nil())), "{ids:?}");
            assert_ne!(ids[0], ids[1]);
        }
    }

    #[tokio::test]
    async fn files_carry_no_trace_id() {
        assert_eq!(get("/", &[]).await.header("x-trace-id"), None);
    }
}
