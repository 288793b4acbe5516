//! How fast it is: moves a second at one, two and three nodes over PostgreSQL, next to one server with
//! SQLite in the same run, and how soon moves reach those that watch over thousands of sockets.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::network::{Network, Size};
use crate::built;
use crate::prove::scratch;
use crate::repository::Repository;
use crate::server::{ApiClient, NewGame, ServerProcess};
use crate::terminal::say;

/// Games at a time, and how many are made for each of these: more than are begun.
const GAMES: usize = 100;
const GAMES_EACH: usize = 16;

/// Seconds for which each setting plays, and for which sockets are watched.
const SECONDS: u32 = 12;
const WATCHED_SECONDS: u32 = 60;

/// Moves a second over all sockets, and the sockets of a game.
const MOVES: f64 = 200.0;
const SOCKETS_OF_GAME: usize = 4;

/// How many make games at a time.
const MAKERS: usize = 8;

/// Files of a generator beside its sockets.
const OTHER_FILES: usize = 500;

/// The most generators.
const GENERATORS: usize = 4;

/// The settings: the number of nodes, whether there is a standby, and how many nodes away from the node
/// of a game its players are.
const SETTINGS: [(usize, bool, usize); 8] = [
    (1, false, 0),
    (2, false, 0),
    (3, false, 0),
    (3, false, 1),
    (1, true, 0),
    (2, true, 0),
    (3, true, 0),
    (3, true, 1),
];

/// Measures all settings; the figures in one sentence.
///
/// # Errors
/// When something does not start, or a move is not committed.
pub(super) fn run(
    repository: &Repository,
    program: &Path,
    sockets: usize,
) -> anyhow::Result<String> {
    let generator = built::example(repository, "parlor-server", "load")?;
    let load = Load {
        repository,
        generator: generator.into_std_path_buf(),
    };
    let files = usize::try_from(rlimit::increase_nofile_limit(u64::MAX)?)?;
    let mut sentence = String::new();
    let folder = scratch(repository, "cluster-load")?;
    let server = ServerProcess::start(program, &folder)?;
    let figures = load.fast(&[server.address().to_owned()], 0)?;
    let alone = shown("SQLite, one server", &figures, None)?;
    sentence.push_str(&alone.0);
    server.terminate()?;
    for (nodes, has_standby, away) in SETTINGS {
        let network = start(repository, program, nodes, has_standby)?;
        let figures = load.fast(&network.addresses(), away)?;
        let standby = if has_standby { " with a standby" } else { "" };
        let elsewhere = if away > 0 {
            ", each at a node that another one owns"
        } else {
            ""
        };
        let name = format!("PostgreSQL{standby}, {nodes} nodes{elsewhere}");
        let (words, _) = shown(&name, &figures, Some(alone.1))?;
        write!(sentence, "; {words}")?;
    }
    let of_generator = files.saturating_sub(OTHER_FILES) / SOCKETS_OF_GAME;
    let wanted = sockets / SOCKETS_OF_GAME;
    let generators = wanted.div_ceil(of_generator.max(1)).clamp(1, GENERATORS);
    let games = wanted.min(generators * of_generator);
    if games < wanted {
        say(format!(
            "   a process may have only {files} files; raise `ulimit -Hn`"
        ))?;
    }
    let words = load.watched(program, games, generators)?;
    say(&words)?;
    write!(sentence, "; {words}")?;
    Ok(sentence)
}

/// The figures of a setting in words, shown, and its moves a second.
fn shown(name: &str, figures: &Value, alone: Option<f64>) -> anyhow::Result<(String, f64)> {
    let figure = |name: &str| {
        let figure = figures[name].as_f64();
        figure.with_context(|| format!("no {name}: {figures}"))
    };
    let moves = figure("moves_a_second")?;
    let ratio = alone.map_or_else(String::new, |alone| {
        format!(" ({:.2} times as many)", moves / alone)
    });
    let words = format!(
        "{name}: {moves:.0} moves a second{ratio}, answered after {:.0} ms (median), {:.0} ms (99 of 100)",
        figure("median_ms")?,
        figure("p99_ms")?
    );
    say(&words)?;
    Ok((words, moves))
}

/// Nodes without a proxy between them and what they use, on the disk.
fn start(
    repository: &Repository,
    program: &Path,
    nodes: usize,
    has_standby: bool,
) -> anyhow::Result<Network> {
    let size = Size {
        nodes,
        has_standby,
        has_small_disks: false,
        has_proxies: false,
    };
    let folder = scratch(repository, "cluster-load")?;
    Network::start(repository, program, &folder, size, &[])
}

/// What plays.
struct Load<'a> {
    repository: &'a Repository,
    generator: PathBuf,
}

impl Load<'_> {
    /// Plays as fast as moves are answered.
    fn fast(&self, addresses: &[String], away: usize) -> anyhow::Result<Value> {
        let games = made(addresses, GAMES * GAMES_EACH)?;
        self.generate(
            &[
                "fast".to_owned(),
                hosts(addresses),
                SECONDS.to_string(),
                GAMES.to_string(),
                away.to_string(),
            ],
            &games,
        )
    }

    /// Plays with so many moves a second in all, which many watch; several generators have equal parts of
    /// the games, since none may have files for all.
    fn watched(&self, program: &Path, games: usize, generators: usize) -> anyhow::Result<String> {
        ensure!(games > 0, "too few files may be open; raise `ulimit -Hn`");
        let network = start(self.repository, program, 3, true)?;
        let addresses = network.addresses();
        let processes = network.nodes.iter().filter_map(super::node::Node::process);
        let processes: Vec<String> = processes.map(|process| process.to_string()).collect();
        let made = made(&addresses, games)?;
        let pause = games as f64 / MOVES;
        let arguments = [
            "watched".to_owned(),
            hosts(&addresses),
            processes.join(","),
            WATCHED_SECONDS.to_string(),
            pause.to_string(),
        ];
        let lines: Vec<&[u8]> = made.split_inclusive(|byte| *byte == b'\n').collect();
        let figures = thread::scope(|scope| {
            let arguments = &arguments;
            let generating: Vec<_> = lines
                .chunks(lines.len().div_ceil(generators))
                .map(|part| scope.spawn(move || self.generate(arguments, &part.concat())))
                .collect();
            let figures = generating
                .into_iter()
                .map(|generating| generating.join().ok().context("a generator panicked")?);
            figures.collect::<anyhow::Result<Vec<Value>>>()
        })?;
        let each = |name: &'static str| figures.iter().filter_map(move |of| of[name].as_f64());
        let sum = |name| each(name).sum::<f64>();
        let most = |name| each(name).fold(0.0, f64::max);
        Ok(format!(
            "{} sockets over 3 nodes with a standby, {MOVES:.0} moves a second for {WATCHED_SECONDS} s: {} \
             moves, all committed; from who moves to who watches at another node {:.1} ms (median), {:.1} \
             ms (99 of 100), {:.1} ms (all); {:.1} KiB of memory a socket",
            sum("sockets"),
            sum("moves"),
            most("median_ms"),
            most("p99_ms"),
            most("most_ms"),
            // Each generator has seen the memory that the sockets of all took.
            most("bytes_a_socket") / 1024.0 / figures.len() as f64
        ))
    }

    /// Runs the generator, which reads the games.
    fn generate(&self, arguments: &[String], games: &[u8]) -> anyhow::Result<Value> {
        let line = self.repository.line(self.generator.to_string_lossy());
        let line = line.arguments(arguments);
        let mut playing = line
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("`{line}` cannot be started"))?;
        let mut input = playing.stdin.take().context("it reads the games")?;
        input.write_all(games)?;
        drop(input);
        let played = playing.wait_with_output()?;
        ensure!(
            played.status.success(),
            "`{line}` ended with {}",
            played.status
        );
        Ok(serde_json::from_slice(&played.stdout)?)
    }
}

/// The hosts of addresses, as the generator takes them.
fn hosts(addresses: &[String]) -> String {
    let hosts = addresses
        .iter()
        .map(|address| address.trim_start_matches("http://"));
    hosts.collect::<Vec<_>>().join(",")
}

/// Makes games, at each node in turn; a line for each.
fn made(addresses: &[String], count: usize) -> anyhow::Result<Vec<u8>> {
    let clients: Vec<ApiClient> = addresses
        .iter()
        .map(|address| ApiClient::of(address))
        .collect();
    let make = |maker: usize| {
        let mine = (maker..count).step_by(MAKERS);
        let made = mine.map(|number| Ok((number, clients[number % clients.len()].make_kuba()?)));
        made.collect::<anyhow::Result<Vec<(usize, NewGame)>>>()
    };
    let mut games = thread::scope(|scope| {
        let makers: Vec<_> = (0..MAKERS)
            .map(|maker| scope.spawn(move || make(maker)))
            .collect();
        let mut games = Vec::new();
        for maker in makers {
            games.extend(maker.join().ok().context("a maker of games panicked")??);
        }
        anyhow::Ok(games)
    })?;
    games.sort_by_key(|(number, _)| *number);
    let mut lines = Vec::new();
    for (_, NewGame { id, tokens }) in games {
        let tokens: Vec<String> = tokens.into_iter().map(|(_, token)| token).collect();
        writeln!(lines, "{}", json!({"id": id, "tokens": tokens}))?;
    }
    Ok(lines)
}
