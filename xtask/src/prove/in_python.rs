//! Proofs whose program is in Python, and runs on the wheel in an environment of its own: it prints what
//! it does, and last one sentence with its figures.

use crate::prove::record;
use crate::python::{Environment, Python};
use crate::repository::Repository;

/// A proof in Python.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Program {
    /// The name of the proof.
    name: &'static str,
    /// The file or folder, by its path in the repository.
    path: &'static str,
    environment: fn(&Python<'_>) -> anyhow::Result<Environment>,
}

/// The speed of batches, beside `OpenSpiel` and pgx, all in one process by turns.
pub(crate) const BATCHES: Program = Program {
    name: "batches",
    path: "python/bench/peers.py",
    environment: |python| python.peers(),
};

/// Networks that learn by the libraries that people use, and must beat what they are set against.
pub(crate) const TRAIN: Program = Program {
    name: "train",
    path: "python/bench/train",
    environment: |python| python.learners(),
};

/// Work on two nodes of Ray, which must come to the results of one process whatever fails.
pub(crate) const RAY: Program = Program {
    name: "ray",
    path: "python/bench/ray_nodes.py",
    environment: |python| python.learners(),
};

/// Runs it.
///
/// # Errors
/// When the wheel does not build, what it needs cannot be installed, or the program fails.
pub(crate) fn run(repository: &Repository, program: Program) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let environment = (program.environment)(&python)?;
    python.wheel(&environment)?;
    let path = repository.root().join(program.path);
    let figure = environment
        .python(&["-u", &path.to_string_lossy()])
        .show_output()?;
    record(repository, program.name, &figure)
}
