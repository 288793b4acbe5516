//! Turning the board to the player at its upper side.
//!
//! The rules draw the board one way round (K-1, K-2, L-4), and so does every page until its reader
//! chooses otherwise, which a cookie remembers.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::PageError;
use super::extractors::Path;
use super::game::{address, find};
use super::viewer::{NO, TURNS, YES};
use crate::app::App;

/// What the button sends.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct FlipForm {
    turns: String,
    still: Option<String>,
}

pub(super) async fn flip(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    form: Result<Form<FlipForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let handle = find(&app, &id).await?;
    let value = if form.turns == YES { YES } else { NO };
    let jar = CookieJar::new().add(app.site.cookie(TURNS, value));
    let back = format!("{}#turning", address(handle.id(), form.still.as_ref()));
    Ok((jar, Redirect::to(&back)).into_response())
}
