//! What sweeps work out.

use super::decision::Decision;
use super::tiles::{LANES, Lanes};

/// What the values mean, and how players choose.
pub(super) trait Goal: Sync {
    /// What a player has who has finished.
    const AT_THE_END: f64;

    /// What there is to know about a position for choosing in it.
    type Hint: Copy + Sync;

    /// A player's hints where he has a pair of one group, and his opponent of
    /// another: the lanes of a tile.
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<Self::Hint>];

    /// What the choice between moving `p` and moving `q` is worth.
    fn choose(decision: Decision, hint: Self::Hint, p: f64, q: f64) -> f64;

    /// What positions with the player to roll add to what they lead to, by
    /// the lanes of a tile.
    #[inline(always)]
    fn gain(
        &self,
        _player: usize,
        _is_bonus: Bonus,
        _own: usize,
        _other: usize,
    ) -> impl Fn(usize) -> Lanes<f64> + '_ {
        |_| [0.0; LANES]
    }

    /// What a value of the player to roll means to the one who waits.
    fn to_the_other(value: f64) -> f64;
}

/// Whether a roll is a bonus roll. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    No,
    Yes,
}
