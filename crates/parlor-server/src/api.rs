//! The API: JSON over HTTP, and news over `WebSocket`s.

use std::sync::Arc;

use axum::Router;

use crate::web::App;

/// Everything under `/api`, and what those who keep the server running ask.
pub fn router() -> Router<Arc<App>> {
    Router::new()
}
