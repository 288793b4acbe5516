//! Two-player Ludo solved: the mover's chance of winning in every position.
//!
//! [`solve`] finds the [`Values`] of a [`Seating`] by value iteration; [`enclose`]
//! puts bounds around them and has these checked by code that shares nothing with
//! the solver but the rules. A [`Tablebase`] stores the values of both seatings for
//! bots and analysis. A [`Matchup`] evaluates two [`Policy`]s against each other,
//! exactly and by the same sweeps, and [`best_response`] finds the policy that does best
//! against another.
//!
//! The one design decision is the layout of a table in memory: a row for each pair of
//! step counts of the player who *waits*, and a column for each pair of the opponent,
//! who is about to roll. Apart from kicks, a choice moves the own pair only, so the
//! values of a choice against every pair of the opponent are one row, read in order.
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
//! # Ok::<(), ludo_solver::exact::EnclosureError>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "code inside `vectorized` uses wide instructions only if it is inlined there"
)]

mod anderson;
mod backup;
mod best_response;
mod block_key;
mod block_matrix;
mod block_pair;
#[cfg(feature = "files")]
pub mod cache;
mod certify;
mod decision;
mod enclose;
mod evaluate;
mod file;
mod kicks;
mod landing;
mod mixing;
mod numbering;
mod objective;
mod policy;
mod policy_table;
mod rows;
mod rule_cost;
mod seating;
mod solve;
mod sweep;
mod tablebase;
mod transitions;
mod value_tables;
mod values;

pub use best_response::{BestResponse, best_response};
pub use enclose::{Enclosure, EnclosureError, enclose, try_enclose};
pub use evaluate::{Matchup, PolicyEvaluation};
pub use file::FileError;
pub use policy::Policy;
pub use policy_table::{DECISIONS, DecisionPlace, PolicyTableError, decisions};
pub use rule_cost::RuleCost;
pub use seating::Seating;
pub use solve::{Solution, SolveProgress, solve, try_solve};
pub use tablebase::Tablebase;
pub use values::Values;
