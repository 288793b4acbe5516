//! When a page loads itself again.
//!
//! Where no script keeps the page of a game live, the browser reloads it, and the server holds the
//! request until something happens. The instruction is a `meta` element inside `noscript`, since
//! scripts cannot cancel the header `Refresh`; error pages, which have no script, use that header.

use core::fmt::Write as _;

use axum::extract::Request;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;

use super::context::{PageContext, ServerState};
use super::viewer::Viewer;
use parlor_table::command::CommandKind;
use parlor_table::table::{Hint, SeatView, Status};

const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// The seconds after which a page reloads; the server may hold that request.
const SOON: u64 = 1;

/// The same after a game, or while the server shuts down.
const LATER: u64 = 10;

/// The fewest seconds after which an error page reloads.
const AT_LEAST: u64 = 5;

/// How often the page of a finished game looks for the next one: for half an hour, with the time
/// that requests are held.
const MOST_LOOKS: u32 = 50;

/// What the page of a game awaits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// Something that somebody else is to do.
    News,
    /// That somebody else wants to play again.
    Rematch,
}

/// Whether the page awaits somebody else. A page that asks its visitor for something does not, and
/// never reloads itself.
pub(super) fn waits(viewer: &Viewer<'_>) -> bool {
    awaited(viewer).is_some()
}

fn awaited(viewer: &Viewer<'_>) -> Option<Awaited> {
    let view = viewer.view;
    if view.status == Status::Over {
        let is_elsewhere = |seat: &SeatView| !seat.is_yours && seat.is_persons();
        let may_follow = viewer.may_send(|kind| *kind == CommandKind::Rematch);
        return (may_follow && view.seats.iter().any(is_elsewhere)).then_some(Awaited::Rematch);
    }
    let may_join = viewer.may_send(|kind| matches!(kind, CommandKind::Join { .. }));
    let is_searching = view.hint.as_ref().is_some_and(Hint::is_searching);
    let asks_visitor = viewer.may_act || viewer.is_asked || may_join;
    (is_searching || !asks_visitor).then_some(Awaited::News)
}

/// When a browser is to load the page of a game again, for the `meta` element; `None` if it stands
/// still.
pub(super) fn instruction(
    viewer: &Viewer<'_>,
    context: &PageContext,
    address: &str,
) -> Option<String> {
    let PageContext { query, server, .. } = context;
    // An alert is to be read.
    if query.still.is_some() || context.alert.is_some() {
        return None;
    }
    let awaited = awaited(viewer)?;
    let version = viewer.view.version;
    let seconds = match (server, awaited) {
        (ServerState::Stays, Awaited::News) => SOON,
        (ServerState::Stays, Awaited::Rematch) | (ServerState::Stops, _) => LATER,
    };
    let mut instruction = seconds.to_string();
    let looks = match awaited {
        // Without another address the browser loads the same one again, and
        // keeps the reader's place.
        Awaited::News if query.after == Some(version) => return Some(instruction),
        Awaited::News => None,
        Awaited::Rematch => Some(query.looks.unwrap_or(0).saturating_add(1)),
    };
    if looks.is_some_and(|looks| MOST_LOOKS < looks) {
        return None;
    }
    let _ = write!(instruction, "; url={address}?after={version}");
    if let Some(looks) = looks {
        let _ = write!(instruction, "&looks={looks}");
    }
    Some(instruction)
}

/// Sets the header.
fn set(headers: &mut HeaderMap, refresh: &str) {
    if let Ok(refresh) = HeaderValue::from_str(refresh) {
        headers.insert(REFRESH, refresh);
    }
}

/// Makes a page with `Retry-After` reload itself, unless it answers a form: that would lose what
/// was entered.
pub fn come_back(method: &Method, headers: &mut HeaderMap) {
    let seconds = headers.get(RETRY_AFTER);
    let seconds = seconds.and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    if let Some(seconds) = seconds
        && *method == Method::GET
    {
        set(headers, &AT_LEAST.max(seconds).to_string());
    }
}

/// The same for every page.
pub(super) async fn let_come_back(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let mut response = next.run(request).await;
    come_back(&method, response.headers_mut());
    response
}
