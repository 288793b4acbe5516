//! Games with a move now and then, which others watch.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::socket::{Play, Socket, hear, make, milliseconds, open};
use super::{Failure, Game};

/// How many watch each game.
const WATCHERS: usize = 2;

/// How long the server is left alone before its memory is looked at, and the last move may be on its way.
const SETTLED: Duration = Duration::from_secs(2);

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) servers: Vec<SocketAddr>,
    pub(crate) processes: Vec<u32>,
    pub(crate) lasts: Duration,
    pub(crate) pause: Duration,
    /// How long the sockets stay open after that.
    pub(crate) quiet: Duration,
}

/// Plays all games, and measures when their watchers are told.
pub(crate) async fn play_all(plan: &Plan, games: &[Game]) -> Result<Value, Failure> {
    let before = memory(&plan.processes)?;
    let mut tables = Vec::new();
    let mut sockets: u64 = 0;
    for (number, game) in games.iter().enumerate() {
        let mut opened = Vec::new();
        let places = [0; 2].into_iter().chain(1..=WATCHERS);
        let tokens = game.tokens.iter().map(Some).chain([None; WATCHERS]);
        for (place, token) in places.zip(tokens) {
            let server = plan.servers[(number + place) % plan.servers.len()];
            opened.push(open(server, sockets, game, token).await?);
            sockets += 1;
        }
        tables.push(opened);
    }
    // Whatever the server does once for a new socket is over then.
    sleep(SETTLED).await;
    let taken = memory(&plan.processes)?.saturating_sub(before);
    let watch_until = Instant::now() + plan.lasts + SETTLED + plan.quiet;
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
        players.spawn(play(opened, clock, plan.clone(), begins));
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
    let told = times.len() as u64;
    if told != moves * WATCHERS as u64 {
        return Err(format!("{moves} moves were told {told} times to {WATCHERS} watchers").into());
    }
    let [median, p99, most] = milliseconds(&times, [50, 99, 100]);
    Ok(json!({
        "sockets": sockets,
        "games": games.len(),
        "moves": moves,
        "median_ms": median,
        "p99_ms": p99,
        "most_ms": most,
        "bytes_a_socket": taken / sockets.max(1),
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

/// Makes moves in a game, in turn, until the time is up or the game is over; how many.
async fn play(
    mut players: Vec<Socket>,
    clock: Arc<Clock>,
    plan: Plan,
    begins: Instant,
) -> Result<u64, Failure> {
    let ends = begins + plan.lasts.saturating_sub(plan.pause);
    let created = hear(&mut players[0]).await?;
    let mut game = Play::after(created["version"].as_u64().ok_or("no version")?);
    let mut due = begins;
    while due < ends {
        sleep_until(due).await;
        let player = usize::try_from(game.moves() % 2)?;
        let Some(action) = game.next()? else { break };
        clock.start();
        make(&mut players[player], action).await?;
        due += plan.pause;
    }
    Ok(game.moves())
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

/// How many bytes processes have in memory.
fn memory(processes: &[u32]) -> Result<u64, Failure> {
    let mut bytes = 0;
    for process in processes {
        let path = format!("/proc/{process}/status");
        let status = std::fs::read_to_string(&path)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let kilobytes: u64 = kilobytes
            .ok_or_else(|| format!("{path} has no VmRSS"))?
            .parse()?;
        bytes += 1024 * kilobytes;
    }
    Ok(bytes)
}
