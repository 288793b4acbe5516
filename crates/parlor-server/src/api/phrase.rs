//! Saying one of the fixed phrases.

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

/// Something to be said.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewPhrase)]
pub(super) struct PhraseRequest {
    /// `hello`, `good-luck`, `well-played`, `thanks`, `oops`, `one-moment`,
    /// `back`, `good-game` or `bye`.
    #[schema(max_length = 16, example = "thanks")]
    phrase: String,
    /// For which seat, where the sender has several.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 1, nullable = false)]
    seat: Option<char>,
}

/// Something that was said.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SaidPhrase {
    said: SpokenResponse,
}

/// What was said, and by whom.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Spoken)]
struct SpokenResponse {
    /// Its number, from 1; after a restart it begins anew.
    number: u64,
    /// Who said it.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The word for it.
    #[schema(example = "thanks")]
    phrase: &'static str,
    /// What people read.
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

/// Say something.
///
/// It is one of a few phrases, told to everybody who looks at the game, and is
/// not written down: it is no part of the game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/phrases",
    operation_id = "say",
    params(("id" = String, Path, description = "The game's name")),
    request_body = PhraseRequest,
    responses(
        (status = 200, description = "It is said.", body = SaidPhrase),
        (status = 400, description = "The body is wrong.", body = ErrorBody),
        (status = 401, description = "Nobody's seat.", body = ErrorBody),
        (status = 404, description = "There is no such game.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
        (status = 422, description = "The seat cannot say anything: nobody has joined, or a bot \
            has taken it.", body = ErrorBody),
        (status = 429, description = "The seat has said much of late; Retry-After says when to \
            say more.", body = ErrorBody),
    ),
    security(("seat" = []), ("browser" = [])),
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
