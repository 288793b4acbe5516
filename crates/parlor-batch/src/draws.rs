//! Random words by number.

/// What a random word is for. Words for different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A roll of the die.
    Roll,
    /// An action that the batch draws, in one of several independent streams.
    Sample {
        /// The number of the stream.
        stream: u16,
    },
    /// The seed of a player that chooses an action.
    Choice,
}

impl Purpose {
    const fn number(self) -> u32 {
        match self {
            Self::Roll => 0,
            Self::Sample { stream } => 1 + stream as u32,
            Self::Choice => 2 + u16::MAX as u32,
        }
    }
}

/// The random words of one episode: a pure function from the number of a draw to the words.
///
/// It is the counter-based generator Philox4x32-10 (Salmon, Moraes, Dror and Shaw, *Parallel random
/// numbers: as easy as 1, 2, 3*, 2011). The key is the seed, and the counter, from its lowest word
/// on: the draw's number, its purpose (0 a roll, 1 + n a sample of stream n, 65,537 a player's seed),
/// the episode, and the environment. No two draws share a counter, so no two streams overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The seed of the environment.
    pub seed: u64,
    /// The number of the environment.
    pub environment: u32,
    /// The number of the episode in the environment, from 0.
    pub episode: u32,
}

impl Draws {
    /// Two random words for the draw with this number.
    #[inline]
    pub fn words(self, purpose: Purpose, number: u32) -> [u64; 2] {
        let counter = [number, purpose.number(), self.episode, self.environment];
        let [a, b, c, d] = philox(counter, halves(self.seed)).map(u64::from);
        [a | b << 32, c | d << 32]
    }
}

/// The number of the part that a random word lies in, of `parts` equal parts of the words' range.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper word of the product is below the number of parts"
)]
#[inline]
pub(crate) const fn part(word: u64, parts: usize) -> usize {
    ((word as u128 * parts as u128) >> 64) as usize
}

/// The lower and the upper half.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the word is split into its halves"
)]
const fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

/// Philox4x32 with ten rounds.
#[inline]
const fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    let mut round = 0;
    while round < 10 {
        let [low_0, high_0] = halves(0xD251_1F53 * counter[0] as u64);
        let [low_2, high_2] = halves(0xCD9E_8D57 * counter[2] as u64);
        counter = [
            high_2 ^ counter[1] ^ key[0],
            low_2,
            high_0 ^ counter[3] ^ key[1],
            low_0,
        ];
        key = [
            key[0].wrapping_add(0x9E37_79B9),
            key[1].wrapping_add(0xBB67_AE85),
        ];
        round += 1;
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of the authors' library, Random123.
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(
            philox([0; 4], [0; 2]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            philox([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn every_part_of_a_counter_counts() {
        let draws = Draws {
            seed: 1,
            environment: 2,
            episode: 3,
        };
        let word = |draws: Draws, purpose, number| draws.words(purpose, number)[0];
        let words = [
            word(draws, Purpose::Roll, 0),
            word(draws, Purpose::Roll, 1),
            word(draws, Purpose::Sample { stream: 0 }, 0),
            word(draws, Purpose::Sample { stream: 1 }, 0),
            word(draws, Purpose::Sample { stream: u16::MAX }, 0),
            word(draws, Purpose::Choice, 0),
            word(
                Draws {
                    seed: 1 << 32,
                    ..draws
                },
                Purpose::Roll,
                0,
            ),
            word(
                Draws {
                    environment: 3,
                    ..draws
                },
                Purpose::Roll,
                0,
            ),
            word(
                Draws {
                    episode: 2,
                    ..draws
                },
                Purpose::Roll,
                0,
            ),
        ];
        let distinct: std::collections::BTreeSet<_> = words.iter().collect();
        assert_eq!(distinct.len(), words.len());
    }

    #[test]
    fn parts_are_equal_and_within_range() {
        assert_eq!(part(0, 6), 0);
        assert_eq!(part(u64::MAX, 6), 5);
        assert_eq!(part(1 << 63, 2), 1);
        assert_eq!(part((1 << 63) - 1, 2), 0);
    }

    /// Rolls of other environments, episodes and numbers agree as often as fair dice do.
    #[test]
    fn neighboring_draws_are_independent() {
        let roll = |environment, episode, number| {
            let draws = Draws {
                seed: 7,
                environment,
                episode,
            };
            part(draws.words(Purpose::Roll, number)[0], 6)
        };
        let at = |n: u32| (n % 64, n / 64 % 64, n / 4096);
        let count = 64 * 64 * 16;
        let expected = f64::from(count) / 6.0;
        for (environment, episode, number) in [(1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1)] {
            let agree = (0..count).filter(|&n| {
                let (e, p, m) = at(n);
                roll(e, p, m) == roll(e + environment, p + episode, m + number)
            });
            let error = (agree.count() as f64 - expected).abs() / expected.sqrt();
            assert!(error < 5.0, "{error} for {environment} {episode} {number}");
        }
    }
}
