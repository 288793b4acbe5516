//! `cargo xtask prove lobby`: clients that look for somebody to play with, leave and come back, over two
//! nodes of which one is restarted; each is in one game with one other who wants the same, or withdrawn.

mod judge;
mod seen;

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use self::judge::{Figures, Judged, Restart, judge};
use self::seen::{Micros, Seen};
use crate::built;
use crate::prove::cluster::network::{END, Network, Size, wait_until_ready};
use crate::prove::cluster::node::Node;
use crate::prove::{now, record, scratch, server_program};
use crate::repository::Repository;
use crate::server::ServerProcess;
use crate::terminal::say;

/// The example of `parlor-server` by which clients look for games.
pub(crate) const GENERATOR: &str = "load";

/// The limit for the 99th percentile of the time until both are told of their game.
const LATEST: Micros = 2_000_000;

/// The file with what the clients have seen.
const SEEN: &str = "seen.jsonl";

/// The most findings that are shown.
const SHOWN: usize = 20;

/// Clients, seconds, and seconds in which some vanish, of the short form.
const SHORT: [u64; 3] = [60, 8, 2];

/// How long after a node is ready again its trouble may be noticed.
const LATE: Micros = 500_000;

/// Options of `cargo xtask prove lobby`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of clients
    #[arg(long, default_value_t = Options::default().clients)]
    clients: u32,
    /// Seconds for which they look for games
    #[arg(long, default_value_t = Options::default().seconds)]
    seconds: u32,
    /// Seed of what they do
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            clients: 2_000,
            seconds: 60,
            seed: 1,
        }
    }
}

/// Lets clients look for games at two nodes, and restarts one of them.
///
/// # Errors
/// When what they are told does not fit together, or they wait too long.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    let generator = built::example(repository, "parlor-server", GENERATOR)?;
    let folder = scratch(repository, "lobby")?;
    let size = Size {
        nodes: 2,
        has_standby: false,
        has_small_disks: false,
        has_proxies: false,
    };
    // No game is to make room for another.
    let more = ["--max-games", "1000000"];
    let mut network = Network::start(repository, &program, &folder, size, &more)?;
    let addresses = network.addresses();
    let looking = Looking {
        repository,
        generator: generator.as_std_path(),
        folder: &folder,
        addresses: &addresses,
        clients: options.clients.into(),
        seconds: options.seconds.into(),
        vanishing: options.seconds.into(),
        seed: options.seed,
    };
    let restarted = usize::try_from(options.seed % 2)?;
    let node = &mut network.nodes[restarted];
    let (seen, restart) = looking.look(Some(node))?;
    let judged = judge(&seen, restart);
    say_all(&judged)?;
    let figures = &judged.figures;
    let [_, p99, _] = percentiles(&figures.waits);
    record(
        repository,
        "lobby",
        &format!(
            "{} clients at 2 nodes over PostgreSQL for {} s, one node restarted: {}",
            options.clients,
            options.seconds,
            sentence(figures)
        ),
    )?;
    ensure!(
        judged.findings.is_empty(),
        "{} found; what the clients have seen and the logs of the nodes are in {}",
        judged.findings.len(),
        folder.display()
    );
    ensure!(
        p99 <= LATEST,
        "two are told of their game after {p99} us, and not {LATEST} us"
    );
    Ok(())
}

/// The short form: one server with SQLite.
///
/// # Errors
/// When what the clients are told does not fit together.
pub(crate) fn short(repository: &Repository, generator: &Path) -> anyhow::Result<String> {
    let program = server_program(repository)?;
    let folder = scratch(repository, "lobby-short")?;
    let server = ServerProcess::start(&program, &folder)?;
    let [clients, seconds, vanishing] = SHORT;
    let looking = Looking {
        repository,
        generator,
        folder: &folder,
        addresses: &[server.address().to_owned()],
        clients,
        seconds,
        vanishing,
        seed: Options::default().seed,
    };
    let (seen, _) = looking.look(None)?;
    server.terminate()?;
    let judged = judge(&seen, None);
    say_all(&judged)?;
    ensure!(
        judged.findings.is_empty(),
        "{} found",
        judged.findings.len()
    );
    ensure!(judged.figures.games > 0, "nobody has played");
    let words = sentence(&judged.figures);
    Ok(format!("{clients} clients for {seconds} s: {words}"))
}

/// What is found, or the first of it.
fn say_all(judged: &Judged) -> anyhow::Result<()> {
    for finding in judged.findings.iter().take(SHOWN) {
        say(format!("FOUND {finding}"))?;
    }
    if judged.findings.len() > SHOWN {
        say(format!("and {} more", judged.findings.len() - SHOWN))?;
    }
    Ok(())
}

/// The median, the 99th percentile and the most of sorted times.
fn percentiles(times: &[Micros]) -> [Micros; 3] {
    [50, 99, 100].map(|percent| {
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(place).copied().unwrap_or_default()
    })
}

fn sentence(figures: &Figures) -> String {
    let [median, p99, most] = percentiles(&figures.waits).map(|time| time as f64 / 1_000.0);
    format!(
        "{} challenges, {} games, each of two who want the same, {} of them by accepting a listed one; {} \
         withdrawn, none of which led to a game, and {} too late; {} left without a word; after {} requests \
         without an answer {} were moved to the other node and {} posted anew; from the second challenge until \
         each of both is told {median:.0} ms (median), {p99:.0} ms (99 of 100), {most:.0} ms (all); nobody \
         waited for 2 s while another did who fits; the list was empty {:.1} s after the last had left",
        figures.challenges,
        figures.games,
        figures.accepted,
        figures.withdrawn,
        figures.too_late,
        figures.vanished,
        figures.trouble,
        figures.moved,
        figures.anew,
        figures.cleared as f64 / 1_000_000.0,
    )
}

/// Clients that look for games.
#[derive(Debug)]
struct Looking<'a> {
    repository: &'a Repository,
    generator: &'a Path,
    /// Where what they have seen is written to, one object a line.
    folder: &'a Path,
    addresses: &'a [String],
    clients: u64,
    seconds: u64,
    vanishing: u64,
    seed: u64,
}

impl Looking<'_> {
    /// What they see, and when a node was restarted meanwhile, if one was to be.
    fn look(&self, node: Option<&mut Node>) -> anyhow::Result<(Vec<Seen>, Option<Restart>)> {
        let hosts = self.addresses.iter();
        let hosts: Vec<&str> = hosts
            .map(|address| address.trim_start_matches("http://"))
            .collect();
        let numbers = [self.clients, self.seconds, self.vanishing, self.seed];
        let line = self
            .repository
            .line(self.generator.to_string_lossy())
            .argument("lobby")
            .argument(hosts.join(","))
            .arguments(numbers.map(|number| number.to_string()));
        let mut looking = line
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("`{line}` cannot be started"))?;
        let output = looking.stdout.take().context("its output is read")?;
        let mut lines = BufReader::new(output).lines();
        lines
            .next()
            .with_context(|| format!("`{line}` prints nothing"))??;
        let began = now();
        let half = Duration::from_secs(self.seconds) / 2;
        let (seen, restart) = thread::scope(|scope| {
            let restarting = node.map(|node| scope.spawn(move || restart(node, began, half)));
            let mut kept = BufWriter::new(File::create(self.folder.join(SEEN))?);
            let mut seen: Vec<Seen> = Vec::new();
            for line in lines {
                let line = line?;
                writeln!(kept, "{line}")?;
                seen.push(serde_json::from_str(&line)?);
            }
            kept.flush()?;
            let restart = restarting
                .map(|restarting| restarting.join().ok().context("the restart panicked")?)
                .transpose()?;
            anyhow::Ok((seen, restart))
        })?;
        let ended = looking.wait()?;
        ensure!(ended.success(), "`{line}` ended with {ended}");
        Ok((seen, restart))
    }
}

/// Ends a node in order after this time, and starts it again.
fn restart(node: &mut Node, began: Instant, after: Duration) -> anyhow::Result<Restart> {
    thread::sleep(after.saturating_sub(began.elapsed()));
    let micros = || Micros::try_from(began.elapsed().as_micros());
    let from = micros()?;
    node.terminate(END)?;
    node.start()?;
    wait_until_ready(node)?;
    let until = micros()? + LATE;
    say(format!(
        "   node {} is restarted, in {} ms",
        node.number() + 1,
        (until - LATE - from) / 1_000
    ))?;
    Ok(Restart {
        node: node.number(),
        from,
        until,
    })
}
