//! `cargo xtask prove abuse`: attacks that try to keep the server from answering others.
//!
//! More connections than the server may have files, idle or nearly so, each opened again as soon as
//! it is closed; meanwhile a client of the same address sends requests and moves, on a new
//! connection each time. Readers that do not read; clients that want all bots and all games; a disk
//! that is full; and a proxy before it all. Then, [`checker`], what programs do that want the
//! checker to do more than judge them.

mod checker;
mod proxy;
mod readers;
pub(crate) mod shares;
mod truth;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::prove::{now, record, scratch};
use crate::repository::Repository;
use crate::server::{ActionResponse, ApiClient, ServerProcess};
use crate::terminal::say;

/// Connections that are open at a time.
const CONNECTIONS: usize = 2_000;

/// Files that the server may have.
const FILES: u32 = 1_024;

/// How many threads open connections, and how many each opens again at once before it pauses: faster,
/// they would take the processor from the server.
const ATTACKERS: usize = 4;
const AT_ONCE: usize = 10;
const REST: Duration = Duration::from_millis(20);

/// What a connection sends before it falls silent.
const KINDS: [(&str, &[u8]); 4] = [
    ("nothing", b""),
    ("one byte", b"P"),
    ("an HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ("half a head", b"GET / HTTP/1.1\r\nHost: a\r\n"),
];

/// What is asked on a connection that is kept, and how often: before it would be closed.
const KEPT: &[u8] = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
const KEPT_EVERY: Duration = Duration::from_secs(12);

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
    /// Whether other steps of the tests take the processor meanwhile: then an answer may take longer
    #[arg(skip)]
    pub(crate) is_beside_others: bool,
}

impl Options {
    /// How long another may wait for an answer.
    fn answer(&self) -> Duration {
        self.allowed(ANSWER)
    }

    /// How long the server may take to end.
    fn end(&self) -> Duration {
        self.allowed(END)
    }

    fn allowed(&self, time: Duration) -> Duration {
        if self.is_beside_others {
            10 * time
        } else {
            time
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seconds: 40,
            is_beside_others: false,
        }
    }
}

/// Holds the server, and the checker, against every attack.
///
/// # Errors
/// When another waits too long, the server does not end in time or keeps too much, a connection
/// stays open, the server reports that it is ready where it is not, or a program does harm.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let mut figures = Vec::new();
    let mut shown = |figure: String| {
        say(&figure)?;
        figures.push(figure);
        anyhow::Ok(())
    };
    shown(flood(repository, options)?)?;
    shown(idle(repository, options)?)?;
    shown(silence(repository)?)?;
    shown(readers::readers(repository)?)?;
    shown(readers::stop(repository)?)?;
    shown(shares::bots(repository)?)?;
    shown(shares::games(repository)?)?;
    shown(shares::nobody(repository)?)?;
    shown(truth::truth(repository)?)?;
    shown(proxy::proxy(repository, options)?)?;
    shown(checker::run(repository)?)?;
    record(repository, "abuse", &figures.join("; "))
}

/// Keeps up connections that ask nothing while another plays, and ends the server under them.
///
/// # Errors
/// As [`run`].
pub(crate) fn flood(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let server = start(repository, "flood", &[])?;
    let address = host(&server)?;
    let (opened, played) = under(open_silent, &address, CONNECTIONS, || {
        let played = play(server.address(), options);
        let stopped = now();
        server.terminate()?;
        let ended = stopped.elapsed();
        ensure!(
            ended <= options.end(),
            "after SIGTERM, the server ended after {ended:?}"
        );
        let ended = ended.as_secs_f64();
        Ok(format!(
            "{}; SIGTERM ended the server in {ended:.2} s",
            played?
        ))
    })?;
    Ok(format!(
        "{CONNECTIONS} connections that ask nothing, under `ulimit -n {FILES}`, kept up for {} s by \
         opening {opened}: {played}",
        options.seconds
    ))
}

/// Keeps up connections that have asked once and ask again now and then, while another plays.
///
/// # Errors
/// As [`run`].
pub(crate) fn idle(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let server = start(repository, "idle", &[])?;
    let address = host(&server)?;
    let (opened, played) = under(keep_asking, &address, CONNECTIONS, || {
        play(server.address(), options)
    })?;
    server.terminate()?;
    Ok(format!(
        "{CONNECTIONS} connections that ask each {} s, under `ulimit -n {FILES}`, kept up for {} s by \
         opening {opened}: {played}",
        KEPT_EVERY.as_secs(),
        options.seconds
    ))
}

/// What keeps up this many connections to an address until it is over, and counts those it opens.
type Attack = fn(&str, usize, &AtomicBool, &AtomicU64);

/// Does something under an attack; how many connections that has opened, and what came of it.
fn under<T>(
    attack: Attack,
    address: &str,
    connections: usize,
    work: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(u64, T)> {
    let files = rlimit::increase_nofile_limit(u64::MAX)?;
    ensure!(
        files > 2 * connections as u64,
        "{connections} connections need more files than {files}; raise `ulimit -Hn`"
    );
    let (is_over, opened) = (AtomicBool::new(false), AtomicU64::new(0));
    let done = thread::scope(|scope| {
        for _ in 0..ATTACKERS {
            scope.spawn(|| attack(address, connections / ATTACKERS, &is_over, &opened));
        }
        let done = work();
        is_over.store(true, Ordering::Relaxed);
        done
    })?;
    Ok((opened.load(Ordering::Relaxed), done))
}

/// Opens connections of every kind and keeps them up until it is over.
fn open_silent(address: &str, count: usize, is_over: &AtomicBool, opened: &AtomicU64) {
    let open = |number: usize| silent(address, KINDS[number % KINDS.len()].1);
    keep_up(count, is_over, opened, open, is_open);
}

/// Opens connections that ask, and ask again before they would be closed.
fn keep_asking(address: &str, count: usize, is_over: &AtomicBool, opened: &AtomicU64) {
    let open = |_| anyhow::Ok((silent(address, KEPT)?, now()));
    let keep = |(stream, asked): &mut (TcpStream, Instant)| {
        is_open(stream)
            && (asked.elapsed() < KEPT_EVERY || {
                *asked = now();
                stream.write_all(KEPT).is_ok()
            })
    };
    keep_up(count, is_over, opened, open, keep);
}

/// Opens `count` connections, and each again that is closed, until it is over.
fn keep_up<T>(
    count: usize,
    is_over: &AtomicBool,
    opened: &AtomicU64,
    open: impl Fn(usize) -> anyhow::Result<T>,
    keep: impl Fn(&mut T) -> bool,
) {
    let mut next = 0;
    let mut connections: Vec<Option<T>> = Vec::new();
    connections.resize_with(count, || None);
    while !is_over.load(Ordering::Relaxed) {
        let mut tries = 0;
        for _ in 0..count {
            if tries == AT_ONCE {
                break;
            }
            next = (next + 1) % count;
            let connection = &mut connections[next];
            if !connection.as_mut().is_some_and(&keep) {
                tries += 1;
                // One that is refused is tried again in a later round.
                *connection = open(next).ok();
                opened.fetch_add(u64::from(connection.is_some()), Ordering::Relaxed);
            }
        }
        thread::sleep(REST);
    }
}

/// A connection that has sent this, and is read without waiting.
fn silent(address: &str, said: &[u8]) -> anyhow::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(said)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

fn is_open(stream: &mut TcpStream) -> bool {
    let mut bytes = [0; 4096];
    match stream.read(&mut bytes) {
        Ok(count) => count > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

/// Asks for the server's health and makes moves, each on a new connection; how long it took.
fn play(address: &str, options: &Options) -> anyhow::Result<String> {
    let client = || ApiClient::of(address);
    let mut game = client().make_kuba()?;
    let start = now();
    let (mut asked, mut longest_ask, mut longest_move) = (0_u32, Duration::ZERO, Duration::ZERO);
    while start.elapsed() < Duration::from_secs(options.seconds) {
        let began = now();
        client().text("/healthz")?;
        longest_ask = longest_ask.max(began.elapsed());

        let state = client().get(&format!("/api/games/{}", game.id))?;
        let Some(action) = state["legal"].as_array().and_then(|legal| legal.first()) else {
            game = client().make_kuba()?;
            continue;
        };
        let order = json!({"version": state["version"], "action_id": asked.to_string(),
            "action": action});
        let began = now();
        let token = game.token(&state).context("nobody is to act")?;
        let said = client().act(&game.id, token, &order)?;
        longest_move = longest_move.max(began.elapsed());
        ensure!(
            matches!(said, ActionResponse::Committed(_)),
            "{order}: {said:?}"
        );
        asked += 1;
    }
    for (what, longest) in [("/healthz", longest_ask), ("a move", longest_move)] {
        ensure!(
            longest <= options.answer(),
            "{what} was answered after {longest:?}"
        );
    }
    Ok(format!(
        "{asked} times another of the same address asked for /healthz, answered within {} ms, and \
         moved, within {} ms",
        longest_ask.as_millis(),
        longest_move.as_millis()
    ))
}

/// How long a few connections of each kind stay open where there is room for them.
fn silence(repository: &Repository) -> anyhow::Result<String> {
    let server = start(repository, "silence", &[])?;
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
fn start(repository: &Repository, name: &str, options: &[&str]) -> anyhow::Result<ServerProcess> {
    let program = super::server_program(repository)?;
    let folder = scratch(repository, &format!("abuse-{name}"))?;
    ServerProcess::start_with_files(&program, &folder, FILES, options)
}

/// Host and port.
fn host(server: &ServerProcess) -> anyhow::Result<String> {
    let host = server.address().strip_prefix("http://");
    Ok(host.context("an address of the web")?.to_owned())
}
