//! A scripted game that is pasted as the assignments write it, and watched: the form for it, and the page
//! of a short one, whose address is the game. A long one is kept as a record.

pub(super) mod address;

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use kuba_rules::NoEvents;
use parlor_record::assignment::{self, Assignment, Scripted};
use parlor_record::record::{AnyRecord, Record, ScriptRecord};
use parlor_record::{LineColumn, as_text};
use parlor_view::printable;
use serde::Deserialize;

use super::client_work::ClientWork;
use super::extractors::Query;
use super::open_graph::{self, OpenGraph};
use super::script_replay::{self, Noted, ScriptReplayQuery, Shown};
use super::upload::{SentForm, form_parts};
use super::{PageError, error, illustration, page, sentences};
use crate::app::{Address, App, Client, LARGEST_RECORD};
use address::GameQuery;
use parlor_service::imports::Import;

/// The most turns or calls of a game that is pasted.
const MOST_TURNS: usize = 100_000;

/// The most characters of the line around an error that are shown, before it and from it on.
const AROUND: usize = 40;

#[derive(Template)]
#[template(path = "script.html")]
struct ScriptForm {
    graph: OpenGraph,
    /// The game, as it was sent.
    text: String,
    refused: Option<Refused>,
}

/// A game that cannot be taken.
#[derive(Clone, Debug)]
struct Refused {
    status: StatusCode,
    says: String,
    /// The line of the error: what is before its place, the character there, and the rest.
    line: Option<[String; 3]>,
}

impl Refused {
    fn new(status: StatusCode, says: impl Into<String>) -> Self {
        Self {
            status,
            says: says.into(),
            line: None,
        }
    }

    /// About a place in the text.
    fn at(text: &str, place: LineColumn, reason: &str) -> Self {
        let says = sentences::not_read(place.line, place.column, &printable(reason));
        Self {
            line: line_around(text, place),
            ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, says)
        }
    }
}

/// The part of a line around a place in it, in three.
fn line_around(text: &str, place: LineColumn) -> Option<[String; 3]> {
    let line = text.lines().nth(place.line.checked_sub(1)?)?;
    let column = place.column.checked_sub(1)?;
    let begins = column.saturating_sub(AROUND);
    let mut characters = line.chars().skip(begins).map(|next| match next {
        next if next.is_control() => ' ',
        next => next,
    });
    let before: String = characters.by_ref().take(column - begins).collect();
    let there: String = characters.by_ref().take(1).collect();
    let rest: String = characters.take(AROUND).collect();
    Some([before, there, rest])
}

/// A page of a game, as its address asks for it.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ScriptQuery {
    #[serde(flatten)]
    game: GameQuery,
    #[serde(flatten)]
    replay: ScriptReplayQuery,
}

fn form(site: &Address, text: String, refused: Option<Refused>) -> Response {
    let status = refused
        .as_ref()
        .map_or(StatusCode::OK, |refused| refused.status);
    let (title, says) = (sentences::SCRIPT_TITLE, sentences::SCRIPT_DESCRIPTION);
    let form = ScriptForm {
        graph: open_graph::of_page(site, title, says, "/script"),
        text,
        refused,
    };
    page(status, &form)
}

/// The form, or the game that the address is.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Query(query): Query<ScriptQuery>,
    client: Client,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let ScriptQuery {
        game: asked,
        replay,
    } = query;
    if !asked.is_of_game() {
        return Ok(form(&site, String::new(), None));
    }
    let unreadable = |says: &str| {
        let says = sentences::wrong_script_address(says);
        form(
            &site,
            String::new(),
            Some(Refused::new(StatusCode::BAD_REQUEST, says)),
        )
    };
    let game = match asked.game() {
        Ok(game) => game,
        Err(says) => return Ok(unreadable(&printable(&says))),
    };
    let Some(fields) = address::fields(&game) else {
        return Ok(unreadable(sentences::SCRIPT_ADDRESS_TOO_LONG));
    };
    if !asked.is_canonical(&fields) {
        let query = address::query_of(&fields);
        return Ok(Redirect::to(&format!("/script?{query}")).into_response());
    }
    let (asked, noted) = replay.parts();
    let shown = Shown::of_address(game, fields, noted);
    script_replay::answer(&app, &work, client.net, shown, asked, &jar, site).await
}

/// Takes a game, and leads to its page.
pub(super) async fn take(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    client: Client,
    site: Address,
    request: Request,
) -> Result<Response, PageError> {
    // It is for the reading of the body as well, which takes memory.
    let place = work.place(&app, client.net)?;
    let too_long = || {
        let says = sentences::script_too_long(LARGEST_RECORD);
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says)
    };
    let Some(SentForm { kind, body }) = SentForm::of(request).await? else {
        return Ok(form(&site, String::new(), Some(too_long())));
    };
    let read = move || {
        let parts = form_parts(&kind, &body)?;
        let mut parts = parts.iter();
        let part = parts.find(|part| part.name == b"text");
        let sent = part.map_or(&[][..], |part| part.content);
        if sent.len() > LARGEST_RECORD {
            return Some((String::new(), Err(too_long())));
        }
        let text = String::from_utf8_lossy(sent).into_owned();
        let taken = Taken::read(sent);
        // What is read is of no more use, and large.
        Some((if taken.is_ok() { String::new() } else { text }, taken))
    };
    let (text, taken) = place
        .run(&app, read)
        .await?
        .ok_or_else(|| error(StatusCode::UNSUPPORTED_MEDIA_TYPE))?;
    let (address, noted) = match taken {
        Ok(Taken::Short { query, noted }) => (format!("/script?{query}&"), noted),
        Ok(Taken::Long { import, noted }) => {
            let import = app.service.imports().keep(*import, client.net);
            (format!("/imports/{}/replay?", import.id()), noted)
        }
        Err(refused) => return Ok(form(&site, text, Some(refused))),
    };
    let noted = noted.query();
    Ok(Redirect::to(&format!("{address}{noted}ply=0")).into_response())
}

/// A game that was read.
enum Taken {
    Short { query: String, noted: Noted },
    Long { import: Box<Import>, noted: Noted },
}

impl Taken {
    fn read(sent: &[u8]) -> Result<Self, Refused> {
        let text = as_text(sent);
        let text = text.map_err(|broken| {
            let says = broken.kind().to_string();
            Refused::at(&String::from_utf8_lossy(sent), broken.place(), &says)
        })?;
        if text.trim().is_empty() {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(Refused::new(status, sentences::NO_SCRIPT_SENT));
        }
        let read = assignment::read(text);
        let Assignment {
            game,
            are_players_assumed,
            ignored,
        } = read.map_err(|broken| Refused::at(text, broken.place(), &broken.kind().to_string()))?;
        let turns = match &game {
            Scripted::Ludo(script) => script.turns().len(),
            Scripted::Kuba(script) => script.attempts().len(),
        };
        if turns > MOST_TURNS {
            let says = sentences::script_of_too_many_turns(turns, MOST_TURNS);
            return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, says));
        }
        let noted = Noted::new(are_players_assumed, ignored);
        if let Some(fields) = address::fields(&game) {
            let query = address::query_of(&fields);
            return Ok(Self::Short { query, noted });
        }
        let import = Box::new(Import::new(record(&game)?));
        Ok(Self::Long { import, noted })
    }
}

/// The record of a game that is too long for an address, if it has all of the game.
fn record(game: &Scripted) -> Result<AnyRecord, Refused> {
    match game {
        Scripted::Ludo(script) => Ok(ScriptRecord::new(script).into()),
        Scripted::Kuba(script) => {
            let mut played = script.game();
            let attempts = script.attempts().iter();
            let mut attempts =
                attempts.map(|attempt| attempt.try_in(&mut played, &mut NoEvents).is_ok());
            if attempts.all(|is_carried_out| is_carried_out) {
                return Ok(Record::from(script).into());
            }
            let says = sentences::long_kuba_with_refusals(script.attempts().len());
            Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, says))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_an_error_is_shown_around_its_place() {
        let around = |text: &str, line, column| line_around(text, LineColumn { line, column });
        let parts = |parts: [&str; 3]| Some(parts.map(str::to_owned));
        assert_eq!(around("a\nx\ty = é!", 2, 7), parts(["x y = ", "é", "!"]));
        assert_eq!(around("ab", 1, 3), parts(["ab", "", ""]));
        assert_eq!(around("ab", 2, 1), None);
        let long = "x".repeat(100_000);
        let [before, there, rest] = around(&long, 1, 50_000).expect("a line");
        assert_eq!((before.len(), there.len(), rest.len()), (AROUND, 1, AROUND));
    }
}
