//! Slow, obvious engines that judge the fast ones, and the games they are judged on.
//!
//! The design decision: no judge of the rules shares a line, a type or an idea with the
//! rules crates. Boards are arrays of letters, tokens are step counts, every
//! walk goes one space at a time and every question is answered by trying, so
//! that a mistake in the fast engines has no twin here.
//!
//! * [`slow_ludo`] and [`slow_kuba`] play by the letter of the rules;
//! * [`plain_solver`] solves two-player Ludo without a trick, and [`ludo_puzzle`] judges puzzles by it;
//! * [`forced_win`] checks wins of Kuba by trying everything, by the rules crate, and
//!   without the engine, and [`kuba_endgames`] checks values of its endgames one push ahead;
//! * [`generate`] makes seeded games, legal and hostile, to compare on;
//! * [`dice`] is the counter generator that the benchmarks share.

pub mod dice;
pub mod forced_win;
pub mod generate;
pub mod kuba_endgames;
pub mod ludo_puzzle;
pub mod plain_solver;
pub mod slow_kuba;
pub mod slow_ludo;

/// Compiles and runs the examples of the front page.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
