//! `cargo xtask prove cluster`: several nodes over one database play on while anything that they are
//! made of fails, and lose, repeat and confuse nothing.
//!
//! Three nodes, PostgreSQL with a standby that confirms every commit, NATS, a proxy on each way between
//! them, and clients over a balancer. Everything is checked from outside: by what clients were shown.

mod balancer;
mod caller;
mod chaos;
mod faults;
mod finding;
mod history;
mod load;
pub(crate) mod network;
pub(crate) mod node;
mod player;
mod sabotage;
mod stage;
mod usage;
mod verify;
mod watcher;

use std::path::Path;

use anyhow::ensure;

use self::chaos::{Outcome, Setting};
use self::faults::Kind;
use self::network::Size;
use crate::prove::{record, scratch, server_program};
use crate::repository::Repository;
use crate::terminal::say;

/// The faults of the short form.
const SHORT: [Kind; 10] = [
    Kind::Kill,
    Kind::Pause,
    Kind::DatabaseCut,
    Kind::DatabaseSilent,
    Kind::DatabaseOneWay,
    Kind::NatsCut,
    Kind::NatsKill,
    Kind::Clock,
    Kind::DatabaseKill,
    Kind::Update,
];

/// Seconds after which no more faults begin in the long form.
const SECONDS: u64 = 7_200;

/// Seconds after which no more of them begin.
const SHORT_SECONDS: u64 = 120;

/// Options of `cargo xtask prove cluster`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of faults
    #[arg(long, default_value_t = Options::default().faults)]
    pub(crate) faults: usize,
    /// Seed of the faults and of the moves
    #[arg(long, default_value_t = Options::default().seed)]
    pub(crate) seed: u64,
    /// Seconds after which no more faults begin, or with `--load` for which each setting plays [default:
    /// 7200, or 12 with `--load`]
    #[arg(long)]
    pub(crate) seconds: Option<u64>,
    /// Number of times that moves on one version are sent to two nodes at once, afterwards
    #[arg(long, default_value_t = Options::default().races)]
    pub(crate) races: u32,
    /// Take out, one by one, what keeps nodes from confusing games, and play with such programs; the
    /// proof must find out about each
    #[arg(long)]
    pub(crate) sabotage: bool,
    /// Measure instead how many moves a second one, two and three nodes answer, next to a server with
    /// SQLite, boardgame.io and Colyseus, and when moves reach those that watch
    #[arg(long, conflicts_with = "sabotage")]
    pub(crate) load: bool,
    /// Number of sockets over three nodes when measuring
    #[arg(long, default_value_t = Options::default().sockets)]
    pub(crate) sockets: usize,
    /// Kinds of faults to leave out
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) without: Vec<Kind>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            faults: 500,
            seed: 1,
            seconds: None,
            races: 10_000,
            sabotage: false,
            load: false,
            sockets: 20_000,
            without: Vec::new(),
        }
    }
}

/// Plays under faults.
///
/// # Errors
/// When something is found that must not be.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    if options.sabotage {
        let figure = sabotage::run(repository, options.seed)?;
        return record(repository, "cluster --sabotage", &figure);
    }
    if options.load {
        let seconds = options.seconds.unwrap_or(load::SECONDS);
        let figure = load::run(repository, &program, options.sockets, seconds)?;
        return record(repository, "cluster --load", &figure);
    }
    let figure = under_faults(repository, &program, options)?;
    record(repository, "cluster", &figure)
}

/// The short form: two nodes over one database, and each kind of fault that these can have.
///
/// # Errors
/// As [`run`].
pub(crate) fn short(repository: &Repository) -> anyhow::Result<String> {
    let setting = Setting {
        size: Size {
            nodes: 2,
            has_standby: false,
            has_small_disks: false,
            has_proxies: true,
        },
        kinds: SHORT.to_vec(),
        faults: SHORT.len(),
        seed: Options::default().seed,
        seconds: SHORT_SECONDS,
        races: 200,
    };
    let program = server_program(repository)?;
    let folder = scratch(repository, "cluster-short")?;
    judged(&chaos::run(repository, &program, &folder, &setting)?)
}

fn under_faults(
    repository: &Repository,
    program: &Path,
    options: &Options,
) -> anyhow::Result<String> {
    let kinds: Vec<Kind> = Kind::all()
        .filter(|kind| !options.without.contains(kind))
        .collect();
    let size = Size {
        nodes: 3,
        has_standby: true,
        has_small_disks: kinds.contains(&Kind::FullDisk),
        has_proxies: true,
    };
    let setting = Setting {
        size,
        kinds,
        faults: options.faults,
        seed: options.seed,
        seconds: options.seconds.unwrap_or(SECONDS),
        races: options.races,
    };
    network::release(&repository.target("prove").join("cluster"));
    let folder = scratch(repository, "cluster")?;
    judged(&chaos::run(repository, program, &folder, &setting)?)
}

/// The figures of a run in which nothing was found.
fn judged(outcome: &Outcome) -> anyhow::Result<String> {
    say(outcome.table())?;
    let found: Vec<String> = outcome.findings.iter().map(ToString::to_string).collect();
    ensure!(
        found.is_empty(),
        "{} found after {} faults: {}",
        found.len(),
        outcome.faults.len(),
        found.join("; ")
    );
    Ok(outcome.sentence())
}
