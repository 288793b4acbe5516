//! Counter-based random words: by position, not by order of drawing.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The purpose of random words. The numbers determine what a seed means:
/// changing one changes the games.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// The actions of an opening.
    Opening = 1,
    /// Chance outcomes.
    Chance = 2,
    /// The seeds of bots.
    Choice = 3,
    /// All that a game draws.
    Game = 4,
    /// The order of listed openings.
    Order = 5,
}

/// The games that use the words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamKey {
    pub(crate) seed: u64,
    pub(crate) deal: u64,
    /// The game of the deal; 0 for words shared by all its games.
    pub(crate) game: u64,
}

impl StreamKey {
    /// The words of a stream for a purpose, from the first on.
    ///
    /// The place and the purpose are the key of a `ChaCha8` cipher, little-endian,
    /// and the stream is its nonce; the n-th word is the n-th 64 bits of the key
    /// stream. So a word depends on its position and not on earlier draws, and
    /// words of different places are independent.
    pub(crate) fn words(self, purpose: Purpose, stream: u64) -> ChaCha8Rng {
        let parts = [self.seed, self.deal, self.game, purpose as u64];
        let mut key = [0; 32];
        for (bytes, part) in key.chunks_exact_mut(8).zip(parts) {
            bytes.copy_from_slice(&part.to_le_bytes());
        }
        let mut words = ChaCha8Rng::from_seed(key);
        words.set_stream(stream);
        words
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_chacha::rand_core::Rng;

    use super::*;

    const ORIGIN: StreamKey = StreamKey {
        seed: 0,
        deal: 0,
        game: 0,
    };

    #[test]
    fn every_part_of_the_place_changes_the_words() {
        let mut words = HashSet::new();
        for place in [
            ORIGIN,
            StreamKey { seed: 1, ..ORIGIN },
            StreamKey { deal: 1, ..ORIGIN },
            StreamKey { game: 1, ..ORIGIN },
        ] {
            for purpose in [Purpose::Opening, Purpose::Chance, Purpose::Choice] {
                for stream in 0..2 {
                    words.insert(place.words(purpose, stream).next_u64());
                }
            }
        }
        assert_eq!(words.len(), 4 * 3 * 2);
    }
}
