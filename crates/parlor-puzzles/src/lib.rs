//! Puzzles: positions with one right answer, found by the solver and the engine.
//!
//! A puzzle says all that is needed to judge an answer, so that nothing is searched while somebody plays it.

mod id;
pub mod kuba;
pub mod lines;
pub mod ludo;

pub use id::{PuzzleId, PuzzleIdError};
