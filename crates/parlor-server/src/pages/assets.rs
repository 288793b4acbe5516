//! What pages are dressed in: the style sheet, the icons and the scripts, under
//! names that change with what is in them, so that a browser may keep them for
//! ever.
//!
//! Scripts import one another by their own names; so all of them lie in one
//! folder, which is named by what is in any of them.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_dice::Bytes32;

use super::extract::Path;
use super::{PageError, error};

/// The pages' own rules; colors come from `parlor_view::stylesheet`.
const PAGES: &str = include_str!("../../assets/pages.css");

const ICON: &str = include_str!("../../assets/icon.svg");

/// The icon in other colors, for who is to act.
const TURN_ICON: &str = include_str!("../../assets/icon-turn.svg");

/// The modules that make pages live: that of a game's page first, then those of
/// other pages, then those that the first needs.
const SCRIPTS: [(&str, &str); 9] = [
    ("game.js", include_str!("../../assets/scripts/game.js")),
    ("site.js", include_str!("../../assets/scripts/site.js")),
    ("replay.js", include_str!("../../assets/scripts/replay.js")),
    ("clock.js", include_str!("../../assets/scripts/clock.js")),
    ("board.js", include_str!("../../assets/scripts/board.js")),
    ("film.js", include_str!("../../assets/scripts/film.js")),
    ("line.js", include_str!("../../assets/scripts/line.js")),
    ("morph.js", include_str!("../../assets/scripts/morph.js")),
    ("sound.js", include_str!("../../assets/scripts/sound.js")),
];

/// How many bytes all scripts may have together, so that a page is live soon
/// also where the network is slow.
#[cfg(test)]
const MOST_SCRIPT: usize = 30_000;

/// The squares of the largest grid that is laid over a board.
const GRID: u8 = 32;

static STYLESHEET: LazyLock<Asset> = LazyLock::new(|| {
    let info = format!("{}\n{PAGES}\n{}", parlor_view::stylesheet(), areas());
    Asset::new("css", "text/css; charset=utf-8", info)
});

static ICON_ASSET: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("svg", "image/svg+xml", ICON.to_owned()));

static TURN_ICON_ASSET: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("svg", "image/svg+xml", TURN_ICON.to_owned()));

/// The name of the scripts' folder.
static SCRIPT_FOLDER: LazyLock<String> =
    LazyLock::new(|| fingerprint(&SCRIPTS.map(|(_, text)| text).concat()));

#[derive(Debug)]
struct Asset {
    name: String,
    kind: &'static str,
    text: String,
}

impl Asset {
    fn new(ending: &str, kind: &'static str, text: String) -> Self {
        Self {
            name: format!("{}.{ending}", fingerprint(&text)),
            kind,
            text,
        }
    }
}

/// A name for what is in a text.
fn fingerprint(text: &str) -> String {
    Bytes32::sha_256(text.as_bytes()).to_string()[..16].to_owned()
}

/// Where the style sheet lies.
pub(super) fn stylesheet() -> String {
    format!("/assets/{}", STYLESHEET.name)
}

/// Where the icon lies.
pub(super) fn icon() -> String {
    format!("/assets/{}", ICON_ASSET.name)
}

/// Where the icon lies that says that it is the visitor's turn.
pub(super) fn turn_icon() -> String {
    format!("/assets/{}", TURN_ICON_ASSET.name)
}

/// Where the script of this name lies.
pub(super) fn script(name: &str) -> String {
    format!("/assets/{}/{name}", *SCRIPT_FOLDER)
}

/// Where the scripts of a game's page lie, the one that the page names first.
pub(super) fn scripts() -> impl Iterator<Item = String> {
    let names = SCRIPTS.into_iter().map(|(name, _)| name);
    names
        .filter(|name| !["site.js", "replay.js"].contains(name))
        .map(script)
}

pub(super) async fn serve(Path(name): Path<String>) -> Result<Response, PageError> {
    let asset = [&*STYLESHEET, &*ICON_ASSET, &*TURN_ICON_ASSET]
        .into_iter()
        .find(|asset| asset.name == name)
        .ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(kept(asset.kind, &asset.text))
}

pub(super) async fn serve_in_folder(
    Path((folder, name)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let mut files = SCRIPTS.iter().filter(|_| folder == *SCRIPT_FOLDER);
    let file = files.find(|(file, _)| *file == name);
    let (_, text) = file.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(kept("text/javascript; charset=utf-8", text))
}

/// An answer that a browser keeps for ever.
fn kept(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, text).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scripts_together_are_small() {
        let bytes: usize = SCRIPTS.iter().map(|(_, text)| text.len()).sum();
        assert!(bytes <= MOST_SCRIPT, "{bytes} of {MOST_SCRIPT} bytes");
    }
}
