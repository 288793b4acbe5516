//! The Python classes, next to the slow reference in Python and next to Python itself.

use crate::bench::Build;
use crate::bench::figure::{self, Figure};
use crate::python::Python;
use crate::repository::Repository;
use crate::shell::CommandLine;

const BENCHMARK: &str = "python/bench/speed.py";

/// Builds and installs the wheel and returns the line that runs the benchmark.
///
/// # Errors
/// When the wheel does not build.
pub(crate) fn build(repository: &Repository) -> anyhow::Result<CommandLine> {
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    let benchmark = repository.root().join(BENCHMARK);
    Ok(tools.python(&[&benchmark.to_string_lossy()]))
}

/// Runs every measurement of the benchmark. The wheel is the portable build.
///
/// # Errors
/// When it fails or prints anything but figures.
pub(crate) fn measure(benchmark: &CommandLine) -> anyhow::Result<Vec<Figure>> {
    figure::read(&benchmark.read()?, Build::Portable)
}
