//! Where pieces are, in units of a picture that is not turned.

use ludo_rules::{Seat, Space, Token, Tokens};

use super::super::layout::{self, CELL, TokenSpot, Yard, offset};
use crate::drawing::{self, GridCell};
use crate::svg::Point;

/// The radius of a token on the ring: 0.85 of a cell wide as a circle.
pub(super) const RADIUS: f64 = 20.4;

/// How large a token is in its yard, on R with another, in a stack, and on the end.
const IN_YARD: f64 = 1.2;
const ON_R: f64 = 0.58;
const IN_STACK: f64 = 0.93;
const AT_HOME: f64 = 0.36;

/// From the middle of the nest to that of each well: 0.75 of a cell.
pub(super) const WELL: f64 = 36.0;

/// How large a die on the board is: one is 100 wide, here a cell.
pub(super) const DIE_SCALE: f64 = 0.48;

/// The middle of a cell.
pub(super) fn middle(cell: GridCell) -> Point {
    offset(layout::corner(cell), (CELL / 2.0, CELL / 2.0))
}

/// Where a token's middle is in a cell: its side makes it look lower.
fn stand(cell: GridCell) -> Point {
    offset(middle(cell), (0.0, -1.0))
}

/// Where a token waits: level with the middle of the yard, so that it is in the nest also where the
/// picture is turned.
fn well(seat: Seat, token: Token) -> Point {
    let right = match token {
        Token::P => -WELL,
        Token::Q => WELL,
    };
    offset(Yard { seat }.middle(), (right, 0.0))
}

/// The middle of a seat's die, in the inner corner of its yard.
pub(in crate::ludo::picture) fn die(seat: Seat) -> Point {
    Yard { seat }.inward((248.0, 40.0))
}

/// Where a token of these tokens is drawn, and how large. None has the place of another.
///
/// Rules: L-5 (two on R stand side by side), L-10 (a stack shows both whole).
pub(in crate::ludo::picture) fn spot(
    tokens: &Tokens,
    seat: Seat,
    token: Token,
) -> Option<TokenSpot> {
    let steps = tokens.steps(seat)?;
    let step = steps[token.index()];
    let is_together = step == steps[token.other().index()];
    let cell = drawing::cell(seat, token, step.space(seat))?;
    let is_p = token == Token::P;
    let (center, scale) = match step.space(seat) {
        Space::Yard => (well(seat, token), IN_YARD),
        Space::End => (arrival(seat, token), AT_HOME),
        Space::Ready if is_together => {
            let right = if is_p { -14.0 } else { 14.0 };
            (offset(stand(cell), (right, 0.0)), ON_R)
        }
        _ if is_together => {
            // The upper one, which is drawn last, is 0.17 of a cell left and 0.21 lower.
            let by = if is_p { (-4.0, 5.0) } else { (4.0, -5.0) };
            (offset(way(seat, token, step.space(seat))?, by), IN_STACK)
        }
        space => (way(seat, token, space)?, 1.0),
    };
    Some(TokenSpot { center, scale })
}

/// Where an arrived token is on the medallion: in its seat's field.
pub(super) fn arrival(seat: Seat, token: Token) -> Point {
    let along = match token {
        Token::P => -8.0,
        Token::Q => 8.0,
    };
    let near = 25.0;
    offset(
        middle(drawing::END),
        match seat {
            Seat::A => (-near, along),
            Seat::B => (along, -near),
            Seat::C => (near, along),
            Seat::D => (along, near),
        },
    )
}

/// Where a walk of this seat passes a space.
pub(in crate::ludo::picture) fn way(seat: Seat, token: Token, space: Space) -> Option<Point> {
    match space {
        Space::Yard => Some(well(seat, token)),
        // At the medallion's rim.
        Space::End => Some(offset(middle(drawing::END), before_end(seat, 47.0))),
        // A little away from those that have arrived.
        Space::HomeSquare { number: 6, .. } => {
            let cell = drawing::cell(seat, token, space)?;
            Some(offset(stand(cell), before_end(seat, 6.0)))
        }
        _ => drawing::cell(seat, token, space).map(stand),
    }
}

/// So far from the end toward a seat's home squares.
const fn before_end(seat: Seat, by: f64) -> Point {
    match seat {
        Seat::A => (-by, 0.0),
        Seat::B => (0.0, -by),
        Seat::C => (by, 0.0),
        Seat::D => (0.0, by),
    }
}
