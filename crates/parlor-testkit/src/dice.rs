//! A counter generator for benchmarks: number `n` of game `g` depends on nothing else.

const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// `SplitMix64` keyed by a game number, so that games can be played in any
/// order, or side by side, and still see the same dice.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator of one game.
    pub fn for_game(game: u64) -> SplitMix64 {
        // Mixed first: neighboring games would otherwise share one sequence, shifted.
        SplitMix64 {
            state: mix(game.wrapping_add(INCREMENT)),
        }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(INCREMENT);
        mix(self.state)
    }

    /// The next die, 1–6, by multiply and shift (uneven by less than 2⁻⁶¹).
    pub fn next_die(&mut self) -> u8 {
        let face = (u128::from(self.next_u64()) * 6) >> 64;
        u8::try_from(face).map_or(6, |face| face + 1)
    }
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_comes_equally_often() {
        let mut seen = [0_u32; 6];
        let mut dice = SplitMix64::for_game(7);
        for _ in 0..60_000 {
            seen[usize::from(dice.next_die()) - 1] += 1;
        }
        for count in seen {
            assert!((9_500..=10_500).contains(&count), "{seen:?}");
        }
    }

    #[test]
    fn games_are_repeatable_and_differ() {
        let first = |game| SplitMix64::for_game(game).next_u64();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }
}
