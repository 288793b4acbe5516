//! How two players sit.

use core::fmt;

use ludo_rules::{Position, Seat};

/// How two players sit toward each other; what else is different between two
/// seatings is a rotation of the board, which changes nothing (L-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    /// Two seats apart: A and C, or B and D. Both see the other alike.
    Opposite,
    /// Side by side: A and B, B and C, C and D, or D and A. One sees the other
    /// 14 spaces ahead, the other sees him 42 spaces ahead.
    Adjacent,
}

impl Seating {
    /// Both there are.
    pub const ALL: [Self; 2] = [Self::Opposite, Self::Adjacent];

    /// How these two sit; none if it is one and the same seat.
    pub fn of(seats: [Seat; 2]) -> Option<Self> {
        match distance(seats) {
            0 => None,
            2 => Some(Self::Opposite),
            _ => Some(Self::Adjacent),
        }
    }

    /// How the two sit who have not finished; none unless exactly two are left.
    pub fn of_two_left(position: &Position) -> Option<Self> {
        let tokens = position.tokens();
        let seats = tokens.seats().iter();
        let mut left = seats.filter(|&seat| !tokens.has_finished(seat));
        let two = [left.next()?, left.next()?];
        left.next().is_none().then(|| Self::of(two))?
    }

    /// Which of the seating's tables is about this seat: the players of
    /// opposite seats share one; of adjacent seats, the first is about the one
    /// who has the other next to him clockwise.
    pub(super) fn side(self, seat: Seat, opponent: Seat) -> usize {
        match self {
            Self::Opposite => 0,
            Self::Adjacent => usize::from(distance([seat, opponent]) != 1),
        }
    }

    /// How many tables there are.
    pub(super) const fn sides(self) -> usize {
        match self {
            Self::Opposite => 1,
            Self::Adjacent => 2,
        }
    }

    /// The table that is about the other player.
    pub(super) const fn other(self, side: usize) -> usize {
        self.sides() - 1 - side
    }

    /// A player of this side and his opponent.
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

/// How many seats clockwise the second is from the first.
const fn distance([from, to]: [Seat; 2]) -> usize {
    (to.index() + 4 - from.index()) % 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_a_seating_are_told_by_who_sits_next() {
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
