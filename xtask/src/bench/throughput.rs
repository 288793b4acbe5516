//! The benchmarks of `parlor-bench`: rolls, leaves and plies per second, and the seconds that solving
//! Ludo takes.

use crate::bench::Build;
use crate::bench::figure::{self, Figure};
use crate::built;
use crate::repository::Repository;

/// Measures rates.
pub(crate) const THROUGHPUT: &str = "throughput";

/// Measures how long Ludo takes to be solved.
pub(crate) const SOLVING: &str = "solving";

/// Compiles a benchmark and returns the path of its program.
///
/// # Errors
/// When it does not compile.
pub(crate) fn build(
    repository: &Repository,
    build: Build,
    benchmark: &str,
) -> anyhow::Result<String> {
    let line = build.cargo(
        repository,
        &[
            "bench",
            "--package",
            "parlor-bench",
            "--bench",
            benchmark,
            "--locked",
            "--no-run",
        ],
    );
    Ok(built::program(line, benchmark)?.into_string())
}

/// Runs every measurement of a benchmark.
///
/// # Errors
/// When it fails or prints anything but figures.
pub(crate) fn measure(
    repository: &Repository,
    build: Build,
    program: &str,
) -> anyhow::Result<Vec<Figure>> {
    let printed = repository.line(program).argument("--bench").read()?;
    figure::read(&printed, build)
}
