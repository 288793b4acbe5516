//! `cargo xtask prove train`: networks that learn from Python, by the libraries that people use.

use anyhow::Context as _;

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;
use crate::terminal::say;

const PROGRAM: &str = "python/bench/train";

/// Trains all of them, one after the other, and measures how well they play.
///
/// # Errors
/// When the wheel does not build, the libraries cannot be installed, or a network does not beat
/// what it has to.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let learners = python.learners()?;
    python.wheel(&learners)?;
    let program = repository.root().join(PROGRAM);
    let printed = learners.python(&[&program.to_string_lossy()]).read()?;
    say(&printed)?;
    let figure = printed.lines().last().context("it prints its figures")?;
    record(repository, "train", figure)
}
