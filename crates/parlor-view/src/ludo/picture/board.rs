//! The board under the tokens: ring, home columns, end and yards.

use ludo_rules::{Seat, Step, Token, Tokens};
use parlor_game::Standing;

use super::layout::{self, CELL, Yard, offset, paints};
use super::piece;
use crate::drawing::{self, GridCell};
use crate::glyph::Lettering;
use crate::measure::{
    BOARD, BOARD_CORNER, CELL_CORNER, HAIRLINE, HEAVY, NOTE_CAP, PIECE_CAP, PLACE_CAP, SEAT_CAP,
    SPACE_CAP, STRONG, THIN,
};
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::Paint;

/// The seats that play, with what the yards show about them.
pub(super) struct BoardState<'a> {
    pub(super) tokens: &'a Tokens,
    /// Whose turn it is.
    pub(super) to_act: Option<Seat>,
    /// The places taken or shared.
    pub(super) places: Vec<Standing<Seat>>,
}

impl BoardState<'_> {
    fn plays(&self, seat: Seat) -> bool {
        self.tokens.is_seated(seat)
    }

    /// `2`, or `2=` if the place is shared. Rules: L-30, L-31.
    pub(super) fn place(&self, seat: Seat) -> Option<String> {
        let standing = self.places.iter().find(|one| one.seat == seat)?;
        let (first, last) = (standing.places.start(), standing.places.end());
        let tie = if first == last { "" } else { "=" };
        Some(format!("{first}{tie}"))
    }
}

/// Draws everything that stays where it is.
pub(super) fn draw(svg: &mut Svg<'_>, state: &BoardState<'_>) {
    name("0123456789ABCDR").define(svg);
    svg.open(&Element::definitions());
    svg.put(&framed((0.0, 0.0), HAIRLINE).id("tile"));
    svg.close();
    svg.put(
        &Element::rectangle((0.0, 0.0), (BOARD, BOARD))
            .rounded(BOARD_CORNER)
            .fill(Paint::Plate),
    );
    for seat in Seat::ALL {
        yard(svg, seat, state);
    }
    for number in 1..=56 {
        ring_space(svg, number, state);
    }
    for seat in Seat::ALL {
        ready(svg, seat, state);
        for number in 1..=6 {
            home_square(svg, seat, number, state);
        }
    }
    end(svg, state);
}

/// A cell's tile, a seam away from its neighbors, with a hairline around it.
fn tile(cell: GridCell, line: Paint) -> Element {
    Element::copy_of("tile")
        .line_paint(line)
        .at(layout::corner(cell))
}

/// A tile that stands out by a thin frame in its seat's color.
fn seat_tile(cell: GridCell, color: Paint) -> Element {
    framed(layout::corner(cell), THIN).line_paint(color)
}

/// The tile of the cell with this corner; its frame lies inside it.
fn framed(corner: Point, width: f64) -> Element {
    let inset = 1.0 + width / 2.0;
    let side = CELL - 2.0 * inset;
    Element::rectangle(offset(corner, (inset, inset)), (side, side))
        .rounded(CELL_CORNER - width / 2.0)
        .number("stroke-width", width)
}

fn name(text: &str) -> Lettering<'_> {
    Lettering::regular(text, SPACE_CAP)
}

/// Opens a space, with its name in `paint`. Every other shape in it sets its own
/// line.
fn open_space(svg: &mut Svg<'_>, id: String, paint: Paint) {
    svg.open(&Element::group().id(id).line_paint(paint));
}

fn put_name(svg: &mut Svg<'_>, text: &str, cell: GridCell) {
    for letter in name(text).copies(layout::name(cell)) {
        svg.put(&letter);
    }
}

fn ring_space(svg: &mut Svg<'_>, number: u8, state: &BoardState<'_>) {
    let Some(cell) = drawing::ring(number) else {
        return;
    };
    let seated = |seat: &Seat| state.plays(*seat);
    let starting = Seat::ALL.into_iter().find(|seat| seat.start() == number);
    let turning = |seat: &Seat| seat.last_ring_space() == number;
    let turning = Seat::ALL.into_iter().find(turning);
    let id = format!("space-{number}");
    if let Some(seat) = starting.filter(seated) {
        let (color, tint) = paints(seat);
        open_space(svg, id, Paint::Ink);
        svg.put(&seat_tile(cell, color).fill(tint));
        let mark = piece::shape(seat, layout::stand(cell), 9.0);
        svg.put(&mark.line(color, THIN));
    } else {
        open_space(svg, id, Paint::Quiet);
        svg.put(&tile(cell, Paint::Line).fill(Paint::Paper));
    }
    put_name(svg, &number.to_string(), cell);
    if let Some(seat) = turning.filter(seated) {
        let (color, _) = paints(seat);
        let chevron = chevron(seat, layout::stand(cell));
        svg.put(&Element::path(&chevron).line(color, STRONG));
    }
    svg.close();
}

/// Points from a seat's last ring space into its home squares.
fn chevron(seat: Seat, center: Point) -> PathData {
    let turned = |(x, y): Point| match seat {
        Seat::A => (x, y),
        Seat::B => (-y, x),
        Seat::C => (-x, -y),
        Seat::D => (y, -x),
    };
    let at = |point: Point| offset(center, turned(point));
    // Ahead of the middle, where walks pass.
    PathData::from(at((5.0, -8.0)))
        .to(at((13.0, 0.0)))
        .to(at((5.0, 8.0)))
}

fn home_square(svg: &mut Svg<'_>, seat: Seat, number: u8, state: &BoardState<'_>) {
    let Some(cell) = drawing::home_square(seat, number) else {
        return;
    };
    let label = format!("{seat}{number}");
    let id = format!("home-{label}");
    if state.plays(seat) {
        let lane = layout::lane(seat);
        open_space(svg, id, Paint::Ink);
        svg.put(&tile(cell, lane).fill(lane));
    } else {
        open_space(svg, id, Paint::Quiet);
        svg.put(&tile(cell, Paint::Line));
    }
    put_name(svg, &label, cell);
    svg.close();
}

fn ready(svg: &mut Svg<'_>, seat: Seat, state: &BoardState<'_>) {
    let cell = drawing::ready(seat);
    let id = format!("ready-{seat}");
    if state.plays(seat) {
        let (color, _) = paints(seat);
        open_space(svg, id, color);
        svg.put(&seat_tile(cell, color).fill(Paint::Paper));
    } else {
        open_space(svg, id, Paint::Quiet);
        svg.put(&tile(cell, Paint::Line));
    }
    put_name(svg, "R", cell);
    svg.close();
}

/// The end, with a mark for each token that may still arrive.
fn end(svg: &mut Svg<'_>, state: &BoardState<'_>) {
    svg.open(&Element::group().id("end"));
    svg.put(&tile(drawing::END, Paint::Ink).fill(Paint::Ink));
    let middle = offset(layout::corner(drawing::END), (CELL / 2.0, CELL / 2.0));
    let letter = Lettering::bold("E", PIECE_CAP);
    svg.put(&letter.centered(middle, Paint::Paper));
    for (seat, steps) in state.tokens.iter() {
        for token in Token::ALL {
            if !steps[token.index()].is_finished() {
                let mark = Element::circle(layout::arrival(seat, token), 1.5);
                svg.put(&mark.fill(Paint::Paper));
            }
        }
    }
    svg.close();
}

fn yard(svg: &mut Svg<'_>, seat: Seat, state: &BoardState<'_>) {
    let yard = Yard { seat };
    let text = seat.to_string();
    let letter = Lettering::bold(&text, SEAT_CAP);
    svg.open(&Element::group().id(format!("yard-{seat}")));
    match state.tokens.steps(seat) {
        None => {
            svg.put(&frame(yard, HAIRLINE).line(Paint::Line, HAIRLINE));
            svg.put(&nest(yard).line(Paint::Line, THIN).dashed(4.0, 8.0));
            svg.put(&letter.centered(yard.letter(), Paint::Quiet));
        }
        Some(steps) => {
            let (color, tint) = paints(seat);
            if state.to_act == Some(seat) {
                svg.put(&frame(yard, HEAVY).fill(tint).line(color, HEAVY));
            } else {
                svg.put(&frame(yard, 0.0).fill(tint));
            }
            svg.put(&letter.centered(yard.letter(), color));
            let arrived = steps.map(Step::is_finished);
            let place = state.place(seat);
            if arrived == [true, true] {
                svg.put(&nest(yard).fill(color));
                place_in_nest(svg, yard, place.as_deref().unwrap_or("E"));
            } else {
                svg.put(&nest(yard).fill(Paint::Paper).line(color, THIN));
                for (token, arrived) in Token::ALL.into_iter().zip(arrived) {
                    waiting_place(svg, yard, token, arrived);
                }
                if let Some(place) = place {
                    badge(svg, yard, &place);
                }
            }
        }
    }
    svg.close();
}

/// The yard's area with a frame of this width inside it.
fn frame(yard: Yard, width: f64) -> Element {
    Element::path(&yard.outline(1.0 + width / 2.0))
}

fn nest(yard: Yard) -> Element {
    piece::shape(yard.seat, yard.nest(), yard.nest_radius()).upright(yard.middle())
}

/// Where a token waits: an outline, with an E once the token has arrived there.
fn waiting_place(svg: &mut Svg<'_>, yard: Yard, token: Token, has_arrived: bool) {
    let (color, tint) = paints(yard.seat);
    let center = yard.place(token);
    let place = piece::shape(yard.seat, center, 24.0);
    if has_arrived {
        svg.put(&place.fill(tint));
        let letter = Lettering::bold("E", NOTE_CAP);
        let drop = piece::letter_drop(yard.seat, 24.0);
        let letter = letter.centered(offset(center, (0.0, drop)), color);
        svg.put(&letter.upright(center));
    } else {
        svg.put(&place.line(color, THIN).dashed(2.0, 6.0));
    }
}

/// The place of a player with both tokens on the end.
fn place_in_nest(svg: &mut Svg<'_>, yard: Yard, text: &str) {
    let lettering = Lettering::bold(text, PLACE_CAP);
    let drop = piece::letter_drop(yard.seat, yard.nest_radius());
    let center = offset(yard.nest(), (0.0, drop));
    let place = lettering.centered(center, Paint::Paper);
    let place = place.upright(yard.middle());
    svg.put(&place.id(format!("place-{}", yard.seat)));
}

/// The place of a player who was left on the board.
fn badge(svg: &mut Svg<'_>, yard: Yard, text: &str) {
    let (color, _) = paints(yard.seat);
    let lettering = Lettering::bold(text, SEAT_CAP);
    let place = lettering.centered(yard.die(), color);
    svg.put(&place.id(format!("place-{}", yard.seat)));
}
