//! Each player's chance of finishing next.

use ludo_rules::Seat;

/// Each player's chance of finishing next, 0 to 1: first among those who are left. It is
/// 0 for empty seats and players who have finished.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    by_seat: [f64; 4],
}

impl Chances {
    /// Calls `chance` for each of these seats.
    pub fn new(seats: impl IntoIterator<Item = Seat>, chance: impl Fn(Seat) -> f64) -> Self {
        let mut by_seat = [0.0; 4];
        for seat in seats {
            by_seat[seat.index()] = chance(seat);
        }
        Self { by_seat }
    }

    /// The seat's chance.
    pub const fn of(&self, seat: Seat) -> f64 {
        self.by_seat[seat.index()]
    }
}

/// The accuracy of chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certainty {
    /// They are solved, to 12 digits.
    Exact,
    /// They are estimates.
    Estimate {
        /// The measured root mean square error.
        error: f64,
    },
}
