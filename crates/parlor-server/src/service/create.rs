//! Making a game.

use core::num::NonZeroU32;
use core::time::Duration;
use std::sync::Arc;

use parlor_record::record::Bytes32;

use super::host::Hosted;
use super::plan::{Field, plan, wrong};
use super::{Service, ServiceError};
use crate::id::GameId;
use crate::key::{Key, KeyHash};
use crate::log::{Entry, Happening, Part, Plan, Player, TimeControl};
use crate::playable;
use crate::randomness::NoRandomness;
use crate::store::{Created, NewGame};
use crate::table;

/// A game that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Which game: `ludo`.
    pub game: String,
    /// By which rules; the default of the game without a name.
    pub rules: Option<String>,
    /// Who sits where; who is named first begins.
    pub seats: Vec<NewSeat>,
    /// After how many actions that count it ends; the game's own limit without.
    pub limit: Option<NonZeroU32>,
    /// How long a seat may stay away until a bot takes it over.
    pub away_after: Option<Duration>,
    /// How long each person may think in all; for ever without one.
    pub clock: Option<TimeControl>,
    /// Bytes drawn anew for every game that is wanted: the same ones sent twice
    /// by a browser make one game.
    pub nonce: Option<[u8; 16]>,
}

/// A seat of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// The letter.
    pub seat: char,
    /// What the player is called; by the seat or the bot without a name.
    pub name: Option<String>,
    /// Who plays.
    pub player: NewPlayer,
}

/// Who plays at a seat of a game that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPlayer {
    /// Whoever makes the game, or somebody beside them.
    Here(Offer),
    /// Somebody who has the seat's link.
    Elsewhere,
    /// The bot of this name.
    Bot(String),
}

/// What whoever makes a game gives to its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Nothing: the server draws the bytes.
    Nothing,
    /// The SHA-256 of bytes that are revealed later.
    Commitment(Bytes32),
    /// Words or a commitment, once the server's own commitment is known: the
    /// game waits for them.
    Later,
}

/// A game that was made.
#[derive(Debug)]
pub struct MadeGame {
    /// Its name.
    pub id: GameId,
    /// The keys of the seats that persons have; none if the game was made
    /// before, since a key is shown once.
    pub keys: Vec<(char, Key)>,
}

impl MadeGame {
    /// A game that the same order made before.
    const fn before(id: GameId) -> Self {
        let keys = Vec::new();
        Self { id, keys }
    }
}

/// Why a game was not made.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// It cannot be played so.
    #[error("{message}")]
    Wrong {
        /// What of it is wrong.
        field: Field,
        /// The rule that says so, if one does.
        rule: Option<&'static str>,
        /// The reason, and what would be right.
        message: String,
    },
    /// Too many games go on.
    #[error("{0}")]
    TooMany(String),
    /// The service cannot.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl Service {
    /// Makes a game, whose seats of persons who are here the browser holds.
    ///
    /// # Errors
    /// What is wrong with it, or why none can be made now.
    pub async fn create(
        &self,
        table: &NewTable,
        browser: Option<KeyHash>,
    ) -> Result<MadeGame, CreateError> {
        if *self.inner.closing.borrow() {
            return Err(ServiceError::Closing.into());
        }
        let plan = plan(table)?;
        let id = match &table.nonce {
            Some(nonce) => GameId::of_nonce(nonce, browser),
            None => GameId::draw(self.randomness()).map_err(ServiceError::from)?,
        };
        // What was made before takes no more room.
        if table.nonce.is_some() && self.game(&id).await?.is_some() {
            return Ok(MadeGame::before(id));
        }
        self.check_caps(browser).await?;
        let mut keys = Vec::new();
        let mut holders = Vec::new();
        for (seat, planned) in table.seats.iter().zip(&plan.seats) {
            if let Player::Person(_) = planned.player {
                let key = Key::draw(self.randomness()).map_err(ServiceError::from)?;
                keys.push((seat.seat, key));
            }
            if let (NewPlayer::Here(_), Some(browser)) = (&seat.player, browser) {
                holders.push((browser, seat.seat));
            }
        }
        let hashes = keys.iter().map(|(seat, key)| (*seat, key.hash())).collect();
        let parts = table.seats.iter().map(|seat| match seat.player {
            NewPlayer::Here(offer) => Some(offer),
            NewPlayer::Elsewhere | NewPlayer::Bot(_) => None,
        });
        let parts: Vec<Option<Offer>> = parts.collect();
        let new = self.new_game(id.clone(), plan, hashes, holders, &parts);
        let new = new.map_err(ServiceError::from)?;
        // What cannot begin is found before it is kept.
        let mut set = table::set(&id, &new.plan, new.secret)
            .map_err(|error| wrong(Field::Seats, None, error.to_string()))?;
        for entry in &new.entries {
            set.apply(entry.clone())
                .map_err(|error| wrong(Field::Seats, None, error.reason))?;
        }
        let waking = Arc::clone(&self.inner.waking);
        let (keys_kept, holders) = (new.keys.clone(), new.holders.clone());
        let (hosted, orders) = Hosted::new(id.clone(), set, keys_kept, holders, waking);
        match self.inner.store.create(new).await {
            Ok(Created::Done) => {}
            // The same was sent at the same time.
            Ok(Created::Exists | Created::Stale) => return Ok(MadeGame::before(id)),
            Err(error) => return Err(ServiceError::from(error).into()),
        }
        metrics::counter!("parlor_games_made_total").increment(1);
        self.host(Arc::new(hosted), orders);
        Ok(MadeGame { id, keys })
    }

    async fn check_caps(&self, browser: Option<KeyHash>) -> Result<(), CreateError> {
        let open = self.inner.store.count_open(browser).await;
        let open = open.map_err(ServiceError::from)?;
        let settings = self.inner.settings;
        if open.held >= settings.most_games_held {
            return Err(CreateError::TooMany(format!(
                "you have {} games going on, and may have no more; finish or end one first",
                open.held
            )));
        }
        if open.all >= settings.most_games {
            return Err(CreateError::TooMany(format!(
                "{} games go on here, and there is room for no more; try again later",
                open.all
            )));
        }
        Ok(())
    }

    /// A game by a plan, and what each person who is in offers to its dice.
    pub(super) fn new_game(
        &self,
        id: GameId,
        mut plan: Plan,
        keys: Vec<(char, KeyHash)>,
        holders: Vec<(KeyHash, char)>,
        offers: &[Option<Offer>],
    ) -> Result<NewGame, NoRandomness> {
        let secret = Bytes32(self.randomness().bytes()?);
        plan.commitment = Bytes32::sha_256(&secret.0);
        let has_dice = playable::has_dice(&plan.game);
        for (seat, offer) in plan.seats.iter_mut().zip(offers) {
            if let (Player::Person(part), Some(offer)) = (&mut seat.player, offer) {
                *part = match offer {
                    Offer::Later if has_dice => None,
                    Offer::Commitment(commitment) if has_dice => Some(Part {
                        commitment: Some(*commitment),
                        ..Part::default()
                    }),
                    _ if has_dice => Some(self.drawn_part()?),
                    _ => Some(Part::default()),
                };
            }
        }
        let entry = Entry {
            version: 1,
            at: self.inner.clock.now(),
            action_id: None,
            happening: Happening::Created,
        };
        Ok(NewGame {
            id,
            plan,
            secret,
            keys,
            entries: vec![entry],
            holders,
            follows: None,
        })
    }

    /// A part in the dice for somebody who leaves it to the server.
    ///
    /// # Errors
    /// Without randomness there is none.
    pub fn drawn_part(&self) -> Result<Part, NoRandomness> {
        let bytes: [u8; 32] = self.randomness().bytes()?;
        Ok(Part {
            commitment: Some(Bytes32::sha_256(&bytes)),
            kept: Some(bytes.to_vec()),
            drawn_by_server: true,
        })
    }
}
