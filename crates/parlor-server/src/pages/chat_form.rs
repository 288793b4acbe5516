//! Sending one of the fixed phrases from a page, and muting the chat.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::context::{Alert, GameQuery};
use super::extractors::Path;
use super::game::{Visit, Visitor, address, find};
use super::viewer::{MUTED, YES};
use super::{PageError, sentences};
use crate::app::App;
use crate::wording::{chat_error, sentence};
use parlor_service::phrase::{Phrase, PhraseError};

/// What the buttons send.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ChatForm {
    /// The phrase to send.
    phrase: Option<String>,
    /// What the browser is to show from now on.
    hear: Option<Hear>,
    still: Option<String>,
}

/// What a browser shows of chats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hear {
    Nothing,
    Everything,
}

pub(super) async fn send(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    form: Result<Form<ChatForm>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(form) = form?;
    let handle = find(&app, &id).await?;
    let back = format!("{}#chat", address(handle.id(), form.still.as_ref()));
    if let Some(hear) = form.hear {
        return Ok((muting(&app, hear), Redirect::to(&back)).into_response());
    }
    let visit = Visit::new(&app, handle, visitor);
    let Err(reason) = send_phrase(&visit, form.phrase.as_deref().unwrap_or_default()) else {
        return Ok(Redirect::to(&back).into_response());
    };
    let alert = Alert {
        title: sentences::NOT_SENT,
        says: sentence(&reason),
        rule: None,
    };
    let query = GameQuery::by_form(form.still.as_ref());
    visit.answer(StatusCode::UNPROCESSABLE_ENTITY, Some(alert), query)
}

/// Sends a phrase for the visitor.
///
/// # Errors
/// Why it is not sent.
fn send_phrase(visit: &Visit<'_>, phrase: &str) -> Result<(), String> {
    let phrase: Phrase = phrase
        .parse()
        .map_err(|error: PhraseError| error.to_string())?;
    let service = &visit.app.service;
    let sent = service.say(&visit.handle, &visit.by, None, phrase);
    sent.map(drop).map_err(chat_error)
}

/// The cookie that mutes the chat, or no longer.
fn muting(app: &App, hear: Hear) -> CookieJar {
    let value = match hear {
        Hear::Nothing => YES,
        Hear::Everything => "no",
    };
    CookieJar::new().add(app.site.cookie(MUTED, value))
}
