//! The die, 100 wide about (0, 0).

use ludo_rules::{Phase, Roll, RollKind};

use super::super::piece::pips;
use super::places::DIE_SCALE;
use super::solid;
use crate::glyph::Lettering;
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// Half its width, how round its corners are, and its side.
const HALF: f64 = 50.0;
const CORNER: f64 = 27.0;
const SIDE: f64 = 10.0;

/// From its middle to that of a pip, across and down.
const PIP: f64 = 25.0;

/// Draws the die on the board as the phase has it: blank within a glow while a roll is due, with its
/// pips while the roll is in hand; a plus marks the bonus roll.
pub(super) fn draw(svg: &mut Svg<'_>, center: Point, phase: Phase) {
    let (kind, roll) = match phase {
        Phase::ToRoll(kind) => (kind, None),
        Phase::ToChoose(kind, roll) => (kind, Some(roll)),
        Phase::Over => return,
    };
    svg.open(&Element::group().id("die"));
    svg.open(&Element::group().placed(center, DIE_SCALE));
    svg.put(&solid::shadow((8.0, 30.0), (70.0, 46.0)));
    if roll.is_none() {
        svg.put(&square(13.0, 0.0, SIDE).fill(Paint::Edge));
        svg.put(&square(9.5, 0.0, SIDE).fill(Paint::Glow));
    }
    body(svg);
    match (roll, kind) {
        (Some(roll), kind) => {
            face(svg, roll);
            if kind == RollKind::Bonus {
                let at = (HALF + 2.0, -2.0 - HALF);
                let disc = Element::circle(at, 22.0);
                svg.put(&disc.fill(Paint::Edge).line(Paint::Rim, 4.0));
                svg.put(&Lettering::bold("+", 28.0).centered(at, Paint::Rim));
            }
        }
        (None, RollKind::Bonus) => {
            svg.put(&Lettering::bold("+", 62.0).centered((0.0, 0.0), Paint::Pip));
        }
        (None, _) => {
            let blank = square(-19.0, 0.0, 0.0).line(Paint::DieSide, 5.0);
            svg.put(&blank.dashed(8.0, 11.0));
        }
    }
    svg.close();
    svg.close();
}

/// A picture of a die alone, with its side: with the pips of a roll, or blank. It only repeats the
/// words next to it.
pub(in crate::ludo::picture) fn alone(roll: Option<Roll>, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, HALF + 8.0);
    svg.open(&Element::group().placed((0.0, -SIDE / 2.0), 1.0));
    body(&mut svg);
    if let Some(roll) = roll {
        face(&mut svg, roll);
    }
    svg.finish()
}

/// Its face from the middle, larger by `by`, moved down by `down` and so much higher.
fn square(by: f64, down: f64, higher: f64) -> Element {
    let half = HALF + by;
    Element::rectangle((-half, down - half), (2.0 * half, 2.0 * half + higher))
        .rounded((CORNER + by).max(8.0))
}

fn body(svg: &mut Svg<'_>) {
    svg.put(
        &square(0.0, 0.0, SIDE)
            .fill(Paint::DieSide)
            .line(Paint::Edge, 4.0),
    );
    svg.put(
        &square(0.0, 0.0, 0.0)
            .fill(Paint::Die)
            .line(Paint::Edge, 3.0),
    );
    svg.put(&square(-4.5, 0.0, 0.0).line(Paint::DieLight, 3.0));
}

/// The pips, each with a light at its lower edge, since it is hollow.
fn face(svg: &mut Svg<'_>, roll: Roll) {
    let mut light = PathData::default();
    svg.open(&Element::group().fill(Paint::Pip));
    for &(right, down) in pips(roll.value()) {
        let (x, y) = (PIP * right, PIP * down);
        svg.put(&Element::circle((x, y), 10.0));
        light = light.start((x - 5.5, y + 5.2)).command(
            'C',
            &[(x - 1.7, y + 9.3), (x + 5.0, y + 7.9), (x + 7.0, y + 2.6)],
        );
    }
    svg.close();
    svg.put(&Element::path(&light).line(Paint::PipLight, 2.0));
}
