//! `parlor show`: a position, or how a recorded game ends.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::bail;
use parlor_game::AnyGame;
use parlor_view::{Options, Scene, printable};

use crate::cli::FormArgs;
use crate::form::{self, Told};
use crate::moment_json::MomentJson;
use crate::output::Refused;
use crate::replay;
use crate::whole::{self, Given};

/// Shows what was named.
pub(crate) fn run(what: &str, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let (name, text) = match whole::given(what)? {
        Given::Position(line) => return position(line, arguments),
        Given::Text { name, text } => (name, text),
    };
    if replay::is_record(&text) {
        return replay::end(&name, &text, arguments);
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    match (lines.next(), lines.next()) {
        (Some(line), None) => position(line.trim(), arguments),
        (None, _) => bail!("{name} is empty; it must hold a position or a record"),
        (Some(_), Some(_)) => bail!(
            "{name} holds neither one position nor a record; a record begins with \
             `parlor-record 1`, or is a JSON object"
        ),
    }
}

fn position(line: &str, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let game = AnyGame::from_position(line, None).map_err(|error| Refused {
        rule: error.rule(),
        value: error.value().to_owned(),
        message: format!("{error}\n  and there is no file of that name"),
    })?;
    let scene = Scene::of(&game);
    form::show(&Shown(&scene), arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// A moment of which nothing else is known.
struct Shown<'a>(&'a Scene);

impl Told for Shown<'_> {
    fn svg(&self, options: Options<'_>) -> String {
        self.0.svg(options)
    }

    fn words(&self) -> String {
        words(self.0)
    }

    fn sentences(&self) -> Vec<String> {
        self.0.description()
    }

    fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(&MomentJson::of(self.0))?)
    }
}

/// The board, the table where there is one, whose turn it is and what may be
/// done.
pub(crate) fn words(scene: &Scene) -> String {
    let mut words = scene.board();
    if let Some(table) = scene.table() {
        words.push_str("\n\n");
        words.push_str(&table);
    }
    words.push_str("\n\n");
    words.push_str(&scene.status());
    let legal = scene.legal();
    if !legal.is_empty() {
        let legal = wrapped(&legal.join(" "), "Legal: ".len());
        // Writing to a String cannot fail.
        let _written = write!(words, "\nLegal: {legal}");
    }
    words
}

/// Words with blanks between them, in lines that fit a terminal; the lines
/// after the first are moved in by so many columns.
pub(crate) fn wrapped(words: &str, indent: usize) -> String {
    const WIDTH: usize = 79;
    let mut text = String::new();
    let mut column = indent;
    for word in words.split(' ') {
        let width = word.chars().count();
        if column > indent && column + 1 + width > WIDTH {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(&printable(word));
        column += width;
    }
    text
}
