//! `cargo xtask prove match`: the Kuba engine against its opponents at equal time, among them itself as
//! it was, and against itself with half the nodes.

mod frozen;

use crate::built;
use crate::prove::record;
use crate::repository::Repository;
use crate::terminal::{note, say};

const PROGRAM: &str = "kuba_strength";

/// Options of `cargo xtask prove match`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of openings against each opponent, each played twice
    #[arg(long, default_value_t = Options::default().pairs)]
    pairs: u32,
    /// Number of openings in each step of the table of nodes; 0 omits the table
    #[arg(long, default_value_t = Options::default().doubled)]
    doubled: u32,
    /// Number of openings against the engine of November 2026; 0 omits it, with the build of that version
    #[arg(long, default_value_t = Options::default().frozen)]
    frozen: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pairs: 100,
            doubled: 40,
            frozen: 200,
        }
    }
}

/// Plays the matches.
///
/// # Errors
/// When the engine scores less than 95 % against an opponent, or less than half against what it was.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let build = repository.cargo(&[
        "build",
        "--release",
        "--locked",
        "--package",
        "parlor-bench",
    ]);
    let program = built::program(build, PROGRAM)?.into_string();
    let play = |what: &str, pairs: u32| {
        note(format!("{what}: {pairs} openings"))?;
        let pairs = pairs.to_string();
        let printed = repository.line(&program).arguments([what, &pairs]).read()?;
        say(printed.trim_end())?;
        anyhow::Ok(printed)
    };
    play("openings", options.pairs)?;
    if options.doubled > 0 {
        play("doubling", options.doubled)?;
    }
    let mut figures = Vec::new();
    for opponent in ["incumbent", "monte-carlo"] {
        let printed = play(opponent, options.pairs)?;
        figures.extend(printed.lines().map(str::to_owned));
    }
    if options.frozen > 0 {
        figures.push(frozen::play(repository, options.frozen)?);
    }
    record(repository, "match", &figures.join("; "))
}
