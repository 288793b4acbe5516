//! Games that are put into the store as they are, since no form makes them.

use parlor_dice::{Bytes32, Scheme};

use super::Pages;
use parlor_service::store::{Created, NewGame};
use parlor_table::log::{GameConfig, GameEvent, LogEntry, PlayerConfig, SeatConfig};
use parlor_table::timestamp::Timestamp;

/// The name of the game.
pub(super) const ID: &str = "23456789bcdfghjk";

/// A game between two such players with these events after it was created.
pub(super) fn stored(
    game: &str,
    rules: &str,
    seats: [char; 2],
    player: &PlayerConfig,
    events: impl IntoIterator<Item = GameEvent>,
) -> NewGame {
    let seats = seats.map(|seat| SeatConfig {
        seat,
        name: None,
        player: player.clone(),
        is_program: false,
    });
    let events = core::iter::once(GameEvent::Created).chain(events);
    let entries = (1..).zip(events).map(|(version, event)| LogEntry {
        version,
        at: Timestamp(version),
        idempotency_key: None,
        event,
        head: None,
    });
    let secret = Bytes32([0; 32]);
    NewGame {
        id: ID.parse().expect("a name"),
        config: GameConfig {
            game: game.to_owned(),
            rules: rules.to_owned(),
            seats: seats.into(),
            start: None,
            limit: 1_000,
            away_after: None,
            clock: None,
            scheme: Scheme::V2,
            commitment: Bytes32::sha_256(&secret.0),
        },
        secret,
        keys: Vec::new(),
        entries: entries.collect(),
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    }
}

impl Pages {
    /// Stores a game; returns its address.
    pub(super) async fn store(&self, game: NewGame) -> String {
        let address = format!("/games/{}", game.id);
        let created = self.bench.store.create(game).await;
        assert_eq!(created.expect("the store works"), Created::Done);
        address
    }
}
