//! Clients that send requests and read no responses.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::{ANSWER, END, FILES, host, now};
use crate::prove::{scratch, server_program};
use crate::repository::Repository;
use crate::server::ServerProcess;

/// The entries in the log of the game whose events are read.
const ENTRIES: usize = 50_000;

/// The plies of the game whose record and pages are read: the maximum that the longest limit allows.
/// Each is a roll, an action, and a hint that is requested and withdrawn.
const PLIES: usize = 10_000;

/// The clients that read nothing, and the responses that each requests at once.
const READERS: usize = 200;
const ANSWERS: usize = 20;

/// The number of readers of events that listen on a socket instead.
const SOCKETS: usize = 50;

/// The memory that the server may hold for them, in KiB, and for how long.
const KEPT: u64 = 50 * 1024;
const TIME: Duration = Duration::from_secs(20);

/// Writes more entries of a game: the first of them once, the others again and again.
const FILL: &str = r#"
import itertools, json, sqlite3, sys
file, game = sys.argv[1:]
first, cycle, count = json.load(sys.stdin)
base = sqlite3.connect(file)
last, at = base.execute("SELECT max(version), max(at) FROM entry WHERE game = ?", (game,)).fetchone()
happenings = itertools.islice(itertools.chain(first, itertools.cycle(cycle)), count)
base.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (
    (game, version, at, f"action-{version}", json.dumps(happening))
    for version, happening in enumerate(happenings, last + 1)))
base.commit()
"#;

/// A long game, and how its log continues once it is made.
struct LongGame {
    made_of: Value,
    first: Value,
    cycle: Value,
    count: usize,
}

impl LongGame {
    /// A push that is made and taken back, again and again.
    fn of_kuba() -> LongGame {
        LongGame {
            made_of: json!({"game": "kuba", "rules": "classroom", "seats": [
                {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]}),
            first: json!([]),
            cycle: json!([
                {"happening": "acted", "seat": "W", "action": "65F"},
                {"happening": "asked", "seat": "W", "what": "undo"},
                {"happening": "agreed", "seat": "B", "to": "undo"}]),
            // It begins with one.
            count: ENTRIES - 1,
        }
    }

    /// Nobody rolls a six until the limit ends it. Two have left their seats to bots, of which the
    /// record says so with each ply; of the others it says what is left on their clocks.
    fn of_ludo() -> LongGame {
        let seats = ["A", "B", "C", "D"];
        let turn = |seat: &str| {
            [
                json!({"happening": "rolled", "seat": seat, "roll": "1"}),
                json!({"happening": "acted", "seat": seat, "action": format!("{seat}1-")}),
                json!({"happening": "asked", "seat": "A", "what": "hint"}),
                json!({"happening": "declined", "seat": "A", "what": "hint"}),
            ]
        };
        let human = |seat| json!({"seat": seat, "kind": "human"});
        let left = |seat| json!({"happening": "taken_over", "seat": seat, "bot": "priority"});
        LongGame {
            made_of: json!({"game": "ludo", "seats": seats.map(human),
                "clock": {"initial_seconds": 10_800}}),
            first: json!(["C", "D"].map(left)),
            cycle: json!(seats.map(turn).concat()),
            // After the last action nothing is asked any more.
            count: 2 + 4 * PLIES - 2,
        }
    }

    /// Nobody rolls a six until the last roll that the limit allows; what is done with that is taken
    /// back, again and again. For each time the game is played anew, so that nothing takes longer
    /// to read.
    fn of_ludo_taken_back() -> LongGame {
        let turn = |seat: &str| {
            [
                json!({"happening": "rolled", "seat": seat, "roll": "1"}),
                json!({"happening": "acted", "seat": seat, "action": format!("{seat}1-")}),
            ]
        };
        let round = ["A", "C"].map(turn).concat();
        let rolled = round.len() * (PLIES / 2 - 1);
        let mut first: Vec<Value> = round.into_iter().cycle().take(rolled).collect();
        first.push(json!({"happening": "rolled", "seat": "A", "roll": "6"}));
        LongGame {
            made_of: json!({"game": "ludo", "seats": [
                {"seat": "A", "kind": "human"}, {"seat": "C", "kind": "human"}]}),
            count: ENTRIES - 1,
            first: json!(first),
            cycle: json!([
                {"happening": "acted", "seat": "A", "action": "A6p"},
                {"happening": "asked", "seat": "A", "what": "undo"},
                {"happening": "agreed", "seat": "C", "to": "undo"}]),
        }
    }
}

/// What is asked for of the game of this name.
type AskedFor = fn(&str) -> Vec<String>;

fn events(game: &str) -> Vec<String> {
    let pages = (0..ANSWERS).map(|page| page * 1_000);
    pages
        .map(|after| format!("/api/games/{game}/events?after={after}"))
        .collect()
}

/// What else grows with a game.
const LONG_ANSWERS: [(&str, AskedFor); 4] = [
    ("its record", |game| {
        again(format!("/api/games/{game}/record"))
    }),
    ("its record as JSON", |game| {
        again(format!("/api/games/{game}/record.json"))
    }),
    ("its page", |game| again(format!("/games/{game}"))),
    ("a page of its replay", |game| {
        again(format!("/games/{game}/replay?ply={}", PLIES / 2))
    }),
];

fn again(path: String) -> Vec<String> {
    vec![path; ANSWERS]
}

/// Lets many clients request the long parts of a long game and read nothing, while another reads.
///
/// # Errors
/// When the server holds too much for them, too long, or the other waits too long.
pub(super) fn readers(repository: &Repository) -> anyhow::Result<String> {
    let of_events = read(repository, &LongGame::of_kuba(), SOCKETS, events)?;
    let mut figures = vec![format!(
        "{READERS} readers that do not read, with {ANSWERS} answers asked for, of a game of {ENTRIES} \
         entries: its events, {SOCKETS} of them on sockets: {of_events}"
    )];
    for (what, asked_for) in LONG_ANSWERS {
        let found = read(repository, &LongGame::of_ludo(), 0, asked_for)?;
        figures.push(format!("of a game of {PLIES} plies, {what}: {found}"));
    }
    Ok(figures.join("; "))
}

/// Lets many clients request a game, some of them on sockets, while another reads the last response.
fn read(
    repository: &Repository,
    long: &LongGame,
    sockets: usize,
    asked_for: AskedFor,
) -> anyhow::Result<String> {
    let (server, game) = with_long_game(repository, "readers", long)?;
    let asked_for = asked_for(&game);
    let another = asked_for.last().context("something is asked for")?;
    let size = server.client().text(another)?.len();
    let (before, files_before) = (memory(&server)?, files(&server)?);
    let readers = asleep(&server, &game, sockets, &asked_for)?;
    let start = now();
    let (mut most, mut longest, mut asked) = (0, Duration::ZERO, 0_u32);
    let mut gone = None;
    // A while longer, to see that nothing comes back.
    while start.elapsed() < TIME + Duration::from_secs(5) {
        let began = now();
        server.client().text(another)?;
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
    let figure = format!(
        "{:.1} MB more at most, {:.1} MB in the end, all cut after {:.1} s; {asked} times another \
         read {size} bytes of it, within {} ms",
        megabytes(more),
        megabytes(left),
        gone.as_secs_f64(),
        longest.as_millis()
    );
    ensure!(gone <= TIME, "they were kept for {gone:?}: {figure}");
    ensure!(more <= KEPT, "they cost {more} KiB: {figure}");
    ensure!(longest <= ANSWER, "another waited {longest:?}: {figure}");
    server.terminate()?;
    Ok(figure)
}

/// Stops a server while request bodies stall, responses are not taken, and sockets are not read; and
/// another while it reads a long log.
///
/// # Errors
/// When it does not end in time.
pub(super) fn stop(repository: &Repository) -> anyhow::Result<String> {
    let (server, game) = with_long_game(repository, "stop", &LongGame::of_kuba())?;
    let address = host(&server)?;
    let readers = asleep(&server, &game, SOCKETS, &events(&game))?;
    let mut bodies = Vec::new();
    for _ in 0..SOCKETS {
        let mut stream = TcpStream::connect(&address)?;
        let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(head.as_bytes())?;
        bodies.push(stream);
    }
    thread::sleep(Duration::from_secs(1));
    let stopped = now();
    server.terminate()?;
    let ended = stopped.elapsed();
    drop((readers, bodies));
    ensure!(
        ended <= END,
        "after SIGTERM, the server ended after {ended:?}"
    );
    Ok(format!(
        "under {SOCKETS} bodies that do not come, {READERS} answers and sockets that nobody reads, SIGTERM \
         ended the server in {:.2} s; {}",
        ended.as_secs_f64(),
        stop_reading(repository)?
    ))
}

/// Stops the server while it reads the log of a game.
///
/// # Errors
/// When it does not end in time.
fn stop_reading(repository: &Repository) -> anyhow::Result<String> {
    let (server, game) = with_unread_game(repository, "stop", &LongGame::of_ludo_taken_back())?;
    let mut stream = TcpStream::connect(host(&server)?)?;
    write!(
        stream,
        "GET /api/games/{game} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )?;
    thread::sleep(Duration::from_millis(500));
    let stopped = now();
    server.terminate()?;
    let ended = stopped.elapsed();
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    ensure!(
        answer.starts_with("HTTP/1.1 503"),
        "the log was read before the server had SIGTERM: {answer}"
    );
    ensure!(
        ended <= END,
        "after SIGTERM while it read a log, the server ended after {ended:?}"
    );
    Ok(format!(
        "while it read a log of {ENTRIES} entries, in {:.2} s",
        ended.as_secs_f64()
    ))
}

/// A server with a long game, which it has read.
fn with_long_game(
    repository: &Repository,
    name: &str,
    long: &LongGame,
) -> anyhow::Result<(ServerProcess, String)> {
    let (server, game) = with_unread_game(repository, name, long)?;
    let state = server.client().get(&format!("/api/games/{game}"))?;
    let version = state["version"].as_u64().unwrap_or_default();
    ensure!(
        version > long.count as u64,
        "the long game has only {version} entries"
    );
    Ok((server, game))
}

/// A server with a long game, of which it has read nothing yet.
fn with_unread_game(
    repository: &Repository,
    name: &str,
    long: &LongGame,
) -> anyhow::Result<(ServerProcess, String)> {
    let program = server_program(repository)?;
    let folder = scratch(repository, &format!("abuse-{name}"))?;
    let server = ServerProcess::start_with_files(&program, &folder, FILES, &[])?;
    let game = server.client().make(&long.made_of)?.id;
    server.terminate()?;
    fill(&folder.join("games.sqlite"), &game, long)?;
    let server = ServerProcess::start_with_files(&program, &folder, FILES, &[])?;
    Ok((server, game))
}

fn fill(file: &Path, game: &str, long: &LongGame) -> anyhow::Result<()> {
    let mut filling = Command::new("python3")
        .args(["-c", FILL])
        .arg(file)
        .arg(game)
        .stdin(Stdio::piped())
        .spawn()
        .context("python3 writes the long game; install it")?;
    let happenings = json!([long.first, long.cycle, long.count]).to_string();
    let input = filling.stdin.take().context("its input is piped")?;
    { input }.write_all(happenings.as_bytes())?;
    let filled = filling.wait()?;
    ensure!(filled.success(), "the long game could not be written");
    Ok(())
}

/// Clients that send requests and do not read, some of them on sockets.
fn asleep(
    server: &ServerProcess,
    game: &str,
    sockets: usize,
    asked_for: &[String],
) -> anyhow::Result<Vec<TcpStream>> {
    let address = host(server)?;
    let mut readers = Vec::new();
    for number in 0..READERS {
        let mut stream = TcpStream::connect(&address)?;
        if number < sockets {
            write!(
                stream,
                "GET /api/games/{game}/socket?after=0 HTTP/1.1\r\nHost: localhost\r\n\
                 Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )?;
        } else {
            for path in asked_for {
                write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
            }
        }
        readers.push(stream);
    }
    Ok(readers)
}

/// The memory of the server's process, in KiB.
fn memory(server: &ServerProcess) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.process()))?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    resident.context("the system does not say how much memory the server has")
}

/// The number of its open files.
fn files(server: &ServerProcess) -> anyhow::Result<usize> {
    Ok(fs::read_dir(format!("/proc/{}/fd", server.process()))?.count())
}

#[expect(clippy::cast_precision_loss, reason = "a figure for a reader")]
fn megabytes(kibibytes: u64) -> f64 {
    kibibytes as f64 * 1024.0 / 1e6
}
