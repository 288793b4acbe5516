//! A state or a game in the requested output form.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::Context;
use parlor_view::{PictureOptions, Style, Theme, png, printable};

use crate::cli::{FormArgs, ThemeName};
use crate::file;
use crate::output;

/// The output of a state or a game in each form.
pub(crate) trait Render {
    /// A picture, as an SVG document.
    fn svg(&self, options: PictureOptions<'_>) -> String;
    /// Everything about it, as text.
    fn words(&self) -> String;
    /// Sentences for a screen reader.
    fn sentences(&self) -> Vec<String>;
    /// One JSON object.
    fn json(&self) -> String;
}

/// Prints it in the requested form.
pub(crate) fn show(rendered: &impl Render, form: &FormArgs) -> anyhow::Result<()> {
    let to = form.output.as_deref();
    let svg = |style| {
        rendered.svg(PictureOptions {
            style,
            id: &form.id,
            ..PictureOptions::default()
        })
    };
    if form.png {
        let theme = theme(form.theme).unwrap_or_default();
        let svg = svg(Style::Fixed(theme));
        let picture = png::render(&svg, form.width).context("--width")?;
        anyhow::ensure!(
            to.is_some() || !io::stdout().is_terminal(),
            "a PNG cannot be shown in the terminal; use -o, such as -o board.png"
        );
        return write_bytes(&picture, to);
    }
    let text = if form.svg {
        svg(style(form))
    } else if form.json {
        rendered.json()
    } else if form.alt_text {
        rendered.sentences().join("\n")
    } else {
        rendered.words()
    };
    write(&text, form)
}

/// Where the colors of an SVG come from.
pub(crate) fn style(form: &FormArgs) -> Style {
    theme(form.theme).map_or(Style::Adaptive, Style::Fixed)
}

/// Writes a text to where it is to go.
pub(crate) fn write(text: &str, form: &FormArgs) -> anyhow::Result<()> {
    let text = format!("{}\n", text.trim_end_matches('\n'));
    write_bytes(text.as_bytes(), form.output.as_deref())
}

const fn theme(name: ThemeName) -> Option<Theme> {
    match name {
        ThemeName::Auto => None,
        ThemeName::Light => Some(Theme::Light),
        ThemeName::Dark => Some(Theme::Dark),
        ThemeName::Wood => Some(Theme::Wood),
        ThemeName::Contrast => Some(Theme::Contrast),
    }
}

/// Writes to the file; to standard output without one, and for `-`.
fn write_bytes(bytes: &[u8], to: Option<&Path>) -> anyhow::Result<()> {
    match to.filter(|path| *path != Path::new("-")) {
        None => output::write(bytes),
        Some(path) => file::write(bytes, path)
            .with_context(|| format!("cannot write {}", printable(&path.display().to_string()))),
    }
}
