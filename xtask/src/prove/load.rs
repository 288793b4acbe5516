//! `cargo xtask prove load`: many games over sockets at once; every move is committed, and
//! soon reaches those that watch.

use std::io::Write;
use std::process::Stdio;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::built;
use crate::prove::{record, scratch, server_program};
use crate::repository::Repository;
use crate::server::{NewGame, ServerProcess};
use crate::terminal::say;

/// The limit for the 99th percentile of the time until a move is seen, in milliseconds.
const LATEST: f64 = 20.0;

/// The limit on the server's memory per socket, in bytes.
const LARGEST: f64 = 10.0 * 1024.0;

/// Options of `cargo xtask prove load`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of games, with four sockets each
    #[arg(long, default_value_t = Options::default().games)]
    games: u32,
    /// Seconds during which moves are made
    #[arg(long, default_value_t = Options::default().seconds)]
    seconds: u32,
    /// Seconds between two moves of a game
    #[arg(long, default_value_t = Options::default().pause)]
    pause: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            games: 1_250,
            seconds: 60,
            pause: 5.0,
        }
    }
}

/// Lets the generator play against the real server.
///
/// # Errors
/// When a move is not committed or not seen in time, or a socket takes too much memory.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    let generator = built::example(repository, "parlor-server", "load")?;
    let folder = scratch(repository, "load")?;
    let server = ServerProcess::start(&program, &folder)?;
    let client = server.client();
    let mut games = Vec::new();
    for _ in 0..options.games {
        let NewGame { id, tokens } = client.make_kuba()?;
        let tokens: Vec<String> = tokens.into_iter().map(|(_, token)| token).collect();
        writeln!(games, "{}", json!({"id": id, "tokens": tokens}))?;
    }
    say(format!("{} games are made", options.games))?;
    let host = server.address().trim_start_matches("http://");
    let line = repository
        .line(generator)
        .argument("watched")
        .argument(host)
        .argument(server.process().to_string())
        .argument(options.seconds.to_string())
        .argument(options.pause.to_string())
        // The sockets are closed at once after it.
        .argument("0");
    let mut playing = line
        .command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{line}` cannot be started"))?;
    let mut input = playing.stdin.take().context("it reads the games")?;
    input.write_all(&games)?;
    drop(input);
    let played = playing.wait_with_output()?;
    ensure!(
        played.status.success(),
        "`{line}` ended with {}",
        played.status
    );
    server.terminate()?;
    let figures: Value = serde_json::from_slice(&played.stdout)?;
    let figure = |name: &str| {
        figures[name]
            .as_f64()
            .with_context(|| format!("no {name}: {figures}"))
    };
    let (latest, largest) = (figure("p99_ms")?, figure("bytes_a_socket")?);
    let sentence = format!(
        "{} sockets in {} games, a move every {} s in each for {} s: {} moves, all committed; from \
         who moves to who watches {:.1} ms (median), {latest:.1} ms (99 of 100), {:.1} ms (all); \
         {:.1} KiB of memory a socket",
        figures["sockets"],
        figures["games"],
        options.pause,
        options.seconds,
        figures["moves"],
        figure("median_ms")?,
        figure("most_ms")?,
        largest / 1024.0,
    );
    record(repository, "load", &sentence)?;
    ensure!(
        latest <= LATEST,
        "moves arrive too late: after {latest:.1} ms, and not {LATEST} ms"
    );
    ensure!(
        largest <= LARGEST,
        "a socket takes {largest} bytes, and not {LARGEST}"
    );
    Ok(())
}
