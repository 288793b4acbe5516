//! Readers that ask and do not read.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::{ANSWER, END, FILES, host, now};
use crate::prove::{scratch, server_program};
use crate::repository::Repository;
use crate::server::Server;

/// How many entries the log of the game has that is read.
const ENTRIES: u32 = 50_000;

/// How many ask for its events and read none, and how many pages each asks for at once.
const READERS: usize = 200;
const PAGES: u32 = 20;

/// How many of them listen on a socket instead.
const SOCKETS: usize = 50;

/// What the server may keep for them, in KiB, and for how long.
const KEPT: u64 = 50 * 1024;
const TIME: Duration = Duration::from_secs(20);

/// Writes the entries of a push that is made and taken back, again and again, after the first.
const FILL: &str = r#"
import json, sqlite3, sys
file, game, entries = sys.argv[1], sys.argv[2], int(sys.argv[3])
kinds = [{"happening": "acted", "seat": "W", "action": "65F"},
         {"happening": "asked", "seat": "W", "what": "undo"},
         {"happening": "agreed", "seat": "B", "to": "undo"}]
base = sqlite3.connect(file)
first, at = base.execute("SELECT max(version), max(at) FROM entry WHERE game = ?", (game,)).fetchone()
base.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (
    (game, version, at, f"action-{version}", json.dumps(kinds[(version - first - 1) % 3]))
    for version in range(first + 1, entries + 1)))
base.commit()
"#;

/// Lets many ask for the events of a long game and read none, while another reads on.
///
/// # Errors
/// When the server keeps too much for them, too long, or the other waits too long.
pub(super) fn readers(repository: &Repository) -> anyhow::Result<String> {
    let (server, game) = with_long_game(repository, "readers")?;
    let client = server.client();
    let page = format!("/api/games/{game}/events?after={}", ENTRIES - 1_000);
    let events = client.get(&page)?;
    let count = events.as_array().map(Vec::len);
    ensure!(
        count == Some(1_000),
        "the long game has no {ENTRIES} entries"
    );
    let (before, files_before) = (memory(&server)?, files(&server)?);
    let readers = asleep(&server, &game)?;
    let start = now();
    let (mut most, mut longest, mut asked) = (0, Duration::ZERO, 0_u32);
    let mut gone = None;
    // A while longer, to see that nothing comes back.
    while start.elapsed() < TIME + Duration::from_secs(5) {
        let began = now();
        server.client().get(&page)?;
        longest = longest.max(began.elapsed());
        asked += 1;
        most = most.max(memory(&server)?);
        // The other's connection is one.
        if gone.is_none() && files(&server)? <= files_before + 1 {
            gone = Some(start.elapsed());
        }
        thread::sleep(Duration::from_millis(20));
    }
    let after = memory(&server)?;
    drop(readers);
    let gone = gone.context("connections of readers that do not read stay open")?;
    let (more, left) = (most.saturating_sub(before), after.saturating_sub(before));
    ensure!(
        gone <= TIME,
        "readers that do not read were kept for {gone:?}"
    );
    ensure!(more <= KEPT, "they cost {more} KiB, {left} KiB in the end");
    ensure!(longest <= ANSWER, "another waited {longest:?} for a page");
    server.terminate()?;
    Ok(format!(
        "{READERS} readers of a game of {ENTRIES} entries that do not read, {SOCKETS} of them on sockets, \
         the others with {PAGES} pages asked for: {:.1} MB more at most, {:.1} MB in the end, all cut after \
         {:.1} s; {asked} times another read a page of 1,000 events, within {} ms",
        megabytes(more),
        megabytes(left),
        gone.as_secs_f64(),
        longest.as_millis()
    ))
}

/// Ends the server while bodies do not come, answers are not taken, and sockets are not read.
///
/// # Errors
/// When it does not end in time.
pub(super) fn stop(repository: &Repository) -> anyhow::Result<String> {
    let (server, game) = with_long_game(repository, "stop")?;
    let address = host(&server)?;
    let readers = asleep(&server, &game)?;
    let mut bodies = Vec::new();
    for _ in 0..SOCKETS {
        let mut stream = TcpStream::connect(&address)?;
        let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(head.as_bytes())?;
        bodies.push(stream);
    }
    thread::sleep(Duration::from_secs(1));
    let told = now();
    server.terminate()?;
    let ended = told.elapsed();
    drop((readers, bodies));
    ensure!(
        ended <= END,
        "told to stop, the server ended after {ended:?}"
    );
    Ok(format!(
        "under {SOCKETS} bodies that do not come, {READERS} answers and sockets that nobody reads, SIGTERM \
         ended the server in {:.2} s",
        ended.as_secs_f64()
    ))
}

/// A server with a long game.
fn with_long_game(repository: &Repository, name: &str) -> anyhow::Result<(Server, String)> {
    let program = server_program(repository)?;
    let folder = scratch(repository, &format!("abuse-{name}"))?;
    let server = Server::start_with_files(&program, &folder, FILES, &[])?;
    let game = server.client().make_kuba()?.id;
    server.terminate()?;
    fill(&folder.join("games.sqlite"), &game)?;
    let server = Server::start_with_files(&program, &folder, FILES, &[])?;
    Ok((server, game))
}

fn fill(file: &Path, game: &str) -> anyhow::Result<()> {
    let filled = Command::new("python3")
        .args(["-c", FILL])
        .arg(file)
        .args([game, &ENTRIES.to_string()])
        .status()
        .context("python3 writes the long game; install it")?;
    ensure!(filled.success(), "the long game could not be written");
    Ok(())
}

/// Those who ask and do not read.
fn asleep(server: &Server, game: &str) -> anyhow::Result<Vec<TcpStream>> {
    let address = host(server)?;
    let mut readers = Vec::new();
    for number in 0..READERS {
        let mut stream = TcpStream::connect(&address)?;
        if number < SOCKETS {
            write!(
                stream,
                "GET /api/games/{game}/socket?after=0 HTTP/1.1\r\nHost: localhost\r\n\
                 Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )?;
        } else {
            for page in 0..PAGES {
                let after = page * 1_000;
                write!(
                    stream,
                    "GET /api/games/{game}/events?after={after} HTTP/1.1\r\nHost: localhost\r\n\r\n"
                )?;
            }
        }
        readers.push(stream);
    }
    Ok(readers)
}

/// The memory of the server's process, in KiB.
fn memory(server: &Server) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process()))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    resident.context("the system does not say how much memory the server has")
}

/// How many files it has open.
fn files(server: &Server) -> anyhow::Result<usize> {
    Ok(fs::read_dir(format!("/proc/{}/fd", server.process()))?.count())
}

#[expect(clippy::cast_precision_loss, reason = "a figure for a reader")]
fn megabytes(kibibytes: u64) -> f64 {
    kibibytes as f64 * 1024.0 / 1e6
}
