//! When a page loads itself again.
//!
//! Where no script keeps the page of a game live, the browser itself asks again,
//! and the answer is held until there is news. It is told so inside `noscript`,
//! since no script can call off what the header `Refresh` says; pages of errors,
//! which have no script, say it by that header.

use core::fmt::Write as _;

use axum::extract::Request;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;

use super::viewer::{Server, ViewerPrefs, is_yours_to_act};
use parlor_table::command::CommandKind;
use parlor_table::table::{GameView, Hint, Played, SeatView, Status};

const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// After how many seconds a page asks whether there is news; the answer to that
/// may be held.
const SOON: u64 = 1;

/// The same where there is no hurry: after a game, or while the server stops.
const LATER: u64 = 10;

/// The fewest seconds after which a page comes back that could not be shown.
const AT_LEAST: u64 = 5;

/// How often the page of a finished game looks for the next one: with what an
/// answer is held, for half an hour.
const MOST_LOOKS: u32 = 50;

/// What the page of a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// Somebody else is to do something.
    News,
    /// Somebody else may want to play again.
    Rematch,
}

/// Whether the page waits for somebody else. A page that asks its visitor for
/// something does not, and never loads itself again.
pub(super) fn waits(view: &GameView) -> bool {
    awaited(view).is_some()
}

fn awaited(view: &GameView) -> Option<Awaited> {
    let offers = |is_meant: fn(&CommandKind) -> bool| {
        let mut wishes = view.choices.iter().map(|choice| &choice.kind);
        wishes.any(is_meant)
    };
    if view.status == Status::Over {
        let is_elsewhere = |seat_state: &SeatView| {
            !seat_state.is_yours && !matches!(seat_state.played, Played::Bot(_))
        };
        let may_follow = offers(|kind| *kind == CommandKind::Rematch);
        return (may_follow && view.seats.iter().any(is_elsewhere)).then_some(Awaited::Rematch);
    }
    let asks_visitor =
        offers(|kind| matches!(kind, CommandKind::Join { .. } | CommandKind::Agree(_)));
    let is_sought = view.hint.as_ref().is_some_and(Hint::is_sought);
    let is_asked = is_yours_to_act(view) || asks_visitor;
    (is_sought || !is_asked).then_some(Awaited::News)
}

/// What tells a browser that the page of a game is to be loaded again; none if
/// it stands still.
pub(super) fn instruction(view: &GameView, looks: &ViewerPrefs, address: &str) -> Option<String> {
    let ViewerPrefs { asked, server, .. } = looks;
    // An alert is to be read.
    if asked.still.is_some() || looks.alert.is_some() {
        return None;
    }
    let awaited = awaited(view)?;
    let seconds = match (server, awaited) {
        (Server::Stays, Awaited::News) => SOON,
        (Server::Stays, Awaited::Rematch) | (Server::Stops, _) => LATER,
    };
    let mut instruction = seconds.to_string();
    let looks = match awaited {
        // Without another address the browser loads the same one again, and
        // keeps the reader's place.
        Awaited::News if asked.after == Some(view.version) => return Some(instruction),
        Awaited::News => None,
        Awaited::Rematch => Some(asked.looks.unwrap_or(0).saturating_add(1)),
    };
    if looks.is_some_and(|looks| MOST_LOOKS < looks) {
        return None;
    }
    let _ = write!(instruction, "; url={address}?after={}", view.version);
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

/// Lets a page come back by itself that says when to try again. What answers a
/// form does not: what was entered would be lost.
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
