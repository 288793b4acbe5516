//! What each player has: captured reds, marbles left, and whose turn it is or
//! who has won.

use kuba_rules::{Marble, Outcome, Position, REDS_TO_WIN, Side};
use parlor_game::Settlement;

use super::layout::{self, CAPTURED, CAPTURED_RING, CARD, MARBLE};
use super::marks::{self, Taken};
use super::{Picture, marbles};
use crate::glyph::Lettering;
use crate::kuba::Stage;
use crate::measure::{BOARD_CORNER, HAIRLINE, HEAVY, SEAT_CAP, THIN};
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::Paint;

/// The radius of the small marbles that show how many are left.
const LEFT: f64 = 8.0;

/// What a card shows of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardMark {
    /// Nothing: the other player is to move or is seen to, or has won, or nobody has.
    Nothing,
    /// The player may begin, and so may the other.
    MayBegin,
    ToMove,
    MayPushAgain,
    Won,
    Drawn,
}

impl CardMark {
    pub(super) fn of(picture: &Picture<'_>, side: Side) -> Self {
        let Picture {
            position,
            stage,
            under_way,
            ..
        } = picture;
        match under_way {
            Some(by) if *by == side => return Self::ToMove,
            Some(_) => return Self::Nothing,
            None => {}
        }
        match (stage, position.outcome()) {
            (Stage::Drawn(_), _) => Self::Drawn,
            (_, Some(Outcome::Won { side: winner, .. })) if winner == side => Self::Won,
            (_, Some(Outcome::Won { .. })) => Self::Nothing,
            (_, Some(Outcome::Drawn(_))) => Self::Drawn,
            (Stage::Settled(settled), None) => match settled {
                Settlement::Agreement => Self::Drawn,
                _ if settled.winner() == Some(side) => Self::Won,
                _ => Self::Nothing,
            },
            (Stage::NobodyYet, None) => Self::MayBegin,
            (Stage::UnderWay, None) if position.to_move() != side => Self::Nothing,
            (Stage::UnderWay, None) if position.may_push_again() => Self::MayPushAgain,
            (Stage::UnderWay, None) => Self::ToMove,
        }
    }
}

/// Draws both cards, White's above and Black's below.
pub(super) fn draw(svg: &mut Svg<'_>, picture: &Picture<'_>, taken: Option<Taken>) {
    for side in Side::ALL {
        svg.open(&Element::group().id(format!("tray-{}", side.letter())));
        let mark = CardMark::of(picture, side);
        draw_ground(svg, side, mark);
        let (x, y) = layout::card(side);
        let middle = y + CARD / 2.0;
        marbles::draw(svg, Element::group(), side.into(), (x + 92.0, middle), 1.0);
        if mark != CardMark::Nothing {
            svg.open(&Element::group().id(format!("mark-{}", side.letter())));
            draw_mark(svg, mark, (x + 36.0, middle));
            svg.close();
        }
        let taken = taken.filter(|taken| taken.by == side);
        let rolled = taken.and_then(Taken::place);
        // The red rolls over its way.
        if let (Some(taken), Some(place)) = (taken, rolled) {
            marks::draw_way(svg, taken, place);
        }
        draw_captured(svg, picture.position, side, rolled);
        draw_left(svg, picture.position, side);
        svg.close();
    }
}

fn draw_ground(svg: &mut Svg<'_>, side: Side, mark: CardMark) {
    let (line, width) = match mark {
        CardMark::ToMove | CardMark::MayPushAgain | CardMark::Won => (Paint::Ink, HEAVY),
        CardMark::Nothing | CardMark::MayBegin | CardMark::Drawn => (Paint::Line, HAIRLINE),
    };
    svg.put(
        &Element::rectangle(layout::card(side), (layout::CARD_WIDTH, CARD))
            .rounded(BOARD_CORNER)
            .fill(Paint::Plate)
            .line(line, width),
    );
}

/// A mark left of the player's marble: a pointer for the turn, with a plus for
/// a second push; a crown for the winner; the sign of equality for a draw.
fn draw_mark(svg: &mut Svg<'_>, mark: CardMark, (x, y): Point) {
    match mark {
        CardMark::Nothing => {}
        CardMark::MayBegin => svg.put(&pointer((x, y)).line(Paint::Ink, THIN)),
        CardMark::ToMove => svg.put(&pointer((x, y)).line(Paint::Ink, THIN).fill(Paint::Ink)),
        CardMark::MayPushAgain => {
            let above = pointer((x, y - 16.0));
            svg.put(&above.line(Paint::Ink, THIN).fill(Paint::Ink));
            let plus = Lettering::regular("+", SEAT_CAP);
            svg.put(&plus.centered((x, y + 16.0), Paint::Ink));
        }
        CardMark::Won => {
            svg.put(
                &Element::path(&crown((x, y)))
                    .fill(Paint::Ink)
                    .line(Paint::Ink, THIN)
                    .upright((x, y)),
            );
        }
        CardMark::Drawn => {
            svg.put(&Element::path(&bars((x, y))).line(Paint::Ink, HEAVY));
        }
    }
}

/// The sign of who has won, about a point.
pub(super) fn crown((x, y): Point) -> PathData {
    PathData::from((x - 11.0, y + 9.0))
        .to((x - 13.0, y - 7.0))
        .to((x - 5.5, y))
        .to((x, y - 11.0))
        .to((x + 5.5, y))
        .to((x + 13.0, y - 7.0))
        .to((x + 11.0, y + 9.0))
        .close()
}

/// The sign of a draw, about a point.
pub(super) fn bars((x, y): Point) -> PathData {
    PathData::from((x - 9.0, y - 5.0))
        .to((x + 9.0, y - 5.0))
        .start((x - 9.0, y + 5.0))
        .to((x + 9.0, y + 5.0))
}

fn pointer((x, y): Point) -> Element {
    let outline = PathData::from((x - 6.0, y - 11.0))
        .to((x + 8.0, y))
        .to((x - 6.0, y + 11.0))
        .close();
    Element::path(&outline)
}

/// Seven places, with a red in each that is taken. Rules: K-6, K-8.
fn draw_captured(svg: &mut Svg<'_>, position: &Position, side: Side, rolled: Option<u8>) {
    let captured = position.captured(side);
    for number in 0..REDS_TO_WIN {
        let place = layout::captured_place(side, number);
        if number >= captured {
            svg.put(
                &Element::circle(place, CAPTURED)
                    .fill(Paint::Well)
                    .line(Paint::Line, HAIRLINE),
            );
            continue;
        }
        let mut group = Element::group();
        if rolled == Some(number) {
            svg.put(&Element::circle(place, CAPTURED_RING).line(Paint::Ink, THIN));
            group = group.id("rolled");
        }
        marbles::draw(svg, group, Marble::Red, place, CAPTURED / MARBLE);
    }
}

/// How many marbles the player has: the number, and eight small marbles of
/// which the lost ones are empty. Rules: K-1, K-9.
fn draw_left(svg: &mut Svg<'_>, position: &Position, side: Side) {
    let left = position.count(side.into());
    let (x, y) = layout::card(side);
    let middle = y + CARD / 2.0;
    let paint = match side {
        Side::White => Paint::White,
        Side::Black => Paint::Black,
    };
    for number in 0..Marble::from(side).at_start() {
        let (row, column) = (f64::from(number / 4), f64::from(number % 4));
        let place = (x + 520.0 + 24.0 * column, middle - 12.0 + 24.0 * row);
        let pip = Element::circle(place, LEFT);
        svg.put(&if number < left {
            pip.fill(paint).line(Paint::Ink, THIN)
        } else {
            pip.fill(Paint::Well).line(Paint::Line, HAIRLINE)
        });
    }
    let text = left.to_string();
    let number = Lettering::bold(&text, SEAT_CAP);
    svg.put(&number.centered((x + 640.0, middle), Paint::Ink));
}
