//! Thousands of games of Ludo or Kuba in lockstep, as arrays for programs that learn.
//!
//! A [`Batch`] holds games of one kind ([`ludo::Batch`], [`kuba::Batch`]) and writes what a
//! learner needs of them into slices that the caller owns ([`Arrays`]): an observation, a mask of
//! the legal actions, who is to act, rewards, and whether the game has ended. An action is a
//! number. The layouts and numbers are in `docs/formats/arrays.md`, with test vectors.
//!
//! The one design decision: the batch knows no rule. A game in it is a position of `ludo-rules` or
//! `kuba-rules`, which are small and fast enough; the batch adds what those leave to the holder of a
//! game: chance, the count of repetitions (K-12), the limit (K-13, L-31), and where a game begins
//! anew.
//!
//! All chance is a function of the seed, the number of the environment, the episode in it and the
//! action in that ([`Draws`]); no generator has a state. So the games are the same for any number of
//! threads, and for any split of the environments over several batches.
//!
//! ```
//! use kuba_rules::Rules;
//! use parlor_batch::{Options, OwnedArrays, kuba};
//!
//! let options = Options { seed: 7, ..Options::default() };
//! let mut batch = kuba::Batch::new(64, kuba::Setup { rules: Rules::Classroom }, options)?;
//! let mut arrays = OwnedArrays::new(&batch);
//! batch.write(arrays.as_arrays())?;
//! let mut actions = vec![0; batch.len()];
//! let mut finished = 0;
//! for _ in 0..100 {
//!     batch.sample(0, &mut actions)?;
//!     batch.step(&actions, arrays.as_arrays())?;
//!     finished += batch.final_indices().len();
//! }
//! assert!(finished > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrays;
mod batch;
mod draws;
mod error;
mod lockstep;
mod owned_arrays;
mod slot;
mod snapshot;

pub mod kuba;
pub mod ludo;

pub use arrays::Arrays;
pub use batch::{Batch, Options};
pub use draws::{Draws, Purpose};
pub use error::{ActionError, ConfigError, LengthError, LoadError, Refusal, StepError};
pub use lockstep::{Counters, Ending, Lockstep};
pub use owned_arrays::OwnedArrays;
pub use slot::NO_ACTION;

/// The version of the observations' layout. A change of any number in them is a new version.
pub const OBSERVATION_VERSION: u32 = 1;

/// The version of the packed states' layout.
pub const STATE_VERSION: u32 = 1;
