//! Which block of a value table is updated, and the buffer in which that is done.

use super::block_matrix::RowLanes;
use super::numbering;

/// Values of a block before they are stored.
pub(super) type Scratch = Vec<RowLanes<f64>>;

/// A block of a player's table: all positions in which the player has a pair of
/// one group and the opponent a pair of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockKey {
    pub(super) player: usize,
    /// The side of the board whose transitions the player has.
    pub(super) side: usize,
    /// The group of the player's pair.
    pub(super) own: usize,
    /// The group of the opponent's pair.
    pub(super) other: usize,
}

impl BlockKey {
    /// Whether a roll may leave the player in the group.
    pub(super) fn has_self_loops(self) -> bool {
        numbering::groups()[self.own].has_self_loops
    }
}
