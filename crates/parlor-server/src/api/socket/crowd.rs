//! How many sockets are open, in all and for each game, seat and client.

use std::sync::Arc;

use parking_lot::Mutex;

use axum::http::StatusCode;

use crate::api::ApiError;
use crate::app::ClientLimits;
use parlor_service::client_net::{ClientNet, Prefix};
use parlor_service::counts::Counts;
use parlor_service::rate_limit::{Limiters, RateLimited};
use parlor_table::id::GameId;

/// Which part of all sockets only those open who hold a seat.
const KEPT_FOR_PLAYERS: usize = 10;

/// A seat of a game.
type SeatOf = (GameId, char);

/// The open sockets.
#[derive(Debug)]
pub(in crate::api) struct Crowd {
    open: Mutex<OpenSockets>,
    limits: ClientLimits,
    /// The paces of the seats, each over all its sockets.
    seat_limiters: Option<Limiters<SeatOf>>,
}

#[derive(Debug, Default)]
struct OpenSockets {
    all: usize,
    /// Spectators of the games.
    watching: Counts<GameId>,
    of_seats: Counts<SeatOf>,
    of_networks: Counts<Prefix>,
}

/// Who comes, and for what.
#[derive(Debug)]
pub(super) struct SocketVisit {
    pub(super) game: GameId,
    /// The seats that the visitor holds; none of a spectator.
    pub(super) seats: Vec<char>,
    pub(super) client: ClientNet,
}

/// A place in the crowd, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Admission {
    crowd: Arc<Crowd>,
    visit: SocketVisit,
}

impl Crowd {
    /// Nobody yet, within these limits.
    pub(super) fn new(limits: ClientLimits) -> Self {
        Self {
            open: Mutex::default(),
            seat_limiters: limits.player.map(Limiters::new),
            limits,
        }
    }

    /// Lets one more in.
    ///
    /// # Errors
    /// When there are too many already.
    pub(super) fn enter(self: &Arc<Self>, visit: SocketVisit) -> Result<Admission, ApiError> {
        let mut open = self.open.lock();
        self.check(&open, &visit)?;
        open.all += 1;
        open.of_networks.add(visit.client.prefixes());
        open.watching.add(visit.watched());
        open.of_seats.add(visit.seats_of());
        metrics::gauge!("parlor_sockets_open").increment(1.0);
        Ok(Admission {
            crowd: Arc::clone(self),
            visit,
        })
    }

    fn check(&self, sockets: &OpenSockets, visit: &SocketVisit) -> Result<(), ApiError> {
        let limits = &self.limits;
        for (network, factor) in visit.client.shares() {
            let open = sockets.of_networks.of(&network);
            if open
                >= limits
                    .most_sockets_of_a_client
                    .saturating_mul(factor as usize)
            {
                let message = format!("{open} sockets are open from {network}; close one first");
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
            }
        }
        for seat in visit.seats_of() {
            let open = sockets.of_seats.of(&seat);
            if open >= limits.most_sockets_of_a_seat {
                let letter = seat.1;
                let message = format!("seat {letter} has {open} open sockets; close one first");
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
            }
        }
        let all = limits.most_sockets;
        let is_full = if visit.seats.is_empty() {
            sockets.all >= all - all / KEPT_FOR_PLAYERS
                || sockets.watching.of(&visit.game) >= limits.most_sockets_of_a_game
        } else {
            sockets.all >= all
        };
        if is_full {
            let message = "too many sockets are open already; …/events tells the same";
            let refusal = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(refusal.retry_after(10));
        }
        Ok(())
    }
}

impl SocketVisit {
    fn seats_of(&self) -> impl Iterator<Item = SeatOf> {
        self.seats.iter().map(|&seat| (self.game.clone(), seat))
    }

    /// The game that the visitor only watches.
    fn watched(&self) -> Option<GameId> {
        self.seats.is_empty().then(|| self.game.clone())
    }
}

impl Admission {
    /// Whether it is the place of somebody who had no seat when they came.
    pub(super) const fn is_of_spectator(&self) -> bool {
        self.visit.seats.is_empty()
    }

    /// One more message of whoever holds this place, for the first of the seats.
    pub(super) fn step(&self) -> Result<(), RateLimited> {
        let seat = self.visit.seats_of().next();
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
        open.of_networks.remove(self.visit.client.prefixes());
        open.watching.remove(self.visit.watched());
        open.of_seats.remove(self.visit.seats_of());
        metrics::gauge!("parlor_sockets_open").decrement(1.0);
    }
}
