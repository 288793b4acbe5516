//! Positions and moves of both games as text boards and sentences.
//!
//! Everything here is a pure function from what the rules crates say to words:
//! no rule is decided, nothing is read, nothing is printed. A face hands in a
//! position, or the events of an action, and gets text that fits an
//! 80-column terminal and needs no colour.
//!
//! Sentences come as one line without a line break at its end, boards as lines
//! with none after the last.

pub mod drawing;
pub mod kuba;
pub mod ludo;
#[cfg(feature = "png")]
pub mod png;

mod canvas;
mod words;

pub use words::printable;
