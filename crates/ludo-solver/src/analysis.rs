//! What every roll and every choice of a game was worth: luck apart from
//! skill.
//!
//! Everything is told in chances of finishing next: of winning, until somebody
//! has won; of the second place after that; and so on. The *luck* of a roll is
//! what it added to the chance of whoever rolled, and the *loss* of a choice is
//! what the best one would have kept of it. Both are the moves of one chain, so
//! that a player's chance at the start, and all that rolls and choices did to
//! it, add up to his chance at the end ([`Account`]).
//!
//! Who judges is an argument ([`Judge`]). The [`Expert`] is exact where two
//! players are left, and estimates where there are more.
//!
//! ```no_run
//! use ludo_rules::{Move, Position, Roll, Seat};
//! use ludo_solver::analysis::{Analysis, Expert};
//! use ludo_solver::exact::Tables;
//!
//! let start = Position::new(&[Seat::A, Seat::C])?;
//! let judge = Expert::new(Tables::shared());
//! let analysis = Analysis::of(&start, [(Roll::SIX, Some(Move::P))], &judge)?;
//! assert!(analysis.plies()[0].luck() > Some(0.05));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod chances;
mod error;
#[cfg(feature = "serde")]
pub mod form;
mod game;
mod judge;
mod key_moment;
mod ply;
mod ranking;
mod tally;

pub use account::Account;
pub use chances::{Certainty, Chances};
pub use error::AnalysisError;
pub use game::{Analysis, Race};
pub use judge::{Expert, Judge};
pub use key_moment::{KeyMoment, Swing};
pub use parlor_game::Label;
pub use ply::{Answer, JudgedPly};
pub use ranking::{LEAST_LOSSES, Ranked, Ranking};
pub use tally::Tally;

#[cfg(test)]
mod tests;
