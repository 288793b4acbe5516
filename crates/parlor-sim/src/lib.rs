//! Matches between bots, and their statistics.
//!
//! A [`Match`] consists of players ([`Entrant`]), which are bots, or what may fail ([`Player`]), the randomness of their games
//! ([`Deals`]) and the seatings ([`Schedule`]), played on the threads of a
//! [`Pool`]. Its [`Crosstable`] gives the strength of each bot with confidence
//! intervals; a [`Trial`] plays until a sequential test decides whether one of
//! two bots is stronger. The estimates come from [`statistics`].
//!
//! The one design decision: the unit of everything is the deal, whose
//! randomness is fixed by its number before the games begin. The same deal is
//! played with the bots at different seats, so that a lucky seat helps each of
//! them; errors are taken over deals; and as a game depends only on the seed
//! and its number, the result is the same on any number of threads.
//!
//! Nothing here reads a clock. To stop by time, raise the stop flag.
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
mod game_error;
mod head_to_head;
mod matches;
mod play;
mod played;
mod player;
mod pool;
mod random;
mod schedule;
mod self_play;
mod tournament;
mod trial;
mod under_way;

pub use deal::{Deal, Deals, RandomWords};
pub use entrant::Entrant;
pub use game_error::GameError;
pub use head_to_head::{HeadToHead, HeadToHeadError, TestState};
pub use matches::{Match, MatchError};
pub use played::{Forfeit, Observer, Played};
pub use player::{GameSoFar, Player, PlayerError};
pub use pool::{Pool, PoolError};
pub use schedule::Schedule;
pub use self_play::{Pause, SelfPlay, game_words, in_blocks};
pub use tournament::{Crosstable, Duel, Row};
pub use trial::{Trial, TrialResult};
pub use under_way::UnderWay;
