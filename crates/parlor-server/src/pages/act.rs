//! Doing something in a game by a button.

use core::time::Duration;
use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;
use tokio::time::timeout;

use super::error::Again;
use super::game::{Asked, Visit, find};
use super::view::Alert;
use super::{PageError, error};
use crate::order::{Order, Wish};
use crate::service::{Answer, Hosted};
use crate::table::{Played, Rejection};
use crate::web::{App, Browser};

/// How long an answer waits for bots, so that the next page shows what they did.
const BOTS: Duration = Duration::from_millis(400);

/// What every button sends.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Pressed {
    version: u64,
    action_id: String,
    action: String,
    seat: Option<char>,
}

pub(super) async fn go_back(Path(id): Path<String>) -> Result<Redirect, PageError> {
    let id: crate::id::GameId = id.parse().map_err(|_| PageError::no_game())?;
    Ok(Redirect::to(&format!("/games/{id}")))
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    browser: Browser,
    jar: CookieJar,
    headers: HeaderMap,
    pressed: Result<Form<Pressed>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(pressed) = pressed?;
    let hosted = find(&app, &id).await?;
    let visit = Visit::new(&app, hosted, browser, &jar, &headers);
    let wish: Wish = match pressed.action.parse() {
        Ok(wish) => wish,
        Err(error) => return rejected(visit, &Rejection::new(None, error.to_string())),
    };
    order(visit, &pressed, wish).await
}

/// Has it done, and shows what came of it.
pub(super) async fn order(
    visit: Visit<'_>,
    pressed: &Pressed,
    wish: Wish,
) -> Result<Response, PageError> {
    let unreadable = |_| error(StatusCode::UNPROCESSABLE_ENTITY);
    let order = Order {
        version: pressed.version,
        action_id: pressed.action_id.parse().map_err(unreadable)?,
        by: visit.by.clone(),
        seat: pressed.seat,
        wish,
    };
    let id = visit.hosted.id().clone();
    let answer = visit.app.service.order(&id, &order).await;
    let answer = answer.map_err(|failure| {
        PageError::from(failure).with_again(Again {
            game: id.clone(),
            version: pressed.version,
            action_id: pressed.action_id.clone(),
            action: pressed.action.clone(),
            seat: pressed.seat,
        })
    })?;
    match answer {
        Some(Answer::Committed(_) | Answer::Duplicate(_)) => {
            let next = visit.hosted.seen(&[]).rematch;
            if let (Wish::Rematch, Some(next)) = (&order.wish, next) {
                return Ok(Redirect::to(&format!("/games/{next}")).into_response());
            }
            wait_for_bots(&visit.hosted).await;
            Ok(Redirect::to(&format!("/games/{id}#board")).into_response())
        }
        Some(Answer::Stale(_)) => {
            let alert = Alert {
                title: "The game has moved on",
                says: "Something happened before your button arrived, so it was not pressed. \
                       This is how things stand now."
                    .to_owned(),
                rule: None,
            };
            visit.answer(StatusCode::CONFLICT, Some(alert), &Asked::default())
        }
        Some(Answer::Rejected(rejection)) => rejected(visit, &rejection),
        None => Err(PageError::no_game()),
    }
}

fn rejected(visit: Visit<'_>, rejection: &Rejection) -> Result<Response, PageError> {
    let alert = Alert {
        title: "That was not done",
        says: format!("{}.", super::new_game::capitalised(&rejection.message)),
        rule: rejection.rule,
    };
    visit.answer(
        StatusCode::UNPROCESSABLE_ENTITY,
        Some(alert),
        &Asked::default(),
    )
}

/// Waits a moment while a bot is to act.
async fn wait_for_bots(hosted: &Hosted) {
    let mut news = hosted.news();
    let bots = async {
        loop {
            let seen = hosted.seen(&[]);
            let is_bot =
                |seat: &crate::table::SeatSeen| seen.to_act == Some(seat.seat) && seat.played != Played::Person;
            if !seen.seats.iter().any(is_bot) || news.changed().await.is_err() {
                return;
            }
        }
    };
    // Bots that take longer are waited for by the page itself.
    let _ = timeout(BOTS, bots).await;
}

impl Pressed {
    /// A form that says for which seat.
    pub(super) const fn for_seat(version: u64, action_id: String, seat: char) -> Self {
        Self {
            version,
            action_id,
            action: String::new(),
            seat: Some(seat),
        }
    }
}
