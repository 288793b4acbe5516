//! People who look for somebody to play with.
//!
//! Who looks posts a challenge: what they want to play. Two with equal terms are paired at once, whoever came
//! first, and anybody may accept a challenge of other terms. A challenge stands for as long as its poster is
//! there, which the node knows that they last asked. All nodes draw the same pairs from the same list,
//! and the store lets each challenge lead to one game or to none, so that it does not matter which of them
//! are faster.

mod here;
mod unplayed;

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::collections::HashSet;
use std::sync::Arc;

use parlor_game::{Game, for_games};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

pub(super) use self::here::Lobby;

use self::here::{GONE_AFTER, Here};
use self::unplayed::is_first;
use super::config::config;
use super::host::GameHandle;
use super::new_table::{
    CreateError, NewPlayer, NewSeat, NewSeatError, NewTable, NewTableError, Offer,
};
use super::player_name::{LONGEST_NAME, UNNAMED, checked_name, of_program};
use super::{Maker, Service, ServiceError};
use crate::bus::News;
use crate::client_net::Prefix;
use crate::store::Created;
use crate::store::lobby::{Challenge, ChallengeState, NewChallenge, Seated, Terms};
use crate::store::moderation::{FoldedName, SECOND};
use parlor_table::id::GameId;
use parlor_table::key::Key;
use parlor_table::log::{GameConfig, TimeControl};
use parlor_table::playable::Playable as _;

/// The time to stay away of those who name none; it counts while no clock runs.
const AWAY_AFTER: Duration = Duration::from_mins(2);

/// The most who wait at once.
const MOST_WAITING: usize = 5_000;

/// How many of those who were paired last tell how long others have waited.
const TOLD: u32 = 20;

/// How often a pair is drawn anew that others were faster with.
const MOST_DRAWS: usize = 8;

/// How often those are withdrawn whose node has ended, in looks at the lobby.
const LOST_EVERY: u32 = 60;

/// What somebody wants to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The game: `ludo`.
    pub game: String,
    /// The rules; `None` is the default of the game.
    pub rules: Option<String>,
    /// The clock of each player.
    pub clock: Option<TimeControl>,
    /// How long a player may stay away while no clock runs; `None` is two minutes.
    pub away_after: Option<Duration>,
    /// What they are called.
    pub name: Option<String>,
}

/// A challenge that was posted.
#[derive(Debug)]
pub struct PostedChallenge {
    /// Its id.
    pub id: GameId,
    /// The key of the poster, also of the seat to come; `None` if the browser waits for the same already.
    pub key: Option<Key>,
}

/// A game that begins with the challenge of another.
#[derive(Debug)]
pub struct AcceptedChallenge {
    /// The game.
    pub game: GameId,
    /// The seat of who has accepted.
    pub seat: char,
    /// Its key.
    pub key: Key,
}

/// Games to watch.
#[derive(Debug)]
pub struct WatchableGames {
    /// The games.
    pub games: Vec<Arc<GameHandle>>,
    /// Whether there are more.
    pub are_more: bool,
}

/// Why a challenge is not posted or accepted. Front ends put it into words.
#[derive(Debug)]
pub enum ChallengeError {
    /// There can be no such game, or none now.
    Create(CreateError),
    /// So many of one network wait.
    TooManyOfNetwork {
        /// The network.
        network: Prefix,
        /// Their number.
        waiting: usize,
    },
    /// So many wait in all.
    TooMany {
        /// Their number.
        waiting: usize,
    },
    /// In so many games that one browser has begun here nobody has moved.
    UnplayedOfBrowser {
        /// Their number.
        games: usize,
    },
    /// The same, where those of one network have begun them.
    UnplayedOfNetwork {
        /// The network.
        network: Prefix,
        /// Their number.
        games: usize,
    },
    /// Nobody waits with it any more.
    Gone,
    /// It is one's own.
    Own,
    /// It is of a person, and who would accept it is a program: people choose whether they play with one.
    OfPerson,
}

impl<E: Into<CreateError>> From<E> for ChallengeError {
    fn from(error: E) -> Self {
        Self::Create(error.into())
    }
}

impl Service {
    /// All who wait, at whichever node, in the order in which they came; without hidden names.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn challenges(&self) -> Result<Vec<Challenge>, ServiceError> {
        let waiting = self.inner.store.lobby().waiting().await?;
        self.with_shown_names(waiting).await
    }

    /// How long those waited who were paired last for these terms: it tells others what to expect.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn waits(&self, terms: &Terms) -> Result<Vec<Duration>, ServiceError> {
        Ok(self.inner.store.lobby().waits(terms, TOLD).await?)
    }

    /// Up to `most` games in play that began in the lobby and in which somebody has moved, the last one first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn watchable(&self, most: usize) -> Result<WatchableGames, ServiceError> {
        let one_more = u32::try_from(most).map_or(u32::MAX, |most| most.saturating_add(1));
        let mut ids = self.inner.store.lobby().watchable(one_more).await?;
        let are_more = ids.len() > most;
        ids.truncate(most);
        let mut games = Vec::new();
        for id in ids {
            // It may have been deleted since.
            games.extend(self.game(&id).await?);
        }
        Ok(WatchableGames { games, are_more })
    }

    /// A challenge; `None` if there is none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn challenge(&self, id: &GameId) -> Result<Option<Challenge>, ServiceError> {
        Ok(self.inner.store.lobby().challenge(id).await?)
    }

    /// Posts a challenge, and pairs it if somebody waits whom it fits.
    ///
    /// # Errors
    /// Why it is not posted.
    pub async fn post_challenge(
        &self,
        wanted: &Wanted,
        maker: Maker,
    ) -> Result<PostedChallenge, ChallengeError> {
        let (terms, name) = (self.terms(wanted)?, named(wanted)?);
        let waiting = self.challenges().await?;
        let is_same = |known: &&Challenge| {
            known.posted.terms == terms
                && maker.browser.is_some()
                && known.posted.browser == maker.browser
        };
        if let Some(known) = waiting.iter().find(is_same) {
            let id = known.posted.id.clone();
            self.look_for(&id).await?;
            return Ok(PostedChallenge { id, key: None });
        }
        let _beginning = self.check_unplayed(maker).await?;
        let id = GameId::draw(self.randomness())?;
        self.check_share(&id, &waiting, maker).await?;
        let key = Key::draw(self.randomness())?;
        let challenge = NewChallenge {
            id: id.clone(),
            terms,
            name,
            key: key.hash(),
            browser: maker.browser,
            net: maker.net,
            is_bot: maker.is_program,
        };
        // First, so that who hangs up meanwhile is found to be gone.
        self.note_here(&id);
        self.inner.store.lobby().post(challenge).await?;
        metrics::counter!("parlor_challenges_total").increment(1);
        self.pair(&id).await?;
        let key = Some(key);
        Ok(PostedChallenge { id, key })
    }

    /// What became of a challenge, whose poster is here; `None` if it is no more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_for(&self, id: &GameId) -> Result<Option<Challenge>, ServiceError> {
        let lobby = self.inner.store.lobby();
        let Some(mut found) = lobby.challenge(id).await? else {
            return Ok(None);
        };
        if let ChallengeState::Waiting { is_here } = &mut found.state {
            self.note_here(id);
            if !*is_here {
                // If they wait no more, the next look will tell.
                *is_here = lobby.move_here(id).await?;
            }
        }
        Ok(Some(found))
    }

    /// The same, once they are in a game, or at the latest after so long.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn wait_for_pair(
        &self,
        id: &GameId,
        wait: Duration,
    ) -> Result<Option<Challenge>, ServiceError> {
        let until = Instant::now() + wait;
        let mut closing = self.inner.closing.subscribe();
        loop {
            // First, so that nothing is missed between the two.
            let mut ended = self.note_here(id);
            let found = self.look_for(id).await?;
            let waits = |found: &Challenge| matches!(found.state, ChallengeState::Waiting { .. });
            if !found.as_ref().is_some_and(waits) {
                self.inner.lobby.here.lock().remove(id);
                return Ok(found);
            }
            if *closing.borrow() || Instant::now() >= until {
                return Ok(found);
            }
            let ended = async {
                tokio::select! {
                    _ = ended.changed() => {}
                    _ = closing.changed() => {}
                }
            };
            // Who waits for long is there all the time.
            let look = until.min(Instant::now() + GONE_AFTER / 3);
            let _held = self.inner.lobby.hold(id, &self.inner.uptime);
            // Whatever has woken it, it looks.
            let _ = timeout_at(look, ended).await;
        }
    }

    /// Somebody has closed a page by which they waited. Unless they ask again soon, they have left; where they wait
    /// no more, this does nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn leave_challenge(&self, id: &GameId) -> Result<(), ServiceError> {
        let found = self.challenge(id).await?;
        if let Some(ChallengeState::Waiting { is_here }) = found.map(|found| found.state)
            && (is_here || self.inner.store.lobby().move_here(id).await?)
        {
            let now = self.inner.uptime.now();
            self.inner.lobby.note_leaving(id, now);
        }
        Ok(())
    }

    /// Ends the waiting with a challenge; `false` if nobody waited with it any more: then it may have led
    /// to a game.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn withdraw_challenge(&self, id: &GameId) -> Result<bool, ServiceError> {
        let withdrawn = self.inner.store.lobby().withdraw(vec![id.clone()]).await?;
        if withdrawn > 0 {
            self.inner.lobby.here.lock().remove(id);
        }
        Ok(withdrawn > 0)
    }

    /// Begins a game with who has posted a challenge.
    ///
    /// # Errors
    /// Why it does not begin.
    pub async fn accept_challenge(
        &self,
        id: &GameId,
        name: Option<String>,
        maker: Maker,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let waiting = self.challenges().await?;
        let posted = waiting.iter().find(|known| known.posted.id == *id);
        let posted = &posted.ok_or(ChallengeError::Gone)?.posted;
        if maker.browser.is_some() && posted.browser == maker.browser {
            return Err(ChallengeError::Own);
        }
        if maker.is_program && !posted.is_bot {
            return Err(ChallengeError::OfPerson);
        }
        let wanted = Wanted {
            name,
            ..wanted_by(&posted.terms)
        };
        self.terms(&wanted)?;
        let name = named(&wanted)?;
        let _beginning = self.check_unplayed(maker).await?;
        // Nothing is stored of it.
        let own = GameId::draw(self.randomness())?;
        self.check_share(&own, &[], maker).await?;
        let key = Key::draw(self.randomness())?;
        let other = NewChallenge {
            id: own,
            terms: posted.terms.clone(),
            name: self.shown_name(name).await?,
            key: key.hash(),
            browser: maker.browser,
            net: maker.net,
            is_bot: maker.is_program,
        };
        let begun = self.begin(posted, &other, Waits::First).await?;
        let seat = begun.ok_or(ChallengeError::Gone)?;
        self.tell_lobby();
        let game = posted.id.clone();
        Ok(AcceptedChallenge { game, seat, key })
    }

    /// Looks after those who wait at this node: withdraws who has left, and pairs whom others have
    /// missed. Unless this is called every second, they stay in the list.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_at_lobby(&self) -> Result<(), ServiceError> {
        let lobby = self.inner.store.lobby();
        self.learn_rulings().await?;
        let looks = self.inner.lobby.looks.fetch_add(1, Ordering::Relaxed);
        if looks.is_multiple_of(LOST_EVERY) {
            lobby.withdraw_lost().await?;
            self.forget_reports().await?;
        }
        let now = self.inner.uptime.now();
        let gone: Vec<GameId> = {
            let mut here = self.inner.lobby.here.lock();
            let gone = here.extract_if(|_, here| here.held == 0 && now > here.until);
            gone.map(|(id, _)| id).collect()
        };
        if !gone.is_empty() {
            // Nobody who asks at another node now.
            lobby.withdraw_here(gone).await?;
        }
        if self.inner.lobby.here.lock().is_empty() && looks > 0 {
            return Ok(());
        }
        let mut waiting = self.challenges().await?;
        self.withdraw_blocked(&mut waiting).await?;
        let is_here = ChallengeState::Waiting { is_here: true };
        {
            // After a restart, or where they could not be withdrawn as others were about to pair them, they
            // are there until they are found to be gone.
            let mut here = self.inner.lobby.here.lock();
            for own in waiting.iter().filter(|own| own.state == is_here) {
                let id = own.posted.id.clone();
                here.entry(id).or_insert_with(|| Here::since(now));
            }
        }
        {
            let waiting: HashSet<&GameId> = waiting.iter().map(|own| &own.posted.id).collect();
            // Who has come since is not in the list either, so that they look themselves.
            let here = self.inner.lobby.here.lock();
            for (_, other) in here.iter().filter(|(id, _)| !waiting.contains(id)) {
                other.ended.send_replace(());
            }
        }
        for [first, second] in pairs(&waiting) {
            // Each pair is the task of one node.
            if first.state == is_here {
                self.begin_both(first, second).await?;
            }
        }
        Ok(())
    }

    /// Waits until another node has paired somebody who may wait here.
    pub async fn called_to_lobby(&self) {
        self.inner.lobby.called.notified().await;
    }

    /// Begins the game of two who wait; `false` if one of them waits no more.
    async fn begin_both(
        &self,
        first: &Challenge,
        second: &Challenge,
    ) -> Result<bool, ServiceError> {
        let begun = self
            .begin(&first.posted, &second.posted, Waits::Both)
            .await?;
        // They may have come to another node since they were listed.
        if begun.is_some() {
            self.tell_lobby();
        }
        Ok(begun.is_some())
    }

    /// Lets the other nodes look.
    fn tell_lobby(&self) {
        if let Some(bus) = self.inner.bus.get() {
            bus.tell(News::Lobby);
        }
    }

    fn note_here(&self, id: &GameId) -> watch::Receiver<()> {
        self.inner.lobby.note(id, self.inner.uptime.now())
    }

    /// Pairs somebody with whom they are drawn with.
    async fn pair(&self, id: &GameId) -> Result<(), ServiceError> {
        for _ in 0..MOST_DRAWS {
            let waiting = self.challenges().await?;
            let pairs = pairs(&waiting);
            let mut pairs = pairs.into_iter();
            let has = |[first, second]: &[&Challenge; 2]| {
                first.posted.id == *id || second.posted.id == *id
            };
            let Some([first, second]) = pairs.find(has) else {
                return Ok(());
            };
            if self.begin_both(first, second).await? {
                return Ok(());
            }
        }
        // The next look goes on.
        Ok(())
    }

    /// What somebody wants, in one form.
    fn terms(&self, wanted: &Wanted) -> Result<Terms, CreateError> {
        if *self.inner.closing.borrow() {
            return Err(ServiceError::Closing.into());
        }
        let terms = Terms {
            game: wanted.game.clone(),
            rules: wanted.rules.clone().unwrap_or_default(),
            clock: wanted.clock,
            // No clock runs before both have acted.
            away_after: Some(wanted.away_after.unwrap_or(AWAY_AFTER)),
        };
        let mut table = table(&terms, [None, None]);
        table.rules.clone_from(&wanted.rules);
        let config = config(&table).map_err(CreateError::Wrong)?;
        Ok(Terms {
            rules: config.rules,
            ..terms
        })
    }

    /// Whether somebody may wait, or play, as well.
    async fn check_share(
        &self,
        id: &GameId,
        waiting: &[Challenge],
        maker: Maker,
    ) -> Result<(), ChallengeError> {
        let settings = &self.inner.settings;
        if let Some(most) = settings
            .most_challenges_of_client
            .filter(|_| !maker.is_owner)
        {
            for (network, factor) in maker.net.shares() {
                let of_network =
                    |known: &&Challenge| known.posted.net.prefixes().any(|other| other == network);
                let waiting = waiting.iter().filter(of_network).count();
                if waiting >= most.saturating_mul(factor as usize) {
                    return Err(ChallengeError::TooManyOfNetwork { network, waiting });
                }
            }
        }
        if waiting.len() >= MOST_WAITING {
            let waiting = waiting.len();
            return Err(ChallengeError::TooMany { waiting });
        }
        // There must be room for a game now; none is taken before it begins.
        drop(self.reserve(id, maker).await?);
        Ok(())
    }

    /// Begins the game of two who wait, or of one who does and another, and returns the seat of the second;
    /// `None` if one of them waits no more.
    async fn begin(
        &self,
        first: &NewChallenge,
        second: &NewChallenge,
        waits: Waits,
    ) -> Result<Option<char>, ServiceError> {
        let [drawn] = self.randomness().bytes()?;
        let (mut players, mut names) = ([first, second], names([first, second]));
        if drawn % 2 == 0 {
            players.reverse();
            names.reverse();
        }
        let seats = seats(&first.terms.game);
        let seated = || players.into_iter().zip(seats);
        let config = match config_of_pair(&first.terms, names) {
            Ok(mut config) => {
                for ((player, _), planned) in seated().zip(&mut config.seats) {
                    planned.is_program = player.is_bot;
                    if player.is_bot {
                        planned.name = Some(of_program(planned.name.as_deref()));
                    }
                }
                config
            }
            Err(error) => {
                tracing::error!(?error, terms = ?first.terms, "a game of the lobby cannot begin");
                return Ok(None);
            }
        };
        let keys = seated().map(|(player, seat)| (seat, player.key)).collect();
        let holders = seated().filter_map(|(player, seat)| Some((player.browser?, seat)));
        let offers = [Some(Offer::Nothing); 2];
        let id = first.id.clone();
        let mut new = self.new_game(id, config, keys, holders.collect(), &offers)?;
        let waited = seated().filter(|(player, _)| waits == Waits::Both || player.id == first.id);
        new.pairs = waited
            .map(|(player, seat)| Seated {
                challenge: player.id.clone(),
                seat,
            })
            .collect();
        let (handle, orders) = match self.set(&new) {
            Ok(set) => set,
            Err(error) => {
                tracing::error!(error, terms = ?first.terms, "a game of the lobby cannot begin");
                return Ok(None);
            }
        };
        match self.inner.store.create(new).await? {
            Created::Done => {}
            Created::Exists | Created::CodeTaken | Created::Stale => return Ok(None),
        }
        let now = self.inner.clock.now();
        // Who waits until the other moves is answerable for nothing.
        let answers = |(player, seat): (&NewChallenge, char)| {
            (player.id == second.id || is_first(&player.terms.game, seat)).then_some(player.net)
        };
        let mut answerable = seated().map(answers);
        let answerable = core::array::from_fn(|_| answerable.next().flatten());
        self.inner
            .open
            .add_of_lobby(handle.id(), second.net, answerable, now);
        self.host_new(handle, orders, second.net);
        {
            let mut here = self.inner.lobby.here.lock();
            for player in players {
                here.remove(&player.id);
            }
        }
        self.withdraw_others(players).await;
        let seat = seated().find_map(|(player, seat)| (player.id == second.id).then_some(seat));
        Ok(seat)
    }

    /// Ends the waiting of those who play now with whatever else they have posted: nobody plays two at once
    /// who has not asked for it.
    async fn withdraw_others(&self, players: [&NewChallenge; 2]) {
        // Programs play as many as they like.
        let people = players.iter().filter(|player| !player.is_bot);
        let lobby = self.inner.store.lobby();
        for browser in people.filter_map(|player| player.browser) {
            // They play already: what cannot be withdrawn now ends when its page is closed.
            let Ok(others) = lobby.waiting_of(browser).await else {
                return;
            };
            if !others.is_empty() {
                let _ = lobby.withdraw(others).await;
            }
        }
    }
}

/// Which of two wait in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    First,
    Both,
}

/// Who plays with whom, of all who wait, in the order in which they came: each with the first after them
/// whom they fit. Programs are only accepted.
fn pairs(waiting: &[Challenge]) -> Vec<[&Challenge; 2]> {
    let mut pairs = Vec::new();
    let mut alone: Vec<&Challenge> = Vec::new();
    for challenge in waiting.iter().filter(|challenge| !challenge.posted.is_bot) {
        let fits = |other: &&Challenge| {
            let (one, other) = (&challenge.posted, &other.posted);
            one.terms == other.terms && (one.browser.is_none() || one.browser != other.browser)
        };
        match alone.iter().position(fits) {
            Some(place) => pairs.push([alone.remove(place), challenge]),
            None => alone.push(challenge),
        }
    }
    pairs
}

/// The seats of a game of two, of which the first begins.
fn seats(game: &str) -> [char; 2] {
    macro_rules! usual {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if game == <$game as Game>::NAME {
                    return <$game>::USUAL_SEATS.map(<$game as Game>::letter);
                }
            )+
        };
    }
    for_games!(usual);
    // There is no such game, which its config will tell.
    ['A', 'B']
}

/// The name that somebody wants, if any.
fn named(wanted: &Wanted) -> Result<Option<String>, CreateError> {
    let name = wanted.name.as_deref();
    let name = name.filter(|name| !name.trim().is_empty());
    name.map(checked_name).transpose().map_err(|error| {
        let error = NewSeatError::Name(error);
        CreateError::Wrong(NewTableError::Seat { place: 0, error })
    })
}

/// Terms as they are wanted.
fn wanted_by(terms: &Terms) -> Wanted {
    Wanted {
        game: terms.game.clone(),
        rules: Some(terms.rules.clone()),
        clock: terms.clock,
        away_after: terms.away_after,
        name: None,
    }
}

/// A table by terms, with names in the order of the seats.
fn table(terms: &Terms, names: [Option<String>; 2]) -> NewTable {
    let seats = seats(&terms.game).into_iter().zip(names);
    let seats = seats.map(|(seat, name)| NewSeat {
        seat,
        name,
        player: NewPlayer::Here(Offer::Nothing),
    });
    NewTable {
        game: terms.game.clone(),
        rules: Some(terms.rules.clone()),
        seats: seats.collect(),
        position: None,
        limit: None,
        away_after: terms.away_after,
        clock: terms.clock,
        nonce: None,
    }
}

/// What two are called who play together, in the order in which they came.
fn names(players: [&NewChallenge; 2]) -> [Option<String>; 2] {
    let mut names = players.map(|player| player.name.clone());
    if let [Some(one), Some(other)] = &mut names
        && FoldedName::of(one) == FoldedName::of(other)
    {
        let kept = LONGEST_NAME - SECOND.len();
        *other = other.chars().take(kept).chain(SECOND.chars()).collect();
    }
    names
}

/// The config of a game of two, with names in the order of the seats. Who has no name gets one where the other is
/// called like their seat.
fn config_of_pair(terms: &Terms, names: [Option<String>; 2]) -> Result<GameConfig, NewTableError> {
    let unnamed = || Some(UNNAMED.to_owned());
    config(&table(terms, names.clone()))
        .or_else(|_| config(&table(terms, names.map(|name| name.or_else(unnamed)))))
        .or_else(|_| config(&table(terms, [None, None])))
}
