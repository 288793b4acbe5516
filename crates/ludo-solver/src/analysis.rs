//! Game analysis: the value of every roll and every choice, luck apart from skill.
//!
//! All values are chances of finishing next: of winning until a player has won, then of
//! the second place, and so on. The *luck* of a roll is the change that it makes to the
//! roller's chance. The *loss* of a choice is how far it falls short of the best choice.
//! They form a chain: a player's chance at the start plus all changes by rolls and
//! choices is the chance at the end ([`Account`]).
//!
//! The evaluation function is an argument ([`Judge`]). The [`Expert`] is exact when two
//! players are left, and estimates when there are more.
//!
//! ```no_run
//! use ludo_rules::{Move, Position, Roll, Seat};
//! use ludo_solver::analysis::{Analysis, Expert};
//! use ludo_solver::exact::Tablebase;
//!
//! let start = Position::new(&[Seat::A, Seat::C])?;
//! let judge = Expert::new(Tablebase::shared());
//! let analysis = Analysis::of(&start, [(Roll::SIX, Some(Move::P))], &judge)?;
//! assert!(analysis.plies()[0].luck() > Some(0.05));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod chances;
mod error;
mod game;
#[cfg(feature = "serde")]
pub mod json;
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
pub use ply::{ChoiceKind, JudgedPly};
pub use ranking::{LOSS_THRESHOLDS, Ranked, Ranking};
pub use tally::PlayerTally;

#[cfg(test)]
mod tests;
