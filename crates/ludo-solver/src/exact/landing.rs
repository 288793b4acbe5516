//! Where the actions for a roll lead.

use super::numbering::Location;

/// Where an action leaves the mover's two tokens, and which tokens it would kick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The rank of the mover's pair afterwards.
    pub(super) rank: u16,
    /// The location of this rank in tables.
    pub(super) location: Location,
    /// The step count at which the opponent's tokens are kicked; 0 for none.
    pub(super) kick_step: u8,
}

/// The actions for a roll: to move `p` or `q`, where `p` is the token with the
/// smaller step count. If there is no choice, both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RollChoices {
    pub(super) p: Landing,
    pub(super) q: Landing,
}
