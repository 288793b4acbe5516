//! How many sockets are open, in all and for each game, seat and visitor.

use core::hash::Hash;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;

use crate::api::Refusal;
use crate::id::GameId;
use crate::web::{Household, Limits, Paces, TooFast};

/// Which part of all sockets only those open who hold a seat.
const KEPT_FOR_PLAYERS: usize = 10;

/// A seat of a game.
type SeatOf = (GameId, char);

/// The open sockets.
#[derive(Debug)]
pub(in crate::api) struct Crowd {
    counts: Mutex<Counts>,
    limits: Limits,
    /// The paces of the seats, each over all its sockets.
    paces: Option<Paces<SeatOf>>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    /// Spectators of the games.
    watching: HashMap<GameId, usize>,
    of_seats: HashMap<SeatOf, usize>,
    of_households: HashMap<Household, usize>,
}

/// Who comes, and for what.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) game: GameId,
    /// The seats that the visitor holds; none of a spectator.
    pub(super) seats: Vec<char>,
    pub(super) household: Household,
}

/// A place in the crowd, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    crowd: Arc<Crowd>,
    visit: Visit,
}

impl Crowd {
    /// Nobody yet, within these limits.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            counts: Mutex::default(),
            paces: limits.player.map(Paces::new),
            limits,
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more in.
    ///
    /// # Errors
    /// When there are too many already.
    pub(super) fn enter(self: &Arc<Self>, visit: Visit) -> Result<Place, Refusal> {
        let mut counts = self.counts();
        self.check(&counts, &visit)?;
        counts.all += 1;
        add(&mut counts.of_households, visit.household);
        if visit.seats.is_empty() {
            add(&mut counts.watching, visit.game.clone());
        }
        for seat in visit.seats_of() {
            add(&mut counts.of_seats, seat);
        }
        metrics::gauge!("parlor_sockets_open").increment(1.0);
        Ok(Place {
            crowd: Arc::clone(self),
            visit,
        })
    }

    fn check(&self, counts: &Counts, visit: &Visit) -> Result<(), Refusal> {
        let limits = &self.limits;
        let here = count(&counts.of_households, &visit.household);
        if here >= limits.most_sockets_of_a_visitor {
            let message = format!("{here} sockets are open from your address; close one first");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
        }
        for seat in visit.seats_of() {
            let open = count(&counts.of_seats, &seat);
            if open >= limits.most_sockets_of_a_seat {
                let letter = seat.1;
                let message = format!("seat {letter} has {open} open sockets; close one first");
                return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(10));
            }
        }
        let all = limits.most_sockets;
        let is_full = if visit.seats.is_empty() {
            counts.all >= all - all / KEPT_FOR_PLAYERS
                || count(&counts.watching, &visit.game) >= limits.most_sockets_of_a_game
        } else {
            counts.all >= all
        };
        if is_full {
            let message = "too many sockets are open already; …/events tells the same";
            let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(refusal.retry_after(10));
        }
        Ok(())
    }
}

impl Visit {
    fn seats_of(&self) -> impl Iterator<Item = SeatOf> {
        self.seats.iter().map(|&seat| (self.game.clone(), seat))
    }
}

impl Place {
    /// Whether it is the place of somebody who had no seat when they came.
    pub(super) const fn is_of_spectator(&self) -> bool {
        self.visit.seats.is_empty()
    }

    /// One more message of whoever holds this place, for the first of the seats.
    pub(super) fn step(&self) -> Result<(), TooFast> {
        let seat = self.visit.seats_of().next();
        match (&self.crowd.paces, seat) {
            (Some(paces), Some(seat)) => paces.step(&seat),
            _ => Ok(()),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
        counts.all -= 1;
        remove(&mut counts.of_households, &self.visit.household);
        if self.visit.seats.is_empty() {
            remove(&mut counts.watching, &self.visit.game);
        }
        for seat in self.visit.seats_of() {
            remove(&mut counts.of_seats, &seat);
        }
        metrics::gauge!("parlor_sockets_open").decrement(1.0);
    }
}

fn count<K: Hash + Eq>(counts: &HashMap<K, usize>, key: &K) -> usize {
    counts.get(key).copied().unwrap_or_default()
}

fn add<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: K) {
    *counts.entry(key).or_default() += 1;
}

/// One less; who has none is forgotten.
fn remove<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(of_key) = counts.get_mut(key) {
        *of_key -= 1;
        if *of_key == 0 {
            counts.remove(key);
        }
    }
}
