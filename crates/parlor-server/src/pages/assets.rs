//! What pages are dressed in: the style sheet and the icon, under names that
//! change with what is in them, so that a browser may keep them for ever.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_record::record::Bytes32;

use super::extract::Path;
use super::{PageError, error};

/// The pages' own rules; colours come from `parlor_view::stylesheet`.
const PAGES: &str = include_str!("../../assets/pages.css");

const ICON: &str = include_str!("../../assets/icon.svg");

/// The squares of the largest grid that is laid over a board.
const GRID: u8 = 32;

static STYLESHEET: LazyLock<Asset> = LazyLock::new(|| {
    let sheet = format!("{}\n{PAGES}\n{}", parlor_view::stylesheet(), areas());
    Asset::new("css", "text/css; charset=utf-8", sheet)
});

static ICON_ASSET: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("svg", "image/svg+xml", ICON.to_owned()));

#[derive(Debug)]
struct Asset {
    name: String,
    kind: &'static str,
    text: String,
}

impl Asset {
    fn new(ending: &str, kind: &'static str, text: String) -> Self {
        let hash = Bytes32::sha_256(text.as_bytes()).to_string();
        Self {
            name: format!("{}.{ending}", &hash[..16]),
            kind,
            text,
        }
    }
}

/// Where the style sheet lies.
pub(super) fn stylesheet() -> String {
    format!("/assets/{}", STYLESHEET.name)
}

/// Where the icon lies.
pub(super) fn icon() -> String {
    format!("/assets/{}", ICON_ASSET.name)
}

pub(super) async fn serve(Path(name): Path<String>) -> Result<Response, PageError> {
    let asset = [&*STYLESHEET, &*ICON_ASSET]
        .into_iter()
        .find(|asset| asset.name == name)
        .ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    let headers = [
        (header::CONTENT_TYPE, asset.kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, asset.text.as_str()).into_response())
}

/// A class for every place and size that an area of a board can have, since no
/// element may carry a style of its own.
fn areas() -> String {
    let mut rules = String::new();
    for number in 0..GRID {
        let (line, size) = (number + 1, number + 1);
        let _ = writeln!(
            rules,
            ".x{number}{{grid-column-start:{line}}}.y{number}{{grid-row-start:{line}}}\
             .w{size}{{grid-column-end:span {size}}}.h{size}{{grid-row-end:span {size}}}"
        );
    }
    rules
}
