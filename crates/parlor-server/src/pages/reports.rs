//! Reporting names of the lobby, by a button beside each.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Redirect, Response};
use serde::Deserialize;

use super::extractors::Query;
use super::{PageError, error, page, sentences};
use crate::app::{App, Client};
use crate::wording::{report_error, sentence};
use parlor_service::service::{ReportError, SeenName, given_name};
use parlor_table::id::GameId;
use parlor_table::table::GameView;

/// A name at a seat that can be reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatName {
    /// The value of its button.
    pub(super) value: String,
    pub(super) name: String,
}

/// The names of a game that others have given.
pub(super) fn seat_names(view: &GameView) -> Vec<SeatName> {
    let others = view.seats.iter().filter(|seat| !seat.is_yours);
    let named = others.filter_map(|seat| {
        let name = given_name(seat)?.to_owned();
        let value = format!("{}.{}", view.id, seat.seat);
        Some(SeatName { value, name })
    });
    named.collect()
}

/// What the buttons send: one of these.
#[derive(Debug, Deserialize)]
pub(super) struct ReportForm {
    /// The id of a challenge.
    challenge: Option<String>,
    /// The id of a game and its seat: `23b45c67d89f2g3h.W`.
    seat: Option<String>,
}

impl ReportForm {
    fn seen(&self) -> Option<SeenName> {
        match (&self.challenge, &self.seat) {
            (Some(id), None) => id.parse().ok().map(SeenName::Challenge),
            (None, Some(value)) => {
                let (id, seat) = value.split_once('.')?;
                Some(SeenName::Seat(id.parse().ok()?, seat.parse().ok()?))
            }
            _ => None,
        }
    }
}

pub(super) async fn report(
    State(app): State<Arc<App>>,
    client: Client,
    form: Result<Form<ReportForm>, FormRejection>,
) -> Result<Redirect, PageError> {
    let Form(form) = form?;
    let seen = form.seen();
    let seen = seen.ok_or_else(|| error(StatusCode::UNPROCESSABLE_ENTITY))?;
    let reported = app.service.report_name(&seen, client.net).await;
    reported.map_err(refused)?;
    Ok(Redirect::to(&match seen {
        SeenName::Challenge(_) => "/lobby/reported".to_owned(),
        SeenName::Seat(game, _) => format!("/lobby/reported?game={game}"),
    }))
}

fn refused(why: ReportError) -> PageError {
    let status = match why {
        ReportError::NothingThere | ReportError::NoName => StatusCode::NOT_FOUND,
        ReportError::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ReportError::Blocked(_) => StatusCode::FORBIDDEN,
        ReportError::Service(error) => return error.into(),
    };
    error(status)
        .titled(sentences::NOT_REPORTED)
        .saying(sentence(&report_error(&why)))
}

/// Where the name was seen.
#[derive(Debug, Deserialize)]
pub(super) struct ReportedQuery {
    game: Option<String>,
}

#[derive(Template)]
#[template(path = "reported.html")]
struct ReportedPage {
    game: Option<GameId>,
}

/// The thanks for a report.
pub(super) async fn reported(Query(query): Query<ReportedQuery>) -> Response {
    let game = query.game.and_then(|game| game.parse().ok());
    page(StatusCode::OK, &ReportedPage { game })
}
