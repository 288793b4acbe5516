//! `cargo xtask prove history`: a server with a hundred thousand finished games starts as fast as one
//! with none.

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::built;
use crate::prove::{now, record, scratch, server_program};
use crate::repository::Repository;
use crate::server::ServerProcess;

/// The longest that opening the file may take, in milliseconds.
const LONGEST: f64 = 1_000.0;

/// Options of `cargo xtask prove history`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of finished games
    #[arg(long, default_value_t = Options::default().games)]
    games: u64,
    /// Number of entries of each
    #[arg(long, default_value_t = Options::default().entries)]
    entries: u64,
    /// Seed that they are made from
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            games: 100_000,
            entries: 40,
            seed: 1,
        }
    }
}

/// Makes the games, archives them, and starts the real server over them.
///
/// # Errors
/// When starting takes a second or more, or the archives are larger than a tenth of the games.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    let maker = built::example(repository, "parlor-service", "history")?;
    let folder = scratch(repository, "history")?;
    let file = folder.join("games.sqlite");
    let made = repository
        .line(maker)
        .argument(file.to_str().context("a folder with a name in UTF-8")?)
        .argument(options.games.to_string())
        .argument(options.entries.to_string())
        .argument(options.seed.to_string())
        .read()?;
    let made: Value = serde_json::from_str(&made)?;
    let figure = |name: &str| made[name].as_f64().with_context(|| format!("no {name}"));
    let (bytes, played) = (figure("bytes")?, figure("played_bytes")?);
    let (archiving, listing) = (figure("archive_s")?, figure("list_s")?);
    let times = made["open_ms"].as_array().context("the times")?;
    let slowest = times.iter().filter_map(Value::as_f64).fold(0.0, f64::max);
    let began = now();
    let server = ServerProcess::start(&program, &folder)?;
    let started = began.elapsed().as_secs_f64() * 1000.0;
    server.terminate()?;
    let sentence = format!(
        "{} games that are over, of {} entries each: {:.0} MB as they are played, {:.0} MB archived, which \
         is one {:.1}th and takes {archiving:.0} s; all are listed in {listing:.1} s; the file opens in \
         {slowest:.1} ms (the slowest of {}), and the server listens {started:.0} ms after it is started",
        options.games,
        options.entries,
        played / 1e6,
        bytes / 1e6,
        played / bytes,
        times.len(),
    );
    record(repository, "history", &sentence)?;
    ensure!(
        bytes * 10.0 <= played,
        "{bytes} bytes are more than a tenth of {played}"
    );
    ensure!(
        slowest < LONGEST && started < LONGEST,
        "starting takes too long: {slowest:.1} ms for the file, {started:.0} ms for the server"
    );
    Ok(())
}
