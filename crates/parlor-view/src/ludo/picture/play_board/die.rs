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

/// The pips of a die that is to be rolled.
const TO_ROLL: Roll = Roll::ALL[1];

/// Draws the die on the board as the phase has it: with its pips while the roll is in hand, where a
/// plus marks the bonus roll. While a roll is due it is within a glow, which a page shows to who may
/// roll.
pub(super) fn draw(svg: &mut Svg<'_>, center: Point, phase: Phase) {
    let (is_bonus, roll) = match phase {
        Phase::ToRoll(_) => (false, None),
        Phase::ToChoose(kind, roll) => (kind == RollKind::Bonus, Some(roll)),
        Phase::Over => return,
    };
    let group = Element::group().id("die");
    svg.open(&match roll {
        Some(_) => group,
        None => group.class("pb-due").attribute("visibility", "hidden"),
    });
    svg.open(&Element::group().placed(center, DIE_SCALE));
    svg.put(&solid::shadow((8.0, 30.0), (70.0, 46.0)));
    if roll.is_none() {
        svg.put(&square(13.0, 0.0, SIDE).fill(Paint::Edge));
        svg.put(&square(9.5, 0.0, SIDE).fill(Paint::Glow));
    }
    body(svg);
    face(svg, pips(roll.unwrap_or(TO_ROLL).value()));
    if is_bonus {
        let at = (HALF + 2.0, -2.0 - HALF);
        let disc = Element::circle(at, 22.0);
        svg.put(&disc.fill(Paint::Edge).line(Paint::Rim, 4.0));
        svg.put(&Lettering::bold("+", 28.0).centered(at, Paint::Rim));
    }
    svg.close();
    svg.close();
}

/// The id of the original of a die that shows this roll.
pub(super) fn name(roll: Roll) -> String {
    format!("die-{roll}")
}

/// Puts what dice with this roll are copied from.
pub(super) fn define(svg: &mut Svg<'_>, roll: Roll) {
    svg.open_original(name(roll));
    svg.put(&solid::shadow((8.0, 30.0), (70.0, 46.0)));
    body(svg);
    face(svg, pips(roll.value()));
    svg.close();
}

/// A picture of a die alone, with its side: with the pips of a roll, or blank. It only repeats the
/// words next to it.
pub(in crate::ludo::picture) fn alone(roll: Option<Roll>, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, HALF + 8.0);
    svg.open(&Element::group().placed((0.0, -SIDE / 2.0), 1.0));
    body(&mut svg);
    if let Some(roll) = roll {
        face(&mut svg, pips(roll.value()));
    }
    svg.finish()
}

/// The same with the pips of every roll, each part of them with a class by which it is shown or not.
pub(in crate::ludo::picture) fn turning(options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, HALF + 8.0);
    svg.open(&Element::group().placed((0.0, -SIDE / 2.0), 1.0));
    body(&mut svg);
    let [one, two, four, six] = [1, 2, 4, 6].map(pips);
    let further = |more: &[Point], known: &[Point]| -> Vec<Point> {
        let further = more.iter().filter(|pip| !known.contains(pip));
        further.copied().collect()
    };
    for (class, pips) in [
        ("pips-odd", one.to_vec()),
        ("pips-2", two.to_vec()),
        ("pips-4", further(four, two)),
        ("pips-6", further(six, four)),
    ] {
        svg.open(&Element::group().class(class));
        face(&mut svg, &pips);
        svg.close();
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
fn face(svg: &mut Svg<'_>, pips: &[Point]) {
    let mut light = PathData::default();
    svg.open(&Element::group().fill(Paint::Pip));
    for &(right, down) in pips {
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
