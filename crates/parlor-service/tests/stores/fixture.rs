//! Games to keep, made from numbers so that every run is the same.

use std::path::PathBuf;
use std::sync::Arc;

use parlor_dice::{Bytes32, Scheme};
use parlor_service::store::shared::Epoch;
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Append, Appended, Created, Holding, NewGame, Store};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::key::KeyHash;
use parlor_table::log::{
    DiceContribution, EndReason, GameConfig, GameEvent, LogEntry, PlayerConfig, PlayerRequest,
    SeatConfig,
};
use parlor_table::timestamp::Timestamp;
use tempfile::TempDir;

/// A folder that goes with the test, and a file in it that is not yet there.
pub(crate) fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let file = folder.path().join("games.sqlite");
    (folder, file)
}

/// A store in a new file.
pub(crate) async fn sqlite() -> (TempDir, PathBuf, Arc<SqliteStore>) {
    let (folder, file) = place();
    let store = SqliteStore::open(&file).await.expect("a new file");
    (folder, file, Arc::new(store))
}

pub(crate) fn game_id(number: u64) -> GameId {
    let digits: Vec<_> = "23456789bcdfghjk".chars().collect();
    let nibble = |place: u64| usize::try_from(number >> (4 * place) & 15).expect("four bits");
    let name: String = (0..16).rev().map(|place| digits[nibble(place)]).collect();
    name.parse().expect("16 of its digits")
}

pub(crate) fn action_id(name: &str) -> IdempotencyKey {
    name.parse().expect("a name of an action")
}

pub(crate) fn key(number: u8) -> KeyHash {
    KeyHash::from_bytes([number; 32])
}

pub(crate) fn config() -> GameConfig {
    let seat = |seat, name: &str, player| SeatConfig {
        seat,
        name: Some(name.to_owned()),
        player,
        is_program: false,
    };
    GameConfig {
        game: "kuba".to_owned(),
        rules: "classroom".to_owned(),
        seats: vec![
            seat(
                'W',
                "Ada",
                PlayerConfig::Person(Some(DiceContribution::default())),
            ),
            seat('B', "Bob", PlayerConfig::Bot("greedy".to_owned())),
        ],
        start: None,
        limit: 400,
        away_after: None,
        clock: None,
        scheme: Scheme::V2,
        commitment: Bytes32::sha_256(b"secret"),
    }
}

/// A game with its first entry, made at its number.
pub(crate) fn new_game(number: u64) -> NewGame {
    NewGame {
        id: game_id(number),
        config: config(),
        secret: Bytes32([7; 32]),
        keys: vec![('W', key(1)), ('B', key(2))],
        entries: vec![LogEntry {
            version: 1,
            at: Timestamp(number),
            idempotency_key: None,
            event: GameEvent::Created,
            head: None,
        }],
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    }
}

/// An action of this name; the server's own without one.
pub(crate) fn acted(version: u64, name: Option<&str>) -> LogEntry {
    LogEntry {
        version,
        at: Timestamp(1000),
        idempotency_key: name.map(action_id),
        event: GameEvent::Acted {
            seat: 'W',
            action: "a1E".to_owned(),
            spent: None,
        },
        head: None,
    }
}

/// An action in a game that goes on.
pub(crate) fn append(game: u64, version: u64, name: &str) -> Append {
    append_as(game, acted(version, Some(name)))
}

/// An entry of a game that goes on, by the node that made it.
pub(crate) fn append_as(game: u64, entry: LogEntry) -> Append {
    Append {
        game: game_id(game),
        entry,
        ends: false,
        epoch: Epoch::default(),
    }
}

pub(crate) fn holding(browser: u8, game: u64, seat: char, since: u64) -> Holding {
    Holding {
        browser: key(browser),
        game: game_id(game),
        seat,
        since: Timestamp(since),
    }
}

/// Keeps a new game that must be kept.
pub(crate) async fn create(store: &dyn Store, game: NewGame) {
    let created = store.create(game).await.expect("a store that works");
    assert_eq!(created, Created::Done);
}

/// Adds an entry that must be kept.
pub(crate) async fn keep(store: &dyn Store, append: Append) {
    let appended = store.append(append).await.expect("a store that works");
    assert_eq!(appended, Appended::Done);
}

/// The versions of a game's entries.
pub(crate) async fn versions(store: &dyn Store, game: u64) -> Vec<u64> {
    let entries = store.entries(&game_id(game), 0).await;
    let entries = entries.expect("a store that works");
    entries.iter().map(|entry| entry.version).collect()
}

/// An event of each kind.
pub(crate) fn events() -> Vec<GameEvent> {
    let dice = DiceContribution {
        commitment: Some(Bytes32([1; 32])),
        escrowed: Some(vec![0, 255]),
        salt: Some([7; 16]),
        drawn_by_server: true,
    };
    let (seat, bot) = ('A', "priority".to_owned());
    vec![
        GameEvent::Joined {
            seat,
            name: Some("Ada".to_owned()),
            dice,
            is_program: true,
        },
        GameEvent::Named {
            seat,
            name: "Bea".to_owned(),
        },
        GameEvent::Revealed {
            seat,
            entropy: vec![1, 2, 3],
        },
        GameEvent::Rolled {
            seat,
            roll: "6".to_owned(),
            spent: Some(core::time::Duration::from_millis(1_250)),
        },
        GameEvent::Acted {
            seat,
            action: "A6p".to_owned(),
            spent: None,
        },
        GameEvent::OutOfTime { seat, bot: None },
        GameEvent::Asked {
            seat,
            what: PlayerRequest::Undo,
            with: vec!['B'],
            spent: None,
        },
        GameEvent::Agreed {
            seat,
            to: PlayerRequest::Undo,
            spent: None,
        },
        GameEvent::Declined {
            seat,
            what: PlayerRequest::Draw,
        },
        GameEvent::TakenOver {
            seat,
            bot: bot.clone(),
        },
        GameEvent::Returned { seat },
        GameEvent::Resigned {
            seat,
            bot: Some(bot),
            spent: Some(core::time::Duration::from_millis(1_250)),
        },
        GameEvent::Abandoned {
            reason: Some(EndReason::Restored),
            seat: None,
            spent: None,
        },
        GameEvent::Rematched {
            seat,
            game: game_id(2),
        },
    ]
}
