//! A moment of a game in the form that was asked for.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::Context;
use parlor_view::{Options, Scene, Style, Theme, png, printable};

use crate::cli::{FormArgs, ThemeName};
use crate::output;

/// Shows the moment, or what `words` and `json` make of it where text or JSON
/// was asked for.
pub(crate) fn show(
    scene: &Scene,
    form: &FormArgs,
    words: impl FnOnce() -> String,
    json: impl FnOnce() -> anyhow::Result<String>,
) -> anyhow::Result<()> {
    let to = form.output.as_deref();
    if form.png {
        let theme = theme(form.theme).unwrap_or_default();
        let svg = scene.svg(Options {
            style: Style::Fixed(theme),
            ..Options::default()
        });
        let picture = png::render(&svg, form.width).context("--width")?;
        anyhow::ensure!(
            to.is_some() || !io::stdout().is_terminal(),
            "a PNG is no text for a terminal; name a file with -o, such as -o board.png"
        );
        return write(&picture, to);
    }
    let text = if form.svg {
        let style = theme(form.theme).map_or(Style::Adaptive, Style::Fixed);
        scene.svg(Options {
            style,
            ..Options::default()
        })
    } else if form.json {
        json()?
    } else if form.describe {
        scene.description().join("\n")
    } else {
        words()
    };
    write(format!("{}\n", text.trim_end_matches('\n')).as_bytes(), to)
}

const fn theme(name: ThemeName) -> Option<Theme> {
    match name {
        ThemeName::Auto => None,
        ThemeName::Light => Some(Theme::Light),
        ThemeName::Dark => Some(Theme::Dark),
        ThemeName::Contrast => Some(Theme::Contrast),
    }
}

/// Writes to the file, wholly or not at all; to standard output without one.
fn write(bytes: &[u8], to: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = to.filter(|path| *path != Path::new("-")) else {
        return output::write(bytes);
    };
    let cannot = || format!("cannot write {}", printable(&path.display().to_string()));
    let name = path.file_name().with_context(cannot)?;
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(beside);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The part may not even have been made; the first error is the one to tell.
        let _gone = fs::remove_file(&part);
    }
    written.with_context(cannot)
}
