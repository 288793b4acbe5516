//! Ludo in words: the cross with its numbers and tokens, and one sentence for
//! each roll, event and state.

mod board;
mod sentences;
mod status;

#[cfg(test)]
mod tests;

pub use board::board;
pub use sentences::{action, event, explain};
pub use status::{status, turn};
