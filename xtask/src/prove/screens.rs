//! `cargo xtask prove screens`: a picture of every screen, to be looked at.

use std::path::PathBuf;

use anyhow::Context;

use crate::prove::{record, server_program};
use crate::repository::{Repository, make_empty};
use crate::test::web;

/// The script that takes them, in the npm project of the browser tests.
const SCRIPT: &str = "screens.js";

/// Options of `cargo xtask prove screens`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Options {
    /// The program of an earlier revision, whose screens are set next to those of today
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,
}

/// Takes a picture of every screen in every theme, and leaves them in `target/pictures/screens`.
///
/// # Errors
/// When a screen cannot be reached.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let before = options.before.as_ref().map(|program| {
        program
            .canonicalize()
            .with_context(|| format!("the earlier program {}", program.display()))
    });
    let before = before.transpose()?;
    let program = server_program(repository)?;
    web::tools(repository)?;
    let folder = repository.target("pictures/screens");
    make_empty(&folder)?;
    let programs = [Some(folder), Some(program), before];
    let programs = programs.into_iter().flatten();
    let arguments = programs.map(|path| path.to_string_lossy().into_owned());
    let printed = repository
        .line("node")
        .argument(SCRIPT)
        .arguments(arguments)
        .in_folder(&repository.target("web-tests"))
        .read()?;
    let figures = printed.lines().last().context("it prints its figures")?;
    record(repository, "screens", figures)
}
