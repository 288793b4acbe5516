//! The web server: pages, the API beside them, and the doors before both.

mod browser;
mod doors;

use std::sync::Arc;

use axum::Router;

use crate::service::Service;
use crate::{api, pages};

pub use browser::{Browser, NewBrowser};

/// What every handler has at hand.
#[derive(Debug)]
pub struct App {
    /// The game service.
    pub service: Service,
    /// How the site is reached.
    pub site: Site,
}

/// How the site is reached, and how much of it one visitor may take.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The address by which people reach it, without a slash at its end, if it
    /// is not the one that they ask for: `https://games.example.org`.
    pub public_url: Option<String>,
    /// Whether it stands behind a proxy, whose `X-Forwarded-For` is believed.
    pub is_behind_proxy: bool,
}

impl Site {
    /// Whether people reach it by TLS, so that cookies are sent only so.
    pub fn is_secure(&self) -> bool {
        let url = self.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }
}

/// Everything that the server answers to.
pub fn router(app: App) -> Router {
    let app = Arc::new(app);
    let inside = Router::new().merge(pages::router()).merge(api::router());
    doors::guard(inside, &app).with_state(app)
}
