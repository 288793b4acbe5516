//! The bot for three and four players, and its evaluation of positions.
//!
//! It was trained by self-play ([`Training`]) to estimate each player's chance of
//! finishing next. Its model, `models/strong.model`, is compiled in.

mod bot;
mod estimator;
mod exponential;
mod features;
mod lookahead;
mod model;
mod network;
mod training;
mod weights;

pub use bot::StrongBot;
pub use estimator::{Estimator, Shares};
pub use model::{Model, ModelError, Provenance};
pub use training::{Training, TrainingProgress};
