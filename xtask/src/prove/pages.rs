//! `cargo xtask prove pages`: what a press costs, on the wire and in time, and whether pages jump.

use anyhow::Context;

use crate::prove::{record, server_program};
use crate::repository::Repository;
use crate::test::web;

/// The script that plays and measures, in the npm project of the browser tests.
const SCRIPT: &str = "weigh.js";

/// Plays whole games in a browser, against a server of its own.
///
/// # Errors
/// When a figure is worse than it may be.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    web::tools(repository)?;
    let printed = repository
        .line("node")
        .argument(SCRIPT)
        .in_folder(&repository.target("web-tests"))
        .variable("PARLOR", program.to_string_lossy())
        .read()?;
    let figures = printed.lines().last().context("it prints its figures")?;
    record(repository, "pages", figures)
}
