//! The short link, which leads each who opens it to the next free seat of a game.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_dice::Bytes32;

use super::extractors::Path;
use super::joining::{Joined, join_now};
use super::seat::{self, Taking, wrong};
use super::seat_keys::short_link;
use super::{PageError, error, illustration, narration, own_name, page, seat_keys, sentences};
use crate::app::{App, BrowserKey, NewBrowser, WrongTry};
use parlor_service::service::{GameHandle, MOST_HOLDERS};
use parlor_table::command::CommandKind;
use parlor_table::id::IdempotencyKey;
use parlor_table::invite::InviteCode;
use parlor_table::key::KeyHash;
use parlor_table::table::{GameView, Status};

/// What a link leads to once nobody is awaited.
#[derive(Template)]
#[template(path = "invite_used.html")]
struct UsedPage<'a> {
    view: &'a GameView,
    picture: String,
    /// Which game it is, and who plays.
    heading: String,
}

/// An invitation that somebody has opened.
struct Opened {
    handle: Arc<GameHandle>,
    code: InviteCode,
    /// The seats that it gives, whoever has them by now.
    seats: Vec<char>,
}

/// The answer to what is no code of a game. It does not depend on how near it is to one, and counts
/// as many requests.
fn unknown() -> Response {
    let mut answer = seat::no_seat().into_response();
    answer.extensions_mut().insert(WrongTry);
    answer
}

impl Opened {
    async fn of(app: &App, text: &str) -> Result<Option<Self>, PageError> {
        let Ok(code) = text.parse::<InviteCode>() else {
            return Ok(None);
        };
        let invited = app.service.invited(&code).await?;
        Ok(invited.map(|(handle, seats)| Self {
            handle,
            code,
            seats,
        }))
    }

    /// The next free seat that it gives.
    fn free_seat(&self, view: &GameView) -> Option<char> {
        if view.status == Status::Over {
            return None;
        }
        let is_free = |letter: &&char| {
            let mut seats = view.seats.iter();
            seats.any(|seat| seat.seat == **letter && !seat.is_taken)
        };
        self.seats.iter().find(is_free).copied()
    }

    /// The page for this browser.
    fn shown(
        &self,
        browser: &KeyHash,
        taking: &Taking,
        status: StatusCode,
        says: Vec<String>,
    ) -> Response {
        let held = self.handle.held_by(browser);
        let view = self.handle.view_for(&held);
        // Who plays already is led there, and takes no other seat.
        let Some(seat) = held.first().copied().or_else(|| self.free_seat(&view)) else {
            return used(&view);
        };
        let errors = says.into_iter().map(|says| wrong("main", says)).collect();
        seat::shown(&view, seat, &short_link(&self.code), taking, status, errors)
    }
}

/// The page of a link by which nobody is awaited any more.
fn used(view: &GameView) -> Response {
    let used = UsedPage {
        view,
        picture: illustration::company(view),
        heading: narration::heading(view),
    };
    page(StatusCode::GONE, &used)
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    browser: BrowserKey,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let Some(opened) = Opened::of(&app, &code).await? else {
        return Ok(unknown());
    };
    // A form sent twice comes from the same browser both times.
    let browser = NewBrowser::of(browser, &app)?;
    let taking = Taking::offered(&app, &jar)?;
    let page = opened.shown(&browser.hash, &taking, StatusCode::OK, Vec::new());
    Ok((browser.cookie, page).into_response())
}

pub(super) async fn take(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    browser: BrowserKey,
    jar: CookieJar,
    taking: Result<Form<Taking>, FormRejection>,
) -> Result<Response, PageError> {
    let Some(opened) = Opened::of(&app, &code).await? else {
        return Ok(unknown());
    };
    let Form(taking) = taking?;
    let browser = NewBrowser::of(browser, &app)?;
    let handle = &opened.handle;
    let view = handle.view_for(&[]);
    let (name, dice) = match taking.checked(&app, &view)? {
        Ok(checked) => checked,
        Err(errors) => {
            let Some(seat) = opened.free_seat(&view) else {
                return Ok(used(&view));
            };
            let (to, status) = (short_link(&opened.code), StatusCode::UNPROCESSABLE_ENTITY);
            return Ok(seat::shown(&view, seat, &to, &taking, status, errors));
        }
    };
    let again = || taking.again(handle, &short_link(&opened.code));
    let own_name = name.clone();
    let kind = CommandKind::Join { name, dice };
    let joined = if handle.held_by(&browser.hash).is_empty() {
        let key = idempotency_key(&taking, &browser.hash)?;
        let free_seat = |view: &GameView| opened.free_seat(view);
        let joined = join_now(&app, handle, key, free_seat, kind).await;
        Some(joined.map_err(|error| error.with_again(again()))?)
    } else {
        None
    };
    let to_game = Redirect::to(&format!("/games/{}", handle.id()));
    let keys = match joined {
        // They play already, and keep the links that they have: those are not sent to this address.
        None => return Ok((browser.cookie, to_game).into_response()),
        Some(Joined::NoneFree) => return Ok(used(&handle.view_for(&[]))),
        Some(Joined::Never(says)) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(opened.shown(&browser.hash, &taking, status, vec![says]));
        }
        Some(Joined::At(seat)) => {
            let key = app.service.hold_taken(handle, seat, browser.hash).await;
            let key = key.map_err(|error| PageError::from(error).with_again(again()))?;
            let Some(key) = key else {
                let says = sentences::too_many_browsers(MOST_HOLDERS);
                return Err(error(StatusCode::CONFLICT).saying(says));
            };
            vec![(seat, key)]
        }
    };
    let kept = own_name::keep(browser.cookie, &app, own_name.as_deref());
    let kept = seat_keys::keep(kept, &jar, &app, handle.id(), &keys, Some(&opened.code));
    Ok((kept, to_game).into_response())
}

/// The key of joining by this form. It is this browser's alone: spectators see keys, and whoever sent
/// the same form would be given the seat.
fn idempotency_key(taking: &Taking, browser: &KeyHash) -> Result<IdempotencyKey, PageError> {
    let unreadable = || error(StatusCode::UNPROCESSABLE_ENTITY);
    let form = taking.action_id.as_deref().ok_or_else(unreadable)?;
    let joining = [form.as_bytes(), b" join ", browser.as_bytes()].concat();
    let digits = Bytes32::sha_256(&joining).to_string();
    digits[..32].parse().map_err(|_| unreadable())
}
