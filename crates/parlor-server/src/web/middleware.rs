//! The middleware in front of every page and every API call.
//!
//! A request passes one check after the other: its host is ours, it is within the rate limits, it does
//! not come from the page of another site, and it is not too large; it is answered in time and without
//! a panic. Every response gets the same headers, and is counted and logged without secrets.

use core::net::IpAddr;
use core::panic::AssertUnwindSafe;
use core::time::Duration;
use std::sync::Arc;

use axum::Router;
use axum::body::HttpBody as _;
use axum::extract::{DefaultBodyLimit, FromRequestParts as _, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use tokio::time::{Instant, timeout};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use super::{measure, origin};
use crate::api::{self, ApiError};
use crate::app::{
    App, Audience, BrowserKey, Client, LARGEST_BODY, MOST_DISCARDED, Site, WrongTry, address,
};
use crate::pages::{self, Shared};
use parlor_service::client_net::ClientNet;
use parlor_service::rate_limit::{Limiters, NetLimiters, RateLimited};
use parlor_service::trace;
use parlor_table::key::KeyHash;

/// The time limit of a response: longer than a long poll.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);

/// The size of a response above which it counts as several requests, and the size of each more.
const LONG_ANSWER: u64 = 64 * 1024;
const MORE_OF_ANSWER: u64 = 8 * 1024;

/// The requests as which a try counts with a code that is none, so that nobody tries many.
const WRONG_TRY: u64 = 100;

/// The content security policy of every response but the following.
const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
     img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

/// That of a page that other sites may show in a frame.
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; \
     style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/// That of a picture, which has its style in itself.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; \
     base-uri 'none'; frame-ancestors 'none'";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The other headers of every response.
const HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Which address a browser states to where it is led from a page.
const REFERRER: HeaderValue = HeaderValue::from_static("same-origin");

/// The same where the address is a key: of no page more than that it is of this site. With
/// `no-referrer` a browser would not even say that much of a form, which would then be refused as
/// one of another site.
const SECRET_REFERRER: HeaderValue = HeaderValue::from_static("strict-origin");

/// The header that keeps a page out of search engines.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");

/// The value of `Strict-Transport-Security`: two years.
const ONLY_TLS: &str = "max-age=63072000";

/// The state of the middleware.
#[derive(Debug)]
struct Guards {
    app: Arc<App>,
    clients: Option<Arc<NetLimiters>>,
    sessions: Option<Limiters<KeyHash>>,
}

/// Wraps the routes in the middleware.
pub(super) fn guard(inside: Router<Arc<App>>, app: &Arc<App>) -> Router<Arc<App>> {
    measure::begin();
    let limits = &app.site.limits;
    let clients = limits.address.map(NetLimiters::new).map(Arc::new);
    if let Some(clients) = &clients {
        app.service.usage().share_requests(Arc::clone(clients));
    }
    let middleware = Arc::new(Guards {
        app: Arc::clone(app),
        clients,
        sessions: limits.session.map(Limiters::new),
    });
    inside
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(middleware, pass))
}

/// Handles a request, or refuses it.
async fn pass(State(middleware): State<Arc<Guards>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let method = parts.method.clone();
    let matched = parts.extensions.get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let path = parts.uri.path();
    let is_api = path.starts_with("/api/");
    let is_listed = is_listed(&method, path);
    let referrer = if is_secret(path) {
        SECRET_REFERRER
    } else {
        REFERRER
    };
    let span = span(&method, route);
    let handle = async {
        let client = middleware.admit(&mut parts, route).await?;
        let response = answer(next.run(Request::from_parts(parts, body))).await?;
        middleware.charge(client, &response);
        Ok(response)
    };
    let answered: Result<Response, ApiError> = handle.instrument(span.clone()).await;
    let mut response = answered.unwrap_or_else(|refusal| {
        if is_api {
            refusal.into_response()
        } else {
            refused_page(&refusal, &method)
        }
    });
    middleware.add_headers(&mut response);
    let headers = response.headers_mut();
    headers.insert(header::REFERRER_POLICY, referrer);
    if !is_listed {
        headers.insert(ROBOTS, NOINDEX);
    }
    let (status, took) = (response.status(), began.elapsed());
    measure::count(route, status, took);
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    let milliseconds = took.as_secs_f64() * 1_000.0;
    // A line for every request would fill a disk; /metrics counts them.
    if status.is_server_error() {
        tracing::info!(%method, route, status = status.as_u16(), milliseconds, "answered");
    } else {
        tracing::debug!(%method, route, status = status.as_u16(), milliseconds, "answered");
    }
    response
}

/// The span of a request, by the semantic conventions of OpenTelemetry for HTTP servers; none for those who
/// only look whether the server is well.
fn span(method: &Method, route: &str) -> Span {
    if matches!(route, "/livez" | "/readyz" | "/healthz" | "/metrics") {
        return Span::none();
    }
    // Whoever sends the request says nothing about the trace, since that may be anybody.
    tracing::info_span!(
        target: trace::TARGET,
        parent: None,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = %method,
        http.route = route,
        http.response.status_code = Empty,
    )
}

/// Whether search engines may list a response. The pages of games are for those who have the address,
/// and what answers a form is for who sent it.
fn is_listed(method: &Method, path: &str) -> bool {
    let is_private = [
        "/api/",
        "/games/",
        "/imports/",
        "/lobby/",
        "/j/",
        "/embed/",
        "/finished",
    ]
    .iter()
    .any(|start| path.starts_with(start));
    matches!(*method, Method::GET | Method::HEAD) && !is_private
}

/// Whether the address of a response is a key: of a seat, or the code of an invitation.
fn is_secret(path: &str) -> bool {
    path.starts_with("/j/") || path.starts_with("/games/") && path.contains("/seats/")
}

/// A refusal as a page, which reloads itself if a retry may succeed.
fn refused_page(refusal: &ApiError, method: &Method) -> Response {
    let status = refusal.status();
    let page = pages::error(status);
    let page = match status {
        // The operator has to act.
        StatusCode::MISDIRECTED_REQUEST => page.saying(refusal.detail().message.clone()),
        _ => page,
    };
    let mut response = page.into_response();
    refusal.add_headers(response.headers_mut());
    pages::come_back(method, response.headers_mut());
    response
}

/// Runs a handler with the time limit, and catches its panic.
async fn answer(inside: impl Future<Output = Response>) -> Result<Response, ApiError> {
    // The state of handlers stays valid after a panic: it is shared, and changed behind locks.
    match timeout(REQUEST_TIMEOUT, AssertUnwindSafe(inside).catch_unwind()).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(_)) => {
            tracing::error!("a handler has panicked");
            let message = "the server has failed; this is its own fault, and its log says why";
            Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message))
        }
        Err(_) => {
            let message = "the server could not answer in time; whether this was done is not \
                           known: send the same again";
            Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5))
        }
    }
}

impl Guards {
    /// Admits a request and returns its client, or refuses it.
    async fn admit(&self, parts: &mut Parts, route: &str) -> Result<ClientNet, ApiError> {
        let site = &self.app.site;
        check_single_host(&parts.headers)?;
        let peer = address::peer(parts).await;
        let client = Client::of(site, peer, &parts.headers).net;
        let host = address::host(parts);
        if let Err(refusal) = check_host(site, host.as_ref(), peer, route) {
            self.slow_down(client)?;
            return Err(refusal);
        }
        // Requests of foreign pages are not charged to their readers.
        origin::check(site, host.as_ref(), parts, route)?;
        self.slow_down(client)?;
        let Ok(BrowserKey(browser)) = BrowserKey::from_request_parts(parts, &self.app).await;
        let bearer = api::bearer(&parts.headers).map(|key| key.hash());
        if let Some(session) = bearer.or(browser) {
            let limiters = self.sessions.as_ref();
            within(limiters.map_or(Ok(()), |limiters| limiters.step(&session)))?;
        }
        check_length(&parts.headers, route)?;
        Ok(client)
    }

    /// Counts a long response as several requests: it is in memory until it is read. A streamed one is
    /// not. So does a wrong try.
    fn charge(&self, client: ClientNet, response: &Response) {
        let size = response.body().size_hint().exact().unwrap_or(0);
        let long = size.saturating_sub(LONG_ANSWER).div_ceil(MORE_OF_ANSWER);
        let wrong = response.extensions().get::<WrongTry>();
        let more = long + wrong.map_or(0, |_| WRONG_TRY);
        let mut steps = (0..more).map(|_| self.slow_down(client));
        // Once the limit is reached, more makes no difference.
        let _ = steps.find(Result::is_err);
    }

    /// Charges a request to its client.
    fn slow_down(&self, client: ClientNet) -> Result<(), ApiError> {
        let limiters = self.clients.as_ref();
        within(limiters.map_or(Ok(()), |limiters| limiters.step(client)))
    }

    /// Adds the headers of every response.
    fn add_headers(&self, response: &mut Response) {
        let shared = response.extensions().get::<Shared>().copied();
        let headers = response.headers_mut();
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        let (policy, resource) = match shared {
            None => (POLICY, "same-origin"),
            Some(Shared::Frame) => (FRAME_POLICY, "same-origin"),
            Some(Shared::Picture) => (PICTURE_POLICY, "cross-origin"),
        };
        let policy = HeaderValue::from_static(policy);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static(resource));
        let caching = headers.entry(header::CACHE_CONTROL);
        caching.or_insert(HeaderValue::from_static("no-store"));
        if self.app.site.is_secure() {
            let only_tls = HeaderValue::from_static(ONLY_TLS);
            headers.insert(header::STRICT_TRANSPORT_SECURITY, only_tls);
        }
    }
}

/// The refusal of a request that exceeds a rate limit.
fn within(step: Result<(), RateLimited>) -> Result<(), ApiError> {
    step.map_err(|limited| {
        let seconds = limited.seconds();
        let message = format!("too many requests; try again in {seconds} s");
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(seconds)
    })
}

/// Checks that there is one header Host (RFC 9112, section 3.2).
fn check_single_host(headers: &HeaderMap) -> Result<(), ApiError> {
    if headers.get_all(header::HOST).iter().nth(1).is_none() {
        return Ok(());
    }
    Err(ApiError::bad(
        "there is more than one header Host; send one",
    ))
}

/// Checks that the host is ours. Requests of ops endpoints may name none or, where nothing is
/// revealed, any.
fn check_host(
    site: &Site,
    host: Option<&Authority>,
    peer: Option<IpAddr>,
    route: &str,
) -> Result<(), ApiError> {
    let is_for_all = match route {
        "/livez" | "/readyz" | "/healthz" => true,
        "/metrics" => site.metrics == Audience::Everybody,
        _ => false,
    };
    let is_ops_endpoint = is_for_all || route == "/metrics";
    match host {
        None if is_ops_endpoint => Ok(()),
        None => Err(ApiError::bad(
            "the header Host names the site that is asked",
        )),
        Some(host) if is_for_all || address::is_served(site, host, peer) => Ok(()),
        Some(host) => Err(misdirected(site, host)),
    }
}

fn misdirected(site: &Site, host: &Authority) -> ApiError {
    let message = match site.public_host() {
        Some(public) => format!(
            "this server does not answer to {host} but to {public}, which --public-url names; a \
             proxy before it passes the header Host on"
        ),
        None => format!(
            "this server does not answer to {host}; whoever keeps it names the address by which \
             people reach it with --public-url"
        ),
    };
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, message)
}

/// Refuses a body by its `Content-Length`, without reading it.
fn check_length(headers: &HeaderMap, route: &str) -> Result<(), ApiError> {
    let largest = match route {
        // They say themselves what is too long.
        "/import" | "/script" => MOST_DISCARDED,
        _ => LARGEST_BODY,
    };
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if largest < length => Err(api::too_large()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use core::future::pending;

    use super::*;
    use crate::app::ClientLimits;
    use parlor_service::rate_limit::Rate;
    use parlor_service::testing::Bench;

    /// How many requests of an address are left once it was given answers of this size.
    fn left_after(size: usize, answers: usize) -> usize {
        let limits = ClientLimits {
            address: Some(Rate::every(Duration::from_hours(1), 100)),
            ..ClientLimits::default()
        };
        let site = Site {
            limits,
            ..Site::default()
        };
        let service = Bench::default().service;
        let middleware = Guards {
            clients: site.limits.address.map(NetLimiters::new).map(Arc::new),
            sessions: None,
            app: Arc::new(App { service, site }),
        };
        let client = ClientNet::of(Some([192, 0, 2, 7].into()));
        for _ in 0..answers {
            middleware.charge(client, &Response::new(vec![0; size].into()));
        }
        let steps = core::iter::repeat_with(|| middleware.slow_down(client));
        steps.take_while(Result::is_ok).count()
    }

    #[test]
    fn a_long_answer_counts_as_several_requests() {
        let (long, more) = (64 * 1024, 8 * 1024);
        assert_eq!(left_after(0, 1_000), 100);
        assert_eq!(left_after(long, 1_000), 100);
        assert_eq!(left_after(long + 1, 10), 90);
        assert_eq!(left_after(long + 25 * more, 3), 25);
        assert_eq!(left_after(1 << 24, 1), 0);
    }

    #[tokio::test]
    async fn a_panic_is_answered_as_the_servers_own_fault() {
        let refusal = answer(async { panic!("a test panics") }).await;
        let refusal = refusal.expect_err("it has panicked");
        assert_eq!(refusal.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_is_asked_to_try_again() {
        let refusal = answer(pending()).await.expect_err("nothing comes");
        assert_eq!(refusal.status(), StatusCode::SERVICE_UNAVAILABLE);
        let asks = |method| refused_page(&refusal, &method);
        let [page, form] = [Method::GET, Method::POST].map(asks);
        assert_eq!(page.headers()[header::RETRY_AFTER], "5");
        assert_eq!(page.headers()["refresh"], "5");
        // What was entered in a form would be lost.
        assert!(form.headers().contains_key(header::RETRY_AFTER));
        assert!(!form.headers().contains_key("refresh"));
    }
}
