//! The yards with their rings, nests and wells, and the places that were won.

use ludo_rules::{Seat, Step, Token};

use super::super::board::BoardState;
use super::super::layout::{Yard, offset};
use super::super::piece::letter_drop;
use super::View;
use super::paints::SeatPaints;
use super::places::{self, RADIUS, WELL};
use super::solid::{inside, outlined, shape};
use crate::glyph::Lettering;
use crate::measure::{PLACE_CAP, SEAT_CAP};
use crate::svg::{Element, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// Half the side of a yard, a seam left out.
const HALF: f64 = 143.0;
const CORNER: f64 = 36.0;

/// From the outline of the nest to the ring around it that marks the player to move.
const COLLAR: f64 = 9.0;

/// From the outline of the nest to the first ring, and from ring to ring.
const FIRST_RING: f64 = 22.8;
const RING_STEP: f64 = 29.8;

/// Puts the outline that cuts off what is printed in a yard.
pub(super) fn define(svg: &mut Svg<'_>) {
    svg.open(&Element::new("clipPath").id("yard"));
    svg.put(&square(0.0));
    svg.close();
}

/// The area of a yard about (0, 0).
fn square(inset: f64) -> Element {
    let half = HALF - inset;
    Element::rectangle((-half, -half), (2.0 * half, 2.0 * half)).rounded(CORNER - inset)
}

/// Draws a yard: in its seat's color, or fallow.
pub(super) fn yard(svg: &mut Svg<'_>, view: View, seat: Seat, state: &BoardState<'_>) {
    draw(svg, view, seat, state, format!("yard-{seat}"));
}

/// The same over a yard that is there already, once its seat has a place.
pub(super) fn placed(svg: &mut Svg<'_>, view: View, seat: Seat, state: &BoardState<'_>) {
    draw(svg, view, seat, state, format!("placed-{seat}"));
}

fn draw(svg: &mut Svg<'_>, view: View, seat: Seat, state: &BoardState<'_>, id: String) {
    let SeatPaints { yard, lift, .. } = SeatPaints::of(seat);
    let steps = state.tokens.steps(seat);
    let (ground, print) = match steps {
        Some(_) => (yard, lift),
        None => (Paint::Fallow, Paint::FallowLift),
    };
    let middle = view.at(Yard { seat }.middle());
    svg.open(
        &Element::group()
            .id(id)
            .placed(middle, 1.0)
            .refer("clip-path", "yard"),
    );
    svg.put(&square(0.0).fill(ground));
    rings(svg, seat, print);
    if let Some(steps) = steps {
        if state.to_act == Some(seat) {
            let (center, radius) = nest_size(seat);
            let ring = inside(seat, center, radius, radius + COLLAR / growth(seat));
            svg.put(&outlined(seat, ring, Paint::Rim, 5.0));
        }
        nest(svg, seat, steps, state.place(seat).as_deref());
        if let Some(place) = state.place(seat)
            && steps.iter().any(|step| step.is_in_yard())
        {
            let corner = view.toward(offset(places::die(seat), (-middle.0, -middle.1)));
            badge(svg, seat, corner, &place);
        }
    }
    svg.close();
}

/// The middle of a seat's nest in its yard, and how large it is.
const fn nest_size(seat: Seat) -> (Point, f64) {
    match seat {
        Seat::A => ((0.0, 0.0), 82.0),
        Seat::B => ((0.0, 0.0), 81.0),
        // The middle of a triangle's box is higher than where it is widest.
        Seat::C => ((0.0, -10.0), 84.0),
        Seat::D => ((0.0, 0.0), 85.5),
    }
}

/// How much further the sides of a shape are from its middle when its radius is larger by 1.
const fn growth(seat: Seat) -> f64 {
    match seat {
        Seat::A => 1.0,
        Seat::B => 0.87,
        Seat::C => 0.72,
        Seat::D => 0.85,
    }
}

/// Rings of the seat's shape around the nest, each as far from the last on every side; where
/// there is no nest, inside of it, too.
fn rings(svg: &mut Svg<'_>, seat: Seat, paint: Paint) {
    let (center, nest) = nest_size(seat);
    // As many as the yard has room for.
    let count: i8 = match seat {
        Seat::A | Seat::D => 4,
        Seat::B => 2,
        Seat::C => 5,
    };
    let inner = if paint == Paint::FallowLift { -2 } else { 0 };
    for number in inner..count {
        let number = f64::from(number);
        let radius = nest + (FIRST_RING + RING_STEP * number) / growth(seat);
        let ring = inside(seat, center, nest, radius);
        svg.put(&outlined(seat, ring, paint, 10.8 - 0.7 * number));
    }
}

/// The nest with its wells; once nobody is in it, with the place that the seat has won.
fn nest(svg: &mut Svg<'_>, seat: Seat, steps: [Step; 2], place: Option<&str>) {
    let SeatPaints { piece, deep, .. } = SeatPaints::of(seat);
    let (center, radius) = nest_size(seat);
    let is_empty = !steps.iter().any(|step| step.is_in_yard());
    let place = place.filter(|_| is_empty);
    let ground = if place.is_some() {
        Paint::Rim
    } else {
        Paint::Nest
    };
    svg.put(&shape(seat, center, radius).fill(deep));
    svg.put(&shape(seat, offset(center, (0.0, 4.2)), 0.985 * radius).fill(ground));
    if let Some(place) = place {
        let drop = letter_drop(seat, radius);
        let lettering = Lettering::bold(place, 1.2 * PLACE_CAP);
        let place = lettering.centered(offset(center, (0.0, drop + 2.0)), piece);
        svg.put(&place.id(format!("place-{seat}")));
        return;
    }
    for token in Token::ALL {
        let right = match token {
            Token::P => -WELL,
            Token::Q => WELL,
        };
        svg.put(&outlined(seat, ((right, 0.0), RADIUS), piece, 2.0).fill(Paint::Well));
    }
}

/// The place of a seat that has a token in its yard. Rules: L-31.
fn badge(svg: &mut Svg<'_>, seat: Seat, center: Point, place: &str) {
    let SeatPaints { piece, .. } = SeatPaints::of(seat);
    let lettering = Lettering::bold(place, SEAT_CAP);
    let (width, height) = (lettering.width() + 28.0, 52.0);
    let corner = offset(center, (-width / 2.0, -height / 2.0));
    svg.put(
        &Element::rectangle(corner, (width, height))
            .rounded(height / 2.0)
            .fill(Paint::Rim),
    );
    svg.put(
        &lettering
            .centered(center, piece)
            .id(format!("place-{seat}")),
    );
}
