//! The analysis of a game that is over.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Body;
use super::caller::AddressedGame;
use super::error::{ApiError, ErrorBody};
use crate::app::{App, Client};
use crate::wording::study_refusal;
use parlor_service::service::GameHandle;
use parlor_service::studies::{StudyProgress, StudyRefusal, StudyState};
use parlor_table::table::Status;

/// The seconds after which one may ask again for an analysis that is under way.
const AGAIN_SECONDS: u64 = 1;

/// Nothing has to be said of an analysis.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewAnalysis)]
pub(super) struct AnalysisRequest {}

/// How far an analysis is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalysisProgress)]
pub(super) struct ProgressResponse {
    /// The plies that are judged; 0 while the analysis waits for its turn.
    #[schema(example = 12)]
    judged: usize,
    /// All plies.
    #[schema(example = 49)]
    plies: usize,
}

impl From<StudyProgress> for ProgressResponse {
    fn from(progress: StudyProgress) -> Self {
        Self {
            judged: progress.judged,
            plies: progress.plies,
        }
    }
}

/// Begin to analyze a game.
///
/// Anybody who may see the game may ask. Each analysis is made once, in turns with the bots, and kept
/// as long as there is room.
#[utoipa::path(
    post,
    path = "/api/games/{id}/analysis",
    operation_id = "beginAnalysis",
    params(("id" = String, Path, description = "The game's name")),
    request_body = AnalysisRequest,
    responses(
        (status = 200, description = "The analysis, which is there already.", body = serde_json::Value),
        (status = 202, description = "It waits for its turn, or is being made.", body = ProgressResponse),
        (status = 400, description = "The body is invalid.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
        (status = 409, description = "The game is not over.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
        (status = 422, description = "The game cannot be analyzed: it has no ply, or too many.", body = ErrorBody),
        (status = 429, description = "Too many analyses wait for this client; Retry-After gives the wait.",
            body = ErrorBody),
    ),
)]
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    AddressedGame(handle): AddressedGame,
    client: Client,
    Body(AnalysisRequest {}): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    check(&handle)?;
    let record = || handle.table().record();
    let begun = app
        .service
        .begin_study(handle.id().as_str(), record, client.net);
    answer(begun.map_err(|refusal| refused(&refusal))?)
}

/// Get the analysis of a game.
///
/// It is what `parlor GAME analyse RECORD --json` prints of the game's record.
#[utoipa::path(
    get,
    path = "/api/games/{id}/analysis",
    operation_id = "readAnalysis",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The analysis.", body = serde_json::Value),
        (status = 202, description = "It waits for its turn, or is being made.", body = ProgressResponse),
        (status = 404, description = "No such game, or nobody has asked for its analysis.", body = ErrorBody),
        (status = 409, description = "The game is not over.", body = ErrorBody),
    ),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    AddressedGame(handle): AddressedGame,
) -> Result<Response, ApiError> {
    check(&handle)?;
    answer(app.service.study(handle.id().as_str()))
}

/// Checks that a game is over.
fn check(handle: &GameHandle) -> Result<(), ApiError> {
    if handle.view_for(&[]).status == Status::Over {
        return Ok(());
    }
    let message = "the game is not over; it can be analyzed once it is";
    Err(ApiError::new(StatusCode::CONFLICT, message))
}

fn answer(state: StudyState) -> Result<Response, ApiError> {
    match state {
        StudyState::Kept(study) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static("application/json")),
                (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            ];
            Ok((headers, format!("{}\n", study.json())).into_response())
        }
        StudyState::UnderWay(progress) => {
            let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
            let progress = Json(ProgressResponse::from(progress));
            Ok((StatusCode::ACCEPTED, headers, progress).into_response())
        }
        StudyState::Unknown => Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "there is no analysis of this game yet; POST {} to this address begins it",
        )),
        StudyState::Failed => Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this game could not be analyzed; the server's log has the reason",
        )),
    }
}

fn refused(refusal: &StudyRefusal) -> ApiError {
    let message = study_refusal(refusal);
    match refusal {
        StudyRefusal::Game(_) | StudyRefusal::TooLong { .. } => {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
        }
        StudyRefusal::ClientHasMany { .. } => {
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(AGAIN_SECONDS)
        }
        StudyRefusal::AllBusy => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(AGAIN_SECONDS)
        }
    }
}
