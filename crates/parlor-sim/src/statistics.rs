//! Estimates, confidence intervals and tests.
//!
//! The unit is the deal. The games of a deal share their luck and are not
//! independent of each other; the deals are. So a mean and its error are always
//! taken over deals, each counted by the mean of its games: in the words of
//! survey sampling the deals are clusters of equal size (W. G. Cochran,
//! *Sampling Techniques*, 3rd edition 1977, chapter 9).
//!
//! Intervals have the confidence of [`CONFIDENCE`]. Logarithms and the
//! like are those of the crate `libm`, the same to the last bit on every machine;
//! the system's are not.

mod bradley_terry;
mod elo;
mod estimate;
mod pentanomial;
mod rating;
mod sample;
mod sprt;
mod student;

pub use bradley_terry::{Outcome, RatingError, bradley_terry};
pub use elo::{elo_of_score, score_of_elo};
pub use estimate::Estimate;
pub use pentanomial::Pentanomial;
pub(crate) use rating::ratings;
pub(crate) use sample::Rows;
pub use sample::Sample;
pub use sprt::{Hypothesis, Sprt, SprtError};

/// The probability that an interval holds the true value.
pub const CONFIDENCE: f64 = 0.95;

/// The quantile of the standard normal distribution that belongs to
/// [`CONFIDENCE`].
const NORMAL: f64 = 1.959_963_984_540_054;
