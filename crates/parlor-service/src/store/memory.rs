//! A store that forgets everything with the process: for tests, and to try the
//! server out.

mod moderation;

use core::cmp::Reverse;
use core::future::ready;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use parlor_dice::Bytes32;
use tokio::time::{Duration, Instant};

use super::lobby::{
    Challenge, ChallengeState, LOST_AFTER, LobbyStore, LobbyWrite, Seated, Terms, Unplayed,
};
use super::moderation::ModerationStore;
use super::shared::{Claimed, Epoch, Node, Session, SharedStore, Standing};
use super::{
    Append, Appended, Created, Holding, Invite, ListedGame, NewGame, OpenGameCounts, OverGames,
    Store, StoreError, StoreFuture, StoredGame, validate,
};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// Games in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    shelf: Arc<Mutex<Shelf>>,
    /// The node that uses it, if several share it.
    session: Option<Session>,
    is_closed: AtomicBool,
}

#[derive(Debug, Default)]
struct Shelf {
    games: BTreeMap<GameId, Kept>,
    invites: Vec<(KeyHash, Invite)>,
    secret_of_receipts: Option<Bytes32>,
    cluster_key: Option<Bytes32>,
    /// In the order in which they came.
    challenges: Vec<Posted>,
    moderation: moderation::Watched,
    /// All nodes that were there.
    nodes: Vec<Session>,
    /// Those that have ended.
    ended: Vec<Session>,
}

#[derive(Debug)]
struct Kept {
    game: StoredGame,
    /// Since when each of the game's holders holds its seat, in their order.
    since: Vec<Timestamp>,
    owner: Option<Session>,
    epoch: Epoch,
    /// How many have come to hold a seat since it was made.
    holders: u64,
    log: Vec<LogEntry>,
    is_over: bool,
    is_archived: bool,
}

/// A challenge, when it was posted, and where its poster is.
#[derive(Debug)]
struct Posted {
    challenge: Challenge,
    at: Instant,
    node: Option<Session>,
}

impl Posted {
    fn waits(&self) -> bool {
        matches!(self.challenge.state, ChallengeState::Waiting { .. })
    }

    /// As a node sees it.
    fn seen(&self, node: Option<Session>) -> Challenge {
        let mut challenge = self.challenge.clone();
        if let ChallengeState::Waiting { is_here } = &mut challenge.state {
            *is_here = self.node == node;
            challenge.waited = self.at.elapsed();
        }
        challenge
    }
}

impl Kept {
    fn version(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.version)
    }

    fn append(&mut self, Append { entry, epoch, .. }: &Append) -> Appended {
        if let Some(same) = validate::duplicate(&self.log, entry) {
            return same;
        }
        if self.epoch != *epoch {
            return Appended::Fenced(self.epoch);
        }
        if let Some(refusal) = validate::refusal(&self.log, entry) {
            return refusal;
        }
        self.log.push(entry.clone());
        self.is_archived = false;
        Appended::Done
    }

    fn hold(&mut self, browser: KeyHash, seat: char, since: Timestamp) {
        // In order of seats and browsers, as a database has them.
        let order = |(browser, seat): &(KeyHash, char)| (*seat, *browser.as_bytes());
        let holders = &mut self.game.holders;
        if let Err(place) = holders.binary_search_by_key(&(seat, *browser.as_bytes()), order) {
            holders.insert(place, (browser, seat));
            self.holders += 1;
            self.since.insert(place, since);
        }
    }

    fn touched(&self) -> Timestamp {
        self.log.last().map(|entry| entry.at).unwrap_or_default()
    }

    fn archive(&mut self) {
        self.is_archived = true;
        for entry in &mut self.log {
            let name = &mut entry.idempotency_key;
            *name = name
                .take()
                .map(|_| IdempotencyKey::of_archived(entry.version));
        }
        // The last head stands for all.
        if let Some((_, others)) = self.log.split_last_mut() {
            for entry in others {
                entry.head = None;
            }
        }
    }

    fn listed(&self, id: &GameId) -> ListedGame {
        ListedGame {
            id: id.clone(),
            config: self.game.config.clone(),
            is_over: self.is_over,
            made: self.log.first().map(|entry| entry.at).unwrap_or_default(),
            touched: self.touched(),
            version: self.version(),
        }
    }

    fn is_held_by(&self, browser: KeyHash) -> bool {
        let mut holders = self.game.holders.iter();
        holders.any(|(holder, _)| *holder == browser)
    }

    fn holdings(&self, id: &GameId) -> Vec<Holding> {
        let holders = self.game.holders.iter().zip(&self.since);
        holders
            .map(|(&(browser, seat), &since)| Holding {
                browser,
                game: id.clone(),
                seat,
                since,
            })
            .collect()
    }
}

impl Shelf {
    fn create(&mut self, game: NewGame, owner: Option<Session>) -> Created {
        if self.games.contains_key(&game.id) {
            return Created::Exists;
        }
        if let Some((code, _)) = &game.invite
            && self.invites.iter().any(|(known, _)| known == code)
        {
            return Created::CodeTaken;
        }
        if let Some(append) = &game.follows {
            let followed = self.games.get_mut(&append.game);
            let followed = followed.map(|kept| kept.append(append));
            if followed != Some(Appended::Done) {
                return Created::Stale;
            }
        }
        if !self.pair(&game.id, &game.pairs) {
            return Created::Stale;
        }
        let mut kept = Kept {
            game: StoredGame {
                config: game.config,
                secret: game.secret,
                keys: game.keys,
                holders: Vec::new(),
            },
            since: Vec::new(),
            owner,
            epoch: Epoch::default(),
            holders: 0,
            is_over: false,
            is_archived: false,
            log: game.entries,
        };
        let since = kept.log.first().map(|entry| entry.at).unwrap_or_default();
        for (browser, seat) in game.holders {
            kept.hold(browser, seat, since);
        }
        kept.holders = 0;
        if let Some((code, seats)) = game.invite {
            let game = game.id.clone();
            self.invites.push((code, Invite { game, seats }));
        }
        self.games.insert(game.id, kept);
        Created::Done
    }

    fn append(&mut self, append: &Append) -> Appended {
        let Some(kept) = self.games.get_mut(&append.game) else {
            return Appended::Stale(0);
        };
        let appended = kept.append(append);
        kept.is_over |= append.ends && appended == Appended::Done;
        appended
    }

    fn entries(&self, id: &GameId, after: u64) -> Vec<LogEntry> {
        let log = self.games.get(id).map_or(&[][..], |kept| &kept.log);
        let start = log.partition_point(|entry| entry.version <= after);
        log[start..].to_vec()
    }

    fn held(&self, browser: KeyHash, most: u32) -> Vec<Holding> {
        let games = self.games.iter();
        let of_game = |(id, kept): (&GameId, &Kept)| {
            let is_over = kept.is_over;
            let holdings = kept.holdings(id).into_iter();
            holdings
                .filter(|holding| holding.browser == browser)
                .map(move |holding| (is_over, holding))
                .collect::<Vec<_>>()
        };
        let mut held: Vec<_> = games.flat_map(of_game).collect();
        held.sort_by_key(|(is_over, holding)| (*is_over, Reverse(holding.since)));
        held.truncate(limit(most));
        held.into_iter().map(|(_, holding)| holding).collect()
    }

    fn count_open(&self, browser: Option<KeyHash>) -> OpenGameCounts {
        let mut open = OpenGameCounts::default();
        for kept in self.games.values().filter(|kept| !kept.is_over) {
            open.all += 1;
            open.held += u64::from(browser.is_some_and(|browser| kept.is_held_by(browser)));
        }
        open
    }

    /// The games that are over, or that go on, and in which nothing has happened since.
    fn left(&self, is_over: bool, since: Timestamp, most: u32) -> Vec<GameId> {
        let games = self
            .games
            .iter()
            .filter(|(_, kept)| kept.is_over == is_over);
        let games = games.map(|(id, kept)| (kept.touched(), id.clone()));
        let mut left: Vec<_> = games.filter(|(at, _)| *at < since).collect();
        left.sort();
        left.truncate(limit(most));
        left.into_iter().map(|(_, id)| id).collect()
    }

    fn archive(&mut self, since: Timestamp) -> u64 {
        let games = self.games.values_mut();
        let old = games.filter(|kept| kept.is_over && !kept.is_archived && kept.touched() < since);
        old.map(Kept::archive).count() as u64
    }

    fn count_over(&self) -> Option<OverGames> {
        let over = self.games.values().filter(|kept| kept.is_over);
        let times: Vec<_> = over.map(Kept::touched).collect();
        Some(OverGames {
            all: times.len() as u64,
            latest: times.into_iter().max()?,
        })
    }
}

fn limit(most: u32) -> usize {
    usize::try_from(most).unwrap_or(usize::MAX)
}

impl MemoryStore {
    /// The same games, as another node has them that shares the store.
    #[must_use]
    pub fn node(&self, number: i64) -> Self {
        self.shelf.lock().nodes.push(Session(number));
        Self {
            shelf: Arc::clone(&self.shelf),
            session: Some(Session(number)),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Has others believe that this node has ended.
    pub fn end(&self) {
        self.shelf.lock().ended.extend(self.session);
    }

    /// Does something with the games, unless it is closed.
    fn with<'a, T: Send + 'a>(
        &self,
        work: impl FnOnce(&mut Shelf) -> Result<T, StoreError>,
    ) -> StoreFuture<'a, T> {
        // A panic elsewhere cannot have left anything half done here.
        let mut shelf = self.shelf.lock();
        let answer = if self.is_closed.load(Ordering::Relaxed) {
            Err(StoreError::Closed { store: name() })
        } else {
            work(&mut shelf)
        };
        Box::pin(ready(answer))
    }
}

fn name() -> String {
    "the store in memory".to_owned()
}

fn unkeepable(reason: String) -> StoreError {
    StoreError::InvalidEntry {
        store: name(),
        reason,
    }
}

impl Store for MemoryStore {
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created> {
        self.with(|shelf| {
            validate::check_game(&game).map_err(unkeepable)?;
            Ok(shelf.create(game, self.session))
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        self.with(|shelf| {
            validate::check_time(append.entry.at).map_err(unkeepable)?;
            Ok(shelf.append(&append))
        })
    }

    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.with(|shelf| Ok(shelf.games.get(id).map(|kept| kept.game.clone())))
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>> {
        self.with(|shelf| Ok(shelf.entries(id, after)))
    }

    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>> {
        self.with(|shelf| {
            let mut invites = shelf.invites.iter();
            let found = invites.find(|(known, _)| known.is_of_same_key(&code));
            Ok(found.map(|(_, invite)| invite.clone()))
        })
    }

    fn invitation_to<'a>(
        &'a self,
        id: &'a GameId,
    ) -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>> {
        self.with(|shelf| {
            let mut invites = shelf.invites.iter();
            let found = invites.find(|(_, invite)| invite.game == *id);
            Ok(found.map(|(code, invite)| (*code, invite.seats.clone())))
        })
    }

    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()> {
        self.with(|shelf| {
            validate::check_time(holding.since).map_err(unkeepable)?;
            let kept = shelf.games.get_mut(&holding.game);
            let kept = kept.ok_or_else(|| unkeepable(validate::no_game(&holding)))?;
            kept.hold(holding.browser, holding.seat, holding.since);
            Ok(())
        })
    }

    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>> {
        self.with(|shelf| Ok(shelf.held(browser, most)))
    }

    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>> {
        self.with(|shelf| {
            let kept = shelf.games.get(id);
            Ok(kept.map(|kept| kept.holdings(id)).unwrap_or_default())
        })
    }

    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts> {
        self.with(|shelf| Ok(shelf.count_open(browser)))
    }

    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.with(|shelf| Ok(shelf.left(false, since, most)))
    }

    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.with(|shelf| Ok(shelf.left(true, since, most)))
    }

    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>> {
        self.with(|shelf| Ok(shelf.count_over()))
    }

    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64> {
        self.with(|shelf| Ok(shelf.archive(since)))
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<ListedGame>> {
        self.with(|shelf| {
            let later = |(id, _): &(&GameId, &Kept)| after.is_none_or(|after| *id > after);
            let listed = shelf.games.iter().filter(later).take(limit(most));
            Ok(listed.map(|(id, kept)| kept.listed(id)).collect())
        })
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        self.with(|shelf| {
            shelf.invites.retain(|(_, invite)| invite.game != *id);
            let is_of_game = |state: &ChallengeState| matches!(state, ChallengeState::Paired { game, .. } if game == id);
            shelf
                .challenges
                .retain(|posted| !is_of_game(&posted.challenge.state));
            Ok(shelf.games.remove(id).is_some())
        })
    }

    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.with(|shelf| {
            let open = shelf.games.values().filter(|kept| !kept.is_over);
            Ok(open.filter_map(|kept| Some(kept.log.last()?.at)).max())
        })
    }

    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        self.with(|shelf| Ok(*shelf.secret_of_receipts.get_or_insert(fresh)))
    }

    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>> {
        self.with(|shelf| Ok(shelf.secret_of_receipts))
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        self.with(|_| Ok(()))
    }

    fn lobby(&self) -> &dyn LobbyStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        self.session.map(|_| self as &dyn SharedStore)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.is_closed.store(true, Ordering::Relaxed);
        self.end();
        Box::pin(ready(Ok(())))
    }
}

impl Shelf {
    /// Ends the waiting of these with a game, of all or of none; whether it did.
    fn pair(&mut self, game: &GameId, seated: &[Seated]) -> bool {
        let place = |seated: &Seated| {
            let mut challenges = self.challenges.iter();
            challenges
                .position(|posted| posted.waits() && posted.challenge.posted.id == seated.challenge)
        };
        let Some(places) = seated.iter().map(place).collect::<Option<Vec<_>>>() else {
            return false;
        };
        for (place, seated) in places.into_iter().zip(seated) {
            let posted = &mut self.challenges[place];
            posted.challenge.waited = posted.at.elapsed();
            posted.challenge.state = ChallengeState::Paired {
                game: game.clone(),
                seat: seated.seat,
            };
        }
        true
    }

    /// Whether the node of somebody who waits lives.
    fn is_there(&self, posted: &Posted) -> bool {
        posted.node.is_none_or(|node| !self.ended.contains(&node))
    }

    fn write_lobby(&mut self, write: LobbyWrite, node: Option<Session>) -> u64 {
        let is_of = |posted: &Posted, ids: &[GameId]| ids.contains(&posted.challenge.posted.id);
        match write {
            LobbyWrite::Post(challenge) => {
                let mut known = self.challenges.iter();
                if known.any(|known| known.challenge.posted.id == challenge.id) {
                    return 0;
                }
                self.challenges.push(Posted {
                    challenge: Challenge {
                        posted: *challenge,
                        waited: Duration::ZERO,
                        state: ChallengeState::Waiting { is_here: true },
                    },
                    at: Instant::now(),
                    node,
                });
                1
            }
            LobbyWrite::MoveHere(id) => {
                let mut challenges = self.challenges.iter_mut();
                let found =
                    challenges.find(|posted| posted.waits() && posted.challenge.posted.id == id);
                found.map_or(0, |posted| {
                    posted.node = node;
                    1
                })
            }
            LobbyWrite::Withdraw(ids) => self.withdraw(|_, posted| is_of(posted, &ids)),
            LobbyWrite::WithdrawHere(ids) => {
                self.withdraw(|_, posted| posted.node == node && is_of(posted, &ids))
            }
            LobbyWrite::WithdrawLost => self.withdraw(|shelf, posted| {
                !shelf.is_there(posted) && posted.at.elapsed() > LOST_AFTER
            }),
        }
    }

    /// Withdraws those who wait and are to go; how many.
    fn withdraw(&mut self, goes: impl Fn(&Self, &Posted) -> bool) -> u64 {
        let stays = |posted: &Posted| !(posted.waits() && goes(self, posted));
        let stay: Vec<bool> = self.challenges.iter().map(stays).collect();
        let mut stay = stay.into_iter();
        let before = self.challenges.len();
        self.challenges.retain(|_| stay.next().unwrap_or(true));
        (before - self.challenges.len()) as u64
    }

    /// The node that lives and owns a game.
    fn owner(&self, kept: &Kept) -> Option<Session> {
        kept.owner.filter(|owner| !self.ended.contains(owner))
    }

    fn claim(&mut self, id: &GameId, session: Session, over: Option<Epoch>) -> Claimed {
        let Some(kept) = self.games.get(id) else {
            return Claimed::NoGame;
        };
        let epoch = kept.epoch;
        match self.owner(kept) {
            Some(owner) if owner != session && over != Some(epoch) => {
                return Claimed::Other(owner, epoch);
            }
            _ => {}
        }
        let epoch = Epoch(epoch.0 + 1);
        if let Some(kept) = self.games.get_mut(id) {
            (kept.owner, kept.epoch) = (Some(session), epoch);
        }
        Claimed::Own(epoch)
    }
}

impl SharedStore for MemoryStore {
    fn session(&self) -> Session {
        self.session.unwrap_or(Session(0))
    }

    fn claim<'a>(&'a self, id: &'a GameId, over: Option<Epoch>) -> StoreFuture<'a, Claimed> {
        self.with(|shelf| Ok(shelf.claim(id, self.session(), over)))
    }

    fn standing(&self, ids: Vec<GameId>) -> StoreFuture<'_, Vec<Option<Standing>>> {
        self.with(|shelf| {
            let standing = |id: &GameId| {
                let kept = shelf.games.get(id)?;
                Some(Standing {
                    version: kept.version(),
                    is_over: kept.is_over,
                    holders: kept.holders,
                    owner: shelf.owner(kept),
                    epoch: kept.epoch,
                })
            };
            Ok(ids.iter().map(standing).collect())
        })
    }

    fn cluster_key(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        self.with(|shelf| Ok(*shelf.cluster_key.get_or_insert(fresh)))
    }

    fn set_hears(&self, _hears: bool) {}

    fn nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        let node = |session: &Session| Node {
            session: *session,
            name: format!("node {}", session.0),
            hears: true,
        };
        self.with(|shelf| {
            let living = shelf
                .nodes
                .iter()
                .filter(|node| !shelf.ended.contains(node));
            Ok(living.map(node).collect())
        })
    }
}

impl LobbyStore for MemoryStore {
    fn write_lobby(&self, write: LobbyWrite) -> StoreFuture<'_, u64> {
        self.with(|shelf| Ok(shelf.write_lobby(write, self.session)))
    }

    fn waiting(&self) -> StoreFuture<'_, Vec<Challenge>> {
        self.with(|shelf| {
            let there = |posted: &&Posted| posted.waits() && shelf.is_there(posted);
            let waiting = shelf.challenges.iter().filter(there);
            Ok(waiting.map(|posted| posted.seen(self.session)).collect())
        })
    }

    fn waiting_of(&self, browser: KeyHash) -> StoreFuture<'_, Vec<GameId>> {
        self.with(|shelf| {
            let is_theirs = |posted: &&Posted| {
                posted.challenge.posted.browser == Some(browser)
                    && posted.waits()
                    && shelf.is_there(posted)
            };
            let theirs = shelf.challenges.iter().filter(is_theirs);
            Ok(theirs
                .map(|posted| posted.challenge.posted.id.clone())
                .collect())
        })
    }

    fn challenge<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<Challenge>> {
        self.with(|shelf| {
            let mut challenges = shelf.challenges.iter();
            let found = challenges.find(|posted| posted.challenge.posted.id == *id);
            Ok(found.map(|posted| posted.seen(self.session)))
        })
    }

    fn waits<'a>(&'a self, terms: &'a Terms, most: u32) -> StoreFuture<'a, Vec<Duration>> {
        self.with(|shelf| {
            let mut games: Vec<(&GameId, Duration)> = Vec::new();
            for Posted { challenge, .. } in shelf.challenges.iter().rev() {
                let ChallengeState::Paired { game, .. } = &challenge.state else {
                    continue;
                };
                if challenge.posted.terms != *terms {
                    continue;
                }
                match games.iter_mut().find(|(known, _)| *known == game) {
                    Some((_, waited)) => *waited = challenge.waited.max(*waited),
                    None => games.push((game, challenge.waited)),
                }
            }
            let waits = games.into_iter().map(|(_, waited)| waited);
            Ok(waits.take(limit(most)).collect())
        })
    }

    fn unplayed(&self, browser: KeyHash) -> StoreFuture<'_, Vec<Unplayed>> {
        self.with(|shelf| {
            let mut unplayed = Vec::new();
            for Posted { challenge, .. } in &shelf.challenges {
                let (ChallengeState::Paired { game, .. }, posted) =
                    (&challenge.state, &challenge.posted)
                else {
                    continue;
                };
                // A game has the name of the challenge of the one who waited.
                let kept = shelf.games.get(game).filter(|_| *game == posted.id);
                let Some(kept) = kept.filter(|kept| !kept.is_over && kept.version() == 1) else {
                    continue;
                };
                let held = kept.game.holders.iter();
                let held = held.filter(|(holder, _)| *holder == browser);
                unplayed.extend(held.map(|&(_, seat)| Unplayed {
                    terms: posted.terms.clone(),
                    seat,
                    came: posted.browser != Some(browser),
                }));
            }
            Ok(unplayed)
        })
    }

    fn watchable(&self, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.with(|shelf| {
            let mut games: Vec<GameId> = Vec::new();
            for posted in shelf.challenges.iter().rev() {
                if let ChallengeState::Paired { game, .. } = &posted.challenge.state
                    && !games.contains(game)
                    && let Some(kept) = shelf.games.get(game)
                    && !kept.is_over
                    && kept.version() > 1
                {
                    games.push(game.clone());
                }
            }
            // Games of people first.
            let has_program = |game: &GameId| {
                shelf.challenges.iter().any(|posted| {
                    let is_of = matches!(&posted.challenge.state, ChallengeState::Paired { game: of, .. } if of == game);
                    is_of && posted.challenge.posted.is_bot
                })
            };
            games.sort_by_key(has_program);
            games.truncate(limit(most));
            Ok(games)
        })
    }
}
