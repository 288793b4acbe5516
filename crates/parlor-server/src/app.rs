//! The state of every handler, and what handlers extract from a request.

pub(crate) mod address;
mod browser;
mod coding;

use std::borrow::Cow;

use axum_extra::extract::cookie::{Cookie, SameSite};

#[cfg(doc)]
use parlor_service::client_net::ClientNet;
use parlor_service::rate_limit::Rate;
use parlor_service::service::Service;
use parlor_table::key::KeyHash;

pub use address::Address;
pub(crate) use address::Client;
pub use browser::{BrowserKey, NewBrowser};
pub(crate) use coding::{AcceptedCoding, Coding};

/// Marks the response to somebody who has tried a code that is none: it counts as many requests.
#[derive(Clone, Copy, Debug)]
pub struct WrongTry;

/// The most bytes that the body of a request may have.
pub const LARGEST_BODY: usize = 16 * 1024;

/// The most bytes of a record that is brought from elsewhere: 50,000 plies with the time of each fit.
pub const LARGEST_RECORD: usize = 2 * 1024 * 1024;

/// The most bytes of a form that are read though they are too many, so that its sender sees why.
pub(crate) const MOST_DISCARDED: usize = 64 * 1024 * 1024;

/// The state of all handlers.
#[derive(Debug)]
pub struct App {
    /// The game service.
    pub service: Service,
    /// How the site is reached.
    pub site: Site,
}

/// The public address of the site, and its limits on clients.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The address by which people reach it, without a slash at its end, if it
    /// is not the one that they ask for: `https://games.example.org`.
    pub public_url: Option<String>,
    /// Whether it is behind a proxy, whose `X-Forwarded-For` is trusted.
    pub is_behind_proxy: bool,
    /// The limits on one client.
    pub limits: ClientLimits,
    /// Who may read `/metrics`.
    pub metrics: Audience,
}

/// The clients that may read something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Clients on this machine.
    #[default]
    ThisMachine,
    /// All clients.
    Everybody,
    /// Clients that send the token with this hash.
    Bearer(KeyHash),
}

impl Audience {
    /// Clients that send this token.
    pub fn with_token(token: &str) -> Self {
        Self::Bearer(KeyHash::of_text(token))
    }
}

/// The limits on one client, which is an address of IPv4 or a /64 of IPv6; the wider networks that it
/// is in have [higher ones](ClientNet::FACTORS). A rate of `None` is no limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientLimits {
    /// Requests of one client.
    pub address: Option<Rate>,
    /// Requests of one browser, or with one token.
    pub session: Option<Rate>,
    /// Messages for one seat, on all its sockets.
    pub player: Option<Rate>,
    /// Messages on the socket of a spectator.
    pub watcher: Option<Rate>,
    /// Open sockets in all; the last tenth is kept for those who hold a seat.
    pub most_sockets: usize,
    /// Open sockets of the spectators of one game.
    pub most_sockets_of_a_game: usize,
    /// Open sockets of one seat.
    pub most_sockets_of_a_seat: usize,
    /// Open sockets of one client.
    pub most_sockets_of_a_client: usize,
    /// Pictures of games that wait to be drawn for one client.
    pub most_pictures_of_a_client: usize,
    /// Records that wait to be read, verified or replayed for one client.
    pub most_records_of_a_client: usize,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            address: Some(Rate::new(200, 2_000)),
            session: Some(Rate::new(100, 1_000)),
            player: Some(Rate::new(5, 100)),
            watcher: Some(Rate::new(2, 50)),
            most_sockets: 10_000,
            most_sockets_of_a_game: 1_000,
            most_sockets_of_a_seat: 16,
            most_sockets_of_a_client: 100,
            most_pictures_of_a_client: 16,
            most_records_of_a_client: 4,
        }
    }
}

impl Site {
    /// A long-lived cookie for all pages, which scripts cannot read and forms of other sites do not
    /// send.
    pub(crate) fn cookie(
        &self,
        name: impl Into<Cow<'static, str>>,
        value: impl Into<Cow<'static, str>>,
    ) -> Cookie<'static> {
        let cookie = Cookie::build((name, value))
            .path("/")
            .http_only(true)
            .secure(self.is_secure())
            .same_site(SameSite::Lax)
            .max_age(time::Duration::days(400));
        cookie.build()
    }

    /// Whether the public address is https, so that cookies are for TLS only.
    pub fn is_secure(&self) -> bool {
        let url = self.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }
}
