//! Games that are played as fast as moves are answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::socket::milliseconds;
use super::table::{Program, Table};
use super::{Failure, Game, boardgame};

/// The moves of a game: after so many, none of these is over.
const MOVES: u64 = 40;

/// How long a server may take to store what it has shown last.
const SETTLED: Duration = Duration::from_secs(2);

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) program: Program,
    pub(crate) servers: Vec<SocketAddr>,
    pub(crate) lasts: Duration,
    /// The number of games at a time.
    pub(crate) at_a_time: usize,
    /// How many nodes after that of the game it is played.
    pub(crate) away: usize,
}

/// What one after the other was played.
#[derive(Debug, Default)]
struct Played {
    /// How long the answer to each move took.
    times: Vec<Duration>,
    /// The games, and the number of moves in each.
    games: Vec<(usize, u64)>,
    /// The game that the end of the time has interrupted.
    last: Option<Table>,
}

/// Plays the games, so many at a time, until the time is up, and measures how long answers take.
pub(crate) async fn play_all(plan: Plan, games: Vec<Game>) -> Result<Value, Failure> {
    let games = Arc::new(games);
    let began = Instant::now();
    let mut workers = JoinSet::new();
    for worker in 0..plan.at_a_time {
        workers.spawn(play(worker, plan.clone(), Arc::clone(&games), began));
    }
    let mut times = Vec::new();
    let mut played = Vec::new();
    while let Some(of_worker) = workers.join_next().await {
        let mut of_worker = of_worker??;
        times.append(&mut of_worker.times);
        played.push(of_worker);
    }
    let took = began.elapsed().as_secs_f64();
    if plan.program == Program::Boardgame {
        // It shows a state before it has stored it.
        sleep(SETTLED).await;
    }
    for of_worker in played {
        check(&plan, &games, of_worker).await?;
    }
    times.sort_unstable();
    let [median, p99, most] = milliseconds(&times, [50, 99, 100]);
    Ok(json!({
        "moves": times.len(),
        "moves_a_second": times.len() as f64 / took,
        "median_ms": median,
        "p99_ms": p99,
        "most_ms": most,
    }))
}

/// Plays every so many-th game.
async fn play(
    worker: usize,
    plan: Plan,
    games: Arc<Vec<Game>>,
    began: Instant,
) -> Result<Played, Failure> {
    let mut played = Played::default();
    let mine = games
        .iter()
        .enumerate()
        .skip(worker)
        .step_by(plan.at_a_time);
    for (number, game) in mine {
        let server = plan.servers[(number + plan.away) % plan.servers.len()];
        let mut table = Table::open(plan.program, server, worker as u64, game).await?;
        while table.moves() < MOVES {
            if began.elapsed() >= plan.lasts {
                played.games.push((number, table.moves()));
                played.last = Some(table);
                return Ok(played);
            }
            let Some(action) = table.next()? else { break };
            let sent = Instant::now();
            table.make(action).await?;
            played.times.push(sent.elapsed());
        }
        played.games.push((number, table.moves()));
    }
    Err(format!("{} games are too few", games.len()).into())
}

/// Asks another server than Parlor how many moves it has made; Parlor has said of each that it is
/// committed.
async fn check(plan: &Plan, games: &[Game], played: Played) -> Result<(), Failure> {
    match (plan.program, played.last) {
        (Program::Boardgame, _) => {
            for (number, moves) in played.games {
                boardgame::check(plan.servers[0], &games[number], moves).await?;
            }
        }
        // A room is gone when its players are.
        (_, Some(Table::Colyseus(mut table))) => table.check().await?,
        _ => {}
    }
    Ok(())
}
