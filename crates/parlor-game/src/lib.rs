#![doc = include_str!("../README.md")]

pub mod contract;

mod any_game;
mod bot;
mod game;
mod kuba;
mod label;
mod ludo;
mod probability;
mod settlement;
mod standing;

pub use any_game::{AnyError, AnyGame, TextGame, start_by_name};
pub use bot::{Bot, Budget, Choice, Level, RandomBot};
pub use game::{ActError, Failure, Game, LiveGame, Playout, Turn};
pub use kuba::{Kuba, KubaStartError};
pub use label::Label;
pub use ludo::Ludo;
pub use probability::Probability;
pub use settlement::Settlement;
pub use standing::Standing;
