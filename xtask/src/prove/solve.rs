//! `cargo xtask prove solve`: the exact values of Ludo in every position, judged by the rules, by a
//! plain solver and by ten million games; and the same bits on any number of threads.

use anyhow::ensure;

use crate::built;
use crate::prove::record;
use crate::repository::Repository;
use crate::terminal::say;

const EXAMPLE: &str = "prove_exact";

/// Solves, judges and counts.
///
/// # Errors
/// When the values fail one of the proofs.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let threads = program(repository, &[])?;
    let alone = program(repository, &["--no-default-features"])?;
    let checksums = |program: &str, threads: &str| {
        let line = repository.line(program).argument("checksum");
        line.variable("RAYON_NUM_THREADS", threads).read()
    };
    let expected = checksums(&alone, "1")?;
    for (program, number) in [(&threads, "1"), (&threads, "2"), (&threads, "3")] {
        let found = checksums(program, number)?;
        ensure!(
            found == expected,
            "on {number} threads the values are\n{found}and without threads\n{expected}"
        );
    }
    say(format!(
        "the same bits without threads, on 1, 2 and 3:\n{expected}"
    ))?;
    let judged = repository.line(&threads).read()?;
    say(&judged)?;
    let judged: Vec<&str> = judged.lines().collect();
    let figure = format!(
        "{}; the same bits without threads and on 1, 2 and 3",
        judged.join("; ")
    );
    record(repository, "solve", &figure)
}

/// Builds the program that judges, with these features, where it is not in the way of another.
fn program(repository: &Repository, features: &[&str]) -> anyhow::Result<String> {
    let folder = if features.is_empty() {
        ""
    } else {
        "no-threads"
    };
    let build = repository
        .cargo(&["build", "--release", "--locked", "--package", "ludo-solver"])
        .arguments(["--example", EXAMPLE])
        .arguments(features.iter().copied())
        .arguments(["--target-dir", &repository.target_text(folder)]);
    Ok(built::program(build, EXAMPLE)?.into_string())
}
