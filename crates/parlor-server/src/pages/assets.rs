//! The style sheet, the icons and the scripts, under names with a hash of their content, so that a
//! browser may cache them forever.
//!
//! Scripts import each other by name, so all of them are in one folder, which is named by the hash
//! of all of them.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_dice::Bytes32;

use super::extractors::Path;
use super::{PageError, error};

/// The pages' own rules; colors come from `parlor_view::stylesheet`.
const PAGES: &str = concat!(
    include_str!("../../assets/pages.css"),
    include_str!("../../assets/finished.css"),
    include_str!("../../assets/embed.css"),
);

pub(super) const ICON: &str = include_str!("../../assets/icon.svg");

/// The icon in other colors, for the player to move.
const TURN_ICON: &str = include_str!("../../assets/icon-turn.svg");

/// The modules that make pages live: that of a game's page, those of other pages, and then those
/// that the first imports.
const SCRIPTS: [(&str, &str); 11] = [
    ("game.js", include_str!("../../assets/scripts/game.js")),
    ("site.js", include_str!("../../assets/scripts/site.js")),
    ("replay.js", include_str!("../../assets/scripts/replay.js")),
    ("embed.js", include_str!("../../assets/scripts/embed.js")),
    ("clock.js", include_str!("../../assets/scripts/clock.js")),
    ("board.js", include_str!("../../assets/scripts/board.js")),
    ("film.js", include_str!("../../assets/scripts/film.js")),
    ("line.js", include_str!("../../assets/scripts/line.js")),
    ("morph.js", include_str!("../../assets/scripts/morph.js")),
    ("press.js", include_str!("../../assets/scripts/press.js")),
    ("sound.js", include_str!("../../assets/scripts/sound.js")),
];

/// The scripts of pages other than those of games.
const OTHERS: [&str; 3] = ["site.js", "replay.js", "embed.js"];

/// The most bytes of all scripts but that for frames together, so that a page is live soon even on a
/// slow network; and of that one.
#[cfg(test)]
const MOST_SCRIPT: usize = 32_500;
#[cfg(test)]
const MOST_EMBED: usize = 1_500;

/// The number of squares on a side of the largest grid over a board.
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

/// The hash of a text, shortened for a name.
fn fingerprint(text: &str) -> String {
    Bytes32::sha_256(text.as_bytes()).to_string()[..16].to_owned()
}

/// The address of the style sheet.
pub(super) fn stylesheet() -> String {
    format!("/assets/{}", STYLESHEET.name)
}

/// The address of the icon.
pub(super) fn icon() -> String {
    format!("/assets/{}", ICON_ASSET.name)
}

/// The address of the icon for the player to move.
pub(super) fn turn_icon() -> String {
    format!("/assets/{}", TURN_ICON_ASSET.name)
}

/// The address of a script.
pub(super) fn script(name: &str) -> String {
    format!("/assets/{}/{name}", *SCRIPT_FOLDER)
}

/// The addresses of the scripts of a game's page, beginning with the one that imports the others.
pub(super) fn scripts() -> impl Iterator<Item = String> {
    let names = SCRIPTS.into_iter().map(|(name, _)| name);
    names.filter(|name| !OTHERS.contains(name)).map(script)
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

/// A response that browsers cache forever.
fn kept(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    (headers, text).into_response()
}

/// A class for each place and size of an area on a board, since the content security policy forbids
/// inline styles.
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
        let (embed, others): (Vec<_>, Vec<_>) =
            SCRIPTS.iter().partition(|(name, _)| *name == "embed.js");
        for (scripts, most) in [(embed, MOST_EMBED), (others, MOST_SCRIPT)] {
            let bytes: usize = scripts.iter().map(|(_, text)| text.len()).sum();
            assert!(bytes <= most, "{bytes} of {most} bytes");
        }
    }
}
