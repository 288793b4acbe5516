//! Room for new games: how many one network may have open, and which game ends so that a newcomer
//! gets one.
//!
//! Networks are kept in memory alone: nobody's address is written down. A game from before the
//! start of the server counts as nobody's, and is the last that makes room.

use core::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::sweep::UNPLAYED;
use crate::client_net::{ClientNet, Prefix};
use crate::usage::{NetCounts, Usage};
use parlor_table::id::GameId;
use parlor_table::timestamp::Timestamp;

/// The games that go on.
#[derive(Debug)]
pub(super) struct GamesInPlay {
    games: Mutex<Games>,
    /// How many each network has open.
    of_networks: Arc<NetCounts>,
    /// How many of those of the lobby in which nobody has moved each network has begun.
    unplayed: Arc<NetCounts>,
}

#[derive(Debug, Default)]
struct Games {
    open: HashMap<GameId, OpenGame>,
}

/// A game that goes on.
#[derive(Clone, Copy, Debug)]
struct OpenGame {
    /// Who made it; `None` if that was before the start.
    maker: Option<ClientNet>,
    has_begun: bool,
    /// Who is answerable for a game of the lobby in which nobody has moved.
    unplayed_of: [Option<ClientNet>; 2],
    /// When something last happened in it.
    touched: Timestamp,
}

/// A network has as many games open as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full {
    pub(super) network: Prefix,
    pub(super) open: usize,
}

/// Room that is taken for a game; given back when this is dropped before the game is kept.
#[derive(Debug)]
pub(super) struct Reserved {
    games: Arc<GamesInPlay>,
    id: Option<GameId>,
}

impl Reserved {
    /// The game is kept.
    pub(super) fn keep(mut self) {
        self.id = None;
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            self.games.remove(&id);
        }
    }
}

impl GamesInPlay {
    /// Takes room for a game of this client, whose own network may have `most` open and wider ones
    /// [more](ClientNet::FACTORS).
    ///
    /// # Errors
    /// When one of its networks has as many.
    pub(super) fn reserve(
        self: &Arc<Self>,
        id: &GameId,
        maker: ClientNet,
        most: Option<usize>,
        now: Timestamp,
    ) -> Result<Reserved, Full> {
        let mut games = self.games.lock();
        if let Some(most) = most {
            for (network, factor) in maker.shares() {
                let open = self.of_networks.of(&network);
                if open >= most.saturating_mul(factor as usize) {
                    return Err(Full { network, open });
                }
            }
        }
        self.add(&mut games, id, OpenGame::new(maker, now));
        Ok(Reserved {
            games: Arc::clone(self),
            id: Some(id.clone()),
        })
    }

    /// Notes a game that follows another, whatever may be open.
    pub(super) fn add_rematch(&self, id: &GameId, maker: ClientNet, now: Timestamp) {
        let open = OpenGame::new(maker, now);
        self.add(&mut self.games.lock(), id, open);
    }

    /// Notes a game of the lobby, made by one who has come, and that these are answerable for it until somebody
    /// moves.
    pub(super) fn add_of_lobby(
        &self,
        id: &GameId,
        maker: ClientNet,
        answerable: [Option<ClientNet>; 2],
        now: Timestamp,
    ) {
        let open = OpenGame {
            unplayed_of: answerable,
            ..OpenGame::new(maker, now)
        };
        self.add(&mut self.games.lock(), id, open);
    }

    /// Notes the games that went on before the start, those first in which nothing has happened
    /// for longest. Those that are known stay as they are.
    pub(super) fn add_older(&self, ids: impl IntoIterator<Item = GameId>) {
        let mut games = self.games.lock();
        for (place, id) in (0..).zip(ids) {
            if !games.open.contains_key(&id) {
                let open = OpenGame {
                    maker: None,
                    has_begun: true,
                    unplayed_of: [None; 2],
                    touched: Timestamp(place),
                };
                self.add(&mut games, &id, open);
            }
        }
    }

    /// Notes that something has happened in a game, which has so many entries now.
    pub(super) fn touch(&self, id: &GameId, entries: u64, now: Timestamp) {
        self.has_entries(id, entries);
        if let Some(open) = self.games.lock().open.get_mut(id) {
            open.touched = now;
        }
    }

    /// Notes how many entries a game has.
    pub(super) fn has_entries(&self, id: &GameId, entries: u64) {
        if let Some(open) = self.games.lock().open.get_mut(id) {
            open.has_begun |= entries > UNPLAYED;
            if entries > 1 {
                self.unplayed.remove(open.answerable());
                open.unplayed_of = [None; 2];
            }
        }
    }

    /// Notes that a game is over.
    pub(super) fn remove(&self, id: &GameId) {
        self.drop_from(&mut self.games.lock(), id);
    }

    /// The games that may make room for another, the first to do so first: those that never began,
    /// then the others; among them those of the network that has most, and then the ones in which
    /// nothing has happened for longest. With a network, only its own that never began.
    pub(super) fn to_make_room(&self, of: Option<Prefix>) -> Vec<GameId> {
        let games = self.games.lock();
        let mut found: Vec<_> = games
            .open
            .iter()
            .filter(|(_, open)| {
                let is_of = |network| open.networks().any(|own| own == network);
                of.is_none_or(|network| !open.has_begun && is_of(network))
            })
            .map(|(id, open)| {
                let most = |network: fn(ClientNet) -> Prefix| {
                    Reverse(
                        open.maker
                            .map_or(1, |maker| self.of_networks.of(&network(maker))),
                    )
                };
                let (widest, own) = (most(ClientNet::widest), most(ClientNet::own));
                let command = (open.has_begun, widest, own, open.touched);
                (command, id)
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id.clone()).collect()
    }
}

impl GamesInPlay {
    /// Counts in networks' games, at this node and at others.
    pub(super) fn counted_by(usage: &Usage) -> Self {
        Self {
            games: Mutex::default(),
            of_networks: Arc::clone(&usage.games),
            unplayed: Arc::clone(&usage.unplayed),
        }
    }

    /// All games.
    pub(super) fn ids(&self) -> Vec<GameId> {
        self.games.lock().open.keys().cloned().collect()
    }

    fn add(&self, games: &mut Games, id: &GameId, open: OpenGame) {
        self.drop_from(games, id);
        self.of_networks.add(open.networks());
        self.unplayed.add(open.answerable());
        games.open.insert(id.clone(), open);
    }

    fn drop_from(&self, games: &mut Games, id: &GameId) {
        if let Some(open) = games.open.remove(id) {
            self.of_networks.remove(open.networks());
            self.unplayed.remove(open.answerable());
        }
    }
}

impl OpenGame {
    const fn new(maker: ClientNet, now: Timestamp) -> Self {
        Self {
            maker: Some(maker),
            has_begun: false,
            unplayed_of: [None; 2],
            touched: now,
        }
    }

    fn networks(&self) -> impl Iterator<Item = Prefix> + use<> {
        self.maker.into_iter().flat_map(ClientNet::prefixes)
    }

    fn answerable(&self) -> impl Iterator<Item = Prefix> + use<> {
        let nets = self.unplayed_of.into_iter().flatten();
        nets.flat_map(ClientNet::prefixes)
    }
}
