//! Deals: all randomness of a game, fixed before it is played.

use core::fmt;
use std::sync::Arc;

use parlor_game::{Game, LiveGame};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::game_error::GameError;
use crate::random::{Purpose, StreamKey};

/// Attempts to draw an opening in which the game is not over.
const TRIES: u64 = 1_000;

/// Numbered deals: all randomness of the games, determined by a seed.
///
/// A deal is an opening and the chance outcomes of each seat. It is played
/// several times with the players at different seats, as in duplicate bridge,
/// so that a lucky seat helps each of them once (common random numbers).
/// Between identical players luck cancels out entirely; the more they differ,
/// the less.
///
/// - **The opening**: a number of random actions from the start, or one of a list, in an order
///   drawn by the seed. A random one after which the game is over or drawn is drawn again. Games
///   without chance need one, as they would all be the same otherwise.
/// - **Chance**: the n-th chance outcome of a seat is drawn with the same
///   random word in every game of the deal, whatever was played before. So
///   Ludo has duplicate dice: the n-th roll of a seat is always the same.
///
/// The random words are those of a `ChaCha8` cipher whose key is the seed and the
/// deal, and whose nonce is the seat: they need not be drawn in order. An
/// outcome is chosen by a word of 64 bits ([`Game::random_chance`]), with a
/// bias of at most 2⁻⁶¹.
///
/// ```
/// use ludo_rules::{Rules, Seat};
/// use parlor_game::{Game, Ludo};
/// use parlor_sim::Deals;
///
/// let start = Ludo::start(Rules::Classic, &[Seat::A, Seat::C])?;
/// let deals = Deals::<Ludo>::new(start, 1);
/// let words: Vec<u64> = deals.deal(7)?.chance(Seat::A).take(3).collect();
/// let same: Vec<u64> = deals.deal(7)?.chance(Seat::A).take(3).collect();
/// let other: Vec<u64> = deals.deal(8)?.chance(Seat::A).take(3).collect();
/// assert!(words == same && words != other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deals<G: Game> {
    start: G::Position,
    limit: Option<u32>,
    /// The openings of the first deals.
    listed: Arc<[Vec<G::Action>]>,
    /// The length of the others.
    opening: u32,
    seed: u64,
}

/// An opening and the chance outcomes of each seat.
#[derive(Clone, Debug)]
pub struct Deal<G: Game> {
    start: G::Position,
    opening: Vec<G::Action>,
    opened: LiveGame<G>,
    key: StreamKey,
}

impl<G: Game> Deals<G> {
    /// The deals of a seed for games from this position, without an opening,
    /// and with the default limit of the rules.
    pub fn new(start: G::Position, seed: u64) -> Self {
        Self {
            start,
            limit: Some(G::DEFAULT_LIMIT),
            listed: Arc::default(),
            opening: 0,
            seed,
        }
    }

    /// The same with an opening of `opening` random actions.
    #[must_use]
    pub fn with_opening(self, opening: u32) -> Self {
        Self { opening, ..self }
    }

    /// The same with these openings for as many deals, in an order drawn by the seed; later deals begin
    /// with random actions, and so does one whose opening ends the game.
    #[must_use]
    pub fn with_openings(self, mut openings: Vec<Vec<G::Action>>) -> Self {
        let key = StreamKey {
            seed: self.seed,
            deal: 0,
            game: 0,
        };
        let mut words = key.words(Purpose::Order, 0);
        openings.sort_by_cached_key(|_| words.next_u64());
        Self {
            listed: openings.into(),
            ..self
        }
    }

    /// The same, each game over after `limit` counted actions, including those
    /// of the opening.
    #[must_use]
    pub fn with_limit(self, limit: u32) -> Self {
        Self {
            limit: Some(limit),
            ..self
        }
    }

    /// The position that the games start from, before the opening.
    pub const fn start(&self) -> &G::Position {
        &self.start
    }

    /// The seats of the games, in the order of play.
    pub fn seats(&self) -> Vec<G::Seat> {
        G::seats(&self.start).collect()
    }

    /// The deal of this number.
    ///
    /// # Errors
    /// [`GameError::NoOpening`] when the game is over in every opening tried.
    ///
    /// # Panics
    /// When an opening of the list has an illegal action.
    pub fn deal(&self, number: u64) -> Result<Deal<G>, GameError> {
        let key = StreamKey {
            seed: self.seed,
            deal: number,
            game: 0,
        };
        let listed = usize::try_from(number).ok();
        let listed = listed.and_then(|number| self.listed.get(number));
        let opened = listed.and_then(|opening| self.opened_by(opening));
        let opened = opened.or_else(|| {
            (0..TRIES).find_map(|attempt| {
                let words = key.words(Purpose::Opening, attempt);
                self.opened(words)
            })
        });
        let (opening, opened) = opened.ok_or(GameError::NoOpening {
            deal: number,
            actions: self.opening,
            tries: TRIES,
        })?;
        Ok(Deal {
            start: self.start.clone(),
            opening,
            opened,
            key,
        })
    }

    /// An opening of the list, and the game after it; `None` if it is over.
    fn opened_by(&self, opening: &[G::Action]) -> Option<(Vec<G::Action>, LiveGame<G>)> {
        let mut game = LiveGame::new(self.start.clone(), self.limit);
        for &action in opening {
            if game.is_over() {
                return None;
            }
            game.play(action).expect("the opening is legal");
        }
        (!game.is_over()).then(|| (opening.to_vec(), game))
    }

    /// An opening drawn by these words, and the game after it; `None` if it is over.
    fn opened(&self, mut words: ChaCha8Rng) -> Option<(Vec<G::Action>, LiveGame<G>)> {
        let mut game = LiveGame::new(self.start.clone(), self.limit);
        let mut opening = Vec::new();
        while opening.len() < self.opening as usize && !game.is_over() {
            let word = words.next_u64();
            if let Some(outcome) = G::random_chance(game.position(), word) {
                game.take_chance(outcome).expect("chance is due");
            } else {
                let action = G::random_action(game.position(), word)?;
                game.play(action).expect("it is one of the legal actions");
                opening.push(action);
            }
        }
        (!game.is_over()).then_some((opening, game))
    }
}

impl<G: Game> Deal<G> {
    /// The position before the opening.
    pub const fn start(&self) -> &G::Position {
        &self.start
    }

    /// The actions of the opening.
    pub fn opening(&self) -> &[G::Action] {
        &self.opening
    }

    /// The game after the opening.
    pub const fn opened(&self) -> &LiveGame<G> {
        &self.opened
    }

    /// The random words of a seat's chance outcomes, from the first on.
    pub fn chance(&self, seat: G::Seat) -> RandomWords {
        RandomWords(self.key.words(Purpose::Chance, of_seat::<G>(seat)))
    }

    /// The seeds of the bot at a seat in a game of the deal.
    pub(crate) fn choices(&self, game: u64, seat: G::Seat) -> RandomWords {
        let key = StreamKey { game, ..self.key };
        RandomWords(key.words(Purpose::Choice, of_seat::<G>(seat)))
    }
}

/// A seat's stream: its index among all seats of the game, so that its luck
/// does not depend on which other seats are taken.
fn of_seat<G: Game>(seat: G::Seat) -> u64 {
    G::SEATS
        .iter()
        .position(|&known| known == seat)
        .map_or(u64::MAX, |seat| seat as u64)
}

/// An endless stream of random words.
#[derive(Clone)]
pub struct RandomWords(ChaCha8Rng);

impl RandomWords {
    pub(crate) const fn new(words: ChaCha8Rng) -> Self {
        Self(words)
    }

    pub(crate) fn draw(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Iterator for RandomWords {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(self.draw())
    }
}

impl fmt::Debug for RandomWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomWords").finish_non_exhaustive()
    }
}
