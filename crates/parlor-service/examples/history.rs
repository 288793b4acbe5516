//! Fills a file with games that are over, and measures how long it takes to open:
//! the maker of `cargo xtask prove history`.
//!
//! `history FILE GAMES ENTRIES SEED` writes so many games of so many entries each,
//! as pushes of Kuba with names and times of their own, archives them as a server does, and
//! prints one JSON object: the sizes of the file before and after (as a copy has it), how
//! long it took to archive and to list the games, and to open the file five times.

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use kuba_rules::{Position, Rules};
use parlor_dice::{Bytes32, Scheme};
use parlor_service::operator;
use parlor_service::store::shared::Epoch;
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Append, NewGame, Store};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, SeatConfig,
};
use parlor_table::timestamp::Timestamp;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, raw_sql};
use tokio::task::JoinSet;

/// How many games are written at a time.
const AT_ONCE: u64 = 256;

/// When the first game was made, in milliseconds since 1970.
const FIRST: u64 = 1_700_000_000_000;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, entries, seed] = words.as_slice() else {
        return Err("usage: history FILE GAMES ENTRIES SEED".into());
    };
    let file = Path::new(file);
    let (games, entries, seed) = (games.parse()?, entries.parse()?, seed.parse()?);
    fill(file, games, entries, seed).await?;
    let played = std::fs::metadata(file)?.len();
    let began = now();
    let store = SqliteStore::open(file).await?;
    let archived = store.archive(Timestamp(u64::MAX)).await?;
    store.close().await?;
    let archiving = began.elapsed().as_secs_f64();
    if archived != games {
        return Err(format!("{archived} games were archived instead of {games}").into());
    }
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await?;
    raw_sql("VACUUM").execute(&mut connection).await?;
    connection.close().await?;
    let mut opened = Vec::new();
    for _ in 0..5 {
        let began = now();
        let store = SqliteStore::open(file).await?;
        opened.push(began.elapsed().as_secs_f64() * 1000.0);
        store.close().await?;
    }
    let store = SqliteStore::open_read_only(file).await?;
    let began = now();
    let listed = operator::list(&store).await?.len() as u64;
    let listing = began.elapsed().as_secs_f64();
    store.close().await?;
    if listed != games {
        return Err(format!("{listed} games are listed instead of {games}").into());
    }
    let bytes = std::fs::metadata(file)?.len();
    writeln!(
        std::io::stdout(),
        "{}",
        json!({
            "games": games,
            "played_bytes": played,
            "bytes": bytes,
            "archive_s": archiving,
            "list_s": listing,
            "open_ms": opened,
        })
    )?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "it measures")]
fn now() -> Instant {
    Instant::now()
}

async fn fill(file: &Path, games: u64, entries: u64, seed: u64) -> Result<(), Failure> {
    let store = Arc::new(SqliteStore::open(file).await?);
    let mut tasks = JoinSet::new();
    for number in 0..games {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let (game, last) = game(number, entries, seed)?;
            store.create(game).await?;
            store.append(last).await?;
            Ok::<(), Failure>(())
        });
        if tasks.len() as u64 >= AT_ONCE
            && let Some(done) = tasks.join_next().await
        {
            done??;
        }
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    store.close().await?;
    Ok(())
}

/// 32 bytes that follow from what is named.
fn bytes(seed: u64, game: u64, what: &str) -> [u8; 32] {
    Bytes32::sha_256(format!("{seed} {game} {what}").as_bytes()).0
}

/// A game without its last entry, and that one.
fn game(number: u64, entries: u64, seed: u64) -> Result<(NewGame, Append), Failure> {
    let nonce = bytes(seed, number, "id")[..16].try_into()?;
    let id = GameId::of_nonce(&nonce, None);
    let seat = |seat, name: &str| SeatConfig {
        seat,
        name: Some(name.to_owned()),
        player: PlayerConfig::Person(Some(DiceContribution::default())),
        is_program: false,
    };
    let secret = bytes(seed, number, "secret");
    let config = GameConfig {
        game: "kuba".to_owned(),
        rules: "tournament".to_owned(),
        seats: vec![seat('W', "Ann"), seat('B', "Bob")],
        start: None,
        limit: 1000,
        away_after: None,
        clock: None,
        scheme: Scheme::V2,
        commitment: Bytes32::sha_256(&secret),
    };
    let made = FIRST + number * 60_000;
    let mut at = made;
    let mut log = vec![LogEntry {
        version: 1,
        at: Timestamp(made),
        idempotency_key: None,
        event: GameEvent::Created,
        head: None,
    }];
    let mut position = Position::start(Rules::Tournament);
    let mut random = u64::from_be_bytes(bytes(seed, number, "moves")[..8].try_into()?);
    for version in 2..entries {
        let legal: Vec<_> = position.legal_moves().iter().collect();
        if legal.is_empty() {
            break;
        }
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let choice = usize::try_from(random >> 33)? % legal.len();
        let seat = position.to_move().letter();
        let action = legal[choice].to_string();
        let mut played = position;
        played.play(legal[choice])?;
        position = played;
        // From half a second to half a minute, most of them short.
        at += 500 + (random >> 20) % 30_000 * ((random >> 40) % 1_000) / 1_000;
        let name = hex(&bytes(seed, number, &action)[..8]);
        log.push(LogEntry {
            version,
            at: Timestamp(at),
            idempotency_key: format!("{version}-{name}").parse().ok(),
            event: GameEvent::Acted {
                seat,
                action,
                spent: None,
            },
            head: None,
        });
    }
    let (browser, other) = (
        bytes(seed, number / 20, "browser"),
        bytes(seed, number, "B"),
    );
    let last = Append {
        game: id.clone(),
        entry: LogEntry {
            version: log.len() as u64 + 1,
            at: Timestamp(at + 10_000),
            idempotency_key: format!("{}", log.len()).parse().ok(),
            event: GameEvent::Resigned {
                seat: 'W',
                bot: None,
                spent: None,
            },
            head: None,
        },
        ends: true,
        epoch: Epoch::default(),
    };
    let game = NewGame {
        id,
        config,
        secret: Bytes32(secret),
        keys: ['W', 'B']
            .map(|seat| {
                (
                    seat,
                    KeyHash::from_bytes(bytes(seed, number, &seat.to_string())),
                )
            })
            .to_vec(),
        entries: log,
        holders: vec![
            (KeyHash::from_bytes(browser), 'W'),
            (KeyHash::from_bytes(other), 'B'),
        ],
        invite: None,
        follows: None,
        pairs: Vec::new(),
    };
    Ok((game, last))
}

fn hex(bytes: &[u8]) -> String {
    hex::encode(bytes)
}
