//! The throughput benchmark of the test kit: rolls, nodes and plies a second.

use anyhow::Context;

use crate::bench::Build;
use crate::bench::figure::Figure;
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
    figures(&printed, build)
}

/// One figure a line; the benchmark does not know for which processor it was compiled.
fn figures(printed: &str, build: Build) -> anyhow::Result<Vec<Figure>> {
    printed
        .lines()
        .map(|line| {
            let figure: Figure = serde_json::from_str(line)
                .with_context(|| format!("the benchmark printed no figure: {line}"))?;
            Ok(Figure {
                build: build.name().to_owned(),
                ..figure
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::figures;
    use crate::bench::Build;

    #[test]
    fn figures_carry_the_build_they_were_measured_in() {
        let line =
            r#"{"name":"a","value":1,"unit":"x/s","reference":2,"ratio":0.5,"build":"portable"}"#;
        assert_eq!(figures(line, Build::Native).unwrap()[0].build, "native");
    }

    #[test]
    fn a_line_that_is_no_figure_is_quoted() {
        let error = figures("running 0 tests", Build::Portable).unwrap_err();
        assert!(error.to_string().contains("running 0 tests"), "{error}");
    }
}
