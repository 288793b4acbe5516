//! What comes with the command: completions, manual pages and licenses.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::{self, Cli};
use crate::output;

/// Prints our own license and those of the built-in software.
pub(crate) fn licenses() -> anyhow::Result<ExitCode> {
    output::write(LICENSES.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

const LICENSES: &str = concat!(
    "Parlor ",
    env!("CARGO_PKG_VERSION"),
    " is licensed under ",
    env!("CARGO_PKG_LICENSE"),
    ", at your choice.\n\n",
    include_str!("../../../LICENSE-MIT"),
    "\n",
    include_str!("../third-party-licenses.txt"),
);

/// Prints the completions for `shell`.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "parlor", &mut script);
    output::write(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of the command at `path`, or writes all to `folder`.
pub(crate) fn manual(path: &[String], folder: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(root, folder))
            .with_context(|| format!("cannot write the manual pages to {}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = &root;
    for name in path {
        command = command.find_subcommand(name).ok_or_else(|| {
            let message = format!("unknown command `{}`", path.join(" "));
            cli::usage_error(&["man"], message)
        })?;
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    output::write(&page)?;
    Ok(ExitCode::SUCCESS)
}
