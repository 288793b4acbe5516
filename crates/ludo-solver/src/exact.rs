//! Two-player Ludo solved: the mover's chance of winning in every position.
//!
//! [`solve`] finds the [`Values`] of a [`Seating`] by sweeps over whole rows of
//! positions; [`enclose`] puts bounds around them and has these checked by code
//! that shares nothing with the solver but the rules. [`Tables`] keeps the
//! values of both seatings for whoever plays or explains; [`Pairing`] weighs two
//! [`Policy`]s that play each other, exactly and by the same sweeps.
//!
//! The one design decision is how a table lies in memory: a row for each pair
//! of step counts of the player who *waits*, a column for each pair of his
//! opponent, who is about to roll. A choice moves the own pair and, but for a
//! kick, leaves the opponent's alone, so what a choice is worth against every
//! pair of the opponent is one row, read in order.
//!
//! ```no_run
//! use ludo_rules::Seat;
//! use ludo_solver::exact::{Seating, enclose, solve};
//!
//! let solution = solve(Seating::Opposite, |_| {});
//! let enclosure = enclose(&solution.values)?;
//! assert!(enclosure.width() <= 1e-12);
//! let [low, high] = enclosure.first_player([Seat::A, Seat::C]).expect("opposite");
//! assert!(low <= 0.510_984_689_216 && 0.510_984_689_215 <= high);
//! # Ok::<(), ludo_solver::exact::NotEnclosed>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "what works inside `vectorised` gets its instructions only where it is inlined"
)]

mod ahead;
mod board;
#[cfg(feature = "files")]
pub mod cache;
mod certify;
mod decision;
mod enclose;
mod evaluate;
mod file;
mod goal;
mod known;
mod meeting;
mod mixing;
mod numbering;
mod policy;
mod rows;
mod seating;
mod solve;
mod sweep;
mod tables;
mod tiles;
mod values;

pub use enclose::{Enclosure, NotEnclosed, enclose};
pub use evaluate::{Evaluation, Pairing, RuleCost};
pub use file::FileError;
pub use policy::Policy;
pub use seating::Seating;
pub use solve::{Progress, Solution, solve};
pub use tables::Tables;
pub use values::Values;
