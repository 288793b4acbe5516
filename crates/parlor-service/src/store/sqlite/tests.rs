//! No room on the disk, which only a limit of SQLite's own brings about for
//! anybody who runs the tests.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, query_scalar, raw_sql};
use tokio::task::JoinSet;

use parlor_dice::{Bytes32, Scheme};

use super::*;
use crate::store::Outage;
use crate::store::shared::Epoch;
use parlor_table::log::{GameConfig, GameEvent};

/// A connection beside the store's.
async fn beside(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.expect("a database")
}

fn game_id(digit: char) -> GameId {
    let name: String = core::iter::repeat_n(digit, GameId::LENGTH).collect();
    name.parse().expect("a game's name")
}

fn new_game(id: GameId) -> NewGame {
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
    let entries = vec![LogEntry {
        version: 1,
        at: Timestamp(1),
        idempotency_key: None,
        event: GameEvent::Created,
        head: None,
    }];
    NewGame {
        id,
        config,
        secret: Bytes32([0; 32]),
        keys: Vec::new(),
        entries,
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    }
}

fn append(game: GameId, version: u64) -> Append {
    let action = "x".repeat(500);
    let entry = LogEntry {
        version,
        at: Timestamp(1),
        idempotency_key: format!("action-{version}").parse().ok(),
        event: GameEvent::Acted {
            seat: 'A',
            action,
            spent: None,
        },
        head: None,
    };
    Append {
        game,
        entry,
        ends: false,
        epoch: Epoch::default(),
    }
}

/// Appends to one game until there is no room; the last version kept.
async fn fill(store: &SqliteStore, game: GameId, first: u64) -> (u64, StoreError) {
    for version in first.. {
        match store.append(append(game.clone(), version)).await {
            Ok(Appended::Done) => {}
            Ok(refused) => panic!("version {version} is {refused:?}"),
            Err(error) => return (version - 1, error),
        }
    }
    unreachable!("the numbers are endless")
}

async fn versions(store: &SqliteStore, game: &GameId) -> Vec<u64> {
    let entries = store.entries(game, 0).await.expect("reading needs no room");
    entries.iter().map(|entry| entry.version).collect()
}

#[tokio::test]
async fn without_room_nothing_is_lost_and_nothing_half_kept_and_with_room_it_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let games: Vec<_> = "23456789".chars().map(game_id).collect();
    let store = SqliteStore::open(&file).await.expect("a new file");
    for game in &games {
        let created = store.create(new_game(game.clone())).await;
        assert_eq!(created.expect("room"), Created::Done);
    }
    store.close().await.expect("everything is written");
    let mut other = beside(&file).await;
    let ballast = "CREATE TABLE ballast AS SELECT zeroblob(200000) AS weight";
    raw_sql(ballast).execute(&mut other).await.expect("room");
    let pages: u32 = query_scalar("PRAGMA page_count")
        .fetch_one(&mut other)
        .await
        .expect("a number");

    let store = SqliteStore::open_within(&file, Some(pages + 10)).await;
    let store = Arc::new(store.expect("a file that is ours"));
    let mut tasks = JoinSet::new();
    for game in games.clone() {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let (last, error) = fill(&store, game.clone(), 2).await;
            (game, last, error)
        });
    }
    let filled = tasks.join_all().await;
    for (game, last, error) in &filled {
        let outage = Outage::DiskFull;
        assert!(matches!(error, StoreError::Unavailable { outage: known, .. } if *known == outage));
        assert_eq!(
            error.to_string(),
            format!(
                "{} cannot be written or read now: database or disk is full \
                 (there is no room left; make room on the disk)",
                file.display()
            )
        );
        assert_eq!(
            versions(&store, game).await,
            (1..=*last).collect::<Vec<_>>()
        );
    }
    assert!(filled.iter().any(|(_, last, _)| *last > 1), "{filled:?}");
    let mut large = new_game(game_id('b'));
    large.config.rules = "x".repeat(100_000);
    assert!(store.create(large).await.is_err());
    assert_eq!(store.game(&game_id('b')).await.expect("read"), None);

    raw_sql("DROP TABLE ballast")
        .execute(&mut other)
        .await
        .expect("to drop a table needs no room");
    for (game, last, _) in &filled {
        let again = store.append(append(game.clone(), last + 1)).await;
        assert_eq!(again.expect("room"), Appended::Done);
    }
    store.close().await.expect("everything is written");
    other.close().await.expect("closed");

    let store = SqliteStore::open(&file).await.expect("a file that is ours");
    for (game, last, _) in &filled {
        assert_eq!(
            versions(&store, game).await,
            (1..=last + 1).collect::<Vec<_>>()
        );
    }
    let names: BTreeSet<_> = filled.iter().map(|(game, ..)| game).collect();
    assert_eq!(names.len(), games.len());
}

#[tokio::test]
async fn a_check_fails_before_a_move_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&file).await.expect("a new file");
    let game = game_id('2');
    let created = store.create(new_game(game.clone())).await;
    assert_eq!(created.expect("room"), Created::Done);
    store.close().await.expect("everything is written");
    let mut other = beside(&file).await;
    let pages: u32 = query_scalar("PRAGMA page_count")
        .fetch_one(&mut other)
        .await
        .expect("a number");
    other.close().await.expect("closed");

    let store = SqliteStore::open_within(&file, Some(pages + 10)).await;
    let store = store.expect("a file that is ours");
    let error = store.check().await.expect_err("16 pages do not fit");
    assert!(error.to_string().contains("no room left"), "{error}");
    // The check has cost the moves nothing.
    let appended = store.append(append(game.clone(), 2)).await;
    assert_eq!(appended.expect("room"), Appended::Done);
    let (checked, appended) = tokio::join!(store.check(), store.append(append(game.clone(), 3)));
    assert!(checked.is_err());
    assert_eq!(appended.expect("room"), Appended::Done);
    assert_eq!(versions(&store, &game).await, [1, 2, 3]);
}
