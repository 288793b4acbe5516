//! `cargo xtask prove batches`: the speed of batches from Python, beside `OpenSpiel` and pgx.

use anyhow::Context as _;

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;
use crate::terminal::say;

const BENCHMARK: &str = "python/bench/peers.py";

/// Measures all of them in one process, by turns.
///
/// # Errors
/// When the wheel does not build, the other libraries cannot be installed, or one of them fails.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let peers = python.peers()?;
    python.wheel(&peers)?;
    let benchmark = repository.root().join(BENCHMARK);
    let printed = peers.python(&[&benchmark.to_string_lossy()]).read()?;
    say(&printed)?;
    let figure = printed.lines().last().context("it prints its figures")?;
    record(repository, "batches", figure)
}
