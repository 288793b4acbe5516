//! Plays many games at once over sockets, and measures how long a move takes
//! from who makes it to who watches: the generator of `cargo xtask prove load`.
//!
//! `load ADDRESS PROCESS SECONDS PAUSE` reads games of Kuba from standard input,
//! one JSON object a line, `{"id":…,"tokens":[WHITE,BLACK]}`. At each of them sit
//! two players, and two more watch. For so many seconds a move is made in each
//! game every PAUSE seconds. The figures are printed as one JSON object; PROCESS
//! is the server's, whose memory is looked at before and after the sockets are
//! opened.

use std::error::Error;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kuba_rules::{Position, Rules};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How many watch each game.
const WATCHERS: usize = 2;

/// How many sockets come from one address: no more than a visitor may open.
const FROM_ONE_ADDRESS: u64 = 100;

/// How long the server is left alone before its memory is looked at, and the
/// last move may be on its way.
const SETTLED: Duration = Duration::from_secs(2);

/// Constants of a linear congruential generator (Knuth, MMIX).
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

type Failure = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

#[derive(Debug, Deserialize)]
struct Game {
    id: String,
    tokens: [String; 2],
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Plan {
    server: SocketAddr,
    process: u32,
    lasts: Duration,
    pause: Duration,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [server, process, lasts, pause] = words.as_slice() else {
        return Err("usage: load ADDRESS PROCESS SECONDS PAUSE".into());
    };
    let plan = Plan {
        server: server.parse()?,
        process: process.parse()?,
        lasts: Duration::from_secs(lasts.parse()?),
        pause: Duration::from_secs_f64(pause.parse()?),
    };
    let games: Vec<Game> = io::stdin()
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Failure>>()?;
    let figures = load(plan, &games).await?;
    writeln!(io::stdout(), "{figures}")?;
    Ok(())
}

async fn load(plan: Plan, games: &[Game]) -> Result<Value, Failure> {
    let before = memory(plan.process)?;
    let mut tables = Vec::new();
    let mut sockets: u64 = 0;
    for game in games {
        let mut opened = Vec::new();
        for token in game.tokens.iter().map(Some).chain([None; WATCHERS]) {
            opened.push(open(plan, sockets, game, token).await?);
            sockets += 1;
        }
        tables.push(opened);
    }
    // Whatever the server does once for a new socket is over then.
    sleep(SETTLED).await;
    let taken = memory(plan.process)?.saturating_sub(before);
    let watch_until = Instant::now() + plan.lasts + SETTLED;
    let mut players = JoinSet::new();
    let mut watchers = JoinSet::new();
    let count = u32::try_from(games.len())?;
    for (number, mut opened) in (0..count).zip(tables) {
        let clock = Arc::new(Clock::new());
        for watcher in opened.split_off(2) {
            watchers.spawn(watch(watcher, Arc::clone(&clock), watch_until));
        }
        // No two games begin at once.
        let begins = Instant::now() + plan.pause * number / count;
        players.spawn(play(opened, clock, plan, begins));
    }
    let mut moves = 0;
    while let Some(played) = players.join_next().await {
        moves += played??;
    }
    let mut times = Vec::new();
    while let Some(watched) = watchers.join_next().await {
        times.extend(watched??);
    }
    times.sort_unstable();
    let told = times.len();
    if told != moves * WATCHERS {
        return Err(format!("{moves} moves were told {told} times to {WATCHERS} watchers").into());
    }
    let part = |percent: usize| times.get((told * percent / 100).min(told - 1));
    let milliseconds = |time: Option<&Duration>| time.map(|time| time.as_secs_f64() * 1_000.0);
    Ok(json!({
        "sockets": sockets,
        "games": games.len(),
        "moves": moves,
        "median_ms": milliseconds(part(50)),
        "p99_ms": milliseconds(part(99)),
        "most_ms": milliseconds(times.last()),
        "bytes_a_socket": taken / sockets,
    }))
}

/// When the last move of a game was sent.
#[derive(Debug)]
struct Clock {
    began: Instant,
    /// In microseconds since then.
    sent: AtomicU64,
}

impl Clock {
    fn new() -> Self {
        Self {
            began: Instant::now(),
            sent: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn start(&self) {
        self.sent.store(self.now(), Ordering::Release);
    }

    fn read(&self) -> Duration {
        Duration::from_micros(self.now() - self.sent.load(Ordering::Acquire))
    }
}

/// Opens the socket of a player, or of somebody who watches.
async fn open(
    plan: Plan,
    number: u64,
    game: &Game,
    token: Option<&String>,
) -> Result<Socket, Failure> {
    let socket = TcpSocket::new_v4()?;
    let from = u8::try_from(2 + number / FROM_ONE_ADDRESS)?;
    socket.bind(SocketAddr::new(Ipv4Addr::new(127, 0, 0, from).into(), 0))?;
    let stream = socket.connect(plan.server).await?;
    stream.set_nodelay(true)?;
    let address = format!("ws://{}/api/games/{}/socket", plan.server, game.id);
    let mut request = ClientRequestBuilder::new(address.parse()?);
    if let Some(token) = token {
        request = request.with_header("Authorization", format!("Bearer {token}"));
    }
    let (socket, _) = client_async(request, stream).await?;
    Ok(socket)
}

/// Makes moves in a game, in turn, until the time is up or the game is over; how
/// many.
async fn play(
    mut players: Vec<Socket>,
    clock: Arc<Clock>,
    plan: Plan,
    begins: Instant,
) -> Result<usize, Failure> {
    let ends = begins + plan.lasts.saturating_sub(plan.pause);
    let mut position = Position::start(Rules::Classroom);
    let mut random = 1;
    let mut version = 0;
    let mut moves = 0;
    let mut due = begins;
    while due < ends {
        sleep_until(due).await;
        random = MULTIPLIER.wrapping_mul(random).wrapping_add(INCREMENT);
        let legal: Vec<_> = position.legal_moves().iter().collect();
        let Some(&push) = legal.get(usize::try_from(random >> 33)? % legal.len().max(1)) else {
            break;
        };
        let player = &mut players[moves % 2];
        if moves == 0 {
            version = hear(player).await?["version"]
                .as_u64()
                .ok_or("no version")?;
        }
        position.play(push)?;
        let action = json!({
            "version": version, "action_id": format!("load-{moves:08}"), "action": push.to_string(),
        });
        clock.start();
        player.send(Message::text(action.to_string())).await?;
        let said = loop {
            let heard = hear(player).await?;
            if heard.get("result").is_some() || heard.get("error").is_some() {
                break heard;
            }
        };
        if said["result"] != "committed" {
            return Err(format!("to {action} the server says {said}").into());
        }
        version += 1;
        moves += 1;
        due += plan.pause;
    }
    Ok(moves)
}

/// How long each move took to be told, until the time is up.
async fn watch(
    mut socket: Socket,
    clock: Arc<Clock>,
    until: Instant,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    while let Ok(heard) = timeout_at(until, hear(&mut socket)).await {
        let heard = heard?;
        let took = clock.read();
        if heard["action"] != "create" {
            times.push(took);
        }
    }
    Ok(times)
}

/// The next object on a socket.
async fn hear(socket: &mut Socket) -> Result<Value, Failure> {
    loop {
        match socket.next().await.ok_or("the socket was closed")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Ping(_) => {}
            other => return Err(format!("the server says {other}").into()),
        }
    }
}

/// How many bytes a process has in memory.
fn memory(process: u32) -> Result<u64, Failure> {
    let path = format!("/proc/{process}/status");
    let status = std::fs::read_to_string(&path)?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    let kilobytes: u64 = kilobytes
        .ok_or_else(|| format!("{path} has no VmRSS"))?
        .parse()?;
    Ok(1024 * kilobytes)
}
