//! The seating of two players.

use core::fmt;

use ludo_rules::{Position, Seat};

/// The seats of two players relative to each other. Seats that differ by a rotation
/// of the board are equivalent (L-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    /// Two seats apart: A and C, or B and D. Each sees the other in the same way.
    Opposite,
    /// Next to each other: A and B, B and C, C and D, or D and A. One sees the other
    /// 14 spaces ahead, the other sees the first 42 spaces ahead.
    Adjacent,
}

impl Seating {
    /// Both seatings.
    pub const ALL: [Self; 2] = [Self::Opposite, Self::Adjacent];

    /// The seating of two seats; `None` if they are the same.
    pub fn of(seats: [Seat; 2]) -> Option<Self> {
        match distance(seats) {
            0 => None,
            2 => Some(Self::Opposite),
            _ => Some(Self::Adjacent),
        }
    }

    /// The seating of the players who have not finished; `None` unless exactly two are left.
    pub fn of_two_left(position: &Position) -> Option<Self> {
        let tokens = position.tokens();
        let seats = tokens.seats().iter();
        let mut left = seats.filter(|&seat| !tokens.has_finished(seat));
        let two = [left.next()?, left.next()?];
        left.next().is_none().then(|| Self::of(two))?
    }

    /// The number of a seat's table. The players of opposite seats share one; of
    /// adjacent seats, the first is that of the player with the other next clockwise.
    pub(super) fn side(self, seat: Seat, opponent: Seat) -> usize {
        match self {
            Self::Opposite => 0,
            Self::Adjacent => usize::from(distance([seat, opponent]) != 1),
        }
    }

    /// The number of tables.
    pub(super) const fn sides(self) -> usize {
        match self {
            Self::Opposite => 1,
            Self::Adjacent => 2,
        }
    }

    /// The number of the other player's table.
    pub(super) const fn other(self, side: usize) -> usize {
        self.sides() - 1 - side
    }

    /// A player on this side and the opponent.
    pub(super) const fn seats(self, side: usize) -> [Seat; 2] {
        match (self, side) {
            (Self::Opposite, _) => [Seat::A, Seat::C],
            (Self::Adjacent, 0) => [Seat::A, Seat::B],
            (Self::Adjacent, _) => [Seat::B, Seat::A],
        }
    }
}

impl fmt::Display for Seating {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Opposite => "opposite",
            Self::Adjacent => "adjacent",
        })
    }
}

/// The number of seats clockwise from the first to the second.
const fn distance([from, to]: [Seat; 2]) -> usize {
    (to.index() + 4 - from.index()) % 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_seating_are_distinguished_by_who_sits_next() {
        assert_eq!(Seating::of([Seat::A, Seat::A]), None);
        assert_eq!(Seating::of([Seat::D, Seat::B]), Some(Seating::Opposite));
        assert_eq!(Seating::of([Seat::A, Seat::D]), Some(Seating::Adjacent));
        assert_eq!(Seating::Adjacent.side(Seat::D, Seat::A), 0);
        assert_eq!(Seating::Adjacent.side(Seat::A, Seat::D), 1);
        for seating in Seating::ALL {
            for side in 0..seating.sides() {
                let [seat, opponent] = seating.seats(side);
                assert_eq!(Seating::of([seat, opponent]), Some(seating));
                assert_eq!(seating.side(seat, opponent), side);
                assert_eq!(seating.side(opponent, seat), seating.other(side));
            }
        }
    }
}
