//! What the things of a seat are painted with.

use ludo_rules::Seat;

use crate::theme::BoardPaint as Paint;

/// The paints of a seat.
#[derive(Clone, Copy)]
pub(super) struct SeatPaints {
    /// Its pieces and its signs.
    pub(super) piece: Paint,
    /// Its yard and its lane.
    pub(super) yard: Paint,
    /// What is printed on them.
    pub(super) lift: Paint,
    /// The sides of its bodies.
    pub(super) deep: Paint,
    /// Its ready place, and the spaces of a way.
    pub(super) soft: Paint,
}

impl SeatPaints {
    pub(super) const fn of(seat: Seat) -> Self {
        let (piece, yard, lift, deep, soft) = match seat {
            Seat::A => (
                Paint::A,
                Paint::AYard,
                Paint::ALift,
                Paint::ADeep,
                Paint::ASoft,
            ),
            Seat::B => (
                Paint::B,
                Paint::BYard,
                Paint::BLift,
                Paint::BDeep,
                Paint::BSoft,
            ),
            Seat::C => (
                Paint::C,
                Paint::CYard,
                Paint::CLift,
                Paint::CDeep,
                Paint::CSoft,
            ),
            Seat::D => (
                Paint::D,
                Paint::DYard,
                Paint::DLift,
                Paint::DDeep,
                Paint::DSoft,
            ),
        };
        Self {
            piece,
            yard,
            lift,
            deep,
            soft,
        }
    }
}
