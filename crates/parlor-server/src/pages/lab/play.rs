//! "Play on from here" of the analysis board.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_game::TextGame as _;
use serde::Deserialize;

use super::super::game::Visitor;
use super::super::onward::{self, Onward, Start, Wanted};
use super::super::{PageError, error, sentences};
use super::place::{LabQuery, Place};
use super::refused;
use crate::app::App;

/// The fields of the form.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::pages) struct Sent {
    #[serde(flatten)]
    place: LabQuery,
    #[serde(flatten)]
    wanted: Wanted,
}

/// The offer at a place; `None` where nobody is to move.
pub(super) fn offer(place: &Place, jar: &CookieJar, nonce: [u8; 16]) -> Option<Onward> {
    let start = Start::of(place.game.position())?;
    let line = place.line.sent();
    let fields = place.fields(&line);
    let fields = fields.map(|(name, value)| (name, value.to_owned()));
    let address = "/analysis/onward".to_owned();
    Some(Onward::at(&start, address, fields.collect(), jar, nonce))
}

pub(in crate::pages) async fn play_on(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    sent: Result<Form<Sent>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Sent { place, wanted }) = sent?;
    let place = match Place::of(&place) {
        Ok(place) => place,
        Err(error) => return Ok(refused(error)),
    };
    let start = Start::of(place.game.position()).ok_or_else(|| {
        error(StatusCode::CONFLICT)
            .titled("The game is over there")
            .saying(sentences::NOBODY_MOVES)
    })?;
    onward::begin(&app, start, visitor, &wanted).await
}

/// Leads to the board whoever asks for the address of the form.
pub(in crate::pages) async fn go_back() -> Redirect {
    Redirect::to("/analysis")
}
