//! Pictures as PNG, by a renderer that needs nothing from the system.
//!
//! Letters and numbers on the boards are paths, so that no font is asked for,
//! and the same picture gives the same pixels wherever it is drawn. An SVG from
//! elsewhere is drawn too, but its texts are left out and nothing that it
//! refers to is opened.

use std::ops::RangeInclusive;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use thiserror::Error;

/// The widths, in pixels, that a picture can have.
pub const WIDTHS: RangeInclusive<u32> = 16..=4096;

/// The tallest picture, in pixels: twice the greatest width.
const MAX_HEIGHT: u32 = 8192;

/// Draws an SVG as a PNG that is `width` pixels wide and as tall as its shape asks.
///
/// The picture's theme is the one that the SVG was made with; what it leaves
/// free is transparent.
///
/// ```
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>"#;
/// let png = parlor_view::png::render(svg, 64)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), parlor_view::png::PngError>(())
/// ```
///
/// # Errors
/// [`PngError`] for a width outside [`WIDTHS`], and for what is no SVG or would
/// be too tall.
pub fn render(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let pixels = draw(svg, width)?;
    pixels
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}

/// The pixels of a picture, before they are packed.
pub(crate) fn draw(svg: &str, width: u32) -> Result<Pixmap, PngError> {
    if !WIDTHS.contains(&width) {
        return Err(PngError::Width { width });
    }
    let tree = Tree::from_str(svg, &offline()).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree
        .size()
        .to_int_size()
        .scale_to_width(width)
        .filter(|size| size.height() <= MAX_HEIGHT)
        .ok_or(PngError::Height { width })?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Height { width })?;
    // The two differ by less than a pixel: the height is a whole number.
    let across = size_ratio(size.width(), tree.size().width());
    let down = size_ratio(size.height(), tree.size().height());
    let transform = Transform::from_scale(across, down);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(pixels)
}

fn size_ratio(pixels: u32, units: f32) -> f32 {
    pixels as f32 / units
}

/// Nothing that the SVG refers to is opened, neither files nor pictures inside it.
fn offline() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PngError {
    /// No picture can have this width.
    #[error(
        "a picture can be {} to {} pixels wide, not {width}",
        WIDTHS.start(),
        WIDTHS.end()
    )]
    Width {
        /// The width asked for, in pixels.
        width: u32,
    },
    /// The picture would be more than twice as tall as any may be wide, or have no height.
    #[error("at {width} pixels of width the picture's height is not 1 to {MAX_HEIGHT} pixels")]
    Height {
        /// The width asked for, in pixels.
        width: u32,
    },
    /// The text is no SVG; the reader's message.
    #[error("the text is no SVG that can be drawn: {0}")]
    Svg(String),
    /// The pixels could not be packed; the packer's message.
    #[error("the picture could not be written as PNG: {0}")]
    Encode(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(width: u32, height: u32, inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">{inside}</svg>"
        )
    }

    /// Width and height as the PNG's own header gives them.
    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| {
            let bytes: [u8; 4] = png[at..at + 4].try_into().expect("four bytes");
            u32::from_be_bytes(bytes)
        };
        (number(16), number(20))
    }

    #[test]
    fn a_picture_keeps_its_shape_at_every_width() {
        let picture = svg(600, 760, "<rect width=\"600\" height=\"760\"/>");
        for (width, height) in [(16, 21), (300, 380), (4096, 5189)] {
            let png = render(&picture, width).expect("a picture");
            assert!(size(&png).0 == width && size(&png).1.abs_diff(height) <= 1);
        }
    }

    #[test]
    fn every_pixel_is_covered() {
        let picture = svg(600, 757, "<rect width=\"600\" height=\"757\"/>");
        let pixels = draw(&picture, 333).expect("a picture");
        assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255));
    }

    #[test]
    fn the_same_svg_gives_the_same_bytes() {
        let picture = svg(10, 10, "<circle cx=\"5\" cy=\"5\" r=\"3.7\"/>");
        assert_eq!(render(&picture, 200), render(&picture, 200));
    }

    #[test]
    fn widths_beyond_the_range_are_refused() {
        let picture = svg(10, 10, "");
        for width in [0, 15, 4097, u32::MAX] {
            let error = render(&picture, width).expect_err("no such width");
            assert_eq!(error, PngError::Width { width });
            let words = format!("a picture can be 16 to 4096 pixels wide, not {width}");
            assert_eq!(error.to_string(), words);
        }
    }

    #[test]
    fn towers_and_hairs_are_refused() {
        assert_eq!(
            render(&svg(1, 1_000_000, ""), 16),
            Err(PngError::Height { width: 16 })
        );
        let flat = render(&svg(1_000_000, 1, ""), 16);
        assert!(matches!(&flat, Ok(png) if size(png) == (16, 1)), "{flat:?}");
    }

    #[test]
    fn what_is_no_svg_is_an_error() {
        let hostile = [
            "",
            "a board",
            "<svg",
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 0 0\" width=\"0\" height=\"0\"/>",
            "<!DOCTYPE svg [<!ENTITY a \"&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>",
        ];
        for text in hostile {
            let error = render(text, 100).expect_err(text);
            assert!(matches!(error, PngError::Svg(_)), "{text}: {error}");
        }
    }

    #[test]
    fn a_deep_nest_is_an_error_and_no_crash() {
        let nest = "<g opacity=\".9\">".repeat(100_000);
        let close = "</g>".repeat(100_000);
        let picture = svg(10, 10, &format!("{nest}{close}"));
        assert!(matches!(render(&picture, 20), Err(PngError::Svg(_))));
    }

    #[test]
    fn nothing_that_an_svg_refers_to_is_opened() {
        let folder = std::env::temp_dir().join(format!("parlor-view-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let inner = folder.join("inner.svg");
        std::fs::write(&inner, svg(10, 10, "<path d=\"M0 0h10v10H0z\"/>")).expect("a file");
        let refers = format!(
            "<image href=\"{}\" width=\"10\" height=\"10\"/>",
            inner.display()
        );
        let pixels = draw(&svg(10, 10, &refers), 20).expect("a picture");
        std::fs::remove_dir_all(&folder).expect("the folder goes");
        assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 0));
    }
}
