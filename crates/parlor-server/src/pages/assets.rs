//! The style sheet, the icons and the scripts, under names with a hash of their content, so that a
//! browser may cache them forever.
//!
//! Scripts import each other by name, so all of them are in one folder, which is named by the hash
//! of all of them. Each is compressed as well as possible, once, and kept so.

use std::fmt::Write as _;
use std::sync::{LazyLock, Once, OnceLock};
use std::thread;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use parlor_dice::Bytes32;

use super::extractors::Path;
use super::{PageError, error};
use crate::app::{AcceptedCoding, Coding};

/// The pages' own rules, later ones over earlier ones; colors come from `parlor_view::stylesheet`.
const PAGES: &str = concat!(
    include_str!("../../assets/styles/base.css"),
    include_str!("../../assets/styles/site.css"),
    include_str!("../../assets/styles/controls.css"),
    include_str!("../../assets/styles/forms.css"),
    include_str!("../../assets/styles/marks.css"),
    include_str!("../../assets/styles/home.css"),
    include_str!("../../assets/styles/lobby.css"),
    include_str!("../../assets/styles/lists.css"),
    include_str!("../../assets/styles/challenges.css"),
    include_str!("../../assets/styles/rules.css"),
    include_str!("../../assets/styles/game.css"),
    include_str!("../../assets/styles/players.css"),
    include_str!("../../assets/styles/bar.css"),
    include_str!("../../assets/styles/board.css"),
    include_str!("../../assets/styles/status.css"),
    include_str!("../../assets/styles/choices.css"),
    include_str!("../../assets/styles/replay.css"),
    include_str!("../../assets/styles/onward.css"),
    include_str!("../../assets/styles/requests.css"),
    include_str!("../../assets/styles/motion.css"),
    include_str!("../../assets/styles/contrast.css"),
    include_str!("../../assets/styles/finished.css"),
    include_str!("../../assets/styles/end.css"),
    include_str!("../../assets/styles/embed.css"),
    include_str!("../../assets/styles/verify.css"),
    include_str!("../../assets/styles/import.css"),
    include_str!("../../assets/styles/analysis.css"),
    include_str!("../../assets/styles/practice.css"),
    include_str!("../../assets/styles/lab.css"),
    include_str!("../../assets/styles/learn.css"),
    include_str!("../../assets/styles/puzzles.css"),
);

pub(super) const ICON: &str = include_str!("../../assets/icon.svg");

/// The icon in other colors, for the player to move.
const TURN_ICON: &str = include_str!("../../assets/icon-turn.svg");

/// The modules that make pages live: that of a game's page, those of other pages, and then those
/// that the first imports.
const SCRIPTS: [(&str, &str); 32] = [
    ("game.js", include_str!("../../assets/scripts/game.js")),
    ("site.js", include_str!("../../assets/scripts/site.js")),
    ("replay.js", include_str!("../../assets/scripts/replay.js")),
    ("embed.js", include_str!("../../assets/scripts/embed.js")),
    ("lab.js", include_str!("../../assets/scripts/lab.js")),
    ("learn.js", include_str!("../../assets/scripts/learn.js")),
    ("rules.js", include_str!("../../assets/scripts/rules.js")),
    ("walk.js", include_str!("../../assets/scripts/walk.js")),
    ("deepen.js", include_str!("../../assets/scripts/deepen.js")),
    ("verify.js", include_str!("../../assets/scripts/verify.js")),
    ("log.js", include_str!("../../assets/scripts/log.js")),
    ("chain.js", include_str!("../../assets/scripts/chain.js")),
    ("dice.js", include_str!("../../assets/scripts/dice.js")),
    ("sha256.js", include_str!("../../assets/scripts/sha256.js")),
    ("import.js", include_str!("../../assets/scripts/import.js")),
    ("wait.js", include_str!("../../assets/scripts/wait.js")),
    ("lobby.js", include_str!("../../assets/scripts/lobby.js")),
    (
        "challenges.js",
        include_str!("../../assets/scripts/challenges.js"),
    ),
    ("come.js", include_str!("../../assets/scripts/come.js")),
    ("clock.js", include_str!("../../assets/scripts/clock.js")),
    ("board.js", include_str!("../../assets/scripts/board.js")),
    ("badge.js", include_str!("../../assets/scripts/badge.js")),
    ("drag.js", include_str!("../../assets/scripts/drag.js")),
    ("keys.js", include_str!("../../assets/scripts/keys.js")),
    ("end.js", include_str!("../../assets/scripts/end.js")),
    ("film.js", include_str!("../../assets/scripts/film.js")),
    ("line.js", include_str!("../../assets/scripts/line.js")),
    ("morph.js", include_str!("../../assets/scripts/morph.js")),
    ("press.js", include_str!("../../assets/scripts/press.js")),
    ("roll.js", include_str!("../../assets/scripts/roll.js")),
    ("share.js", include_str!("../../assets/scripts/share.js")),
    ("sound.js", include_str!("../../assets/scripts/sound.js")),
];

/// The scripts of pages other than those of games.
const OTHERS: [&str; 18] = [
    "site.js",
    "replay.js",
    "embed.js",
    "lab.js",
    "learn.js",
    "rules.js",
    "walk.js",
    "deepen.js",
    "wait.js",
    "lobby.js",
    "challenges.js",
    "come.js",
    "verify.js",
    "log.js",
    "chain.js",
    "dice.js",
    "sha256.js",
    "import.js",
];

/// Those of a page that steps through a game, beginning with the one that imports the others.
const STUDY: [&str; 7] = [
    "replay.js",
    "film.js",
    "roll.js",
    "morph.js",
    "keys.js",
    "share.js",
    "sound.js",
];

/// Those of every board whose moves are links, which the page's own script imports.
const PRACTICE: [&str; 7] = [
    "walk.js", "board.js", "badge.js", "clock.js", "drag.js", "keys.js", "morph.js",
];

/// The scripts that only one kind of page loads, each with the most bytes of them together as they are
/// sent.
#[cfg(test)]
const APART: [(&[&str], usize); 11] = [
    (&["learn.js"], 100),
    (&["rules.js"], 600),
    (&["lab.js", "walk.js", "deepen.js"], 7_100),
    (&["embed.js"], 1_200),
    (&["import.js"], 600),
    (&["lobby.js"], 1_000),
    (&["challenges.js"], 800),
    (&["come.js"], 600),
    (&["replay.js"], 6_800),
    (&["verify.js", "dice.js", "sha256.js"], 10_400),
    (&["log.js", "chain.js", "sha256.js"], 4_300),
];

/// The most bytes of the scripts of home and of a game's page together, so that a page is live soon
/// even on a slow network.
#[cfg(test)]
const MOST_SCRIPT: usize = 40_000;

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
static SCRIPT_FOLDER: LazyLock<String> = LazyLock::new(|| {
    let texts = SCRIPT_ASSETS.iter().map(|asset| asset.text.as_str());
    fingerprint(&texts.collect::<String>())
});

static SCRIPT_ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let scripts = SCRIPTS.into_iter();
    let assets = scripts.map(|(name, text)| Asset {
        name: name.to_owned(),
        kind: "text/javascript; charset=utf-8",
        text: without_comments(text),
        compressed: Default::default(),
    });
    assets.collect()
});

/// A script without the lines that hold only a comment.
fn without_comments(script: &str) -> String {
    let mut is_comment = false;
    let mut code = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim();
        // A type in front of what it is the type of is no line of its own.
        let ends_early = text
            .split_once("*/")
            .is_some_and(|(_, rest)| !rest.is_empty());
        is_comment |= text.starts_with("/*") && !ends_early;
        if !is_comment && !text.starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
        is_comment &= !text.ends_with("*/");
    }
    code
}

#[derive(Debug)]
struct Asset {
    name: String,
    kind: &'static str,
    text: String,
    /// The text in each coding, in their order, once one was asked for; `None` if it could not be
    /// compressed.
    compressed: [OnceLock<Option<Bytes>>; Coding::ALL.len()],
}

impl Asset {
    fn new(ending: &str, kind: &'static str, text: String) -> Self {
        Self {
            name: format!("{}.{ending}", fingerprint(&text)),
            kind,
            text,
            compressed: Default::default(),
        }
    }

    /// The text in this coding.
    fn compressed(&self, coding: Coding) -> Option<Bytes> {
        let mut kept = Coding::ALL.into_iter().zip(&self.compressed);
        let (_, kept) = kept.find(|(known, _)| *known == coding)?;
        let compress = || Some(Bytes::from(coding.compress(self.text.as_bytes()).ok()?));
        kept.get_or_init(compress).clone()
    }

    /// A response that browsers cache forever.
    fn response(&'static self, AcceptedCoding(accepted): AcceptedCoding) -> Response {
        let headers = [
            (CONTENT_TYPE, self.kind),
            (CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (VARY, ACCEPT_ENCODING.as_str()),
        ];
        let coded = accepted.and_then(|coding| Some((coding, self.compressed(coding)?)));
        match coded {
            Some((coding, text)) => {
                (headers, [(CONTENT_ENCODING, coding.name())], text).into_response()
            }
            None => (headers, &*self.text).into_response(),
        }
    }
}

/// Compresses all assets on a thread of their own, so that hardly a request waits for that.
pub(super) fn prepare() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // Without a thread each is compressed when it is first asked for.
        let _ = thread::Builder::new().spawn(|| {
            let files = [&*STYLESHEET, &*ICON_ASSET, &*TURN_ICON_ASSET];
            for asset in files.into_iter().chain(&*SCRIPT_ASSETS) {
                for coding in Coding::ALL {
                    asset.compressed(coding);
                }
            }
        });
    });
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

/// The addresses of the scripts of a page that steps through a game.
pub(super) fn study_scripts() -> impl Iterator<Item = String> {
    STUDY.into_iter().map(script)
}

/// The addresses of the scripts of a page with a board whose moves are links, its own first.
pub(super) fn practice_scripts(own: &[&'static str]) -> impl Iterator<Item = String> {
    let own = own.iter().copied();
    own.chain(PRACTICE).map(script)
}

pub(super) async fn serve(
    Path(name): Path<String>,
    accepted: AcceptedCoding,
) -> Result<Response, PageError> {
    let asset = [&*STYLESHEET, &*ICON_ASSET, &*TURN_ICON_ASSET]
        .into_iter()
        .find(|asset| asset.name == name)
        .ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(asset.response(accepted))
}

pub(super) async fn serve_in_folder(
    Path((folder, name)): Path<(String, String)>,
    accepted: AcceptedCoding,
) -> Result<Response, PageError> {
    let mut scripts = SCRIPT_ASSETS.iter().filter(|_| folder == *SCRIPT_FOLDER);
    let script = scripts.find(|script| script.name == name);
    let script = script.ok_or_else(|| error(StatusCode::NOT_FOUND))?;
    Ok(script.response(accepted))
}

/// A class for each place and size of an area on a board, since the content security policy forbids
/// inline styles.
fn areas() -> String {
    let mut rules = String::new();
    for number in 0..GRID {
        let (line, size) = (number + 1, number + 1);
        let _ = writeln!(
            rules,
            ".x{number}{{--x:{number};grid-column-start:{line}}}\
             .y{number}{{--y:{number};grid-row-start:{line}}}\
             .w{size}{{--w:{size};grid-column-end:span {size}}}\
             .h{size}{{--h:{size};grid-row-end:span {size}}}"
        );
    }
    for share in 1..20 {
        let _ = writeln!(rules, ".share-{share}{{flex:{share} 1 0}}");
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scripts_together_are_small() {
        let bytes = |is_one: &dyn Fn(&str) -> bool| -> usize {
            let assets = SCRIPT_ASSETS.iter().filter(|asset| is_one(&asset.name));
            assets.map(|asset| asset.text.len()).sum()
        };
        for (names, most) in APART {
            let bytes = bytes(&|name| names.contains(&name));
            assert!(bytes <= most, "{names:?}: {bytes} of {most} bytes");
        }
        let is_apart = |name: &str| APART.iter().any(|(names, _)| names.contains(&name));
        let bytes = bytes(&|name| !is_apart(name));
        assert!(bytes <= MOST_SCRIPT, "{bytes} of {MOST_SCRIPT} bytes");
    }

    #[test]
    fn scripts_are_sent_without_lines_of_comments() {
        let script = "/** One. */\nlet a = 1; // two\n  // Three.\n/**\n * Four.\n *\n * @param {A} b\n */\n\
                      f(\n  /** @type {B} */ (a),\n  'http://x/*', // five */\n);\n";
        assert_eq!(
            without_comments(script),
            "let a = 1; // two\nf(\n  /** @type {B} */ (a),\n  'http://x/*', // five */\n);\n"
        );
        for asset in &*SCRIPT_ASSETS {
            assert!(!asset.text.contains("\n *"), "{}", asset.name);
        }
    }
}
