//! What marbles lie on, and the frame around it.

use kuba_rules::Cell;

use super::layout::{BESIDE, FIELD_MARGIN, FRAME, FRAME_CORNER, WELL, center};
use crate::measure::{BOARD, BOARD_SIDE};
use crate::svg::{Element, PathData, Svg};
use crate::theme::BoardPaint as Paint;

/// How much lower the field's side is.
const FIELD_SIDE: f64 = 9.0;
const FIELD_CORNER: f64 = 36.0;
/// How wide a well's lip is.
const LIP: f64 = 4.0;
/// From the frame's edge to the line in it, and how wide that is.
const LINE_INSET: f64 = 8.0;
const LINE: f64 = 4.0;
/// How far the frame's shade reaches, three times over one another, and how dark each is.
const SHADES: [f64; 3] = [22.0, 14.0, 7.0];
const SHADE: f64 = 0.3;
/// The height of each line of the grain, on the left, at two points between, and on the
/// right, as parts of the field's side.
const GRAIN: [[f64; 4]; 10] = [
    [0.06, 0.08, 0.05, 0.07],
    [0.14, 0.125, 0.12, 0.15],
    [0.23, 0.25, 0.22, 0.235],
    [0.33, 0.31, 0.315, 0.34],
    [0.43, 0.445, 0.405, 0.45],
    [0.54, 0.52, 0.525, 0.545],
    [0.65, 0.675, 0.63, 0.655],
    [0.755, 0.745, 0.73, 0.765],
    [0.865, 0.885, 0.85, 0.875],
    [0.95, 0.935, 0.94, 0.955],
];

/// How much lower than each coarse line a fine one is.
const FINE_GRAIN: f64 = 24.0;

/// A square within the board's edge, rounded.
fn square(inset: f64, lower: f64, corner: f64) -> Element {
    let side = BOARD - 2.0 * inset;
    Element::rectangle((inset, inset + lower), (side, side)).rounded(corner)
}

/// Draws the board without its frame: the wells are named by what is in them, also in a picture
/// that is turned. Rules: K-1.
pub(super) fn draw(svg: &mut Svg<'_>, is_turned: bool) {
    define(svg);
    svg.put(&square(0.0, BOARD_SIDE, FRAME_CORNER).fill(Paint::SlabSide));
    svg.put(&square(FRAME / 2.0, 0.0, FRAME_CORNER).fill(Paint::Gutter));
    let inset = BESIDE - FIELD_MARGIN;
    svg.put(&square(inset, FIELD_SIDE, FIELD_CORNER).fill(Paint::FieldSide));
    svg.put(&square(inset, 0.0, FIELD_CORNER).fill(Paint::Field));
    let coarse = grain(&GRAIN, inset, inset);
    svg.put(&Element::path(&coarse).line(Paint::Grain, 3.2));
    let fine = grain(&GRAIN[..9], inset, inset + FINE_GRAIN);
    svg.put(&Element::path(&fine).line(Paint::Grain, 1.6));
    svg.open(&Element::group().class("pb-cells"));
    for (index, cell) in Cell::ALL.into_iter().enumerate() {
        let shown = if is_turned {
            Cell::ALL[Cell::ALL.len() - 1 - index]
        } else {
            cell
        };
        let well = Element::copy_of("well").id(format!("cell-{shown}"));
        svg.put(&well.at(center(cell)));
    }
    svg.close();
}

/// Draws the frame and its shade, over what falls under it.
pub(super) fn draw_frame(svg: &mut Svg<'_>) {
    for reach in SHADES {
        let inset = FRAME + reach / 2.0;
        let shade = square(inset, 0.0, FRAME_CORNER - inset).line(Paint::Shade, reach);
        svg.put(&shade.number("stroke-opacity", SHADE));
    }
    let middle = FRAME / 2.0;
    svg.put(&square(middle, 0.0, FRAME_CORNER - middle).line(Paint::Slab, FRAME));
    svg.put(&square(LINE_INSET, 0.0, FRAME_CORNER - LINE_INSET).line(Paint::SlabLine, LINE));
}

/// The well that every cell copies; within what marbles can be seen, and within what a rail.
fn define(svg: &mut Svg<'_>) {
    svg.open(&Element::definitions().id("ground"));
    define_well(svg);
    let parts = [
        ("hollow", FRAME / 2.0, FRAME_CORNER - FRAME / 2.0),
        ("field", BESIDE - FIELD_MARGIN, FIELD_CORNER),
    ];
    for (id, inset, corner) in parts {
        svg.open(&Element::new("clipPath").id(id));
        svg.put(&square(inset, 0.0, corner));
        svg.close();
    }
    svg.close();
}

/// The well about (0, 0): darker at its upper edge, where the light does not come.
pub(super) fn define_well(svg: &mut Svg<'_>) {
    let light = Element::new("radialGradient").id("dip");
    svg.open(&light.number("fx", 0.56).number("fy", 0.62));
    svg.put(&Element::stop(Paint::DipLight, 0.0, 1.0));
    svg.put(&Element::stop(Paint::DipShade, 1.0, 1.0));
    svg.close();
    let lip = Element::new("linearGradient").id("lip");
    svg.open(
        &lip.number("x1", 0.2)
            .number("y1", 0.0)
            .number("x2", 0.8)
            .number("y2", 1.0),
    );
    svg.put(&Element::stop(Paint::LipDark, 0.0, 1.0));
    svg.put(&Element::stop(Paint::LipDark, 0.5, 1.0).number("stop-opacity", 0.0));
    svg.put(&Element::stop(Paint::LipLight, 0.55, 1.0).number("stop-opacity", 0.0));
    svg.put(&Element::stop(Paint::LipLight, 1.0, 1.0));
    svg.close();
    svg.put(
        &Element::circle((0.0, 0.0), WELL)
            .id("well")
            .refer("fill", "dip")
            .refer("stroke", "lip")
            .number("stroke-width", LIP),
    );
}

/// Lines of grain over a field that begins at this left and top.
fn grain(lines: &[[f64; 4]], left: f64, top: f64) -> PathData {
    let side = BOARD - 2.0 * left;
    let x = |part: f64| left + side * part;
    lines.iter().fold(PathData::default(), |path, heights| {
        let [first, one, two, last] = heights.map(|height| top + side * height);
        let curve = [(x(0.3), one), (x(0.65), two), (x(0.996), last)];
        path.start((x(0.004), first)).command('C', &curve)
    })
}
