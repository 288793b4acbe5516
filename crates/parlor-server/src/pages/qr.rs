//! QR codes of links.

use std::fmt::Write as _;

use qrcode::{Color, EcLevel, QrCode};

/// The modules that stay light on each side, as readers need them.
const QUIET: usize = 4;

/// The QR code of a text, as a picture with this description; `None` if the text is too long for
/// one. It is black on white in every theme: many readers know no other.
pub(super) fn svg(text: &str, description: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let size = width + 2 * QUIET;
    let mut dark = String::new();
    for (row, modules) in modules.chunks(width).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(PartialEq::eq) {
            if run[0] == Color::Dark {
                let (x, y, length) = (column + QUIET, row + QUIET, run.len());
                let _ = write!(dark, "M{x} {y}h{length}v1h-{length}z");
            }
            column += run.len();
        }
    }
    let description = askama::filters::escape(description, askama::filters::Html).ok()?;
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"{description}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/>\
         <path fill=\"#000\" d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pixels of a module: readers take pictures.
    const SCALE: usize = 5;

    /// What a reader makes of a picture.
    fn read(svg: &str) -> String {
        let size = svg.split("viewBox=\"0 0 ").nth(1).expect("a size");
        let size: usize = size
            .split(' ')
            .next()
            .expect("a size")
            .parse()
            .expect("a number");
        let dark = svg.rsplit(" d=\"").next().expect("a path");
        let dark = dark.split('"').next().expect("its end");
        let mut is_dark = vec![false; size * size];
        for run in dark.split('M').skip(1) {
            let numbers = run.split([' ', 'h', 'v']);
            let numbers: Vec<usize> = numbers.filter_map(|part| part.parse().ok()).collect();
            let [x, y, length, 1] = numbers[..] else {
                panic!("{run} is no run")
            };
            is_dark[y * size + x..][..length].fill(true);
        }
        let pixel = |x, y| {
            if is_dark[y / SCALE * size + x / SCALE] {
                0
            } else {
                255
            }
        };
        let mut image =
            rqrr::PreparedImage::prepare_from_greyscale(size * SCALE, size * SCALE, pixel);
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1, "one code");
        grids[0].decode().expect("it can be read").1
    }

    #[test]
    fn a_reader_reads_the_link() {
        for text in [
            "http://127.0.0.1:8000/j/K70M-31TR-1PWDV",
            "https://games.example.org/j/K70M-31TR-1PWDV",
            &format!(
                "https://{}.example.org/j/K70M-31TR-1PWDV",
                "long.".repeat(40)
            ),
        ] {
            let picture = svg(text, "a link").expect("it is short enough");
            assert_eq!(read(&picture), text);
        }
        assert_eq!(svg(&"x".repeat(5_000), "long"), None);
    }

    #[test]
    fn the_description_is_escaped() {
        let picture = svg("x", "\"<&").expect("it is short enough");
        assert!(
            picture.contains("aria-label=\"&#34;&#60;&#38;\""),
            "{picture}"
        );
    }
}
