//! Actions in a game.

use core::time::Duration;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{self, Body};
use super::caller::{AddressedGame, Caller, LookupTime};
use super::error::{ApiError, ErrorBody};
use super::program_seat::{Invited, own_seats};
use super::receipt::ReceiptResponse;
use crate::app::App;
use crate::wording;
use parlor_service::service::{CommandOutcome, GameHandle, ServiceError, checked_name};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::IdempotencyKey;

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Action, example = json!({"version": 2, "action_id": "8d1f0c", "action": "roll"}))]
pub(super) struct ActionRequest {
    /// The version of the game that the client last saw.
    version: u64,
    /// An idempotency key: 1 to 64 visible ASCII characters, new for each action.
    /// A repeated request with the same key is executed once.
    #[schema(value_type = String, min_length = 1, max_length = 64, pattern = "^[!-~]+$")]
    pub(super) action_id: IdempotencyKey,
    /// `roll`, an action in notation, `resign`, `offer-draw`, `accept-draw`,
    /// `decline-draw`, `ask-undo`, `allow-undo`, `refuse-undo`, `ask-hint`,
    /// `allow-hint`, `refuse-hint`, `return`,
    /// `abandon`, `rematch`, `join`, `commit:` with the seat's commitment to bytes for
    /// the dice, or `reveal:` with the bytes, both in hexadecimal.
    #[schema(min_length = 1, max_length = 519, example = "roll")]
    action: String,
    /// The seat, if the client has several.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 1, nullable = false)]
    seat: Option<char>,
    /// With `join` or `commit:…`: the player's name.
    #[schema(max_length = 40, nullable = false)]
    name: Option<String>,
    /// With `join` or `commit:…` and the token of a program as bearer: the token of the invited seat, which
    /// the program takes.
    #[schema(pattern = "^[0-9a-f]{64}$", nullable = false)]
    seat_token: Option<String>,
}

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "result", rename_all = "lowercase")]
pub(super) enum ActionResult {
    /// The action is stored under this version.
    Committed {
        /// The version.
        version: u64,
        /// Proof of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        receipt: Option<ReceiptResponse>,
    },
    /// The action was stored before, under this version.
    Duplicate {
        /// The version.
        version: u64,
        /// Proof of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        receipt: Option<ReceiptResponse>,
    },
    /// The action is not executed: the game is at this version, which the client has
    /// not seen.
    Stale {
        /// The version.
        version: u64,
    },
    /// The action is not executed.
    Rejected {
        /// The rule that forbids it, if any.
        #[schema(example = "K-7")]
        rule: Option<&'static str>,
        /// The reason, and what is allowed.
        message: String,
    },
}

impl ActionResult {
    const fn status(&self) -> StatusCode {
        match self {
            Self::Committed { .. } | Self::Duplicate { .. } => StatusCode::OK,
            Self::Stale { .. } => StatusCode::CONFLICT,
            Self::Rejected { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl ActionResult {
    fn of(answer: CommandOutcome, receipt: Option<ReceiptResponse>) -> Self {
        match answer {
            CommandOutcome::Committed(version) => Self::Committed { version, receipt },
            CommandOutcome::Duplicate(version) => Self::Duplicate { version, receipt },
            CommandOutcome::Stale(version) => Self::Stale { version },
            CommandOutcome::Rejected(error) => Self::Rejected {
                rule: error.rule(),
                message: wording::command_error(&error),
            },
        }
    }
}

/// Execute an action.
///
/// `committed` means that it is on disk. A client that gets no response repeats the request with
/// the same `action_id` and gets the result: while the game is in progress, and for a day after its
/// end.
#[utoipa::path(
    post,
    path = "/api/games/{id}/actions",
    operation_id = "act",
    params(("id" = String, Path, description = "The game's name")),
    request_body(content = ActionRequest, examples(
        ("play in Kuba" = (value = json!({"version": 1, "action_id": "1", "action": "65F"}))),
        ("roll in Ludo" = (value = json!({"version": 1, "action_id": "2", "action": "roll"}))),
        ("move in Ludo" = (value = json!({"version": 2, "action_id": "3", "action": "A6p"}))),
        ("take a seat" = (value = json!({"version": 1, "action_id": "4", "action": "join",
            "seat": "A", "name": "Ann"}))),
        ("take a seat for a program" = (value = json!({"version": 1, "action_id": "10", "action": "join",
            "name": "Rook", "seat_token": "6f1c…"}))),
        ("commit to bytes" = (value = json!({"version": 1, "action_id": "5",
            "action": "commit:923fa22ff7354f958aab6ae9073c2164c633de6cd6b6170cccde8a35b4623a5d"}))),
        ("reveal them" = (value = json!({"version": 2, "action_id": "6",
            "action": "reveal:616161"}))),
        ("ask for a draw" = (value = json!({"version": 3, "action_id": "7",
            "action": "offer-draw"}))),
        ("give up" = (value = json!({"version": 4, "action_id": "8", "action": "resign"}))),
        ("play again" = (value = json!({"version": 5, "action_id": "9", "action": "rematch"}))),
    )),
    responses(
        (status = 200, description = "The action is executed, now or before.", body = ActionResult,
            example = json!({"result": "committed", "version": 3})),
        (status = 400, description = "The body is invalid.", body = ErrorBody),
        (status = 401, description = "The request acts for no seat, or has a seat_token and no token of a \
            program.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
        (status = 409, description = "The client has not seen the current version; nothing is changed.", body = ActionResult,
            example = json!({"result": "stale", "version": 7})),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
        (status = 422, description = "The action is not allowed; nothing is changed.", body = ActionResult,
            example = json!({"result": "rejected", "rule": "K-7", "message": "…"})),
    ),
    security(("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn act(
    State(app): State<Arc<App>>,
    AddressedGame(handle): AddressedGame,
    Extension(LookupTime(waited)): Extension<LookupTime>,
    caller: Caller,
    Body(mut request): Body<ActionRequest>,
) -> Result<(StatusCode, Json<ActionResult>), ApiError> {
    let outcome = if let Some(token) = request.seat_token.take() {
        let invited = Invited::of(&app, &handle, &caller, &token).await?;
        take_seat(&app, &handle, &invited, request, waited).await?
    } else {
        let seats = own_seats(&app, &handle, &caller).await?;
        execute(&app, &handle, seats, request, waited).await?
    };
    Ok((outcome.status(), Json(outcome)))
}

/// Lets a program join at a free seat, which it holds by its own token from then on.
async fn take_seat(
    app: &App,
    handle: &GameHandle,
    invited: &Invited,
    request: ActionRequest,
    waited: Duration,
) -> Result<ActionResult, ApiError> {
    let mut command = prepared(app, handle, vec![invited.seat], request)?;
    command.kind = invited.marked(handle, command.kind)?;
    let result = executed(app, handle, &command, waited).await?;
    let is_taken = match result {
        ActionResult::Committed { .. } => true,
        // A person may have joined by the same action_id, which everybody sees.
        ActionResult::Duplicate { .. } => invited.is_marked(handle),
        ActionResult::Stale { .. } | ActionResult::Rejected { .. } => false,
    };
    if is_taken {
        invited.hold(app, handle).await?;
    }
    Ok(result)
}

/// Executes an action for the holder of these seats, who has waited so long for the server.
pub(super) async fn execute(
    app: &App,
    handle: &GameHandle,
    by: Vec<char>,
    request: ActionRequest,
    waited: Duration,
) -> Result<ActionResult, ApiError> {
    if request.seat_token.is_some() {
        let message = "a program takes a seat by POST /api/games/ID/actions, and not by a socket";
        return Err(ApiError::bad(message).about("seat_token"));
    }
    let command = prepared(app, handle, by, request)?;
    executed(app, handle, &command, waited).await
}

/// The command of an action, with bytes for the dice where the server draws them.
fn prepared(
    app: &App,
    handle: &GameHandle,
    by: Vec<char>,
    request: ActionRequest,
) -> Result<Command, ApiError> {
    let mut command = request.command(by)?;
    if let CommandKind::Join { dice, name } = &mut command.kind {
        // A program is called the same in a rematch, so that its name goes on saying what it is.
        let view = handle.view_for(&command.by);
        let mut own = view.seats.iter().filter(|seat| seat.is_yours);
        name.take_if(|_| own.any(|seat| seat.is_program));
        // Who commits to nothing leaves it to the server.
        if dice.commitment.is_none() && handle.view_for(&[]).dice.is_some() {
            *dice = app
                .service
                .drawn_contribution()
                .map_err(ServiceError::from)?;
        }
    }
    Ok(command)
}

/// Executes a command, and proves what was done.
async fn executed(
    app: &App,
    handle: &GameHandle,
    command: &Command,
    waited: Duration,
) -> Result<ActionResult, ApiError> {
    let service = &app.service;
    let answer = service.execute_after(handle.id(), command, waited).await;
    let answer = answer.map_err(|error| ApiError::of_action(&error))?;
    let answer = answer.ok_or_else(|| ApiError::no_game(handle.id().as_str()))?;
    let receipt = match answer {
        CommandOutcome::Committed(version) | CommandOutcome::Duplicate(version) => {
            let receipt = app.service.receipt(handle, version).await;
            // What is done is done, with or without a receipt.
            let receipt = receipt.inspect_err(|error| tracing::warn!(%error, "no receipt"));
            receipt.ok().flatten().map(ReceiptResponse::from)
        }
        CommandOutcome::Stale(_) | CommandOutcome::Rejected(_) => None,
    };
    Ok(ActionResult::of(answer, receipt))
}

/// Reads the body that orders an action.
///
/// # Errors
/// What is wrong with it, with the field and its value.
pub fn read_action(bytes: &[u8]) -> Result<Command, ApiError> {
    body::read::<ActionRequest>(bytes)?.command(Vec::new())
}

impl ActionRequest {
    /// The order of whoever speaks for these seats.
    fn command(self, by: Vec<char>) -> Result<Command, ApiError> {
        let mut kind: CommandKind = self.action.parse().map_err(|error| {
            let refusal = ApiError::bad(wording::parse_command_error(error));
            refusal.about("action").given(self.action.as_str())
        })?;
        if let Some(new) = self.name {
            let CommandKind::Join { name, .. } = &mut kind else {
                let refusal = ApiError::bad("a name is given with join or commit:… only");
                return Err(refusal.about("name").given(new));
            };
            let wrong = |error| ApiError::bad(wording::name_error(&error));
            let checked = checked_name(&new).map_err(wrong);
            *name = Some(checked.map_err(|error| error.about("name").given(new))?);
        }
        Ok(Command {
            expected_version: self.version,
            idempotency_key: self.action_id,
            by,
            seat: self.seat,
            kind,
        })
    }
}
