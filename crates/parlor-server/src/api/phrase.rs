//! Chat: sending one of the fixed phrases.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Body;
use super::caller::{AddressedGame, Caller};
use super::error::{ApiError, ErrorBody};
use crate::app::App;
use crate::wording::chat_error;
use parlor_service::phrase::{ChatMessage, Phrase};
use parlor_service::service::ChatError;

/// A phrase to send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPhrase)]
pub(super) struct PhraseRequest {
    /// `hello`, `good-luck`, `well-played`, `thanks`, `oops`, `one-moment`,
    /// `back`, `good-game` or `bye`.
    #[schema(max_length = 16, example = "thanks")]
    phrase: String,
    /// The seat, if the client has several.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 1, nullable = false)]
    seat: Option<char>,
}

/// A phrase that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SaidPhrase {
    said: SpokenResponse,
}

/// A phrase and its sender.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Spoken)]
struct SpokenResponse {
    /// The phrase's number, from 1; a restart of the server begins again at 1.
    number: u64,
    /// The sender's seat.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The phrase's word.
    #[schema(example = "thanks")]
    phrase: &'static str,
    /// The phrase as shown to people.
    #[schema(example = "Thanks!")]
    text: &'static str,
}

impl From<ChatMessage> for SaidPhrase {
    fn from(spoken: ChatMessage) -> Self {
        Self {
            said: SpokenResponse {
                number: spoken.number,
                seat: spoken.seat,
                phrase: spoken.phrase.word(),
                text: spoken.phrase.text(),
            },
        }
    }
}

/// Send a phrase.
///
/// All who watch the game see it. It is not stored and is no part of the game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/phrases",
    operation_id = "say",
    params(("id" = String, Path, description = "The game's name")),
    request_body = PhraseRequest,
    responses(
        (status = 200, description = "The phrase is sent.", body = SaidPhrase),
        (status = 400, description = "The body is invalid.", body = ErrorBody),
        (status = 401, description = "The request acts for no seat.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
        (status = 422, description = "The seat cannot send phrases: nobody has joined, or a bot \
            has taken it.", body = ErrorBody),
        (status = 429, description = "The seat has sent too many phrases; Retry-After gives \
            the wait.", body = ErrorBody),
    ),
    security(("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn say(
    State(app): State<Arc<App>>,
    AddressedGame(handle): AddressedGame,
    caller: Caller,
    Body(request): Body<PhraseRequest>,
) -> Result<Json<SaidPhrase>, ApiError> {
    let seats = caller.own_seats(&handle)?;
    let PhraseRequest { phrase, seat } = request;
    let phrase: Phrase = phrase.parse().map_err(|error| {
        let refusal = ApiError::bad(format!("{error}"));
        refusal.about("phrase").given(phrase.as_str())
    })?;
    let spoken = app.service.say(&handle, &seats, seat, phrase);
    Ok(Json(spoken.map_err(refused)?.into()))
}

fn refused(error: ChatError) -> ApiError {
    let message = chat_error(error);
    match error {
        ChatError::RateLimited(limited) => {
            let refusal = ApiError::new(StatusCode::TOO_MANY_REQUESTS, message);
            refusal.retry_after(limited.seconds())
        }
        ChatError::NoSeat => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message),
    }
}
