//! What the steps need from the machine; installed where possible.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::python;
use crate::repository::Repository;
use crate::services::postgres::{self, PostgresPrograms};
use crate::terminal::say;
use crate::test::working_tree;

/// A program of the system and the Debian package that brings it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Program {
    name: &'static str,
    /// Arguments with which it succeeds if it is installed.
    question: &'static [&'static str],
    /// What the advice adds to the name.
    remark: &'static str,
    package: &'static str,
}

/// Git knows which files are the repository's; Python makes the environment that the wheel is
/// tested in; Chromium's headless shell shows the server's pages, in two thirds of the processor time
/// of Chromium itself; `bwrap` shuts programs in where it is asked for; `PostgreSQL` and NATS are what
/// several nodes of the server meet by.
const PROGRAMS: [Program; 6] = [
    Program {
        name: "git",
        question: &["--version"],
        remark: "",
        package: "git",
    },
    Program {
        name: python::PROGRAM,
        question: &["-c", python::QUESTION],
        remark: " (3.9 or newer, with venv)",
        package: "python3-venv",
    },
    Program {
        name: "chromium-headless-shell",
        question: &["--version"],
        remark: "",
        package: "chromium-headless-shell",
    },
    Program {
        name: "bwrap",
        question: &["--version"],
        remark: "",
        package: "bubblewrap",
    },
    // Asked otherwise, as Debian does not put its programs on the path.
    Program {
        name: "postgres",
        question: &["--version"],
        remark: " (PostgreSQL)",
        package: postgres::PACKAGE,
    },
    Program {
        name: "nats-server",
        question: &["--version"],
        remark: "",
        package: "nats-server",
    },
];

/// Succeeds where Node is new enough for the tools of the browser tests.
const NODE_QUESTION: &str = "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)";

/// The advice where Node is missing. It is not installed automatically, since Debian 12 has only
/// version 18.
const NODE_ADVICE: &str = "`node` (20 or newer) and `npm` missing; install with: \
    curl -fsSL https://deb.nodesource.com/setup_22.x | bash - && apt-get install -y nodejs";

/// Prints the compiler's version, and installs what is missing.
///
/// # Errors
/// When something is missing and cannot be installed, with the line that installs it.
pub(crate) fn ensure(repository: &Repository) -> anyhow::Result<()> {
    let compiler = repository.line("rustc").argument("--version").read()?;
    say(compiler.trim())?;
    components(repository)?;
    programs(repository)?;
    node(repository)?;
    // No build waits for another's download later.
    repository.cargo(&["fetch", "--locked"]).show_and_run()?;
    working_tree::note(repository)
}

/// Checks for Node and its package manager.
fn node(repository: &Repository) -> anyhow::Result<()> {
    let asked = repository.line("node").arguments(["-e", NODE_QUESTION]);
    if asked.succeeds() && repository.line("npm").argument("--version").succeeds() {
        return Ok(());
    }
    bail!(NODE_ADVICE)
}

/// Adds rustup's components where they are missing.
fn components(repository: &Repository) -> anyhow::Result<()> {
    let are_there = ["fmt", "clippy"]
        .iter()
        .all(|command| repository.cargo(&[*command, "--version"]).succeeds());
    if are_there {
        return Ok(());
    }
    let addition = repository
        .line("rustup")
        .arguments(["component", "add", "rustfmt", "clippy"]);
    addition
        .run()
        .with_context(|| format!("rustfmt and clippy are needed; install them with: {addition}"))
}

/// Adds the system's programs where they are missing and we are root on a Debian.
fn programs(repository: &Repository) -> anyhow::Result<()> {
    let answers = |program: Program| {
        if program.package == postgres::PACKAGE {
            return PostgresPrograms::find(repository).is_ok();
        }
        repository
            .line(program.name)
            .arguments(program.question.iter().copied())
            .succeeds()
    };
    let absent = missing(answers);
    if absent.is_empty() {
        return Ok(());
    }
    let has_apt = repository.line("apt-get").argument("--version").succeeds();
    if !(has_apt && repository.is_root()?) {
        bail!(advice(&absent));
    }
    let apt = |arguments: &[&str]| {
        repository
            .line("apt-get")
            .arguments(arguments.iter().copied())
            .variable("DEBIAN_FRONTEND", "noninteractive")
            .run()
    };
    let packages = PROGRAMS.map(|program| program.package);
    let no_cluster = if absent
        .iter()
        .any(|program| program.package == postgres::PACKAGE)
    {
        no_cluster()
    } else {
        Ok(())
    };
    no_cluster
        .and_then(|()| apt(&["update"]))
        .and_then(|()| apt(&[["install", "-y"].as_slice(), packages.as_slice()].concat()))
        .with_context(|| advice(&absent))?;
    let absent = missing(answers);
    if !absent.is_empty() {
        bail!("after installing: {}", advice(&absent));
    }
    Ok(())
}

/// Lets Debian's package of `PostgreSQL` make and start no database by itself, as it otherwise does when
/// it is installed.
fn no_cluster() -> anyhow::Result<()> {
    let folder = Path::new("/etc/postgresql-common/createcluster.d");
    let file = folder.join("no-main-cluster.conf");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, "create_main_cluster = false\n"))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// The programs that are not installed.
fn missing(answers: impl Fn(Program) -> bool) -> Vec<Program> {
    PROGRAMS
        .into_iter()
        .filter(|program| !answers(*program))
        .collect()
}

/// The advice about the missing programs.
fn advice(missing: &[Program]) -> String {
    let names: Vec<String> = missing
        .iter()
        .map(|program| format!("`{}`{}", program.name, program.remark))
        .collect();
    let packages = PROGRAMS.map(|program| program.package).join(" ");
    format!(
        "{} missing; install with: apt-get update && apt-get install -y {packages}",
        names.join(" and "),
    )
}

#[cfg(test)]
mod tests {
    use super::{PROGRAMS, advice, missing};

    #[test]
    fn only_what_is_not_installed_is_missing() {
        assert_eq!(missing(|_| true), []);
        assert_eq!(
            missing(|program| program.package == "python3-venv"),
            [
                PROGRAMS[0],
                PROGRAMS[2],
                PROGRAMS[3],
                PROGRAMS[4],
                PROGRAMS[5]
            ]
        );
        assert_eq!(missing(|_| false), PROGRAMS);
    }

    #[test]
    fn the_advice_names_what_is_missing_and_the_line_that_installs_it() {
        assert_eq!(
            advice(&missing(|program| program.name != "chromium-headless-shell")),
            "`chromium-headless-shell` missing; install with: apt-get update && apt-get install -y git \
             python3-venv chromium-headless-shell bubblewrap postgresql nats-server"
        );
        assert!(advice(&PROGRAMS).starts_with(
            "`git` and `python3` (3.9 or newer, with venv) and `chromium-headless-shell` and `bwrap` and \
             `postgres` (PostgreSQL) and `nats-server` missing"
        ));
    }
}
