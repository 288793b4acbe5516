//! Turning the board to whoever plays at its upper side.
//!
//! The rules draw the board one way round (K-1, K-2, L-4), and so does every page
//! until its reader wants it otherwise, which their browser remembers.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::extract::Path;
use super::game::{address, find};
use super::{PageError, sheet};
use crate::table::{SeatSeen, Seen};
use crate::web::App;

/// The cookie of a browser whose boards turn.
const TURNS: &str = "parlor-turns";

const YES: &str = "yes";

/// What the button sends.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Turning {
    turns: String,
    still: Option<String>,
}

/// Whether a browser wants boards turned.
pub(super) fn turns(jar: &CookieJar) -> bool {
    jar.get(TURNS).is_some_and(|cookie| cookie.value() == YES)
}

/// Whether the one who looks sits at the upper side: of several who play at one
/// screen, who is to act.
pub(super) fn is_far(seen: &Seen) -> bool {
    let own = |chair: &&SeatSeen| chair.is_yours;
    let is_due = |chair: &&SeatSeen| seen.to_act == Some(chair.seat);
    let mut seats = seen.seats.iter().filter(own);
    let due = seats.clone().find(is_due);
    let chair = due.or_else(|| seats.next());
    chair.is_some_and(|chair| sheet::is_far(seen.game, chair.seat))
}

pub(super) async fn turn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    turning: Result<Form<Turning>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(turning) = turning?;
    let hosted = find(&app, &id).await?;
    let value = if turning.turns == YES { YES } else { "no" };
    let jar = CookieJar::new().add(app.site.cookie(TURNS, value));
    let back = format!("{}#turning", address(hosted.id(), turning.still.as_ref()));
    Ok((jar, Redirect::to(&back)).into_response())
}
