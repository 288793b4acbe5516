//! Health checks and metrics for the operator.

use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;
use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::api::{self, ApiError};
use crate::app::{App, Audience, address};
use parlor_service::repeated::Repeated;
use parlor_service::service::ServiceError;
use parlor_service::store::{Operation, Outage, StoreError};
use parlor_table::key::KeyHash;

/// The bounds of the latencies, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 30.0];

/// How often the store is checked, if there are requests.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// The time limit of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// That the server is not ready.
static UNREADY: Repeated = Repeated::new();

/// The number of requests after which the metrics are tidied.
const TIDY_AFTER: u32 = 1024;

/// The metrics of this process.
static FIGURES: LazyLock<PrometheusHandle> = LazyLock::new(|| {
    let builder = PrometheusBuilder::new();
    let of = Matcher::Suffix("_seconds".to_owned());
    let builder = builder.set_buckets_for_metric(of, &BOUNDS);
    let recorder = builder.expect("there are bounds").build_recorder();
    let figures = recorder.handle();
    // Where another program has put its own recorder, that one counts.
    let _ = metrics::set_global_recorder(recorder);
    describe();
    figures
});

/// Counters, and what they count. Each is there from the start, at 0: a counter that first appears with
/// its first failure shows no increase to Prometheus.
const COUNTERS: [(&str, &str); 15] = [
    (
        "parlor_connections_dismissed_total",
        "Connections closed to make room for others",
    ),
    (
        "parlor_readers_dropped_total",
        "Connections cut because the peer took nothing of an answer for 10 s",
    ),
    ("parlor_games_made_total", "Games made"),
    ("parlor_challenges_total", "Challenges posted in the lobby"),
    ("parlor_reports_total", "Names reported in the lobby"),
    ("parlor_program_tokens_total", "Tokens given to programs"),
    (
        "parlor_entries_total",
        "Entries written to the logs of games",
    ),
    ("parlor_commits_total", "Groups of writes"),
    ("parlor_committed_total", "Writes in all groups"),
    (
        "parlor_games_taken_total",
        "Games that this node took from no one or from another node",
    ),
    (
        "parlor_unforwarded_total",
        "Commands for which the owner of the game gave no answer",
    ),
    (
        "parlor_missed_news_total",
        "Games in which something was found by looking that no news had told",
    ),
    ("parlor_untold_news_total", "News that were not told"),
    (
        "parlor_foreign_messages_total",
        "Messages on this cluster's subjects that none of its nodes has sent",
    ),
    (STORE_ERRORS, "Failures of the store, by operation"),
];

/// The one counter with labels that are known: what failed.
const STORE_ERRORS: &str = "parlor_store_errors_total";

/// Gauges that every server has, and what they show.
const GAUGES: [(&str, &str); 7] = [
    (READY, "1 while games can be read and stored, as by /readyz"),
    ("parlor_sockets_open", "Open WebSockets"),
    (
        "parlor_searches",
        "Searches of positions, which wait or run",
    ),
    ("parlor_games_loaded", "Games in memory"),
    ("parlor_store_queue", "Writes that wait for the store"),
    ("parlor_bot_queue", "Moves of bots that wait for a thread"),
    (
        "parlor_store_damaged",
        "1 while the games are damaged, or this program may not use them",
    ),
];

/// The gauge of what `/readyz` shows.
const READY: &str = "parlor_ready";

fn describe() {
    metrics::describe_counter!("parlor_requests_total", "Requests, by route and status");
    for (name, what) in COUNTERS {
        metrics::describe_counter!(name, what);
        if name != STORE_ERRORS {
            metrics::counter!(name).increment(0);
        }
    }
    for operation in Operation::ALL {
        metrics::counter!(STORE_ERRORS, "operation" => operation.as_str()).increment(0);
    }
    for (name, what) in GAUGES {
        metrics::describe_gauge!(name, what);
        metrics::gauge!(name).increment(0.0);
    }
    metrics::describe_histogram!(
        "parlor_request_seconds",
        "Time until a request was answered"
    );
    metrics::describe_histogram!(
        "parlor_commit_seconds",
        "Time until a group of writes was on disk"
    );
    metrics::describe_histogram!(
        "parlor_bot_wait_seconds",
        "Time for which a move of a bot waited for a thread"
    );
    describe_nodes();
}

/// What several nodes over one database have beside.
fn describe_nodes() {
    metrics::describe_gauge!(
        "parlor_lease_age_seconds",
        "Time since this node last said in the database that it lives; others take its games after 6 s"
    );
    metrics::describe_gauge!(
        "parlor_nats_connected",
        "1 while this node is connected to NATS"
    );
    metrics::describe_gauge!(
        "parlor_unheard_nodes",
        "Nodes that live by the database, and from which nothing was heard for 5 s"
    );
    metrics::describe_histogram!(
        "parlor_forward_seconds",
        "Time until another node has answered for a command that was passed on to it"
    );
    metrics::describe_histogram!(
        "parlor_catch_up_seconds",
        "Time to read what another node has written, once this one knew of it"
    );
}

/// Begins to count.
pub(crate) fn begin() {
    LazyLock::force(&FIGURES);
}

/// Counts a request by its route, never by its path: clients may invent paths, and those of seats are
/// secret.
pub(super) fn count(route: &str, status: StatusCode, took: Duration) {
    static REQUESTS: AtomicU32 = AtomicU32::new(0);
    let route = route.to_owned();
    let status = status.as_str().to_owned();
    metrics::counter!("parlor_requests_total", "route" => route.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("parlor_request_seconds", "route" => route).record(took.as_secs_f64());
    // Latencies pile up until somebody asks; perhaps nobody does.
    if REQUESTS.fetch_add(1, Ordering::Relaxed) % TIDY_AFTER == TIDY_AFTER - 1 {
        FIGURES.run_upkeep();
    }
}

/// The routes.
pub(super) fn router() -> Router<Arc<App>> {
    let checked = Arc::new(LastCheck::default());
    Router::new()
        .route("/livez", get(alive))
        .route("/readyz", get(ready))
        .route("/healthz", get(ready))
        .route("/metrics", get(figures))
        .layer(Extension(checked))
}

/// The time and the result of the last check.
type LastCheck = Mutex<Option<(Instant, Result<(), ServiceError>)>>;

/// Whether the process answers.
async fn alive() -> &'static str {
    "ok\n"
}

/// Whether games can be read and stored now.
async fn ready(
    State(app): State<Arc<App>>,
    Extension(checked): Extension<Arc<LastCheck>>,
) -> Response {
    match readiness(&app, &checked).await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => unready(&error),
    }
}

/// Why the server is not ready, if it is not; checked at most once a second.
async fn readiness(app: &App, checked: &LastCheck) -> Result<(), ServiceError> {
    if app.service.is_leaving() {
        return Err(ServiceError::Closing);
    }
    let mut checked = checked.lock().await;
    let known = checked.take().filter(|(at, _)| at.elapsed() < CHECK_EVERY);
    let (at, found) = match known {
        Some(known) => known,
        None => (Instant::now(), check(app).await),
    };
    *checked = Some((at, found.clone()));
    found
}

async fn check(app: &App) -> Result<(), ServiceError> {
    let checked = timeout(CHECK_TIMEOUT, app.service.check()).await;
    let found = checked.unwrap_or_else(|_| {
        Err(ServiceError::Store(StoreError::Unavailable {
            store: "the store".to_owned(),
            outage: Outage::Unconfirmed,
            reason: format!(
                "no write was confirmed within {} s; where a database waits for a standby, that may \
                 be gone",
                CHECK_TIMEOUT.as_secs()
            ),
        }))
    });
    match &found {
        Ok(()) => {
            if let Some(times) = UNREADY.works() {
                tracing::info!(times, "ready again");
            }
        }
        Err(error) => {
            if let Some(times) = UNREADY.failed(error) {
                tracing::warn!(%error, times, "not ready");
            }
        }
    }
    found
}

/// Why the server is not ready, without the path of the store.
fn unready(error: &ServiceError) -> Response {
    let message = match error {
        ServiceError::Store(
            StoreError::Unavailable { reason, .. } | StoreError::Damaged { reason, .. },
        ) => format!("games cannot be read or kept now: {reason}"),
        ServiceError::Closing => error.to_string(),
        _ => "games cannot be read or kept now; the server's log says why".to_owned(),
    };
    let refusal = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message);
    refusal.retry_after(5).plain()
}

/// The figures, in the format of Prometheus.
async fn figures(
    State(app): State<Arc<App>>,
    Extension(checked): Extension<Arc<LastCheck>>,
    request: Request,
) -> Response {
    let (mut parts, _) = request.into_parts();
    let peer = address::peer(&mut parts).await;
    let refused = match app.site.metrics {
        Audience::Everybody => None,
        Audience::ThisMachine => (!address::is_here(peer, &parts.headers)).then_some((
            StatusCode::FORBIDDEN,
            "the figures are shown only to who asks from the server's own machine",
        )),
        Audience::Bearer(wanted) => {
            let shown = api::token(&parts.headers).map(KeyHash::of_text);
            let is_shown = shown.is_some_and(|shown| shown.is_of_same_key(&wanted));
            (!is_shown).then_some((
                StatusCode::UNAUTHORIZED,
                "the figures are shown to who sends their token: Authorization: Bearer TOKEN",
            ))
        }
    };
    if let Some((status, message)) = refused {
        return ApiError::new(status, message).plain();
    }
    let is_ready = readiness(&app, &checked).await.is_ok();
    metrics::gauge!(READY).set(if is_ready { 1.0 } else { 0.0 });
    let format = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (format, FIGURES.render()).into_response()
}
