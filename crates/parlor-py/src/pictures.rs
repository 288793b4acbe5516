//! Boards as pictures, for files and for notebooks.

use parlor_view::{PictureOptions, Style, Theme};
use pyo3::prelude::*;

use crate::errors;
use crate::values::{Keyword, text};

/// The width of a board in a notebook, in CSS pixels. Without one it would fill the page.
const WIDTH: u32 = 480;

/// The style of a theme's name, `auto` by default.
///
/// # Errors
/// `ParlorError` for any other theme.
pub(crate) fn style(theme: Keyword<'_>) -> PyResult<Style> {
    theme.or(Style::Adaptive, |value| match text(value).as_deref() {
        Some("auto") => Ok(Style::Adaptive),
        Some(name) if let Ok(theme) = name.parse::<Theme>() => Ok(Style::Fixed(theme)),
        _ => Err(errors::invalid(value, |shown| {
            format!("{shown} is no theme; they are auto, light, dark, wood and contrast")
        })),
    })
}

/// The picture for a notebook.
pub(crate) fn in_notebook(draw: impl Fn(PictureOptions<'_>) -> String) -> String {
    let svg = drawn(Style::Adaptive, draw);
    svg.replacen("<svg ", &format!("<svg width=\"{WIDTH}\" "), 1)
}

/// The picture with unique ids: each begins with a hash of what the picture shows, so that
/// references within one picture of a page never resolve to another's.
pub(crate) fn drawn(style: Style, draw: impl Fn(PictureOptions<'_>) -> String) -> String {
    let hash = fnv(&draw(PictureOptions {
        style,
        ..PictureOptions::default()
    }));
    let id = format!("board-{hash:016x}-");
    draw(PictureOptions {
        style,
        id: &id,
        ..PictureOptions::default()
    })
}

/// FNV-1a of the text: the same on every machine and in every version, since notebooks' outputs are
/// stored and compared.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
