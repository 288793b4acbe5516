//! `parlor ludo hint`: what the choices for a roll are worth.

use std::process::ExitCode;

use crate::cli::HintArgs;

/// Tells what the choices in the position are worth.
pub(super) fn run(arguments: &HintArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not yet: {arguments:?}")
}
