//! The random words of a game.

/// The usual increment of `SplitMix64`, and of the streams' starts: 2⁶⁴ by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where the random words of games come from: all that a result depends on, beside where the game starts.
///
/// The words of a game are a stream of `SplitMix64` (G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014, figure 16) with a start and an increment of its own, so that
/// any game can be played alone and any two are independent:
///
/// - `key` is output number `position` of `SplitMix64` with the state `mix(seed)`, where
///   outputs are numbered from 0 and have the usual increment, `0x9e3779b97f4a7c15`;
/// - the state of the game is output number `game` of `SplitMix64` with the state `key`;
/// - the increment of the game is `mix_gamma` of its state plus the usual increment.
///
/// `mix` and `mix_gamma` are those of the paper's figures 16 and 17 as the JDK has them since version 8
/// (`SplittableRandom.mix64`, `mixGamma`). `docs/formats/random-games.md` has test vectors.
///
/// ```
/// use parlor_bulk::Source;
///
/// let source = Source { seed: 1, position: 0 };
/// assert_eq!(source.words(0).draw(), 0x2ceb_05f5_c458_61fa);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Any number.
    pub seed: u64,
    /// The number of the position that the games start from, among several.
    pub position: u64,
}

impl Source {
    /// The words of the game of this number.
    #[inline]
    pub const fn words(self, game: u64) -> Words {
        let key = output(mix(self.seed), self.position);
        let state = output(key, game);
        Words {
            state,
            increment: mix_gamma(state.wrapping_add(GOLDEN)),
        }
    }
}

/// The random words of a game.
#[derive(Clone, Debug)]
pub struct Words {
    state: u64,
    increment: u64,
}

impl Words {
    /// The next word.
    #[inline(always)]
    pub const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.increment);
        mix(self.state)
    }
}

/// The words of the game in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordsInLanes<const N: usize> {
    states: [u64; N],
    increments: [u64; N],
}

impl<const N: usize> WordsInLanes<N> {
    /// Lanes without a game; their words mean nothing.
    pub(crate) const fn new() -> Self {
        Self {
            states: [0; N],
            increments: [0; N],
        }
    }

    pub(crate) const fn set(&mut self, lane: usize, words: &Words) {
        self.states[lane] = words.state;
        self.increments[lane] = words.increment;
    }

    /// The next word of each game.
    #[inline(always)]
    pub(crate) fn draw(&mut self) -> [u64; N] {
        let mut words = [0; N];
        let states = self.states.iter_mut().zip(&self.increments);
        for (word, (state, increment)) in words.iter_mut().zip(states) {
            *state = state.wrapping_add(*increment);
            *word = mix(*state);
        }
        words
    }
}

/// Output number `number`, from 0, of `SplitMix64` with this state.
const fn output(state: u64, number: u64) -> u64 {
    mix(state.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN)))
}

/// David Stafford's variant 13 of the finalizer of `MurmurHash3`.
#[inline(always)]
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// An odd increment whose bits change often enough.
const fn mix_gamma(word: u64) -> u64 {
    let word = (word ^ (word >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let word = (word ^ (word >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    let word = (word ^ (word >> 33)) | 1;
    if (word ^ (word >> 1)).count_ones() < 24 {
        word ^ 0xaaaa_aaaa_aaaa_aaaa
    } else {
        word
    }
}
