//! Everybody's chance of finishing next.

use ludo_rules::Seat;

/// Everybody's chance of finishing next, 0 to 1: first among those who are
/// left. Who has finished, or does not play, has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    by_seat: [f64; 4],
}

impl Chances {
    /// The chances that `chance` tells of each of these seats.
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

/// How far chances can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certainty {
    /// They are solved, and right to 12 digits.
    Exact,
    /// They are estimates.
    Estimate {
        /// The root mean square by which such a chance was found to be off.
        error: f64,
    },
}
