//! Who calls the API, and about which game.

use core::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::error::ApiError;
use crate::app::{App, BrowserKey, Client};
use parlor_service::client_net::ClientNet;
use parlor_service::service::GameHandle;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};

/// The game that the address names.
#[derive(Debug)]
pub(super) struct AddressedGame(pub(super) Arc<GameHandle>);

impl FromRequestParts<Arc<App>> for AddressedGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let path: Result<Path<String>, _> = Path::from_request_parts(parts, app).await;
        let Path(name) = path.map_err(|_| ApiError::no_game(""))?;
        let id: GameId = name.parse().map_err(|_| ApiError::no_game(&name))?;
        let handle = app.service.game(&id).await?;
        handle.map(Self).ok_or_else(|| ApiError::no_game(&name))
    }
}

/// Who calls: a program that shows a seat's token, or a browser with its
/// cookie. Who shows a token speaks for its seat and for no other; what is shown
/// to somebody else, such as a proxy that asks for a password, is not for us.
#[derive(Debug)]
pub(super) struct Caller {
    shown: Credential,
    browser: Option<KeyHash>,
    client: ClientNet,
}

/// What the header says.
#[derive(Debug)]
enum Credential {
    Nothing,
    Key(Key),
    NoKey,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let BrowserKey(browser) = BrowserKey::from_request_parts(parts, app).await?;
        let shown = match token(&parts.headers) {
            None => Credential::Nothing,
            Some(token) => token.parse().map_or(Credential::NoKey, Credential::Key),
        };
        let client = Client::from_request_parts(parts, app).await?.net;
        Ok(Self {
            shown,
            browser,
            client,
        })
    }
}

/// What a request shows as a token.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    is_bearer.then_some(token.trim())
}

/// Whether a request speaks by a token, be it one or not.
pub(crate) fn shows_bearer(headers: &HeaderMap) -> bool {
    token(headers).is_some()
}

/// The token that a request shows, if it is one.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Key> {
    token(headers)?.parse().ok()
}

impl Caller {
    /// The seats that the caller speaks for; none for a spectator. Who has one is here, so that
    /// the bots of the game go on.
    ///
    /// # Errors
    /// A token that is not of this game.
    pub(super) fn seats(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        let seats = self.shown_seats(handle)?;
        if !seats.is_empty() {
            handle.attended_by(self.client);
        }
        Ok(seats)
    }

    fn shown_seats(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        match &self.shown {
            Credential::Nothing => {
                let held = self.browser.map(|browser| handle.held_by(&browser));
                Ok(held.unwrap_or_default())
            }
            Credential::Key(key) => match handle.seat_of(key) {
                Some(seat) => Ok(vec![seat]),
                None => Err(ApiError::unauthorized(
                    "the token is of no seat of this game",
                )),
            },
            Credential::NoKey => Err(ApiError::unauthorized(
                "what follows Bearer in the header Authorization is not the 64 hexadecimal \
                 digits of a seat's token",
            )),
        }
    }

    /// The seats that the caller speaks for, at least one.
    ///
    /// # Errors
    /// A token that is not of this game, or no seat.
    pub(super) fn own_seats(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        let seats = self.seats(handle)?;
        if seats.is_empty() {
            let message = "only who holds a seat can do that; send its token, with the header \
                           Authorization: Bearer TOKEN";
            return Err(ApiError::unauthorized(message));
        }
        Ok(seats)
    }
}
