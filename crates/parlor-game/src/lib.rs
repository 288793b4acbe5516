//! One interface to every game: [`Game`], which both games implement.

//pub mod contract;

//mod any_game;
mod bot;
mod game;
mod kuba;
mod live_game;
mod ludo;
mod probability;
mod standing;

//pub use any_game::{AnyError, AnyGame, HeldGame};
pub use bot::{Bot, Budget, RandomBot};
pub use game::{Failure, Game, Playout, Turn};
pub use kuba::{Kuba, KubaStartError};
pub use live_game::{ActError, LiveGame};
pub use ludo::Ludo;
pub use probability::Probability;
pub use standing::Standing;
