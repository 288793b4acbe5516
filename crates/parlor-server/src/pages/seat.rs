//! Taking a seat by its link, and joining a game with words for the dice.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::act::{Pressed, action_id, execute};
use super::context::{Alert, GameQuery};
use super::error::Again;
use super::extractors::Path;
use super::game::{Visit, Visitor, find};
use super::joining::{Joined, join_now};
use super::new_game_form::{FieldError, error_of};
use super::typed_words::TypedWords;
use super::viewer::{Viewer, ViewerPrefs};
use super::{
    PageError, error, game_info, illustration, narration, own_name, page, seat_keys, sentences,
};
use crate::app::{App, BrowserKey, NewBrowser};
use crate::wording::{name_error, sentence};
use parlor_service::service::{GameHandle, Held, LONGEST_NAME, MOST_HOLDERS, checked_name};
use parlor_table::command::{CommandKind, MOST_ENTROPY};
use parlor_table::key::Key;
use parlor_table::log::DiceContribution;
use parlor_table::table::GameView;

#[derive(Template)]
#[template(path = "seat.html")]
struct SeatPage<'a> {
    view: &'a GameView,
    /// Where the form is sent to.
    to: &'a str,
    /// The board.
    picture: String,
    seat: char,
    /// `Black`.
    piece: &'static str,
    mark: String,
    standing: String,
    /// The player's current name.
    planned: &'a str,
    /// Who invites the visitor, and to what.
    invitation: String,
    /// The form as entered.
    taking: &'a Taking,
    /// The idempotency key of taking the seat; empty if somebody has it.
    action_id: &'a str,
    is_taken: bool,
    is_yours: bool,
    wants_words: bool,
    /// The salt of the words, in a game whose dice have salts.
    salt: Option<&'a str>,
    errors: Vec<FieldError>,
}

impl SeatPage<'_> {
    /// What is wrong with a field.
    fn error_of(&self, field: &str) -> Option<&str> {
        error_of(&self.errors, field)
    }
}

/// The form that takes a seat.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Taking {
    #[serde(default)]
    name: String,
    #[serde(flatten)]
    typed: TypedWords,
    /// The idempotency key, in a form made while the seat was free.
    pub(super) action_id: Option<String>,
}

impl Taking {
    /// The form with the name by which the browser's player was last known.
    pub(super) fn offered(app: &App, jar: &CookieJar) -> Result<Self, PageError> {
        let action_id: [u8; 16] = app.service.randomness().bytes()?;
        Ok(Self {
            name: own_name::known(jar).unwrap_or_default(),
            typed: TypedWords::fresh(app)?,
            action_id: Some(hex::encode(action_id)),
        })
    }

    /// The form, to be sent again.
    pub(super) fn again(&self, handle: &GameHandle, to: &str) -> Again {
        let mut fields = vec![("name", self.name.clone())];
        fields.extend(self.typed.fields());
        fields.extend(self.action_id.clone().map(|id| ("action_id", id)));
        Again {
            to: to.to_owned(),
            game: handle.id().clone(),
            fields,
        }
    }

    /// The name and the contribution to the dice with which the seat is joined, or what is wrong
    /// with them.
    pub(super) fn checked(&self, app: &App, view: &GameView) -> Result<Checked, PageError> {
        let name = Some(self.name.trim()).filter(|name| !name.is_empty());
        let name = name.map(checked_name).transpose();
        let dice = self.typed.contribution(app, view)?;
        Ok(match (name, dice) {
            (Ok(name), Ok(dice)) => Ok((name, dice)),
            (name, dice) => {
                let name = name.err().map(|why| sentence(&name_error(&why)));
                let name = name.map(|says| wrong("name", says));
                let words = dice.err().map(|error| wrong("words", error.says()));
                Err(name.into_iter().chain(words).collect())
            }
        })
    }
}

/// A form that was read: a name, if one was given, and a contribution to the dice.
type Checked = Result<(Option<String>, DiceContribution), Vec<FieldError>>;

/// What is wrong with a field of the form.
pub(super) fn wrong(field: &str, says: String) -> FieldError {
    FieldError {
        field: field.to_owned(),
        says,
    }
}

/// The form that joins a game with a seat that the browser holds.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Joining {
    version: u64,
    action_id: String,
    seat: char,
    #[serde(flatten)]
    typed: TypedWords,
    still: Option<String>,
}

/// The game, seat and key of a link.
///
/// # Errors
/// If the key is not that of the seat.
async fn opened(
    app: &App,
    (id, seat, key): (&str, &str, &str),
) -> Result<(Arc<GameHandle>, char, Key), PageError> {
    let handle = find(app, id).await?;
    let key: Key = key.parse().map_err(|_| no_seat())?;
    match handle.seat_of(&key) {
        Some(of) if seat.parse() == Ok(of) => Ok((handle, of, key)),
        _ => Err(no_seat()),
    }
}

/// The answer to a link that gives no seat.
pub(super) fn no_seat() -> PageError {
    error(StatusCode::NOT_FOUND)
        .titled(sentences::NO_SEAT)
        .saying(sentences::WRONG_LINK)
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path((id, seat, key)): Path<(String, String, String)>,
    browser: BrowserKey,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let (handle, seat, key) = opened(&app, (&id, &seat, &key)).await?;
    // A form sent twice comes from the same browser both times.
    let browser = NewBrowser::of(browser, &app)?;
    let view = handle.view_for(&handle.held_by(&browser.hash));
    let taking = Taking::offered(&app, &jar)?;
    let to = address(&handle, seat, &key);
    let page = shown(&view, seat, &to, &taking, StatusCode::OK, Vec::new());
    Ok((browser.cookie, page).into_response())
}

/// The address of a seat's link.
fn address(handle: &GameHandle, seat: char, key: &Key) -> String {
    format!("/games/{}/seats/{seat}/{}", handle.id(), key.reveal())
}

/// The page on which a seat is taken, by a form that is sent to this address.
pub(super) fn shown(
    view: &GameView,
    seat: char,
    to: &str,
    taking: &Taking,
    status: StatusCode,
    errors: Vec<FieldError>,
) -> Response {
    let viewer = Viewer::new(view, ViewerPrefs::default());
    let seat_state = viewer.seat(seat);
    let is_taken = seat_state.is_none_or(|seat_state| seat_state.is_taken);
    let action_id = taking.action_id.as_deref().filter(|_| !is_taken);
    let seat_page = SeatPage {
        view,
        to,
        picture: view.scene.svg(game_info::on_board("seat-")),
        seat,
        piece: game_info::piece(view.game, seat),
        mark: game_info::mark(view.game, seat),
        standing: narration::standing(&viewer),
        planned: seat_state.map_or("", |seat_state| &seat_state.name),
        invitation: narration::invitation(view),
        salt: taking.typed.shown_salt(view),
        taking,
        action_id: action_id.unwrap_or_default(),
        is_taken,
        is_yours: seat_state.is_some_and(|seat_state| seat_state.is_yours),
        wants_words: view.dice.is_some() && !is_taken,
        errors,
    };
    page(status, &seat_page)
}

pub(super) async fn take(
    State(app): State<Arc<App>>,
    Path((id, seat, key)): Path<(String, String, String)>,
    browser: BrowserKey,
    jar: CookieJar,
    taking: Result<Form<Taking>, FormRejection>,
) -> Result<Response, PageError> {
    let (handle, seat, key) = opened(&app, (&id, &seat, &key)).await?;
    let Form(taking) = taking?;
    let to = address(&handle, seat, &key);
    let refused =
        |view: &GameView, status, errors| Ok(shown(view, seat, &to, &taking, status, errors));
    let unprocessable = |errors| {
        refused(
            &handle.view_for(&[]),
            StatusCode::UNPROCESSABLE_ENTITY,
            errors,
        )
    };
    let (name, dice) = match taking.checked(&app, &handle.view_for(&[]))? {
        Ok(checked) => checked,
        Err(errors) => return unprocessable(errors),
    };
    let browser = NewBrowser::of(browser, &app)?;
    let again = || taking.again(&handle, &to);
    let own_name = name.clone();
    // Joining comes first: a seat that cannot be joined is not held either.
    let kind = CommandKind::Join { name, dice };
    let joined = join_here(&app, &handle, seat, &taking, kind).await;
    match joined.map_err(|error| error.with_again(again()))? {
        Joined::Never(says) => return unprocessable(vec![wrong("main", says)]),
        // The form was made while the seat was free; the visitor has to know that it is taken
        // before they share it.
        Joined::NoneFree if taking.action_id.is_some() => {
            let view = handle.view_for(&handle.held_by(&browser.hash));
            let mut seat_states = view.seats.iter();
            if !seat_states.any(|seat_state| seat_state.seat == seat && seat_state.is_yours) {
                let says = sentences::SEAT_TAKEN_MEANWHILE.to_owned();
                return refused(&view, StatusCode::CONFLICT, vec![wrong("main", says)]);
            }
        }
        Joined::NoneFree | Joined::At(_) => {}
    }
    let held = app.service.hold(&handle, seat, &key, browser.hash).await;
    let held = held.map_err(|error| PageError::from(error).with_again(again()))?;
    match held {
        // The key was checked above.
        Held::Done | Held::WrongKey => {}
        Held::TooMany => {
            let says = sentences::too_many_browsers(MOST_HOLDERS);
            return unprocessable(vec![wrong("main", says)]);
        }
    }
    let kept = own_name::keep(browser.cookie, &app, own_name.as_deref());
    let kept = seat_keys::keep(kept, &jar, &app, handle.id(), &[(seat, key)], None);
    Ok((kept, Redirect::to(&format!("/games/{}", handle.id()))).into_response())
}

/// Joins a game that waits for this seat.
async fn join_here(
    app: &App,
    handle: &GameHandle,
    seat: char,
    taking: &Taking,
    kind: CommandKind,
) -> Result<Joined, PageError> {
    let free_seat = |view: &GameView| {
        let mut seat_states = view.seats.iter();
        let state = seat_states.find(|seat_state| seat_state.seat == seat && !seat_state.is_taken);
        state.map(|seat_state| seat_state.seat)
    };
    let form = match &taking.action_id {
        Some(form) => form.clone(),
        // Forms of the pages have one; other clients need none.
        None if free_seat(&handle.view_for(&[])).is_some() => {
            hex::encode(app.service.randomness().bytes::<16>()?)
        }
        None => return Ok(Joined::NoneFree),
    };
    let unreadable = |_| error(StatusCode::UNPROCESSABLE_ENTITY);
    let key = action_id(&form, Some(seat), "join").map_err(unreadable)?;
    join_now(app, handle, key, free_seat, kind).await
}

pub(super) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    joining: Result<Form<Joining>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(joining) = joining?;
    let handle = find(&app, &id).await?;
    let mut visit = Visit::new(&app, handle, visitor);
    let view = visit.handle.view_for(&[]);
    let dice = match joining.typed.contribution(&app, &view)? {
        Ok(dice) => dice,
        Err(error) => {
            let alert = Alert {
                title: error.title(),
                says: error.says(),
                rule: None,
            };
            visit.context.refused_words = Some((joining.seat, joining.typed));
            let asked = GameQuery::by_form(joining.still.as_ref());
            return visit.answer(StatusCode::UNPROCESSABLE_ENTITY, Some(alert), asked);
        }
    };
    let Joining {
        version,
        action_id,
        seat,
        typed,
        still,
    } = joining;
    let pressed = Pressed::for_seat("join", version, action_id, seat, still);
    let id = visit.handle.id().clone();
    let mut fields = pressed.fields();
    fields.extend(typed.fields());
    let again = Again {
        to: format!("/games/{id}/join"),
        game: id,
        fields,
    };
    execute(
        visit,
        &pressed,
        CommandKind::Join { name: None, dice },
        again,
    )
    .await
}
