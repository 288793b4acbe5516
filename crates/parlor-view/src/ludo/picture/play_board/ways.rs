//! The ways that tokens go: the last one, that of a hint, and that of each choice.

use ludo_rules::{Event, Move, Seat, Space, Token, Tokens};

use super::super::layout::offset;
use super::super::trail::{self, bow};
use super::View;
use super::badge::{self, Badge};
use super::paints::SeatPaints;
use super::places::{self, middle};
use super::{solid, tiles};
use crate::drawing;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// How far the way back is from the way there. Rules: L-7.
const ASIDE: f64 = 11.0;

/// The radius of the ring around a destination, on the ring and around the medallion.
const RING: f64 = 30.0;
const RING_OF_END: f64 = 50.0;

/// What comes of a choice, by its events.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) seat: Seat,
    pub(super) moved: Move,
    /// Where it leads.
    to: Space,
    /// The spaces that it comes by, from where it begins, each with whether it is on the way back.
    spaces: Vec<(Space, bool)>,
    pub(super) badge: Option<Badge>,
}

impl Outcome {
    /// What moved by these events; `None` if nothing did.
    pub(super) fn of(events: &[Event]) -> Option<Self> {
        let (seat, moved, from, path) = trail::moved(events)?;
        let to = *path.last()?;
        let mut is_back = false;
        let mut spaces = vec![(from.space(seat), false)];
        for space in path {
            spaces.push((space, is_back));
            is_back |= space == Space::End;
        }
        Some(Self {
            seat,
            moved,
            to,
            spaces,
            badge: Badge::of(events),
        })
    }

    /// The middle of the ring around where it leads, and its radius.
    fn destination(&self) -> Option<(Point, f64)> {
        if self.to == Space::End {
            return Some((middle(drawing::END), RING_OF_END));
        }
        let cell = drawing::cell(self.seat, self.token()?, self.to)?;
        Some((middle(cell), RING))
    }

    /// The token that leads: a stack goes as one.
    fn token(&self) -> Option<Token> {
        self.moved.tokens().first().copied()
    }
}

/// How a way is drawn.
#[derive(Clone, Copy)]
pub(super) enum Stroke<'a> {
    /// One that was gone: thin, with a sign where it began.
    Walked,
    /// One that was gone where there was a better one: with a cross where it led.
    Refuted,
    /// One that may be gone: its spaces are soft, except for the first spaces of these seats.
    Offered(&'a Tokens),
    /// The better one: a broad arrow.
    Better(&'a Tokens),
}

/// The widths of a better way, its edge first, and how long and how broad the head is.
const BETTER: [f64; 2] = [21.0, 14.0];
const HEAD: (f64, f64) = (24.0, 19.0);

/// The disc and the arms of a cross.
const CROSS: f64 = 17.0;
const ARM: f64 = 6.6;

/// The group of a choice's way, which the page shows: that of the first choice from the start.
pub(super) fn hidden(choice: Move, part: &str, is_first: bool) -> Element {
    let group = Element::group()
        .id(format!("way-{choice}{part}"))
        .class("pb-way")
        .class(&format!("pb-way-{choice}"));
    let group = if is_first {
        group.class("pb-first")
    } else {
        group
    };
    group.attribute("visibility", "hidden")
}

/// Draws the way of a choice as dots on a casing, and a dashed ring where it leads, all of it below
/// the pieces.
pub(super) fn draw(svg: &mut Svg<'_>, view: View, outcome: &Outcome, stroke: Stroke<'_>) {
    let SeatPaints { piece, .. } = SeatPaints::of(outcome.seat);
    if let Stroke::Offered(tokens) | Stroke::Better(tokens) = stroke {
        for &(space, _) in outcome.spaces.iter().skip(1) {
            if let Space::Ring(number) = space
                && !tokens.seats().iter().any(|seat| seat.start() == number)
                && let Some(cell) = drawing::ring(number)
            {
                svg.put(&tiles::soft(view, cell, outcome.seat));
            }
        }
    }
    let points = points(view, outcome);
    let &[start, .., end] = &*points else { return };
    let destination = outcome.destination();
    let destination = destination.map(|(center, radius)| (view.at(center), radius));
    if let (Stroke::Better(_), Some((center, radius))) = (stroke, destination) {
        arrow(svg, &points, radius);
        ring(svg, center, radius, piece);
        return;
    }
    let (casing, dots, step) = match stroke {
        Stroke::Walked | Stroke::Refuted => (9.0, 4.8, 9.6),
        Stroke::Offered(_) | Stroke::Better(_) => (13.2, 7.2, 12.0),
    };
    let way = Element::path(&line(&points));
    svg.put(&way.clone().line(Paint::Rim, casing));
    svg.put(&way.line(piece, dots).dashed(0.0, step));
    match stroke {
        Stroke::Walked => {
            let ghost = solid::outlined(outcome.seat, (start, 12.0), piece, 3.4);
            svg.put(&ghost.fill(Paint::Rim).class("pb-start"));
        }
        Stroke::Refuted => cross(svg, end),
        Stroke::Offered(_) | Stroke::Better(_) => {
            if let Some((center, radius)) = destination {
                ring(svg, center, radius, piece);
            }
        }
    }
}

/// Draws a broad arrow along these points, up to a ring of this radius around the last.
fn arrow(svg: &mut Svg<'_>, points: &[Point], radius: f64) {
    let &[.., from, end] = points else { return };
    let length = (end.0 - from.0).hypot(end.1 - from.1).max(1.0);
    let along = ((end.0 - from.0) / length, (end.1 - from.1) / length);
    let back = |far: f64, aside: f64| {
        let (x, y) = (end.0 - far * along.0, end.1 - far * along.1);
        (x - aside * along.1, y + aside * along.0)
    };
    // Beside the ring where there is room for it, and else in it.
    let tip = if length > radius + HEAD.0 {
        radius + 3.0
    } else {
        12.0
    };
    let neck = tip + HEAD.0;
    let head = PathData::from(back(tip, 0.0))
        .to(back(neck, HEAD.1))
        .to(back(neck, -HEAD.1))
        .close();
    let mut shaft = points[..points.len() - 1].to_vec();
    shaft.push(back(neck - 3.0, 0.0));
    let shaft = Element::path(&line(&shaft));
    let head = Element::path(&head);
    let [edge, inner] = BETTER;
    svg.put(&shaft.clone().line(Paint::Edge, edge));
    svg.put(
        &head
            .clone()
            .line(Paint::Edge, edge - inner)
            .fill(Paint::Edge),
    );
    svg.put(&shaft.line(Paint::Glow, inner));
    svg.put(&head.fill(Paint::Glow));
}

/// Draws a cross on a disc.
fn cross(svg: &mut Svg<'_>, center: Point) {
    let disc = Element::circle(center, CROSS);
    svg.put(&disc.fill(Paint::Ink).line(Paint::Rim, 4.0));
    let arms = PathData::cross(center, ARM);
    svg.put(&Element::path(&arms).line(Paint::OnInk, 5.0));
}

/// Draws the dashed ring around where a way leads.
fn ring(svg: &mut Svg<'_>, center: Point, radius: f64, piece: Paint) {
    let ring = Element::circle(center, radius);
    svg.put(&ring.clone().line(Paint::Rim, 8.4));
    svg.put(&ring.line(piece, 4.8).dashed(8.0, 9.0));
}

/// The points of a way as it is seen, from where it begins.
fn points(view: View, outcome: &Outcome) -> Vec<Point> {
    let Some(token) = outcome.token() else {
        return Vec::new();
    };
    let seat = outcome.seat;
    let points = outcome.spaces.iter().filter_map(|&(space, is_back)| {
        let point = places::way(seat, token, space)?;
        let aside = match seat {
            Seat::A | Seat::C => (0.0, ASIDE),
            Seat::B | Seat::D => (ASIDE, 0.0),
        };
        Some(view.at(if is_back { offset(point, aside) } else { point }))
    });
    points.collect()
}

/// A line through points.
fn line(points: &[Point]) -> PathData {
    let mut points = points.iter().copied();
    let first = points.next().map(PathData::from).unwrap_or_default();
    points.fold(first, PathData::to)
}

/// Draws the ways of the kicked home, as dashed bows. Rules: L-9.
pub(super) fn flights(svg: &mut Svg<'_>, view: View, tokens: &Tokens, events: &[Event]) {
    for event in events {
        let Event::Kicked {
            seat, token, space, ..
        } = *event
        else {
            continue;
        };
        let start = drawing::ring(space).map(middle);
        let end = places::spot(tokens, seat, token).map(|spot| spot.center);
        let (Some(start), Some(end)) = (start, end) else {
            continue;
        };
        let [start, control, end] = [start, bow(start, end), end].map(|point| view.at(point));
        let flight = Element::path(&PathData::from(start).bend(control, end));
        svg.put(&flight.clone().line(Paint::Rim, 8.4));
        let dashed = flight
            .line(SeatPaints::of(seat).piece, 3.6)
            .dashed(9.0, 8.0);
        svg.put(&dashed.class("pb-flight"));
    }
}

/// Draws in a word what a choice does, over the pieces.
pub(super) fn badge(svg: &mut Svg<'_>, view: View, outcome: &Outcome) {
    let Some(badge) = &outcome.badge else {
        return;
    };
    let Some((center, radius)) = outcome.destination() else {
        return;
    };
    let start = outcome.spaces.first();
    let start = start.and_then(|&(space, _)| places::way(outcome.seat, outcome.token()?, space));
    let start = start.map_or(center, |start| view.at(start));
    badge::draw(svg, badge, view.at(center), radius, start);
}
