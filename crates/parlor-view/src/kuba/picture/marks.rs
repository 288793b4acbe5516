//! What is shown over the position: the last push, what it took off, and the
//! pushes that may or may not follow.

use std::collections::BTreeSet;

use kuba_rules::{Cell, Direction, Event, Marble, Move, Side};

use super::layout::{self, MARBLE, SIDE, WELL};
use super::marbles;
use crate::measure::{CASING, DOTS, STRONG, THIN};
use crate::stroke;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::Paint;

/// How small a marble is shown that has left the board.
pub(super) const OFF_BOARD: f64 = 0.5;
/// How round the way of a rolling marble turns.
const TURN: f64 = 16.0;
/// From dot to dot around the cell that a run left, so that 25 fit round it.
const ROUND_STEP: f64 = 8.04;
/// How far aside the ko push is, between the marbles: there it covers
/// neither of them.
const KO_ASIDE: f64 = 21.0;
/// The ends of the line that crosses it out, if it points right about (0, 0): so
/// steep that the tip stays whole.
const CROSSED: [Point; 2] = [(-11.0, 14.0), (5.0, -14.0)];
/// The rings around the marble that a hint names, and how much larger than
/// others its arrow is.
const HINT_RINGS: [f64; 2] = [35.0, 42.0];
const HINTED: f64 = 1.6;
/// How far two arrows that meet head-on move aside.
const ASIDE: f64 = 16.0;

/// The last push among the events, the number of marbles that moved, and what
/// came of it.
pub(super) fn pushed(events: &[Event]) -> Option<(Move, u8, &[Event])> {
    let at = events
        .iter()
        .rposition(|event| matches!(event, Event::Pushed { .. }))?;
    match events[at..] {
        [Event::Pushed { push, length, .. }, ref came @ ..] => Some((push, length, came)),
        _ => None,
    }
}

/// A marble that the last push took off the board. Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) marble: Marble,
    pub(super) by: Side,
    pub(super) edge: Cell,
    pub(super) direction: Direction,
    /// For a red: how many its captor has now.
    total: Option<u8>,
}

impl Taken {
    pub(super) fn of(events: &[Event]) -> Option<Self> {
        let (Move { direction, .. }, _, came) = pushed(events)?;
        let taken = came.iter().find_map(|event| match *event {
            Event::Captured { side, total, from } => Some(Self {
                marble: Marble::Red,
                by: side,
                edge: from,
                direction,
                total: Some(total),
            }),
            Event::Ejected { side, from, .. } => Some(Self {
                marble: side.other().into(),
                by: side,
                edge: from,
                direction,
                total: None,
            }),
            _ => None,
        });
        taken.filter(|taken| taken.edge.step(direction).is_none())
    }

    /// A red that was taken.
    #[cfg(test)]
    pub(super) const fn red(by: Side, edge: Cell, direction: Direction) -> Self {
        let (marble, total) = (Marble::Red, Some(1));
        Self {
            marble,
            by,
            edge,
            direction,
            total,
        }
    }

    /// For a red: the number of its place in its captor's card, from 0.
    pub(super) fn place(self) -> Option<u8> {
        self.total?.checked_sub(1).filter(|&place| place < 7)
    }
}

/// Outlines the run that moved, and marks the cell that it left. Rules: K-4.
pub(super) fn draw_trail(svg: &mut Svg<'_>, events: &[Event]) {
    let Some((Move { cell, direction }, length, _)) = pushed(events) else {
        return;
    };
    let run: Vec<Cell> = std::iter::successors(cell.step(direction), |cell| cell.step(direction))
        .take(usize::from(length))
        .collect();
    svg.open(&Element::group().id("trail"));
    if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
        let (one, two) = (layout::center(first), layout::center(last));
        let corner = (one.0.min(two.0) - WELL, one.1.min(two.1) - WELL);
        let size = ((one.0 - two.0).abs(), (one.1 - two.1).abs());
        svg.put(
            &Element::rectangle(corner, (size.0 + 2.0 * WELL, size.1 + 2.0 * WELL))
                .rounded(WELL)
                .line(Paint::Ink, STRONG),
        );
    }
    let left = layout::center(cell);
    svg.put(
        &Element::circle(left, MARBLE)
            .line(Paint::Ink, DOTS)
            .dashed(0.0, ROUND_STEP),
    );
    let tip = |x: f64, y: f64| layout::turned((x, y), direction, left);
    let chevrons = [-9.0, 3.0]
        .into_iter()
        .fold(PathData::default(), |path, x| {
            path.start(tip(x, -9.0))
                .to(tip(x + 9.0, 0.0))
                .to(tip(x, 9.0))
        });
    svg.put(&Element::path(&chevrons).line(Paint::Ink, STRONG));
    svg.close();
}

/// Shows where the last push took a marble off the board. Rules: K-6.
pub(super) fn draw_taken(svg: &mut Svg<'_>, taken: Option<Taken>) {
    let Some(taken) = taken else { return };
    let outside = layout::outside(taken.edge, taken.direction);
    svg.open(&Element::group().id("taken"));
    let group = Element::group().id("gone");
    marbles::draw(svg, group, taken.marble, outside, OFF_BOARD);
    svg.close();
}

/// Shows the way of the red that the last push took to its place.
pub(super) fn draw_way(svg: &mut Svg<'_>, taken: Taken, place: u8) {
    let mut way = layout::way_home(taken.edge, taken.direction, taken.by, place);
    // The way ends at the marble in its place.
    if let Some(last) = way.last_mut() {
        let inward = if taken.by == Side::White { 1.0 } else { -1.0 };
        last.1 += inward * layout::CAPTURED_RING;
    }
    stroke::trail(svg, Element::path(&rounded(&way)));
}

/// A path along the points that turns softly at each of them.
fn rounded(points: &[Point]) -> PathData {
    let mut distinct = points.to_vec();
    distinct.dedup();
    let Some((&first, rest)) = distinct.split_first() else {
        return PathData::default();
    };
    let mut path = PathData::from(first);
    let mut before = first;
    for (index, &point) in rest.iter().enumerate() {
        match rest.get(index + 1) {
            Some(&after) => {
                let room = distance(before, point).min(distance(point, after)) / 2.0;
                let turn = TURN.min(room);
                path = path.to(nearer(point, before, turn));
                path = path.bend(point, nearer(point, after, turn));
            }
            None => path = path.to(point),
        }
        before = point;
    }
    path
}

/// Points of a way differ in one coordinate only.
fn distance(one: Point, two: Point) -> f64 {
    (one.0 - two.0).abs() + (one.1 - two.1).abs()
}

/// The point on the way from `from` to `to` that is `by` away from `from`.
fn nearer(from: Point, to: Point, by: f64) -> Point {
    let part = by / distance(from, to);
    (
        from.0 + (to.0 - from.0) * part,
        from.1 + (to.1 - from.1) * part,
    )
}

/// An arrow for each push, a crossed one for the ko push, and a larger one
/// for the push that a hint names.
///
/// Rules: K-2, K-7. An arrow is on the line that the marble crosses.
pub(super) fn draw_arrows(
    svg: &mut Svg<'_>,
    pushes: &[Move],
    ko: Option<Move>,
    hint: Option<Move>,
) {
    let shown: BTreeSet<Move> = pushes.iter().copied().collect();
    let all: BTreeSet<Move> = pushes.iter().copied().chain(ko).chain(hint).collect();
    if all.is_empty() {
        return;
    }
    svg.open(&Element::group().class("pl-arrows"));
    for &push in shown.iter().filter(|&&push| Some(push) != ko) {
        let arrow = arrow(push.direction, place(push, &all), 1.0);
        svg.put(&filled(&arrow).id(format!("arrow-{push}")));
    }
    if let Some(push) = ko {
        draw_ko(svg, push);
    }
    if let Some(push) = hint {
        svg.open(&Element::group().id("hint"));
        for radius in HINT_RINGS {
            let ring = Element::circle(layout::center(push.cell), radius);
            stroke::cased(svg, ring, (Paint::Ink, THIN), |line| line);
        }
        svg.put(&filled(&arrow(push.direction, place(push, &all), HINTED)));
        svg.close();
    }
    svg.close();
}

fn filled(arrow: &PathData) -> Element {
    Element::path(arrow)
        .fill(Paint::Ink)
        .line(Paint::Paper, STRONG)
}

/// A hollow arrow, crossed out. The line's casing lies below the arrow, which
/// so stays readable. Rules: K-7.
fn draw_ko(svg: &mut Svg<'_>, push: Move) {
    draw_crossed(svg, push.direction, ko_place(push));
}

/// The same about a point of its own.
pub(super) fn draw_crossed(svg: &mut Svg<'_>, direction: Direction, center: Point) {
    svg.open(&Element::group().id("barred"));
    let slash = slash(direction, center);
    svg.put(&slash.clone().line(Paint::Paper, STRONG + CASING));
    let outline = Element::path(&arrow(direction, center, 1.0)).fill(Paint::Paper);
    stroke::cased(svg, outline, (Paint::Ink, THIN), |line| line);
    svg.put(&slash.line(Paint::Ink, STRONG));
    svg.close();
}

/// The line that crosses out an arrow about a point.
pub(super) fn slash(direction: Direction, center: Point) -> Element {
    let [tail, head] = CROSSED.map(|end| layout::turned(end, direction, center));
    Element::path(&PathData::from(tail).to(head))
}

/// The middle of the ko push's arrow: next to the line that the marble would
/// cross.
pub(super) fn ko_place(Move { cell, direction }: Move) -> Point {
    let line = layout::toward(layout::center(cell), direction, SIDE / 2.0);
    layout::toward(line, layout::clockwise(direction), KO_ASIDE)
}

/// The middle of a push's arrow: on the line that the marble crosses, aside if
/// another push crosses it the other way.
pub(super) fn place(push: Move, all: &BTreeSet<Move>) -> Point {
    let Move { cell, direction } = push;
    let line = layout::toward(layout::center(cell), direction, SIDE / 2.0);
    if is_met(push, all) {
        return layout::toward(line, layout::clockwise(direction), ASIDE);
    }
    line
}

/// Whether another of the pushes crosses the same line the other way.
pub(super) fn is_met(Move { cell, direction }: Move, all: &BTreeSet<Move>) -> bool {
    let counter = cell.step(direction).map(|cell| Move {
        cell,
        direction: direction.opposite(),
    });
    counter.is_some_and(|counter| all.contains(&counter))
}

/// An arrow whose middle is `center`.
fn arrow(direction: Direction, center: Point, scale: f64) -> PathData {
    let at = |x: f64, y: f64| layout::turned((scale * x, scale * y), direction, center);
    PathData::from(at(-14.0, -4.0))
        .to(at(-1.0, -4.0))
        .to(at(-1.0, -12.0))
        .to(at(14.0, 0.0))
        .to(at(-1.0, 12.0))
        .to(at(-1.0, 4.0))
        .to(at(-14.0, 4.0))
        .close()
}
