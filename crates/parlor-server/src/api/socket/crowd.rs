//! How many sockets are open, in all and for each game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;

use crate::api::Refusal;
use crate::id::GameId;
use crate::web::Limits;

/// The open sockets.
#[derive(Debug, Default)]
pub(in crate::api) struct Crowd(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of_games: HashMap<GameId, usize>,
}

/// A place in the crowd, given back when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    crowd: Arc<Crowd>,
    game: GameId,
}

impl Crowd {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more in.
    ///
    /// # Errors
    /// When there are too many already.
    pub(super) fn enter(
        self: &Arc<Self>,
        game: &GameId,
        limits: &Limits,
    ) -> Result<Place, Refusal> {
        let mut counts = self.counts();
        let of_game = counts.of_games.get(game).copied().unwrap_or_default();
        if counts.all >= limits.most_sockets || of_game >= limits.most_sockets_of_a_game {
            let message = "too many watch already; …/events tells the same";
            let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message);
            return Err(refusal.retry_after(10));
        }
        counts.all += 1;
        *counts.of_games.entry(game.clone()).or_default() += 1;
        metrics::gauge!("parlor_sockets_open").increment(1.0);
        Ok(Place {
            crowd: Arc::clone(self),
            game: game.clone(),
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
        counts.all -= 1;
        if let Some(of_game) = counts.of_games.get_mut(&self.game) {
            *of_game -= 1;
            if *of_game == 0 {
                counts.of_games.remove(&self.game);
            }
        }
        metrics::gauge!("parlor_sockets_open").decrement(1.0);
    }
}
