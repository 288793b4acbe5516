//! Both games many at a time: one game in each lane of a vector.
//!
//! The rules crates say what the games are; this one arranges them so that one instruction plays a
//! step of many games. It has no rule of its own that the tests do not compare, game for game, with theirs.
//!
//! **Plain loops.** A step is a sequence of loops over arrays, which do the same in every lane: no table, no
//! branch that a lane takes alone. The compiler makes vectors of them, of the widest instructions that the
//! code is compiled for, and a [`Path`] is the code compiled for some. So there is one text for all
//! machines, without intrinsics.
//!
//! **The same bits.** What a game draws depends on its own words alone, so that a game is the same on every
//! path, in every lane and beside any others. A [`Source`] gives those words by a seed and numbers: the
//! contract of all random games.
//!
//! ```
//! use ludo_rules::{DEFAULT_ROLL_LIMIT, Seat};
//! use parlor_bulk::{Path, Source, ludo};
//!
//! let source = Source { seed: 1, position: 0 };
//! let games = ludo::play_games(Path::best(), &Seat::ALL, source, 0..100, DEFAULT_ROLL_LIMIT)?;
//! assert_eq!(games.len(), 100);
//! assert!(games.iter().all(|game| game.finished.len() == 4));
//! # Ok::<(), ludo_rules::SetupErrors>(())
//! ```

#![allow(
    clippy::inline_always,
    reason = "what works in lanes is compiled for each path, and a call would leave it"
)]

pub mod kuba;
pub mod ludo;
mod path;
mod random;

pub use path::Path;
pub use random::{Source, Words};
