//! Doing something in a game by a button.

use core::time::Duration;
use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use parlor_dice::Bytes32;
use parlor_view::Look;
use serde::Deserialize;

use super::board::lost_roll;
use super::context::{Alert, GameQuery};
use super::error::Again;
use super::extractors::Path;
use super::game::{QUICK_BOTS, Visit, Visitor, address, find, wait_for_bots};
use super::viewer::Viewer;
use super::{PageError, error, typed_moves};
use crate::app::App;
use crate::wording::{self, sentence};
use parlor_service::service::CommandOutcome;
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::{IdempotencyKey, IdempotencyKeyError};
use parlor_table::log::PlayerRequest;
use parlor_table::table::CommandError;

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
    /// The version that a script shows, if one sends it.
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
) -> Result<IdempotencyKey, IdempotencyKeyError> {
    let form: IdempotencyKey = form.parse()?;
    let button = format!("{form} {} {action}", seat.unwrap_or('-'));
    Bytes32::sha_256(button.as_bytes()).to_string()[..32].parse()
}

pub(super) async fn go_back(Path(id): Path<String>) -> Result<Redirect, PageError> {
    let id: parlor_table::id::GameId = id.parse().map_err(|_| PageError::no_game())?;
    Ok(Redirect::to(&format!("/games/{id}")))
}

pub(super) async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    pressed: Result<Form<Pressed>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(pressed) = pressed?;
    let asked = app.service.uptime();
    let handle = find(&app, &id).await?;
    let waited = app.service.uptime().saturating_sub(asked);
    let visit = Visit {
        waited,
        ..Visit::new(&app, handle, visitor)
    };
    let meant = typed_moves::as_meant(&visit.handle.view_for(&visit.by), &pressed.action);
    let kind: CommandKind = match meant.parse() {
        Ok(kind) => kind,
        Err(error) => {
            let rejection = CommandError::Unreadable(error);
            return rejected(visit, &pressed, &CommandKind::Act(meant), &rejection);
        }
    };
    let id = visit.handle.id().clone();
    let again = Again {
        to: format!("/games/{id}/act"),
        game: id,
        fields: pressed.fields(),
    };
    execute(visit, &pressed, kind, again).await
}

/// Has it done, and shows what came of it.
pub(super) async fn execute(
    visit: Visit<'_>,
    pressed: &Pressed,
    kind: CommandKind,
    again: Again,
) -> Result<Response, PageError> {
    let action_id = action_id(&pressed.action_id, pressed.seat, &pressed.action);
    let mut command = Command {
        expected_version: pressed.version,
        idempotency_key: action_id.map_err(|_| error(StatusCode::UNPROCESSABLE_ENTITY))?,
        by: visit.by.clone(),
        seat: pressed.seat,
        kind,
    };
    let id = visit.handle.id().clone();
    let failed = |failure| PageError::from(failure).with_again(again.clone());
    let service = &visit.app.service;
    let answered = service.execute_after(&id, &command, visit.waited).await;
    let mut answer = answered.map_err(failed)?;
    for _ in 0..TRIES {
        match answer {
            Some(CommandOutcome::Stale(version)) if is_about_the_seat(&command.kind) => {
                command.expected_version = version;
                answer = service.execute(&id, &command).await.map_err(failed)?;
            }
            _ => break,
        }
    }
    let still = pressed.still.as_ref();
    match answer {
        Some(CommandOutcome::Committed(version) | CommandOutcome::Duplicate(version)) => {
            if command.kind == CommandKind::Roll {
                answer_lost_roll(&visit, pressed, command.clone(), version).await?;
            }
            let next = visit.handle.view_for(&[]).rematch;
            if let (CommandKind::Rematch, Some(next)) = (&command.kind, next) {
                return Ok(Redirect::to(&address(&next, still)).into_response());
            }
            let is_hint = matches!(command.kind, CommandKind::Ask(PlayerRequest::Hint));
            if pressed.live.is_some() {
                wait_for_bots(&visit.handle, QUICK_BOTS).await;
                return visit.answer(StatusCode::OK, None, pressed.query());
            }
            wait_for_bots(&visit.handle, if is_hint { HINT } else { BOTS }).await;
            let page = address(&id, still);
            let place = if is_hint { "told" } else { "board" };
            Ok(Redirect::to(&format!("{page}#{place}")).into_response())
        }
        Some(CommandOutcome::Stale(_)) => {
            let alert = Alert {
                title: "The game has moved on",
                says: "Something happened before your button arrived, so it was not pressed. \
                       This is how things stand now."
                    .to_owned(),
                rule: None,
            };
            visit.answer(StatusCode::CONFLICT, Some(alert), pressed.query())
        }
        Some(CommandOutcome::Rejected(rejection)) => {
            rejected(visit, pressed, &command.kind, &rejection)
        }
        None => Err(PageError::no_game()),
    }
}

/// Whether it is meant whatever has happened on the board meanwhile.
const fn is_about_the_seat(kind: &CommandKind) -> bool {
    matches!(
        kind,
        CommandKind::Join { .. }
            | CommandKind::Name(_)
            | CommandKind::Resign
            | CommandKind::Return
            | CommandKind::Abandon
    )
}

fn rejected(
    mut visit: Visit<'_>,
    pressed: &Pressed,
    kind: &CommandKind,
    rejection: &CommandError,
) -> Result<Response, PageError> {
    let alert = Alert {
        title: "That was not done",
        says: match kind {
            CommandKind::Act(action) => {
                let view = visit.handle.view_for(&visit.by);
                let mut prefs = visit.context.prefs;
                if pressed.typed.is_some() {
                    // It was written in notation, and is answered so.
                    prefs.look = Look::Diagram;
                }
                let viewer = Viewer::new(&view, prefs);
                let mut says = typed_moves::refusal(&viewer, action, rejection);
                // On the board nobody has to know how moves are written.
                if let Some(advice) = pressed
                    .typed
                    .as_ref()
                    .and_then(|_| typed_moves::advice(&viewer))
                {
                    says.push(' ');
                    says.push_str(&advice);
                }
                says
            }
            _ => sentence(&wording::command_error(rejection)),
        },
        rule: rejection.rule(),
    };
    if let CommandKind::Name(name) = kind {
        visit.context.refused_name = Some(name.clone());
    }
    visit.answer(
        StatusCode::UNPROCESSABLE_ENTITY,
        Some(alert),
        pressed.query(),
    )
}

/// Passes for whoever has rolled, if the roll lets nothing move: that is no choice,
/// and takes no press. If it cannot be done now, the page has a button for it.
///
/// Rules: L-14, L-29.
async fn answer_lost_roll(
    visit: &Visit<'_>,
    pressed: &Pressed,
    rolled: Command,
    version: u64,
) -> Result<(), PageError> {
    let view = visit.handle.view_for(&visit.by);
    let Some(pass) = lost_roll(&view.scene).filter(|_| view.version == version) else {
        return Ok(());
    };
    let action_id = action_id(&pressed.action_id, pressed.seat, &pass);
    let command = Command {
        expected_version: version,
        idempotency_key: action_id.map_err(|_| error(StatusCode::UNPROCESSABLE_ENTITY))?,
        kind: CommandKind::Act(pass),
        ..rolled
    };
    visit
        .app
        .service
        .execute(visit.handle.id(), &command)
        .await?;
    Ok(())
}

impl Pressed {
    /// The form of a seat that does something without a word of its own on the wire.
    pub(super) fn for_seat(
        action: &str,
        version: u64,
        action_id: String,
        seat: char,
        still: Option<String>,
    ) -> Self {
        Self {
            version,
            action_id,
            action: action.to_owned(),
            seat: Some(seat),
            still,
            live: None,
            typed: None,
        }
    }

    /// The query of the page that answers it.
    fn query(&self) -> GameQuery {
        GameQuery {
            shown: self.live.as_ref().and_then(|shown| shown.parse().ok()),
            ..GameQuery::by_form(self.still.as_ref())
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
