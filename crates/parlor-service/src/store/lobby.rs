//! The lobby as it is stored: who waits for somebody to play with, and who was paired with whom.
//!
//! Somebody waits at a node, and for as long as that lives; the node withdraws those who have left. So no
//! clock decides who waits. Two are paired by [`Store::create`](super::Store::create), which begins their game and ends
//! their waiting in one transaction: one game or none.

use core::time::Duration;

use serde::{Deserialize, Serialize};

use super::StoreFuture;
use crate::client_net::ClientNet;
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::TimeControl;

/// What somebody wants to play. Two fit if their terms are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game: `ludo`.
    pub game: String,
    /// The rules: `classic`.
    pub rules: String,
    /// The clock of each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// How long a player may stay away, while no clock runs, before a bot takes over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_after: Option<Duration>,
}

/// Somebody who waits for another to play with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// The name that a game gets that begins with it, unless that of the other does.
    pub id: GameId,
    /// What they want to play.
    pub terms: Terms,
    /// What they are called.
    pub name: Option<String>,
    /// The hash of the key of their seat.
    pub key: KeyHash,
    /// The browser that will hold it.
    pub browser: Option<KeyHash>,
    /// Where they are.
    pub net: ClientNet,
    /// Whether a program plays.
    pub is_bot: bool,
}

/// A [`NewChallenge`] that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// What was posted.
    pub posted: NewChallenge,
    /// How long they have waited, or did until they were paired: by the clock of the store, which all
    /// nodes share.
    pub waited: Duration,
    /// What became of it.
    pub state: ChallengeState,
}

/// What became of a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// They wait.
    Waiting {
        /// Whether they wait at this node.
        is_here: bool,
    },
    /// They are in a game.
    Paired {
        /// Which.
        game: GameId,
        /// Their seat.
        seat: char,
    },
}

/// Somebody whose waiting ends with a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// Their challenge.
    pub challenge: GameId,
    /// Their seat.
    pub seat: char,
}

/// Somebody in a game of the lobby that has no entry but the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// What is played.
    pub terms: Terms,
    /// Their seat.
    pub seat: char,
    /// Whether they came to somebody who waited, rather than waited.
    pub came: bool,
}

/// How long somebody is remembered whose node has ended.
pub const LOST_AFTER: Duration = Duration::from_hours(1);

/// The lobby of a store.
pub trait LobbyStore: Send + Sync {
    /// Changes something; how many challenges it has changed.
    fn write_lobby(&self, write: LobbyWrite) -> StoreFuture<'_, u64>;

    /// Stores that somebody waits at this node. A challenge that is there already stays as it is.
    fn post(&self, challenge: NewChallenge) -> StoreFuture<'_, ()> {
        let posted = self.write_lobby(LobbyWrite::Post(Box::new(challenge)));
        Box::pin(async { posted.await.map(drop) })
    }

    /// All who wait at nodes that live, in the order in which they came.
    fn waiting(&self) -> StoreFuture<'_, Vec<Challenge>>;

    /// Those of one browser, or program, in the same order.
    fn waiting_of(&self, browser: KeyHash) -> StoreFuture<'_, Vec<GameId>>;

    /// A challenge; `None` if it was withdrawn or never there.
    fn challenge<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<Challenge>>;

    /// Lets somebody wait at this node who came from another; whether they still wait.
    fn move_here<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        let moved = self.write_lobby(LobbyWrite::MoveHere(id.clone()));
        Box::pin(async { Ok(moved.await? > 0) })
    }

    /// Ends the waiting of these without a game; how many still waited.
    fn withdraw(&self, ids: Vec<GameId>) -> StoreFuture<'_, u64> {
        self.write_lobby(LobbyWrite::Withdraw(ids))
    }

    /// The same for those of them who wait at this node, and have not come to another since.
    fn withdraw_here(&self, ids: Vec<GameId>) -> StoreFuture<'_, u64> {
        self.write_lobby(LobbyWrite::WithdrawHere(ids))
    }

    /// Forgets those who waited at nodes that have ended, [`LOST_AFTER`] they came: until then they may come to
    /// another node.
    fn withdraw_lost(&self) -> StoreFuture<'_, u64> {
        self.write_lobby(LobbyWrite::WithdrawLost)
    }

    /// How long was waited for the games that began last by these terms: in each the one who waited longer, as the
    /// other came to them; up to `most` games, the last one first.
    fn waits<'a>(&'a self, terms: &'a Terms, most: u32) -> StoreFuture<'a, Vec<Duration>>;

    /// Of the games in play that began in the lobby and have no entry but the first, those in which a browser holds
    /// a seat.
    fn unplayed(&self, browser: KeyHash) -> StoreFuture<'_, Vec<Unplayed>>;

    /// Up to `most` games in play that began in the lobby and have more entries than the first, the last one first.
    fn watchable(&self, most: u32) -> StoreFuture<'_, Vec<GameId>>;
}

/// A change of the lobby.
#[derive(Clone, Debug)]
pub enum LobbyWrite {
    /// Somebody waits.
    Post(Box<NewChallenge>),
    /// Somebody waits at this node now.
    MoveHere(GameId),
    /// These wait no more.
    Withdraw(Vec<GameId>),
    /// Nor do these, unless they have come to another node.
    WithdrawHere(Vec<GameId>),
    /// Nor do those of nodes that have ended, who came long ago.
    WithdrawLost,
}
