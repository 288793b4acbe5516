//! Doing something in a game by a button.

use core::time::Duration;
use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use parlor_record::record::Bytes32;
use serde::Deserialize;
use tokio::time::timeout;

use super::board::{Sight, lost_roll};
use super::error::Again;
use super::extract::Path;
use super::game::{Asked, Visit, Visitor, address, find};
use super::new_game::capitalised;
use super::view::Alert;
use super::{PageError, error, turn, typed};
use crate::id::{ActionId, NotAnActionId};
use crate::log::Request;
use crate::order::{Order, Wish};
use crate::service::{Answer, Hosted};
use crate::table::{Hint, Played, Rejection};
use crate::web::App;

/// How long an answer waits for bots, so that the next page shows what they did.
const BOTS: Duration = Duration::from_millis(400);

/// How long it waits for a hint, which is all that its sender wants.
const HINT: Duration = Duration::from_secs(3);

/// How often what is meant anyway is tried while the game goes on.
const TRIES: u8 = 8;

/// What every button sends.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Pressed {
    version: u64,
    action_id: String,
    action: String,
    seat: Option<char>,
    /// Present if the page stands still.
    still: Option<String>,
    /// Present if a script sends it, which shows what bots do when they do it.
    live: Option<String>,
    /// Present if the action was typed.
    typed: Option<String>,
}

/// What the service calls the action of a form: the forms of a page have one
/// name, and each of their buttons is an action of its own.
///
/// # Errors
/// A name that no form was given.
pub(super) fn action_id(
    form: &str,
    seat: Option<char>,
    action: &str,
) -> Result<ActionId, NotAnActionId> {
    let form: ActionId = form.parse()?;
    let button = format!("{form} {} {action}", seat.unwrap_or('-'));
    Bytes32::sha_256(button.as_bytes()).to_string()[..32].parse()
}

pub(super) async fn go_back(Path(id): Path<String>) -> Result<Redirect, PageError> {
    let id: crate::id::GameId = id.parse().map_err(|_| PageError::no_game())?;
    Ok(Redirect::to(&format!("/games/{id}")))
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    pressed: Result<Form<Pressed>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(pressed) = pressed?;
    let hosted = find(&app, &id).await?;
    let visit = Visit::new(&app, hosted, visitor);
    let meant = typed::as_meant(&visit.hosted.seen(&visit.by), &pressed.action);
    let wish: Wish = match meant.parse() {
        Ok(wish) => wish,
        Err(error) => {
            let rejection = Rejection::new(None, error.to_string());
            return rejected(visit, &pressed, &Wish::Act(meant), &rejection);
        }
    };
    let id = visit.hosted.id().clone();
    let again = Again {
        to: format!("/games/{id}/act"),
        game: id,
        fields: pressed.fields(),
    };
    order(visit, &pressed, wish, again).await
}

/// Has it done, and shows what came of it.
pub(super) async fn order(
    visit: Visit<'_>,
    pressed: &Pressed,
    wish: Wish,
    again: Again,
) -> Result<Response, PageError> {
    let action_id = action_id(&pressed.action_id, pressed.seat, &pressed.action);
    let mut order = Order {
        version: pressed.version,
        action_id: action_id.map_err(|_| error(StatusCode::UNPROCESSABLE_ENTITY))?,
        by: visit.by.clone(),
        seat: pressed.seat,
        wish,
    };
    let id = visit.hosted.id().clone();
    let failed = |failure| PageError::from(failure).with_again(again.clone());
    let service = &visit.app.service;
    let mut answer = service.order(&id, &order).await.map_err(failed)?;
    for _ in 0..TRIES {
        match answer {
            Some(Answer::Stale(version)) if is_about_the_seat(&order.wish) => {
                order.version = version;
                answer = service.order(&id, &order).await.map_err(failed)?;
            }
            _ => break,
        }
    }
    let still = pressed.still.as_ref();
    match answer {
        Some(Answer::Committed(version) | Answer::Duplicate(version)) => {
            if order.wish == Wish::Roll {
                answer_lost_roll(&visit, pressed, order.clone(), version).await?;
            }
            let next = visit.hosted.seen(&[]).rematch;
            if let (Wish::Rematch, Some(next)) = (&order.wish, next) {
                return Ok(Redirect::to(&address(&next, still)).into_response());
            }
            let is_hint = matches!(order.wish, Wish::Ask(Request::Hint));
            if pressed.live.is_none() {
                wait_for_bots(&visit.hosted, if is_hint { HINT } else { BOTS }).await;
            }
            let page = address(&id, still);
            let place = if is_hint { "asked" } else { "board" };
            Ok(Redirect::to(&format!("{page}#{place}")).into_response())
        }
        Some(Answer::Stale(_)) => {
            let alert = Alert {
                title: "The game has moved on",
                says: "Something happened before your button arrived, so it was not pressed. \
                       This is how things stand now."
                    .to_owned(),
                rule: None,
            };
            visit.answer(StatusCode::CONFLICT, Some(alert), Asked::by_form(still))
        }
        Some(Answer::Rejected(rejection)) => rejected(visit, pressed, &order.wish, &rejection),
        None => Err(PageError::no_game()),
    }
}

/// Whether it is meant whatever has happened on the board meanwhile.
const fn is_about_the_seat(wish: &Wish) -> bool {
    matches!(
        wish,
        Wish::Join { .. } | Wish::Resign | Wish::Return | Wish::Abandon
    )
}

fn rejected(
    visit: Visit<'_>,
    pressed: &Pressed,
    wish: &Wish,
    rejection: &Rejection,
) -> Result<Response, PageError> {
    let alert = Alert {
        title: "That was not done",
        says: match wish {
            Wish::Act(action) => {
                let seen = visit.hosted.seen(&visit.by);
                let sight = Sight {
                    is_turned: visit.looks.turns && turn::is_far(&seen),
                    ..Sight::default()
                };
                let mut says = typed::refusal(&seen, action, rejection, sight);
                // On the board nobody has to know how moves are written.
                if let Some(advice) = pressed.typed.as_ref().and_then(|_| typed::advice(&seen)) {
                    says.push(' ');
                    says.push_str(&advice);
                }
                says
            }
            _ => format!("{}.", capitalised(&rejection.message)),
        },
        rule: rejection.rule,
    };
    visit.answer(
        StatusCode::UNPROCESSABLE_ENTITY,
        Some(alert),
        Asked::by_form(pressed.still.as_ref()),
    )
}

/// Passes for whoever has rolled, if the roll lets nothing move: that is no choice,
/// and takes no press. If it cannot be done now, the page has a button for it.
///
/// Rules: L-14, L-29.
async fn answer_lost_roll(
    visit: &Visit<'_>,
    pressed: &Pressed,
    rolled: Order,
    version: u64,
) -> Result<(), PageError> {
    let seen = visit.hosted.seen(&visit.by);
    let Some(pass) = lost_roll(&seen.scene).filter(|_| seen.version == version) else {
        return Ok(());
    };
    let action_id = action_id(&pressed.action_id, pressed.seat, &pass);
    let order = Order {
        version,
        action_id: action_id.map_err(|_| error(StatusCode::UNPROCESSABLE_ENTITY))?,
        wish: Wish::Act(pass),
        ..rolled
    };
    visit.app.service.order(visit.hosted.id(), &order).await?;
    Ok(())
}

/// Waits a moment while a bot is to act, or a hint is looked for.
async fn wait_for_bots(hosted: &Hosted, patience: Duration) {
    let mut news = hosted.news();
    let bots = async {
        loop {
            let seen = hosted.seen(&[]);
            let is_bot = |seat: &crate::table::SeatSeen| {
                seen.to_act == Some(seat.seat) && seat.played != Played::Person
            };
            let is_sought = seen.hint.as_ref().is_some_and(Hint::is_sought);
            let is_busy = is_sought || seen.seats.iter().any(is_bot);
            if !is_busy || news.changed().await.is_err() {
                return;
            }
        }
    };
    // Bots that take longer are waited for by the page itself.
    let _ = timeout(patience, bots).await;
}

impl Pressed {
    /// The form of a seat that joins.
    pub(super) fn to_join(
        version: u64,
        action_id: String,
        seat: char,
        still: Option<String>,
    ) -> Self {
        Self {
            version,
            action_id,
            action: "join".to_owned(),
            seat: Some(seat),
            still,
            live: None,
            typed: None,
        }
    }

    /// What was sent.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("version", self.version.to_string()),
            ("action_id", self.action_id.clone()),
            ("action", self.action.clone()),
        ];
        fields.extend(self.seat.map(|seat| ("seat", seat.to_string())));
        fields.extend(self.still.clone().map(|still| ("still", still)));
        fields.extend(self.typed.clone().map(|typed| ("typed", typed)));
        fields
    }
}
