//! What the two `script` commands share.

use std::process::ExitCode;

use crate::cli::ScriptArgs;
use crate::input::Source;
use crate::output;
use crate::stream::{self, Detail, Format, Player, Style, Tally};

/// Plays the games that `arguments` name. `example` is a game as a person
/// would type it.
pub(crate) fn run(
    arguments: &ScriptArgs,
    example: &str,
    player: Player,
) -> anyhow::Result<ExitCode> {
    let format = Format {
        style: if arguments.json {
            Style::Json
        } else {
            Style::Words
        },
        detail: if arguments.explain {
            Detail::Explained
        } else {
            Detail::Result
        },
    };
    let source = Source::open(arguments.file.as_ref(), example)?;
    let name = source.name.clone();
    let Tally { games, refused } = stream::run(source, format, player)?;
    // To a program no games are zero answers; a person has forgotten something.
    anyhow::ensure!(
        games > 0 || format.style == Style::Json,
        "there is no game in {name}; write one a line, such as\n  {example}"
    );
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    match format.style {
        Style::Json => output::note(&format!(
            "parlor: {refused} of {games} games could not be played; \
             their lines of output say why"
        )),
        Style::Words if games > 1 => output::note(&format!(
            "parlor: {refused} of {games} games could not be played"
        )),
        Style::Words => {}
    }
    Ok(ExitCode::from(crate::BAD_INPUT))
}
