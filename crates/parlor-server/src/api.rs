//! The API: JSON over HTTP, and news over `WebSocket`s.
//!
//! What is sent is read strictly: a wrong or unknown field is named with its
//! value and refused. Every error is `{"error": {"message": …}}`.

mod action;
mod analysis;
mod body;
mod caller;
mod create;
mod crowd;
mod error;
mod event;
mod lobby;
mod openapi;
mod phrase;
mod program;
mod program_seat;
mod receipt;
mod reports;
mod socket;
mod state;

use std::sync::Arc;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{get, post};

use crate::app::App;

pub use action::read_action;
pub(crate) use body::too_large;
pub(crate) use caller::{bearer, shows_bearer, token};
pub use create::read_new_game;
pub use error::{ApiError, ErrorBody, ErrorDetail};
pub use lobby::read_challenge;
pub use socket::MAX_MESSAGE_BYTES;

/// Everything under `/api`, with its limits on sockets.
pub fn router(app: &App) -> Router<Arc<App>> {
    let open = Router::new()
        .route("/games/{id}/socket", get(socket::socket))
        .route("/programs/games", get(program::games))
        .layer(crowd::layer(app));
    let inside = Router::new()
        .route("/key", get(receipt::key))
        .route("/openapi.json", get(openapi::document))
        .route("/games", post(create::create))
        .route("/games/{id}", get(state::show))
        .route("/games/{id}/actions", post(action::act))
        .route("/games/{id}/phrases", post(phrase::say))
        .route("/games/{id}/events", get(event::events))
        .route("/games/{id}/record", get(state::record_text))
        .route("/games/{id}/record.json", get(state::record_json))
        .route("/games/{id}/log", get(state::log))
        .route("/games/{id}/receipt", get(receipt::receipt))
        .route(
            "/games/{id}/analysis",
            get(analysis::show).post(analysis::begin),
        )
        .route("/lobby", get(lobby::lobby))
        .route("/lobby/challenges", post(lobby::post))
        .route(
            "/lobby/challenges/{id}",
            get(lobby::show).delete(lobby::withdraw),
        )
        .route("/lobby/challenges/{id}/accept", post(lobby::accept))
        .route("/lobby/reports", post(reports::report))
        .route("/programs", post(program::register))
        .merge(open)
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_so);
    Router::new().nest("/api", inside)
}

async fn nothing_here(uri: Uri) -> ApiError {
    let path = uri.path();
    let message = format!("there is nothing at /api{path}; /api/openapi.json says what there is");
    ApiError::new(StatusCode::NOT_FOUND, message)
}

async fn not_so(method: Method) -> ApiError {
    let message = format!("{method} is not for this address; the header Allow says what is");
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
}
