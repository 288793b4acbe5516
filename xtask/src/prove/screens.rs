//! `cargo xtask prove screens`: a picture of every screen, to be looked at.

use std::path::PathBuf;

use anyhow::Context;

use crate::prove::record_in_browser;
use crate::repository::{Repository, make_empty};

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
    let folder = repository.target("pictures/screens");
    make_empty(&folder)?;
    let arguments: Vec<PathBuf> = [folder].into_iter().chain(before.transpose()?).collect();
    record_in_browser(repository, "screens", "screens.js", &arguments)
}
