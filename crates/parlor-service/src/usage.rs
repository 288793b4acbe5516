//! What clients take of all nodes together, so that a limit on a client holds over all of them.
//!
//! Every second each node tells the others how much the busiest networks have there and what they took
//! since; so a limit may be passed by what is taken in a second at nodes that have not heard of each
//! other. Networks are told in messages between nodes, and are kept in memory alone.

use core::cmp::Reverse;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;
use crate::rate_limit::NetLimiters;
use crate::store::shared::Session;

/// How many networks a node tells of, those with most.
const MOST_TOLD: usize = 300;

/// The time after which what a node has told counts no more.
const TOLD_FOR: Duration = Duration::from_secs(10);

/// What clients take of all nodes.
#[derive(Debug, Default)]
pub struct Usage {
    /// The games in play that clients have made.
    pub games: Arc<NetCounts>,
    /// Those of them that began in the lobby, and in which nobody has moved.
    pub unplayed: Arc<NetCounts>,
    /// The open sockets of clients.
    pub sockets: Arc<NetCounts>,
    /// The limit on the requests of clients, once a front end has one.
    requests: OnceLock<Arc<NetLimiters>>,
}

/// The limits on new games and on new tokens of programs.
pub(crate) type NewThings<'a> = [Option<&'a NetLimiters>; 2];

/// What a node tells of its clients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    games: Vec<(Prefix, usize)>,
    /// A node of an earlier version tells none.
    #[serde(default)]
    unplayed: Vec<(Prefix, usize)>,
    sockets: Vec<(Prefix, usize)>,
    requests: Vec<(ClientNet, u32)>,
    new_games: Vec<(ClientNet, u32)>,
    #[serde(default)]
    new_programs: Vec<(ClientNet, u32)>,
}

impl Usage {
    /// Has a limit on requests count those at other nodes.
    pub fn share_requests(&self, limiters: Arc<NetLimiters>) {
        // There is one front end.
        let _ = self.requests.set(limiters);
    }

    /// What is to be told; with the limits on new games and tokens of programs, where there are such.
    pub(crate) fn tell(&self, [new_games, new_programs]: NewThings<'_>) -> Told {
        Told {
            games: self.games.most(),
            unplayed: self.unplayed.most(),
            sockets: self.sockets.most(),
            requests: self
                .requests
                .get()
                .map(|limit| limit.taken())
                .unwrap_or_default(),
            new_games: new_games.map(NetLimiters::taken).unwrap_or_default(),
            new_programs: new_programs.map(NetLimiters::taken).unwrap_or_default(),
        }
    }

    /// Hears what another node has told.
    pub(crate) fn hear(
        &self,
        node: Session,
        told: Told,
        [new_games, new_programs]: NewThings<'_>,
        now: Duration,
    ) {
        self.games.hear(node, told.games, now);
        self.unplayed.hear(node, told.unplayed, now);
        self.sockets.hear(node, told.sockets, now);
        let limits = [
            (self.requests.get().map(|limit| &**limit), told.requests),
            (new_games, told.new_games),
            (new_programs, told.new_programs),
        ];
        for (limiters, taken) in limits {
            for (client, steps) in taken {
                if let Some(limiters) = limiters {
                    limiters.charge(client, steps);
                }
            }
        }
    }
}

/// What a node has told, and when.
type Elsewhere = (HashMap<Prefix, usize>, Duration);

/// How many of something the networks of clients have.
#[derive(Debug, Default)]
pub struct NetCounts {
    here: Mutex<Counts<Prefix>>,
    elsewhere: Mutex<HashMap<Session, Elsewhere>>,
}

impl NetCounts {
    /// How many a network has, at all nodes.
    pub fn of(&self, network: &Prefix) -> usize {
        let elsewhere = self.elsewhere.lock();
        let told = elsewhere.values();
        let told = told.filter_map(|(counts, _)| counts.get(network));
        self.here.lock().of(network) + told.sum::<usize>()
    }

    /// One more at this node.
    pub fn add(&self, networks: impl IntoIterator<Item = Prefix>) {
        self.here.lock().add(networks);
    }

    /// One less at this node.
    pub fn remove(&self, networks: impl IntoIterator<Item = Prefix>) {
        self.here.lock().remove(networks);
    }

    /// The networks that have most at this node.
    fn most(&self) -> Vec<(Prefix, usize)> {
        let mut counts: Vec<_> = self.here.lock().iter().collect();
        counts.sort_unstable_by_key(|(_, count)| Reverse(*count));
        counts.truncate(MOST_TOLD);
        counts
    }

    fn hear(&self, node: Session, told: Vec<(Prefix, usize)>, now: Duration) {
        let mut elsewhere = self.elsewhere.lock();
        elsewhere.retain(|_, (_, at)| now.saturating_sub(*at) < TOLD_FOR);
        elsewhere.insert(node, (told.into_iter().collect(), now));
    }

    /// Forgets what nodes have told that tell nothing any more.
    pub(crate) fn forget_old(&self, now: Duration) {
        let is_new = |at: Duration| now.saturating_sub(at) < TOLD_FOR;
        self.elsewhere.lock().retain(|_, (_, at)| is_new(*at));
    }
}
