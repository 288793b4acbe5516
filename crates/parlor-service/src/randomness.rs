//! Random bytes of the operating system.

use parlor_table::randomness::{Randomness, RandomnessError};

/// The randomness of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomnessError> {
        getrandom::fill(bytes).map_err(|_| RandomnessError)
    }
}
