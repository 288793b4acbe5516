//! The push limit of a match driver. Rules: K-13.

use crate::position::Position;

/// The push limit where nobody asks for another. Rules: K-13.
pub const DEFAULT_PUSH_LIMIT: u32 = 1_000;

/// Counts the pushes of one game up to a limit.
///
/// Rules: K-13. Refused tries and ended turns are not to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PushLimit {
    limit: u32,
    pushes: u32,
    drawn: bool,
}

impl PushLimit {
    /// A limit of so many pushes.
    pub const fn new(limit: u32) -> Self {
        Self {
            limit,
            pushes: 0,
            drawn: false,
        }
    }

    /// How many pushes have been counted.
    pub const fn pushes(&self) -> u32 {
        self.pushes
    }

    /// Counts a push that led to the position.
    pub const fn pushed(&mut self, position: &Position) {
        self.pushes = self.pushes.saturating_add(1);
        self.drawn = self.pushes >= self.limit && !position.is_over();
    }

    /// Whether the push that reached the limit did not win.
    pub const fn is_draw(&self) -> bool {
        self.drawn
    }
}

impl Default for PushLimit {
    fn default() -> Self {
        Self::new(DEFAULT_PUSH_LIMIT)
    }
}
