//! The routes: pages, the API, and the middleware in front of both.

mod compress;
mod measure;
mod middleware;
mod origin;

use std::sync::Arc;

use axum::Router;

use crate::app::App;
use crate::{api, pages};

pub(crate) use self::measure::begin as begin_to_count;

/// Every route of the server.
pub fn router(app: App) -> Router {
    let app = Arc::new(app);
    let inside = Router::new()
        .merge(pages::router())
        .merge(api::router(&app))
        .merge(measure::router());
    compress::compress(middleware::guard(inside, &app)).with_state(app)
}
