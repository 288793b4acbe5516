//! The pages: plain HTML and SVG that need no script.

use std::sync::Arc;

use axum::Router;

use crate::web::App;

/// Every page.
pub fn router() -> Router<Arc<App>> {
    Router::new()
}
