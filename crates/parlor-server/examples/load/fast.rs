//! Games that are played as fast as moves are answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::socket::{Play, hear, make, milliseconds, open};
use super::{Failure, Game};

/// The moves of a game: after so many, none of these is over.
const MOVES: u64 = 40;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) servers: Vec<SocketAddr>,
    pub(crate) lasts: Duration,
    /// The number of games at a time.
    pub(crate) at_a_time: usize,
    /// How many nodes after that of the game it is played.
    pub(crate) away: usize,
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
    while let Some(played) = workers.join_next().await {
        times.extend(played??);
    }
    let took = began.elapsed().as_secs_f64();
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

/// Plays every so many-th game; how long the answer to each move took.
async fn play(
    worker: usize,
    plan: Plan,
    games: Arc<Vec<Game>>,
    began: Instant,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    let mine = games
        .iter()
        .enumerate()
        .skip(worker)
        .step_by(plan.at_a_time);
    for (number, game) in mine {
        let server = plan.servers[(number + plan.away) % plan.servers.len()];
        let mut players = Vec::new();
        for token in &game.tokens {
            players.push(open(server, worker as u64, game, Some(token)).await?);
        }
        let created = hear(&mut players[0]).await?;
        let mut play = Play::after(created["version"].as_u64().ok_or("no version")?);
        while play.moves() < MOVES {
            if began.elapsed() >= plan.lasts {
                return Ok(times);
            }
            let player = usize::try_from(play.moves() % 2)?;
            let Some(action) = play.next()? else { break };
            let sent = Instant::now();
            make(&mut players[player], action).await?;
            times.push(sent.elapsed());
        }
    }
    Err(format!("{} games are too few", games.len()).into())
}
