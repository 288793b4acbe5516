//! `parlor`: Ludo and Kuba by their exact rules, in the browser and on the
//! command line.
//!
//! The commands only read, call the crates below and write; no rule is here.

mod check;
mod cli;
mod convert;
mod figures;
mod file;
mod form;
mod input;
mod interrupt;
mod json;
mod keeper;
mod kuba;
mod lobby;
mod ludo;
mod output;
mod papers;
mod progress;
mod puzzles;
mod replay;
mod scene_text;
mod script;
mod selfplay;
mod serve;
mod show;
mod snapshot_json;
mod stream;
mod tables;
mod verify;
mod whole;

use std::process::ExitCode;

use clap::Parser;

use ludo_solver::exact::Tablebase;

use crate::cli::{Cli, CliCommand, OutputForm, RecordCommand};
use crate::replay::Extent;
use crate::serve::Browser;

/// Bad input.
const BAD_INPUT: u8 = 1;

fn main() -> ExitCode {
    let done = Cli::try_parse().map_err(Into::into).and_then(run);
    match done.or_else(output::show_usage) {
        Ok(code) => code,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(&format!("parlor: {error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Runs the command line.
fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let Cli {
        no_open,
        licenses,
        command,
    } = cli;
    if licenses {
        return papers::licenses();
    }
    if let Some(folder) = tables::cache_folder() {
        Tablebase::shared().set_cache_folder(folder);
    }
    match command {
        None if no_open => serve::at_home(Browser::Leave),
        None => serve::at_home(Browser::Open),
        Some(CliCommand::Serve(arguments)) => serve::run(&arguments),
        Some(CliCommand::Games(command)) => keeper::games(command),
        Some(CliCommand::Lobby(command)) => lobby::run(command),
        Some(CliCommand::Backup(arguments)) => keeper::back_up(&arguments),
        Some(CliCommand::Restore(arguments)) => keeper::restore(&arguments),
        Some(CliCommand::Ludo(command)) => ludo::run(&command),
        Some(CliCommand::Kuba(command)) => kuba::run(&command),
        Some(CliCommand::Show { what, form }) => {
            output::print_refusal(show::run(&what, &form), form.json)
        }
        Some(CliCommand::Replay {
            record,
            at,
            explain,
            film,
            form,
        }) => {
            if film {
                replay::film(&record, &form)
            } else {
                replay::run(&record, Extent { at, explain }, &form)
            }
        }
        Some(CliCommand::Verify { files, key, json }) => {
            verify::run(&files, key, OutputForm::of(json))
        }
        Some(CliCommand::Check { arguments }) => check::run(&arguments),
        Some(CliCommand::Record(RecordCommand::Convert { file, to })) => {
            convert::run(file.as_ref(), to)
        }
        Some(CliCommand::Completions { shell }) => papers::completions(shell),
        Some(CliCommand::Man { command, dir }) => papers::manual(&command, dir.as_deref()),
    }
}
