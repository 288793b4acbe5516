//! Open sockets and streams: their limits in all, and for each game, seat and client, and when they are to go to
//! another node.

use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use parking_lot::Mutex;

use axum::Extension;
use axum::http::StatusCode;
use tokio::time::sleep;

use crate::api::ApiError;
use crate::app::{App, ClientLimits};
use parlor_service::client_net::ClientNet;
use parlor_service::counts::Counts;
use parlor_service::rate_limit::{Limiters, RateLimited};
use parlor_service::service::Service;
use parlor_service::usage::NetCounts;
use parlor_table::id::GameId;

/// One in this many sockets is reserved for clients with a seat.
const PLAYERS_SHARE: usize = 10;

/// A seat of a game.
type SeatOf = (GameId, char);

/// The open sockets.
#[derive(Debug)]
pub(super) struct Crowd {
    open: Mutex<OpenSockets>,
    limits: ClientLimits,
    /// How many each network has open, at all nodes.
    of_networks: Arc<NetCounts>,
    /// The message rate limits of the seats, each over all its sockets.
    seat_limiters: Option<Limiters<SeatOf>>,
}

#[derive(Debug, Default)]
struct OpenSockets {
    all: usize,
    /// Spectators of the games.
    watching: Counts<GameId>,
    of_seats: Counts<SeatOf>,
}

/// A client that opens a socket, or the stream of its games.
#[derive(Debug)]
pub(super) struct SocketClient {
    /// The game; `None` is all of a program's.
    pub(super) game: Option<GameId>,
    /// The client's seats; none for a spectator.
    pub(super) seats: Vec<char>,
    pub(super) net: ClientNet,
}

/// An open socket; dropping it frees its place.
#[derive(Debug)]
pub(super) struct Admission {
    crowd: Arc<Crowd>,
    client: SocketClient,
}

/// The limits for the routes that stay open.
pub(super) fn layer(app: &App) -> Extension<Arc<Crowd>> {
    let of_networks = Arc::clone(&app.service.usage().sockets);
    Extension(Arc::new(Crowd::new(app.site.limits.clone(), of_networks)))
}

impl Crowd {
    /// No sockets yet, within these limits.
    fn new(limits: ClientLimits, of_networks: Arc<NetCounts>) -> Self {
        Self {
            open: Mutex::default(),
            seat_limiters: limits.player.map(Limiters::new),
            limits,
            of_networks,
        }
    }

    /// Admits one more socket.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn enter(self: &Arc<Self>, client: SocketClient) -> Result<Admission, ApiError> {
        let mut open = self.open.lock();
        self.check(&open, &client)?;
        open.all += 1;
        self.of_networks.add(client.net.prefixes());
        open.watching.add(client.watched());
        open.of_seats.add(client.seats_of());
        metrics::gauge!("parlor_sockets_open").increment(1.0);
        Ok(Admission {
            crowd: Arc::clone(self),
            client,
        })
    }

    fn check(&self, sockets: &OpenSockets, client: &SocketClient) -> Result<(), ApiError> {
        let limits = &self.limits;
        for (network, factor) in client.net.shares() {
            let open = self.of_networks.of(&network);
            if open
                >= limits
                    .most_sockets_of_a_client
                    .saturating_mul(factor as usize)
            {
                let message = format!("{open} sockets are open from {network}; close one first");
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
            }
        }
        for seat in client.seats_of() {
            let open = sockets.of_seats.of(&seat);
            if open >= limits.most_sockets_of_a_seat {
                let letter = seat.1;
                let message = format!("seat {letter} has {open} open sockets; close one first");
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
            }
        }
        let all = limits.most_sockets;
        let is_full = match client.watched() {
            Some(game) => {
                sockets.all >= all - all / PLAYERS_SHARE
                    || sockets.watching.of(&game) >= limits.most_sockets_of_a_game
            }
            None => sockets.all >= all,
        };
        if is_full {
            let message = "too many sockets are open already; …/events returns the same events";
            let refusal = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(refusal.retry_after(10));
        }
        Ok(())
    }
}

impl SocketClient {
    /// A program that is told of all its games.
    pub(super) const fn program(net: ClientNet) -> Self {
        Self {
            game: None,
            seats: Vec::new(),
            net,
        }
    }

    fn seats_of(&self) -> impl Iterator<Item = SeatOf> {
        let game = self.game.iter();
        game.flat_map(|game| self.seats.iter().map(|&seat| (game.clone(), seat)))
    }

    /// The game, for a spectator.
    fn watched(&self) -> Option<GameId> {
        self.game.clone().filter(|_| self.seats.is_empty())
    }
}

impl Admission {
    /// Whether it is the place of somebody who had no seat when they came.
    pub(super) const fn is_of_spectator(&self) -> bool {
        self.client.seats.is_empty()
    }

    /// One more message of whoever holds this place, for the first of the seats.
    pub(super) fn step(&self) -> Result<(), RateLimited> {
        let seat = self.client.seats_of().next();
        match (&self.crowd.seat_limiters, seat) {
            (Some(seat_limiters), Some(seat)) => seat_limiters.step(&seat),
            _ => Ok(()),
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut open = self.crowd.open.lock();
        open.all -= 1;
        self.crowd.of_networks.remove(self.client.net.prefixes());
        open.watching.remove(self.client.watched());
        open.of_seats.remove(self.client.seats_of());
        metrics::gauge!("parlor_sockets_open").decrement(1.0);
    }
}

/// Waits until a socket or stream is to be opened again, at another node: the sockets of a server that drains
/// are spread over the middle half of that time. Before it the balancer has to see that the server is
/// not ready, and after it the last ones need a moment.
pub(super) async fn time_to_move(service: &Service) {
    static MOVED: AtomicU32 = AtomicU32::new(0);
    let drain = service.left().await;
    if drain.is_zero() {
        return core::future::pending().await;
    }
    // The golden ratio spreads whole numbers evenly (Knuth, TAOCP 3, 6.4).
    let number = MOVED.fetch_add(1, Ordering::Relaxed);
    let share = f64::from(number.wrapping_mul(0x9E37_79B9)) / f64::from(u32::MAX);
    sleep(drain.mul_f64(0.25 + share / 2.0)).await;
}
