//! `parlor show`: a position, or how a recorded game ends.

use std::process::ExitCode;

use anyhow::bail;
use parlor_game::AnyGame;
use parlor_view::{PictureOptions, Scene, Shown};

use crate::cli::FormArgs;
use crate::form::{self, Render};
use crate::json;
use crate::output::InputError;
use crate::replay;
use crate::scene_text;
use crate::snapshot_json::SnapshotJson;
use crate::whole::{self, Given};

/// Shows a position or the end of a record.
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
            "{name} is neither a single position nor a record; a record begins with \
             `parlor-record 1` or is a JSON object"
        ),
    }
}

fn position(line: &str, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let game = AnyGame::from_position(line, None).map_err(|error| InputError {
        rule: error.rule(),
        value: error.value().to_owned(),
        message: format!("{error}\n  and no file has that name"),
    })?;
    let scene = Scene::of(&game);
    form::show(&PositionOnly(&*scene), arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// A position of which nothing else is known.
struct PositionOnly<'a>(&'a dyn Shown);

impl Render for PositionOnly<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        self.0.svg(options)
    }

    fn words(&self) -> String {
        scene_text::words(self.0)
    }

    fn sentences(&self) -> Vec<String> {
        self.0.description()
    }

    fn json(&self) -> String {
        json::text(&SnapshotJson::of(self.0))
    }
}
