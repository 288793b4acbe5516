//! Where things lie in the picture, in its own units.

use ludo_rules::{Seat, Space, Token, Tokens};

use crate::drawing::{self, GridCell};
use crate::measure::{BOARD_CORNER, DIE_CORNER, MARGIN};
use crate::svg::{PathData, Point};
use crate::theme::Paint;

/// Both sides of a cell, half a seam on each side included.
pub(super) const CELL: f64 = 48.0;

/// Both sides of a yard.
pub(super) const YARD: f64 = 6.0 * CELL;

/// Where a token is in a cell: low enough to leave the name in the upper
/// left corner free.
const STAND: Point = (27.5, 30.0);

/// From a cell's corner to where its name begins.
const NAME: f64 = 5.0;

/// A seat's color and its tint.
pub(in crate::ludo) const fn paints(seat: Seat) -> (Paint, Paint) {
    match seat {
        Seat::A => (Paint::Red, Paint::RedTint),
        Seat::B => (Paint::Blue, Paint::BlueTint),
        Seat::C => (Paint::Green, Paint::GreenTint),
        Seat::D => (Paint::Purple, Paint::PurpleTint),
    }
}

/// What a seat's home squares are painted with.
pub(super) const fn lane(seat: Seat) -> Paint {
    match seat {
        Seat::A => Paint::RedLane,
        Seat::B => Paint::BlueLane,
        Seat::C => Paint::GreenLane,
        Seat::D => Paint::PurpleLane,
    }
}

/// The point `by` away from `from`.
pub(super) fn offset((x, y): Point, (right, down): Point) -> Point {
    (x + right, y + down)
}

/// A cell's upper left corner.
pub(super) fn corner(cell: GridCell) -> Point {
    let along = |index: u8| MARGIN + CELL * f64::from(index);
    (along(cell.column), along(cell.row))
}

/// The upper left corner of a cell's name.
pub(super) fn name(cell: GridCell) -> Point {
    offset(corner(cell), (NAME, NAME))
}

/// Where a single token is in a cell.
pub(super) fn stand(cell: GridCell) -> Point {
    offset(corner(cell), STAND)
}

/// The point `by` away from `from` on an upright or level line to `target`.
fn toward(from: Point, target: Point, by: f64) -> Point {
    let along = |from: f64, target: f64| from + (target - from).clamp(-by, by);
    (along(from.0, target.0), along(from.1, target.1))
}

/// A seat's yard, measured from the board's outer corner, so that one layout
/// serves all four: the ready place is always at the far end of both ways.
#[derive(Clone, Copy)]
pub(super) struct Yard {
    pub(super) seat: Seat,
}

impl Yard {
    /// The upper left corner.
    pub(super) fn corner(self) -> Point {
        let far = MARGIN + 9.0 * CELL;
        let x = if self.is_left() { MARGIN } else { far };
        let y = if self.is_top() { MARGIN } else { far };
        (x, y)
    }

    /// The point so far from the board's outer corner, across and upright.
    pub(super) fn inward(self, (across, upright): Point) -> Point {
        let x = if self.is_left() {
            across
        } else {
            YARD - across
        };
        let y = if self.is_top() {
            upright
        } else {
            YARD - upright
        };
        offset(self.corner(), (x, y))
    }

    /// The outline of the yard, `inset` inside its area, which leaves out the
    /// ready place: that is a cell of its own.
    pub(super) fn outline(self, inset: f64) -> PathData {
        let (near, far) = (inset, YARD - inset);
        let notch = YARD - CELL - inset;
        // Each corner with how far from it the rounding begins.
        let corners = [
            ((near, near), BOARD_CORNER),
            ((far, near), BOARD_CORNER),
            ((far, notch), DIE_CORNER),
            ((notch, notch), DIE_CORNER),
            ((notch, far), DIE_CORNER),
            ((near, far), BOARD_CORNER),
        ];
        let mut path = PathData::default();
        let mut is_first = true;
        for (index, &(corner, radius)) in corners.iter().enumerate() {
            let before = corners[(index + corners.len() - 1) % corners.len()].0;
            let after = corners[(index + 1) % corners.len()].0;
            let begin = self.inward(toward(corner, before, radius));
            let end = self.inward(toward(corner, after, radius));
            path = if is_first {
                path.start(begin)
            } else {
                path.to(begin)
            };
            is_first = false;
            path = path.bend(self.inward(corner), end);
        }
        path.close()
    }

    /// The middle of the yard, about which the nest stands upright.
    pub(super) fn middle(self) -> Point {
        offset(self.corner(), (YARD / 2.0, YARD / 2.0))
    }

    /// The middle of the nest, the large shape in which tokens wait.
    pub(super) fn nest(self) -> Point {
        // A triangle's middle is higher than that of its box.
        let down = if self.seat == Seat::C { -12.0 } else { 0.0 };
        offset(self.middle(), (0.0, down))
    }

    /// The nest's size; all four leave the corners of the yard free.
    pub(super) const fn nest_radius(self) -> f64 {
        match self.seat {
            Seat::A | Seat::B => 90.0,
            Seat::C => 88.0,
            Seat::D => 92.0,
        }
    }

    /// Where a token waits: level with the yard's middle, so that it is in the nest
    /// also where the picture is turned.
    pub(super) fn place(self, token: Token) -> Point {
        let right = match token {
            Token::P => -38.0,
            Token::Q => 38.0,
        };
        offset(self.middle(), (right, 0.0))
    }

    /// The middle of the seat's letter.
    pub(super) fn letter(self) -> Point {
        self.inward((40.0, 40.0))
    }

    /// The middle of the die, or of a place's badge.
    pub(super) fn die(self) -> Point {
        self.inward((240.0, 48.0))
    }

    const fn is_left(self) -> bool {
        matches!(self.seat, Seat::A | Seat::D)
    }

    const fn is_top(self) -> bool {
        matches!(self.seat, Seat::A | Seat::B)
    }
}

/// Where a token is drawn, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TokenSpot {
    pub(super) center: Point,
    pub(super) scale: f64,
}

/// Where a token of these tokens is drawn. None has the place of another.
///
/// Rules: L-5 (two on R stand side by side), L-10 (a stack is fanned).
pub(super) fn spot(tokens: &Tokens, seat: Seat, token: Token) -> Option<TokenSpot> {
    let steps = tokens.steps(seat)?;
    let step = steps[token.index()];
    let together = step == steps[token.other().index()];
    let cell = drawing::cell(seat, token, step.space(seat))?;
    let (away, scale) = match step.space(seat) {
        Space::Yard => {
            let center = Yard { seat }.place(token);
            return Some(TokenSpot { center, scale: 1.7 });
        }
        Space::End => {
            let center = arrival(seat, token);
            return Some(TokenSpot {
                center,
                scale: 0.38,
            });
        }
        Space::Ready if together => ((11.5, 1.5), 0.6),
        _ if together => ((8.5, -4.0), 0.8),
        _ => ((0.0, 0.0), 1.0),
    };
    let (right, down) = match token {
        Token::P if step.is_ready() => (-away.0, away.1),
        Token::P => (-away.0, -away.1),
        Token::Q => away,
    };
    // Side by side, they need the whole width of the cell.
    let middle = if together { -3.0 } else { 0.0 };
    let center = offset(stand(cell), (right + middle, down));
    Some(TokenSpot { center, scale })
}

/// Where an arrived token is on the end: two places on each seat's side.
pub(super) fn arrival(seat: Seat, token: Token) -> Point {
    let along = match token {
        Token::P => 17.0,
        Token::Q => CELL - 17.0,
    };
    let near = 9.0;
    let place = match seat {
        Seat::A => (near, along),
        Seat::B => (along, near),
        Seat::C => (CELL - near, along),
        Seat::D => (along, CELL - near),
    };
    offset(corner(drawing::END), place)
}

/// Where a walk of this seat passes a space.
pub(super) fn way(seat: Seat, token: Token, space: Space) -> Option<Point> {
    match space {
        Space::Yard => Some(Yard { seat }.place(token)),
        Space::End => {
            // Only the rim, so that the arrived stay in sight.
            let (right, down) = match seat {
                Seat::A => (4.0, STAND.1),
                Seat::B => (STAND.0, 4.0),
                Seat::C => (CELL - 4.0, STAND.1),
                Seat::D => (STAND.0, CELL - 4.0),
            };
            Some(offset(corner(drawing::END), (right, down)))
        }
        _ => drawing::cell(seat, token, space).map(stand),
    }
}
