//! A record that is brought from elsewhere: the form for it, and the page that it gets.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use parlor_record::as_text;
use parlor_record::record::AnyRecord;
use parlor_view::printable;

use super::client_work::ClientWork;
use super::upload::{SentForm, form_parts};
use super::{PageError, error, illustration, page, sentences};
use crate::app::{App, Client, LARGEST_RECORD};
use parlor_service::imports::Import;
use parlor_table::saved_log::{SavedLog, SavedLogError};

/// The most words of a record, between blanks and commas: it takes a fifth of a second to read so many
/// plies, and a ply with the time on the clock takes three.
const MOST_WORDS: usize = 200_000;

/// The most entries that are played again, since each action taken back plays all before it again.
const MOST_PLAYED_AGAIN: u64 = 500_000;

/// What somebody wants a record for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wish {
    /// To look at the game.
    #[default]
    Look,
    /// To check its dice.
    Verify,
}

/// The form for a record.
#[derive(Debug, Default, Template)]
#[template(path = "import.html")]
struct ImportForm {
    wish: Wish,
    /// The record, as it was sent.
    text: String,
    /// What is wrong with it.
    error: Option<String>,
    /// A record that was here before and is no more.
    is_gone: bool,
}

/// A record that cannot be taken.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    pub(super) says: String,
    /// What was sent, if it is kept for its sender to mend.
    text: String,
}

impl Refused {
    fn new(status: StatusCode, says: impl Into<String>) -> Self {
        Self {
            status,
            says: says.into(),
            text: String::new(),
        }
    }
}

pub(super) async fn show_form() -> Response {
    page(StatusCode::OK, &ImportForm::default())
}

pub(super) async fn show_verify_form() -> Response {
    let form = ImportForm {
        wish: Wish::Verify,
        ..ImportForm::default()
    };
    page(StatusCode::OK, &form)
}

pub(super) async fn take(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    client: Client,
    request: Request,
) -> Result<Response, PageError> {
    // It is for the reading of the body as well, which takes memory.
    let place = work.place(&app, client.net)?;
    let Some(SentForm { kind, body }) = SentForm::of(request).await? else {
        let says = sentences::record_too_long(LARGEST_RECORD);
        let refused = Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says);
        return Ok(refuse(Wish::Look, refused));
    };
    let read = move || read_form(&kind, &body);
    let (wish, read) = place
        .run(&app, read)
        .await?
        .ok_or_else(|| error(StatusCode::UNSUPPORTED_MEDIA_TYPE))?;
    let import = match read {
        Ok(import) => app.service.imports().keep(*import, client.net),
        Err(refused) => return Ok(refuse(wish, refused)),
    };
    let address = match wish {
        Wish::Look => format!("/imports/{}", import.id()),
        Wish::Verify => format!("/imports/{}/verify", import.id()),
    };
    Ok(Redirect::to(&address).into_response())
}

/// The form again, with what is wrong.
fn refuse(wish: Wish, refused: Refused) -> Response {
    let form = ImportForm {
        wish,
        text: refused.text,
        error: Some(refused.says),
        is_gone: false,
    };
    page(refused.status, &form)
}

/// The record of a form; `None` if it is no such form.
pub(super) fn read_form(kind: &str, body: &[u8]) -> Option<(Wish, Result<Box<Import>, Refused>)> {
    let parts = form_parts(kind, body)?;
    let field = |name: &str| {
        let mut parts = parts.iter();
        let part = parts.find(|part| part.name == name.as_bytes());
        part.map_or(&[][..], |part| part.content)
    };
    let wish = match field("for") {
        b"verify" => Wish::Verify,
        _ => Wish::Look,
    };
    let record = match field("file") {
        [] => field("text"),
        file => file,
    };
    Some((wish, read_record(record).map(Box::new)))
}

fn read_record(record: &[u8]) -> Result<Import, Refused> {
    if record.len() > LARGEST_RECORD {
        let says = sentences::record_too_long(LARGEST_RECORD);
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says));
    }
    let unreadable = StatusCode::UNPROCESSABLE_ENTITY;
    let text = as_text(record).map_err(|broken| {
        let place = broken.place();
        let says = sentences::not_read(place.line, place.column, &broken.kind().to_string());
        Refused::new(unreadable, says)
    })?;
    if text.trim().is_empty() {
        return Err(Refused::new(unreadable, sentences::NO_RECORD_SENT));
    }
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let words = record.split(is_between).filter(|word| !word.is_empty());
    if words.take(MOST_WORDS + 1).count() > MOST_WORDS {
        let says = sentences::record_of_too_many_words(MOST_WORDS);
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says));
    }
    if SavedLog::is_meant(text) {
        return read_log(text);
    }
    let record = AnyRecord::read(text).map_err(|broken| {
        let place = broken.place();
        let whole = broken.to_string();
        let reason = whole.strip_prefix(&format!("{place}: ")).unwrap_or(&whole);
        let says = sentences::not_read(place.line, place.column, &printable(reason));
        Refused {
            text: text.to_owned(),
            ..Refused::new(unreadable, says)
        }
    })?;
    Ok(Import::new(record))
}

/// The game of a log that was saved.
fn read_log(text: &str) -> Result<Import, Refused> {
    let unreadable = |error: SavedLogError| Refused {
        text: text.to_owned(),
        ..Refused::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            sentences::log_not_read(&printable(&error.to_string())),
        )
    };
    let log = SavedLog::read(text).map_err(unreadable)?;
    if log.taken_back().saturating_mul(log.version()) > MOST_PLAYED_AGAIN {
        let says = sentences::LOG_TAKES_TOO_LONG;
        return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says));
    }
    let table = log.table(log.version()).map_err(unreadable)?;
    Ok(Import::new(table.record()))
}

/// There is no such record, or it is not here any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gone;

/// The form, in which it can be brought again.
impl IntoResponse for Gone {
    fn into_response(self) -> Response {
        let form = ImportForm {
            is_gone: true,
            ..ImportForm::default()
        };
        page(StatusCode::NOT_FOUND, &form)
    }
}

/// The record with this name.
///
/// # Errors
/// If it is not here any more.
pub(super) async fn find(app: &App, id: &str) -> Result<Arc<Import>, Gone> {
    let id = id.parse().map_err(|_| Gone)?;
    app.service.import(id).await.ok_or(Gone)
}
