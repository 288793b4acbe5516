//! What a store that several nodes share has beside.
//!
//! A game has one owner by a lease: the node that the store names, for as long as that node renews its
//! own row. Every change of owner begins an epoch, and an entry is stored only in the epoch by which it
//! is sent. So a node that was paused or cut off can write nothing once another has taken the game, and
//! no clock of any node matters: the store's own clock ends leases.

use parlor_dice::Bytes32;
use serde::{Deserialize, Serialize};

use super::{Store, StoreFuture};
use parlor_table::id::GameId;

/// How often a game has changed its owner. Zero is the epoch of the node that made it, and of every
/// game in a store that is not shared.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Epoch(pub u64);

/// The run of a node's process, from its start to its end: a number drawn at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Session(pub i64);

/// The outcome of [`SharedStore::claim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// This node owns the game, and appends by this epoch.
    Own(Epoch),
    /// A node that lives owns it, by this epoch.
    Other(Session, Epoch),
    /// There is no such game.
    NoGame,
}

/// What nodes must agree on of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of its entries.
    pub version: u64,
    /// How many have come to hold a seat of it.
    pub holders: u64,
    /// Whether it is over.
    pub is_over: bool,
    /// The node that lives and owns it.
    pub owner: Option<Session>,
    /// Its epoch.
    pub epoch: Epoch,
}

/// How a process uses a shared store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// As the only node: no other may be there.
    Alone,
    /// As one of several nodes.
    Member,
    /// As an operator's command beside which no node may run.
    Occupant,
    /// To read or change some games beside the nodes, as an operator's command does.
    Visitor,
    /// To read games beside the nodes, from a standby too.
    Reader,
}

/// A node that lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its run.
    pub session: Session,
    /// Its name.
    pub name: String,
    /// Whether it says that others can reach it.
    pub hears: bool,
}

/// A store that several nodes share, as one of them.
pub trait SharedStore: Store {
    /// This node.
    fn session(&self) -> Session;

    /// Takes a game that no node that lives owns; with an epoch, also one that is owned by that epoch.
    fn claim<'a>(&'a self, id: &'a GameId, over: Option<Epoch>) -> StoreFuture<'a, Claimed>;

    /// How these games stand now, in their order; `None` for one that is not there.
    fn standing(&self, ids: Vec<GameId>) -> StoreFuture<'_, Vec<Option<Standing>>>;

    /// The key by which messages between the nodes are authenticated. If there is none yet, this becomes
    /// it.
    fn cluster_key(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32>;

    /// Notes whether others can reach this node, which they learn within a third of a lease.
    fn set_hears(&self, hears: bool);

    /// The nodes that live, this one among them.
    fn nodes(&self) -> StoreFuture<'_, Vec<Node>>;
}
