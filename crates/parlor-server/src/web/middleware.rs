//! What stands before every page and every answer.
//!
//! Everything passes one door after the other: it has to ask for a host that
//! is ours, not be one of too many, not come from another site's page, and not
//! be too large; it has to be answered in time and without a panic. Whatever is
//! answered gets the same headers, and is counted and noted without anything
//! that is secret.

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

use super::{measure, origin};
use crate::api::{self, ApiError};
use crate::app::{App, Audience, Browser, Client, LARGEST_BODY, Site, address};
use crate::pages;
use parlor_service::client_net::ClientNet;
use parlor_service::rate_limit::{Limiters, NetLimiters, RateLimited};
use parlor_table::key::KeyHash;

/// How long an answer may take: longer than a page may wait for news.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);

/// How many bytes an answer has at least that counts as more than one request, and how many more
/// count as another.
const LONG_ANSWER: u64 = 64 * 1024;
const MORE_OF_ANSWER: u64 = 8 * 1024;

/// What every answer says to the browser.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
         img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // With `no-referrer` a browser would not say where a form comes from.
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// What an answer says to search engines that they are to forget.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");

/// What an answer says about a site that is reached by TLS: for two years
/// never come without.
const ONLY_TLS: &str = "max-age=63072000";

/// The state of the middleware.
#[derive(Debug)]
struct Guards {
    app: Arc<App>,
    clients: Option<NetLimiters>,
    sessions: Option<Limiters<KeyHash>>,
}

/// Wraps the routes in the middleware.
pub(super) fn guard(inside: Router<Arc<App>>, app: &Arc<App>) -> Router<Arc<App>> {
    measure::begin();
    let limits = &app.site.limits;
    let middleware = Arc::new(Guards {
        app: Arc::clone(app),
        clients: limits.address.map(NetLimiters::new),
        sessions: limits.session.map(Limiters::new),
    });
    inside
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(middleware, pass))
}

/// Lets a request through, or not.
async fn pass(State(middleware): State<Arc<Guards>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let method = parts.method.clone();
    let matched = parts.extensions.get::<MatchedPath>().cloned();
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let path = parts.uri.path();
    let is_api = path.starts_with("/api/");
    // What only those are to see who have its address is in no search engine.
    let is_listed = !is_api && !path.starts_with("/games/");
    let answered = match middleware.admit(&mut parts, route).await {
        Ok(client) => {
            let answered = answer(next.run(Request::from_parts(parts, body))).await;
            if let Ok(response) = &answered {
                middleware.charge(client, response);
            }
            answered
        }
        Err(refusal) => Err(refusal),
    };
    let mut response = answered.unwrap_or_else(|refusal| {
        if is_api {
            refusal.into_response()
        } else {
            refused_page(&refusal, &method)
        }
    });
    middleware.add_headers(response.headers_mut());
    if !is_listed {
        response.headers_mut().insert(ROBOTS, NOINDEX);
    }
    let (status, took) = (response.status(), began.elapsed());
    measure::count(route, status, took);
    let milliseconds = took.as_secs_f64() * 1_000.0;
    // A line for every request would fill a disk; /metrics counts them.
    if status.is_server_error() {
        tracing::info!(%method, route, status = status.as_u16(), milliseconds, "answered");
    } else {
        tracing::debug!(%method, route, status = status.as_u16(), milliseconds, "answered");
    }
    response
}

/// A refusal as a page, which comes back by itself if it may be tried again.
fn refused_page(refusal: &ApiError, method: &Method) -> Response {
    let status = refusal.status();
    let page = pages::error(status);
    let page = match status {
        // Whoever keeps the server has to do something.
        StatusCode::MISDIRECTED_REQUEST => page.saying(refusal.detail().message.clone()),
        _ => page,
    };
    let mut response = page.into_response();
    refusal.add_headers(response.headers_mut());
    pages::come_back(method, response.headers_mut());
    response
}

/// An answer that comes in time and without a panic.
async fn answer(inside: impl Future<Output = Response>) -> Result<Response, ApiError> {
    // What a handler has at hand stays valid when it panics: it is shared, and
    // changed behind locks that outlive a panic.
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
    /// Admits a request, or says why not; for whom.
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
        // What a page of others asks for does not count as its reader's.
        origin::check(site, host.as_ref(), parts, route)?;
        self.slow_down(client)?;
        let Ok(Browser(browser)) = Browser::from_request_parts(parts, &self.app).await;
        let bearer = api::bearer(&parts.headers).map(|key| key.hash());
        if let Some(session) = bearer.or(browser) {
            let limiters = self.sessions.as_ref();
            within(limiters.map_or(Ok(()), |limiters| limiters.step(&session)))?;
        }
        check_length(&parts.headers)?;
        Ok(client)
    }

    /// Counts a long answer as several requests: it lies in memory until it is taken. One that is
    /// made as it is read does not.
    fn charge(&self, client: ClientNet, response: &Response) {
        let size = response.body().size_hint().exact().unwrap_or(0);
        let more = size.saturating_sub(LONG_ANSWER).div_ceil(MORE_OF_ANSWER);
        let mut steps = (0..more).map(|_| self.slow_down(client));
        // Once too much was taken, more of it makes no difference.
        let _ = steps.find(Result::is_err);
    }

    /// Nobody may take so much that too little is left for others.
    fn slow_down(&self, client: ClientNet) -> Result<(), ApiError> {
        let limiters = self.clients.as_ref();
        within(limiters.map_or(Ok(()), |limiters| limiters.step(client)))
    }

    /// Tells the browser what it may do with an answer.
    fn add_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        let caching = headers.entry(header::CACHE_CONTROL);
        caching.or_insert(HeaderValue::from_static("no-store"));
        if self.app.site.is_secure() {
            let only_tls = HeaderValue::from_static(ONLY_TLS);
            headers.insert(header::STRICT_TRANSPORT_SECURITY, only_tls);
        }
    }
}

/// A refusal for a request that is one too many.
fn within(step: Result<(), RateLimited>) -> Result<(), ApiError> {
    step.map_err(|limited| {
        let seconds = limited.seconds();
        let message = format!("too many requests; try again in {seconds} s");
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(seconds)
    })
}

/// Whether it is clear which host is asked for (RFC 9112, section 3.2).
fn check_single_host(headers: &HeaderMap) -> Result<(), ApiError> {
    if headers.get_all(header::HOST).iter().nth(1).is_none() {
        return Ok(());
    }
    Err(ApiError::bad(
        "there is more than one header Host; send one",
    ))
}

/// Whether a host is asked for that is ours. Those who look after the server may
/// name none, or, where that shows nothing, any.
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

/// A body that says that it is too large is not even read.
fn check_length(headers: &HeaderMap) -> Result<(), ApiError> {
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if LARGEST_BODY < length => Err(api::too_large()),
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
            clients: site.limits.address.map(NetLimiters::new),
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
    async fn who_waits_too_long_is_told_to_try_again() {
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
