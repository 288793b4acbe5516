//! Making a game.

use core::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use parlor_dice::{Bytes32, Scheme};

use super::config::config;
use super::host::{GameHandle, Lease, Mailbox};
use super::new_table::{CreateError, NewPlayer, NewTable, NewTableError, Offer, TooManyGames};
use super::open_games::{Full, Reserved};
use super::player_name::of_program;
use super::{MOST_SWEPT, Service, ServiceError};
use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;
use crate::store::shared::Epoch;
use crate::store::{Created, NewGame};
use parlor_table::chain;
use parlor_table::id::GameId;
use parlor_table::invite::InviteCode;
use parlor_table::key::{Key, KeyHash};
use parlor_table::log::{DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig};
use parlor_table::playable;
use parlor_table::randomness::RandomnessError;
use parlor_table::table;
use parlor_table::timestamp::Timestamp;

/// Who wants a game.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    /// The browser that will hold the seats of those who are here, or the token of a program.
    pub browser: Option<KeyHash>,
    /// Whether it is a program with a token of its own.
    pub is_program: bool,
    /// Where it is.
    pub net: ClientNet,
    /// Whether it is the owner of this machine, who may fill it.
    pub is_owner: bool,
}

/// A game that was made.
#[derive(Debug)]
pub struct MadeGame {
    /// Its name.
    pub id: GameId,
    /// The keys of the seats that persons have; none if the game was made
    /// before, since a key is shown once.
    pub keys: Vec<(char, Key)>,
    /// The code that leads to the seats of persons who are elsewhere, if there are such; shown once,
    /// too.
    pub code: Option<InviteCode>,
}

impl MadeGame {
    /// A game that the same order made before.
    const fn before(id: GameId) -> Self {
        let keys = Vec::new();
        let code = None;
        Self { id, keys, code }
    }
}

impl Service {
    /// Makes a game, whose seats of persons who are here the maker's browser holds. Where all
    /// games are taken, another makes room.
    ///
    /// # Errors
    /// What is wrong with it, or why none can be made now.
    pub async fn create(&self, table: &NewTable, maker: Maker) -> Result<MadeGame, CreateError> {
        let browser = maker.browser;
        if *self.inner.closing.borrow() {
            return Err(ServiceError::Closing.into());
        }
        let mut config = config(table).map_err(CreateError::Wrong)?;
        for (seat, planned) in table.seats.iter().zip(&mut config.seats) {
            if maker.is_program && matches!(seat.player, NewPlayer::Here(_)) {
                planned.is_program = true;
                planned.name = Some(of_program(planned.name.as_deref()));
            }
        }
        let id = match &table.nonce {
            Some(nonce) => GameId::of_nonce(nonce, browser),
            None => GameId::draw(self.randomness())?,
        };
        // What was made before takes no more room.
        if table.nonce.is_some() && self.game(&id).await?.is_some() {
            return Ok(MadeGame::before(id));
        }
        let reserved = self.reserve(&id, maker).await?;
        let mut keys = Vec::new();
        let mut holders = Vec::new();
        let mut elsewhere = Vec::new();
        for (seat, planned) in table.seats.iter().zip(&config.seats) {
            if let PlayerConfig::Person(_) = planned.player {
                let key = Key::draw(self.randomness())?;
                keys.push((seat.seat, key));
            }
            if let (NewPlayer::Here(_), Some(browser)) = (&seat.player, browser) {
                holders.push((browser, seat.seat));
            }
            if seat.player == NewPlayer::Elsewhere {
                elsewhere.push(seat.seat);
            }
        }
        let hashes = keys.iter().map(|(seat, key)| (*seat, key.hash())).collect();
        let parts = table.seats.iter().map(|seat| match seat.player {
            NewPlayer::Here(offer) => Some(offer),
            NewPlayer::Elsewhere | NewPlayer::Bot(_) => None,
        });
        let parts: Vec<Option<Offer>> = parts.collect();
        let mut new = self.new_game(id.clone(), config, hashes, holders, &parts)?;
        // What cannot begin is found before it is kept.
        let (handle, orders) = self.set(&new).map_err(|reason| {
            let rule = None;
            CreateError::Wrong(NewTableError::Start { rule, reason })
        })?;
        let is_inviting = !elsewhere.is_empty();
        let code = loop {
            let code = is_inviting.then(|| InviteCode::draw(self.randomness()));
            let code = code.transpose()?;
            new.invite = code.as_ref().map(|code| (code.hash(), elsewhere.clone()));
            match self.inner.store.create(new.clone()).await {
                Ok(Created::Done) => break code,
                Ok(Created::CodeTaken) => {}
                // The same was sent at the same time.
                Ok(Created::Exists | Created::Stale) => return Ok(MadeGame::before(id)),
                Err(error) => return Err(error.into()),
            }
        };
        reserved.keep();
        self.host_new(handle, orders, maker.net);
        Ok(MadeGame { id, keys, code })
    }

    /// A new game as it will be served once it is stored.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(super) fn set(&self, new: &NewGame) -> Result<(GameHandle, Mailbox), String> {
        let set = table::set(&new.id, &new.config, new.secret);
        let mut set = set.map_err(|error| error.to_string())?;
        for entry in &new.entries {
            set.apply(entry.clone()).map_err(|error| error.reason)?;
        }
        Ok(GameHandle::new(
            new.id.clone(),
            set,
            new.keys.clone(),
            new.holders.clone(),
            self.surroundings(),
            Lease::Own(Epoch::default()),
        ))
    }

    /// Serves a game that is stored now, and that a client has made.
    pub(super) fn host_new(&self, handle: GameHandle, orders: Mailbox, maker: ClientNet) {
        metrics::counter!("parlor_games_made_total").increment(1);
        handle.made_by(maker);
        self.host(Arc::new(handle), orders);
    }

    /// Takes room for a game of this name.
    pub(super) async fn reserve(&self, id: &GameId, maker: Maker) -> Result<Reserved, CreateError> {
        if let Some(block) = self.block_of(maker.net).await? {
            return Err(CreateError::Blocked(block));
        }
        let settings = self.inner.settings;
        let open = self.inner.store.count_open(maker.browser).await?;
        if open.held >= settings.most_games_held {
            let open = open.held;
            return Err(CreateError::TooMany(TooManyGames::OfBrowser { open }));
        }
        let most = settings.most_games_of_client.filter(|_| !maker.is_owner);
        let now = self.inner.clock.now();
        let reserve = || self.inner.open.reserve(id, maker.net, most, now);
        let reserved = match reserve() {
            Err(full) if self.make_room(Some(full.network)).await? => reserve(),
            reserved => reserved,
        };
        let reserved = reserved.map_err(|Full { network, open }| {
            CreateError::TooMany(TooManyGames::OfNetwork { network, open })
        })?;
        if let Some(limiters) = self.inner.new_games.as_ref().filter(|_| !maker.is_owner) {
            limiters.step(maker.net).map_err(CreateError::RateLimited)?;
        }
        if open.all >= settings.most_games && !self.make_room(None).await? {
            let open = open.all;
            return Err(CreateError::TooMany(TooManyGames::OfServer { open }));
        }
        Ok(reserved)
    }

    /// The games in which somebody is: of all who come from one of the widest networks, no more
    /// than `most`, those that they came to last. Else a few networks would be in all games, and
    /// nobody else would get one.
    fn visited(&self, most: Option<usize>) -> HashSet<GameId> {
        let mut visits: Vec<_> = self
            .all_loaded()
            .into_iter()
            .filter_map(|handle| {
                let (by, at) = handle.last_visit()?;
                Some((Reverse(at), by, handle.id().clone()))
            })
            .collect();
        visits.sort_unstable_by_key(|(at, ..)| *at);
        let (mut visited, mut of_networks) = (HashSet::new(), Counts::default());
        for (_, by, id) in visits {
            let network = by.widest();
            if most.is_none_or(|most| of_networks.of(&network) < most) {
                of_networks.add([network]);
                visited.insert(id);
            }
        }
        visited
    }

    /// Ends a game in which nobody is, so that there is room for another; with a network, one of
    /// its own that never began. Whether there was one.
    async fn make_room(&self, of: Option<Prefix>) -> Result<bool, ServiceError> {
        let now = self.inner.clock.now();
        if of.is_none() {
            let add_older = || async {
                let older = self.inner.store.idle(now, MOST_SWEPT).await?;
                self.inner.open.add_older(older);
                Ok::<_, ServiceError>(())
            };
            self.inner.knows_older.get_or_try_init(add_older).await?;
        }
        // Who has taken their own share need not be given room by those who are there.
        let most = self.inner.settings.most_games_of_client;
        let visited = self.visited(most.filter(|_| of.is_none()));
        for id in self.inner.open.to_make_room(of) {
            if visited.contains(&id) {
                continue;
            }
            let Some(handle) = self.game(&id).await? else {
                continue;
            };
            // Whatever the clock says: it may have been set back since.
            if handle.abandon(Timestamp(u64::MAX)).await {
                tracing::info!(game = %id, "ended to make room for another");
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A game by a config, and what each person who is in offers to its dice.
    pub(super) fn new_game(
        &self,
        id: GameId,
        mut config: GameConfig,
        keys: Vec<(char, KeyHash)>,
        holders: Vec<(KeyHash, char)>,
        offers: &[Option<Offer>],
    ) -> Result<NewGame, RandomnessError> {
        let secret = Bytes32(self.randomness().bytes()?);
        config.scheme = Scheme::NEWEST;
        config.commitment = Bytes32::sha_256(&secret.0);
        let has_dice = playable::has_dice(&config.game);
        for (seat, offer) in config.seats.iter_mut().zip(offers) {
            if let (PlayerConfig::Person(dice), Some(offer)) = (&mut seat.player, offer) {
                *dice = match offer {
                    Offer::Later if has_dice => None,
                    Offer::Nothing if has_dice => {
                        let drawn = self.drawn_contribution()?;
                        Some(drawn.committed(config.scheme, &id, seat.seat))
                    }
                    Offer::Later | Offer::Nothing => Some(DiceContribution::default()),
                };
            }
        }
        let mut entry = LogEntry {
            version: 1,
            at: self.inner.clock.now(),
            idempotency_key: None,
            event: GameEvent::Created,
            head: None,
        };
        let before = chain::first_head(&id, &config);
        entry.head = Some(chain::next_head(&id, before, &entry));
        Ok(NewGame {
            id,
            config,
            secret,
            keys,
            entries: vec![entry],
            holders,
            invite: None,
            follows: None,
            pairs: Vec::new(),
        })
    }

    /// A part in the dice for somebody who leaves it to the server; not yet committed to, as that
    /// depends on the seat.
    ///
    /// # Errors
    /// Without randomness there is none.
    pub fn drawn_contribution(&self) -> Result<DiceContribution, RandomnessError> {
        let bytes: [u8; 32] = self.randomness().bytes()?;
        Ok(DiceContribution {
            escrowed: Some(bytes.to_vec()),
            drawn_by_server: true,
            ..DiceContribution::default()
        })
    }
}
