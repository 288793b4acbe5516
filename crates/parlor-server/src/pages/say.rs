//! Saying one of the fixed phrases on a page, and hearing none.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::context::{Alert, GameQuery};
use super::extract::Path;
use super::game::{Visit, Visitor, address, find};
use super::viewer::{MUTED, YES};
use super::{PageError, sentences};
use crate::app::App;
use parlor_service::phrase::{Phrase, PhraseError};
use parlor_service::service::ChatError;

/// What the buttons send.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Saying {
    /// What is said.
    phrase: Option<String>,
    /// Whether anything is to be heard from now on.
    hear: Option<Hear>,
    still: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hear {
    Nothing,
    Everything,
}

pub(super) async fn say(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    saying: Result<Form<Saying>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(saying) = saying?;
    let handle = find(&app, &id).await?;
    let back = format!("{}#talk", address(handle.id(), saying.still.as_ref()));
    if let Some(hear) = saying.hear {
        return Ok((heard(&app, hear), Redirect::to(&back)).into_response());
    }
    let visit = Visit::new(&app, handle, visitor);
    let Err(says) = said(&visit, saying.phrase.as_deref().unwrap_or_default()) else {
        return Ok(Redirect::to(&back).into_response());
    };
    let alert = Alert {
        title: sentences::NOT_SAID,
        says: format!("{}.", super::wording::capitalised(&says)),
        rule: None,
    };
    let asked = GameQuery::by_form(saying.still.as_ref());
    visit.answer(StatusCode::UNPROCESSABLE_ENTITY, Some(alert), asked)
}

/// Says it for the visitor, or why not.
fn said(visit: &Visit<'_>, phrase: &str) -> Result<(), String> {
    let phrase: Phrase = phrase
        .parse()
        .map_err(|error: PhraseError| error.to_string())?;
    let spoken = visit
        .app
        .service
        .say(&visit.handle, &visit.by, None, phrase);
    spoken
        .map(drop)
        .map_err(|error: ChatError| error.to_string())
}

/// The cookie that stores the choice.
fn heard(app: &App, hear: Hear) -> CookieJar {
    let value = match hear {
        Hear::Nothing => YES,
        Hear::Everything => "no",
    };
    CookieJar::new().add(app.site.cookie(MUTED, value))
}
