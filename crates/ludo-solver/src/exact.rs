//! Two-player Ludo solved: the mover's chance of winning in every position.

mod board;
mod numbering;
mod real;
mod rows;
mod seating;
mod solve;
mod sweep;
mod tables;
mod values;

pub use seating::Seating;
pub use solve::{Progress, Solution, solve};
pub use tables::Tables;
pub use values::Values;
