//! What value iteration computes: the reward and the choice rule of the decision process.

use ludo_rules::RollKind;

use super::block_matrix::{LANES, RowLanes};
use super::decision::RollDecision;

/// The meaning of the values, and how players choose between actions.
pub(super) trait Objective: Sync {
    /// The value of a player who has finished.
    const TERMINAL_VALUE: f64;

    /// Which actions a policy takes in a position; `()` if every choice is made by value.
    type ActionMask: Copy + Sync;

    /// The action masks of a player in every position of a block, by the block's lanes.
    fn action_masks(
        &self,
        player: usize,
        own: usize,
        other: usize,
    ) -> &[RowLanes<Self::ActionMask>];

    /// The value of the choice between `p` and `q`, given the value of each.
    fn choice_value(decision: RollDecision, mask: Self::ActionMask, p: f64, q: f64) -> f64;

    /// The immediate reward of a roll in every position of a block, by the block's lanes.
    #[inline(always)]
    fn reward(
        &self,
        _player: usize,
        _kind: RollKind,
        _own: usize,
        _other: usize,
    ) -> impl Fn(usize) -> RowLanes<f64> + '_ {
        |_| [0.0; LANES]
    }

    /// Converts a value of the player to roll to the value of the player who waits.
    fn opponent_value(value: f64) -> f64;
}
