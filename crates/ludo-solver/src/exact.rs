//! Two-player Ludo solved: the mover's chance of winning in every position.

#![expect(
    clippy::inline_always,
    reason = "what works inside `vectorised` gets its instructions only where it is inlined"
)]

mod board;
#[cfg(feature = "files")]
pub mod cache;
mod certify;
mod enclose;
mod evaluate;
mod file;
mod numbering;
mod policy;
mod real;
mod rows;
mod seating;
mod solve;
mod sweep;
mod tables;
mod values;

pub use enclose::{Enclosure, NotEnclosed, enclose};
pub use evaluate::{Evaluation, Pairing, RuleCost};
pub use file::FileError;
pub use policy::Policy;
pub use seating::Seating;
pub use solve::{Progress, Solution, solve};
pub use tables::Tables;
pub use values::Values;
