//! What moves on the board: the way a token came, the flights of the kicked,
//! and the rings around what may move now.

use ludo_rules::{Event, Move, Seat, Space, Step, Token, Tokens};

use super::layout::{self, TokenSpot, offset};
use super::piece;
use crate::drawing;
use crate::measure::{STRONG, THIN};
use crate::stroke;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::Paint;

/// The rings around a token that a hint names, wider than that of a choice.
const HINT_RINGS: [f64; 2] = [RING + 5.0, RING + 11.0];

/// The radius of the ring around a token that may move.
const RING: f64 = piece::RADIUS + 4.0;

/// How far the way back is drawn from the way there.
const ASIDE: f64 = 8.0;

/// Draws what the events of the last roll left to see: the way walked, and
/// behind it the flight of every kicked token.
pub(super) fn draw(svg: &mut Svg<'_>, tokens: &Tokens, events: &[Event]) {
    let is_seen = |event: &Event| {
        matches!(
            event,
            Event::LeftYard { .. } | Event::Moved { .. } | Event::Kicked { .. }
        )
    };
    if !events.iter().any(is_seen) {
        return;
    }
    svg.open(&Element::group().id("trail"));
    for event in events {
        if let Event::Kicked {
            seat, token, space, ..
        } = *event
        {
            flight(svg, tokens, seat, token, space);
        }
    }
    for event in events {
        match *event {
            Event::LeftYard { seat, token } => {
                let start = layout::way(seat, token, Space::Yard);
                let end = layout::spot(tokens, seat, token).map(|spot| spot.center);
                if let (Some(start), Some(end)) = (start, end) {
                    stroke::trail(svg, Element::path(&PathData::from(start).to(end)));
                }
            }
            Event::Moved {
                seat,
                choice,
                from,
                path,
                ..
            } => walk(svg, seat, choice, from, path.into_iter()),
            _ => {}
        }
    }
    svg.close();
}

/// A walk, from an outline of the token where it stood; what bounced comes
/// back next to the way there.
///
/// Rules: L-6, L-7.
fn walk(
    svg: &mut Svg<'_>,
    seat: Seat,
    choice: Move,
    from: Step,
    spaces: impl Iterator<Item = Space>,
) {
    let Some(&token) = choice.tokens().first() else {
        return;
    };
    let Some(start) = layout::way(seat, token, from.space(seat)) else {
        return;
    };
    let mut path = PathData::from(start);
    let mut is_back = false;
    for space in spaces {
        let Some(point) = layout::way(seat, token, space) else {
            continue;
        };
        if is_back {
            path = path.to(next_to_way(seat, point));
        } else {
            path = path.to(point);
        }
        if space == Space::End {
            is_back = true;
            path = path.to(next_to_way(seat, point));
        }
    }
    stroke::trail(svg, Element::path(&path));
    let ghost = piece::shape(seat, start, 0.72 * piece::RADIUS);
    svg.put(
        &ghost
            .fill(Paint::Paper)
            .line(Paint::Ink, THIN)
            .class("pl-start"),
    );
}

/// The point next to a seat's home squares.
fn next_to_way(seat: Seat, point: Point) -> Point {
    let aside = match seat {
        Seat::A | Seat::C => (0.0, ASIDE),
        Seat::B | Seat::D => (ASIDE, 0.0),
    };
    offset(point, aside)
}

/// The way of a kicked token home, a dashed bow. Rules: L-9.
fn flight(svg: &mut Svg<'_>, tokens: &Tokens, seat: Seat, token: Token, space: u8) {
    let start = drawing::ring(space).map(layout::stand);
    let end = layout::spot(tokens, seat, token).map(|spot| spot.center);
    let (Some(start), Some(end)) = (start, end) else {
        return;
    };
    let bow = PathData::from(start).bend(bow(start, end), end);
    let (color, _) = layout::paints(seat);
    stroke::cased(svg, Element::path(&bow), (color, STRONG), |line| {
        line.dashed(9.0, 7.0).class("pl-flight")
    });
}

/// The point toward which a flight bends.
pub(super) fn bow(start: Point, end: Point) -> Point {
    let (across, down) = (end.0 - start.0, end.1 - start.1);
    let middle = offset(start, (across / 2.0, down / 2.0));
    // A fifth of the way to the left of it.
    offset(middle, (down / 5.0, -across / 5.0))
}

/// Draws a dashed ring in the seat's shape around every token that may move.
///
/// Rules: L-27 (a stack is one choice).
pub(super) fn choices(svg: &mut Svg<'_>, tokens: &Tokens, seat: Seat, choices: &[Move]) {
    for choice in choices {
        if choice.tokens().is_empty() {
            continue;
        }
        svg.open(
            &Element::group()
                .id(format!("choice-{choice}"))
                .class("pl-choice"),
        );
        for &token in choice.tokens() {
            if let Some(TokenSpot { center, scale }) = layout::spot(tokens, seat, token) {
                let ring = piece::shape(seat, center, scale * RING);
                svg.put(
                    &ring
                        .line(Paint::Ink, STRONG.min(STRONG * scale))
                        .dashed(3.0, 5.5),
                );
            }
        }
        svg.close();
    }
}

/// What a choice moves, from where, and the spaces that it comes by, by the events that it has;
/// `None` if nothing moves.
pub(super) fn moved(events: &[Event]) -> Option<(Seat, Move, Step, Vec<Space>)> {
    events.iter().find_map(|event| match *event {
        Event::LeftYard { seat, token } => {
            Some((seat, token.into(), Step::YARD, vec![Space::Ready]))
        }
        Event::Moved {
            seat,
            choice,
            from,
            path,
            ..
        } => Some((seat, choice, from, path.into_iter().collect())),
        _ => None,
    })
}

/// Draws the way of the choice that a hint names, to a ring where it ends: dashed,
/// since it may happen.
pub(super) fn hinted_way(svg: &mut Svg<'_>, events: &[Event]) {
    let Some((seat, choice, from, spaces)) = moved(events) else {
        return;
    };
    let Some(&token) = choice.tokens().first() else {
        return;
    };
    let points = core::iter::once(from.space(seat)).chain(spaces);
    let points: Vec<Point> = points
        .filter_map(|space| layout::way(seat, token, space))
        .collect();
    let [first, rest @ .., end] = &*points else {
        return;
    };
    let way = rest
        .iter()
        .fold(PathData::from(*first), |path, &point| path.to(point));
    svg.open(&Element::group().id("hint-way"));
    let dashed = |line: Element| line.dashed(9.0, 7.0);
    let way = Element::path(&way.to(*end));
    stroke::cased(svg, way, (Paint::Ink, STRONG), dashed);
    let ring = piece::shape(seat, *end, RING);
    stroke::cased(svg, ring, (Paint::Ink, STRONG), dashed);
    svg.close();
}

/// Draws two rings around every token that a hint names.
pub(super) fn hinted_tokens(svg: &mut Svg<'_>, tokens: &Tokens, events: &[Event]) {
    let Some((seat, choice, ..)) = moved(events) else {
        return;
    };
    svg.open(&Element::group().id("hint"));
    let spots = choice.tokens().iter();
    for TokenSpot { center, scale } in spots.filter_map(|&token| layout::spot(tokens, seat, token))
    {
        for radius in HINT_RINGS {
            let ring = piece::shape(seat, center, scale * radius);
            stroke::cased(svg, ring, (Paint::Ink, THIN), |line| line);
        }
    }
    svg.close();
}
