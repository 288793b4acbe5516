//! Seeded games: legal, nearly legal and hostile.

pub mod kuba;
pub mod ludo;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator of one seed.
pub fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

#[cfg(test)]
mod tests;
