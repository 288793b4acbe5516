//! Browsers, which are identified by a secret cookie alone.

use core::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;

use super::App;
use parlor_table::key::{Key, KeyHash};
use parlor_table::randomness::RandomnessError;

/// The browser of a request, if it has our cookie.
#[derive(Clone, Copy, Debug)]
pub struct BrowserKey(pub Option<KeyHash>);

impl FromRequestParts<Arc<App>> for BrowserKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let jar = CookieJar::from_headers(&parts.headers);
        let key = jar
            .get(name(app))
            .and_then(|cookie| cookie.value().parse::<Key>().ok());
        Ok(Self(key.map(|key| key.hash())))
    }
}

/// The browser of a request; a new one gets a cookie.
#[derive(Debug)]
pub struct NewBrowser {
    /// The hash of its key.
    pub hash: KeyHash,
    /// The cookie to send with the response.
    pub cookie: CookieJar,
}

impl NewBrowser {
    /// The browser of the request, or a new one.
    ///
    /// # Errors
    /// Without randomness there can be no new one.
    pub fn of(BrowserKey(known): BrowserKey, app: &App) -> Result<Self, RandomnessError> {
        if let Some(hash) = known {
            return Ok(Self {
                hash,
                cookie: CookieJar::new(),
            });
        }
        let key = Key::draw(app.service.randomness())?;
        let cookie = app.site.cookie(name(app), key.reveal());
        Ok(Self {
            hash: key.hash(),
            cookie: CookieJar::new().add(cookie),
        })
    }
}

/// The cookie's name. Over TLS it says that it is this host's alone.
fn name(app: &App) -> &'static str {
    if app.site.is_secure() {
        "__Host-parlor"
    } else {
        "parlor"
    }
}
