//! The tokens: from below a contact shadow, a side, a rim, a face, and their shape once more.

use ludo_rules::{Move, Seat, Token};

use super::super::board::BoardState;
use super::super::layout::{TokenSpot, offset};
use super::super::piece;
use super::View;
use super::paints::SeatPaints;
use super::places::{RADIUS, spot};
use super::solid;
use super::ways::Outcome;
use crate::measure::MARGIN;
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::BoardPaint as Paint;

/// From the middle of a token up to that of its face, and how far its side reaches below that.
const FACE: f64 = -2.0;
const SIDE: f64 = 7.8;

/// How far what may move is lifted, and how much larger it is: on the ring, and where it is large
/// already.
const LIFT: f64 = 7.2;
const LIFTED: f64 = 1.14;
const LIFTED_IN_YARD: f64 = 1.04;

/// The radii of the glow under what may move and of the line around it, and the same for what a
/// hint names.
const HALO: [f64; 2] = [29.2, 31.6];
const HINT: [f64; 2] = [34.8, 37.2];

/// Puts what the tokens of a seat are copied from: `piece-A` for one in play, `home-piece-A` for one
/// that has arrived.
pub(super) fn define(svg: &mut Svg<'_>, seat: Seat) {
    let SeatPaints { piece, deep, .. } = SeatPaints::of(seat);
    let face = (0.0, FACE);
    let inside = |part: f64| {
        let (center, radius) = solid::inside(seat, face, RADIUS, part * RADIUS);
        solid::shape(seat, center, radius)
    };
    solid::define(svg, seat);
    svg.open_original(format!("piece-{seat}"));
    svg.put(&solid::shadow((5.2, 13.0), (29.0, 18.0)));
    let side = solid::body(seat, face, RADIUS, SIDE);
    svg.put(&side.fill(deep).line(Paint::Edge, 2.4));
    svg.put(&inside(1.0).fill(Paint::Rim).line(Paint::Edge, 2.0));
    svg.put(&inside(0.78).fill(piece));
    svg.put(&inside(0.34).fill(Paint::Rim));
    svg.close();
    svg.open_original(format!("home-piece-{seat}"));
    let below = solid::shape(seat, (0.0, 4.0), RADIUS);
    svg.put(&below.fill(Paint::Edge).line(Paint::Edge, 3.0));
    svg.put(&inside(1.0).fill(Paint::Rim));
    svg.close();
}

/// Draws the tokens, those that may move lifted above a glow.
pub(super) fn draw(
    svg: &mut Svg<'_>,
    view: View,
    state: &BoardState<'_>,
    may_move: &[Move],
    hint: Option<&Outcome>,
) {
    if let Some(hint) = hint {
        svg.open(&Element::group().id("hint"));
        let tokens = hint.moved.tokens();
        halo(svg, state, hint.seat, tokens, HINT, Paint::Rim);
        svg.close();
    }
    if let Some(seat) = state.to_act {
        for choice in may_move.iter().filter(|choice| !choice.tokens().is_empty()) {
            let group = Element::group().id(format!("choice-{choice}"));
            svg.open(&group.class("pb-choice"));
            halo(svg, state, seat, choice.tokens(), HALO, Paint::Glow);
            svg.close();
        }
    }
    let mut tokens: Vec<(Seat, Token, TokenSpot)> = Vec::new();
    for seat in state.tokens.seats().iter() {
        // In a stack, p lies on q.
        for token in [Token::Q, Token::P] {
            if let Some(spot) = spot(state.tokens, seat, token) {
                tokens.push((seat, token, spot));
            }
        }
    }
    // What is seen below another casts no shadow on it.
    let height = |spot: &TokenSpot| view.at(spot.center).1;
    tokens.sort_by(|(seat, _, one), (other, _, two)| {
        if seat == other && state.tokens.is_stacked(*seat) {
            return core::cmp::Ordering::Equal;
        }
        height(one).total_cmp(&height(two))
    });
    for (seat, token, spot) in tokens {
        let moves = |choice: &Move| choice.tokens().contains(&token);
        let is_lifted = state.to_act == Some(seat) && may_move.iter().any(moves);
        put(svg, state, (seat, token), spot, is_lifted);
    }
}

/// Draws one token. It is lifted inside its group, which stays in its place.
fn put(
    svg: &mut Svg<'_>,
    state: &BoardState<'_>,
    (seat, token): (Seat, Token),
    spot: TokenSpot,
    is_lifted: bool,
) {
    let is_home = state
        .tokens
        .steps(seat)
        .is_some_and(|steps| steps[token.index()].is_finished());
    let name = if is_home { "home-piece" } else { "piece" };
    let mut piece = Element::copy_of(format!("{name}-{seat}"));
    if is_lifted {
        let larger = if spot.scale > 1.0 {
            LIFTED_IN_YARD
        } else {
            LIFTED
        };
        piece = piece.placed((0.0, -LIFT), larger);
    }
    svg.open(
        &Element::group()
            .id(format!("token-{seat}{token}"))
            .class("pb-token")
            .placed(spot.center, spot.scale),
    );
    svg.put(&piece);
    svg.close();
}

/// Draws what lies around the tokens of a choice: all lines first, so that there is one around a
/// stack.
fn halo(
    svg: &mut Svg<'_>,
    state: &BoardState<'_>,
    seat: Seat,
    tokens: &[Token],
    [inner, outer]: [f64; 2],
    paint: Paint,
) {
    for (radius, paint) in [(outer, Paint::Edge), (inner, paint)] {
        for &token in tokens {
            if let Some(TokenSpot { center, scale }) = spot(state.tokens, seat, token) {
                let radius = if scale > 1.0 { 0.9 * radius } else { radius };
                let (middle, radius) = solid::inside(seat, (0.0, -1.0), RADIUS, radius);
                svg.open(&Element::group().placed(center, scale));
                svg.put(&solid::shape(seat, middle, radius).fill(paint));
                svg.close();
            }
        }
    }
}

/// The seats as a small picture: a token in a nest for a player who is there, an empty well for one
/// still to come.
pub(in crate::ludo::picture) fn waiting_room(
    seats: &[(Seat, bool)],
    options: PictureOptions<'_>,
) -> String {
    /// The side of a place.
    const SIDE: f64 = 88.0;
    let width = seats.iter().fold(0.0, |width, _| width + SIDE);
    let size = (width + MARGIN, SIDE + MARGIN);
    let mut svg = Svg::small(options, size);
    svg.open(&Element::definitions());
    solid::define_shadow(&mut svg);
    for &(seat, _) in seats.iter().filter(|(_, is_there)| *is_there) {
        define(&mut svg, seat);
    }
    svg.close();
    let mut center = (f64::midpoint(SIDE, MARGIN), f64::midpoint(SIDE, MARGIN));
    for &(seat, is_there) in seats {
        let SeatPaints { piece: color, .. } = SeatPaints::of(seat);
        if is_there {
            svg.open(
                &Element::group()
                    .id(format!("token-{seat}p"))
                    .placed(offset(center, (0.0, -2.0)), 1.45),
            );
            svg.put(&Element::copy_of(format!("piece-{seat}")));
            svg.close();
        } else {
            let well = piece::shape(seat, center, 1.45 * RADIUS).fill(Paint::Well);
            svg.put(&well.line(color, 2.4).dashed(4.0, 7.0));
        }
        center.0 += SIDE;
    }
    svg.finish()
}
