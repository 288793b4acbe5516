//! What clients draw: the same from the same seed.

use std::time::Duration;

/// Constants of `SplitMix64` (Steele, Lea and Flood, 2014).
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

#[derive(Clone, Debug)]
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64, client: u32) -> Self {
        let mut draw = Self(seed ^ u64::from(client).wrapping_mul(SECOND));
        draw.next();
        draw
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mut drawn = self.0;
        drawn = (drawn ^ (drawn >> 30)).wrapping_mul(FIRST);
        drawn = (drawn ^ (drawn >> 27)).wrapping_mul(SECOND);
        drawn ^ (drawn >> 31)
    }

    /// A number below this one, which is not 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        // The remainder is less than 32 bits.
        u32::try_from(self.next() % u64::from(end)).unwrap_or_default()
    }

    /// Whether something of this probability happens.
    pub(crate) fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// A time between these two.
    pub(crate) fn between(&mut self, least: Duration, most: Duration) -> Duration {
        let part = f64::from(self.below(1 << 20)) / f64::from(1 << 20);
        least + most.saturating_sub(least).mul_f64(part)
    }
}
