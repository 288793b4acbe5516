//! `cargo xtask prove`: the long and the timed proofs, each bounded, each printing its figure.

pub(crate) mod abuse;
mod check;
pub(crate) mod cluster;
pub(crate) mod crash;
mod firefox;
mod fuzz;
mod history;
mod in_python;
mod lighthouse;
mod load;
pub(crate) mod lobby;
mod matches;
mod mutants;
mod pages;
pub(crate) mod programs;
mod puzzles;
mod python;
pub(crate) mod race;
mod screens;
mod solve;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Subcommand;

use crate::bench;
use crate::built;
use crate::repository::{Repository, make_empty};
use crate::terminal::say;
use crate::test::web;

/// Options of `cargo xtask prove`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a proof, all of them run, with their defaults.\n\n\
    Examples:\n  \
        cargo xtask prove fuzz --seconds 600\n  \
        cargo xtask prove crash --kills 20\n  \
        cargo xtask prove mutants --shard 0/4"
)]
pub(crate) struct Options {
    #[command(subcommand)]
    proof: Option<Proof>,
}

#[derive(Debug, Subcommand)]
enum Proof {
    /// Run each fuzz target for a while from a random seed
    Fuzz(fuzz::Options),
    /// Measure speed and print the lines for docs/proofs.md
    Bench,
    /// Kill the server in mid-game; no acknowledged move may be lost
    Crash(crash::Options),
    /// Send many moves on one version at once; exactly one may be committed
    Race(race::Options),
    /// Flood the server, directly and behind haproxy, take all its bots and games, fill its disk, and
    /// check hostile programs: other clients must get responses within a second, and no program may do harm
    Abuse(abuse::Options),
    /// Play many games over sockets at once; every move must reach the watchers within 20 ms
    Load(load::Options),
    /// Let many clients look for somebody to play with over two nodes, leave and come back; each must be in
    /// one game with one who wants the same, or withdrawn
    Lobby(lobby::Options),
    /// Let the example program play people and bots over a restart of the server
    Programs(programs::Options),
    /// Let several nodes over one database play on while nodes, networks, databases, disks and clocks
    /// fail; nothing may be lost, repeated or confused
    Cluster(cluster::Options),
    /// Start the server with many finished games; that must take less than a second
    History(history::Options),
    /// Rate the home page and the pages of games with Lighthouse; each must score 98
    Lighthouse,
    /// Play whole games in a browser: few bytes and one request a press, an answer within 1.3 seconds on
    /// a slow telephone, and no page that jumps
    Pages,
    /// Go the main ways through the pages in Firefox
    Firefox,
    /// Take a picture of every screen, next to those of an earlier program, in target/pictures/screens
    Screens(screens::Options),
    /// Check the exact values of Ludo in every position, and by ten million games
    Solve,
    /// Judge every puzzle again by programs that share only the rules with the search that found it
    Puzzles,
    /// Measure batches of games from Python beside other libraries of games
    Batches,
    /// Train networks of Kuba by two libraries, which must beat the bot greedy, and one of Ludo, which is
    /// judged exactly and must be better than priority
    Train,
    /// Spread self-play, matches and analyses over two nodes of Ray while a worker is killed and a node
    /// removed; the results must be those of one process
    Ray,
    /// Let the Kuba engine play its opponents at equal time; it must score 95 %
    Match(matches::Options),
    /// Check right programs in several styles by 20,000 games each, in which nothing may be found,
    /// and programs as students write them, by the record of their faults
    Check,
    /// Install the wheel in every Python on this machine, and run the testers on it
    Python,
    /// Change the rules crates in small ways; every change must fail a test
    Mutants(mutants::Options),
}

/// Runs one proof, or all of them.
///
/// # Errors
/// When a proof fails.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    match &options.proof {
        Some(Proof::Fuzz(options)) => fuzz::run(repository, options),
        Some(Proof::Bench) => bench(repository),
        Some(Proof::Crash(options)) => crash::run(repository, options),
        Some(Proof::Race(options)) => race::run(repository, options),
        Some(Proof::Abuse(options)) => abuse::run(repository, options),
        Some(Proof::Load(options)) => load::run(repository, options),
        Some(Proof::Lobby(options)) => lobby::run(repository, options),
        Some(Proof::Programs(options)) => programs::run(repository, options),
        Some(Proof::Cluster(options)) => cluster::run(repository, options),
        Some(Proof::History(options)) => history::run(repository, options),
        Some(Proof::Lighthouse) => lighthouse::run(repository),
        Some(Proof::Pages) => pages::run(repository),
        Some(Proof::Firefox) => firefox::run(repository),
        Some(Proof::Screens(options)) => screens::run(repository, options),
        Some(Proof::Solve) => solve::run(repository),
        Some(Proof::Puzzles) => puzzles::run(repository),
        Some(Proof::Batches) => in_python::run(repository, in_python::BATCHES),
        Some(Proof::Train) => in_python::run(repository, in_python::TRAIN),
        Some(Proof::Ray) => in_python::run(repository, in_python::RAY),
        Some(Proof::Match(options)) => matches::run(repository, options),
        Some(Proof::Check) => check::run(repository),
        Some(Proof::Python) => python::run(repository),
        Some(Proof::Mutants(options)) => mutants::run(repository, options),
        None => {
            fuzz::run(repository, &fuzz::Options::default())?;
            crash::run(repository, &crash::Options::default())?;
            race::run(repository, &race::Options::default())?;
            abuse::run(repository, &abuse::Options::default())?;
            load::run(repository, &load::Options::default())?;
            lobby::run(repository, &lobby::Options::default())?;
            programs::run(repository, &programs::Options::default())?;
            cluster::run(repository, &cluster::Options::default())?;
            history::run(repository, &history::Options::default())?;
            lighthouse::run(repository)?;
            pages::run(repository)?;
            firefox::run(repository)?;
            screens::run(repository, &screens::Options::default())?;
            solve::run(repository)?;
            puzzles::run(repository)?;
            matches::run(repository, &matches::Options::default())?;
            in_python::run(repository, in_python::BATCHES)?;
            in_python::run(repository, in_python::TRAIN)?;
            in_python::run(repository, in_python::RAY)?;
            bench(repository)?;
            check::run(repository)?;
            python::run(repository)?;
            mutants::run(repository, &mutants::Options::default())
        }
    }
}

fn bench(repository: &Repository) -> anyhow::Result<()> {
    let report = bench::measure(repository)?;
    say(report.table())?;
    report.complete()?;
    record(repository, "bench", &report.sentence())
}

/// The server, as users build it.
fn server_program(repository: &Repository) -> anyhow::Result<PathBuf> {
    let build = repository.cargo(&["build", "--release", "--locked", "--package", "parlor"]);
    Ok(built::program(build, "parlor")?.into_std_path_buf())
}

/// Runs a script of the browser tests' npm project on the server, and records the figures that it
/// prints last.
fn record_in_browser(
    repository: &Repository,
    proof: &str,
    script: &str,
    arguments: &[PathBuf],
) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    web::tools(repository)?;
    let arguments = arguments.iter().map(|path| path.to_string_lossy());
    let printed = repository
        .line("node")
        .argument(script)
        .arguments(arguments)
        .in_folder(&repository.target("web-tests"))
        .variable("PARLOR", program.to_string_lossy())
        .read()?;
    let figures = printed.lines().last().context("it prints its figures")?;
    record(repository, proof, figures)
}

/// The time, for proofs about durations.
#[expect(
    clippy::disallowed_methods,
    reason = "the time that the server takes is what is proved"
)]
fn now() -> Instant {
    Instant::now()
}

/// An empty folder of a proof.
fn scratch(repository: &Repository, proof: &str) -> anyhow::Result<PathBuf> {
    let folder = repository.target("prove").join(proof);
    make_empty(&folder)?;
    Ok(folder)
}

/// Prints the row that goes into docs/proofs.md.
fn record(repository: &Repository, proof: &str, figure: &str) -> anyhow::Result<()> {
    let today = repository.line("date").argument("+%F").read()?;
    say(format!(
        "\nfor docs/proofs.md:\n| {} | `cargo xtask prove {proof}` | {figure} |",
        today.trim()
    ))?;
    Ok(())
}
