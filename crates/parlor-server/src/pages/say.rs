//! Saying one of the fixed phrases on a page, and hearing none.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_view::printable;
use serde::Deserialize;

use super::PageError;
use super::extract::Path;
use super::game::{Asked, Visit, Visitor, address, find};
use super::view::Alert;
use crate::phrase::{NotAPhrase, Phrase, Spoken};
use crate::service::NotSaid;
use crate::table::{SeatSeen, Seen};
use crate::web::App;

/// The cookie of a browser that wants to hear nothing.
const DEAF: &str = "parlor-hears-nothing";

const YES: &str = "yes";

/// What can be said and heard, as a page shows it.
#[derive(Debug)]
pub(super) struct Conversation {
    /// What was said of late.
    pub(super) lines: Vec<Line>,
    /// What the visitor may say.
    pub(super) phrases: Vec<Phrase>,
    pub(super) is_deaf: bool,
}

impl Conversation {
    /// Whether nothing was said, and the visitor can say nothing.
    pub(super) const fn is_silent(&self) -> bool {
        self.lines.is_empty() && self.phrases.is_empty()
    }
}

/// Something that was said.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
}

impl Conversation {
    /// What there is to be said and heard in a game; nothing where nobody is who
    /// could hear it.
    pub(super) fn of(seen: &Seen, spoken: &[Spoken], is_deaf: bool) -> Option<Self> {
        if !seen.seats.iter().any(SeatSeen::is_anothers) {
            return None;
        }
        let lines = spoken.iter().filter(|_| !is_deaf).map(|spoken| {
            let mut seats = seen.seats.iter();
            let chair = seats.find(|chair| chair.seat == spoken.seat);
            let name = chair.map_or_else(String::new, |chair| printable(&chair.name));
            Line {
                number: spoken.number,
                text: format!("{name} ({}): {}", spoken.seat, spoken.phrase.text()),
            }
        });
        let may_speak = seen.speakers().next().is_some();
        Some(Self {
            lines: lines.collect(),
            phrases: Phrase::all().filter(|_| may_speak).collect(),
            is_deaf,
        })
    }
}

/// Whether a browser wants to hear nothing.
pub(super) fn is_deaf(jar: &CookieJar) -> bool {
    jar.get(DEAF).is_some_and(|cookie| cookie.value() == YES)
}

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
    let hosted = find(&app, &id).await?;
    let back = format!("{}#talk", address(hosted.id(), saying.still.as_ref()));
    if let Some(hear) = saying.hear {
        return Ok((heard(&app, hear), Redirect::to(&back)).into_response());
    }
    let visit = Visit::new(&app, hosted, visitor);
    let Err(says) = said(&visit, saying.phrase.as_deref().unwrap_or_default()) else {
        return Ok(Redirect::to(&back).into_response());
    };
    let alert = Alert {
        title: "That was not said",
        says: format!("{}.", super::new_game::capitalised(&says)),
        rule: None,
    };
    let asked = Asked::by_form(saying.still.as_ref());
    visit.answer(StatusCode::UNPROCESSABLE_ENTITY, Some(alert), asked)
}

/// Says it for the visitor, or why not.
fn said(visit: &Visit<'_>, phrase: &str) -> Result<(), String> {
    let phrase: Phrase = phrase
        .parse()
        .map_err(|error: NotAPhrase| error.to_string())?;
    let spoken = visit
        .app
        .service
        .say(&visit.hosted, &visit.by, None, phrase);
    spoken.map(drop).map_err(|error: NotSaid| error.to_string())
}

/// The cookie that keeps the wish.
fn heard(app: &App, hear: Hear) -> CookieJar {
    let value = match hear {
        Hear::Nothing => YES,
        Hear::Everything => "no",
    };
    CookieJar::new().add(app.site.cookie(DEAF, value))
}
