//! The project's own commands, run as `cargo xtask <command>`.
//!
//! One module per command. Checks and rewrites are functions over data, so that
//! each has tests that show it failing; only thin edges read files and start
//! programs.

mod bench;
mod built;
mod console;
mod dist;
mod pictures;
mod prove;
mod python;
mod regen;
mod repository;
mod server;
mod services;
mod shell;
mod terminal;
mod test;
mod tidy;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::repository::Repository;

/// Developer commands of this repository.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    after_help = "Examples:\n  \
        cargo xtask test            everything that decides whether a change lands\n  \
        cargo xtask test --fast     format, lints, and the tests of what changed\n  \
        cargo xtask tidy            only the structure: layers, import circles, rule ids, links, sizes\n  \
        cargo xtask regen           rewrite what is generated, after changing the command\n  \
        cargo xtask bench --json    the speed figures, for a program\n  \
        cargo xtask prove fuzz --seconds 600"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run every deterministic proof, some of them, or those of a change
    Test(test::Options),
    /// Check the structure: layers, import circles, rule ids, lints, links, file sizes
    Tidy,
    /// Rewrite everything that is generated and committed
    Regen(regen::Options),
    /// Measure speed, portable and native, each next to a slow reference
    Bench(bench::Options),
    /// Make what a release consists of: an archive of the program, the wheel, the source distribution
    Dist,
    /// Run the long proofs: fuzzing, speed, other Pythons, mutants
    Prove(prove::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments.command) {
        Ok(code) => code,
        Err(error) if terminal::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => terminal::fail(&error),
    }
}

fn run(command: &Command) -> anyhow::Result<ExitCode> {
    let repository = Repository::locate()?;
    match command {
        Command::Test(options) => return test::run(&repository, options),
        Command::Tidy => tidy::run(&repository)?,
        Command::Regen(options) => regen::run(&repository, options)?,
        Command::Bench(options) => bench::run(&repository, options)?,
        Command::Dist => dist::run(&repository)?,
        Command::Prove(options) => prove::run(&repository, options)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_tree_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
