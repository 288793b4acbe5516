//! What a player has: a strip with captured reds, the marbles left, and whether it is the
//! player's turn or who has won.

use kuba_rules::{Marble, REDS_TO_WIN, Side};
use parlor_game::Kuba;

use super::super::Picture;
use super::super::cards::{self, CardMark};
use super::super::marks::Taken;
use super::marbles;
use crate::glyph::Lettering;
use crate::look::Look;
use crate::measure::{BOARD, HEAVY, SEAT_CAP, STRONG, THIN};
use crate::reel::Reel;
use crate::snapshot::Snapshot;
use crate::svg::{Element, PictureOptions, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// How high a tray is. It is as wide as the board.
pub(super) const HEIGHT: f64 = 96.0;

/// From its edge to the middle of its line.
const INSET: f64 = 3.0;
const CORNER: f64 = 40.0;
/// The player's marble.
const OWN: (f64, f64) = (52.0, 0.86);
/// The mark at its lower right.
const MARK: Point = (78.0, 70.0);
const MARK_RADIUS: f64 = 18.0;
/// The middle of the first socket, and from one to the next.
const SOCKETS: f64 = 316.0;
const SOCKET_STEP: f64 = 52.0;
const SOCKET: f64 = 21.0;
/// A red in a socket, and the ring around the one captured last.
const CAPTURED: f64 = 0.6;
const RING: f64 = 25.5;
/// The small marble, and the number of marbles left.
const LEFT: (f64, f64) = (686.0, 0.42);
const NUMBER: f64 = 728.0;

/// A side's tray as a picture of its own, which only repeats the words next to it.
pub(in super::super) fn tray(
    picture: &Picture<'_>,
    side: Side,
    options: PictureOptions<'_>,
) -> String {
    let look = Look::Board;
    let mut svg = Svg::small(PictureOptions { look, ..options }, (BOARD, HEIGHT));
    marbles::define(&mut svg, &[side.into(), Marble::Red]);
    draw(&mut svg, picture, side, (0.0, 0.0));
    svg.finish()
}

/// Draws a side's tray from its upper left corner.
pub(super) fn draw(svg: &mut Svg<'_>, picture: &Picture<'_>, side: Side, corner: Point) {
    let mark = CardMark::of(picture, side);
    let tray = Element::group().id(format!("tray-{}", side.letter()));
    svg.open(&tray.placed(corner, 1.0));
    draw_ground(svg, mark);
    let middle = HEIGHT / 2.0;
    svg.put(&marbles::alone(side.into(), 0).placed((OWN.0, middle), OWN.1));
    draw_mark(svg, mark, side);
    let taken = Taken::of(picture.events).filter(|taken| taken.by == side);
    draw_captured(
        svg,
        picture.position.captured(side),
        taken.and_then(Taken::place),
    );
    svg.put(&marbles::alone(side.into(), 0).placed((LEFT.0, middle), LEFT.1));
    let left = picture.position.count(side.into()).to_string();
    let number = Lettering::bold(&left, SEAT_CAP);
    svg.put(&number.centered((NUMBER, middle), Paint::Ink));
    svg.close();
}

/// Draws a side's tray from its upper left corner through the whole of a game: a line of ink around it
/// while it is the side's turn, its reds as they come, and at the end whether it has won.
pub(super) fn draw_film(
    svg: &mut Svg<'_>,
    (picture, states): (&Picture<'_>, &[Snapshot<Kuba>]),
    reel: &mut Reel,
    side: Side,
    corner: Point,
) {
    let (steps, end) = (reel.steps(), reel.end());
    // What holds from which moment on.
    let moments = || core::iter::once(0.0).chain(steps.iter().map(|step| step.to));
    let over = |state: &Snapshot<Kuba>| state.turn().seat().is_none();
    let mut turns = Vec::new();
    let mut numbers: Vec<(u8, f64, f64)> = Vec::new();
    let mut reds: Vec<(u8, f64)> = Vec::new();
    for (state, (from, to)) in states
        .iter()
        .zip(moments().zip(moments().skip(1).chain([end])))
    {
        if state.position.to_move() == side && !over(state) {
            turns.push((from, to));
        }
        let left = state.position.count(side.into());
        match numbers.last_mut() {
            Some((number, _, until)) if *number == left => *until = to,
            _ => numbers.push((left, from, to)),
        }
        for red in reds.len()..usize::from(state.position.captured(side)) {
            reds.extend(u8::try_from(red).ok().map(|red| (red, from)));
        }
    }
    let middle = HEIGHT / 2.0;
    let tray = Element::group().id(format!("tray-{}", side.letter()));
    svg.open(&tray.placed(corner, 1.0));
    draw_ground(svg, CardMark::Nothing);
    merge(&mut turns);
    if !turns.is_empty() {
        svg.open(&reel.seen(&turns));
        draw_ground(svg, CardMark::ToMove);
        svg.close();
    }
    let mark = CardMark::of(picture, side);
    if matches!(mark, CardMark::Won | CardMark::Drawn) {
        svg.open(&reel.seen_from(end));
        draw_ground(svg, mark);
        svg.close();
    }
    svg.put(&marbles::alone(side.into(), 0).placed((OWN.0, middle), OWN.1));
    if matches!(mark, CardMark::Won | CardMark::Drawn) {
        svg.open(&reel.seen_from(end));
        draw_mark(svg, mark, side);
        svg.close();
    }
    draw_captured(svg, 0, None);
    for (red, from) in reds {
        svg.open(&reel.seen_from(from));
        svg.put(&marbles::alone(Marble::Red, usize::from(red)).placed(socket(red), CAPTURED));
        svg.close();
    }
    svg.put(&marbles::alone(side.into(), 0).placed((LEFT.0, middle), LEFT.1));
    let last = numbers.len() - 1;
    for (index, (left, from, to)) in numbers.into_iter().enumerate() {
        svg.open(&if index == last {
            reel.seen_from(from)
        } else {
            reel.seen(&[(from, to)])
        });
        let left = left.to_string();
        let number = Lettering::bold(&left, SEAT_CAP);
        svg.put(&number.centered((NUMBER, middle), Paint::Ink));
        svg.close();
    }
    svg.close();
}

/// Makes one span of those that meet.
fn merge(spans: &mut Vec<(f64, f64)>) {
    spans.dedup_by(|next, before| {
        let meet = next.0 <= before.1;
        if meet {
            before.1 = next.1;
        }
        meet
    });
}

/// The middle of a socket.
fn socket(number: u8) -> Point {
    (SOCKETS + SOCKET_STEP * f64::from(number), HEIGHT / 2.0)
}

/// The strip, with a line of ink if it is the player's turn, dashed if it is anybody's.
fn draw_ground(svg: &mut Svg<'_>, mark: CardMark) {
    let size = (BOARD - 2.0 * INSET, HEIGHT - 2.0 * INSET);
    let ground = Element::rectangle((INSET, INSET), size)
        .rounded(CORNER)
        .fill(Paint::Paper);
    svg.put(&match mark {
        CardMark::ToMove | CardMark::MayPushAgain | CardMark::Won => ground.line(Paint::Ink, HEAVY),
        CardMark::MayBegin => ground.line(Paint::Ink, STRONG).dashed(10.0, 10.0),
        CardMark::Nothing | CardMark::Drawn => ground.line(Paint::Line, THIN),
    });
}

/// A crown for the winner, bars for a draw, a plus for a second push.
fn draw_mark(svg: &mut Svg<'_>, mark: CardMark, side: Side) {
    let (ground, paint) = match mark {
        CardMark::Nothing | CardMark::MayBegin | CardMark::ToMove => return,
        CardMark::Won => (Paint::Glow, Paint::Edge),
        CardMark::MayPushAgain | CardMark::Drawn => (Paint::Ink, Paint::OnInk),
    };
    svg.open(&Element::group().id(format!("mark-{}", side.letter())));
    let badge = Element::circle(MARK, MARK_RADIUS).fill(ground);
    svg.put(&badge.line(paint, STRONG));
    let sign = match mark {
        CardMark::Won => Element::path(&cards::crown(MARK))
            .fill(paint)
            .line(paint, THIN),
        CardMark::Drawn => Element::path(&cards::bars(MARK)).line(paint, HEAVY),
        _ => Lettering::bold("+", SEAT_CAP).centered(MARK, paint),
    };
    svg.put(&sign);
    svg.close();
}

/// Seven sockets: a red in each that is taken; the next one has a class, so that a page can
/// light it. Rules: K-6, K-8.
fn draw_captured(svg: &mut Svg<'_>, captured: u8, rolled: Option<u8>) {
    for number in 0..REDS_TO_WIN {
        let place = socket(number);
        if number >= captured {
            let socket = Element::circle(place, SOCKET)
                .fill(Paint::Well)
                .line(Paint::Quiet, THIN)
                .dashed(4.0, 6.15);
            svg.put(&if number == captured {
                socket.class("pb-next")
            } else {
                socket
            });
            continue;
        }
        let red = marbles::alone(Marble::Red, usize::from(number)).placed(place, CAPTURED);
        if rolled == Some(number) {
            let ring = Element::circle(place, RING);
            svg.put(&ring.clone().line(Paint::Edge, HEAVY + 1.0));
            svg.put(&ring.line(Paint::Glow, STRONG));
            svg.put(&red.id("rolled"));
        } else {
            svg.put(&red);
        }
    }
}
