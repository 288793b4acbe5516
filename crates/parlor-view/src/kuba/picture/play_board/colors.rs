//! Colors of what is copied. Not every viewer applies the rules of classes inside of copies, so
//! that these are referred to, as gradients of a single color.

use crate::svg::{Element, Svg};
use crate::theme::{BoardPaint, Palette as _};

/// Puts a color into the definitions, by the name of its paint.
pub(super) fn define_color(svg: &mut Svg<'_>, paint: BoardPaint) {
    svg.open(&Element::new("linearGradient").id(paint.name()));
    svg.put(&Element::stop(0.0, paint));
    svg.close();
}

/// Paints the inside in a defined color.
pub(super) fn filled(element: Element, paint: BoardPaint) -> Element {
    element.refer("fill", paint.name())
}

/// Paints the line in a defined color.
pub(super) fn lined(element: Element, paint: BoardPaint, width: f64) -> Element {
    let element = element.refer("stroke", paint.name());
    element.number("stroke-width", width)
}
