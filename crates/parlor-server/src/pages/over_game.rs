//! A game that is over, asked for by a browser.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;

use super::PageError;
use super::extractors::Path;
use super::game::find;
use crate::app::{App, BrowserKey, NewBrowser};
use parlor_service::service::GameHandle;
use parlor_table::table::{GameView, Status};

/// The game of an address, as the browser sees it; one that goes on leads to its own page.
pub(super) struct OverGame {
    pub(super) handle: Arc<GameHandle>,
    pub(super) view: GameView,
    /// The browser's own cookie: a form that is sent twice comes from the same browser both times.
    pub(super) cookie: CookieJar,
}

impl FromRequestParts<Arc<App>> for OverGame {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let refused = |error: PageError| error.into_response();
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(id) = path.map_err(refused)?;
        let handle = find(app, &id).await.map_err(refused)?;
        let browser = BrowserKey::from_request_parts(parts, app).await;
        let browser = browser.unwrap_or_else(|never| match never {});
        let by = browser
            .0
            .map_or_else(Vec::new, |browser| handle.held_by(&browser));
        let new = NewBrowser::of(browser, app).map_err(|error| refused(error.into()))?;
        let view = handle.view_for(&by);
        if view.status != Status::Over {
            return Err(Redirect::to(&format!("/games/{}", view.id)).into_response());
        }
        Ok(Self {
            handle,
            view,
            cookie: new.cookie,
        })
    }
}
