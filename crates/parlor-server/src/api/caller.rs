//! The client of a request, and the game that it names.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::error::ApiError;
use crate::app::{App, BrowserKey, Client};
use parlor_service::client_net::ClientNet;
use parlor_service::service::{GameHandle, Maker};
use parlor_service::store::lobby::NewChallenge;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};

/// The game in the URL.
#[derive(Debug)]
pub(super) struct AddressedGame(pub(super) Arc<GameHandle>);

impl FromRequestParts<Arc<App>> for AddressedGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let path: Result<Path<String>, _> = Path::from_request_parts(parts, app).await;
        let Path(name) = path.map_err(|_| ApiError::no_game(""))?;
        let id: GameId = name.parse().map_err(|_| ApiError::no_game(&name))?;
        let asked = app.service.uptime();
        let handle = app.service.game(&id).await?;
        let took = app.service.uptime().saturating_sub(asked);
        parts.extensions.insert(LookupTime(took));
        handle.map(Self).ok_or_else(|| ApiError::no_game(&name))
    }
}

/// How long an [`AddressedGame`] was looked up, which is not the client's time.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookupTime(pub(super) Duration);

/// The client: a program with a seat's token, or a browser with its cookie. A token
/// is for its seat alone; an `Authorization` of another scheme, such as for a proxy
/// with a password, is ignored.
#[derive(Debug)]
pub(super) struct Caller {
    credential: Credential,
    browser: Option<KeyHash>,
    client: ClientNet,
}

/// The header `Authorization`.
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
        let credential = match token(&parts.headers) {
            None => Credential::Nothing,
            Some(token) => token.parse().map_or(Credential::NoKey, Credential::Key),
        };
        let client = Client::from_request_parts(parts, app).await?.net;
        Ok(Self {
            credential,
            browser,
            client,
        })
    }
}

/// The text in place of a request's token.
pub(crate) fn token(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    is_bearer.then_some(token.trim())
}

/// Whether a request has a token, well-formed or not.
pub(crate) fn shows_bearer(headers: &HeaderMap) -> bool {
    token(headers).is_some()
}

/// A request's token, if it is well-formed.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Key> {
    token(headers)?.parse().ok()
}

/// Who makes a game or looks for one: a program with its token, or a browser.
#[derive(Debug)]
pub(super) struct MakerOf(pub(super) Maker);

impl FromRequestParts<Arc<App>> for MakerOf {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        if shows_bearer(&parts.headers) {
            let Program(program) = Program::from_request_parts(parts, app).await?;
            return Ok(Self(Maker {
                is_program: true,
                ..client.making(Some(program))
            }));
        }
        let Ok(BrowserKey(browser)) = BrowserKey::from_request_parts(parts, app).await;
        Ok(Self(client.making(browser)))
    }
}

/// The hash of the token of a program.
#[derive(Debug)]
pub(super) struct Program(pub(super) KeyHash);

impl FromRequestParts<Arc<App>> for Program {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        Self::of(app, bearer(&parts.headers).as_ref()).await
    }
}

impl Program {
    async fn of(app: &App, key: Option<&Key>) -> Result<Self, ApiError> {
        match key {
            Some(key) if app.service.is_program(key).await? => Ok(Self(key.hash())),
            _ => Err(ApiError::unauthorized(
                "send the token of a program in the header Authorization: Bearer TOKEN; \
                 POST /api/programs gives one",
            )),
        }
    }
}

impl Caller {
    /// The client's seats; none for a spectator. A client with a seat counts as present, so that
    /// the game's bots play on.
    ///
    /// # Errors
    /// A token of another game.
    pub(super) fn seats(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        let seats = self.seats_without_attendance(handle)?;
        if !seats.is_empty() {
            handle.attended_by(self.client);
        }
        Ok(seats)
    }

    fn seats_without_attendance(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        match &self.credential {
            Credential::Nothing => {
                let held = self.browser.map(|browser| handle.held_by(&browser));
                Ok(held.unwrap_or_default())
            }
            Credential::Key(key) => {
                // That of a program, which may hold several.
                let mut seats = handle.held_by(&key.hash());
                if seats.is_empty() {
                    seats.extend(handle.seat_of(key));
                }
                if seats.is_empty() {
                    let message = "the token belongs to no seat of this game";
                    return Err(ApiError::unauthorized(message));
                }
                Ok(seats)
            }
            Credential::NoKey => Err(ApiError::unauthorized(
                "what follows Bearer in the header Authorization is not the 64 hexadecimal \
                 digits of a seat's token",
            )),
        }
    }

    /// The program whose token the client has sent.
    ///
    /// # Errors
    /// Another token, or none.
    pub(super) async fn program(&self, app: &App) -> Result<Program, ApiError> {
        let key = match &self.credential {
            Credential::Key(key) => Some(key),
            Credential::Nothing | Credential::NoKey => None,
        };
        Program::of(app, key).await
    }

    /// Counts a client as present that takes a seat.
    pub(super) fn attend(&self, handle: &GameHandle) {
        handle.attended_by(self.client);
    }

    /// Checks that the client has posted a challenge.
    ///
    /// # Errors
    /// Another's token, or none.
    pub(super) fn check_poster(&self, posted: &NewChallenge) -> Result<(), ApiError> {
        let is_own = match &self.credential {
            Credential::Key(key) => {
                let hash = key.hash();
                let is_of = |own: &KeyHash| own.is_of_same_key(&hash);
                is_of(&posted.key) || posted.browser.as_ref().is_some_and(is_of)
            }
            Credential::Nothing => self
                .browser
                .zip(posted.browser)
                .is_some_and(|(browser, poster)| browser.is_of_same_key(&poster)),
            Credential::NoKey => false,
        };
        let message = "only who has posted a challenge may ask for it; send its token in the header \
                       Authorization: Bearer TOKEN";
        is_own
            .then_some(())
            .ok_or_else(|| ApiError::unauthorized(message))
    }

    /// The client's seats, at least one.
    ///
    /// # Errors
    /// A token of another game, or no seat.
    pub(super) fn own_seats(&self, handle: &GameHandle) -> Result<Vec<char>, ApiError> {
        let seats = self.seats(handle)?;
        if seats.is_empty() {
            let message =
                "this needs a seat; send its token in the header Authorization: Bearer TOKEN";
            return Err(ApiError::unauthorized(message));
        }
        Ok(seats)
    }
}
