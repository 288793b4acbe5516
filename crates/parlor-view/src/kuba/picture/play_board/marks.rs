//! The last push, and the pushes that may or may not follow.

use std::collections::BTreeSet;

use kuba_rules::{Direction, Event, Move};

use super::super::layout::{SIDE, clockwise, toward, turned};
use super::super::marks::{Taken, pushed};
use super::super::{Picture, marks};
use super::colors::{define_color, filled, lined};
use super::layout::{center, gutter};
use super::marbles;
use crate::measure::{STRONG, THIN};
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// Half of how wide the rail of a run is.
const RAIL: f64 = 41.0;
/// How much of what is under the rail it covers, so that marbles stay apart from both.
const RAIL_OPACITY: f64 = 0.6;
/// From the middle of an edge cell to the end of a rail beyond it, of which the field shows a part.
const RAIL_END: f64 = SIDE;
/// The line of a chevron.
const CHEVRON_LINE: f64 = 5.0;
/// The badge of a marble that was taken, and how large the marble is in it.
const BADGE: f64 = 17.0;
const BADGE_MARBLE: f64 = 0.36;
/// How much lower the side of an arrow is.
const ARROW_SIDE: f64 = 5.0;
/// The line of an arrow.
const ARROW_LINE: f64 = 3.2;
/// How far two arrows that meet head-on move aside.
const ASIDE: f64 = 18.0;
/// How far aside the ko push is, between the marbles: there it covers neither of them.
const KO_ASIDE: f64 = 38.0;
/// How much larger than others a hint's arrow is.
const HINTED: f64 = 1.4;
/// The rings around the marble that a hint names: of glow, on a ring of edge.
const HINT_RINGS: [f64; 2] = [40.5, 47.5];
const HINT_GROUND: (f64, f64) = (44.0, 13.0);
const HINT_LINE: f64 = 4.0;
/// How large the arrow of what was played is, how far behind its middle the cross is, and the cross's disc
/// and arms.
const PLAYED: f64 = 1.2;
const CROSS_BEHIND: f64 = 34.0;
const CROSS: f64 = 15.0;
const ARM: f64 = 5.6;

/// Lays a rail under the run that moved, from the cell that it left. Rules: K-4.
pub(super) fn draw_trail(svg: &mut Svg<'_>, events: &[Event], taken: Option<Taken>) {
    let Some((Move { cell, direction }, length, _)) = pushed(events) else {
        return;
    };
    let left = center(cell);
    let run = std::iter::successors(Some(cell), |cell| cell.step(direction));
    let last = run
        .take(usize::from(length) + 1)
        .last()
        .map_or(left, center);
    let end = match taken {
        Some(taken) => toward(center(taken.edge), direction, RAIL_END),
        None => last,
    };
    let corner = (left.0.min(end.0) - RAIL, left.1.min(end.1) - RAIL);
    let size = ((left.0 - end.0).abs(), (left.1 - end.1).abs());
    svg.open(&Element::group().id("trail"));
    svg.put(
        &Element::rectangle(corner, (size.0 + 2.0 * RAIL, size.1 + 2.0 * RAIL))
            .rounded(RAIL)
            .fill(Paint::Rail)
            .number("fill-opacity", RAIL_OPACITY)
            .line(Paint::Ink, THIN)
            .refer("clip-path", "field"),
    );
    let chevrons = [-12.0, 4.0].into_iter();
    let chevrons = chevrons.fold(PathData::default(), |path, along| {
        chevron(path, direction, left, along)
    });
    svg.put(&Element::path(&chevrons).line(Paint::Ink, CHEVRON_LINE));
    svg.close();
}

/// Continues a path with a chevron that points away from a point, this far along.
fn chevron(path: PathData, direction: Direction, from: Point, along: f64) -> PathData {
    let at = |x: f64, y: f64| turned((along + x, y), direction, from);
    path.start(at(0.0, -12.0))
        .to(at(11.0, 0.0))
        .to(at(0.0, 12.0))
}

/// Shows in the gutter what fell there. Rules: K-6.
pub(super) fn draw_taken(svg: &mut Svg<'_>, taken: Taken) {
    let place = gutter(taken.edge, taken.direction);
    svg.open(&Element::group().id("taken").placed(place, 1.0));
    svg.put(
        &Element::circle((0.0, 0.0), BADGE)
            .fill(Paint::Rim)
            .line(Paint::Edge, STRONG),
    );
    svg.put(&marbles::alone(taken.marble, 0).placed((0.0, 0.0), BADGE_MARBLE));
    svg.close();
}

/// An arrow for each push, a crossed one for the ko push, and a larger one for the push that
/// a hint names.
///
/// Rules: K-2, K-7. An arrow is on the line that the marble crosses.
pub(super) fn draw_arrows(svg: &mut Svg<'_>, picture: &Picture<'_>) {
    let (ko, hint) = (picture.position.ko(), picture.hint);
    let played = picture.played;
    let pushes = picture.pushes.iter().copied();
    let shown: BTreeSet<Move> = pushes.filter(|&push| Some(push) != ko).collect();
    let all: BTreeSet<Move> = shown
        .iter()
        .copied()
        .chain(ko)
        .chain(hint)
        .chain(played)
        .collect();
    if all.is_empty() {
        return;
    }
    define_arrows(svg, shown.iter().copied().chain(hint));
    let arrow = |push: Move, size| {
        // In a picture that is turned it is turned back, so that its side is below.
        let direction = if picture.is_turned {
            push.direction.opposite()
        } else {
            push.direction
        };
        Element::copy_of(arrow_id(direction)).placed(place(push, &all), size)
    };
    svg.open(&Element::group().class("pb-arrows"));
    if let Some(push) = hint {
        svg.open(&Element::group().id("hint"));
        let marble = center(push.cell);
        let (radius, width) = HINT_GROUND;
        svg.put(&Element::circle(marble, radius).line(Paint::Edge, width));
        for radius in HINT_RINGS {
            svg.put(&Element::circle(marble, radius).line(Paint::Glow, HINT_LINE));
        }
        svg.put(&arrow(push, HINTED));
        svg.close();
    }
    for &push in &shown {
        let size = if Some(push) == hint { HINTED } else { 1.0 };
        svg.put(&arrow(push, size).id(format!("arrow-{push}")));
    }
    if let Some(push) = ko {
        draw_crossed(svg, push.direction, ko_place(push));
    }
    if let Some(push) = played {
        draw_played(svg, push, place(push, &all), hint.is_some());
    }
    svg.close();
}

/// The push that was played: a plain arrow, with a cross behind it where there was a better one.
fn draw_played(svg: &mut Svg<'_>, push: Move, place: Point, is_refuted: bool) {
    svg.open(&Element::group().id("played"));
    let outline = Element::path(&arrow(push.direction, place, PLAYED));
    svg.put(&outline.clone().line(Paint::Rim, 9.0));
    svg.put(&outline.fill(Paint::Rim).line(Paint::Edge, STRONG));
    if is_refuted {
        let behind = turned((-CROSS_BEHIND, 0.0), push.direction, place);
        let disc = Element::circle(behind, CROSS);
        svg.put(&disc.fill(Paint::Ink).line(Paint::Rim, STRONG));
        let arms = PathData::cross(behind, ARM);
        svg.put(&Element::path(&arms).line(Paint::OnInk, CHEVRON_LINE));
    }
    svg.close();
}

/// The middle of a push's arrow: on the line that the marble crosses, aside if another push
/// crosses it the other way.
pub(super) fn place(push: Move, all: &BTreeSet<Move>) -> Point {
    let Move { cell, direction } = push;
    let line = toward(center(cell), direction, SIDE / 2.0);
    if marks::is_met(push, all) {
        return toward(line, clockwise(direction), ASIDE);
    }
    line
}

/// The middle of the ko push's arrow: next to the line that the marble would cross.
pub(super) fn ko_place(Move { cell, direction }: Move) -> Point {
    let line = toward(center(cell), direction, SIDE / 2.0);
    toward(line, clockwise(direction), KO_ASIDE)
}

fn arrow_id(direction: Direction) -> String {
    format!("to-{}", direction.letter())
}

/// Puts an arrow for each direction into the picture, unseen, as a body with a side below.
fn define_arrows(svg: &mut Svg<'_>, pushes: impl Iterator<Item = Move>) {
    if pushes.count() == 0 {
        return;
    }
    svg.open(&Element::definitions());
    define_color(svg, Paint::Edge);
    define_color(svg, Paint::Glow);
    for direction in Direction::ALL {
        let group = Element::group().id(arrow_id(direction));
        svg.open(&lined(group, Paint::Edge, ARROW_LINE));
        for (lower, paint) in [(ARROW_SIDE, Paint::Edge), (0.0, Paint::Glow)] {
            let arrow = Element::path(&arrow(direction, (0.0, lower), 1.0));
            svg.put(&filled(arrow, paint));
        }
        svg.close();
    }
    svg.close();
}

/// A hollow arrow about a point, crossed out with a line. Rules: K-7.
pub(super) fn draw_crossed(svg: &mut Svg<'_>, direction: Direction, center: Point) {
    let slash = marks::slash(direction, center);
    svg.open(&Element::group().id("barred"));
    svg.put(&slash.clone().line(Paint::Rim, 8.0));
    let outline = Element::path(&arrow(direction, center, 0.85));
    svg.put(&outline.clone().line(Paint::Rim, 7.0));
    svg.put(&outline.fill(Paint::Rim).line(Paint::Edge, STRONG));
    svg.put(&slash.line(Paint::Edge, STRONG));
    svg.close();
}

/// An arrow about a point.
fn arrow(direction: Direction, center: Point, scale: f64) -> PathData {
    let at = |x: f64, y: f64| turned((scale * x, scale * y), direction, center);
    PathData::from(at(-18.0, -6.0))
        .to(at(-1.0, -6.0))
        .to(at(-1.0, -15.0))
        .to(at(19.0, 0.0))
        .to(at(-1.0, 15.0))
        .to(at(-1.0, 6.0))
        .to(at(-18.0, 6.0))
        .close()
}
