//! The bot for three and four players, and what it thinks of a position.
//!
//! It was trained by games against itself ([`Training`]), and plays by what it
//! has learned: each player's chance of finishing next. Its model lies beside
//! the source, in `models/strong.model`, and is part of the program.

mod bot;
mod estimator;
mod exponential;
mod lookahead;
mod model;
mod network;
mod training;
mod view;
mod weights;

pub use bot::StrongBot;
pub use estimator::{Estimator, Shares};
pub use model::{Model, ModelError, Provenance};
pub use training::{Progress, Training};
