//! The files of the web app, and how one of them answers a request.

use std::fmt;

use axum::Router;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use crate::error::{ApiError, Rejection, is_for_program};
use crate::headers;

/// The page about addresses that lead nowhere.
const NOT_FOUND: &str = "/not-found.html";

/// The web app as it was when the binary was built; see `build.rs`.
pub(crate) static EMBEDDED: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets_table.rs"));

/// One file of the web app in all its forms.
pub(crate) struct Asset {
    /// The path in the URL, from the leading slash on.
    pub(crate) path: &'static str,
    /// Further paths it answers at, in the syntax of the router: `/dicee` for a page, `/t/{code}` for the page
    /// that shows every table.
    pub(crate) routes: &'static [&'static str],
    /// Sources of the inline scripts of a page, for its policy: `'sha256-...'`, separated by blanks.
    pub(crate) scripts: &'static str,
    pub(crate) content_type: &'static str,
    /// Hash of the uncompressed content, in hexadecimal.
    pub(crate) hash: &'static str,
    pub(crate) identity: &'static [u8],
    pub(crate) gzip: Option<&'static [u8]>,
    pub(crate) brotli: Option<&'static [u8]>,
}

impl fmt::Debug for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asset").field("path", &self.path).field("hash", &self.hash).finish_non_exhaustive()
    }
}

/// Adds a route for every path that a file answers at.
pub(crate) fn add_routes(mut router: Router, assets: &'static [Asset]) -> Router {
    for asset in assets {
        let answer = get(move |headers: HeaderMap| async move { asset.respond(&headers) });
        router = router.route(asset.path, answer.clone());
        for route in asset.routes {
            router = router.route(route, answer.clone());
        }
    }
    router
}

/// Answers for a path that is no route: a page is also found with a slash behind its path, programs get a refusal,
/// people a page that leads on.
pub(crate) fn respond_missing(assets: &'static [Asset], uri: &Uri, request: &HeaderMap) -> Response {
    if is_for_program(uri) {
        return Rejection::new(ApiError::NotFound, uri).into_response();
    }
    let is_page = |path: &str| path != "/" && assets.iter().any(|asset| asset.routes.contains(&path));
    if let Some(path) = uri.path().strip_suffix('/').filter(|path| is_page(path)) {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{path}{query}"))]).into_response();
    }
    let Some(page) = assets.iter().find(|asset| asset.path == NOT_FOUND) else {
        return Rejection::new(ApiError::NotFound, uri).into_response();
    };
    // Without If-None-Match: a 304 would tell the browser to show what it has under this path.
    let mut request = request.clone();
    request.remove(IF_NONE_MATCH);
    let mut response = page.respond(&request);
    if response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
        response.headers_mut().remove(ETAG);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// A content coding the server has stored forms for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Identity,
    Gzip,
    Brotli,
}

impl Asset {
    /// Answers GET and HEAD: the best form the client accepts, or 304 when it already has that one.
    pub(crate) fn respond(&self, request: &HeaderMap) -> Response {
        let Some((coding, body)) = self.negotiate(request) else {
            return Rejection::of_page(ApiError::NoAcceptableCoding).into_response();
        };
        let etag = self.etag(coding);
        let caching =
            [(ETAG, etag.as_str()), (CACHE_CONTROL, cache_control(self.path)), (VARY, "accept-encoding")];
        let content = [(CONTENT_TYPE, self.content_type)];
        let mut response = if is_known(request, &etag) {
            (StatusCode::NOT_MODIFIED, caching).into_response()
        } else {
            match coding {
                Coding::Identity => (caching, content, body).into_response(),
                Coding::Gzip => (caching, content, [(CONTENT_ENCODING, "gzip")], body).into_response(),
                Coding::Brotli => (caching, content, [(CONTENT_ENCODING, "br")], body).into_response(),
            }
        };
        if !self.scripts.is_empty() {
            let policy = HeaderValue::from_str(&headers::policy(self.scripts));
            let policy = policy.expect("build.rs takes hashes in Base64 only");
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }

    /// The form with the highest weight; of equal ones the smallest. `None` when the client refuses all.
    fn negotiate(&self, request: &HeaderMap) -> Option<(Coding, &'static [u8])> {
        let accepted = Accepted::parse(request);
        let mut best: Option<(u16, Coding, &'static [u8])> = None;
        let forms = [
            (Coding::Brotli, self.brotli),
            (Coding::Gzip, self.gzip),
            (Coding::Identity, Some(self.identity)),
        ];
        for (coding, body) in forms {
            let Some((weight, body)) = accepted.weight(coding).zip(body) else { continue };
            if best.is_none_or(|(highest, ..)| weight > highest) {
                best = Some((weight, coding, body));
            }
        }
        best.map(|(_, coding, body)| (coding, body))
    }

    /// Forms differ in their bytes, so each has a strong tag of its own.
    fn etag(&self, coding: Coding) -> String {
        let suffix = match coding {
            Coding::Identity => "",
            Coding::Gzip => "-gz",
            Coding::Brotli => "-br",
        };
        format!("\"{}{suffix}\"", self.hash)
    }
}

/// Files of this folder carry a hash of their content in their name, so their bytes never change.
fn cache_control(path: &str) -> &'static str {
    if path.starts_with("/_app/immutable/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// If-None-Match (RFC 9110, 13.1.2): a list of tags compared weakly, or `*`.
fn is_known(request: &HeaderMap, etag: &str) -> bool {
    list_items(request, IF_NONE_MATCH.as_str())
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

/// Weights of the Accept-Encoding header (RFC 9110, 12.5.3) in thousandths.
#[derive(Debug, Default)]
struct Accepted {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any_other: Option<u16>,
}

impl Accepted {
    fn parse(request: &HeaderMap) -> Self {
        let mut accepted = Self::default();
        for item in list_items(request, ACCEPT_ENCODING.as_str()) {
            let (coding, parameter) = item.split_once(';').unwrap_or((item, "q=1"));
            // An item whose weight cannot be read says nothing reliable about what the client can decode.
            let Some(weight) = parse_weight(parameter) else { continue };
            let coding = coding.trim();
            if coding.eq_ignore_ascii_case("br") {
                accepted.brotli = Some(weight);
            } else if coding.eq_ignore_ascii_case("gzip") || coding.eq_ignore_ascii_case("x-gzip") {
                accepted.gzip = Some(weight);
            } else if coding.eq_ignore_ascii_case("identity") {
                accepted.identity = Some(weight);
            } else if coding == "*" {
                accepted.any_other = Some(weight);
            }
        }
        accepted
    }

    /// `None` when the client does not accept the coding.
    fn weight(&self, coding: Coding) -> Option<u16> {
        let weight = match coding {
            Coding::Brotli => self.brotli.or(self.any_other).unwrap_or(0),
            Coding::Gzip => self.gzip.or(self.any_other).unwrap_or(0),
            // Not naming `identity` accepts it, but only after every coding that was named.
            Coding::Identity => match (self.identity, self.any_other) {
                (Some(weight), _) => weight,
                (None, Some(0)) => 0,
                (None, _) => return Some(0),
            },
        };
        (weight > 0).then_some(weight)
    }
}

/// Reads `q=0.5` into thousandths: at most three decimals, never more than 1.
fn parse_weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.trim().split_once('=')?;
    if !name.trim_end().eq_ignore_ascii_case("q") {
        return None;
    }
    let (whole, decimals) = value.trim_start().split_once('.').unwrap_or((value.trim_start(), ""));
    let digits = decimals.len() <= 3 && decimals.bytes().all(|byte| byte.is_ascii_digit());
    let whole = match whole {
        "0" => 0,
        "1" => 1000,
        _ => return None,
    };
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok().filter(|_| digits)?;
    Some(whole + thousandths).filter(|&weight| weight <= 1000)
}

/// The items of a comma-separated header, over all its lines.
fn list_items<'a>(request: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    request
        .get_all(name)
        .into_iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::EMBEDDED;
    use crate::testing::{Reply, get, send};

    const SCRIPT: &str = "/_app/immutable/entry/app.Ab3_x9Q.js";

    async fn script(accept_encoding: &str) -> Reply {
        get(SCRIPT, &[("accept-encoding", accept_encoding)]).await
    }

    #[tokio::test]
    async fn coding_follows_the_weights_and_prefers_brotli_then_gzip() {
        let rows = [
            ("br, gzip, deflate, zstd", "br"),
            ("gzip, br", "br"),
            ("gzip", "gzip"),
            ("x-gzip", "gzip"),
            ("GZIP", "gzip"),
            ("gzip;q=0.9, br;q=0.8", "gzip"),
            ("gzip; q=0.5 , br ; q=0.500", "br"),
            ("br;q=0, gzip", "gzip"),
            ("br;q=0.0, gzip;q=0.000", "identity"),
            ("*", "br"),
            ("br;q=0, *", "gzip"),
            ("*;q=0.1, gzip;q=0.2", "gzip"),
            ("gzip;q=0.5, identity", "identity"),
            ("gzip, identity;q=0.5", "gzip"),
            ("identity, br, gzip", "br"),
            ("gzip;q=0.001", "gzip"),
            ("identity;q=0, gzip", "gzip"),
            ("deflate", "identity"),
            ("", "identity"),
            ("br;q=2", "identity"),
            ("br;q=0.1234", "identity"),
            ("br;q=+.5", "identity"),
            ("br;level=5", "identity"),
        ];
        for (accept_encoding, expected) in rows {
            let reply = script(accept_encoding).await;
            assert_eq!(reply.status, 200, "{accept_encoding}");
            assert_eq!(reply.header("content-encoding").unwrap_or("identity"), expected, "{accept_encoding}");
            assert_eq!(reply.body, format!("script as {expected}"), "{accept_encoding}");
            assert_eq!(reply.header("vary"), Some("accept-encoding"), "{accept_encoding}");
            assert_eq!(reply.header("content-type"), Some("text/javascript; charset=utf-8"));
        }
    }

    #[tokio::test]
    async fn without_accept_encoding_the_file_is_sent_as_it_is() {
        let reply = get(SCRIPT, &[]).await;
        assert_eq!((reply.header("content-encoding"), reply.body.as_str()), (None, "script as identity"));
    }

    #[tokio::test]
    async fn accept_encoding_lines_are_read_as_one_list() {
        let reply = get(SCRIPT, &[("accept-encoding", "br;q=0"), ("accept-encoding", "gzip")]).await;
        assert_eq!(reply.header("content-encoding"), Some("gzip"));
    }

    #[tokio::test]
    async fn refusing_every_form_is_answered_with_406() {
        for accept_encoding in ["identity;q=0", "*;q=0", "br;q=0, gzip;q=0, identity;q=0"] {
            assert_eq!(script(accept_encoding).await.status, 406, "{accept_encoding}");
        }
    }

    #[tokio::test]
    async fn a_file_without_compressed_forms_is_sent_as_it_is() {
        let reply = get("/", &[("accept-encoding", "br, gzip")]).await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, None));
        assert_eq!(reply.body, "<title>page</title>");
    }

    #[tokio::test]
    async fn root_is_the_index_page() {
        let (root, index) = (get("/", &[]).await, get("/index.html", &[]).await);
        assert_eq!((root.status, &root.body), (200, &index.body));
        assert_eq!(root.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(root.header("etag"), index.header("etag"));
    }

    #[tokio::test]
    async fn a_page_answers_at_its_route_and_a_route_with_parameters_by_its_page() {
        let page = get("/dicee/analyse", &[]).await;
        assert_eq!((page.status, page.body.as_str()), (200, "<title>analyse</title>"));
        for path in ["/t/K7Q2MX", "/t/k7q2mx", "/t/anything"] {
            let reply = get(path, &[]).await;
            assert_eq!((reply.status, reply.body.as_str()), (200, "<title>any table</title>"), "{path}");
            assert_eq!(reply.header("cache-control"), Some("no-cache"));
        }
        assert_eq!(get("/t/a/b", &[]).await.status, 404);
    }

    #[tokio::test]
    async fn a_page_is_also_found_with_a_slash_behind_its_path() {
        for (path, expected) in
            [("/dicee/analyse/", "/dicee/analyse"), ("/dicee/analyse/?g=1", "/dicee/analyse?g=1")]
        {
            let reply = get(path, &[]).await;
            assert_eq!((reply.status, reply.header("location")), (308, Some(expected)), "{path}");
        }
        for path in ["//", "//dicee/analyse/", "/nowhere/", "/dicee/"] {
            assert_eq!(get(path, &[]).await.status, 404, "{path}");
        }
    }

    #[tokio::test]
    async fn any_other_path_gets_the_page_that_leads_on_with_404() {
        for path in ["/nowhere", "/dicee/nowhere", "/not-found", "/_app/immutable/old.js"] {
            for request in [&[][..], &[("if-none-match", "*")]] {
                let reply = get(path, request).await;
                assert_eq!(reply.status, 404, "{path}");
                assert!(reply.body.contains("<a href=\"/\">"), "{path}");
                assert_eq!((reply.header("etag"), reply.header("cache-control")), (None, Some("no-store")));
            }
        }
        assert_eq!(get("/api/v1/nowhere", &[]).await.header("content-type"), Some("application/json"));
    }

    #[tokio::test]
    async fn the_policy_of_a_page_names_its_own_scripts() {
        let script_sources = |reply: &Reply| {
            let policy = reply.header("content-security-policy").unwrap();
            let directive =
                policy.split("; ").find(|directive| directive.starts_with("script-src ")).unwrap();
            directive.to_owned()
        };
        let page = get("/dicee/analyse", &[]).await;
        assert_eq!(
            script_sources(&page),
            "script-src 'self' 'wasm-unsafe-eval' 'sha256-AbC+/=' 'sha256-dEf='"
        );
        // A browser replaces the headers it has stored by those of a 304.
        let known = get("/dicee/analyse", &[("if-none-match", "*")]).await;
        assert_eq!((known.status, script_sources(&known)), (304, script_sources(&page)));
        for path in ["/", SCRIPT, "/api/v1/nowhere"] {
            assert_eq!(
                script_sources(&get(path, &[]).await),
                "script-src 'self' 'wasm-unsafe-eval'",
                "{path}"
            );
        }
    }

    #[tokio::test]
    async fn every_form_has_its_own_strong_etag() {
        let mut tags = HashSet::new();
        for accept_encoding in ["identity", "gzip", "br"] {
            let reply = script(accept_encoding).await;
            let tag = reply.header("etag").unwrap().to_owned();
            assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
            assert!(tags.insert(tag));
        }
    }

    #[tokio::test]
    async fn a_form_the_client_has_is_answered_with_304_and_no_body() {
        let tag = script("br").await.header("etag").unwrap().to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), String::from("*")] {
            let reply = get(SCRIPT, &[("accept-encoding", "br"), ("if-none-match", &known)]).await;
            assert_eq!((reply.status, reply.body.as_str()), (304, ""), "{known}");
            assert_eq!(reply.header("etag"), Some(tag.as_str()));
            assert_eq!(reply.header("vary"), Some("accept-encoding"));
            assert!(reply.header("cache-control").is_some());
            assert_eq!(reply.header("content-encoding"), None);
        }
    }

    #[tokio::test]
    async fn a_form_the_client_does_not_have_is_sent() {
        let gzip = script("gzip").await.header("etag").unwrap().to_owned();
        for known in [gzip.as_str(), "\"other\"", "unquoted", ""] {
            let reply = get(SCRIPT, &[("accept-encoding", "br"), ("if-none-match", known)]).await;
            assert_eq!((reply.status, reply.body.as_str()), (200, "script as br"), "{known}");
        }
    }

    #[tokio::test]
    async fn only_hashed_assets_are_kept_without_asking() {
        let rows = [
            (SCRIPT, "public, max-age=31536000, immutable"),
            ("/", "no-cache"),
            ("/index.html", "no-cache"),
            ("/plain.txt", "no-cache"),
        ];
        for (path, expected) in rows {
            assert_eq!(get(path, &[]).await.header("cache-control"), Some(expected), "{path}");
        }
    }

    #[tokio::test]
    async fn head_sends_the_headers_of_get_and_no_body() {
        let get = script("br").await;
        let head = send("HEAD", SCRIPT, &[("accept-encoding", "br")]).await;
        assert_eq!((head.status, head.body.as_str()), (200, ""));
        for name in ["etag", "content-type", "content-encoding", "cache-control", "vary", "content-length"] {
            assert!(head.header(name).is_some(), "{name}");
            assert_eq!(head.header(name), get.header(name), "{name}");
        }
    }

    #[test]
    fn the_binary_holds_an_index_page_and_each_path_once() {
        let paths: HashSet<_> = EMBEDDED.iter().map(|asset| asset.path).collect();
        assert_eq!(paths.len(), EMBEDDED.len());
        let index = EMBEDDED.iter().find(|asset| asset.path == "/index.html").unwrap();
        assert!(str::from_utf8(index.identity).unwrap().contains("<html"));
        for asset in EMBEDDED {
            assert!(!asset.path.ends_with(".br") && !asset.path.ends_with(".gz"), "{asset:?}");
        }
    }

    #[test]
    fn every_page_of_the_app_allows_its_inline_scripts() {
        // The placeholder of a clone without a built app has none.
        let is_app = EMBEDDED.iter().any(|asset| asset.path == super::NOT_FOUND);
        for asset in EMBEDDED.iter().filter(|asset| is_app && asset.path.ends_with(".html")) {
            let page = str::from_utf8(asset.identity).unwrap();
            assert_eq!(page.matches("<script>").count(), asset.scripts.split(' ').count(), "{asset:?}");
            assert!(!page.contains(" style="), "{asset:?}");
        }
    }

    #[test]
    fn the_page_about_the_api_needs_nobody_else_and_writes_no_markup() {
        let file = |path: &str| {
            let asset = EMBEDDED.iter().find(|asset| asset.path == path).unwrap();
            std::str::from_utf8(asset.identity).unwrap()
        };
        let (page, style, script) = (file("/docs"), file("/docs/page.css"), file("/docs/page.js"));
        for text in [page, style, script] {
            assert!(!text.contains("http://") && !text.contains("https://"), "it works without a network");
        }
        for unsafe_way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write"] {
            assert!(!script.contains(unsafe_way), "{unsafe_way}");
        }
        let is_handler = |word: &str| word.starts_with("on") && word.contains('=');
        assert!(
            !page.contains("style=") && !page.contains("<style") && !page.split_whitespace().any(is_handler)
        );
    }
}
