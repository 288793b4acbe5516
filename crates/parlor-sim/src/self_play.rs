//! Many games of the same players at the same seats.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, Ordering};

use parlor_game::Game;

use crate::deal::{Deals, RandomWords};
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::matches::MatchError;
use crate::play::play;
use crate::played::{Number, Observer, Played};
use crate::pool::Pool;
use crate::random::{Purpose, StreamKey};
use crate::under_way::UnderWay;

/// Blocks for each thread that are played before the threads wait for each other: it bounds the
/// results in memory when `take` is slower than the games.
const BLOCKS: u64 = 64;

/// Games of the same players at the same seats, one on each deal.
///
/// A game is determined by the seed and its number, so any part of the games can be played, on any
/// number of threads, with the same result.
#[derive(Clone, Debug)]
pub struct SelfPlay<G: Game> {
    entrants: Vec<Entrant<G>>,
    deals: Deals<G>,
}

impl<G: Game> SelfPlay<G> {
    /// The games of these players on these deals: a player for each of [`Deals::seats`], in that order.
    ///
    /// # Errors
    /// [`MatchError::OtherSeats`] for another number of players.
    pub fn new(entrants: Vec<Entrant<G>>, deals: Deals<G>) -> Result<Self, MatchError> {
        let seats = deals.seats().len();
        if entrants.len() != seats {
            return Err(MatchError::OtherSeats {
                scheduled: entrants.len(),
                seats,
            });
        }
        Ok(Self { entrants, deals })
    }

    /// The players, in the order of [`Deals::seats`].
    pub fn entrants(&self) -> &[Entrant<G>] {
        &self.entrants
    }

    /// The same with another player at a seat, by its index at the table.
    #[must_use]
    pub fn with_entrant(mut self, seat: usize, entrant: Entrant<G>) -> Self {
        self.entrants[seat] = entrant;
        self
    }

    /// The deals.
    pub const fn deals(&self) -> &Deals<G> {
        &self.deals
    }

    /// Plays the game of this number before an observer; `None` if the flag was raised before its end.
    ///
    /// # Errors
    /// [`GameError`] if a bot returns no legal action or panics, or if the deal has no opening.
    pub fn game(
        &self,
        number: u64,
        stop: &AtomicBool,
        observer: &mut impl Observer<G>,
    ) -> Result<Option<Played>, GameError> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let deal = self.deals.deal(number)?;
        let entrants: Vec<&Entrant<G>> = self.entrants.iter().collect();
        let number = Number {
            in_match: number,
            in_deal: 0,
        };
        play(&deal, &entrants, number, false, stop, observer)
    }

    /// The game of this number, after its opening, for [`advance`](Self::advance).
    ///
    /// # Errors
    /// [`GameError`] if the deal has no opening.
    pub fn begin(&self, number: u64) -> Result<UnderWay<G>, GameError> {
        let deal = self.deals.deal(number)?;
        let number = Number {
            in_match: number,
            in_deal: 0,
        };
        Ok(UnderWay::new(&deal, number))
    }

    /// Plays a game on until a player is to act whom `is_asked` names, by the index of its seat: its
    /// action is for [`UnderWay::act`]. So players can be asked for many games at once. The game is that
    /// of [`game`](Self::game) if they answer as a player there would.
    ///
    /// # Errors
    /// [`GameError`] if one of the other players returns no legal action or panics.
    pub fn advance(
        &self,
        game: &mut UnderWay<G>,
        is_asked: impl Fn(usize) -> bool,
        stop: &AtomicBool,
        observer: &mut impl Observer<G>,
    ) -> Result<Pause, GameError> {
        while let Some(seat) = game.to_act(observer) {
            if is_asked(seat) {
                return Ok(Pause::Asked(seat));
            }
            let seed = game.seed(seat);
            let entrant = &self.entrants[seat];
            let answer = game.choose(entrant, seed, stop);
            if stop.load(Ordering::Relaxed) {
                return Ok(Pause::Stopped);
            }
            game.act(&entrant.name, seat, answer?, observer)?;
        }
        Ok(Pause::Over(game.played()))
    }
}

/// Why a game is not played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The player at this seat is asked.
    Asked(usize),
    /// It is over.
    Over(Played),
    /// The flag was raised.
    Stopped,
}

/// Does work for these numbers in blocks of up to `block` on all threads of the pool, and passes
/// the results to `take` in order, on the calling thread, until `take` breaks.
///
/// Only a bounded number of results wait to be taken.
pub fn in_blocks<T: Send>(
    pool: &Pool,
    numbers: Range<u64>,
    block: u64,
    work: impl Fn(Range<u64>) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let block = block.max(1);
    let wave = block.saturating_mul(BLOCKS.saturating_mul(pool.threads() as u64));
    let mut flow = ControlFlow::Continue(());
    let mut first = numbers.start;
    while first < numbers.end && flow.is_continue() {
        let last = first.saturating_add(wave).min(numbers.end);
        pool.in_order(
            (last - first).div_ceil(block),
            |index| {
                let start = first + index * block;
                work(start..(start + block).min(last))
            },
            |result| {
                flow = take(result);
                flow
            },
        );
        first = last;
    }
}

/// The random words of a game of this number by the seed.
pub fn game_words(seed: u64, game: u64) -> impl FnMut() -> u64 {
    let key = StreamKey {
        seed,
        deal: game,
        game: 0,
    };
    let mut words = RandomWords::new(key.words(Purpose::Game, 0));
    move || words.draw()
}
