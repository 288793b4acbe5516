//! What a choice does, in a word at its destination.

use ludo_rules::{Event, Seat};

use super::super::layout::offset;
use super::mark;
use crate::glyph::Lettering;
use crate::measure::BOARD;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// What a badge says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Badge {
    /// A kick, with the seat of each kicked token. Rules: L-9.
    Kicks(Vec<Seat>),
    /// A token comes home. Rules: L-12.
    Home,
    /// Two are together. Rules: L-10.
    Pair,
}

impl Badge {
    /// What is special about these events, if anything is.
    pub(super) fn of(events: &[Event]) -> Option<Self> {
        let kicked = events.iter().filter_map(|event| match *event {
            Event::Kicked { seat, .. } => Some(seat),
            _ => None,
        });
        let kicked: Vec<Seat> = kicked.collect();
        if !kicked.is_empty() {
            return Some(Self::Kicks(kicked));
        }
        events.iter().find_map(|event| match event {
            Event::ReachedEnd { .. } => Some(Self::Home),
            Event::Stacked { .. } => Some(Self::Pair),
            _ => None,
        })
    }

    /// Its word, and its sign about (0, 0) as path data.
    const fn word(&self) -> (&'static str, &'static str) {
        match self {
            Self::Kicks(_) => ("kicks", "M-8.3 1.9a7.4 7.4 0 1 1 3.4 6.4M-9 -4.7V2.1H-2.2"),
            Self::Home => ("home", "M-9.6 0.4L0 -8.6L9.6 0.4M-6.6 -1.6V8.6H6.6V-1.6"),
            Self::Pair => (
                "a pair",
                "M-10 1a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M-3 -1.6a6.5 6.5 0 1 1 4.5 8.8",
            ),
        }
    }
}

/// How high it is, and the capitals of its word.
const HEIGHT: f64 = 47.0;
const CAP: f64 = 20.0;

/// From its end to what is in it, from one to the next, and the width of its sign.
const END: f64 = 18.0;
const GAP: f64 = 11.0;
const SIGN: f64 = 20.0;

/// The radius of a kicked token in it.
const TOKEN: f64 = 12.0;

/// From the edge of the picture.
const MARGIN: f64 = 8.0;

/// Draws a badge that points to a ring of this radius around `center`, and does not cover `start`.
pub(super) fn draw(svg: &mut Svg<'_>, badge: &Badge, center: Point, radius: f64, start: Point) {
    let (word, sign) = badge.word();
    let lettering = Lettering::bold(word, CAP);
    let seats: &[Seat] = match badge {
        Badge::Kicks(seats) => seats,
        _ => &[],
    };
    let tokens = seats.iter().fold(0.0, |width, _| width + GAP + 2.0 * TOKEN);
    let half = END + (SIGN + GAP + lettering.width() + tokens) / 2.0;
    let x = center.0.clamp(MARGIN + half, BOARD - MARGIN - half);
    // Above, or below where there is no room.
    let away = radius + 20.0 + HEIGHT / 2.0;
    let covers =
        |y: f64| (start.0 - x).abs() < half + 24.0 && (start.1 - y).abs() < HEIGHT / 2.0 + 28.0;
    let above = center.1 - away;
    let is_above = above > MARGIN + HEIGHT / 2.0 && !covers(above);
    let (y, down) = if is_above {
        (above, 1.0)
    } else {
        (center.1 + away, -1.0)
    };

    let corner = (x - half, y - HEIGHT / 2.0);
    let pill = Element::rectangle(corner, (2.0 * half, HEIGHT)).rounded(HEIGHT / 2.0);
    let at = |right: f64, from: f64| (center.0 + right, y + down * from);
    let pointer = PathData::from(at(-10.0, 21.0))
        .to(at(10.0, 21.0))
        .bend(at(3.0, 28.0), at(0.0, 37.0))
        .bend(at(-3.0, 28.0), at(-10.0, 21.0))
        .close();
    svg.open(&Element::group().class("pb-badge").fill(Paint::Ink));
    svg.put(&Element::path(&pointer));
    svg.put(&pill);
    svg.close();
    let mut left = x - half + END;
    let sign = Element::new("path").attribute("d", sign);
    let sign = sign.line(Paint::OnInk, 3.8);
    svg.put(&sign.placed((left + SIGN / 2.0, y), 1.0));
    left += SIGN + GAP;
    let middle = (left + lettering.width() / 2.0, y);
    svg.put(&lettering.centered(middle, Paint::OnInk));
    left += lettering.width();
    for &seat in seats {
        mark::flat(svg, seat, offset((left, y), (GAP + TOKEN, 0.0)), TOKEN);
        left += GAP + 2.0 * TOKEN;
    }
}
