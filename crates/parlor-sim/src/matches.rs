//! Deals played by a schedule.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use parlor_game::Game;

use crate::deal::Deals;
use crate::entrant::Entrant;
use crate::fault::Fault;
use crate::play::{Number, Played, play};
use crate::pool::Pool;
use crate::schedule::Schedule;

/// Bots, the deals that they play, and who sits where.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    entrants: Vec<Entrant<G>>,
    deals: Deals<G>,
    schedule: Schedule,
}

/// Why a match cannot begin so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// It takes two to compare.
    #[error("a match is between two bots or more, not {entrants}")]
    TooFew {
        /// How many there are.
        entrants: usize,
    },
    /// The schedule is for others.
    #[error(
        "the schedule is for {scheduled} bots, not for {entrants}; make it for those who take part"
    )]
    OtherEntrants {
        /// How many the schedule seats.
        scheduled: usize,
        /// How many there are.
        entrants: usize,
    },
    /// The schedule is for another table.
    #[error("the schedule is for {scheduled} seats, but {seats} play from this start")]
    OtherSeats {
        /// How many seats the schedule has.
        scheduled: usize,
        /// How many the games have.
        seats: usize,
    },
    /// In a table nobody could tell them apart.
    #[error("the name {name} is taken twice; give each bot its own")]
    SameName {
        /// The name.
        name: String,
    },
}

impl<G: Game> Match<G> {
    /// A match of these entrants on these deals, seated by this schedule.
    ///
    /// # Errors
    /// [`MatchError`] when they do not fit together.
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
        })
    }

    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant<G>] {
        &self.entrants
    }

    /// Who sits where.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Plays the deals 0, 1, … below `count` on all threads of the pool and
    /// hands over the games of each, in this order and in that of the schedule,
    /// until the receiver breaks it off or the flag is raised.
    ///
    /// After the flag is raised nothing more is begun, bots are told to stop,
    /// and only deals that were complete before are handed over, up to the
    /// first that was not.
    ///
    /// # Errors
    /// The first [`Fault`], by the number of its deal; the deals before it were
    /// handed over.
    pub fn play(
        &self,
        pool: &Pool,
        count: u64,
        stop: &AtomicBool,
        mut take: impl FnMut(Vec<Played>) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let mut played = Ok(());
        pool.in_order(
            count,
            |number| self.play_deal(number, stop),
            |games| match games {
                Ok(Some(games)) => take(games),
                Ok(None) => ControlFlow::Break(()),
                Err(fault) => {
                    played = Err(fault);
                    ControlFlow::Break(())
                }
            },
        );
        played
    }

    /// The games of a deal; none if they were stopped.
    fn play_deal(&self, number: u64, stop: &AtomicBool) -> Result<Option<Vec<Played>>, Fault> {
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
                play(&deal, &entrants, number, stop)
            })
            .collect()
    }
}
