//! The code that both `script` commands share.

use std::process::ExitCode;

use parlor_record::record::AnyRecord;
use serde::Serialize;

use crate::cli::{OutputForm, ScriptArgs};
use crate::input::Source;
use crate::output;
use crate::stream::{self, AnswerFormat, Detail, GameCounts, PlayGame};

/// The operations on the scripts of a game.
#[derive(Clone, Copy)]
pub(crate) struct ScriptCommand {
    /// A game as a person would type it.
    pub(crate) example: &'static str,
    /// Plays a game and appends its result.
    pub(crate) play: PlayGame,
    /// Appends the record of a game.
    pub(crate) record: PlayGame,
}

/// The answer of a game with a sentence on each turn, for programs.
#[derive(Serialize)]
pub(crate) struct Explained<Answer> {
    #[serde(flatten)]
    pub(crate) answer: Answer,
    pub(crate) explanation: Vec<String>,
}

/// Appends a record in the requested form.
pub(crate) fn append_record(record: &AnyRecord, form: OutputForm, out: &mut Vec<u8>) {
    let written = match form {
        OutputForm::Json => record.to_json(),
        OutputForm::Text => record.to_text(),
    };
    out.extend_from_slice(written.trim_ascii_end().as_bytes());
}

/// Plays the games of the file in `arguments`.
pub(crate) fn run(arguments: &ScriptArgs, script: ScriptCommand) -> anyhow::Result<ExitCode> {
    let ScriptCommand { example, .. } = script;
    let play_game = if arguments.record {
        script.record
    } else {
        script.play
    };
    let format = AnswerFormat {
        form: OutputForm::of(arguments.json),
        detail: if arguments.explain {
            Detail::Explained
        } else {
            Detail::Result
        },
    };
    let source = Source::open(arguments.file.as_ref(), example)?;
    let name = source.name.clone();
    let GameCounts { games, refused } = stream::run(source, format, play_game)?;
    // For a program no games are zero answers; a person forgot something.
    anyhow::ensure!(
        games > 0 || format.form == OutputForm::Json,
        "no game in {name}; expected one per line, such as\n  {example}"
    );
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    match format.form {
        OutputForm::Json => output::note(&format!(
            "parlor: {refused} of {games} games could not be played; \
             see their lines of output"
        )),
        OutputForm::Text if games > 1 => output::note(&format!(
            "parlor: {refused} of {games} games could not be played"
        )),
        OutputForm::Text => {}
    }
    Ok(ExitCode::from(crate::BAD_INPUT))
}
