//! `cargo xtask prove ray`: work on two nodes of Ray comes to the results of one process, whatever
//! fails.

use anyhow::Context as _;

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;
use crate::terminal::say;

const PROOF: &str = "python/bench/ray_nodes.py";

/// Starts the nodes, disturbs them, and compares; the program takes them down again.
///
/// # Errors
/// When the wheel does not build, Ray cannot be installed, results differ, or something is left running.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let learners = python.learners()?;
    python.wheel(&learners)?;
    let proof = repository.root().join(PROOF);
    let printed = learners.python(&[&proof.to_string_lossy()]).read()?;
    say(&printed)?;
    let figure = printed.lines().last().context("it prints its figures")?;
    record(repository, "ray", figure)
}
