//! The board that one plays on: what is printed is flat, what can be pressed has a body.
//!
//! Everything is in the cells of the diagram, so that the same controls and motions fit both. A
//! board that is turned by half is drawn from turned points, except for the pieces: so light
//! comes from the upper left, and sides are below, either way.

mod badge;
mod die;
mod film;
mod mark;
mod medallion;
mod paints;
mod places;
mod solid;
mod tiles;
mod tokens;
mod ways;
mod yards;

#[cfg(test)]
mod tests;

use ludo_rules::{Move, Position, Seat};

pub(super) use self::die::{alone as die_alone, turning as turning_die};
pub(super) use self::film::film;
pub(super) use self::mark::mark;
pub(super) use self::places::{die, spot, way};
pub(super) use self::tokens::waiting_room;

use self::ways::{Outcome, Stroke};
use super::Picture;
use super::board::BoardState;
use crate::measure::{BOARD, BOARD_SIDE, MARGIN};
use crate::svg::{Element, Point, Svg};
use crate::theme::{BoardPaint, Style};

/// How wide and high the picture is: the side of the board is seen below it.
pub(super) const SIZE: (f64, f64) = (BOARD, BOARD + BOARD_SIDE);

/// How round the corners of the board are.
const CORNER: f64 = 50.0;

/// From which side a board is seen.
#[derive(Clone, Copy)]
struct View {
    is_turned: bool,
}

impl View {
    /// Where a point of the board is seen.
    fn at(self, (x, y): Point) -> Point {
        if self.is_turned {
            (BOARD - x, BOARD - y)
        } else {
            (x, y)
        }
    }

    /// Which way a direction on the board is seen to lead.
    fn toward(self, (right, down): Point) -> Point {
        if self.is_turned {
            (-right, -down)
        } else {
            (right, down)
        }
    }

    /// A direction on the board that leads to the right for A's home squares, for those of
    /// another seat, as it is seen.
    fn along(self, seat: Seat, (x, y): Point) -> Point {
        self.toward(match seat {
            Seat::A => (x, y),
            Seat::B => (-y, x),
            Seat::C => (-x, -y),
            Seat::D => (y, -x),
        })
    }
}

/// Draws the board with everything on it.
pub(super) fn draw(svg: &mut Svg<'_>, picture: &Picture<'_>, style: Style) {
    let view = View {
        is_turned: picture.is_turned,
    };
    let turn = picture.turn();
    let state = BoardState {
        tokens: picture.tokens,
        to_act: turn.map(|(seat, _)| seat),
        places: picture.places(),
    };
    // What may be gone now is not mixed up with what was.
    let last = Outcome::of(picture.events).filter(|_| picture.choices().is_empty());
    let hint = Outcome::of(picture.hint);
    let played = Outcome::of(picture.played);
    let shown = match (style, picture.position, turn) {
        (Style::Page, Some(position), Some(_)) if played.is_none() => {
            outcomes(position, picture.choices())
        }
        _ => Vec::new(),
    };

    define(svg, &state);
    slab(svg);
    for seat in Seat::ALL {
        yards::yard(svg, view, seat, &state);
    }
    tiles::draw(svg, view, state.tokens);
    if let Some(last) = &last {
        svg.open(&Element::group().id("trail"));
        ways::flights(svg, view, picture.tokens, picture.events);
        ways::draw(svg, view, last, Stroke::Walked);
        svg.close();
    }
    medallion::draw(svg, view, state.tokens);
    if let Some(played) = &played {
        let stroke = match hint {
            Some(_) => Stroke::Refuted,
            None => Stroke::Offered(state.tokens),
        };
        svg.open(&Element::group().id("played"));
        ways::draw(svg, view, played, stroke);
        svg.close();
    }
    if let Some(hint) = &hint {
        let stroke = match played {
            Some(_) => Stroke::Better(state.tokens),
            None => Stroke::Offered(state.tokens),
        };
        svg.open(&Element::group().id("hint-way").class("pb-first"));
        ways::draw(svg, view, hint, stroke);
        svg.close();
    }
    // The first choice is shown until another is, unless a hint names one.
    let first = shown.first().map(|(choice, _)| *choice);
    let first = first.filter(|_| hint.is_none());
    let hidden = |choice, part| ways::hidden(choice, part, first == Some(choice));
    for (choice, outcome) in &shown {
        svg.open(&hidden(*choice, ""));
        ways::draw(svg, view, outcome, Stroke::Offered(state.tokens));
        svg.close();
    }
    if view.is_turned {
        svg.turn((BOARD, BOARD));
    }
    let may_move = state.to_act.map_or(&[][..], |_| picture.choices());
    tokens::draw(svg, view, &state, may_move, hint.as_ref());
    if let Some((seat, phase)) = turn {
        die::draw(svg, die(seat), phase);
    }
    if view.is_turned {
        svg.close();
    }
    if let Some(hint) = &hint {
        svg.open(&Element::group().class("pb-first"));
        ways::badge(svg, view, hint);
        svg.close();
    }
    for (choice, outcome) in &shown {
        if outcome.badge.is_some() {
            svg.open(&hidden(*choice, "-badge"));
            ways::badge(svg, view, outcome);
            svg.close();
        }
    }
}

/// What would come of each of the choices.
fn outcomes(position: &Position, choices: &[Move]) -> Vec<(Move, Outcome)> {
    let outcome = |&choice: &Move| {
        let mut after = *position;
        let events = after.play_with_events(choice).ok()?;
        Some((choice, Outcome::of(&events)?))
    };
    choices.iter().filter_map(outcome).collect()
}

/// What copies are made of.
fn define(svg: &mut Svg<'_>, state: &BoardState<'_>) {
    svg.open(&Element::definitions().id("pieces"));
    solid::define_shadow(svg);
    yards::define(svg);
    tiles::define(svg);
    for seat in Seat::ALL {
        if state.tokens.is_seated(seat) {
            tokens::define(svg, seat);
        } else {
            solid::define(svg, seat);
        }
    }
    svg.close();
}

/// The slab that everything lies on.
fn slab(svg: &mut Svg<'_>) {
    let square = |inset: f64, corner: f64| {
        let side = BOARD - 2.0 * inset;
        Element::rectangle((inset, inset), (side, side)).rounded(corner)
    };
    let below = Element::rectangle((0.0, BOARD_SIDE), (BOARD, BOARD));
    svg.put(&below.rounded(CORNER).fill(BoardPaint::SlabSide));
    svg.put(&square(0.0, CORNER).fill(BoardPaint::Slab));
    svg.put(&square(5.0, CORNER - 5.0).line(BoardPaint::SlabLine, 2.4));
    svg.put(&square(MARGIN - 5.0, 38.0).fill(BoardPaint::Seam));
}
