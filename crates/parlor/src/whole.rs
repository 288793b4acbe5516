//! Reads a whole text: records, or a position.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::Context;
use parlor_record::as_text;
use parlor_view::printable;

use crate::input::LONGEST_GAME;
use crate::output;

/// The argument of a command about a position or a record.
pub(crate) enum Given<'a> {
    /// A position line.
    Position(&'a str),
    /// A text, and its name for messages.
    Text { name: String, text: String },
}

/// The position line itself, or the text of the file of that name; of standard
/// input for `-`.
pub(crate) fn given(what: &str) -> anyhow::Result<Given<'_>> {
    let path = Path::new(what);
    // A position has blanks in it, and hardly any file does.
    if what != "-" && what.trim().contains(' ') && !path.exists() {
        return Ok(Given::Position(what.trim()));
    }
    anyhow::ensure!(
        what == "-" || path.exists(),
        "{} is neither a position line (which has blanks) nor an existing file",
        printable(what)
    );
    let (name, text) = read(path, Some(LONGEST_GAME))?;
    Ok(Given::Text { name, text })
}

/// The name for messages and the text of the file, or of standard input for
/// `-`. Texts longer than `longest` are refused.
pub(crate) fn read(path: &Path, longest: Option<usize>) -> anyhow::Result<(String, String)> {
    let (name, reader): (String, Box<dyn Read>) = if path == Path::new("-") {
        if io::stdin().is_terminal() {
            output::note("Reading from the keyboard; end with Ctrl-D.");
        }
        ("standard input".to_owned(), Box::new(io::stdin()))
    } else {
        let name = printable(&path.display().to_string());
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        (name, Box::new(file))
    };
    let mut bytes = Vec::new();
    let most = longest.map_or(u64::MAX, |longest| longest as u64 + 1);
    reader
        .take(most)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    if let Some(longest) = longest {
        anyhow::ensure!(
            bytes.len() <= longest,
            "{name} exceeds the limit of {longest} bytes"
        );
    }
    let text = as_text(&bytes).with_context(|| name.clone())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok((name, text.to_owned()))
}
