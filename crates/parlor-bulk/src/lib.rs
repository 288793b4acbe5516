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
//! path, in every lane and beside any others.
//!
//! ```
//! use ludo_rules::{DEFAULT_ROLL_LIMIT, Seat};
//! use parlor_bulk::{Path, ludo};
//!
//! // Any source of random words will do; this one is SplitMix64.
//! let dice = |game: u64| {
//!     let mut state = game.wrapping_mul(0xd134_2543_de82_ef95);
//!     move || {
//!         state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
//!         let word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
//!         let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
//!         word ^ (word >> 31)
//!     }
//! };
//! let games = ludo::play_games(Path::best(), &Seat::ALL, 0..100, DEFAULT_ROLL_LIMIT, dice)?;
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

pub use path::Path;
