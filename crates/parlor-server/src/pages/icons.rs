//! The icons that browsers and telephones ask for, drawn once from the logo, and the manifest that
//! names them.

use std::sync::LazyLock;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use parlor_view::Theme;
use parlor_view::png;
use parlor_view::theme::BoardPaint;
use serde_json::json;

use super::assets::ICON;
use super::extractors::Path;
use super::{PageError, error};

/// The address of the largest icon.
pub(super) const LOGO: &str = "/icons/512.png";

/// The width of the icon in `favicon.ico`, in pixels.
const FAVICON: u8 = 48;

/// For a day: the addresses stay when the logo changes.
const CACHING: &str = "public, max-age=86400";

/// How much of its shape an icon fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Margin {
    /// As the logo is drawn, with round corners.
    Round,
    /// All of it to the corners, with the logo in the middle, since the system cuts the shape.
    Full,
}

static ICONS: LazyLock<[(&str, Vec<u8>); 4]> = LazyLock::new(|| {
    [
        ("192.png", drawn(Margin::Round, 192)),
        ("512.png", drawn(Margin::Round, 512)),
        ("maskable.png", drawn(Margin::Full, 512)),
        ("apple.png", drawn(Margin::Full, 180)),
    ]
});

static ICO: LazyLock<Vec<u8>> =
    LazyLock::new(|| ico(FAVICON, &drawn(Margin::Round, FAVICON.into())));

/// The color of pages in a theme.
pub(super) fn page_color(theme: Theme) -> String {
    theme.color(BoardPaint::Page).to_string()
}

/// The same in the theme of this name.
pub(super) fn page_color_of(theme: &str) -> String {
    page_color(theme.parse().unwrap_or_default())
}

pub(super) async fn serve(Path(name): Path<String>) -> Result<Response, PageError> {
    let mut icons = ICONS.iter();
    let icon = icons.find(|(icon, _)| *icon == name);
    let (_, bytes) = icon.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(kept("image/png", bytes))
}

pub(super) async fn favicon() -> Response {
    kept("image/x-icon", &ICO)
}

pub(super) async fn apple_touch_icon() -> Result<Response, PageError> {
    serve(Path("apple.png".to_owned())).await
}

/// The manifest of the site as an app (<https://www.w3.org/TR/appmanifest/>).
pub(super) async fn manifest() -> Response {
    let color = page_color(Theme::Light);
    let icon = |name: &str, size: &str, purpose: &str| {
        let source = format!("/icons/{name}");
        json!({"src": source, "sizes": size, "type": "image/png", "purpose": purpose})
    };
    let manifest = json!({
        "name": "Parlor: Ludo and Kuba",
        "short_name": "Parlor",
        "start_url": "/",
        "display": "standalone",
        "background_color": color,
        "theme_color": color,
        "icons": [
            icon("192.png", "192x192", "any"),
            icon("512.png", "512x512", "any"),
            icon("maskable.png", "512x512", "maskable"),
        ],
    });
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, CACHING),
    ];
    (headers, Json(manifest)).into_response()
}

fn kept(kind: &'static str, bytes: &'static [u8]) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, CACHING),
    ];
    (headers, bytes).into_response()
}

/// The logo as a PNG of this width.
fn drawn(margin: Margin, width: u32) -> Vec<u8> {
    let svg = match margin {
        Margin::Round => ICON.to_owned(),
        Margin::Full => full(),
    };
    png::render(&svg, width).expect("the logo can be drawn")
}

/// The logo without round corners, and with what is in it within the circle that every system shows.
fn full() -> String {
    let (before, rest) = ICON.split_once("<rect").expect("the logo has a ground");
    let (_, inside) = rest.split_once("/>").expect("the ground is one element");
    let inside = inside.trim_end().trim_end_matches("</svg>");
    let (_, color) = rest.split_once("fill=\"").expect("the ground has a color");
    let color = &color[.."#000000".len()];
    format!(
        "{before}<path fill=\"{color}\" d=\"M0 0h64v64H0z\"/>\
         <g transform=\"translate(8 8) scale(.75)\">{inside}</g></svg>"
    )
}

/// A PNG as an ICO of one square image, at most 255 pixels wide.
fn ico(width: u8, png: &[u8]) -> Vec<u8> {
    const HEADER: u32 = 22;
    let length = u32::try_from(png.len()).expect("an icon is small");
    let mut ico = vec![0, 0, 1, 0, 1, 0];
    // No palette, one plane, 32 bits for a pixel.
    ico.extend([width, width, 0, 0, 1, 0, 32, 0]);
    ico.extend(length.to_le_bytes());
    ico.extend(HEADER.to_le_bytes());
    ico.extend(png);
    ico
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ico_holds_its_png_where_its_header_says() {
        let ico = &**ICO;
        assert_eq!(ico[..8], [0, 0, 1, 0, 1, 0, FAVICON, FAVICON]);
        let number = |at: usize| {
            let bytes: [u8; 4] = ico[at..at + 4].try_into().expect("four bytes");
            u32::from_le_bytes(bytes) as usize
        };
        let (length, offset) = (number(14), number(18));
        assert_eq!(offset + length, ico.len());
        assert!(ico[offset..].starts_with(b"\x89PNG"));
    }

    #[test]
    fn an_icon_that_is_cut_has_a_ground_to_its_corners_and_all_of_the_logo() {
        let full = full();
        assert!(
            full.contains("fill=\"#fdfaf4\" d=\"M0 0h64v64H0z\""),
            "{full}"
        );
        assert_eq!(full.matches("<rect").count(), 1, "{full}");
        assert_eq!(full.matches("</svg>").count(), 1, "{full}");
    }
}
