//! The form for a new game, and making it.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;

use super::extractors::Path;
use super::new_game_form::{GameForm, form_of};
use super::{PageError, error, game_info, learn, own_level, own_name, page, seat_keys};
use crate::app::{App, BrowserKey, Client, NewBrowser};
use crate::wording::{blocked, new_table_error, sentence, too_many_games, too_many_new_games};
use parlor_service::service::{
    CreateError, LONGEST_NAME, NewPlayer, NewSeatError, NewTable, NewTableError,
};

#[derive(Template)]
#[template(path = "new_game.html")]
struct NewGamePage<'a> {
    form: &'a GameForm,
    /// The lesson to begin with, for who has finished no game of it yet.
    lesson: Option<usize>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    browser: BrowserKey,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let mut form = form_of(&game).ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    form.nonce = Some(app.service.randomness().bytes()?);
    form.level = Some(own_level::of(&jar, form.info).to_owned());
    let lesson = learn::offer::lesson_for(form.info, &jar, &app, browser).await?;
    // A form sent twice comes from the same browser both times.
    let NewBrowser { cookie, .. } = NewBrowser::of(browser, &app)?;
    let shown = NewGamePage {
        form: &form,
        lesson,
    };
    Ok((cookie, page(StatusCode::OK, &shown)).into_response())
}

pub(super) async fn make(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    browser: BrowserKey,
    client: Client,
    jar: CookieJar,
    fields: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Result<Response, PageError> {
    let info = game_info::of(&game).ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    let Form(fields) = fields?;
    let mut form = GameForm::filled(info, &fields);
    if form.nonce.is_none() {
        form.nonce = Some(app.service.randomness().bytes()?);
    }
    let Some(mut table) = form.table() else {
        return Ok(refused(&form, StatusCode::UNPROCESSABLE_ENTITY));
    };
    let known = own_name::known(&jar);
    let introduced = known.and_then(|name| introduce(&mut table, name));
    let browser = NewBrowser::of(browser, &app)?;
    let maker = client.making(Some(browser.hash));
    let mut made = app.service.create(&table, maker).await;
    let is_taken = matches!(
        made,
        Err(CreateError::Wrong(NewTableError::Seat {
            error: NewSeatError::NameTaken { .. },
            ..
        }))
    );
    if let Some(own) = introduced.filter(|_| is_taken) {
        // Nobody has typed it: a friend has it already, or a bot.
        table.seats[own].name = None;
        made = app.service.create(&table, maker).await;
    }
    match made {
        Ok(made) => {
            // The keys are given only once, to the first of forms sent twice.
            let jar = if made.keys.is_empty() {
                browser.cookie
            } else {
                let none = CookieJar::new();
                let code = made.code.as_ref();
                seat_keys::keep(browser.cookie, &none, &app, &made.id, &made.keys, code)
            };
            let jar = own_level::keep(jar, &app, info, form.level.as_deref());
            Ok((jar, Redirect::to(&format!("/games/{}", made.id))).into_response())
        }
        Err(CreateError::Service(error)) => Err(error.into()),
        Err(CreateError::TooMany(games)) => Ok(too_many(&mut form, &too_many_games(games))),
        Err(CreateError::RateLimited(limited)) => {
            Ok(too_many(&mut form, &too_many_new_games(limited)))
        }
        Err(CreateError::Blocked(block)) => {
            form.refuse_whole(sentence(&blocked(&block)));
            Ok(refused(&form, StatusCode::FORBIDDEN))
        }
        Err(CreateError::Wrong(error)) => {
            let says = sentence(&new_table_error(&error));
            form.refuse_of(&table, error.field(), says);
            Ok(refused(&form, StatusCode::UNPROCESSABLE_ENTITY))
        }
    }
}

/// Gives the name by which this browser's player is known to the one seat that they play in a game with
/// friends elsewhere, unless it has another; and tells at which place.
fn introduce(table: &mut NewTable, name: String) -> Option<usize> {
    let mut seats = table.seats.iter();
    let invites = seats.any(|seat| seat.player == NewPlayer::Elsewhere);
    let seats = table.seats.iter_mut().enumerate();
    let mut here = seats.filter(|(_, seat)| matches!(seat.player, NewPlayer::Here(_)));
    if let (Some((place, own)), None) = (here.next(), here.next())
        && invites
        && own.name.is_none()
    {
        own.name = Some(name);
        return Some(place);
    }
    None
}

fn too_many(form: &mut GameForm, reason: &str) -> Response {
    form.refuse_whole(sentence(reason));
    refused(form, StatusCode::TOO_MANY_REQUESTS)
}

fn refused(form: &GameForm, status: StatusCode) -> Response {
    page(status, &NewGamePage { form, lesson: None })
}
