//! Games that people play by a node over a database.

use std::sync::Arc;
use std::time::Duration;

use parlor_service::bots::BotPool;
use parlor_service::clock::SystemClock;
use parlor_service::randomness::SystemRandomness;
use parlor_service::service::{
    CommandOutcome, GameHandle, NewPlayer, NewSeat, NewTable, Offer, Service, Settings,
};
use parlor_service::store::Store;
use parlor_service::testing::maker;
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::table::{GameView, Status};

/// A node over this store.
pub(crate) fn service(store: Arc<dyn Store>) -> Service {
    let bots = BotPool::new(1, Duration::from_secs(5)).unwrap();
    let randomness = Arc::new(SystemRandomness);
    let settings = Settings::default();
    Service::new(store, Arc::new(SystemClock), randomness, bots, settings)
}

pub(crate) const HERE: NewPlayer = NewPlayer::Here(Offer::Nothing);

/// Makes a game for these, whose seats are this browser's where they are here.
pub(crate) async fn make(
    service: &Service,
    game: &str,
    seats: &[(char, NewPlayer)],
    browser: Option<KeyHash>,
) -> GameId {
    let seats = seats.iter().map(|(seat, player)| NewSeat {
        seat: *seat,
        name: None,
        player: player.clone(),
    });
    let table = NewTable {
        game: game.to_owned(),
        rules: None,
        seats: seats.collect(),
        position: None,
        limit: None,
        away_after: None,
        clock: None,
        nonce: None,
    };
    service.create(&table, maker(browser)).await.unwrap().id
}

pub(crate) async fn handle(service: &Service, id: &GameId) -> Arc<GameHandle> {
    service.game(id).await.unwrap().expect("the game is there")
}

pub(crate) async fn view(service: &Service, id: &GameId) -> GameView {
    handle(service, id).await.view_for(&[])
}

/// The rolls of a game so far.
pub(crate) async fn rolls(service: &Service, id: &GameId) -> Vec<String> {
    let handle = handle(service, id).await;
    let events = handle.table().events(0, usize::MAX);
    events.into_iter().filter_map(|event| event.roll).collect()
}

/// Plays until so many rolls were rolled.
pub(crate) async fn play_to(service: &Service, id: &GameId, by: &[char], count: usize) {
    while rolls(service, id).await.len() < count {
        play(service, id, by, 1).await;
    }
}

/// Does what one of these seats wants, which must be carried out.
pub(crate) async fn act(service: &Service, id: &GameId, by: &[char], kind: CommandKind) -> u64 {
    let version = view(service, id).await.version;
    let command = Command {
        expected_version: version,
        idempotency_key: format!("test-{version}").parse().unwrap(),
        by: by.to_vec(),
        seat: None,
        kind: kind.clone(),
    };
    match service.execute(id, &command).await.unwrap() {
        Some(CommandOutcome::Committed(version)) => version,
        other => panic!("{kind:?}: {other:?}"),
    }
}

/// Plays the first legal action, again and again, up to so many times.
pub(crate) async fn play(service: &Service, id: &GameId, by: &[char], actions: usize) {
    for _ in 0..actions {
        let view = view(service, id).await;
        if view.status == Status::Over {
            return;
        }
        act(service, id, by, view.legal[0].parse().unwrap()).await;
    }
}
