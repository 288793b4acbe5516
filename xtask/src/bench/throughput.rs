//! The throughput benchmark of the test kit: rolls, nodes and plies a second.

use crate::bench::Build;
use crate::bench::figure::{self, Figure};
use crate::built;
use crate::repository::Repository;

const BENCHMARK: &str = "throughput";

/// Compiles the benchmark and gives the path of its program.
///
/// # Errors
/// When it does not compile.
pub(crate) fn build(repository: &Repository, build: Build) -> anyhow::Result<String> {
    let line = build.cargo(
        repository,
        &[
            "bench",
            "--package",
            "parlor-testkit",
            "--bench",
            BENCHMARK,
            "--locked",
            "--no-run",
        ],
    );
    Ok(built::program(line, BENCHMARK)?.into_string())
}

/// Runs every measurement of the benchmark.
///
/// # Errors
/// When it fails or prints something else than figures.
pub(crate) fn measure(
    repository: &Repository,
    build: Build,
    program: &str,
) -> anyhow::Result<Vec<Figure>> {
    let printed = repository.line(program).argument("--bench").read()?;
    figure::read(&printed, build)
}
