//! Matches between bots, and what they prove.
//!
//! A [`Match`] is bots ([`Entrant`]), the luck they get ([`Deals`]) and who
//! sits where ([`Schedule`]), played on the threads of a [`Pool`]. Its
//! [`Table`] says how strong everybody is and how surely; a [`Trial`] plays
//! until it is decided whether one of two is the better. The numbers come from
//! [`statistics`].
//!
//! The one design decision: the unit of everything is the deal, all of whose
//! luck is settled by its number before anybody sits down. The same deal is
//! played with the bots in other seats, so that a lucky seat helps everybody;
//! errors are taken over deals; and as a game depends on nothing but the seed and its
//! number, the result is the same on any number of threads.
//!
//! Nothing here reads a clock. Who wants to stop by time raises a flag.
//!
//! ```
//! use core::sync::atomic::AtomicBool;
//! use ludo_rules::{Rules, Seat};
//! use parlor_game::{Game, Ludo};
//! use parlor_sim::{Deals, Entrant, Match, Pool, Schedule};
//!
//! let start = Ludo::start(Rules::Classic, &[Seat::A, Seat::C])?;
//! let entrants: Vec<Entrant<Ludo>> =
//!     ludo_solver::levels().into_iter().take(2).map(Entrant::from).collect();
//! let schedule = Schedule::every_two(entrants.len(), 2);
//! let match_of_two = Match::new(entrants, Deals::new(start, 1), schedule)?;
//! let table = match_of_two.table(&Pool::new(None)?, 100, &AtomicBool::new(false), |_| {})?;
//!
//! let [random, priority] = &table.rows[..] else { unreachable!("two rows") };
//! assert_eq!((table.deals, table.games), (100, 200));
//! assert!(priority.score.low > 0.5 && random.score.high < 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod statistics;

mod deal;
mod entrant;
mod fault;
mod matches;
mod play;
mod pool;
mod random;
mod schedule;
mod tournament;
mod trial;

pub use deal::{Deal, Deals, Words};
pub use entrant::Entrant;
pub use fault::Fault;
pub use matches::{Match, MatchError};
pub use play::Played;
pub use pool::{Pool, PoolError};
pub use schedule::Schedule;
pub use tournament::{Duel, Row, Table};
pub use trial::{Finding, Trial};
