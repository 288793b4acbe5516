//! How fast it is: moves a second at one, two and three nodes over PostgreSQL, next to one server with
//! SQLite and to servers of other makers in the same run; what a move costs; and how soon moves reach
//! those that watch over thousands of sockets.

mod peers;
mod watched;

use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use self::peers::Peer;
use super::network::{Network, Size};
use super::usage::Usage;
use crate::built;
use crate::prove::scratch;
use crate::repository::Repository;
use crate::server::{ApiClient, NewGame, ServerProcess};
use crate::terminal::say;

/// Games at a time, and how many are made for a second: more than are begun.
const GAMES: usize = 100;
const GAMES_A_SECOND: usize = 500;

/// Seconds for which each setting plays unless told otherwise.
pub(super) const SECONDS: u64 = 12;

/// How many make games at a time.
const MAKERS: usize = 8;

/// A cluster to measure.
#[derive(Clone, Copy, Debug)]
struct Setting {
    nodes: usize,
    has_standby: bool,
    /// How many nodes away from the node of a game its players are.
    away: usize,
}

impl Setting {
    const fn new(nodes: usize, has_standby: bool, away: usize) -> Setting {
        Setting {
            nodes,
            has_standby,
            away,
        }
    }

    /// Whether its costs are in the sentence: of one node alone, and of as many as there are.
    fn shows_costs(self) -> bool {
        self.has_standby == (self.nodes == 3) && self.nodes != 2
    }

    fn name(self) -> String {
        let standby = if self.has_standby {
            " with a standby"
        } else {
            ""
        };
        let elsewhere = if self.away > 0 {
            ", each at a node that another one owns"
        } else {
            ""
        };
        let nodes = match self.nodes {
            1 => "one node".to_owned(),
            nodes => format!("{nodes} nodes"),
        };
        format!("PostgreSQL{standby}, {nodes}{elsewhere}")
    }
}

/// The settings. The first one is that of the comparison with other servers.
const SETTINGS: [Setting; 8] = [
    Setting::new(1, false, 0),
    Setting::new(2, false, 0),
    Setting::new(3, false, 0),
    Setting::new(3, false, 1),
    Setting::new(1, true, 0),
    Setting::new(2, true, 0),
    Setting::new(3, true, 0),
    Setting::new(3, true, 1),
];

/// Measures all settings; the figures in one sentence.
///
/// # Errors
/// When something does not start, or a move is not committed.
pub(super) fn run(
    repository: &Repository,
    program: &Path,
    sockets: usize,
    seconds: u64,
) -> anyhow::Result<String> {
    let generator = built::example(repository, "parlor-server", "load")?;
    peers::install(repository)?;
    let load = Load {
        repository,
        generator: generator.into_std_path_buf(),
        seconds,
    };
    let files = usize::try_from(rlimit::increase_nofile_limit(u64::MAX)?)?;
    let mut sentences = Vec::new();
    let mut show = |words: String| {
        say(&words)?;
        sentences.push(words);
        anyhow::Ok(())
    };
    show(format!(
        "{GAMES} games at a time, two sockets each, {seconds} s for each setting"
    ))?;
    let folder = scratch(repository, "cluster-load")?;
    let server = ServerProcess::start(program, &folder)?;
    let alone = Speed::of(&load.fast(&[server.address().to_owned()], 0)?)?;
    server.terminate()?;
    show(format!("SQLite, one server: {alone}"))?;
    let mut one_node = None;
    for setting in SETTINGS {
        let (speed, costs) = load.cluster(program, setting)?;
        one_node.get_or_insert(speed);
        let words = format!(
            "{}: {speed}, {} of those with SQLite",
            setting.name(),
            speed.ratio(alone)
        );
        if setting.shows_costs() {
            show(format!("{words}; {costs}"))?;
        } else {
            show(words)?;
            say(format!("   {costs}"))?;
        }
    }
    let one_node = one_node.context("there are settings")?;
    for peer in Peer::ALL {
        let speed = Speed::of(&load.peer(peer)?)?;
        show(format!(
            "{}: {speed}; Parlor with PostgreSQL ({:.0}) has {} times as many, with SQLite ({:.0}) {} times",
            peer.name(),
            one_node.moves,
            one_node.ratio(speed),
            alone.moves,
            alone.ratio(speed)
        ))?;
    }
    show(load.watched(program, sockets, files)?)?;
    Ok(sentences.join("; "))
}

/// How fast a setting is.
#[derive(Clone, Copy, Debug)]
struct Speed {
    /// A second.
    moves: f64,
    median_ms: f64,
    p99_ms: f64,
}

impl Speed {
    /// In the figures of the generator.
    fn of(figures: &Value) -> anyhow::Result<Speed> {
        let figure = |name: &str| {
            let figure = figures[name].as_f64();
            figure.with_context(|| format!("no {name}: {figures}"))
        };
        Ok(Speed {
            moves: figure("moves_a_second")?,
            median_ms: figure("median_ms")?,
            p99_ms: figure("p99_ms")?,
        })
    }

    /// How many times as many moves as another.
    fn ratio(self, other: Speed) -> String {
        format!("{:.2}", self.moves / other.moves)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.0} moves a second, answered after {:.0} ms (median), {:.0} ms (99 of 100)",
            self.moves, self.median_ms, self.p99_ms
        )
    }
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
    /// For which each setting plays.
    seconds: u64,
}

impl Load<'_> {
    /// How fast a cluster is, and what its games and moves cost.
    fn cluster(&self, program: &Path, setting: Setting) -> anyhow::Result<(Speed, String)> {
        let network = start(self.repository, program, setting.nodes, setting.has_standby)?;
        let addresses = network.addresses();
        let began = Usage::of(&network)?;
        let count = self.games(GAMES_A_SECOND);
        let games = made(&addresses, count)?;
        let made = Usage::of(&network)?;
        let figures = self.play(&addresses, setting.away, &games)?;
        let played = Usage::of(&network)?;
        let moves = figures["moves"].as_f64().context("it counts moves")?;
        let costs = format!(
            "{}; {}",
            (made - began).each(count as f64, "a new game"),
            (played - made).each(moves, "a move")
        );
        Ok((Speed::of(&figures)?, costs))
    }

    /// Plays as fast as moves are answered.
    fn fast(&self, addresses: &[String], away: usize) -> anyhow::Result<Value> {
        let games = made(addresses, self.games(GAMES_A_SECOND))?;
        self.play(addresses, away, &games)
    }

    /// How many games are made: those of the first moment, and so many for each second.
    fn games(&self, a_second: usize) -> usize {
        GAMES + a_second * usize::try_from(self.seconds).unwrap_or(usize::MAX)
    }

    fn play(&self, addresses: &[String], away: usize, games: &[u8]) -> anyhow::Result<Value> {
        self.generate(
            &[
                "fast".to_owned(),
                hosts(addresses),
                self.seconds.to_string(),
                GAMES.to_string(),
                away.to_string(),
            ],
            games,
        )
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

/// Makes games of Kuba, at each node in turn; a line for each.
fn made(addresses: &[String], count: usize) -> anyhow::Result<Vec<u8>> {
    let clients: Vec<ApiClient> = addresses
        .iter()
        .map(|address| ApiClient::of(address))
        .collect();
    made_by(count, |number| clients[number % clients.len()].make_kuba())
}

/// Makes games; a line for each, as the generator reads them.
fn made_by(
    count: usize,
    make: impl Fn(usize) -> anyhow::Result<NewGame> + Sync,
) -> anyhow::Result<Vec<u8>> {
    let make = |maker: usize| {
        let mine = (maker..count).step_by(MAKERS);
        let made = mine.map(|number| Ok((number, make(number)?)));
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
