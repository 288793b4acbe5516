//! How many moves a second a store takes, from one task and from many.
//!
//! `cargo run --release -p parlor-service --example store_speed [FOLDER|URL]` writes for some seconds to
//! a new file in the folder, the current one by default, or to a PostgreSQL database.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_dice::{Bytes32, Scheme};
use parlor_service::randomness::SystemRandomness;
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::{Epoch, Membership};
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Append, NewGame, Store};
use parlor_table::id::GameId;
use parlor_table::log::{GameConfig, GameEvent, LogEntry};
use parlor_table::timestamp::Timestamp;
use tokio::task::JoinSet;

/// How long each measurement takes.
const LASTS: Duration = Duration::from_secs(4);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let place = std::env::args().nth(1).unwrap_or_default();
    if place.starts_with("postgres") {
        let options = PostgresOptions::new(&place, "speed", Membership::Alone);
        return show(Arc::new(PostgresStore::open(options).await?)).await;
    }
    let folder = tempfile::tempdir_in(Path::new(".").join(place))?;
    let store = SqliteStore::open(&folder.path().join("games.sqlite")).await?;
    show(Arc::new(store)).await
}

async fn show(store: Arc<dyn Store>) -> Result<(), Box<dyn Error>> {
    for tasks in [1, 50, 500] {
        let speed = measure(&store, tasks).await?;
        writeln!(
            io::stdout(),
            "{tasks:>3} at a time: {speed:.0} moves a second"
        )?;
    }
    store.close().await?;
    Ok(())
}

/// Moves a second from so many tasks, each with a game of its own.
#[expect(clippy::disallowed_methods, reason = "this measures time")]
async fn measure(store: &Arc<dyn Store>, tasks: u64) -> Result<f64, Box<dyn Error>> {
    let mut writers = JoinSet::new();
    let begin = Instant::now();
    for _ in 0..tasks {
        let game = new_game()?;
        let id = game.id.clone();
        store.create(game).await?;
        let store = Arc::clone(store);
        writers.spawn(async move {
            let mut version = 1;
            while begin.elapsed() < LASTS {
                version += 1;
                let game = id.clone();
                let entry = entry(version);
                let append = Append {
                    game,
                    entry,
                    ends: false,
                    epoch: Epoch::default(),
                };
                store.append(append).await?;
            }
            Ok(version)
        });
    }
    let written: Result<Vec<u64>, parlor_service::store::StoreError> =
        writers.join_all().await.into_iter().collect();
    let moves: u64 = written?.iter().sum();
    Ok(moves as f64 / begin.elapsed().as_secs_f64())
}

fn new_game() -> Result<NewGame, Box<dyn Error>> {
    let config = GameConfig {
        game: "ludo".to_owned(),
        rules: "classic".to_owned(),
        seats: Vec::new(),
        start: None,
        limit: 1,
        away_after: None,
        clock: None,
        scheme: Scheme::V2,
        commitment: Bytes32([0; 32]),
    };
    Ok(NewGame {
        id: GameId::draw(&SystemRandomness)?,
        config,
        secret: Bytes32([0; 32]),
        keys: Vec::new(),
        entries: vec![entry(1)],
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    })
}

fn entry(version: u64) -> LogEntry {
    LogEntry {
        version,
        at: Timestamp(1_800_000_000_000),
        idempotency_key: format!("0123456789abcdef-{version}").parse().ok(),
        event: GameEvent::Acted {
            seat: 'A',
            action: "A6p".to_owned(),
            spent: None,
        },
        head: None,
    }
}
