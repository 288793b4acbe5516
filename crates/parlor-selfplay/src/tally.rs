//! How many games ended, counted.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeMap;

use parlor_sim::statistics::Estimate;
use parlor_sim::{GameError, Played, Pool, in_blocks};

/// The games that one thread counts at a time, of bots and of games without any: some milliseconds.
const BLOCKS: [u64; 2] = [16, 16_384];

/// How games of some seats ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games there were.
    pub games: u64,
    /// The plies of all: rolls answered, or pushes and turns that were ended.
    pub plies: u64,
    /// The sum of their squares.
    squares: u128,
    /// The fewest plies of a game, and the most; nothing without a game.
    pub range: Option<(u32, u32)>,
    /// How often each seat, by its index in the game, had each place alone, from the first.
    places: Vec<Vec<u64>>,
    /// How many games each rule ended.
    pub ended_by: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Of no game of so many seats.
    pub fn new(seats: usize) -> Self {
        Self {
            places: vec![vec![0; seats]; seats],
            ..Self::default()
        }
    }

    /// Counts a game: how many plies it had, the rule that ended it, and the seats that have a place of
    /// their own, with the place, from 1.
    pub(crate) fn count(
        &mut self,
        plies: u32,
        rule: &'static str,
        places: impl IntoIterator<Item = (usize, usize)>,
    ) {
        self.games += 1;
        self.plies += u64::from(plies);
        self.squares += u128::from(plies).pow(2);
        let (low, high) = self.range.unwrap_or((plies, plies));
        self.range = Some((low.min(plies), high.max(plies)));
        *self.ended_by.entry(rule).or_default() += 1;
        for (seat, place) in places {
            self.places[seat][place - 1] += 1;
        }
    }

    fn count_played(&mut self, played: &Played) {
        let alone = played.standings.iter().filter_map(|standing| {
            let place = standing.own_place()?;
            Some((standing.seat, place.into()))
        });
        self.count(played.actions, played.ended_by, alone);
    }

    /// Counts the games of another tally of the same seats as well.
    fn append(&mut self, more: &Self) {
        self.games += more.games;
        self.plies += more.plies;
        self.squares += more.squares;
        if let Some((low, high)) = more.range {
            let (lowest, highest) = self.range.unwrap_or((low, high));
            self.range = Some((lowest.min(low), highest.max(high)));
        }
        for (rule, games) in &more.ended_by {
            *self.ended_by.entry(rule).or_default() += games;
        }
        let counts = self.places.iter_mut().flatten();
        for (count, more) in counts.zip(more.places.iter().flatten()) {
            *count += more;
        }
    }

    /// How often a seat had each place alone, from the first.
    pub fn places(&self, seat: usize) -> &[u64] {
        &self.places[seat]
    }

    /// How many games a seat has won.
    pub fn wins(&self, seat: usize) -> u64 {
        self.places[seat][0]
    }

    /// The share of so many of the games, with Wilson's interval.
    pub fn share(&self, games: u64) -> Estimate {
        Estimate::proportion(games as f64 / self.games as f64, self.games)
    }

    /// How many games no seat has won.
    pub fn draws(&self) -> u64 {
        let wins = (0..self.places.len()).map(|seat| self.wins(seat));
        self.games - wins.sum::<u64>()
    }

    /// The mean number of plies of a game.
    pub fn mean_plies(&self) -> Estimate {
        let (games, plies) = (self.games as f64, self.plies as f64);
        let mean = plies / games;
        // Exact sums, so that nothing is lost but by the last operations.
        let games_squares = u128::from(self.games) * self.squares;
        let squared_sum = u128::from(self.plies).pow(2);
        Estimate::of_moments(
            self.games,
            mean,
            (games_squares - squared_sum) as f64 / games,
        )
    }
}

/// Counts the games of these numbers as it plays them.
pub type CountDrawn<'a> = Box<dyn Fn(Range<u64>) -> Tally + Sync + 'a>;

/// Games that can be counted.
pub trait Countable: Sync {
    /// The names of the seats in the order in which they were given, each with its index in the games.
    fn named_seats(&self) -> Vec<(String, usize)>;

    /// How the games are counted if no bot draws them.
    fn drawn(&self) -> Option<CountDrawn<'_>>;

    /// Plays the game of this number; `None` if the flag was raised before its end.
    ///
    /// # Errors
    /// [`GameError`] if a bot fails, or every opening ends the game.
    fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<Played>, GameError>;
}

/// Plays the games 0, 1, … below `count` on all threads of the pool and counts how they end, until the flag is raised.
/// `progress` is told after each block how many more have been counted.
///
/// A game depends on the seed and its number alone. Those that no bot draws are those of
/// `docs/formats/random-games.md`; any others are those of [`Bulk::record`](crate::Bulk::record).
///
/// # Errors
/// The first [`GameError`].
pub fn tally(
    games: &dyn Countable,
    count: u64,
    pool: &Pool,
    stop: &AtomicBool,
    mut progress: impl FnMut(u64),
) -> Result<Tally, GameError> {
    let nothing = Tally::new(games.named_seats().len());
    let mut all = nothing.clone();
    let mut result = Ok(());
    let drawn = games.drawn();
    let [by_bots, by_none] = BLOCKS;
    let block = if drawn.is_some() { by_none } else { by_bots };
    in_blocks(
        pool,
        0..count,
        block,
        |numbers| match &drawn {
            Some(_) if stop.load(Ordering::Relaxed) => Ok(nothing.clone()),
            Some(count) => Ok(count(numbers)),
            None => one_by_one(games, numbers, stop, nothing.clone()),
        },
        |part| match part {
            Ok(part) => {
                all.append(&part);
                progress(part.games);
                if stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
            Err(error) => {
                result = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    result.map(|()| all)
}

/// Adds the games of these numbers to a tally, as far as they were played before the flag was raised.
fn one_by_one(
    games: &dyn Countable,
    numbers: Range<u64>,
    stop: &AtomicBool,
    mut tally: Tally,
) -> Result<Tally, GameError> {
    for number in numbers {
        let Some(played) = games.game(number, stop)? else {
            break;
        };
        tally.count_played(&played);
    }
    Ok(tally)
}
