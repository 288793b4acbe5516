//! Seats of Ludo as games know them.

use ludo_rules::Seat;

/// The index of a seat in games among these, which know their seats clockwise, whoever begins.
pub(crate) fn index(seats: &[Seat], seat: Seat) -> usize {
    seats.iter().filter(|&&other| other < seat).count()
}
