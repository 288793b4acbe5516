//! `cargo xtask prove abuse`: what a stranger does who wants the server to stop answering others.
//!
//! More connections that ask nothing than the server may have files, each opened again as soon as
//! it is closed; beside them a client of the same address asks and moves, on a new connection each
//! time.

pub(crate) mod shares;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::prove::{record, scratch};
use crate::repository::Repository;
use crate::server::{Said, Server};
use crate::terminal::say;

/// Connections that are open at a time.
const CONNECTIONS: usize = 2_000;

/// Files that the server may have.
const FILES: u32 = 1_024;

/// How many threads open connections, and how many each opens again at once before it rests: faster,
/// they would take the processor from the server that runs beside them.
const ATTACKERS: usize = 4;
const AT_ONCE: usize = 10;
const REST: Duration = Duration::from_millis(20);

/// What a connection says before it says no more.
const KINDS: [(&str, &[u8]); 4] = [
    ("nothing", b""),
    ("one byte", b"P"),
    ("an HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ("half a head", b"GET / HTTP/1.1\r\nHost: a\r\n"),
];

/// What goes on with a header each four seconds, having begun as half a head.
const SLOW: &str = "a header each 4 s";

/// How long another may wait for an answer, an end may take, and a silent connection be open.
const ANSWER: Duration = Duration::from_secs(1);
const END: Duration = Duration::from_secs(2);
const OPEN: Duration = Duration::from_secs(35);

/// Options of `cargo xtask prove abuse`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How long the connections are kept up
    #[arg(long, default_value_t = Options::default().seconds, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { seconds: 40 }
    }
}

/// Holds the server against every attack.
///
/// # Errors
/// When another waits too long, the server does not end in time, or a connection stays open.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let flooded = flood(repository, options)?;
    say(&flooded)?;
    let closed = silence(repository)?;
    say(&closed)?;
    let shared = shares::run(repository)?;
    record(
        repository,
        "abuse",
        &format!("{flooded}; {closed}; {shared}"),
    )
}

/// Keeps up connections that ask nothing while another plays, and ends the server under them.
///
/// # Errors
/// As [`run`].
pub(crate) fn flood(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let files = rlimit::increase_nofile_limit(u64::MAX)?;
    ensure!(
        files > 2 * CONNECTIONS as u64,
        "{CONNECTIONS} connections need more files than {files}; raise `ulimit -Hn`"
    );
    let server = start(repository, "flood")?;
    let (is_over, opened) = (AtomicBool::new(false), AtomicU64::new(0));
    let address = host(&server)?;
    thread::scope(|scope| {
        for _ in 0..ATTACKERS {
            scope.spawn(|| attack(&address, &is_over, &opened));
        }
        let played = play(&server, Duration::from_secs(options.seconds));
        let told = now();
        let ended = server.terminate().map(|()| told.elapsed());
        is_over.store(true, Ordering::Relaxed);
        let (played, ended) = (played?, ended?);
        ensure!(
            ended <= END,
            "told to stop, the server ended after {ended:?}"
        );
        Ok(format!(
            "{CONNECTIONS} connections that ask nothing, under `ulimit -n {FILES}`, kept up for {} s \
             by opening {}: {played}; SIGTERM ended the server in {:.2} s",
            options.seconds,
            opened.load(Ordering::Relaxed),
            ended.as_secs_f64()
        ))
    })
}

/// Opens connections of every kind and keeps them up until it is over.
fn attack(address: &str, is_over: &AtomicBool, opened: &AtomicU64) {
    let mut next = 0;
    let mut streams: Vec<Option<TcpStream>> = Vec::new();
    streams.resize_with(CONNECTIONS / ATTACKERS, || None);
    while !is_over.load(Ordering::Relaxed) {
        let mut tries = 0;
        for _ in 0..streams.len() {
            if tries == AT_ONCE {
                break;
            }
            next = (next + 1) % streams.len();
            let stream = &mut streams[next];
            if !stream.as_mut().is_some_and(is_open) {
                tries += 1;
                let (_, said) = KINDS[next % KINDS.len()];
                // One that is refused is tried again in a later round.
                *stream = silent(address, said).ok();
                opened.fetch_add(u64::from(stream.is_some()), Ordering::Relaxed);
            }
        }
        thread::sleep(REST);
    }
}

/// A connection that has said this, and is read without waiting.
fn silent(address: &str, said: &[u8]) -> anyhow::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(said)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

fn is_open(stream: &mut TcpStream) -> bool {
    let mut byte = [0; 64];
    match stream.read(&mut byte) {
        Ok(count) => count > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

/// Asks for the server's health and makes moves, each on a new connection; how long it took.
fn play(server: &Server, time: Duration) -> anyhow::Result<String> {
    let mut game = server.client().make_kuba()?;
    let start = now();
    let (mut asked, mut longest_ask, mut longest_move) = (0_u32, Duration::ZERO, Duration::ZERO);
    while start.elapsed() < time {
        let began = now();
        server.client().text("/healthz")?;
        longest_ask = longest_ask.max(began.elapsed());

        let state = server.client().get(&format!("/api/games/{}", game.id))?;
        let Some(action) = state["legal"].as_array().and_then(|legal| legal.first()) else {
            game = server.client().make_kuba()?;
            continue;
        };
        let order = json!({"version": state["version"], "action_id": asked.to_string(),
            "action": action});
        let began = now();
        let said = server.client().act(&game.id, game.token(&state), &order)?;
        longest_move = longest_move.max(began.elapsed());
        ensure!(matches!(said, Said::Committed(_)), "{order}: {said:?}");
        asked += 1;
    }
    for (what, longest) in [("/healthz", longest_ask), ("a move", longest_move)] {
        ensure!(longest <= ANSWER, "{what} was answered after {longest:?}");
    }
    Ok(format!(
        "{asked} times another asked for /healthz, answered within {} ms, and moved, within {} ms",
        longest_ask.as_millis(),
        longest_move.as_millis()
    ))
}

/// How long a few connections of each kind stay open where there is room for them.
fn silence(repository: &Repository) -> anyhow::Result<String> {
    let server = start(repository, "silence")?;
    let address = host(&server)?;
    let mut words = Vec::new();
    let mut open: Vec<(&str, TcpStream)> = Vec::new();
    for (name, said) in KINDS {
        open.push((name, silent(&address, said)?));
    }
    let [.., (_, half)] = KINDS;
    open.push((SLOW, silent(&address, half)?));
    let start = now();
    let mut headers = 0;
    while !open.is_empty() {
        let after = start.elapsed();
        ensure!(
            after <= OPEN,
            "after {after:?} connections are open: {open:?}"
        );
        let is_due = after.as_secs() / 4 > headers;
        headers += u64::from(is_due);
        open.retain_mut(|(name, stream)| {
            if is_due && *name == SLOW {
                // What comes of it is seen by reading.
                let _ = stream.write_all(b"A: b\r\n");
            }
            let is_still = is_open(stream);
            if !is_still {
                words.push(format!("{name} after {:.1} s", after.as_secs_f64()));
            }
            is_still
        });
        thread::sleep(Duration::from_millis(20));
    }
    server.terminate()?;
    Ok(format!("alone they are closed: {}", words.join(", ")))
}

/// The server as users build it, with few files.
fn start(repository: &Repository, name: &str) -> anyhow::Result<Server> {
    let program = super::server_program(repository)?;
    let folder = scratch(repository, &format!("abuse-{name}"))?;
    Server::start_with_files(&program, &folder, FILES)
}

/// Host and port.
fn host(server: &Server) -> anyhow::Result<String> {
    let host = server.address().strip_prefix("http://");
    Ok(host.context("an address of the web")?.to_owned())
}

/// The time, which is what is proved here.
#[expect(
    clippy::disallowed_methods,
    reason = "how long answers take is what is proved"
)]
pub(super) fn now() -> Instant {
    Instant::now()
}
