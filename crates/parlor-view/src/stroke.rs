//! Lines that both boards draw alike: on a casing, which keeps them apart from
//! what they cross.

use crate::measure::{CASING, DOTS};
use crate::svg::{Element, Svg};
use crate::theme::Paint;

/// From the middle of a dot to that of the next.
pub(crate) const DOT_STEP: f64 = 8.0;

/// Draws the outline of a shape on a casing; `finish` adds what else is special
/// about the line.
pub(crate) fn cased(
    svg: &mut Svg<'_>,
    shape: Element,
    (paint, width): (Paint, f64),
    finish: impl FnOnce(Element) -> Element,
) {
    svg.put(&shape.clone().line(Paint::Paper, width + CASING));
    svg.put(&finish(shape.line(paint, width)));
}

/// Draws the dotted line of a way that something has come.
pub(crate) fn trail(svg: &mut Svg<'_>, way: Element) {
    cased(svg, way, (Paint::Ink, DOTS), |line| {
        line.dashed(0.0, DOT_STEP)
    });
}
