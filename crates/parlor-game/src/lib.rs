//! One interface to every game, for whatever plays, stores, serves or shows
//! games without wanting to know which one.
//!
//! [`Game`] is a set of types and functions chosen at compile time; [`Ludo`]
//! and [`Kuba`] implement it by their rules crates. On it stand [`LiveGame`], a
//! game under way with its history and limit; [`Bot`], a program that plays;
//! [`AnyGame`], the enum over the registered games that faces hold; and
//! [`contract`], the suite that every game passes.
//!
//! The one design decision: what decides the next action is the position's
//! alone, and what takes history to know (K-12's repetitions, a driver's limit)
//! is the holder's alone. So a search copies positions of a few bytes, and no
//! two holders can disagree about a draw, because both count by the same code.
//!
//! ```
//! use kuba_rules::{Rules, Side};
//! use parlor_game::{Bot, Budget, Kuba, LiveGame, RandomBot};
//!
//! let mut game = LiveGame::<Kuba>::start(Rules::Classroom, &Side::ALL, Some(1_000))?;
//! let mut seed = 0;
//! while let Some(action) = RandomBot.choose(&game, Budget::nodes(1), seed) {
//!     game.play(action)?;
//!     seed += 1;
//! }
//! let returns: f64 = game.standings().iter().map(|standing| standing.returns()).sum();
//! assert_eq!((game.is_over(), returns), (true, 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use bot::{Bot, Budget, Level, RandomBot};
pub use game::{ActError, Failure, Game, LiveGame, Playout, Turn};
pub use kuba::{Kuba, KubaStartError};
pub use label::Label;
pub use ludo::Ludo;
pub use probability::Probability;
pub use settlement::Settlement;
pub use standing::Standing;
