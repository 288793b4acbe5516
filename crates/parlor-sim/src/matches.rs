//! Deals played by a schedule.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;

use parlor_game::Game;

use crate::deal::Deals;
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::play::play;
use crate::played::{Number, Played};
use crate::pool::Pool;
use crate::schedule::Schedule;

/// Bots, the deals that they play, and their seatings.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    entrants: Vec<Entrant<G>>,
    deals: Deals<G>,
    schedule: Schedule,
    forfeits: bool,
}

/// Why a match cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// Fewer than two entrants.
    #[error("a match is between two bots or more, not {entrants}")]
    TooFew {
        /// The number of entrants.
        entrants: usize,
    },
    /// The schedule has another number of entrants.
    #[error(
        "the schedule is for {scheduled} bots, not for {entrants}; make it for those who take part"
    )]
    OtherEntrants {
        /// The entrants of the schedule.
        scheduled: usize,
        /// The entrants of the match.
        entrants: usize,
    },
    /// The schedule has another number of seats.
    #[error("the schedule is for {scheduled} seats, but {seats} play from this start")]
    OtherSeats {
        /// The seats of the schedule.
        scheduled: usize,
        /// The seats of the games.
        seats: usize,
    },
    /// Two entrants have the same name.
    #[error("the name {name} is taken twice; give each bot its own")]
    SameName {
        /// The duplicate name.
        name: String,
    },
}

impl<G: Game> Match<G> {
    /// A match of these entrants on these deals by this schedule.
    ///
    /// # Errors
    /// [`MatchError`] if they do not match.
    pub fn new(
        entrants: Vec<Entrant<G>>,
        deals: Deals<G>,
        schedule: Schedule,
    ) -> Result<Self, MatchError> {
        if entrants.len() < 2 {
            return Err(MatchError::TooFew {
                entrants: entrants.len(),
            });
        }
        if schedule.entrants() != entrants.len() {
            return Err(MatchError::OtherEntrants {
                scheduled: schedule.entrants(),
                entrants: entrants.len(),
            });
        }
        let seats = deals.seats().len();
        if schedule.seats() != seats {
            return Err(MatchError::OtherSeats {
                scheduled: schedule.seats(),
                seats,
            });
        }
        for (place, entrant) in entrants.iter().enumerate() {
            if entrants[..place].iter().any(|e| e.name == entrant.name) {
                return Err(MatchError::SameName {
                    name: entrant.name.clone(),
                });
            }
        }
        Ok(Self {
            entrants,
            deals,
            schedule,
            forfeits: false,
        })
    }

    /// The same where a player that has no legal action to give forfeits the game, and the match
    /// goes on, as in matches of chess engines.
    #[must_use]
    pub fn with_forfeits(self) -> Self {
        Self {
            forfeits: true,
            ..self
        }
    }

    /// The entrants.
    pub fn entrants(&self) -> &[Entrant<G>] {
        &self.entrants
    }

    /// The seatings.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Plays the deals 0, 1, … below `count` on all threads of the pool and
    /// passes the games of each to `take`, in this order and in that of the
    /// schedule, until `take` breaks or the flag is raised.
    ///
    /// Once the flag is raised, no new deal begins, bots stop, and only the
    /// deals before the first incomplete one are passed on.
    ///
    /// # Errors
    /// The first [`GameError`], by the number of its deal; the deals before it
    /// have been passed on. With [forfeits](Self::with_forfeits), only
    /// [`GameError::NoOpening`].
    pub fn play(
        &self,
        pool: &Pool,
        count: u64,
        stop: &AtomicBool,
        take: impl FnMut(Vec<Played>) -> ControlFlow<()>,
    ) -> Result<(), GameError> {
        self.play_part(pool, 0..count, stop, take)
    }

    /// As [`play`](Self::play), the deals of these numbers alone: what one of several machines plays.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_part(
        &self,
        pool: &Pool,
        deals: Range<u64>,
        stop: &AtomicBool,
        mut take: impl FnMut(Vec<Played>) -> ControlFlow<()>,
    ) -> Result<(), GameError> {
        let mut played = Ok(());
        pool.in_order(
            deals.end.saturating_sub(deals.start),
            |number| self.play_deal(deals.start + number, stop),
            |games| match games {
                Ok(Some(games)) => take(games),
                Ok(None) => ControlFlow::Break(()),
                Err(error) => {
                    played = Err(error);
                    ControlFlow::Break(())
                }
            },
        );
        played
    }

    /// The games of a deal; `None` if they were stopped.
    fn play_deal(&self, number: u64, stop: &AtomicBool) -> Result<Option<Vec<Played>>, GameError> {
        let deal = self.deals.deal(number)?;
        let games = self.schedule.games();
        (0_u64..)
            .zip(games)
            .map(|(in_deal, seating)| {
                let entrants: Vec<&Entrant<G>> = seating
                    .iter()
                    .map(|&entrant| &self.entrants[entrant])
                    .collect();
                let in_match = number * games.len() as u64 + in_deal;
                let number = Number { in_match, in_deal };
                play(&deal, &entrants, number, self.forfeits, stop, &mut ())
            })
            .collect()
    }
}
